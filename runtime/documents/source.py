"""Reads and parses one document: its content with the positions of all keys, or the problem that prevents it."""

import os
import re
import stat
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from runtime.documents.outline import Outline, outline_of
from runtime.documents.suggestions import NO_SUGGESTION, Suggestion, for_folder, for_missing_file
from runtime.files import FileTooLargeError, is_link, read_file, reason_of
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity
from runtime.model.sizes import size_of
from runtime.toml import TOO_DEEP, TOO_MANY_DIGITS, TomlLimitError, check_limits

MAX_BYTES: Final = 1 << 20
"""Maximum size of a document; larger files are not read."""

BOM: Final = b"\xef\xbb\xbf"
SAVE_AS_UTF8: Final = message("save-as-utf8", "Save it as UTF-8.")
_WIDE_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")
_ERROR: Final = re.compile(r"(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
_WHOLE_STATEMENT: Final = ("Unclosed array", "Unclosed inline table", "Cannot overwrite a value", "Cannot declare")
"""Beginnings of those parser messages whose cause is at the beginning of the statement."""

_UNCLOSED_TEXT: Final = message("toml-open-text", "a text is not closed by a quote")
_UNCLOSED_AT_END: Final = message("toml-open-texts", "a text is not closed by quotes")
_FAULTS: Final = (
    ("Illegal character '\\n'", _UNCLOSED_TEXT),
    ('Expected "\'"', _UNCLOSED_TEXT),
    ("Unterminated string", _UNCLOSED_AT_END),
    ("Cannot overwrite a value", message("toml-key-twice", "this key is written twice")),
    ("Cannot declare", message("toml-table-twice", "this table is written twice")),
    ("Cannot mutate immutable", message("toml-closed-table", "this table is already written whole, elsewhere")),
    (
        "Unclosed array",
        message("toml-open-array", "the array that begins here is not closed, or a comma is missing in it"),
    ),
    (
        "Unclosed inline table",
        message("toml-open-table", "the table that begins here is not closed, or a comma is missing in it"),
    ),
)
"""Faults by the beginning of the parser's message; all other messages are shown unchanged."""

_BARE_WORD: Final = re.compile(r"=\s*(?P<word>[^\s\"'#\[{][^\"'#\n]*?)\s*(?:#.*)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The reason why a file cannot be read as a document."""

    message: Message
    """The message for the file itself."""
    of_link: Message
    """The message for a key that names the file; `linked` fills in key and written path."""
    suggestion: Suggestion = NO_SUGGESTION

    def linked(self, key: str, written: str) -> Message:
        """Returns the message for a document's key that names the file as `written`."""
        return replace(self.of_link, args=(("key", key), ("written", written), *self.of_link.args))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One parsed document with the positions of its keys."""

    path: Path
    text: str
    data: dict[str, Any]
    outline: Outline


_MISSING: Final = Fault(
    message=message("file-missing", "This file does not exist."),
    of_link=message("file-missing", '{key} is "{written}", but this file does not exist.'),
)
_BROKEN_LINK: Final = Fault(
    message=message("file-link-broken", "This is a link to a file that does not exist."),
    of_link=message("file-link-broken", '{key} is "{written}", but this is a link to a file that does not exist.'),
)
_FOLDER: Final = Fault(
    message=message("file-is-folder", "This is a folder, not a document."),
    of_link=message("file-is-folder", '{key} is "{written}", but this is a folder, not a document.'),
)
_NOT_REGULAR: Final = Fault(
    message=message("file-not-regular", "This is not a regular file."),
    of_link=message("file-not-regular", '{key} is "{written}", but this is not a regular file.'),
)
_TOO_LARGE: Final = Fault(
    message=message(
        "file-too-large", "This file is too large for a document: more than {size}.", size=size_of(MAX_BYTES)
    ),
    of_link=message(
        "file-too-large",
        '{key} is "{written}", but this file is too large for a document: more than {size}.',
        size=size_of(MAX_BYTES),
    ),
)


class DocumentError(Exception):
    """A document cannot be read or saved; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def load(path: Path) -> tuple[Source | None, tuple[Problem, ...]]:
    """Reads and parses a document; on failure, returns None and the problems. Never raises."""
    warnings: tuple[Problem, ...] = ()
    try:
        data = read_bytes(path)
        if data.startswith(BOM):
            warnings = (_bom_problem(path),)
        return parse(path, decode(path, data)), warnings
    except DocumentError as error:
        return None, (*warnings, error.problem)


def parse(path: Path, text: str) -> Source:
    """Parses a document's text; `path` is for the problem.

    Raises:
        DocumentError: The text is not TOML, or exceeds the limits of `runtime.toml`.
    """
    try:
        check_limits(text)
    except TomlLimitError as error:
        raise _error(path, error.message, line=error.line) from error
    outline = outline_of(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(_syntax_problem(path, text, outline, str(error))) from error
    except ValueError as error:
        raise _error(path, TOO_MANY_DIGITS, line=outline.last_line) from error
    except RecursionError as error:
        raise _error(path, TOO_DEEP, line=outline.last_line) from error
    if not outline.is_whole:
        raise _error(path, TOO_DEEP, line=outline.last_line)
    return Source(path=path, text=text, data=data, outline=outline)


def read_bytes(path: Path) -> bytes:
    """Reads a regular file of at most `MAX_BYTES`, without ever waiting.

    Raises:
        DocumentError: It cannot be read.
    """
    fault = file_fault(path)
    if fault is not None:
        raise _error(path, fault.message, fix=fault.suggestion.fix)
    try:
        return read_file(path, MAX_BYTES)
    except FileTooLargeError as error:
        raise _error(path, _TOO_LARGE.message) from error
    except OSError as error:
        raise _error(path, _unreadable(error).message) from error


def decode(path: Path, data: bytes) -> str:
    """Returns the text of a document without a byte order mark.

    Raises:
        DocumentError: The data is not UTF-8.
    """
    if data.startswith(_WIDE_BOMS):
        fault = message("file-utf16", "The file is written in UTF-16, not in UTF-8.")
        raise _error(path, fault, line=1, fix=SAVE_AS_UTF8)
    data = data.removeprefix(BOM)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = message("file-not-utf8", "Byte {byte} is not valid UTF-8.", byte=f"0x{data[error.start]:02x}")
        raise _error(path, fault, line=line, fix=SAVE_AS_UTF8) from error


def file_fault(
    path: Path, *, home: Path | None = None, is_agent: bool = True, is_document: bool = True
) -> Fault | None:
    """Returns why `path` cannot be read as a document, without opening it; None for a regular file.

    The suggestion writes paths relative to `home`, or absolute paths if it is None. It names the document of a bot or
    script only if `is_agent`. Only documents have a maximum size.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if is_link(path):
            return _BROKEN_LINK
        return replace(_MISSING, suggestion=for_missing_file(path, home, is_agent=is_agent))
    except (OSError, ValueError) as error:
        return _unreadable(error)
    if stat.S_ISDIR(status.st_mode):
        return replace(_FOLDER, suggestion=for_folder(path, home, is_agent=is_agent))
    if not stat.S_ISREG(status.st_mode):
        return _NOT_REGULAR
    return _TOO_LARGE if is_document and status.st_size > MAX_BYTES else None


def absolute(folder: Path, written: str) -> Path:
    """Returns the absolute path for `written` in a document in `folder`.

    `..` is resolved in the text alone, so folders before it need not exist.
    """
    return Path(os.path.normpath(folder.absolute() / written))


def _bom_problem(path: Path) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        path=path,
        line=1,
        message=message("file-bom", "The file begins with a byte order mark, which some readers of TOML refuse."),
        fix=message("save-without-bom", "Save it as UTF-8 without BOM."),
    )


def _syntax_problem(path: Path, text: str, outline: Outline, raw: str) -> Problem:
    """Returns the problem for the parser's message `raw`, with its line, and with a fix if one is known."""
    match = _ERROR.match(raw)
    what = match["what"] if match else raw
    has_line = match is not None and match["line"] is not None
    line = int(match["line"]) if match is not None and has_line else outline.last_line
    if has_line and what.startswith(_WHOLE_STATEMENT):
        line = outline.statement_line(line)
    fault = next((fault for start, fault in _FAULTS if what.startswith(start)), None)
    if fault is _UNCLOSED_AT_END or (fault is None and not has_line):
        reason = message(
            "toml-incomplete",
            "This is not valid TOML: {fault}, and the document ends before this is complete.",
            fault=fault or what,
        )
    else:
        reason = message("toml-invalid", "This is not valid TOML: {fault}.", fault=fault or what)
    lines = text.split("\n")
    fix = _syntax_fix(what, lines[line - 1] if line <= len(lines) else "")
    return Problem(severity=Severity.ERROR, path=path, line=line, message=reason, fix=fix)


def _syntax_fix(what: str, line: str) -> Message | None:
    if what.startswith(("Illegal character '\\n'", 'Expected "\'"', "Expected '\"'")):
        return message("close-quote", "A quote is missing at the end of the text.")
    if "\\" in line and ("escape" in what.lower() or "hex" in what.lower()):
        return message("write-plain-path", "Write paths with /, or put them in 'single quotes'.")
    word = _BARE_WORD.search(line)
    if what != "Invalid value" or word is None:
        return None
    if word["word"].lower() in ("true", "false"):
        return message("write-value", "Write {expected}.", expected=word["word"].lower())
    return message("quote-text", 'Put the text in quotes: "{written}".', written=word["word"])


def _error(path: Path, text: Message, *, line: int | None = None, fix: Message | None = None) -> DocumentError:
    return DocumentError(Problem(severity=Severity.ERROR, path=path, line=line, message=text, fix=fix))


def _unreadable(error: OSError | ValueError) -> Fault:
    reason = reason_of(error)
    return Fault(
        message=message("file-unreadable", "This file cannot be read: {reason}.", reason=reason),
        of_link=message(
            "file-unreadable", '{key} is "{written}", but this file cannot be read: {reason}.', reason=reason
        ),
    )
