"""Removes the names of the user and of the computer from texts for reports."""

import contextlib
import getpass
import re
import socket
from dataclasses import replace
from pathlib import Path

from runtime.model.findings import Finding
from runtime.model.messages import Argument, Message


def anonymous(finding: Finding) -> Finding:
    """Returns a finding without names of the user and the computer in its values."""
    fix = _without_names(finding.fix) if finding.fix is not None else None
    return replace(finding, text=_without_names(finding.text), fix=fix)


def shortened(text: str) -> str:
    """Returns the text with `~` for the user's folder and without the user's name in other paths."""
    home = str(Path.home())
    for folder in {home, home.replace("\\", "/")} if len(home) > 1 else ():
        text = re.sub(rf"{re.escape(folder)}(?![\w])", "~", text, flags=re.IGNORECASE)
    for name in _names():
        end = r"""(?=[/\\"',;:)]|\.?(?:\s|$))"""
        text = re.sub(rf"(?<=[/\\]){re.escape(name)}{end}", "~", text, flags=re.IGNORECASE)
    return text


def _names() -> tuple[str, ...]:
    """Returns the names of the user and of the computer that can be found out."""
    names = [socket.gethostname(), Path.home().name]
    with contextlib.suppress(KeyError, OSError):
        names.append(getpass.getuser())
    return tuple(dict.fromkeys(name for name in (*names, names[0].partition(".")[0]) if len(name) > 1))


def _without_names(text: Message) -> Message:
    return replace(text, args=tuple((name, _clean(value)) for name, value in text.args))


def _clean(value: Argument) -> Argument:
    """Returns an argument of a message without names, also outside of paths: sentences of ours are not arguments."""
    if isinstance(value, Message):
        return _without_names(value)
    if isinstance(value, tuple):
        return tuple(_clean(part) for part in value)
    if not isinstance(value, str | Path):
        return value
    names = "|".join(map(re.escape, _names()))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", "~", shortened(str(value)), flags=re.IGNORECASE)
