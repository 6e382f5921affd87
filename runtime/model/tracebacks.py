"""Tracebacks of errors, as a program printed them; plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TracebackFrame:
    """One frame of a traceback."""

    file: str
    """The name that the program printed; it may be relative to the agent's folder."""
    line: int
    function: str = ""
    """Empty if the program printed none, as for a syntax error."""
    code: str = ""
    """The line of source, if the program printed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traceback:
    """An error with its call stack."""

    error: str
    """The line with the error: `ValueError: no engine`."""
    frames: tuple[TracebackFrame, ...]
    """From the outermost frame to the one that raised; a very long traceback has no middle part."""
    text: str
    """The complete printed text, without colours."""
