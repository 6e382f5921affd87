"""Converts the `run_command` of a document to the arguments of a process.

The rules, for every system:

- A command without shell syntax is started directly; the process is then the program and not a shell. Any other command
  goes to the system's shell: `/bin/sh -c` or `cmd.exe /d /s /c`.
- Names are looked up as by a shell in the working folder: a path starts at that folder, a bare name is searched along
  PATH (on Windows, first in the folder).
- `python`, `python3` or `py` as the first word stands for the interpreter given to `resolve_command`, because the
  user's own Python seldom has the bot's packages. `runtime.environments.choice` chooses it.
- `uv run bot.py` means `python bot.py`, see `runtime.documents.runners`.
- A path such as `../venv/bin/python` into a virtual environment that does not exist, or whose interpreter cannot run on
  this machine, means the same as `python`.
"""

import os
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.documents.runners import TOOLS, python_command, tool_advice
from runtime.files import is_file, is_there, read_start
from runtime.model.messages import Message, MessageError, message, sentences
from runtime.processes.command_line import (
    first_word_end,
    needs_cmd,
    needs_sh,
    quote_windows,
    split_windows,
)

_SHEBANG_BYTES: Final = 256
_SHELL: Final = "/bin/sh"


class CommandError(MessageError, ValueError):
    """A run command cannot be carried out; `text` is a sentence for the user."""


class Lookup:
    """Finds programs like a shell in `cwd`.

    Args:
        cwd: the working folder; relative entries of the path are relative to it too.
        path: folders, joined as in PATH.
        extensions: suffixes to try (Windows rules); None means POSIX rules.
    """

    def __init__(self, *, cwd: Path, path: str, extensions: tuple[str, ...] | None) -> None:
        self._cwd = cwd
        self._path = path
        self._extensions = extensions

    def program(self, word: str) -> tuple[str, ...]:
        """Returns the first arguments of the process that runs `word`; the first one is an absolute path.

        Raises:
            CommandError: it does not exist or cannot be executed.
        """
        if self._extensions is not None:
            return (self._windows_program(word, self._extensions),)
        if "/" not in word:
            return self._runnable(self._along_path(word), word)
        program = self._cwd / word
        if not is_there(program):
            raise CommandError(_missing_in(word, self._cwd))
        return self._runnable(program, word)

    def _along_path(self, word: str) -> Path:
        denied: Path | None = None
        for entry in self._path.split(os.pathsep):
            candidate = self._cwd / entry / word
            if is_file(candidate):
                if os.access(candidate, os.X_OK):
                    return candidate
                denied = denied or candidate
        if denied is not None:
            raise CommandError(_not_executable(str(denied)))
        not_found = message("program-not-found", "The program '{program}' was not found on PATH.", program=word)
        raise CommandError(sentences(not_found, self._advice(word)))

    def _advice(self, word: str) -> Message | None:
        if is_file(self._cwd / word):
            return message(
                "program-in-folder", "The folder has a file of this name: write './{program}'.", program=word
            )
        if word in TOOLS:
            return tool_advice(word)
        if word == "wine":
            return message(
                "program-needs-wine", "It runs programs for Windows; a run_command_linux would do without it."
            )
        return None

    def _runnable(self, program: Path, word: str) -> tuple[str, ...]:
        if is_there(program, as_folder=True):
            raise CommandError(_is_folder(word))
        if not os.access(program, os.X_OK):
            raise CommandError(_not_executable(word))
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
                if is_file(candidate):
                    return str(candidate)
        if is_there(self._cwd / word.replace("\\", os.sep), as_folder=True):
            raise CommandError(_is_folder(word))
        if has_folder:
            raise CommandError(_missing_in(word, self._cwd))
        not_found = message(
            "program-not-found",
            "The program '{program}' was found neither in '{folder}' nor on PATH.",
            program=word,
            folder=self._cwd,
        )
        raise CommandError(sentences(not_found, tool_advice(word) if word in TOOLS else None))


def _missing_in(word: str, folder: Path) -> Message:
    return message(
        "program-missing", "The program '{program}' does not exist in '{folder}'.", program=word, folder=folder
    )


def _not_executable(word: str) -> Message:
    return message(
        "program-not-executable", "The program '{program}' is not executable. Run `chmod +x` on it.", program=word
    )


def _is_folder(word: str) -> Message:
    return message("program-is-folder", "'{program}' is a folder, not a program.", program=word)


def _check_interpreter(start: bytes, word: str) -> None:
    """Raises a CommandError if the interpreter is missing; otherwise the system would report the script as missing."""
    line, newline, _ = start[2:].partition(b"\n")
    if newline and line.endswith(b"\r"):
        raise CommandError(
            message(
                "script-with-cr",
                "The first line of '{program}' ends the Windows way (CR LF), which this system cannot run.",
                program=word,
            )
        )
    words = line.split()
    if not words:
        return
    interpreter = words[0].decode("utf-8", "replace")
    if not Path(interpreter).exists():
        raise CommandError(
            message(
                "script-interpreter-missing",
                "The first line of '{program}' names '{interpreter}', which does not exist.",
                program=word,
                interpreter=interpreter,
            )
        )


_PYTHON_WORD: Final = re.compile(r"(?:python3?|py)(?:\.exe)?")
_PY_VERSION: Final = re.compile(r"-[23](?:\.\d+)?(?:-\d\d)?")
"""Option of the Windows `py` launcher that selects a version; interpreters do not know it."""
_ENVIRONMENT_PYTHON: Final = re.compile(r"(?:.*[/\\])?(?:bin|Scripts)[/\\]python[\d.]*(?:\.exe)?", re.IGNORECASE)
ENVIRONMENT_FOLDERS: Final = (".venv", "venv", "env")
"""Names of virtual environments in the folders of bots; the first one that works is used."""
_MACH_O: Final = (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_CONFIG_BYTES: Final = 64 << 10

__all__ = ["CommandError", "Flavour", "find_environment", "resolve_command"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flavour:
    """The rules of a system for command lines, and the PATH on which programs are found."""

    is_windows: bool
    path: str
    extensions: tuple[str, ...] = (".COM", ".EXE", ".BAT", ".CMD")
    """Extensions that Windows adds to a name without one (PATHEXT)."""

    @staticmethod
    def native() -> "Flavour":
        """Returns the rules of this system with the PATH of this process."""
        extensions = os.environ.get("PATHEXT", ".COM;.EXE;.BAT;.CMD").split(";")
        path = os.environ.get("PATH", os.defpath)
        return Flavour(is_windows=os.name == "nt", path=path, extensions=tuple(extensions))


def resolve_command(run_command: str, cwd: Path, python: Path, *, flavour: Flavour | None = None) -> tuple[str, ...]:
    """Returns the arguments of the process for `run_command`; the first one is an absolute path.

    Args:
        run_command: as in the document.
        cwd: the agent's working folder.
        python: the interpreter that `python` means.
        flavour: None means this system.

    Raises:
        CommandError: the command is empty or malformed, its folder or program does not exist or cannot be executed.
    """
    flavour = flavour or Flavour.native()
    text = python_command(_stripped(run_command), cwd, path=flavour.path)
    if not text:
        raise CommandError(message("command-empty", "The run command is empty."))
    if "\0" in text:
        raise CommandError(message("command-with-null", "The run command contains a null character."))
    if not cwd.is_dir():
        raise CommandError(
            message("working-folder-missing", "The working folder '{folder}' does not exist.", folder=cwd)
        )
    rules = _Windows(cwd, python, flavour) if flavour.is_windows else _Posix(cwd, python, flavour)
    return rules.resolve(text)


def find_environment(folder: Path, *, is_windows: bool = os.name == "nt") -> Path | None:
    """Returns the interpreter of a virtual environment inside `folder`, or None if none can run."""
    place = Path("Scripts", "python.exe") if is_windows else Path("bin", "python")
    interpreters = (folder / name / place for name in ENVIRONMENT_FOLDERS)
    return next((interpreter for interpreter in interpreters if can_run(interpreter)), None)


def can_run(interpreter: Path) -> bool:
    """Returns whether an interpreter can run here, judged by its files.

    It cannot if it was copied from another system, or if the Python with which its environment was made is gone.
    """
    if not (interpreter.is_file() and os.access(interpreter, os.X_OK)):
        return False
    kind = _program_kind(interpreter)
    if kind and kind != _program_kind(Path(sys.executable)):
        return False
    environment = interpreter.parent.parent
    is_copy = interpreter.resolve().is_relative_to(environment.resolve())
    return not (is_copy and _has_lost_home(environment))


def _program_kind(program: Path) -> bytes:
    """Returns the system and the processor that a compiled program is for; empty for scripts and unknown files."""
    try:
        start = read_start(program, 20)
    except OSError:
        return b""
    if start.startswith(b"\x7fELF"):
        return start[:6] + start[18:20]
    return b"Mach-O" if start[:4] in _MACH_O else start[:2] if start[:2] == b"MZ" else b""


def _has_lost_home(environment: Path) -> bool:
    """Returns whether a virtual environment names a folder of its Python that does not exist."""
    try:
        lines = read_start(environment / "pyvenv.cfg", _CONFIG_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return False
    pairs = (line.partition("=") for line in lines)
    homes = (Path(value.strip()) for key, _, value in pairs if key.strip().lower() == "home")
    return any(home.is_absolute() and not home.is_dir() for home in homes)


class _Rules:
    def __init__(self, cwd: Path, python: Path, flavour: Flavour) -> None:
        self.cwd = cwd
        self.interpreter = str(python)
        self.lookup = Lookup(cwd=cwd, path=flavour.path, extensions=flavour.extensions if flavour.is_windows else None)

    def direct(self, words: list[str]) -> tuple[str, ...]:
        first, *rest = words
        if not self.is_any_python(first):
            return (*self.lookup.program(first), *rest)
        if first.lower().startswith("py") and "thon" not in first.lower() and rest and _PY_VERSION.fullmatch(rest[0]):
            rest = rest[1:]
        return (self.interpreter, *rest)

    def is_any_python(self, word: str) -> bool:
        """Returns whether `self.interpreter` replaces this word."""
        return is_python_word(word) or is_lost_python(word, self.cwd)


class _Posix(_Rules):
    def resolve(self, text: str) -> tuple[str, ...]:
        if needs_sh(text):
            end = first_word_end(text)
            if self.is_any_python(text[:end]):
                text = shlex.quote(self.interpreter) + text[end:]
            return ("/bin/sh", "-c", text)
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise CommandError(
                message(
                    "command-quotation-open",
                    "The run command `{command}` has a quotation that does not end.",
                    command=text,
                )
            ) from error
        return self.direct(words)


class _Windows(_Rules):
    def resolve(self, text: str) -> tuple[str, ...]:
        end = first_word_end(text)
        if needs_cmd(text):
            return self._shell(text, end)
        words = split_windows(text)
        if not words or not words[0]:
            raise CommandError(
                message("command-without-program", "The run command `{command}` names no program.", command=text)
            )
        if self.is_any_python(words[0]):
            return self.direct(words)
        program = self.lookup.program(words[0])
        if program[-1].lower().endswith((".bat", ".cmd")):
            return ("cmd.exe", "/d", "/s", "/c", quote_windows(program[-1]) + text[end:])
        return (*program, *words[1:])

    def _shell(self, text: str, end: int) -> tuple[str, ...]:
        if self.is_any_python(text[:end].strip('"')):
            text = quote_windows(self.interpreter) + text[end:]
        return ("cmd.exe", "/d", "/s", "/c", text)


def _stripped(text: str) -> str:
    """Returns the text without surrounding blanks; an escaped blank is part of the last word."""
    begun = text.lstrip()
    end = len(begun.rstrip())
    return begun[: end + 1] if begun[:end].endswith("\\") else begun[:end]


def is_python_word(word: str) -> bool:
    """Returns whether a first word stands for any Python rather than a particular program."""
    return _PYTHON_WORD.fullmatch(word.lower()) is not None


def is_lost_python(word: str, cwd: Path) -> bool:
    """Returns whether a first word is the path of a virtual environment's Python that cannot run, or does not exist."""
    if _ENVIRONMENT_PYTHON.fullmatch(word) is None:
        return False
    place = cwd / word.replace("\\", os.sep)
    return not any(can_run(path) for path in (place, place.with_name(f"{place.name}.exe")))
