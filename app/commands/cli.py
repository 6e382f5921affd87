"""The command line `kickabout`: parses it and calls the sub-command, or opens the window if there is none."""

import argparse
import difflib
import gc
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.commands.interrupts import Interrupts, leaving_at_once, print_interrupted
from app.commands.output import OutputError
from app.exit_codes import ExitCode
from app.services.paths import FolderError
from app.services.qt_packages import INSTALL_QT_PACKAGES

if TYPE_CHECKING:
    from runtime.agents import StandaloneAgents
    from runtime.processes import MemoryCeiling

_MISSING_LIBRARY: Final = "cannot open shared object file"
_NO_LIBRARY: Final = (
    "The window cannot be opened: Qt lacks a library of this system ({}).\n"
    f"{INSTALL_QT_PACKAGES}\n`kickabout play` plays without a window."
)
WATCH_MODES: Final = ("auto", "ask")
"""Values of `--watch`; the first is the default."""
PACE_HELP: Final = "realtime, lockstep (as fast as the bots answer) or a factor such as 4"
MIN_S: Final = 0.02
"""Shortest limit: a match has at least two frames."""
_SIZES: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code of `app.exit_codes`."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options = _options(words)
        run: Callable[[argparse.Namespace], int] = _COMMANDS[options.command]
        return run(options)
    except KeyboardInterrupt:
        return print_interrupted()
    except (FolderError, OutputError) as error:
        sys.stderr.write(f"{error}\n")
        return ExitCode.INFRASTRUCTURE


def _options(words: list[str]) -> argparse.Namespace:
    """Parses the arguments; without a command, they are the window's.

    An unknown option is reported with the usage of its command, or with the command that it belongs to.
    """
    if options := _window_options(words):
        return options
    parser, commands = _parser()
    complete = words
    if not words or (words[0] not in _COMMANDS and not words[0].startswith("-")):
        complete = ["window", *words]
    elif words[0].startswith("-") and not _takes(parser, words[0]):
        if hint := _other_command(words[0], words, commands):
            parser.error(hint)
        complete = ["window", *words]
    options, unknown = parser.parse_known_args(_with_watch_mode(complete))
    if unknown:
        rest = words[1:] if words[:1] == ["window"] else words
        hint = _other_command(unknown[0], rest, commands) if options.command == "window" else ""
        commands.get(options.command, parser).error(hint or f"unrecognized arguments: {' '.join(unknown)}")
    return options


def _window_options(words: list[str]) -> argparse.Namespace | None:
    """Returns the window's options; None for another command. Building only this parser is much faster."""
    first = words[0] if words else "window"
    if first not in ("window", "--new-window") and (first in _COMMANDS or first.startswith("-")):
        return None
    window = argparse.ArgumentParser(prog="kickabout window")
    _add_window_options(window)
    options, unknown = window.parse_known_args(
        words[1:] if words[:1] == ["window"] else words, argparse.Namespace(command="window")
    )
    return None if unknown else options


def _other_command(option: str, words: Sequence[str], commands: Mapping[str, argparse.ArgumentParser]) -> str:
    """Returns a hint for an option of another command, preferably `play`; empty if no command has it."""
    name = next((name for name in ("play", *commands) if _takes(commands[name], option)), "window")
    if name == "window" or not option.startswith("-"):
        return ""
    return f"{option.partition('=')[0]} is for {name}; did you mean `kickabout {name} {shlex.join(words)}`?"


def _takes(parser: argparse.ArgumentParser, option: str) -> bool:
    """Returns whether a parser knows an option or its abbreviation."""
    name = option.partition("=")[0]
    known = [*re.findall(r"(?<![\w-])--?[a-z][\w-]*", parser.format_usage()), "--help"]
    may_be_short = name.startswith("--") and name != "--"
    return name in known or (may_be_short and any(option_string.startswith(name) for option_string in known))


def _with_watch_mode(words: list[str]) -> list[str]:
    """Adds the default mode after every bare `--watch`; otherwise the match file would be parsed as the mode."""
    complete = []
    for word, after in zip(words, [*words[1:], ""], strict=True):
        complete.append(word)
        if word == "--watch" and after not in WATCH_MODES:
            complete.append(WATCH_MODES[0])
    return complete


def _misspelt(paths: Sequence[Path]) -> str:
    """Returns a hint for a word that is neither a command nor a path; empty for others."""
    word = str(paths[0]) if paths else ""
    if not word or paths[0].exists() or paths[0].name != word or paths[0].suffix:
        return ""
    near = difflib.get_close_matches(word.lower(), _COMMANDS, n=1)
    return f"There is no file or command {word}{f'; did you mean {near[0]}?' if near else '.'}"


def _parser() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Returns the parser, and those of the commands by name."""
    parser = argparse.ArgumentParser(
        prog="kickabout",
        description="Start, watch and measure matches between game bots. Without a command, the window opens; "
        "a match file or bot folders may be named.",
    )
    parser.add_argument("--version", action="version", version=f"kickabout {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    _add_window_options(commands.add_parser("window", help="open the window (the default)"))

    play = commands.add_parser("play", help="play a match without a window")
    _add_play_options(play)

    check = commands.add_parser("check", help="list every problem in match, bot, script and loadout files")
    check.add_argument("paths", nargs="+", type=path, metavar="PATH", help="files or folders")
    check.add_argument("--json", action="store_true", help="print the problems as one JSON object")

    _add_train_options(commands.add_parser("train", help="run a training run without a window"))
    _add_evaluate_options(commands.add_parser("evaluate", help="rate a run's policy by games against its gallery"))
    _add_export_options(commands.add_parser("export", help="write the policy of a run's checkpoint as a bot"))

    convert = commands.add_parser("convert", help="write the match.toml for a rlbot.cfg of RLBot v4")
    convert.add_argument("match", type=path, metavar="RLBOT.cfg")
    convert.add_argument(
        "-o", "--output", type=path, metavar="MATCH.toml", help="default: match.toml beside it; never overwrites a file"
    )

    _add_arena_options(commands.add_parser("arena", help="run the built-in game as a server for any RLBot client"))

    _add_serve_options(commands.add_parser("serve", help="run an agent service for all matches of this machine"))

    for name, what, switch, effect in (
        ("leftovers", "processes that a crashed run left behind", "--end", "end them"),
        ("environments", "the environments made for bots", "--remove", "remove those that no bot uses"),
    ):
        listing = commands.add_parser(name, help=f"list {what}")
        listing.add_argument(switch, action="store_true", help=effect)
        listing.add_argument("--json", action="store_true", help="print them as one JSON object")

    _add_pack_options(commands.add_parser("pack", help="fetch, update, repair and remove packs of bots"))
    commands.add_parser("install-shortcut", help="put Kickabout on the desktop and into the menu")
    commands.add_parser("remove-shortcut", help="remove it again")

    bench = commands.add_parser("bench", help="measure Kickabout on this machine")
    bench.add_argument("names", nargs="*", metavar="NAME", help="default: all; an unknown name lists them")
    bench.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    return parser, commands.choices


def _add_window_options(window: argparse.ArgumentParser) -> None:
    window.add_argument(
        "--new-window", action="store_true", help="even if one is open, which else gets the files and comes forward"
    )
    window.add_argument("paths", nargs="*", type=path, metavar="MATCH.toml|BOT", help="a match file, or bot folders")


def _add_arena_options(arena: argparse.ArgumentParser) -> None:
    from runtime.arena.__main__ import add_options

    add_options(arena)
    arena.add_argument(
        "--start-agents", action="store_true", help="start the bots of matches that leave it to the server"
    )


def _add_serve_options(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("bot", type=path, metavar="BOT", help="the folder of a bot with [kickabout] service = true")
    serve.add_argument("--slots", type=slots, metavar="N", help="default: as its bot.toml says")
    serve.add_argument("--record", type=path, metavar="DIR", help="record every game into a file of this folder")
    serve.add_argument(
        "--recorded", type=path, nargs="+", default=[], metavar="FILE", help="play these recordings instead, and end"
    )
    serve.add_argument("--copy-kit", action="store_true", help="only put the kit beside the bot, for other launchers")
    serve.add_argument("--install", action="store_true", help="install what the bot requires without a question")
    serve.add_argument("--json", action="store_true", help="print the figures, one JSON object in each line")


def _add_train_options(train: argparse.ArgumentParser) -> None:
    train.add_argument("run", type=path, metavar="RUN.toml")
    train.add_argument("--resume", action="store_true", help="continue from the newest complete checkpoint")
    train.add_argument("--json", action="store_true", help="print the result as one JSON object")


def _add_evaluate_options(evaluate: argparse.ArgumentParser) -> None:
    evaluate.add_argument("run", type=path, metavar="RUN.toml")
    evaluate.add_argument("--checkpoint", default="latest", metavar="STEP", help="latest (default), best, or its steps")
    evaluate.add_argument("--games", type=games, metavar="N", help="games against each; default: as the run says")
    evaluate.add_argument("--seconds", type=seconds, help="game time of each; default: as the run says")
    evaluate.add_argument(
        "--against", action="append", default=[], metavar="BOT|SKILL", help="opponents in place of the run's gallery"
    )
    evaluate.add_argument("--json", action="store_true", help="print the result as one JSON object")


def _add_export_options(export: argparse.ArgumentParser) -> None:
    export.add_argument("run", type=path, metavar="RUN.toml")
    export.add_argument("--checkpoint", default="latest", metavar="STEP", help="latest (default), best, or its steps")
    export.add_argument(
        "-o", "--output", type=path, default=Path(), metavar="DIR", help="gets the bot's folder; default: this folder"
    )
    export.add_argument("--name", default="", help="of the bot; default: those of run and step")
    export.add_argument("--json", action="store_true", help="print the result as one JSON object")


def _add_play_options(play: argparse.ArgumentParser) -> None:
    from runtime.arena.__main__ import add_step_mode

    play.add_argument("match", nargs="?", type=path, metavar="MATCH.toml", help="default: the example match")
    play.add_argument("--pace", type=pace, help=f"{PACE_HELP}; default: realtime, with --step-mode lockstep")
    add_step_mode(play)
    play.add_argument(
        "--seed",
        type=int,
        help="the same seed and bots give the same lockstep match, on the same random map; default: 0",
    )
    play.add_argument("--seconds", type=seconds, help="end the match after this many seconds of game time")
    play.add_argument("--fair", action="store_true", help="reserve CPU cores for the game and each team")
    memory = play.add_mutually_exclusive_group()
    memory.add_argument("--memory-limit", type=size, metavar="SIZE", help="end an agent that uses more, such as 2GB")
    memory.add_argument("--memory-warning", type=size, metavar="SIZE", help="only report an agent that uses more")
    play.add_argument(
        "--restarts",
        type=restarts,
        metavar="N",
        help="restart a failed agent N times at most, or unlimited; default: as the match says",
    )
    play.add_argument(
        "--watch",
        choices=WATCH_MODES,
        help="swap agents on save (otherwise they are not): auto, as without a word, at once; ask after a question",
    )
    play.add_argument("--install", action="store_true", help="install what bots require without a question")
    play.add_argument("--json", action="store_true", help="print the result as one JSON object")


def _version() -> str:
    from app.services.version import version

    return version()


def _window(options: argparse.Namespace) -> int:
    from app.document.opening import sort_paths

    opening = sort_paths(options.paths)
    complaint = _misspelt(options.paths) or opening.complaint
    if complaint:
        print(complaint, file=sys.stderr)
        return ExitCode.USAGE
    gc.disable()  # what is created now stays alive; later `app.services.garbage` collects
    try:
        from app.program import run_window
    except ImportError as error:
        if _MISSING_LIBRARY not in str(error):
            raise
        sys.stderr.write(f"{_NO_LIBRARY.format(error)}\n")
        return ExitCode.INFRASTRUCTURE
    return run_window(opening.match, opening.bots, run=opening.run, is_new=options.new_window)


def _play(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.commands.play import play
        from runtime.model.states import SwapMode

    with Interrupts() as interrupts:
        return play(
            options.match,
            interrupts=interrupts,
            pace=options.pace or ("realtime" if options.step_mode is None else "lockstep"),
            step_port=options.step_mode,
            seed=options.seed,
            seconds=options.seconds,
            is_fair=options.fair,
            memory=_ceiling(options),
            restarts=options.restarts,
            watch=SwapMode(options.watch or "off"),
            install=options.install,
            as_json=options.json,
        )


def _ceiling(options: argparse.Namespace) -> "MemoryCeiling | None":
    from runtime.processes import MemoryCeiling

    limit = options.memory_limit or options.memory_warning
    return MemoryCeiling(limit_bytes=limit, is_deadly=bool(options.memory_limit)) if limit else None


def _check(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.commands.check import check

    return check(options.paths, as_json=options.json)


def _train(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.commands.train import train

    with Interrupts() as interrupts:
        return train(options.run, interrupts=interrupts, is_resumed=options.resume, as_json=options.json)


def _evaluate(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.commands.evaluate import evaluate_run

    with Interrupts() as interrupts:
        return evaluate_run(
            options.run,
            interrupts=interrupts,
            checkpoint=options.checkpoint,
            games=options.games,
            seconds=options.seconds,
            against=options.against,
            as_json=options.json,
        )


def _export(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.commands.export import export_run

    return export_run(
        options.run,
        checkpoint=options.checkpoint,
        into=options.output,
        name=options.name,
        as_json=options.json,
    )


def _convert(options: argparse.Namespace) -> int:
    from app.commands.convert import convert

    return convert(options.match, options.output)


def _arena(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.services.paths import cache_dir, environments_dir, logs_dir, made, situations_dir
        from runtime.arena.__main__ import run

    def starter(host: str, port: int) -> "StandaloneAgents":
        from runtime.agents import StandaloneAgents
        from runtime.games import ServerAddress

        return StandaloneAgents(ServerAddress(host, port), environments=environments_dir(), logs=logs_dir())

    options.meshes = options.meshes or made(cache_dir())
    options.situations = options.situations or [situations_dir()]
    return run(options, make_starter=starter if options.start_agents else None)


def _serve(options: argparse.Namespace) -> int:
    with leaving_at_once():
        from app.commands.serve import serve

    with Interrupts() as interrupts:
        return serve(
            options.bot,
            interrupts=interrupts,
            slots=options.slots,
            record_to=options.record,
            recordings=tuple(options.recorded),
            copies_kit=options.copy_kit,
            install=options.install,
            as_json=options.json,
        )


def _leftovers(options: argparse.Namespace) -> int:
    from app.commands.leftovers import show_leftovers

    return show_leftovers(end=options.end, as_json=options.json)


def _environments(options: argparse.Namespace) -> int:
    from app.commands.environments import show_environments

    return show_environments(remove_unused=options.remove, as_json=options.json)


def _pack(options: argparse.Namespace) -> int:
    from app.commands.pack import run_pack

    return run_pack(options)


def _install_shortcut(_options: argparse.Namespace) -> int:
    from app.commands.shortcut import install_shortcut

    return install_shortcut()


def _remove_shortcut(_options: argparse.Namespace) -> int:
    from app.commands.shortcut import remove_shortcut

    return remove_shortcut()


def _bench(options: argparse.Namespace) -> int:
    from app.commands.bench import bench

    return bench(options.names, as_json=options.json)


_COMMANDS: Final = {
    "window": _window,
    "play": _play,
    "train": _train,
    "evaluate": _evaluate,
    "export": _export,
    "check": _check,
    "convert": _convert,
    "arena": _arena,
    "serve": _serve,
    "leftovers": _leftovers,
    "pack": _pack,
    "environments": _environments,
    "install-shortcut": _install_shortcut,
    "remove-shortcut": _remove_shortcut,
    "bench": _bench,
}


def pace(text: str) -> str:
    """Checks a `--pace` value.

    Raises:
        argparse.ArgumentTypeError: neither a known word nor a factor that the arena takes.
    """
    from runtime.arena import MAX_FACTOR, MIN_FACTOR

    word = text.strip().lower()
    if word in ("realtime", "lockstep"):
        return word
    try:
        factor = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a pace; use {PACE_HELP}") from None
    if not MIN_FACTOR <= factor <= MAX_FACTOR:
        raise argparse.ArgumentTypeError(f"the factor {text} is outside {MIN_FACTOR:g} to {MAX_FACTOR:g}")
    return text


def seconds(text: str) -> float:
    """Checks a duration in seconds.

    Raises:
        argparse.ArgumentTypeError: no number, or shorter than `MIN_S`.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not MIN_S <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from {MIN_S:g} up")
    return value


def size(text: str) -> int:
    """Checks an amount of memory such as `2GB`, `512 MB` or `1.5g`; returns bytes.

    Raises:
        argparse.ArgumentTypeError: no number above 0 with one of these units.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)b?", text.strip().lower())
    value = int(float(found[1]) * _SIZES[found[2]]) if found else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of memory; write it like 2GB or 512MB")
    return value


def restarts(text: str) -> str:
    """Checks a number of restarts; `unlimited` for no limit.

    Raises:
        argparse.ArgumentTypeError: neither that word nor a whole number from 0 to 100000.
    """
    word = text.lower()
    if word == "unlimited" or (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= 100_000):
        return word
    raise argparse.ArgumentTypeError(f"{text!r} is no number of restarts; write one from 0 to 100000, or unlimited")


def games(text: str) -> int:
    """Checks a number of games.

    Raises:
        argparse.ArgumentTypeError: no whole number from 1 to 10000.
    """
    if text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 10_000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of games; write one from 1 to 10000")


def slots(text: str) -> int:
    """Checks a number of cars that one process drives.

    Raises:
        argparse.ArgumentTypeError: no whole number from 1 to 128.
    """
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= 128:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of slots; write one from 1 to 128")


def path(text: str) -> Path:
    """Takes a path.

    Raises:
        argparse.ArgumentTypeError: it begins in the working folder, and that has been deleted.
    """
    given = Path(text)
    try:
        given.absolute()
    except OSError:
        message = f"{text!r} leads nowhere, since the working folder does not exist any more; change to another one"
        raise argparse.ArgumentTypeError(message) from None
    return given


def _add_pack_options(pack: argparse.ArgumentParser) -> None:
    """Adds the actions and their arguments."""
    actions = pack.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="fetch a pack, after showing what will be fetched")
    add.add_argument("source", metavar="SOURCE", help="owner/repository, an address, or a file: .zip, .tar.xz, .tar.gz")
    shown = actions.add_parser("list", help="show the packs on this machine")
    shown.add_argument("--json", action="store_true", help="print them as one JSON object")
    update = actions.add_parser("update", help="look for newer versions, and take them after a question")
    update.add_argument("names", nargs="*", metavar="NAME", help="default: all packs")
    repair = actions.add_parser("repair", help="restore modified files")
    repair.add_argument("name", metavar="NAME")
    remove = actions.add_parser("remove", help="delete a pack; asks if some of its files are yours")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--keep", action="store_true", help="keep a copy of files that are yours, without a question")
    for action in (add, update, repair, remove):
        action.add_argument("--yes", action="store_true", help="do it without a question")
