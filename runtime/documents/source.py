"""From a file's bytes to a parsed document, or to the problem that says why not."""

import os
import re
import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.documents.outline import Outline
from runtime.documents.suggestions import folder_fix, missing_fix
from runtime.files import FileTooLargeError, is_link, read_file
from runtime.model.problems import Problem, Severity
from runtime.model.sizes import size_text
from runtime.toml import TOO_DEEP, TomlLimitError, check_limits

MAX_BYTES: Final = 1 << 20
"""Larger files are refused unread: no document of a match comes near."""

_BOM: Final = b"\xef\xbb\xbf"
_WIDE_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")
_ERROR: Final = re.compile(r"(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
_WHOLE_STATEMENT: Final = ("Unclosed array", "Unclosed inline table", "Cannot overwrite a value", "Cannot declare")
"""Beginnings of the parser's messages whose cause lies where the statement begins."""

_PLAIN_WORDS: Final = (
    ("Illegal character '\\n'", "a text is not closed by a quote"),
    ('Expected "\'"', "a text is not closed by a quote"),
    ("Unterminated string", "a text is not closed by quotes, and the document ends before this is complete"),
    ("Cannot overwrite a value", "this key is written twice"),
    ("Cannot declare", "this table is written twice"),
    ("Cannot mutate immutable", "this table is already written whole, elsewhere"),
    ("Unclosed array", "the array that begins here is not closed, or a comma is missing in it"),
    ("Unclosed inline table", "the table that begins here is not closed, or a comma is missing in it"),
)

_BARE_WORD: Final = re.compile(r"=\s*(?P<word>[^\s\"'#\[{][^\"'#\n]*?)\s*(?:#.*)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a file cannot be read, as the end of a sentence that begins with "This"."""

    what: str
    fix: str = ""
    meant: str = ""
    """The path that was meant, as the document should write it; empty if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One parsed document: what it says and where."""

    path: Path
    text: str
    data: dict[str, Any]
    outline: Outline


_TOO_LARGE: Final = Fault(what=f"file is too large for a document: more than {size_text(MAX_BYTES)}")


def load(path: Path) -> tuple[Source | None, tuple[Problem, ...]]:
    """Reads and parses a document; never raises for what the file is or holds."""
    data, problem = read_bytes(path)
    if data is None:
        return None, (problem,) if problem else ()
    warnings: tuple[Problem, ...] = ()
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
        warnings = (_bom_problem(path),)
    text, problem = _decode(path, data)
    if text is None:
        return None, (*warnings, problem) if problem else warnings
    source, problem = parse(path, text)
    return source, (*warnings, problem) if problem else warnings


def parse(path: Path, text: str) -> tuple[Source | None, Problem | None]:
    """Parses a document's text; `path` only names it in the problem."""
    try:
        check_limits(text)
    except TomlLimitError as error:
        return None, _problem(path, str(error), line=error.line)
    outline = Outline(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, _syntax_problem(path, text, outline, str(error))
    except ValueError:
        return None, _problem(path, "This is not valid TOML: a number has too many digits.", line=outline.last_line)
    except RecursionError:
        return None, _problem(path, TOO_DEEP, line=outline.last_line)
    if not outline.is_whole:
        return None, _problem(path, TOO_DEEP, line=outline.last_line)
    return Source(path=path, text=text, data=data, outline=outline), None


def read_bytes(path: Path) -> tuple[bytes | None, Problem | None]:
    """Reads a small regular file; anything else is a problem. Never waits for content."""
    fault = file_fault(path)
    if fault is not None:
        return None, _problem(path, f"This {fault.what}.", fix=fault.fix)
    try:
        return read_file(path, MAX_BYTES), None
    except FileTooLargeError:
        return None, _problem(path, f"This {_TOO_LARGE.what}.")
    except OSError as error:
        return None, _problem(path, f"This {_unreadable(error).what}.")


def file_fault(
    path: Path, *, home: Path | None = None, is_agent: bool = True, is_document: bool = True
) -> Fault | None:
    """What keeps `path` from being a document's file, as far as can be told without opening it.

    The fix writes paths relative to `home`, or as they are where that is None, and names a bot's or script's document
    where `is_agent` says that it may be meant. What is no document may be of any size.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if is_link(path):
            return Fault(what="is a link to a file that does not exist")
        fix, meant = missing_fix(path, home, is_agent=is_agent)
        return Fault(what="file does not exist", fix=fix, meant=meant)
    except (OSError, ValueError) as error:
        return _unreadable(error)
    if stat.S_ISDIR(status.st_mode):
        fix, meant = folder_fix(path, home, is_agent=is_agent)
        return Fault(what="is a folder, not a document", fix=fix, meant=meant)
    if not stat.S_ISREG(status.st_mode):
        return Fault(what="is not a regular file")
    return _TOO_LARGE if is_document and status.st_size > MAX_BYTES else None


def absolute(folder: Path, written: str) -> Path:
    """The place that a document in `folder` means by `written`, with `..` resolved by its letters.

    A folder that does not exist may stand before `..`: the file system is not asked.
    """
    return Path(os.path.normpath(folder.absolute() / written))


def _decode(path: Path, data: bytes) -> tuple[str | None, Problem | None]:
    fix = "Save it as UTF-8."
    if data.startswith(_WIDE_BOMS):
        return None, _problem(path, "The file is written in UTF-16, not in UTF-8.", line=1, fix=fix)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, _problem(path, f"Byte 0x{data[error.start]:02x} is not valid UTF-8.", line=line, fix=fix)


def _bom_problem(path: Path) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        path=path,
        line=1,
        message="The file begins with a byte order mark, which some readers of TOML refuse.",
        fix="Save it as UTF-8 without BOM.",
    )


def _syntax_problem(path: Path, text: str, outline: Outline, raw: str) -> Problem:
    match = _ERROR.match(raw)
    what = match["what"] if match else raw
    line = int(match["line"]) if match and match["line"] else None
    if line is None:
        line = outline.last_line
        what = f"{what}, and the document ends before this is complete"
    elif what.startswith(_WHOLE_STATEMENT):
        line = outline.statement_line(line)
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    plain = next((words for start, words in _PLAIN_WORDS if what.startswith(start)), what)
    return _problem(path, f"This is not valid TOML: {plain}.", line=line, fix=_syntax_fix(what, written))


def _syntax_fix(what: str, line: str) -> str:
    if what.startswith(("Illegal character '\\n'", 'Expected "\'"', "Expected '\"'")):
        return "A quote is missing at the end of the text."
    if "\\" in line and ("escape" in what.lower() or "hex" in what.lower()):
        return "Write paths with /, or put them in 'single quotes'."
    word = _BARE_WORD.search(line)
    if what != "Invalid value" or word is None:
        return ""
    if word["word"].lower() in ("true", "false"):
        return f"Write {word['word'].lower()}."
    return f'Put the text in quotes: "{word["word"]}".'


def _problem(path: Path, message: str, *, line: int | None = None, fix: str = "") -> Problem:
    return Problem(severity=Severity.ERROR, path=path, line=line, message=message, fix=fix)


def _unreadable(error: OSError | ValueError) -> Fault:
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return Fault(what=f"file cannot be read: {reason}")
