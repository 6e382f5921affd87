"""RLBotServer as a process, as a file, and its version."""

import errno
import os
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.games import RLBOT_PORT
from runtime.games.rocket_league.server import (
    FOLDER_PREFIX,
    MAX_OUTPUT,
    VERSION_S,
    ServerError,
    ServerFile,
    can_play,
    explain_start,
    find_server,
    parsed_version,
    read_version,
    running_servers,
    version_problem,
)
from runtime.games.rocket_league.system import SystemProcess, native_system
from runtime.model.messages import literal
from tests.clock import Clock, until
from tests.process_table import is_alive
from tests.runtime.games.rocket_league.fakes import FakeSystem
from tests.scripted_server.driver import ScriptedServer

posix_only = pytest.mark.skipif(os.name != "posix", reason="programs of tests are scripts")
PROGRAM = {True: b"MZ\x90\x00" + bytes(60), False: b"\x7fELF\x02\x01\x01\x00" + bytes(60)}


def computer(home, *, is_windows=False, processes=(), **environment):
    return FakeSystem(home, is_windows=is_windows, processes=[*processes], environment=environment).system


@pytest.fixture(autouse=True)
def working_folder(tmp_path, monkeypatch):
    """The working folder, which holds no server."""
    folder = tmp_path / "working"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def put(path, content=PROGRAM[False], mode=0o755):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
    return path


def script(path, text):
    return ServerFile(path=put(path, f"#!/bin/sh\n{text}\n".encode()), origin=literal("test"))


@pytest.mark.parametrize(
    ("name", "command", "port"),
    [
        ("RLBotServer", (), RLBOT_PORT),
        ("RLBotServer.exe", ("RLBotServer.exe",), RLBOT_PORT),
        ("RLBotServer", ("RLBotServer", "23300"), 23300),
        ("RLBotServer", ("RLBotServer", "23300", "23233"), 23300),
        ("RLBotServer", ("/usr/bin/python3", "/home/me/RLBotServer", "23300"), 23300),
        ("RLBotServer", ("/usr/bin/python3", "/home/me/RLBotServer"), RLBOT_PORT),
        ("RLBotServer.exe", ("C:\\python.exe", "C:\\me\\RLBotServer.exe", "23300"), 23300),
        ("RLBotServer", ("RLBotServer", " +0001 "), 1),
        ("RLBotServer", ("RLBotServer", "65535"), 65535),
        ("RLBotServer", ("RLBotServer", "65536"), None),
        ("RLBotServer", ("RLBotServer", "0"), None),
        ("RLBotServer", ("RLBotServer", "-1"), None),
        ("RLBotServer", ("RLBotServer", "\u0663"), None),
        ("RLBotServer", ("RLBotServer", "9" * 5000), None),
        ("RLBotServer", ("RLBotServer", "--version"), None),
        ("RLBotServer", ("python", "-m", "runtime.arena", "--port", "23300"), None),
        ("RLBotServer2", ("RLBotServer2", "23300"), None),
        ("rlbotserver", ("rlbotserver", "23300"), None),
    ],
)
def test_a_running_server_and_its_port(tmp_path, name, command, port):
    others = [SystemProcess(pid=1, started=0.0, name="init"), SystemProcess(pid=2, started=0.0, name="")]
    process = SystemProcess(pid=3, started=1.0, name=name, command=command)
    servers = running_servers(computer(tmp_path, processes=[*others, process]))
    assert [(server.process, server.port) for server in servers] == ([] if port is None else [(process, port)])


def test_every_running_server_is_named(tmp_path):
    processes = [
        SystemProcess(pid=pid, started=0.0, name="RLBotServer", command=("server", str(pid))) for pid in (7, 8)
    ]
    assert [server.port for server in running_servers(computer(tmp_path, processes=processes))] == [7, 8]


def places(home, *, is_windows):
    """Returns the known places of the server, the best one first, with a word of the origin."""
    name = "RLBotServer.exe" if is_windows else "RLBotServer"
    downloads = home / "downloads"
    names = ["v5.0.0-rc16", "v5.0.0-rc9", "v1.0.0-rc14", "nightly"]
    found = [(downloads / f"{FOLDER_PREFIX}{version}" / name, "Kickabout") for version in names]
    roots = ["local"] if is_windows else ["data", ".local/share", ".var/app/org.rlbot.gui/data"]
    found += [(home / root / "RLBot5" / "bin" / name, "launcher") for root in roots]
    return [*found, (home / "path" / name, "PATH"), (home / "working" / name, "working folder")]


@pytest.mark.parametrize("is_windows", [True, False])
def test_the_places_in_their_order(tmp_path, is_windows):
    separator = ";" if is_windows else ":"
    variables = {
        "LOCALAPPDATA": str(tmp_path / "local"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "PATH": separator.join(["", "relative", str(tmp_path / "missing"), str(tmp_path / "path")]),
    }
    system = computer(tmp_path, is_windows=is_windows, **variables)
    for path, origin in reversed(places(tmp_path, is_windows=is_windows)):
        put(path, PROGRAM[is_windows])
        file = find_server(system, downloads=tmp_path / "downloads")
        assert file.path == path
        assert origin in str(file.origin)


def test_without_variables_the_default_folders_count(tmp_path):
    windows = put(tmp_path / "AppData/Local/RLBot5/bin/RLBotServer.exe", PROGRAM[True])
    linux = put(tmp_path / ".local/share/RLBot5/bin/RLBotServer")
    assert find_server(computer(tmp_path, is_windows=True)).path == windows
    assert find_server(computer(tmp_path, XDG_DATA_HOME="relative")).path == linux


@pytest.mark.parametrize("form", ["{folder}/RLBotServer", "{folder}", ' "{folder}" ', "sub"])
def test_the_configured_file_or_folder_is_the_only_one(tmp_path, working_folder, form):
    path = put(working_folder / "sub" / "RLBotServer")
    put(working_folder / "RLBotServer")
    file = find_server(computer(tmp_path), form.format(folder=path.parent))
    assert (file.path, str(file.origin)) == (path, "configured")


@pytest.mark.parametrize(("is_windows", "advice"), [(True, "Protection history"), (False, "Environment")])
def test_a_configured_server_that_is_not_there(tmp_path, is_windows, advice):
    put(tmp_path / "working" / "RLBotServer")
    with pytest.raises(ServerError, match="is not at the configured path") as caught:
        find_server(computer(tmp_path, is_windows=is_windows), str(tmp_path / "gone"))
    assert advice in str(caught.value)


@pytest.mark.parametrize("text", ["~nobody-has-this-name/RLBotServer", "/" + "x" * 5000, "a\0b"])
def test_a_configured_path_that_no_system_has(tmp_path, text):
    with pytest.raises(ServerError, match="is not at the configured path"):
        find_server(computer(tmp_path), text)


@pytest.mark.parametrize("is_windows", [True, False])
def test_no_server_anywhere(tmp_path, is_windows):
    with pytest.raises(ServerError, match=r"was not found in .*RLBot5.bin.*Download.*Environment.*rlbot\.org"):
        find_server(computer(tmp_path, is_windows=is_windows), downloads=tmp_path / "none")


@pytest.mark.parametrize("folder", ["AppData/Local/RLBot5/bin", "downloads/RLBotServer-v5.0.0-rc16"])
def test_a_folder_whose_program_an_antivirus_has_removed(tmp_path, folder):
    put(tmp_path / folder / "rlbotgui.exe", PROGRAM[True])
    with pytest.raises(ServerError, match=r"RLBotServer\.exe is missing") as caught:
        find_server(computer(tmp_path, is_windows=True), downloads=tmp_path / "downloads")
    assert all(words in str(caught.value) for words in ("Windows Defender", "Protection history", str(tmp_path)))
    put(tmp_path / "path" / "RLBotServer.exe", PROGRAM[True])
    assert find_server(computer(tmp_path, is_windows=True, PATH=str(tmp_path / "path"))).path.parent.name == "path"


@pytest.mark.parametrize(
    ("is_windows", "content", "words"),
    [
        (True, b"", "is empty. An antivirus"),
        (False, b"", "is not a program"),
        (True, PROGRAM[False], "is not a program"),
        (False, PROGRAM[True], "is not a program"),
        (True, b"\xcf\xfa\xed\xfe" + bytes(60), "is not a program"),
        (True, b"#!/bin/sh\n", "is not a program"),
        (False, b"  <!DOCTYPE html><title>Log in</title>", "is not a program"),
        (False, b"PK\x03\x04", "is not a program"),
    ],
)
def test_a_file_that_is_no_server(tmp_path, is_windows, content, words):
    name = "RLBotServer.exe" if is_windows else "RLBotServer"
    path = put(tmp_path / "path" / name, content)
    system = computer(tmp_path, is_windows=is_windows, PATH=str(path.parent))
    for configured in ("", str(path)):
        with pytest.raises(ServerError, match=words) as caught:
            find_server(system, configured)
        assert str(path) in str(caught.value)
    good = put(tmp_path / "working" / name, PROGRAM[is_windows])
    assert find_server(system).path == good


@posix_only
def test_a_program_that_cannot_be_read(tmp_path):
    path = tmp_path / "RLBotServer.exe"
    os.mkfifo(path)  # like a locked file, it cannot be opened; root may open all others
    for is_windows in (True, False):
        with pytest.raises(ServerError, match="cannot be read") as caught:
            find_server(computer(tmp_path, is_windows=is_windows), str(path))
        assert ("antivirus" in str(caught.value)) is is_windows


@posix_only
def test_a_program_without_permission_to_run(tmp_path, working_folder):
    (tmp_path / "path" / "RLBotServer").mkdir(parents=True)  # a folder of this name is no program
    path = put(working_folder / "RLBotServer", mode=0o644)
    with pytest.raises(ServerError, match=f"chmod \\+x {path}"):
        find_server(computer(tmp_path, PATH=str(tmp_path / "path")))
    ours = put(tmp_path / "downloads" / "RLBotServer-v5.0.0-rc16" / "RLBotServer", mode=0o644)
    assert find_server(computer(tmp_path), downloads=tmp_path / "downloads").path == ours
    assert os.access(ours, os.X_OK)


class FakeOutput:
    """A program that prints and ends when the test says so."""

    def __init__(self, output=b"", *, has_ended=False):
        self.output = output
        self.has_ended = has_ended
        self.is_closed = False

    def read(self, limit):
        return self.output[:limit]

    def close(self):
        self.is_closed = True


FILE = ServerFile(path=Path(os.devnull), origin=literal("test"))
ANSWER = b"RLBotServer v5.0.0-rc.16\nBridge 0.9.2\n@ https://www.rlbot.org\n"


@pytest.mark.parametrize(
    ("output", "has_ended", "version"),
    [
        (ANSWER, True, "5.0.0-rc.16"),
        (ANSWER, False, "5.0.0-rc.16"),
        (ANSWER.replace(b"\n", b"\r\n"), False, "5.0.0-rc.16"),
        (b"\x1b[0mwarning\nRLBotServer v5.beta.7.10", True, "5.beta.7.10"),
        (b"", True, ""),
        (b"RLBotServer version 5\n", True, ""),
        (b"\xff\x00 garbage", True, ""),
        (b"RLBotServer v" + b"5" * 41 + b"\n", True, ""),
        (b"x" * MAX_OUTPUT, False, ""),
    ],
)
def test_the_version_in_the_output(output, has_ended, version):
    program = FakeOutput(output, has_ended=has_ended)
    assert list(read_version(FILE, start=lambda _argv: program)) == [version]
    assert program.is_closed


def test_a_version_that_is_half_printed_is_waited_for():
    program, argv = FakeOutput(b"RLBotServer v5.0.0-rc.1"), []
    steps = read_version(FILE, start=lambda words: argv.append(words) or program)
    assert str(next(steps)).startswith("waiting for RLBotServer")
    program.output = ANSWER
    assert list(steps) == ["5.0.0-rc.16"]
    assert argv == [(os.devnull, "--version")]


@pytest.mark.parametrize(("after_s", "ends"), [(VERSION_S - 0.01, False), (VERSION_S, True), (VERSION_S + 0.01, True)])
@pytest.mark.parametrize("output", [b"", b"Waiting for connections"])
def test_the_time_limit(after_s, ends, output):
    clock, program = Clock(), FakeOutput(output)
    steps = read_version(FILE, start=lambda _argv: program, clock=clock)
    next(steps)
    clock.now += after_s
    if not ends:
        assert str(next(steps)).startswith("waiting")
        steps.close()
    elif output:
        assert next(steps) == ""
    else:
        with pytest.raises(ServerError, match="printed nothing within 5 s"):
            next(steps)
    assert program.is_closed


@posix_only
def test_a_real_program_names_its_version(tmp_path):
    file = script(tmp_path / "RLBotServer", 'test "$1" = --version && echo "RLBotServer v5.0.0-rc.16"; echo more >&2')
    *waits, version = read_version(file)
    assert version == "5.0.0-rc.16"
    assert all(str(wait).startswith("waiting for RLBotServer to name its version") for wait in waits)


@posix_only
def test_a_real_program_is_killed_with_its_children_when_nobody_waits(tmp_path):
    file = script(
        tmp_path / "RLBotServer", f"sleep 60 & echo $! > {tmp_path}/child; echo $$ > {tmp_path}/own; sleep 60"
    )
    with closing(read_version(file)) as steps:
        while not (tmp_path / "own").exists() or not (tmp_path / "own").read_text().strip():
            next(steps)
    for name in ("child", "own"):
        pid = int((tmp_path / name).read_text())
        until(lambda pid=pid: not is_alive(pid))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), "No such file"),
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES)), "chmod"),
        (OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC)), "for this computer"),
        (225, "Protection history"),
        (5, "Protection history"),
        (193, "for this computer"),
        (740, "could not be started"),
        (1260, "could not be started"),
    ],
)
def test_a_program_that_does_not_start(error, words):
    if isinstance(error, int):
        number, error = error, PermissionError(errno.EACCES, "the words of Windows")
        error.winerror = number

    def start(_argv):
        raise error

    with pytest.raises(ServerError, match=words):
        next(read_version(FILE, start=start))
    assert words in str(explain_start(FILE.path, error))


@posix_only
def test_a_real_program_that_does_not_start(tmp_path):
    file = ServerFile(path=put(tmp_path / "RLBotServer", b"\x7fELF broken"), origin=literal("test"))
    with pytest.raises(ServerError, match="for this computer"):
        next(read_version(file))


@pytest.mark.parametrize(
    ("version", "plays", "words"),
    [
        ("5.beta.4.1", False, "too old"),
        ("v5.beta.7.10", False, "too old"),
        ("5.0.0-rc.11", False, "too old"),
        ("5.0.0-rc.12", True, "ignores console commands"),
        ("5.0.0-rc.16", True, "ignores console commands"),
        ("5.0.0-rc.17", True, None),
        ("v5.0.0", True, None),
        ("5.1.2", True, None),
        ("", True, None),
        ("nightly", True, None),
        ("5.beta", False, "too old"),
        ("5.0.0-rc.16-dirty!", True, None),
        ("9" * 5000, True, None),
    ],
)
def test_what_a_version_lacks(version, plays, words):
    problem = version_problem(version)
    assert can_play(version) is plays
    assert problem is None if words is None else words in str(problem)


@given(output=st.binary(max_size=200), text=st.text(max_size=40))
def test_any_output_names_a_version_or_none(output, text):
    program = FakeOutput(b"RLBotServer v" + output, has_ended=True)
    (version,) = read_version(FILE, start=lambda _argv: program)
    for each in (version, text):
        assert version_problem(each) is None or parsed_version(each) is not None


def test_tags_and_printed_versions_compare():
    printed = ["5.beta.6.12", "5.beta.7.0", "5.0.0-rc.9", "5.0.0-rc.16", "5.0.0"]
    assert sorted(printed, key=parsed_version) == printed
    assert parsed_version("v5.0.0-rc16") == parsed_version("5.0.0-rc.16")
    assert parsed_version("nightly") is None


@posix_only
def test_the_scripted_server_counts_as_one(tmp_path):
    with ScriptedServer(tmp_path, version="5.0.0-rc.12") as server:
        processes = [process for process in running_servers(native_system()) if process.port == server.port]
        assert [process.process.pid for process in processes] == [server.process.pid]
        file = find_server(computer(tmp_path), str(tmp_path))
        assert [*read_version(file)][-1] == "5.0.0-rc.12"
