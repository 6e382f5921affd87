"""Entries on the desktop and in menus that start Kickabout: written and removed on each system."""

import os
import plistlib
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import app
from resources.looks import icon
from runtime.deletion import delete
from runtime.files import write_atomically

TOOL_S: Final = 30.0
"""Maximum run time of a tool of the system."""
LINK: Final = "Kickabout.lnk"
ENTRY: Final = "kickabout.desktop"
APPLICATION: Final = "Kickabout.app"
RunTool = Callable[[Sequence[str]], str]
"""Runs a tool of the system; returns why it failed, or nothing."""
IDENTIFIER: Final = "dev.kickabout.launcher"
"""Identifier of the macOS application."""
ASK_S: Final = 5.0
"""Maximum wait for the path of the desktop's folder."""

MIME_TYPE: Final = "application/x-kickabout-match+toml"
_RESERVED: Final = re.compile(r"[\s\"'\\<>~|&;$*?#()`]")
_ESCAPED_IN_QUOTES: Final = re.compile(r"([\"`$\\])")

MIME_XML: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MIME_TYPE}">
    <comment>Kickabout match</comment>
    <comment xml:lang="de">Kickabout-Spiel</comment>
    <sub-class-of type="application/toml"/>
    <glob pattern="*.match.toml" weight="80"/>
    <glob pattern="match.toml" weight="80"/>
  </mime-type>
</mime-info>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Folders of one user."""

    system: str
    """`linux`, `windows` or `macos`."""
    desktop: Path
    """The folder whose contents are on the screen."""
    menu: Path
    """Linux: applications; Windows: the start menu's programs; macOS: the user's applications."""
    data: Path
    """Linux: the user's data folder, with `mime` and `icons`; elsewhere a folder of Kickabout for the icon."""


class ShortcutError(RuntimeError):
    """An entry could not be written; the text is for the user."""


def run_tool(command: Sequence[str]) -> str:
    """Runs a tool as `RunTool` says; a missing tool counts as failed."""
    try:
        subprocess.run(command, capture_output=True, text=True, timeout=TOOL_S, check=True)
    except subprocess.CalledProcessError as error:
        return (error.stderr or "").strip() or f"{command[0]} ended with code {error.returncode}"
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    return ""


def install(places: Places, command: Sequence[str], version: str, *, run: RunTool = run_tool) -> tuple[Path, ...]:
    """Writes the entries, in place of older ones; returns their paths.

    Raises:
        ShortcutError: one cannot be written.
    """
    try:
        if places.system == "linux":
            return _install_linux(places, command, run)
        if places.system == "macos":
            return _install_macos(places, command, version)
        return _install_windows(places, command, run)
    except OSError as error:
        raise ShortcutError(f"The shortcut could not be written: {error}.") from error


def remove(places: Places, *, run: RunTool = run_tool) -> tuple[Path, ...]:
    """Removes the entries; returns the paths of those that existed.

    Raises:
        ShortcutError: one cannot be removed.
    """
    paths = tuple(path for path in _entries(places) if path.exists() or path.is_symlink())
    try:
        for path in paths:
            delete(path)
    except OSError as error:
        raise ShortcutError(f"The shortcut could not be removed: {error}.") from error
    if places.system == "linux" and paths:
        _refresh_linux(places, run)
    return paths


def _entries(places: Places) -> tuple[Path, ...]:
    if places.system == "linux":
        mime, picture = _linux_extras(places)
        return places.menu / ENTRY, places.desktop / ENTRY, mime, picture
    if places.system == "macos":
        return places.menu / APPLICATION, places.desktop / APPLICATION
    return places.menu / LINK, places.desktop / LINK, places.data / "kickabout.ico"


def _linux_extras(places: Places) -> tuple[Path, Path]:
    icons = places.data / "icons" / "hicolor" / "scalable" / "apps"
    return places.data / "mime" / "packages" / "kickabout.xml", icons / "kickabout.svg"


def _install_linux(places: Places, command: Sequence[str], run: RunTool) -> tuple[Path, ...]:
    mime, picture = _linux_extras(places)
    _write(picture, icon("kickabout").read_bytes())
    _write(mime, MIME_XML.encode())
    entry = desktop_entry(command, picture).encode()
    written = [mime, picture]
    for folder in (places.menu, places.desktop):
        if folder == places.desktop and not folder.is_dir():
            continue
        path = folder / ENTRY
        _write(path, entry)
        path.chmod(0o755)
        written.append(path)
    _refresh_linux(places, run)
    if places.desktop / ENTRY in written:
        run(["gio", "set", str(places.desktop / ENTRY), "metadata::trusted", "true"])
    return tuple(written)


def _refresh_linux(places: Places, run: RunTool) -> None:
    """Updates the caches of menus and file managers; without these tools, they update later."""
    run(["update-mime-database", str(places.data / "mime")])
    run(["update-desktop-database", str(places.menu)])


def _install_macos(places: Places, command: Sequence[str], version: str) -> tuple[Path, ...]:
    bundle = places.menu / APPLICATION
    contents = bundle / "Contents"
    _write(contents / "Info.plist", info_plist(version))
    _write(contents / "MacOS" / "kickabout", bundle_program(command).encode())
    (contents / "MacOS" / "kickabout").chmod(0o755)
    _draw(contents / "Resources" / "kickabout.icns", 512)
    written = [bundle]
    on_desktop = places.desktop / APPLICATION
    if places.desktop.is_dir():
        on_desktop.unlink(missing_ok=True)
        on_desktop.symlink_to(bundle)
        written.append(on_desktop)
    return tuple(written)


def _install_windows(places: Places, command: Sequence[str], run: RunTool) -> tuple[Path, ...]:
    picture = places.data / "kickabout.ico"
    _draw(picture, 256)
    written = [picture]
    for folder in (places.menu, places.desktop):
        folder.mkdir(parents=True, exist_ok=True)
        link = folder / LINK
        script = link_script(link, command, picture)
        reason = run(["powershell", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command", script])
        if reason:
            raise ShortcutError(f"The shortcut {link} could not be written: {reason}")
        written.append(link)
    return tuple(written)


def _draw(path: Path, size_px: int) -> None:
    """Draws the icon in the format that the suffix names.

    Raises:
        ShortcutError: the format cannot be written.
    """
    from PySide6.QtCore import QByteArray  # noqa: PLC0415 - only two systems need pictures of another format
    from PySide6.QtGui import QImage, QPainter  # noqa: PLC0415 - only two systems need pictures of another format
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415 - only two systems need pictures of another format

    path.parent.mkdir(parents=True, exist_ok=True)
    image = QImage(size_px, size_px, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(icon("kickabout").read_bytes())).render(painter)
    painter.end()
    if not image.save(str(path)):
        raise ShortcutError(f"The icon {path} could not be written.")


def _write(path: Path, data: bytes) -> None:
    """Writes a file atomically, and creates its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, data)


def desktop_entry(command: Sequence[str], picture: Path) -> str:
    """Returns the desktop entry that runs `command` with the opened files as arguments."""
    words = " ".join(quoted(word) for word in command)
    return f"""[Desktop Entry]
Type=Application
Version=1.5
Name=Kickabout
GenericName=Launcher for bot matches
GenericName[de]=Starter für Spiele zwischen Bots
Comment=Start and watch matches between game bots
Comment[de]=Spiele zwischen Bots starten und ansehen
Exec={words} %F
Icon={_desktop_value(str(picture))}
Terminal=false
Categories=Game;Development;
Keywords=bot;match;RLBot;Rocket League;
MimeType={MIME_TYPE};application/toml;inode/directory;
StartupNotify=true
StartupWMClass=kickabout
"""


def quoted(word: str) -> str:
    """Returns a word of an Exec line, quoted by the rules of the Desktop Entry Specification 1.5 ("The Exec key")."""
    doubled = word.replace("%", "%%")
    if not doubled or _RESERVED.search(doubled):
        inner = _ESCAPED_IN_QUOTES.sub(r"\\\1", doubled)
        doubled = f'"{inner}"'
    return _desktop_value(doubled)


def _desktop_value(text: str) -> str:
    """Returns a text as the value of a key: doubles backslashes and escapes line ends."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def info_plist(version: str) -> bytes:
    """Returns the Info.plist of the application: name, icon, and that it opens TOML files and folders."""
    toml = {
        "CFBundleTypeName": "Match",
        "CFBundleTypeExtensions": ["toml"],
        "CFBundleTypeRole": "Editor",
        "LSHandlerRank": "Alternate",
    }
    folder = {
        "CFBundleTypeName": "Folder",
        "LSItemContentTypes": ["public.folder"],
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Alternate",
    }
    return plistlib.dumps(
        {
            "CFBundleName": "Kickabout",
            "CFBundleDisplayName": "Kickabout",
            "CFBundleIdentifier": IDENTIFIER,
            "CFBundleVersion": version,
            "CFBundleShortVersionString": version,
            "CFBundlePackageType": "APPL",
            "CFBundleExecutable": "kickabout",
            "CFBundleIconFile": "kickabout.icns",
            "CFBundleDocumentTypes": [toml, folder],
            "NSHighResolutionCapable": True,
        }
    )


def bundle_program(command: Sequence[str]) -> str:
    """Returns the shell script of the application, which is replaced by Kickabout."""
    return f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n'


def link_script(link: Path, command: Sequence[str], picture: Path) -> str:
    """Returns the PowerShell script that writes a shortcut (.lnk)."""
    program, *arguments = command
    return "\n".join(
        (
            "$ErrorActionPreference = 'Stop'",
            f"$link = (New-Object -ComObject WScript.Shell).CreateShortcut({_powershell_quoted(str(link))})",
            f"$link.TargetPath = {_powershell_quoted(program)}",
            f"$link.Arguments = {_powershell_quoted(subprocess.list2cmdline(arguments))}",
            f"$link.WorkingDirectory = {_powershell_quoted(str(Path(program).parent))}",
            f"$link.IconLocation = {_powershell_quoted(str(picture))}",
            "$link.Description = 'Start and watch matches between game bots'",
            "$link.Save()",
        )
    )


def _powershell_quoted(text: str) -> str:
    """Returns a literal PowerShell string; doubles every character that PowerShell reads as a quotation mark."""
    for mark in "'\u2018\u2019\u201a\u201b":
        text = text.replace(mark, mark * 2)
    return f"'{text}'"


def report(paths: Sequence[Path], *, is_removed: bool) -> str:
    """Returns one line for each path."""
    if not paths:
        return "There was no shortcut."
    word = "Removed" if is_removed else "Wrote"
    return "\n".join(f"{word} {path}" for path in paths)


def native_places(own: Path) -> Places:
    """Returns the folders of this user on this system; `own` is a folder of Kickabout's."""
    home = Path.home()
    if sys.platform == "win32":
        roaming = Path(os.environ.get("APPDATA", home / "AppData" / "Roaming"))
        programs = roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        return Places(system="windows", desktop=_windows_desktop(home), menu=programs, data=own)
    if sys.platform == "darwin":
        return Places(system="macos", desktop=home / "Desktop", menu=home / "Applications", data=own)
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return Places(system="linux", desktop=_xdg_desktop(home), menu=data / "applications", data=data)


def _xdg_desktop(home: Path) -> Path:
    return _asked(["xdg-user-dir", "DESKTOP"]) or home / "Desktop"


def _windows_desktop(home: Path) -> Path:
    ask = "[Environment]::GetFolderPath('Desktop')"
    return _asked(["powershell", "-NoProfile", "-NonInteractive", "-Command", ask]) or home / "Desktop"


def _asked(command: list[str]) -> Path | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ASK_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    answer = done.stdout.strip()
    return Path(answer) if answer and Path(answer).is_absolute() else None


def start_command() -> tuple[str, ...]:
    """Returns the command that starts the window: launch.py of a checkout, or the installed package.

    launch.py runs on the Python that its environment was created with, so that it can repair the environment.
    """
    launcher = Path(app.__file__).resolve().parents[1] / "launch.py"
    if launcher.is_file():
        base = Path(getattr(sys, "_base_executable", sys.executable))
        return str(_windowed(base)), str(launcher)
    return str(_windowed(Path(sys.executable))), "-m", app.__name__


def _windowed(python: Path) -> Path:
    """Returns the interpreter without a console window, where there is one."""
    windowed = python.with_name("pythonw.exe")
    return windowed if python.name.lower() == "python.exe" and windowed.is_file() else python
