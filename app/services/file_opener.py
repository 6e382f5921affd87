"""Opens folders, files and web pages in the user's programs. The functions return why they fail, or an empty text."""

import os
import shlex
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

translate = QCoreApplication.translate
_WEB: Final = ("http", "https")
_RUN_BY_WINDOWS: Final = (".py", ".pyw", ".exe", ".bat", ".cmd", ".com", ".ps1", ".js", ".vbs", ".jar", ".lnk")
"""Windows runs files with these endings instead of opening them."""
_RUN_BY_MACOS: Final = (".py", ".pyw", ".command", ".tool", ".jar")
"""Likewise on macOS."""
_FORMS: Final = (
    (("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"), ("--goto", "{file}:{line}")),
    (("subl", "sublime_text", "zed", "zeditor", "atom", "pulsar"), ("{file}:{line}",)),
    (("idea", "idea64", "pycharm", "pycharm64", "charm", "clion", "rider", "webstorm"), ("--line", "{line}", "{file}")),
    (("kate", "kwrite", "geany", "mousepad"), ("--line", "{line}", "{file}")),
    (("notepad++",), ("-n{line}", "{file}")),
    (("vim", "gvim", "nvim", "nvim-qt", "mvim", "vi", "emacs", "emacsclient", "nano", "gedit"), ("+{line}", "{file}")),
)
"""Names of editors' programs with their arguments; taken from their manuals."""
_KNOWN: Final = {name: form for names, form in _FORMS for name in names}
_ENDINGS: Final = (".exe", ".cmd", ".bat", ".com", ".sh")


def open_folder(folder: Path) -> str:
    """Opens a folder in the file manager."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return translate("FileOpener", "No program is set up to open the folder {path}.").format(path=folder)
    return ""


def open_in_editor(file: Path, editor: str, folder: Path | None = None) -> str:
    """Opens a file of an agent with the editor's command, or with the system's default program.

    In the command, `{folder}` and `{file}` stand for the agent's folder, by default the file's, and for the file;
    without them both are appended.
    """
    if not file.is_file():
        return translate("FileOpener", "File not found: {path}").format(path=file)
    home = folder or file.parent
    return _start(opening(editor, file, home), editor, home) if editor.strip() else _open_by_system(file)


def open_at_line(file: Path, line: int | None, editor: str) -> str:
    """Opens a file at a line with the editor's command, or with the system's default program.

    In the command, `{file}` and `{line}` are replaced; known editors need no placeholders.
    """
    if not file.is_file():
        return translate("FileOpener", "File not found: {path}").format(path=file)
    if editor.strip():
        return _start(opening_at(editor, file, line or 1), editor, file.parent)
    return _open_by_system(file)


def open_page(address: str) -> str:
    """Opens a web page in the browser; refuses other addresses."""
    url = QUrl(address)
    if url.scheme().lower() not in _WEB or not url.isValid():
        return translate("FileOpener", "Not a web address: {address}").format(address=address)
    if QDesktopServices.openUrl(url):
        return ""
    return translate("FileOpener", "No program is set up to open {path}.").format(path=address)


def _open_by_system(file: Path) -> str:
    """Opens a file with the system's default program; opens the folder of a file that the system would run."""
    run = _RUN_BY_WINDOWS if os.name == "nt" else _RUN_BY_MACOS if sys.platform == "darwin" else ()
    if file.suffix.lower() in run:
        words = translate("FileOpener", "Choose your editor in the settings to open {file}.")
        return open_folder(file.parent) or words.format(file=file.name)
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
        words = translate("FileOpener", "No program is set up to open {path}. Choose your editor in the settings.")
        return words.format(path=file)
    return ""


def _start(words: list[str], editor: str, folder: Path) -> str:
    if not words or not QProcess.startDetached(words[0], words[1:], str(folder))[0]:
        text = translate("FileOpener", "The editor does not start: {command}. Correct its command in the settings.")
        return text.format(command=editor)
    return ""


def opening(editor: str, file: Path, folder: Path) -> list[str]:
    """Returns the command that opens a file of an agent with its folder; empty if `editor` is malformed."""
    return _filled(_with_places(_words(editor), ("{folder}", "{file}")), file, 1, folder)


def opening_at(editor: str, file: Path, line: int) -> list[str]:
    """Returns the command that opens a file at a line, if the editor is known; empty if `editor` is malformed.

    A command with `{folder}`, `{file}` or `{line}` is used as it is.
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
    """Returns the name of the editor's program."""
    name = words[0].replace("\\", "/").rsplit("/", 1)[-1].lower() if words else ""
    ending = next((ending for ending in _ENDINGS if name.endswith(ending)), "")
    return name.removesuffix(ending)
