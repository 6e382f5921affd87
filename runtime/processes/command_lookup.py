"""Finds the program that a word means, and says clearly why it cannot be run."""

import os
from pathlib import Path
from typing import Final

from runtime.files import read_start

_SHEBANG_BYTES: Final = 256
_SHELL: Final = "/bin/sh"


class CommandError(ValueError):
    """A run command cannot be carried out; the text is a sentence for the user."""


class Lookup:
    """Looks programs up as a shell in `cwd` would.

    Args:
        cwd: the working folder; relative entries of the path start there too.
        path: folders, joined as PATH is.
        extensions: endings to try (Windows rules); None means POSIX rules.
    """

    def __init__(self, *, cwd: Path, path: str, extensions: tuple[str, ...] | None) -> None:
        self._cwd = cwd
        self._path = path
        self._extensions = extensions

    def program(self, word: str) -> tuple[str, ...]:
        """The first argument or arguments that run what `word` means, the very first an absolute path.

        Raises:
            CommandError: it does not exist or cannot be executed.
        """
        if self._extensions is not None:
            return (self._windows_program(word, self._extensions),)
        if "/" not in word:
            return self._runnable(self._along_path(word), word)
        program = self._cwd / word
        if not program.exists():
            raise CommandError(f"The program '{word}' does not exist in '{self._cwd}'.")
        return self._runnable(program, word)

    def _along_path(self, word: str) -> Path:
        denied: Path | None = None
        for entry in self._path.split(os.pathsep):
            candidate = self._cwd / entry / word
            if candidate.is_file():
                if os.access(candidate, os.X_OK):
                    return candidate
                denied = denied or candidate
        if denied is not None:
            raise CommandError(f"The program '{denied}' is not executable. Run `chmod +x` on it.")
        raise CommandError(f"The program '{word}' was not found on PATH.{self._advice(word)}")

    def _advice(self, word: str) -> str:
        if (self._cwd / word).is_file():
            return f" The folder has a file of this name: write './{word}'."
        return " It runs programs for Windows; a run_command_linux would do without it." if word == "wine" else ""

    def _runnable(self, program: Path, word: str) -> tuple[str, ...]:
        if program.is_dir():
            raise CommandError(f"'{word}' is a folder, not a program.")
        if not os.access(program, os.X_OK):
            raise CommandError(f"The program '{word}' is not executable. Run `chmod +x` on it.")
        try:
            start = read_start(program, _SHEBANG_BYTES)
        except OSError:
            return (str(program),)
        if start.startswith(b"#!"):
            _check_interpreter(start, word)
        elif b"\0" not in start:
            return (_SHELL, str(program))
        return (str(program),)

    def _windows_program(self, word: str, extensions: tuple[str, ...]) -> str:
        has_folder = any(mark in word for mark in "/\\:")
        folders = [""] if has_folder else ["", *self._path.split(";")]
        has_ending = Path(word).suffix.upper() in (ending.upper() for ending in extensions)
        endings = ("",) if has_ending else extensions
        for folder in folders:
            for ending in endings:
                candidate = self._cwd / folder / f"{word.replace(chr(92), os.sep)}{ending}"
                if candidate.is_file():
                    return str(candidate)
        if (self._cwd / word.replace("\\", os.sep)).is_dir():
            raise CommandError(f"'{word}' is a folder, not a program.")
        place = f"does not exist in '{self._cwd}'" if has_folder else f"was found neither in '{self._cwd}' nor on PATH"
        raise CommandError(f"The program '{word}' {place}.")


def _check_interpreter(start: bytes, word: str) -> None:
    """A missing interpreter would otherwise be reported as if the script itself were missing."""
    line, newline, _ = start[2:].partition(b"\n")
    if newline and line.endswith(b"\r"):
        raise CommandError(f"The first line of '{word}' ends the Windows way (CR LF), which this system cannot run.")
    words = line.split()
    if not words:
        return
    interpreter = words[0].decode("utf-8", "replace")
    if not Path(interpreter).exists():
        raise CommandError(f"The first line of '{word}' names '{interpreter}', which does not exist.")
