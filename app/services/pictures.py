"""Reads pictures that others made, in a process that ends if a picture keeps it busy."""

import contextlib
import logging
import os
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import Final

from PySide6.QtGui import QImage

from app.services.picture_program import SIZE, read_picture
from resources.examples import example_bots
from runtime import IMPORT_ROOT
from runtime.codec import encode

_PROGRAM: Final = ("-m", "app.services.picture_program")
_LOG = logging.getLogger(__name__)


class PictureReader:
    """Starts the program for the first picture, and again if a picture has ended it. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def read(self, path: Path) -> QImage:
        """Returns the picture, scaled down with its aspect ratio; a null image if it cannot be read."""
        if Path(os.path.abspath(path)).is_relative_to(example_bots()):  # noqa: PTH100 - without `..`, not without links
            return read_picture(path)
        with self._lock:
            is_new = False
            while not (is_new or self._is_closed):
                is_new = self._process is None  # an older one may have ended because it was idle
                try:
                    return self._answer(path)
                except (OSError, ValueError) as error:
                    _LOG.info("The picture %s is not read: %s", path, error)
                    self._end()
        return QImage()

    def close(self) -> None:
        """Ends the program, also while it reads; every later picture is null."""
        self._is_closed = True
        self._end()

    def _answer(self, path: Path) -> QImage:
        """Asks the program.

        Raises:
            OSError: The program cannot be started or has ended.
            ValueError: It ended before its answer was complete.
        """
        process = self._process = self._process or _started()
        if self._is_closed or process.stdin is None or process.stdout is None:
            raise ValueError("the program ends")
        process.stdin.write(encode(path) + b"\n")
        process.stdin.flush()
        size = process.stdout.read(SIZE.size)
        width, height = SIZE.unpack(size) if len(size) == SIZE.size else (0, 0)
        pixels = process.stdout.read(4 * width * height)
        if len(size) < SIZE.size or len(pixels) < 4 * width * height:
            raise ValueError("it took too long or too much memory")
        return QImage(pixels, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied).copy()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]


def _started() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, *_PROGRAM],
        cwd=IMPORT_ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
