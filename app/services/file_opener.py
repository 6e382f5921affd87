"""Opens folders, files and pages of the web in the programs that the user has for them."""

import os
import shlex
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from app.document.opening import is_script_file
from app.services.editors import opening, opening_at
from runtime.documents import read_bot, read_script

translate = QCoreApplication.translate
_WEB: Final = ("http", "https")
_RUN_BY_WINDOWS: Final = (".py", ".pyw", ".exe", ".bat", ".cmd", ".com", ".ps1", ".js", ".vbs", ".jar", ".lnk")
"""Windows runs such files when it is asked to open them."""
_RUN_BY_MACOS: Final = (".py", ".pyw", ".command", ".tool", ".jar")
"""So may macOS."""
_SOURCES: Final = (".py", ".pyw", ".js", ".ts", ".java", ".cs", ".rs", ".go", ".lua", ".rb", ".cpp", ".kt")


def open_folder(folder: Path) -> str:
    """Shows a folder in the file manager; the reason why not, or nothing."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return translate("FileOpener", "No program is set up to open the folder {path}.").format(path=folder)
    return ""


def open_in_editor(file: Path, editor: str, folder: Path | None = None) -> str:
    """Opens a file of an agent with the editor's command, or with what the system has for it; the reason why not.

    In the command, `{folder}` and `{file}` stand for the agent's folder, by default the file's, and for the file;
    without them both are appended.
    """
    home = folder or file.parent
    return _start(opening(editor, file, home), editor, home) if editor.strip() else _open_by_system(file)


def source_of(document: Path) -> Path:
    """Returns the file of an agent's source that its run command names, else its document; blocks while it reads.

    Only files in the agent's folder are its source: a run command may name any file of the computer.
    """
    read = read_script if is_script_file(document) else read_bot
    settings = read(document).value
    if settings is None:
        return document
    try:
        words = shlex.split(settings.run_command.replace("\\", "/"))
    except ValueError:
        return document
    home = document.parent.resolve()
    root = Path(settings.root_dir)
    named = (root / word for word in words if Path(word).suffix.lower() in _SOURCES)
    return next((file for file in named if file.is_file() and file.resolve().is_relative_to(home)), document)


def open_at_line(file: Path, line: int | None, editor: str) -> str:
    """Opens a file at a line with the editor's command, or with what the system has for it; the reason why not.

    In the command, `{file}` and `{line}` stand for both; known editors need no such words.
    """
    if not file.is_file():
        return translate("FileOpener", "File not found: {path}").format(path=file)
    if editor.strip():
        return _start(opening_at(editor, file, line or 1), editor, file.parent)
    return _open_by_system(file)


def open_page(address: str) -> str:
    """Opens a page of the web in the browser; other addresses are refused, with the reason."""
    url = QUrl(address)
    if url.scheme().lower() not in _WEB or not url.isValid():
        return translate("FileOpener", "Not a web address: {address}").format(address=address)
    if QDesktopServices.openUrl(url):
        return ""
    return translate("FileOpener", "No program is set up to open {path}.").format(path=address)


def _open_by_system(file: Path) -> str:
    """Opens a file with the system's program for it; one that the system would run is shown in its folder instead."""
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
