"""Reads bot.toml, script.toml and loadout.toml."""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from itertools import dropwhile
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from runtime.documents.choices import SKILLS, TAGS
from runtime.documents.model import BotFile, Details, Environment, Loadout, Paint, Reading, ScriptFile, ServiceKeys
from runtime.documents.runners import TOOLS, python_command, tool_advice
from runtime.documents.source import absolute, load
from runtime.documents.suggestions import SLASHES_FIX, closest, did_you_mean
from runtime.documents.table import Table
from runtime.documents.v4_files import is_v4_name, read_v4_bot, read_v4_loadout, read_v4_script
from runtime.files import is_there, names_in
from runtime.model.keys import keys_of, names_of
from runtime.model.messages import Message, Text, message, sentences
from runtime.model.needs import is_about_others
from runtime.model.problems import Problem

Loadouts = tuple[Loadout, Loadout]
"""The loadouts of a car for blue and orange."""

SETTINGS_KEYS: Final = (
    *("agent_id", "name", "root_dir", "run_command", "run_command_linux"),
    *("loadout_file", "hivemind", "logo_file", "environment"),
)
SERVICE_TABLE: Final = "kickabout"
"""The table that only Kickabout reads."""
SERVICE_KEYS: Final = ("service", "slots")
MAX_SLOTS: Final = 128
"""Maximum number of cars in a match."""
_BOT_ONLY: Final = ("loadout_file", "hivemind")
_HOMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        **dict.fromkeys(SETTINGS_KEYS, "[settings]"),
        **dict.fromkeys(names_of(Details)[()], "[details]"),
        **dict.fromkeys(SERVICE_KEYS, f"[{SERVICE_TABLE}]"),
    }
)
_INTERPRETERS: Final = ("python", "python3", "py")
"""Commands for which the launcher finds an interpreter itself."""
_WINDOWS_WORD: Final = re.compile(r'(?:[^\s"]|"[^"]*")+')
_PYTHON_NAME: Final = re.compile(r"python[\d.]*w?|py")
_TOOLS: Final = frozenset(
    [
        *("bun", "cabal", "cargo", "conda", "dart", "deno", "dotnet", "elixir", "gem", "ghc", "go", "gradle", "hatch"),
        *("java", "javaw", "julia", "just", "kotlin", "lua", "luajit", "make", "mvn", "nim", "node", "npm", "npx"),
        *("ocaml", "pdm", "perl", "php", "pipenv", "pixi", "pnpm", "poetry", "rscript", "ruby", "runghc", "rye", "sbt"),
        *("scala", "stack", "swift", "uv", "uvx", "yarn", "zig"),
    ]
)
"""Programs with the same name on every system."""
_WINDOWS_ENDINGS: Final = (".exe", ".com", ".bat", ".cmd")
_WINDOWS_SHELLS: Final = ("call", "cmd", "powershell", "start")
_CMD_SYNTAX: Final = "%&|<>^"
_ENVIRONMENT_FIX: Final = message(
    "other-python", "Kickabout runs it with a Python of its own choice; RLBotServer needs that environment."
)
_SHELL_MARKS: Final = "$`(){}<>|&;\n"
"""Characters of shell commands; their first word may be a builtin (cd, exec) instead of a program."""
_PLAIN_OPTIONS: Final = frozenset(f"-{letter}" for letter in "bBdEiIOPqsSuvx")
"""Python options without an argument that may stand before the name of the script."""


def read_bot(
    path: Path, *, platform: str = sys.platform, with_loadout: bool = True, is_alone: bool = True
) -> Reading[BotFile]:
    """Reads a bot.toml, or the .cfg of a v4 bot.

    `with_loadout` includes its loadout file. `is_alone` adds warnings about anything that keeps the bot out of matches;
    a match with the bot reports these itself.
    """
    if is_v4_name(path):
        return read_v4_bot(path, platform=platform, with_loadout=with_loadout, is_alone=is_alone)
    findings: list[Problem] = []
    top = _opened(path, findings)
    if top is None:
        return Reading.of(None, findings)
    top.check_keys(("settings", "details", "skill", SERVICE_TABLE), _HOMES)
    settings = top.table("settings")
    settings.check_keys(SETTINGS_KEYS, _HOMES)
    loadout_file, loadouts = _loadouts(settings, findings) if with_loadout else (None, None)
    bot = BotFile(
        **_common(top, settings, platform),
        hivemind=settings.flag("hivemind", default=False),
        loadout_file=loadout_file,
        loadouts=loadouts,
        skill=top.choice("skill", SKILLS, "AllStar"),
        service=_service(top.table(SERVICE_TABLE)),
    )
    if is_alone:
        _check_alone(settings, bot, findings)
    return Reading.of(bot, findings)


def read_script(path: Path, *, platform: str = sys.platform, is_alone: bool = True) -> Reading[ScriptFile]:
    """Reads a script.toml, or the .cfg of a v4 script; `is_alone` as for `read_bot`."""
    if is_v4_name(path):
        return read_v4_script(path, platform=platform)
    findings: list[Problem] = []
    top = _opened(path, findings)
    if top is None:
        return Reading.of(None, findings)
    top.check_keys(("settings", "details", SERVICE_TABLE), _HOMES)
    if top.has(SERVICE_TABLE):
        text = message("key-without-car", "{key} has no effect in a script, which drives no car.", key=SERVICE_TABLE)
        top.warn(SERVICE_TABLE, text)
    settings = top.table("settings")
    settings.check_keys(SETTINGS_KEYS, _HOMES)
    for key in _BOT_ONLY:
        if settings.has(key):
            text = message("key-without-car", "{key} has no effect in a script, which drives no car.", key=key)
            settings.warn(key, text)
    script = ScriptFile(**_common(top, settings, platform))
    if is_alone:
        _check_alone(settings, script, findings)
    return Reading.of(script, findings)


def _opened(path: Path, findings: list[Problem]) -> Table | None:
    source, problems = load(path)
    findings.extend(problems)
    return None if source is None else Table(source, (), source.data, findings)


def _common(top: Table, settings: Table, platform: str) -> dict[str, Any]:
    root_dir = absolute(settings.source.path.parent, settings.text("root_dir"))
    run_command = _run_command(settings, platform, root_dir)
    if run_command:
        _check_start(settings, run_command, root_dir, platform)
    return {
        "path": settings.source.path,
        "name": settings.text("name"),
        "agent_id": settings.text("agent_id").strip(),
        "root_dir": str(root_dir),
        "run_command": run_command,
        "environment": _environment(settings),
        "details": _details(top, settings),
    }


def _service(table: Table) -> ServiceKeys | None:
    """Returns the keys of an agent service; None for any other bot."""
    table.check_keys(SERVICE_KEYS, _HOMES)
    is_service = table.flag("service", default=False)
    slots = table.count("slots", ServiceKeys().slots, maximum=MAX_SLOTS)
    if table.has("slots") and not is_service:
        fix = message("write-value", "Write {expected}.", expected="service = true")
        table.warn("slots", message("slots-without-service", "slots has no effect without service = true."), fix=fix)
    return ServiceKeys(slots=slots) if is_service else None


def _run_command(settings: Table, platform: str, root_dir: Path) -> str:
    windows = settings.text("run_command")
    linux = settings.text("run_command_linux")
    if platform == "win32":
        return windows.strip()
    if linux.strip() or not windows.strip():
        return linux.strip()
    if platform == "darwin":
        fix = message("add-linux-command", "Add run_command_linux, which macOS uses too.")
    else:
        fix = message("add-linux-command", "Add run_command_linux.")
    native = _native_command(windows, root_dir)
    if native is not None:
        text = message(
            "windows-command-adapted",
            "There is only a command for Windows. It starts no Windows program, so it is run here without wine.",
        )
        more = message("server-uses-wine", "RLBotServer would run it with wine.")
        settings.warn("run_command", text, fix=sentences(fix, more))
        return native
    text = message("windows-command", "There is only a command for Windows, so it is run with wine.")
    settings.warn("run_command", text, fix=fix)
    return f"wine {windows}"


def _native_command(command: str, root_dir: Path) -> str | None:
    """Translates a Windows command for POSIX systems; None if it needs cmd.exe or starts a Windows program.

    The Python of a virtual environment becomes the environment's `bin/python`. Any other Python, and known tools
    outside the bot's folder, are reduced to their names, which are searched along PATH.
    """
    if any(mark in command for mark in _CMD_SYNTAX):
        return None
    words = [word.replace('"', "").replace("\\", "/") for word in _WINDOWS_WORD.findall(command)]
    if not words or not words[0]:
        return None
    program, *arguments = words
    folder, _, name = program.rpartition("/")
    stem = _without_ending(name.lower())
    is_python = _PYTHON_NAME.fullmatch(stem) is not None
    if is_python and folder.lower().endswith("scripts") and ":" not in folder:
        program = f"{folder[: -len('scripts')]}bin/python"
    elif _is_windows_program(root_dir / program):
        return None
    elif is_python:
        program = "python" if folder or stem == "pythonw" else stem
    elif stem in _TOOLS:
        program = stem
    elif stem in _WINDOWS_SHELLS or stem != name.lower():
        return None
    return shlex.join([program, *arguments])


def _without_ending(name: str) -> str:
    return next((name.removesuffix(ending) for ending in _WINDOWS_ENDINGS if name.endswith(ending)), name)


def _is_windows_program(path: Path) -> bool:
    """Returns whether `path` is a Windows program; the command may omit the suffix."""
    if path.name.lower().endswith(_WINDOWS_ENDINGS):
        return is_there(path)
    return not is_there(path) and any(is_there(Path(f"{path}{ending}")) for ending in _WINDOWS_ENDINGS)


def _check_start(settings: Table, run_command: str, root_dir: Path, platform: str) -> None:
    if not is_there(root_dir, as_folder=True):
        written = settings.text("root_dir")
        text = message("root-dir-missing", 'root_dir is "{written}", but there is no such folder.', written=written)
        settings.warn("root_dir", text, fix=_folder_fix(root_dir, written))
        return
    if platform != sys.platform or platform == "win32":
        return
    is_for_windows = not settings.text("run_command_linux").strip()
    key = "run_command" if is_for_windows else "run_command_linux"
    command = python_command(run_command, root_dir)
    words = _words(command)
    if words is None:
        settings.warn(key, message("command-quote-open", "The command has a quotation that does not end."))
        return
    if missing := _missing_program(command, words, root_dir):
        is_environment = _is_environments_python(missing)
        if not (is_for_windows and (is_environment or missing == "wine")):
            text = message("program-missing", 'The command starts "{written}", which is not there.', written=missing)
            fix = tool_advice(missing) if missing in TOOLS else None
            settings.warn(key, text, fix=_ENVIRONMENT_FIX if is_environment else fix)
    if script := _missing_script(words, root_dir):
        text = message("program-missing", 'The command starts "{written}", which is not there.', written=script)
        settings.warn(key, text, fix=did_you_mean(closest(script, sorted(map(str, names_in(root_dir))))))


def _is_environments_python(program: str) -> bool:
    folder, _, name = program.rpartition("/")
    return name.startswith("python") and folder.rpartition("/")[2] == "bin"


def _folder_fix(folder: Path, written: str) -> Message | None:
    if "\\" in written and os.sep != "\\":
        return SLASHES_FIX
    near = closest(
        folder.name, [name for name in names_in(folder.parent) if is_there(folder.parent / name, as_folder=True)]
    )
    return did_you_mean(near)


def _words(command: str) -> list[str] | None:
    """Returns the words of a command; None if a quotation is not closed."""
    try:
        return shlex.split(command)
    except ValueError:
        return None


def _missing_program(command: str, words: list[str], root_dir: Path) -> str:
    if not words or words[0] in _INTERPRETERS or "=" in words[0] or any(mark in command for mark in _SHELL_MARKS):
        return ""
    program = words[0]
    is_path = "/" in program
    is_present = is_there(root_dir / program) if is_path else shutil.which(program) is not None
    return "" if is_present else program


def _missing_script(words: list[str], root_dir: Path) -> str:
    """Returns the missing file that a command like `python -u bot.py` would run; empty for other commands.

    The interpreter may itself be missing, as in `venv/bin/python bot.py`.
    """
    is_python = bool(words) and _PYTHON_NAME.fullmatch(words[0].rpartition("/")[2]) is not None
    if not is_python or any(mark in word for word in words for mark in _SHELL_MARKS):
        return ""
    rest = [*dropwhile(lambda word: word in _PLAIN_OPTIONS, words[1:])]
    is_script = bool(rest) and rest[0].endswith((".py", ".pyw"))
    return rest[0] if is_script and not is_there(root_dir / rest[0]) else ""


def _environment(settings: Table) -> Environment:
    pairs = settings.pairs("environment")
    place = settings.at(("environment",))
    for name, _ in pairs:
        if not name or "=" in name or "\0" in name:
            text = message(
                "variable-name-invalid", '"{written}" cannot be the name of an environment variable.', written=name
            )
            place.error(name, text)
    return pairs


def _details(top: Table, settings: Table) -> Details:
    has_logo = bool(settings.values.get("logo_file"))
    logo = settings.lenient().file("logo_file", is_document=False, is_appearance=True) if has_logo else None
    return top.lenient().table("details").read(Details(logo=logo), {tuple[str, ...]: _tags}, _HOMES)


def _tags(details: Table, key: str, _usual: Any) -> tuple[str, ...]:
    tags = details.texts(key)
    for position, tag in enumerate(tags):
        if tag not in TAGS and not is_about_others(tag):
            text = message("unusual-tag", 'Tag "{written}" is not one of the usual tags.', written=tag)
            details.at((key, position)).warn("", text, fix=did_you_mean(closest(tag, TAGS)))
    return tags


def _loadouts(settings: Table, findings: list[Problem]) -> tuple[Path | None, Loadouts | None]:
    if not settings.has("loadout_file"):
        return None, None
    path = settings.file("loadout_file", is_appearance=True)
    if path is None:
        return None, None
    reading = read_loadout(path)
    findings.extend(reading.problems)
    return path, reading.value


def _check_alone(settings: Table, agent: ScriptFile, findings: list[Problem]) -> None:
    """Warns about anything that keeps a valid agent out of matches."""
    if any(problem.is_error for problem in findings):
        return
    if not agent.agent_id:
        text = message("agent-id-missing", "There is no agent_id, so no match will take this agent.")
        fix = message(
            "write-own-id", 'Write an id that is yours alone, like "{written}".', written="your-name/bot-name"
        )
        settings.warn("agent_id", text, fix=fix)
    if not agent.run_command:
        key = "run_command" if settings.has("run_command") else "run_command_linux"
        text = message("command-missing", "There is no command for this platform, so it must be started manually.")
        settings.warn(key, text)


TEAM_TABLES: Final = ("blue_loadout", "orange_loadout")
_ITEMS: Final = tuple(key.path for key in keys_of(Loadout) if key.kind is int)
_HOMES_OF_ITEMS: Final = dict.fromkeys(_ITEMS, message("home-loadouts", "[blue_loadout] and [orange_loadout]"))
_HOMES_OF_PAINTS: Final = dict.fromkeys(names_of(Paint)[()], message("home-paint", "the paint table of this team"))
_HOMES_WITHIN_PAINT: Final = dict.fromkeys(_ITEMS, message("home-team", "the team's table, above its paint"))


def read_loadout(path: Path) -> Reading[Loadouts]:
    """Reads a loadout.toml, or the .cfg of an appearance; a team without a table gets the default items."""
    if is_v4_name(path):
        return read_v4_loadout(path)
    findings: list[Problem] = []
    top = _opened(path, findings)
    if top is None:
        return Reading.of(None, findings)
    top.check_keys(TEAM_TABLES, _HOMES_OF_ITEMS)
    blue, orange = (top.table(name).read(Loadout(), {Paint: _paint}, _HOMES_OF_PAINTS) for name in TEAM_TABLES)
    return Reading.of((blue, orange), findings)


def _paint(loadout: Table, key: str, default: Paint) -> Paint:
    return loadout.table(key).read(default, homes=_HOMES_WITHIN_PAINT)
