"""Launch configurations of editors for a bot: `.vscode/launch.json` and PyCharm's `.run/*.run.xml`.

Each has what starts the bot under the editor's own debugger; VS Code also has what attaches to a bot that Kickabout
started. A file that exists keeps everything else in it, comments included.
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
    files = [
        _vscode(folder / ".vscode" / "launch.json", [_attaching(name, debug_port), *_starting(name, start, program)])
    ]
    if program is not None:
        safe_name = re.sub(r"[^\w .-]", "_", name)
        files.append(_pycharm(folder / ".run" / f"Kickabout {safe_name}.run.xml", name, start, program))
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


def _starting(name: str, start: OwnStart, program: _Program | None) -> list[Configuration]:
    if program is None:
        return []
    target = {"program": program.file} if program.file else {"module": program.module}
    return [
        {
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
    ]


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
    """Returns a launch.json, which may contain comments, with these configurations; None if that would lose something.

    A configuration of the same name keeps its other keys.
    """
    try:
        plain = _plain(text)
        before = json.loads(plain)
        top = list(_parts(plain, plain.index("{")))
        keys, values = top[::2], top[1::2]
        places = [place for (key, _, _), (_, place, _) in zip(keys, values, strict=True) if key == _LIST]
        merged = text if places else _with_list(text, plain, configurations)
        for configuration in reversed(configurations) if places else ():
            merged = _put(merged, places[0], configuration)
        is_safe = json.loads(_plain(merged)) == {**before, _LIST: _expected(before.get(_LIST, []), configurations)}
    except (ValueError, IndexError, TypeError, AttributeError, RecursionError):
        return None
    return merged if is_safe else None


def _with_list(text: str, plain: str, configurations: Sequence[Configuration]) -> str:
    place = plain.index("{") + 1
    comma = "" if plain[_GAP.match(plain, place).end()] == "}" else ","  # type: ignore[union-attr]  # matches always
    return f'{text[:place]}\n    "{_LIST}": {_indented(configurations, 1)}{comma}{text[place:]}'


def _put(text: str, place: int, configuration: Configuration) -> str:
    """Returns the text with a configuration in the list at `place`, in place of the one with its name."""
    plain = _plain(text)
    parts = list(_parts(plain, place))
    for old, start, end in parts:
        if isinstance(old, dict) and old.get("name") == configuration["name"]:
            if text[start:end] != plain[start:end]:
                raise ValueError("A comment would be lost.")
            return text[:start] + _indented(_updated(old, configuration), 2) + text[end:]
    return f"{text[: place + 1]}\n        {_indented(configuration, 2)}{',' if parts else chr(10)}{text[place + 1 :]}"


def _expected(before: list[Any], configurations: Sequence[Configuration]) -> list[Any]:
    names = [each.get("name") if isinstance(each, dict) else None for each in before]
    ours = {each["name"]: each for each in configurations}
    new = [each for each in configurations if each["name"] not in names]
    return [
        *new,
        *(_updated(each, ours[name]) if name in ours else each for each, name in zip(before, names, strict=True)),
    ]


def _updated(old: Configuration, new: Configuration) -> Configuration:
    env = {"env": {**old["env"], **new["env"]}} if isinstance(old.get("env"), dict) and "env" in new else {}
    return {**old, **new, **env}


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


def _indented(value: object, depth: int) -> str:
    return json.dumps(value, indent=4, ensure_ascii=False).replace("\n", "\n" + 4 * depth * " ")


def _pycharm(path: Path, name: str, start: OwnStart, program: _Program) -> EditorFile | None:
    """Returns a run configuration; in one that exists, other options and variables stay as they are."""
    root = ET.Element("component", name="ProjectRunConfigurationManager")
    ET.SubElement(root, "configuration", default="false", factoryName="Python")
    before, is_safe = "", True
    try:
        before = read_text(path, MAX_BYTES).strip()
        root = ET.fromstring(before, ET.XMLParser(target=ET.TreeBuilder(insert_comments=True)))  # noqa: S314 - bounded
        is_safe = before.startswith("<component") and before.endswith("</component>") and "<?" not in before
    except FileNotFoundError:
        pass
    except (OSError, UnicodeDecodeError, ET.ParseError):
        before, is_safe = before or "?", False
    configuration = root.find("configuration")
    if configuration is None:
        configuration = ET.SubElement(root, "configuration", default="false", factoryName="Python")
    _fill(configuration, name, start, program)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return None if text == before else EditorFile(path=path, is_new=not before, text=f"{text}\n", is_safe=is_safe)


def _fill(configuration: ET.Element, name: str, start: OwnStart, program: _Program) -> None:
    configuration.set("name", f"Kickabout: start {name}")
    configuration.set("type", "PythonConfigurationType")
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
        _child(configuration, "option", key).set("value", value)
    variables = configuration.find("envs")
    variables = ET.SubElement(configuration, "envs") if variables is None else variables
    for key, value in start.variables.items():
        _child(variables, "env", key).set("value", value)


def _child(parent: ET.Element, tag: str, name: str) -> ET.Element:
    """Returns the child with this tag and name; makes it if there is none."""
    found = next((child for child in parent.iter(tag) if child.get("name") == name), None)
    return ET.SubElement(parent, tag, name=name) if found is None else found
