"""Parses and quotes command lines as shells do; no I/O."""

import re
import shlex
import sys
from collections.abc import Mapping
from typing import Final

_SH_SYNTAX: Final = frozenset("|&;<>()$`*?[\n")
_SH_WORDS: Final = frozenset(
    " ".join(
        (
            "! . : { alias bg break case cd command continue eval exec exit export fc fg for getopts hash if jobs",
            "read readonly return set shift source times trap type ulimit umask unalias unset until wait while",
        )
    ).split()
)
"""First words that only a shell understands (POSIX 2.4, 2.14 and the built-in utilities)."""
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")
_CMD_SYNTAX: Final = frozenset("|&<>^%()\n")
_CMD_WORDS: Final = frozenset(
    " ".join(
        (
            "@echo assoc call cd chdir cls color copy date del dir echo endlocal erase exit for ftype goto if md",
            "mkdir mklink move path pause popd prompt pushd rd rem ren rename rmdir set setlocal shift start time",
            "title type ver verify vol",
        )
    ).split()
)
"""Commands that exist only inside cmd.exe."""


def needs_sh(text: str) -> bool:
    """Returns whether `text` needs a POSIX shell: operators, expansions, built-ins, assignments, comments."""
    first = text[: first_word_end(text)]
    return first in _SH_WORDS or _ASSIGNMENT.match(first) is not None or _has_sh_syntax(text)


def needs_cmd(text: str) -> bool:
    """Returns whether `text` needs cmd.exe: built-ins, variables, operators outside of quotation marks."""
    if text[: first_word_end(text)].lower() in _CMD_WORDS or "%" in text:
        return True
    is_quoted = False
    for character in text:
        if character == '"':
            is_quoted = not is_quoted
        elif character in _CMD_SYNTAX and not is_quoted:
            return True
    return False


def first_word_end(text: str) -> int:
    """Returns the position of the first blank outside of double quotation marks, or the length."""
    is_quoted = False
    for place, character in enumerate(text):
        if character == '"':
            is_quoted = not is_quoted
        elif character.isspace() and not is_quoted:
            return place
    return len(text)


def split_windows(text: str) -> list[str]:
    """Splits a command line by the rules of Microsoft's C runtime (backslashes count only before a quote)."""
    words: list[str] = []
    place = 0
    while True:
        while place < len(text) and text[place] in " \t":
            place += 1
        if place >= len(text):
            return words
        word, place = _windows_word(text, place)
        words.append(word)


def quote_windows(word: str) -> str:
    """Returns a path as one word of a cmd.exe command."""
    return f'"{word}"'


def _has_sh_syntax(text: str) -> bool:
    quote = ""
    is_word_start = True
    place = 0
    while place < len(text):
        character = text[place]
        if quote != "'" and character == "\\":
            place += 1
            if place == len(text):
                return True
        elif quote:
            quote = "" if character == quote else quote
            if quote == '"' and character in "$`":
                return True
        elif character in _SH_SYNTAX or (is_word_start and character in "~#"):
            return True
        elif character in "'\"":
            quote = character
        is_word_start = not quote and character.isspace()
        place += 1
    return False


def _windows_word(text: str, place: int) -> tuple[str, int]:
    word: list[str] = []
    is_quoted = False
    while place < len(text) and (is_quoted or text[place] not in " \t"):
        slashes = len(text) - place - len(text[place:].lstrip("\\"))
        place += slashes
        if place < len(text) and text[place] == '"':
            word.append("\\" * (slashes // 2))
            if slashes % 2:
                word.append('"')
            elif is_quoted and text[place + 1 : place + 2] == '"':
                word.append('"')
                place += 1
            else:
                is_quoted = not is_quoted
            place += 1
        elif slashes:
            word.append("\\" * slashes)
        else:
            word.append(text[place])
            place += 1
    return "".join(word), place


def shell_line(command: str, *, folder: str, variables: Mapping[str, str], platform: str = sys.platform) -> str:
    """Returns a line to copy into a terminal; it runs `command` in its folder with its variables.

    The line is for cmd.exe on Windows, and for POSIX shells elsewhere.
    """
    if platform == "win32":
        settings = [f'set "{name}={value}"' for name, value in variables.items()]
        return " && ".join([f"cd /d {quote_windows(folder)}", *settings, command])
    settings = [f"{name}={shlex.quote(value)}" for name, value in variables.items()]
    return f"cd {shlex.quote(folder)} && {' '.join([*settings, command])}"
