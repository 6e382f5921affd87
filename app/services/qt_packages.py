"""The Debian packages that Qt needs; imports nothing of Qt, which may be unable to load."""

from typing import Final

QT_PACKAGES: Final = (
    *("libegl1", "libgl1", "libglib2.0-0", "libxkbcommon0", "libfontconfig1", "libdbus-1-3", "libgssapi-krb5-2"),
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libxkbcommon-x11-0"),
)
INSTALL_QT_PACKAGES: Final = "On Debian and Ubuntu, this may help:  sudo apt install " + " ".join(QT_PACKAGES)
