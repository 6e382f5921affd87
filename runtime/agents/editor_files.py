"""Launch configurations of editors for a bot: `.vscode/launch.json` and PyCharm's `.run/*.run.xml`.

Each has what starts the bot under the editor's own debugger; VS Code also has what attaches to a bot that Kickabout
started. A launch.json that exists keeps everything else in it, comments included; the .run.xml is Kickabout's own.
"""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.agents.program import PYTHON_PROGRAM, OwnStart
from runtime.endpoints import LOOPBACK
from runtime.files import read_text

MAX_BYTES: Final = 1 << 20
Configuration = dict[str, Any]
_NOT_JSON: Final = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA: Final = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])', re.DOTALL)
_GAP: Final = re.compile(r"[\s,:]*")
_LIST: Final = "configurations"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorFile:
    """One file to write."""

    path: Path
    is_new: bool
    text: str
    """The new content of the file or, without `is_safe`, what the user adds to it by hand."""
    is_safe: bool = True
    """False if the file cannot be changed without a loss."""


def editor_files(name: str, folder: Path, start: OwnStart, debug_port: int) -> tuple[EditorFile, ...]:
    """Returns the files for a bot, without those that need no change.

    Args:
        name: its name.
        folder: the folder that the user opens in the editor.
        start: how the user starts it.
        debug_port: where Kickabout starts its debugger.
    """
    program = _program(start)
    configurations = [_attaching(name, debug_port)]
    files = []
    if program is not None:
        configurations.append(_starting(name, start, program))
        safe_name = re.sub(r"[^\w .-]", "_", name)
        files.append(_pycharm(folder / ".run" / f"Kickabout {safe_name}.run.xml", name, start, program))
    files.insert(0, _vscode(folder / ".vscode" / "launch.json", configurations))
    return tuple(file for file in files if file is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """The Python program in a command."""

    options: list[str]
    """Those of Python itself."""
    file: str
    module: str
    arguments: list[str]


def _program(start: OwnStart) -> _Program | None:
    """Returns the Python program of a command; None if it runs something else."""
    if not start.argv or PYTHON_PROGRAM.fullmatch(Path(start.argv[0]).name) is None:
        return None
    words = list(start.argv[1:])
    place = next((place for place, word in enumerate(words) if word == "-m" or not word.startswith("-")), len(words))
    is_module = words[place : place + 1] == ["-m"]
    target = words[place + is_module : place + is_module + 1]
    if not target:
        return None
    file = "" if is_module else str(Path(start.folder) / target[0])
    rest = words[place + is_module + 1 :]
    return _Program(options=words[:place], file=file, module=target[0] if is_module else "", arguments=rest)


def _attaching(name: str, port: int) -> Configuration:
    connect = {"host": LOOPBACK, "port": port}
    return {"name": f"Kickabout: attach to {name}", "type": "debugpy", "request": "attach", "connect": connect}


def _starting(name: str, start: OwnStart, program: _Program) -> Configuration:
    target = {"program": program.file} if program.file else {"module": program.module}
    return {
        "name": f"Kickabout: start {name}",
        "type": "debugpy",
        "request": "launch",
        "python": start.argv[0],
        **({"pythonArgs": program.options} if program.options else {}),
        **target,
        "args": program.arguments,
        "cwd": start.folder,
        "env": dict(start.variables),
        "console": "integratedTerminal",
    }


def _vscode(path: Path, configurations: Sequence[Configuration]) -> EditorFile | None:
    try:
        before = read_text(path, MAX_BYTES)
    except FileNotFoundError:
        text = json.dumps({"version": "0.2.0", _LIST: configurations}, indent=4, ensure_ascii=False)
        return EditorFile(path=path, is_new=True, text=f"{text}\n")
    except (OSError, UnicodeDecodeError):
        before = ""
    merged = merge_launch_json(before, configurations)
    if merged is None:
        text = ",\n".join(json.dumps(each, indent=4, ensure_ascii=False) for each in configurations)
        return EditorFile(path=path, is_new=False, text=text, is_safe=False)
    return EditorFile(path=path, is_new=False, text=merged) if merged != before else None


def merge_launch_json(text: str, configurations: Sequence[Configuration]) -> str | None:
    """Returns a launch.json, which may contain comments, with these configurations.

    None if that would lose something. A configuration of the same name keeps its other keys.
    """
    names = [configuration["name"] for configuration in configurations]
    merged = text
    try:
        for configuration in reversed(configurations):
            merged = _put(merged, configuration)
        is_safe = _without(names, text) == _without(names, merged)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return merged if is_safe else None


def _put(text: str, configuration: Configuration) -> str:
    """Returns the text with a configuration at the beginning of the list, or in place of the one with its name."""
    plain = _plain(text)
    top = list(_parts(plain, plain.index("{")))
    place = {key: place for (key, _, _), (_, place, _) in zip(top[::2], top[1::2], strict=True)}[_LIST]
    parts = list(_parts(plain, place))
    for old, start, end in parts:
        if isinstance(old, dict) and old.get("name") == configuration["name"]:
            if text[start:end] != plain[start:end]:
                raise ValueError("A comment would be lost.")
            return text[:start] + _indented({**old, **configuration}) + text[end:]
    return f"{text[: place + 1]}\n        {_indented(configuration)}{',' if parts else chr(10)}{text[place + 1 :]}"


def _without(names: Sequence[str], text: str) -> Configuration:
    """Returns the content of a launch.json except the configurations with these names."""
    document: Configuration = json.loads(_plain(text))
    return {**document, _LIST: [each for each in document[_LIST] if not names.count(dict(each).get("name", ""))]}


def _plain(text: str) -> str:
    """Returns the text as strict JSON of the same length: with blanks for comments and last commas."""
    for pattern in (_NOT_JSON, _LAST_COMMA):
        text = pattern.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)
    return text


def _parts(plain: str, place: int) -> Iterator[tuple[Any, int, int]]:
    """Yields the values in the list or object at `place`, with their places; keys count as values."""
    decoder = json.JSONDecoder()
    place = _GAP.match(plain, place + 1).end()  # type: ignore[union-attr]  # matches always
    while plain[place] not in "]}":
        value, end = decoder.raw_decode(plain, place)
        yield value, place, end
        place = _GAP.match(plain, end).end()  # type: ignore[union-attr]  # as above


def _indented(value: object) -> str:
    return json.dumps(value, indent=4, ensure_ascii=False).replace("\n", "\n" + 8 * " ")


def _pycharm(path: Path, name: str, start: OwnStart, program: _Program) -> EditorFile | None:
    root = ET.Element("component", name="ProjectRunConfigurationManager")
    configuration = ET.SubElement(root, "configuration", name=f"Kickabout: start {name}")
    configuration.attrib.update(type="PythonConfigurationType", default="false", factoryName="Python")
    values = {
        "INTERPRETER_OPTIONS": " ".join(program.options),
        "PARENT_ENVS": "true",
        "SDK_HOME": start.argv[0],
        "IS_MODULE_SDK": "false",
        "WORKING_DIRECTORY": start.folder,
        "SCRIPT_NAME": program.file or program.module,
        "MODULE_MODE": str(bool(program.module)).lower(),
        "PARAMETERS": " ".join(f'"{word}"' if " " in word else word for word in program.arguments),
    }
    for key, value in values.items():
        ET.SubElement(configuration, "option", name=key, value=value)
    variables = ET.SubElement(configuration, "envs")
    for key, value in start.variables.items():
        ET.SubElement(variables, "env", name=key, value=value)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    is_new = not path.exists()
    return EditorFile(path=path, is_new=is_new, text=text) if is_new or not _has_text(path, text) else None


def _has_text(path: Path, text: str) -> bool:
    try:
        return read_text(path, MAX_BYTES) == text
    except (OSError, UnicodeDecodeError):
        return False
