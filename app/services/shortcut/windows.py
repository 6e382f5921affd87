"""A Windows shortcut (.lnk), made by the system itself through its scripting host."""

import subprocess
from collections.abc import Sequence
from pathlib import Path


def link_script(link: Path, command: Sequence[str], icon: Path) -> str:
    """The PowerShell lines that write the shortcut."""
    program, *arguments = command
    return "\n".join(
        (
            "$ErrorActionPreference = 'Stop'",
            f"$link = (New-Object -ComObject WScript.Shell).CreateShortcut({_quoted(str(link))})",
            f"$link.TargetPath = {_quoted(program)}",
            f"$link.Arguments = {_quoted(subprocess.list2cmdline(arguments))}",
            f"$link.WorkingDirectory = {_quoted(str(Path(program).parent))}",
            f"$link.IconLocation = {_quoted(str(icon))}",
            "$link.Description = 'Start and watch matches between game bots'",
            "$link.Save()",
        )
    )


def _quoted(text: str) -> str:
    """A PowerShell string in which nothing is replaced; every quotation mark that it knows as one is doubled."""
    for mark in "'\u2018\u2019\u201a\u201b":
        text = text.replace(mark, mark * 2)
    return f"'{text}'"
