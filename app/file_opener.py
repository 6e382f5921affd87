"""Opens folders, files and pages of the web in the programs that the user has for them."""

import os
import shlex
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

translate = QCoreApplication.translate
_WEB: Final = ("http", "https")


def open_folder(folder: Path) -> str:
    """Shows a folder in the file manager; the reason why not, or nothing."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return translate("FileOpener", "No program opens the folder {path}.").format(path=folder)
    return ""


def open_in_editor(document: Path, editor: str) -> str:
    """Opens an agent's document with the editor's command, or with what the system has for it; the reason why not.

    In the command, `{folder}` and `{file}` stand for the agent's folder and document; without them both are appended.
    """
    if not editor.strip():
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(document))):
            reason = translate("FileOpener", "No program opens {path}. Name your editor in the settings.")
            return reason.format(path=document)
        return ""
    words = _command(editor, document)
    if not words or not QProcess.startDetached(words[0], words[1:], str(document.parent))[0]:
        reason = translate("FileOpener", "The editor does not start: {command}. Mend its command in the settings.")
        return reason.format(command=editor)
    return ""


def open_page(address: str) -> str:
    """Opens a page of the web in the browser; other addresses are refused, with the reason."""
    url = QUrl(address)
    if url.scheme().lower() not in _WEB or not url.isValid():
        return translate("FileOpener", "This link leads to no page of the web: {address}").format(address=address)
    if QDesktopServices.openUrl(url):
        return ""
    return translate("FileOpener", "No program opens {path}.").format(path=address)


def _command(editor: str, document: Path) -> list[str]:
    try:
        words = shlex.split(editor, posix=os.name == "posix")
    except ValueError:
        return []
    places = {"{folder}": str(document.parent), "{file}": str(document)}
    if not any(place in word for place in places for word in words):
        words = [*words, *places]
    for place, path in places.items():
        words = [word.replace(place, path) for word in words]
    return words
