"""Reading of bot.toml, script.toml and loadout.toml."""

import os
import re
import shlex
import shutil
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from runtime.documents.choices import SKILLS, TAGS
from runtime.documents.model import BotFile, Details, Environment, Loadout, Paint, Reading, ScriptFile
from runtime.documents.source import absolute, load
from runtime.documents.suggestions import closest
from runtime.documents.table import Table
from runtime.files import is_there, names_in
from runtime.model.needs import is_about_others
from runtime.model.problems import Problem

Loadouts = tuple[Loadout, Loadout]
"""What a car wears on blue and on orange."""

SETTINGS_KEYS: Final = (
    *("agent_id", "name", "root_dir", "run_command", "run_command_linux"),
    *("loadout_file", "hivemind", "logo_file", "environment"),
)
DETAILS_KEYS: Final = ("description", "fun_fact", "source_link", "developer", "language", "tags")
_BOT_ONLY: Final = ("loadout_file", "hivemind")
_HOMES: Final = dict.fromkeys(SETTINGS_KEYS, "[settings]") | dict.fromkeys(DETAILS_KEYS, "[details]")
_INTERPRETERS: Final = ("python", "python3", "py")
"""Commands that the launcher finds by itself where the computer does not know them."""
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
"""Programs that exist for every system under the same name."""
_WINDOWS_ENDINGS: Final = (".exe", ".com", ".bat", ".cmd")
_WINDOWS_SHELLS: Final = ("call", "cmd", "powershell", "start")
_CMD_SYNTAX: Final = "%&|<>^"
_ENVIRONMENT_FIX: Final = "Kickabout runs it with a Python of its own choice; RLBotServer needs that environment."
_SHELL_MARKS: Final = "$`(){}<>|&;\n"
"""What makes a command one for a shell, whose own words (cd, exec) are no programs."""


def read_bot(path: Path, *, platform: str = sys.platform) -> Reading[BotFile]:
    """Reads a bot.toml with its loadout, and warns of what will keep the bot out of a match."""
    reading = bot_file(path, platform=platform, with_loadout=True)
    if reading.value is None:
        return reading
    return Reading.of(reading.value, (*reading.problems, *_lone_problems(path, reading.value)))


def read_script(path: Path, *, platform: str = sys.platform) -> Reading[ScriptFile]:
    """Reads a script.toml, and warns of what will keep the script out of a match."""
    reading = script_file(path, platform=platform)
    if reading.value is None:
        return reading
    return Reading.of(reading.value, (*reading.problems, *_lone_problems(path, reading.value)))


def bot_file(path: Path, *, platform: str, with_loadout: bool) -> Reading[BotFile]:
    """Reads a bot.toml as a match does; a loadout file that the match overrides is not opened."""
    source, problems = load(path)
    findings: list[Problem] = list(problems)
    if source is None:
        return Reading.of(None, findings)
    top = Table(source, (), source.data, findings)
    top.check_keys(("settings", "details", "skill"), _HOMES)
    settings = top.table("settings")
    settings.check_keys(SETTINGS_KEYS, _HOMES)
    loadout_file, loadouts = _loadouts(settings, findings) if with_loadout else (None, None)
    bot = BotFile(
        **_common(top, settings, platform),
        hivemind=settings.flag("hivemind", default=False),
        loadout_file=loadout_file,
        loadouts=loadouts,
        skill=top.choice("skill", SKILLS, "AllStar"),
    )
    return Reading.of(bot, findings)


def script_file(path: Path, *, platform: str) -> Reading[ScriptFile]:
    """Reads a script.toml as a match does."""
    source, problems = load(path)
    findings: list[Problem] = list(problems)
    if source is None:
        return Reading.of(None, findings)
    top = Table(source, (), source.data, findings)
    top.check_keys(("settings", "details"), _HOMES)
    settings = top.table("settings")
    settings.check_keys(SETTINGS_KEYS, _HOMES)
    for key in _BOT_ONLY:
        if settings.has(key):
            settings.warn(key, f"{key} has no effect in a script, which drives no car.")
    return Reading.of(ScriptFile(**_common(top, settings, platform)), findings)


def _common(top: Table, settings: Table, platform: str) -> dict[str, Any]:
    root_dir = absolute(settings.source.path.parent, settings.text("root_dir"))
    run_command = _run_command(settings, platform, root_dir)
    if run_command:
        _check_start(settings, run_command, root_dir, platform)
    return {
        "path": settings.source.path,
        "name": settings.text("name"),
        "agent_id": _agent_id(settings),
        "root_dir": str(root_dir),
        "run_command": run_command,
        "environment": _environment(settings),
        "details": _details(top, settings),
    }


def _agent_id(settings: Table) -> str:
    agent_id = settings.text("agent_id")
    if agent_id.strip() and agent_id != agent_id.strip():
        fix = f'Write "{agent_id.strip()}".'
        settings.warn("agent_id", "agent_id begins or ends with a blank, so the server will not know it.", fix=fix)
    return agent_id


def _run_command(settings: Table, platform: str, root_dir: Path) -> str:
    windows = settings.text("run_command")
    linux = settings.text("run_command_linux")
    if platform == "win32":
        return windows.strip()
    if linux.strip() or not windows.strip():
        return linux.strip()
    fix = "Add run_command_linux." if platform != "darwin" else "Add run_command_linux, which macOS uses too."
    native = _native_command(windows, root_dir)
    if native is not None:
        message = "There is only a command for Windows. It starts no Windows program, so it is run here without wine."
        settings.warn("run_command", message, fix=f"{fix} RLBotServer would run it with wine.")
        return native
    settings.warn("run_command", "There is only a command for Windows, so it is run with wine.", fix=fix)
    return f"wine {windows}"


def _native_command(command: str, root_dir: Path) -> str | None:
    """Returns a command for Windows as a POSIX system runs it; None if it needs cmd.exe or starts a Windows program.

    A Python of a virtual environment becomes that environment's `bin/python`. Any other Python or tool that does not
    lie in the bot's folder is looked up along PATH by its name.
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
    """Whether Windows would find one of its programs at `path`, whose ending may be left out."""
    if path.name.lower().endswith(_WINDOWS_ENDINGS):
        return is_there(path)
    return not is_there(path) and any(is_there(Path(f"{path}{ending}")) for ending in _WINDOWS_ENDINGS)


def _check_start(settings: Table, run_command: str, root_dir: Path, platform: str) -> None:
    if not is_there(root_dir, as_folder=True):
        written = settings.text("root_dir")
        message = f'root_dir is "{written}", but there is no such folder.'
        settings.warn("root_dir", message, fix=_folder_fix(root_dir, written))
        return
    if platform != sys.platform or platform == "win32":
        return
    is_for_windows = not settings.text("run_command_linux").strip()
    key = "run_command" if is_for_windows else "run_command_linux"
    words = _words(run_command)
    if words is None:
        settings.warn(key, "The command has a quotation that does not end.")
    elif missing := _missing_program(run_command, words, root_dir):
        is_environment = _is_environments_python(missing)
        if not (is_for_windows and (is_environment or missing == "wine")):
            fix = _ENVIRONMENT_FIX if is_environment else ""
            settings.warn(key, f'The command starts "{missing}", which is not there.', fix=fix)


def _is_environments_python(program: str) -> bool:
    folder, _, name = program.rpartition("/")
    return name.startswith("python") and folder.rpartition("/")[2] == "bin"


def _folder_fix(folder: Path, written: str) -> str:
    if "\\" in written and os.sep != "\\":
        return "Write the path with / instead of \\."
    near = closest(
        folder.name, [name for name in names_in(folder.parent) if is_there(folder.parent / name, as_folder=True)]
    )
    return f'Did you mean "{near}"?' if near else ""


def _words(command: str) -> list[str] | None:
    """The words of a command; None where a shell finds no end."""
    try:
        return shlex.split(command)
    except ValueError:
        return None


def _missing_program(command: str, words: list[str], root_dir: Path) -> str:
    if not words or words[0] in _INTERPRETERS or "=" in words[0] or any(mark in command for mark in _SHELL_MARKS):
        return ""
    program = words[0]
    is_path = "/" in program
    found = is_there(root_dir / program) if is_path else shutil.which(program) is not None
    return "" if found else program


def _environment(settings: Table) -> Environment:
    pairs = settings.pairs("environment")
    place = settings.at(("environment",))
    for name, _ in pairs:
        if not name or "=" in name or "\0" in name:
            place.error(name, f'"{name}" cannot be the name of an environment variable.')
    return pairs


def _details(top: Table, settings: Table) -> Details:
    details = top.lenient().table("details")
    details.check_keys(DETAILS_KEYS, _HOMES)
    tags = details.texts("tags")
    for position, tag in enumerate(tags):
        if tag not in TAGS and not is_about_others(tag):
            near = closest(tag, TAGS)
            fix = f'Did you mean "{near}"?' if near else ""
            details.at(("tags", position)).warn("", f'Tag "{tag}" is not one of the usual tags.', fix=fix)
    return Details(
        description=details.text("description"),
        fun_fact=details.text("fun_fact"),
        source_link=details.text("source_link"),
        developer=details.text("developer"),
        language=details.text("language"),
        tags=tags,
        logo=settings.lenient().file("logo_file", is_document=False) if settings.values.get("logo_file") else None,
    )


def _loadouts(settings: Table, findings: list[Problem]) -> tuple[Path | None, Loadouts | None]:
    if not settings.has("loadout_file"):
        return None, None
    path = settings.file("loadout_file")
    if path is None:
        return None, None
    reading = read_loadout(path)
    findings.extend(reading.problems)
    return path, reading.value


def _lone_problems(path: Path, agent: ScriptFile) -> list[Problem]:
    source, _ = load(path)
    findings: list[Problem] = []
    if source is None:
        return findings
    settings = Table(source, (), source.data, findings).table("settings")
    if not agent.agent_id.strip():
        fix = 'Write an id that is yours alone, like "your-name/bot-name".'
        settings.warn("agent_id", "There is no agent_id, so no match will take this agent.", fix=fix)
    if not agent.run_command:
        key = "run_command" if settings.has("run_command") else "run_command_linux"
        settings.warn(key, "There is no command for this platform, so it must be started manually.")
    return findings


TEAM_TABLES: Final = ("blue_loadout", "orange_loadout")
ITEM_KEYS: Final = tuple(field.name for field in fields(Loadout) if field.name != "paint")
PAINT_KEYS: Final = tuple(field.name for field in fields(Paint))


def read_loadout(path: Path) -> Reading[Loadouts]:
    """Reads a loadout.toml; a team that it leaves out wears the default items."""
    source, problems = load(path)
    findings: list[Problem] = list(problems)
    if source is None:
        return Reading.of(None, findings)
    top = Table(source, (), source.data, findings)
    top.check_keys(TEAM_TABLES, dict.fromkeys(ITEM_KEYS, "[blue_loadout] and [orange_loadout]"))
    blue, orange = (_loadout(top.table(name)) for name in TEAM_TABLES)
    return Reading.of((blue, orange), findings)


def _loadout(table: Table) -> Loadout:
    table.check_keys((*ITEM_KEYS, "paint"), dict.fromkeys(PAINT_KEYS, "the paint table of this team"))
    paint = table.table("paint")
    paint.check_keys(PAINT_KEYS, dict.fromkeys(ITEM_KEYS, "the team's table, above its paint"))
    return Loadout(
        **{key: table.item_number(key) for key in ITEM_KEYS},
        paint=Paint(**{key: paint.item_number(key) for key in PAINT_KEYS}),
    )
