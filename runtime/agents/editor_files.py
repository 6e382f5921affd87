"""Launch configurations of editors for a bot: `.vscode/launch.json` and PyCharm's `.run/*.run.xml`.

Each has what starts the bot under the editor's own debugger; VS Code also has what attaches to a bot that Kickabout
started. A launch.json that exists keeps everything else in it; one with comments is left to the user. The .run.xml is
Kickabout's own.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.agents.program import PYTHON_PROGRAM, OwnStart
from runtime.codec import decode, encode
from runtime.endpoints import LOOPBACK
from runtime.files import read_text, write_atomically

MAX_BYTES: Final = 1 << 20
Configuration = dict[str, Any]
_LIST: Final = "configurations"
_WITH_VALUE: Final = ("-X", "-W", "--check-hash-based-pycs")
"""Options of Python whose value is the next word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorFile:
    """One file to write."""

    path: Path
    is_new: bool
    text: str
    """The new content of the file or, without `is_safe`, what the user adds to it by hand."""
    is_safe: bool = True
    """False if the file cannot be changed without a loss."""
    before: str | None = None
    """The content that `text` was made from; None if there was no file that could be read."""

    def write(self) -> bool:
        """Writes the file; returns false if it has changed since its new content was made.

        Raises:
            OSError: it cannot be written.
        """
        if _content(self.path) != self.before:
            return False
        self.path.parent.mkdir(exist_ok=True)
        write_atomically(self.path, self.text.encode())
        return True


def editor_files(name: str, folder: Path, start: OwnStart, debug_port: int) -> tuple[EditorFile, ...]:
    """Returns the files for a bot, without those that need no change.

    Args:
        name: its name.
        folder: the folder that the user opens in the editor.
        start: how the user starts it.
        debug_port: where Kickabout starts its debugger.
    """
    program = _program(start)
    starting = [] if program is None else [_starting(name, start, program)]
    launch = _vscode(folder / ".vscode" / "launch.json", [_attaching(name, debug_port), *starting])
    run = None if program is None else _pycharm(folder / ".run", name, start, program)
    return tuple(file for file in (launch, run) if file is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """The Python program in a command."""

    options: list[str]
    """Those of Python itself."""
    target: str
    """The path of its file or, if `is_module`, the name of a module."""
    is_module: bool
    arguments: list[str]


def _program(start: OwnStart) -> _Program | None:
    """Returns the Python program of a command; None if it runs something else."""
    if not start.argv or PYTHON_PROGRAM.fullmatch(Path(start.argv[0]).name) is None:
        return None
    words, options = list(start.argv[1:]), list[str]()
    while words and words[0].startswith("-") and words[0] != "-m":
        count = 2 if words[0] in _WITH_VALUE else 1
        options, words = [*options, *words[:count]], words[count:]
    is_module = words[:1] == ["-m"]
    words = words[is_module:]
    if not words or "-c" in options:
        return None
    target = words[0] if is_module else str(Path(start.folder) / words[0])
    return _Program(options=options, target=target, is_module=is_module, arguments=words[1:])


def _attaching(name: str, port: int) -> Configuration:
    connect = {"host": LOOPBACK, "port": port}
    return {"name": f"Kickabout: attach to {name}", "type": "debugpy", "request": "attach", "connect": connect}


def _starting(name: str, start: OwnStart, program: _Program) -> Configuration:
    return {
        "name": f"Kickabout: start {name}",
        "type": "debugpy",
        "request": "launch",
        "python": start.argv[0],
        **({"pythonArgs": program.options} if program.options else {}),
        "module" if program.is_module else "program": program.target,
        "args": program.arguments,
        "cwd": start.folder,
        "env": dict(start.variables),
        "console": "integratedTerminal",
    }


def _vscode(path: Path, configurations: Sequence[Configuration]) -> EditorFile | None:
    is_new, before = not path.exists(), _content(path)
    known = '{"version": "0.2.0", "configurations": []}' if is_new else before or ""
    merged = merge_launch_json(known, configurations)
    if merged is None:
        text = ",\n".join(encode(item, indent=4, is_ascii=False).decode() for item in configurations)
        return EditorFile(path=path, is_new=is_new, text=text, is_safe=False)
    return EditorFile(path=path, is_new=is_new, text=merged, before=before) if merged != before else None


def merge_launch_json(text: str, configurations: Sequence[Configuration]) -> str | None:
    """Returns a launch.json with these configurations; None if it is not plain JSON, so that comments would be lost.

    A configuration of the same name keeps its other keys.
    """
    try:
        document = decode(text)
        known = {item["name"]: item for item in document[_LIST]}
        ours = {item["name"]: {**known.get(item["name"], {}), **item} for item in configurations}
        others = [item for item in document[_LIST] if item["name"] not in ours]
        merged = {**document, _LIST: [*ours.values(), *others]}
    except (ValueError, LookupError, TypeError):
        return None
    return text if merged == document else f"{encode(merged, indent=4, is_ascii=False).decode()}\n"


def _pycharm(folder: Path, name: str, start: OwnStart, program: _Program) -> EditorFile | None:
    root = ET.Element("component", name="ProjectRunConfigurationManager")
    configuration = ET.SubElement(root, "configuration", name=f"Kickabout: start {name}")
    configuration.attrib.update(type="PythonConfigurationType", default="false", factoryName="Python")
    values = {
        "INTERPRETER_OPTIONS": " ".join(program.options),
        "PARENT_ENVS": "true",
        "SDK_HOME": start.argv[0],
        "IS_MODULE_SDK": "false",
        "WORKING_DIRECTORY": start.folder,
        "SCRIPT_NAME": program.target,
        "MODULE_MODE": str(program.is_module).lower(),
        "PARAMETERS": " ".join(f'"{word}"' if " " in word else word for word in program.arguments),
    }
    for key, value in values.items():
        ET.SubElement(configuration, "option", name=key, value=value)
    variables = ET.SubElement(configuration, "envs")
    for key, value in start.variables.items():
        ET.SubElement(variables, "env", name=key, value=value)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    safe_name = re.sub(r"[^\w .-]", "_", name)
    path = folder / f"Kickabout {safe_name}.run.xml"
    before = _content(path)
    return EditorFile(path=path, is_new=not path.exists(), text=text, before=before) if before != text else None


def _content(path: Path) -> str | None:
    """Returns the text of a file; None if it cannot be read."""
    with suppress(OSError, UnicodeDecodeError):
        return read_text(path, MAX_BYTES)
    return None
