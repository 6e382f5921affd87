"""How an error came about, as a program printed it: plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TracebackFrame:
    """One place in a program through which an error came."""

    file: str
    """As the program named it, which may be relative to the agent's folder."""
    line: int
    function: str = ""
    """Empty where the program named none, as for an error of syntax."""
    code: str = ""
    """The line of source, where the program showed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traceback:
    """An error with the way that it took."""

    error: str
    """`ValueError: no engine`: the line that names the error."""
    frames: tuple[TracebackFrame, ...]
    """From the outermost to where it happened; of a very long one, those in the middle are left out."""
    text: str
    """All of it as it was printed, without colours."""
