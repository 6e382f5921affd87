"""Lines of progress on a stream, and below them a line that is updated in place on a terminal."""

import shutil
from collections.abc import Callable
from typing import Final, TextIO

from runtime.texts import printable

_CLEAR: Final = "\r\x1b[K"


def terminal_columns() -> int:
    """Returns the width of the terminal."""
    return shutil.get_terminal_size().columns


class LiveLine:
    """Lines on one stream, the last of which may be live; for one thread."""

    def __init__(self, stream: TextIO, columns: Callable[[], int] = terminal_columns) -> None:
        self._stream = stream
        self._columns = columns
        self._is_open = False

    def write(self, text: str) -> None:
        """Writes a line that stays, in place of the live line."""
        self._put((_CLEAR if self._is_open else "") + printable(text) + "\n", is_open=False)

    def show(self, text: str) -> None:
        """Shows a text in the live line, cut to the width of the terminal."""
        self._put(_CLEAR + shortened(printable(text), self._columns() - 1), is_open=True)

    def clear(self) -> None:
        """Removes the live line, so that other output starts on its own line."""
        if self._is_open:
            self._put(_CLEAR, is_open=False)

    def _put(self, text: str, *, is_open: bool) -> None:
        self._stream.write(text)
        self._stream.flush()
        self._is_open = is_open


def shortened(text: str, columns: int) -> str:
    """Returns the text, cut to a number of columns with an ellipsis."""
    return text if len(text) <= columns else f"{text[: max(0, columns - 1)]}…"
