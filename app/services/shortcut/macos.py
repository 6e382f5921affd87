"""The files of a macOS application that starts Kickabout: Info.plist and the program in it."""

import plistlib
import shlex
from collections.abc import Sequence

IDENTIFIER = "dev.kickabout.launcher"


def info_plist(version: str) -> bytes:
    """What the Finder has to know: name, icon, and that it opens TOML files and folders."""
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


def program(command: Sequence[str]) -> str:
    """The shell script in the application that becomes Kickabout."""
    return f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n'
