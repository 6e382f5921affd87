"""Remarks of the host in the bot's log, each printed once."""

_printed: "set[str]" = set()


def note_once(text: str) -> None:
    """Prints a remark, unless this process has printed it before."""
    if text not in _printed:
        _printed.add(text)
