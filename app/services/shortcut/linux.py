"""The files of a Linux desktop: menu and desktop entry, icon, and the type of match files (freedesktop.org)."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

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


def desktop_entry(command: Sequence[str], icon: Path) -> str:
    """The desktop entry that runs `command` with files behind it."""
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
Icon={_value(str(icon))}
Terminal=false
Categories=Game;Development;
Keywords=bot;match;RLBot;Rocket League;
MimeType={MIME_TYPE};application/toml;inode/directory;
StartupNotify=true
StartupWMClass=kickabout
"""


def quoted(word: str) -> str:
    """A word of an Exec line, by the rules of the Desktop Entry Specification 1.5 ("The Exec key")."""
    doubled = word.replace("%", "%%")
    if not doubled or _RESERVED.search(doubled):
        inner = _ESCAPED_IN_QUOTES.sub(r"\\\1", doubled)
        doubled = f'"{inner}"'
    return _value(doubled)


def _value(text: str) -> str:
    """Text as the value of a key: backslashes are doubled once more, line ends are written as escapes."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
