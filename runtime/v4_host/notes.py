"""Messages from the host in the bot's log, each printed once."""

import sys

_printed: set[str] = set()


def note_once(text: str) -> None:
    """Writes a message to stderr, unless this process has already printed it."""
    if text not in _printed:
        _printed.add(text)
        sys.stderr.write(f"Kickabout: {text}\n")
        sys.stderr.flush()
