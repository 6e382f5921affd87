"""How editors are told to open a file at a line."""

import os
import shlex
from pathlib import Path
from typing import Final

_FORMS: Final = (
    (("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"), ("--goto", "{file}:{line}")),
    (("subl", "sublime_text", "zed", "zeditor", "atom", "pulsar"), ("{file}:{line}",)),
    (("idea", "idea64", "pycharm", "pycharm64", "charm", "clion", "rider", "webstorm"), ("--line", "{line}", "{file}")),
    (("kate", "kwrite", "geany", "mousepad"), ("--line", "{line}", "{file}")),
    (("notepad++",), ("-n{line}", "{file}")),
    (("vim", "gvim", "nvim", "nvim-qt", "mvim", "vi", "emacs", "emacsclient", "nano", "gedit"), ("+{line}", "{file}")),
)
"""Names of editors' programs with what they want to be told; taken from their manuals."""
_KNOWN: Final = {name: form for names, form in _FORMS for name in names}
_ENDINGS: Final = (".exe", ".cmd", ".bat", ".com", ".sh")


def opening(editor: str, file: Path, folder: Path) -> list[str]:
    """Returns the words of a command that opens a file of an agent with its folder; none if the command is broken."""
    return _filled(_with_places(_words(editor), ("{folder}", "{file}")), file, 1, folder)


def opening_at(editor: str, file: Path, line: int) -> list[str]:
    """The words of a command that opens a file at a line, as far as the editor is known; none where it is broken.

    A command that names `{folder}`, `{file}` or `{line}` itself is taken at its word.
    """
    words = _words(editor)
    return _filled(_with_places(words, _KNOWN.get(_name(words), ("{file}",))), file, line)


def _words(editor: str) -> list[str]:
    is_posix = os.name == "posix"
    try:
        words = shlex.split(editor, posix=is_posix)
    except ValueError:
        return []
    return words if is_posix else [word.strip('"') for word in words]


def _with_places(words: list[str], form: tuple[str, ...]) -> list[str]:
    is_placed = any(place in word for place in ("{folder}", "{file}", "{line}") for word in words)
    return words if is_placed or not words else [*words, *form]


def _filled(words: list[str], file: Path, line: int, folder: Path | None = None) -> list[str]:
    places = {"{line}": str(line), "{folder}": str(folder or file.parent), "{file}": str(file)}
    for place, text in places.items():
        words = [word.replace(place, text) for word in words]
    return words


def _name(words: list[str]) -> str:
    """The editor's name, as its program is called."""
    name = words[0].replace("\\", "/").rsplit("/", 1)[-1].lower() if words else ""
    ending = next((ending for ending in _ENDINGS if name.endswith(ending)), "")
    return name.removesuffix(ending)
