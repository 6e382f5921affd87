"""Documents of RLBot v4: .cfg files of bots, scripts and their appearance, read as their v5 counterparts.

A v4 agent has the same values as a v5 agent; its run command starts `runtime.v4_host` with the .cfg. Nothing of the
agent runs here. Its Python file is only parsed, to find the kind of the agent.
"""

import ast
import configparser
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from runtime.documents.model import BotFile, Details, Loadout, Paint, Reading, ScriptFile
from runtime.documents.source import SAVE_AS_UTF8
from runtime.documents.suggestions import closest, did_you_mean, for_missing_file, in_other_case, other_case
from runtime.documents.v4_compiled import windows_part
from runtime.files import is_there, read_file, reason_of
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity
from runtime.v4_host.encoding import UTF_8, decoded

MAX_BYTES: Final = 64 << 10
"""Maximum size of a .cfg file that is read."""
MAX_SOURCE: Final = 2 << 20
"""Maximum size of a Python file that is searched for the kind of its agent."""
SUFFIX: Final = ".cfg"
HOST: Final = Path(__file__).resolve().parents[1] / "v4_host"
"""The program that hosts v4 agents; see there."""
LOCATIONS: Final = "Locations"
AGENT_ID: Final = "rlbot-v4/{name}"

_LOCATIONS: Final = re.compile(r"^[ \t]*\[Locations\]", re.MULTILINE | re.IGNORECASE)
_PROGRAM: Final = re.compile(r"^[ \t]*(python_file|script_file)[ \t]*[=:]", re.MULTILINE | re.IGNORECASE)
_SCRIPT: Final = re.compile(r"^[ \t]*script_file[ \t]*[=:]", re.MULTILINE | re.IGNORECASE)
_LOADOUT: Final = re.compile(r"^[ \t]*\[Bot Loadout", re.MULTILINE | re.IGNORECASE)
_MATCH: Final = re.compile(r"^[ \t]*\[(?:Match|Participant) Configuration\]", re.MULTILINE | re.IGNORECASE)
_SECTION: Final = re.compile(r"\[(?P<name>[^\]]+)\]")
_OPTION: Final = re.compile(r"(?P<key>[^=:\s][^=:]*?)\s*[=:]")
_FLAGS: Final = (
    *("supports_early_start", "supports_standalone", "use_virtual_environment", "requires_tkinter", "requires_py37"),
)
_KEYS: Final = (
    *("name", "python_file", "script_file", "looks_config", "loadout_generator", "logo_file", "requirements_file"),
    *("maximum_tick_rate_preference", *_FLAGS),
)
_FLAG_VALUES: Final = ("0", "1", "false", "no", "off", "on", "true", "yes")
_ON: Final = ("1", "on", "true", "yes")
_FOREIGN: Final[Mapping[str, Message | str]] = {
    "BaseJavaAgent": "Java",
    "BaseDotNetAgent": ".NET",
    "BaseDotnetAgent": ".NET",
    "BaseScratchAgent": message("v4-browser", "a browser"),
    "ScratchManager": message("v4-browser", "a browser"),
    "ExecutableWithSocketAgent": message("v4-executable", "a program of its own"),
    "ExecutableWithSocketStandaloneBot": message("v4-executable", "a program of its own"),
    "BaseSubprocessAgent": message("v4-executable", "a program of its own"),
    "SubprocessHivemind": message("v4-executable", "a program of its own"),
}
"""Base classes of v4 that start a program which needs the native library, with a description of the program."""
_HIVEMIND: Final = "DroneAgent"
_LOADOUTS: Final = (("Bot Loadout", "Bot Paint Blue"), ("Bot Loadout Orange", "Bot Paint Orange"))
_MAX_ITEM: Final = 0xFFFF_FFFF
_PARTS: Final[dict[tuple[Path, int, int], tuple[Path, int] | None]] = {}
"""The part of a program that only Windows can load, with its folder's time of change; by program, time and size."""


class Cfg:
    """A parsed .cfg: values by section and key, compared without case, and their lines.

    Raises:
        configparser.Error: the text is not a .cfg.
    """

    def __init__(self, path: Path, text: str, encoding: str = UTF_8) -> None:
        self.path = path
        self.encoding = encoding
        self._parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
        try:
            self._parser.read_string(text)
        except AttributeError as error:  # Python's parser fails on a continued key without a value
            raise configparser.ParsingError(str(path)) from error
        self._lines = _lines(text)
        self._names = {name.lower(): name for name in self._parser.sections()}
        self.findings: list[Problem] = []
        if encoding != UTF_8:
            reason = message(
                "file-encoding",
                "This file is not written in UTF-8. It is read as {encoding}, so letters may be wrong.",
                encoding=encoding,
            )
            self.warn("", "", reason, SAVE_AS_UTF8)

    def has(self, section: str) -> bool:
        """Returns whether there is such a section."""
        return section.lower() in self._names

    def values(self, section: str) -> dict[str, str]:
        """Returns a section's values by key in lower case; several lines become one, and `None` becomes empty."""
        name = self._names.get(section.lower())
        pairs = self._parser.items(name) if name is not None else ()
        joined = {key: " ".join((value or "").split()) for key, value in pairs}
        return {key: "" if value == "None" else value for key, value in joined.items()}

    def line_of(self, section: str, key: str = "") -> int | None:
        """Returns the line of a key, or of its section; None if neither exists."""
        return self._lines.get((section.lower(), key), self._lines.get((section.lower(), "")))

    def error(self, section: str, key: str, text: Message, fix: Message | None = None) -> None:
        """Reports an error at a key."""
        self._report(Severity.ERROR, section, key, text, fix)

    def warn(self, section: str, key: str, text: Message, fix: Message | None = None) -> None:
        """Reports a warning at a key."""
        self._report(Severity.WARNING, section, key, text, fix)

    def file(self, section: str, key: str) -> Path | None:
        """Returns the file that a key names, relative to the document; None if it names none."""
        written = self.values(section).get(key, "")
        return (self.path.absolute().parent / written.replace("\\", "/")) if written else None

    def appearance(self, key: str) -> Path | None:
        """Returns the existing file of the appearance that a key names, even in other case, with a warning."""
        file = self.file(LOCATIONS, key)
        if file is None or is_there(file):
            return file
        same = in_other_case(file)
        if same is not None:
            written = self.values(LOCATIONS)[key]
            self.warn(LOCATIONS, key, other_case(key, written, same), did_you_mean(same.name))
        return same

    def name_fix(self, written: str) -> Message | None:
        """Returns the fix for the name of a missing file that may have been read wrongly; None otherwise."""
        if self.encoding == UTF_8 or written.isascii():
            return None
        return message("save-name-as-utf8", "The name may have been read wrongly: save the document as UTF-8.")

    def _report(self, severity: Severity, section: str, key: str, text: Message, fix: Message | None) -> None:
        place = f"{section}.{key}" if key else section
        problem = Problem(
            severity=severity, path=self.path, line=self.line_of(section, key), key=place, message=text, fix=fix
        )
        self.findings.append(problem)


def is_v4_name(path: Path) -> bool:
    """Returns whether a file, by its name, may be a document of RLBot v4."""
    return path.suffix.lower() == SUFFIX


def is_v4_document(path: Path) -> bool:
    """Returns whether a .cfg describes a bot or script, unlike the loadout and match documents of v4."""
    text = _text(path)
    return _LOCATIONS.search(text) is not None and _PROGRAM.search(text) is not None


def is_v4_loadout(path: Path) -> bool:
    """Returns whether a .cfg describes an appearance."""
    return _LOADOUT.search(_text(path)) is not None


def is_v4_script(path: Path) -> bool:
    """Returns whether a .cfg describes a script."""
    return _SCRIPT.search(_text(path)) is not None


def is_v4_match(path: Path) -> bool:
    """Returns whether a .cfg describes a match."""
    return is_v4_name(path) and _MATCH.search(_text(path)) is not None


def read_cfg(path: Path) -> Reading[Cfg]:
    """Reads any .cfg; the value is None if it cannot be read."""
    try:
        return Reading(value=Cfg(path, *decoded(read_file(path, MAX_BYTES))))
    except OSError as error:
        text = message("document-unreadable", "This document cannot be read: {reason}.", reason=reason_of(error))
        return Reading(value=None, problems=(Problem(severity=Severity.ERROR, path=path, message=text),))
    except configparser.Error as error:
        return Reading(value=None, problems=(_unreadable(path, error),))


def read_v4_bot(
    path: Path, *, platform: str = sys.platform, with_loadout: bool = True, is_alone: bool = True
) -> Reading[BotFile]:
    """Reads the .cfg of a bot as a bot.toml; arguments as for `read_bot`."""
    reading = read_cfg(path)
    cfg = reading.value
    if cfg is None:
        return Reading.of(None, reading.problems)
    values = _checked(cfg, "python_file")
    program = _program(cfg, "python_file")
    source = _source_kind(program) if program is not None else ""
    if source in _FOREIGN:
        text = message(
            "v4-foreign",
            "This bot needs {program}, which only works with the native library of RLBot v4 and the game on Windows.",
            program=_FOREIGN[source],
        )
        cfg.error(LOCATIONS, "python_file", text)
    elif program is not None:
        _check_compiled(cfg, "python_file", program, platform)
    loadout_file, loadouts = _looks(cfg, is_alone=is_alone) if with_loadout else (None, None)
    bot = BotFile(
        **_common(cfg, values, platform),
        hivemind=source == _HIVEMIND,
        starts_early=values.get("supports_early_start", "").lower() in _ON,
        loadout_file=loadout_file,
        loadouts=loadouts,
    )
    return Reading.of(bot, cfg.findings)


def read_v4_script(path: Path, *, platform: str = sys.platform) -> Reading[ScriptFile]:
    """Reads the .cfg of a script as a script.toml."""
    reading = read_cfg(path)
    cfg = reading.value
    if cfg is None:
        return Reading.of(None, reading.problems)
    values = _checked(cfg, "script_file")
    program = _program(cfg, "script_file")
    if program is not None:
        _check_compiled(cfg, "script_file", program, platform)
    return Reading.of(ScriptFile(**_common(cfg, values, platform)), cfg.findings)


def read_v4_loadout(path: Path) -> Reading[tuple[Loadout, Loadout]]:
    """Reads the .cfg of an appearance; without a section for orange, its items are 0, as in v4."""
    reading = read_cfg(path)
    cfg = reading.value
    if cfg is None:
        return Reading.of(None, reading.problems)
    if not any(cfg.has(section) for section, _ in _LOADOUTS):
        text = message(
            "v4-no-loadout", "There is no section [Bot Loadout] in this file: the car has the default items."
        )
        fix = message("v4-add-loadout", "Add the section [Bot Loadout] with items such as car_id = 23.")
        cfg.warn("", "", text, fix)
    blue, orange = (_loadout(cfg, items, paint) for items, paint in _LOADOUTS)
    return Reading.of((blue, orange), cfg.findings)


def v4_program(path: Path) -> Path | None:
    """Returns the Python file of a .cfg's agent, if it exists."""
    cfg = read_cfg(path).value
    files = [cfg.file(LOCATIONS, key) for key in ("python_file", "script_file")] if cfg is not None else []
    return next((file for file in files if file is not None and is_there(file)), None)


def v4_requirements(path: Path) -> Path | None:
    """Returns the requirements file that a .cfg names, if it exists."""
    cfg = read_cfg(path).value
    file = cfg.file(LOCATIONS, "requirements_file") if cfg is not None else None
    return file if file is not None and is_there(file) else None


def _common(cfg: Cfg, values: dict[str, str], platform: str) -> dict[str, Any]:
    details = cfg.values("Details")
    logo = cfg.appearance("logo_file") or cfg.path.absolute().parent / "logo.png"
    return {
        "path": cfg.path,
        "name": values.get("name", ""),
        "agent_id": AGENT_ID.format(name=values.get("name", "")),
        "root_dir": str(cfg.path.absolute().parent),
        "run_command": host_command(cfg.path, platform),
        "details": Details(
            description=details.get("description", ""),
            fun_fact=details.get("fun_fact", ""),
            source_link=details.get("github", ""),
            developer=details.get("developer", ""),
            language=details.get("language", ""),
            tags=tuple(tag.strip() for tag in details.get("tags", "").split(",") if tag.strip()),
            logo=logo if is_there(logo) else None,
        ),
    }


def host_command(document: Path, platform: str = sys.platform) -> str:
    """Returns the command that hosts the agent of a .cfg; `python` is the interpreter of its environment."""
    words = ["python", str(HOST), str(document.absolute())]
    return subprocess.list2cmdline(words) if platform == "win32" else shlex.join(words)


def _checked(cfg: Cfg, program_key: str) -> dict[str, str]:
    """Returns the values of `[Locations]` after checking those that are not paths of files."""
    values = cfg.values(LOCATIONS)
    if not values.get("name"):
        cfg.error(
            LOCATIONS, "name", message("v4-no-name", "There is no name."), message("v4-add-name", "Add name = ...")
        )
    for key in _FLAGS:
        written = values.get(key, "")
        if written and written.lower() not in _FLAG_VALUES:
            text = message(
                "v4-wrong-flag", '{key} is "{written}", but True or False is expected.', key=key, written=written
            )
            cfg.error(LOCATIONS, key, text)
    rate = values.get("maximum_tick_rate_preference", "")
    if rate and not whole_number(rate):
        text = message(
            "v4-wrong-rate",
            '{key} is "{written}", but a number of ticks per second is expected.',
            key="maximum_tick_rate_preference",
            written=rate,
        )
        cfg.error(
            LOCATIONS, "maximum_tick_rate_preference", text, message("write-value", "Write {expected}.", expected="120")
        )
    requirements = cfg.file(LOCATIONS, "requirements_file")
    if requirements is not None and not is_there(requirements):
        written = values["requirements_file"]
        text = message(
            "file-missing",
            '{key} is "{written}", but this file does not exist.',
            key="requirements_file",
            written=written,
        )
        cfg.warn(LOCATIONS, "requirements_file", text, cfg.name_fix(written))
    for key in values:
        meant = closest(key, _KEYS) if key not in _KEYS else ""
        if meant and meant not in values and (meant == program_key or meant in ("looks_config", "requirements_file")):
            text = message("unknown-key", 'Key "{key}" is unknown and has no effect.', key=key)
            cfg.warn(LOCATIONS, key, text, did_you_mean(meant))
    return values


def _program(cfg: Cfg, key: str) -> Path | None:
    """Returns the program file; reports an error if it does not exist."""
    program = cfg.file(LOCATIONS, key)
    written = cfg.values(LOCATIONS).get(key, "")
    if program is None:
        cfg.error(LOCATIONS, key, message("program-missing", "{key} names no file.", key=key))
    elif not is_there(program):
        text = message("program-missing", '{key} is "{written}", but there is no such file.', key=key, written=written)
        fix = for_missing_file(program, program.parent, is_agent=False).fix
        cfg.error(LOCATIONS, key, text, cfg.name_fix(written) or fix)
    else:
        return program
    return None


def _check_compiled(cfg: Cfg, key: str, program: Path, platform: str) -> None:
    """Reports a compiled part that only Windows can load, unless a requirement has its name."""
    try:
        stat = program.stat()
    except OSError:
        return
    if platform == "win32":
        return
    part = _windows_part(cfg, program, (program, stat.st_mtime_ns, stat.st_size))
    if part is None:
        return
    text = message("v4-windows-only", "This agent needs {file}, which is compiled for Windows only.", file=part.name)
    cfg.error(LOCATIONS, key, text)


def _windows_part(cfg: Cfg, program: Path, state: tuple[Path, int, int]) -> Path | None:
    """Returns the part of a program that only Windows can load; cached, because the search takes up to 20 ms."""
    known = _PARTS.get(state)
    if state in _PARTS and (known is None or _changed_ns(known[0].parent) == known[1]):
        return None if known is None else known[0]
    folder = cfg.path.absolute().parent
    part = windows_part(program, (folder, folder.parent))
    requirements = cfg.file(LOCATIONS, "requirements_file") or folder / "requirements.txt"
    if part is not None and re.search(rf"(?mi)^{re.escape(part.name.split('.')[0])}\b", _text(requirements)):
        part = None
    _PARTS[state] = None if part is None else (part, _changed_ns(part.parent))
    return part


def _changed_ns(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _looks(cfg: Cfg, *, is_alone: bool) -> tuple[Path | None, tuple[Loadout, Loadout] | None]:
    file = cfg.appearance("looks_config")
    if file is None:
        written = cfg.values(LOCATIONS).get("looks_config", "")
        if not written:
            text = message("v4-no-looks", "There is no looks_config, so the car has the default items.")
        else:
            text = message(
                "v4-looks-missing",
                'looks_config is "{written}", but there is no such file: the car has the default items.',
                written=written,
            )
        if is_alone:
            cfg.warn(LOCATIONS, "looks_config", text, cfg.name_fix(written))
        return None, None
    reading = read_v4_loadout(file)
    cfg.findings.extend(reading.problems)
    return file, reading.value


def _loadout(cfg: Cfg, items: str, paint: str) -> Loadout:
    keys = [field.name for field in fields(Loadout) if field.name != "paint"]
    paints = {field.name: _item(cfg, paint, field.name) for field in fields(Paint)}
    return Loadout(**{key: _item(cfg, items, key) for key in keys}, paint=Paint(**paints))


def whole_number(written: str) -> int | None:
    """Returns the number that a text of up to nine digits is; None for another text."""
    return int(written) if written.isdecimal() and len(written) <= 9 else None


def _item(cfg: Cfg, section: str, key: str) -> int:
    written = cfg.values(section).get(key, "")
    if not written:
        return 0
    number = whole_number(written)
    if number is not None and number <= _MAX_ITEM:
        return number
    if not written.lstrip("-").isdecimal():
        text = message(
            "v4-wrong-item", '{key} is "{written}", but the number of an item is expected.', key=key, written=written
        )
        cfg.error(section, key, text)
    return 0


def _source_kind(program: Path) -> str:
    """Returns the base class that decides the kind of an agent: one of `_FOREIGN`, `_HIVEMIND`, or empty."""
    try:
        stat = program.stat()
    except OSError:
        return ""
    return _source_kind_of(program, stat.st_mtime_ns, stat.st_size)


@cache
def _source_kind_of(program: Path, _changed_ns: int, size: int) -> str:
    try:
        data = read_file(program, MAX_SOURCE) if size <= MAX_SOURCE else b""
    except OSError:
        return ""
    known = {*_FOREIGN, _HIVEMIND}
    try:
        classes = [node for node in ast.walk(ast.parse(data)) if isinstance(node, ast.ClassDef)]
    except (SyntaxError, ValueError, RecursionError):
        return next((name for name in known if re.search(rf"class\s+\w+\(.*\b{name}\b", decoded(data)[0])), "")
    bases = [
        base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        for node in classes
        for base in node.bases
    ]
    return next((base for base in bases if base in known), "")


def _lines(text: str) -> dict[tuple[str, str], int]:
    """Returns the line of each section and key, both in lower case."""
    lines: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _SECTION.match(line.strip())
        option = _OPTION.match(line) if not line[:1].isspace() else None
        if header:
            section = header["name"].lower()
            lines.setdefault((section, ""), number)
        elif option and not line.startswith(("#", ";")):
            lines[section, option["key"].strip().lower()] = number
    return lines


def _unreadable(path: Path, error: configparser.Error) -> Problem:
    line = getattr(error, "lineno", None)
    if line is None and isinstance(error, configparser.ParsingError) and error.errors:
        line = error.errors[0][0]
    text = message("cfg-invalid", "This is not a valid .cfg document.")
    fix = message("cfg-syntax", "Each line is a [section], a key = value, or begins with #.")
    return Problem(severity=Severity.ERROR, path=path, line=line, message=text, fix=fix)


def _text(path: Path) -> str:
    try:
        return decoded(read_file(path, MAX_BYTES))[0]
    except OSError:
        return ""
