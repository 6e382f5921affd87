"""Finds RLBotServer: running, on disk, and its version."""

import contextlib
import errno
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.version import Version

from runtime.files import expanded, is_file, is_there, names_in, read_start, reason_of
from runtime.games.addresses import RLBOT_PORT
from runtime.games.rocket_league.system import System, SystemProcess
from runtime.games.waiting import waiting
from runtime.model.messages import Message, MessageError, message, sentences

FOLDER_PREFIX: Final = "RLBotServer-"
"""Beginning of the names of the folders with downloaded servers, one for each version."""
IN_WORKING_FOLDER: Final = message("server-in-folder", "in the working folder")
VERSION_S: Final = 5.0
"""Time limit for the answer to `--version`."""
KILL_S: Final = 1.0
"""Time limit for the end of a killed program."""
MAX_OUTPUT: Final = 64 << 10
"""Bytes of output after which a program that does not name its version is ended."""
_NAMES: Final = ("RLBotServer", "RLBotServer.exe")
_PORT: Final = re.compile(r"\s*\+?0*([0-9]{1,5})\s*")
_BIN: Final = Path("RLBot5", "bin")
_FLATPAK_DATA: Final = Path(".var", "app", "org.rlbot.gui", "data")
_VERSION_LINE: Final = re.compile(rb"RLBotServer\s+v(\d[!-~]{0,39})\s")
_BLOCKED, _BAD_FORMAT = (5, 225), 193
"""Error numbers of Windows: access denied or a virus found; no program of this system."""
_FIRST_USABLE: Final = "5.0.0-rc.12"
"""The first version whose packets have the field `tiles`, which our reader and current bots require.

Versions before 5.beta.7.0 even frame messages differently, with a type before the length.
"""
_LAST_WITHOUT_CONSOLE: Final = "5.0.0-rc.16"
"""The last known version that ignores the message `ConsoleCommand`."""


class ServerError(MessageError):
    """RLBotServer cannot be used; `text` says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A process that is RLBotServer."""

    process: SystemProcess
    port: int
    """The port in its arguments, or the default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFile:
    """The program RLBotServer on the disk."""

    path: Path
    origin: Message
    """Why this file: configured, the folder of RLBot's launcher, PATH, downloaded by Kickabout."""


def running_servers(system: System) -> tuple[RunningServer, ...]:
    """Returns the running servers whose arguments have a usable port.

    The first argument is the port, a second one is that of Rocket League. Programs of this name with other arguments,
    such as an arena that calls itself RLBotServer, are left out.
    """
    named = [process for process in system.processes(_NAMES[0]) if process.name in _NAMES]
    ports = [(process, _port_in(_arguments_of(process))) for process in named]
    return tuple(RunningServer(process=process, port=port) for process, port in ports if port is not None)


def _arguments_of(process: SystemProcess) -> tuple[str, ...]:
    """Returns the arguments behind the program, which is the second word if an interpreter runs it."""
    words = process.command
    program = next((number for number, word in enumerate(words) if re.split(r"[/\\]", word)[-1] in _NAMES), 0)
    return words[program + 1 :]


def _port_in(arguments: tuple[str, ...]) -> int | None:
    match = _PORT.fullmatch(arguments[0]) if arguments else None
    port = int(match[1]) if match else 0 if arguments else RLBOT_PORT
    return port if 0 < port < 1 << 16 else None


def program_name(*, is_windows: bool) -> str:
    """Returns the file name of the server's program."""
    return _NAMES[is_windows]


def find_server(system: System, configured: str = "", downloads: Path | None = None) -> ServerFile:
    """Returns the server's program: the configured one, else the first usable one in the known places.

    A program that Kickabout has downloaded comes first, because the user has asked for it. Nothing is run.

    Raises:
        ServerError: there is none, or an antivirus has taken it away; the text says what was looked at and what to do.
    """
    name = program_name(is_windows=system.is_windows)
    if configured.strip():
        return _configured(configured, name, system)
    folders, fault = [*_downloaded(downloads), *_known_folders(system)], None
    for folder, origin in folders:
        path = folder / name
        if is_file(path):
            try:
                is_ours = downloads is not None and path.is_relative_to(downloads)
                check_program(path, is_windows=system.is_windows, is_ours=is_ours)
            except ServerError as error:
                fault = fault or error.text
            else:
                return ServerFile(path=path, origin=origin)
    raise ServerError(fault or _absence([folder for folder, _ in folders], name, system))


def _configured(text: str, name: str, system: System) -> ServerFile:
    path = expanded(text.strip().strip("\"'")).absolute()
    path = path / name if is_there(path, as_folder=True) else path
    if not is_there(path):
        absent = message("server-file-absent", "RLBotServer is not at the configured path {path}.", path=path)
        advice = message("server-path-advice", "Correct the path in Environment, or clear it to search for a server.")
        is_taken = system.is_windows and is_there(path.parent)
        raise ServerError(sentences(absent, _antivirus_advice(path.parent) if is_taken else None, advice))
    check_program(path, is_windows=system.is_windows)
    return ServerFile(path=path, origin=message("server-configured", "configured"))


def _downloaded(downloads: Path | None) -> Iterator[tuple[Path, Message]]:
    """Yields the folders of the servers that Kickabout has downloaded, the newest version first."""
    names = [] if downloads is None else [name for name in names_in(downloads) if name.startswith(FOLDER_PREFIX)]
    ranked = [(parsed_version(name.removeprefix(FOLDER_PREFIX)), name) for name in names]
    known = sorted(((version, name) for version, name in ranked if version is not None), reverse=True)
    for name in [name for _, name in known] + [name for version, name in ranked if version is None]:
        yield Path(downloads or "", name), message("server-downloaded", "downloaded by Kickabout")


def _known_folders(system: System) -> Iterator[tuple[Path, Message]]:
    """Yields the folders in which RLBot's launchers and clients keep the server or look for it."""
    for folder in _launcher_folders(system):
        yield folder, message("server-of-launcher", "from RLBot's launcher")
    for entry in system.environment.get("PATH", "").split(";" if system.is_windows else ":"):
        folder = Path(entry.strip('"'))
        if folder.is_absolute():
            yield folder, message("server-on-path", "found through PATH")
    with contextlib.suppress(OSError):  # the working folder may be deleted
        yield Path.cwd(), IN_WORKING_FOLDER


def _launcher_folders(system: System) -> tuple[Path, ...]:
    if system.is_windows:
        return (Path(system.environment.get("LOCALAPPDATA") or system.home / "AppData" / "Local") / _BIN,)
    chosen = Path(system.environment.get("XDG_DATA_HOME", ""))
    roots = [*([chosen] if chosen.is_absolute() else []), system.home / ".local" / "share", system.home / _FLATPAK_DATA]
    return tuple(dict.fromkeys(root / _BIN for root in roots))


def _absence(folders: list[Path], name: str, system: System) -> Message:
    """Returns why no server was found; on Windows, an empty folder made for it means that an antivirus took it."""
    own = _launcher_folders(system)
    emptied = next((place for place in folders if place in own or place.name.startswith(FOLDER_PREFIX)), None)
    if system.is_windows and emptied is not None and is_there(emptied):
        gone = message("server-gone", "{name} is missing from {folder}.", name=name, folder=emptied)
        return sentences(gone, _antivirus_advice(emptied))
    return message(
        "server-not-found",
        "RLBotServer was not found in {folders:,}, through PATH or in the working folder. Download or choose it "
        "in Environment, or install RLBot from rlbot.org.",
        folders=own,
    )


def _antivirus_advice(folder: Path) -> Message:
    return message(
        "server-quarantined",
        "An antivirus has probably removed or locked it. Open Windows Security > Virus & threat protection > "
        "Protection history of Windows Defender, or the quarantine of another antivirus; restore the file, and exclude "
        "{folder} from scans. Then try again, or let Kickabout download the server.",
        folder=folder,
    )


def check_program(path: Path, *, is_windows: bool, is_ours: bool = False) -> None:
    """Checks that an existing file can be the server's program on this system; does not run it.

    `is_ours` means that Kickabout has downloaded the file, which is then made executable.

    Raises:
        ServerError: it is no such program; the text says why, and what to do.
    """
    try:
        start = read_start(path, 512)
    except OSError as error:
        reason = message("server-unreadable", "{path} cannot be read: {reason}.", path=path, reason=reason_of(error))
        raise ServerError(sentences(reason, _antivirus_advice(path.parent) if is_windows else None)) from error
    if not start and is_windows:
        empty = message("server-file-empty", "{path} is empty.", path=path)
        raise ServerError(sentences(empty, _antivirus_advice(path.parent)))
    if not is_program(start, "windows" if is_windows else "macos" if sys.platform == "darwin" else "linux"):
        raise ServerError(_no_program(path))
    if not is_windows and not os.access(path, os.X_OK):
        if not is_ours:
            raise ServerError(_not_executable(path))
        with contextlib.suppress(OSError):  # else its start fails, and says why
            path.chmod(0o755)


_MAGIC: Final = {
    "windows": (b"MZ",),
    "macos": (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"),
    "linux": (b"\x7fELF",),
}


def is_program(start: bytes, system: str) -> bool:
    """Returns whether a file that begins with these bytes can be a program of `linux`, `windows` or `macos`."""
    return start.startswith(_MAGIC.get(system, ())) or (start.startswith(b"#!") and system != "windows")


def _no_program(path: Path) -> Message:
    return message(
        "server-is-no-program",
        "{path} is not a program for this computer. Let Kickabout download the server, or install RLBot from "
        "rlbot.org.",
        path=path,
    )


def _not_executable(path: Path) -> Message:
    return message("server-not-executable", "{path} is not executable. Run `chmod +x {path}`.", path=path)


def explain_start(path: Path, error: OSError) -> Message:
    """Returns why the system did not start the server's program, and what to do."""
    code = getattr(error, "winerror", None)
    if code in _BLOCKED:
        reason = message("server-blocked", "Windows did not let {path} start.", path=path)
        return sentences(reason, _antivirus_advice(path.parent))
    if code == _BAD_FORMAT or error.errno == errno.ENOEXEC:
        return _no_program(path)
    if code is None and error.errno == errno.EACCES:
        return _not_executable(path)
    return message("server-not-started", "{path} could not be started: {reason}.", path=path, reason=reason_of(error))


class ProgramOutput:
    """A running program that prints into a temporary file, which is read without waiting.

    Raises:
        OSError: the program cannot be started.
    """

    def __init__(self, argv: tuple[str, ...]) -> None:
        file, name = tempfile.mkstemp(prefix="kickabout-", suffix=".txt")
        self._path = Path(name)
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=sys.platform != "win32",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            self._path.unlink()
            raise
        finally:
            os.close(file)

    @property
    def has_ended(self) -> bool:
        """True if the program has ended."""
        return self._process.poll() is not None

    def read(self, limit: int) -> bytes:
        """Returns the output from its start, at most `limit` bytes; nothing if its file is gone."""
        with contextlib.suppress(OSError):
            return read_start(self._path, limit)
        return b""

    def close(self) -> None:
        """Kills the program if it runs, and deletes its output."""
        if not self.has_ended:
            if sys.platform == "win32":
                self._process.kill()
            else:
                with contextlib.suppress(PermissionError):  # macOS, if it has just ended
                    os.killpg(self._process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(KILL_S)
        with contextlib.suppress(OSError):
            self._path.unlink()


def read_version(
    file: ServerFile,
    *,
    start: Callable[[tuple[str, ...]], ProgramOutput] = ProgramOutput,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Message | str]:
    """Yields what it waits for, and last the version (`5.0.0-rc.16`; empty if the program names none); never blocks.

    The program is killed at the deadline, or when the iterator is closed.

    Raises:
        ServerError: the program cannot be started, or prints nothing within 5 s.
    """
    try:
        program = start((str(file.path), "--version"))
    except OSError as error:
        raise ServerError(explain_start(file.path, error)) from error
    with contextlib.closing(program):
        text = message("server-version-wait", "waiting for RLBotServer to name its version")
        version = yield from waiting(lambda: _version_of(program), text, VERSION_S, clock=clock)
        if version is None and not program.read(1):
            raise ServerError(
                message(
                    "server-silent",
                    "{path} printed nothing within {seconds:g} s when it was asked for its version. An antivirus may "
                    "be checking it: try again, or choose another server in Environment.",
                    path=file.path,
                    seconds=VERSION_S,
                )
            )
    yield version or ""


def _version_of(program: ProgramOutput) -> str | None:
    """Returns the version in the output, empty if it will have none; None if it may still come."""
    has_ended = program.has_ended  # asked first, so that the output is complete
    output = program.read(MAX_OUTPUT)
    line = _VERSION_LINE.search(output + b"\n" if has_ended else output)
    if line is not None:
        return line[1].decode()
    return "" if has_ended or len(output) >= MAX_OUTPUT else None


def parsed_version(text: str) -> Version | None:
    """Returns a version that can be compared, from the server's output or a tag; None for any other text.

    Beta versions have the form `5.beta.7.10`.
    """
    beta = re.fullmatch(r"v?5\.beta\.(\d{1,4})(\.\d{1,4})*", text)
    with contextlib.suppress(ValueError):  # `InvalidVersion`, or a number with thousands of digits
        return Version(f"5.0.0b{beta[1]}" if beta else text)
    return None


def _is_older(version: str, other: str) -> bool:
    """Returns whether a version is older than another one; False if one of them is unknown."""
    first, second = parsed_version(version), parsed_version(other)
    return first is not None and second is not None and first < second


def can_play(version: str) -> bool:
    """Returns whether a version speaks our protocol; true if the version is unknown."""
    return not _is_older(version, _FIRST_USABLE)


def version_problem(version: str) -> Message | None:
    """Returns why a version cannot play our matches, or what it lacks; None if it has everything or is unknown."""
    if not can_play(version):
        return message(
            "server-too-old",
            "RLBotServer {version} is too old: Kickabout and current bots cannot read its packets. Update it to "
            "{first} or newer.",
            version=version,
            first=_FIRST_USABLE,
        )
    if parsed_version(version) is None or _is_older(_LAST_WITHOUT_CONSOLE, version):
        return None
    return message(
        "server-without-console",
        "RLBotServer {version} ignores console commands, those of bots and those that you type.",
        version=version,
    )
