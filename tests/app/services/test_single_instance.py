"""A second start passes its files to the first window, and opens its own window if there is none."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket

from app.services import single_instance
from app.services.single_instance import SingleInstance, hand_over, instance_name
from resources.examples import example_bots
from tests.clock import until

START_MS = 60_000
"""Time limit for the start of a program on a busy machine."""
SECOND = """
import sys
import time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.services.single_instance import hand_over
application = QCoreApplication([])
print(hand_over(sys.argv[1], [Path(word) for word in sys.argv[2:]]))
"""


@pytest.fixture
def name(home_of_its_own):
    return instance_name()


@pytest.fixture
def first(qapp, name):
    made = SingleInstance(name)
    assert made.listen()
    made.answer()
    yield made
    made.close()


@pytest.fixture
def second_start(name):
    with contextlib.ExitStack() as ends:

        def start(*paths):
            argv = [sys.executable, "-c", SECOND, name, *paths]
            process = ends.enter_context(subprocess.Popen(argv, stdout=subprocess.PIPE, text=True))
            ends.callback(process.kill)
            return process

        yield start


def sent(qtbot, name, data, wait_ms=100):
    socket = QLocalSocket()
    socket.connectToServer(name)
    assert socket.waitForConnected(1000)
    socket.write(data)
    socket.flush()
    qtbot.wait(wait_ms)
    return socket


def test_homes_have_names_of_their_own(monkeypatch, tmp_path, name):
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "other"))
    assert instance_name() != name
    assert instance_name() == instance_name()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there, other variables say where files are kept")
@pytest.mark.parametrize("variable", ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"])
def test_another_home_folder_gives_another_name(monkeypatch, tmp_path, variable):
    monkeypatch.delenv("KICKABOUT_HOME")
    for other in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    before = instance_name()
    assert instance_name() == before
    monkeypatch.setenv(variable, str(tmp_path / "ü"))
    assert instance_name() != before
    assert not (tmp_path / "ü").exists()


def test_a_user_without_a_name_has_a_window_too(monkeypatch, name):
    def nobody():
        raise KeyError("getpwuid(): uid not found: 4711")

    monkeypatch.setattr(single_instance.getpass, "getuser", nobody)
    assert instance_name() not in ("", name)


@pytest.fixture
def short_folder():
    """The paths of sockets have at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="k-") as folder:
        yield Path(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="names are not paths there")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another user")
def test_another_user_who_listens_first_gets_no_paths(qapp, short_folder, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(short_folder))
    monkeypatch.setenv("XDG_RUNTIME_DIR", "")
    stolen = Path(instance_name())
    os.chown(stolen.parent, 65534, 65534)
    with socket.socket(socket.AF_UNIX) as thief:
        thief.bind(str(stolen))
        thief.listen()
        assert not hand_over(instance_name(), [Path("/secret")])
        window = SingleInstance(instance_name())
        assert window.listen([Path("/secret")])
        assert listens(instance_name())
        window.close()
        thief.settimeout(0.1)
        with pytest.raises(TimeoutError):
            thief.accept()


def test_without_a_private_folder_there_is_no_name(monkeypatch):
    monkeypatch.setattr("app.services.single_instance.private_folder", lambda: None)
    assert instance_name() == "" or os.name == "nt"


def test_a_second_process_hands_its_files_over(first, second_start, qtbot):
    with qtbot.waitSignal(first.started_again, timeout=START_MS) as again:
        process = second_start("/x/match.toml", "bots/ümlaut")
    assert again.args == [(Path("/x/match.toml"), Path("bots/ümlaut").absolute())]
    assert process.communicate(timeout=START_MS / 1000)[0] == "True\n"


def test_a_start_without_files_only_brings_the_window_forward(first, second_start, qtbot):
    with qtbot.waitSignal(first.started_again, timeout=START_MS) as again:
        process = second_start()
    assert again.args == [()]
    assert process.communicate(timeout=START_MS / 1000)[0] == "True\n"


def test_without_a_first_window_nothing_is_handed_over(qapp, name):
    assert not hand_over(name, [])


def test_a_first_window_that_hangs_is_not_waited_for_long(qapp, name, first, monkeypatch):
    monkeypatch.setattr(single_instance, "ANSWER_MS", 50)
    assert not hand_over(name, [Path("/x")])


def test_the_place_of_a_crashed_window_is_taken(qapp, name):
    code = (
        "import os, sys\nfrom PySide6.QtCore import QCoreApplication\n"
        "from app.services.single_instance import SingleInstance\n"
        "application = QCoreApplication([])\nassert SingleInstance(sys.argv[1]).listen()\nos._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, name], check=False, timeout=START_MS / 1000).returncode == 9
    heir = SingleInstance(name)
    assert heir.listen()
    heir.close()


@pytest.mark.parametrize("data", [b"{}\n", b"[1]\n", b"nonsense\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"])
def test_what_no_start_sends_is_refused(first, name, qtbot, data):
    with qtbot.assertNotEmitted(first.started_again):
        socket = sent(qtbot, name, data)
        assert socket.state() == QLocalSocket.LocalSocketState.UnconnectedState


@pytest.mark.parametrize(("size", "is_read"), [(-1, True), (0, True), (1, False)])
def test_messages_are_bounded(first, name, qtbot, monkeypatch, size, is_read):
    message = b'["' + b"x" * 60 + b'"]\n'
    monkeypatch.setattr(single_instance, "MAX_BYTES", len(message) - size)
    seen = []
    first.started_again.connect(seen.append)
    sent(qtbot, name, message)
    assert bool(seen) is is_read


def test_a_client_that_never_ends_its_message_is_dropped(first, name, qtbot, monkeypatch):
    monkeypatch.setattr(single_instance, "MESSAGE_MS", 80)
    socket = sent(qtbot, name, b'["half', 10)
    assert socket.state() == QLocalSocket.LocalSocketState.ConnectedState
    qtbot.waitUntil(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState)


def listens(name):
    """Returns True if a window accepts files of later starts."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    is_there = socket.waitForConnected(200)
    socket.abort()
    return is_there


def test_a_second_start_of_the_program_opens_its_bot_in_the_first_window(home_of_its_own, tmp_path):
    bots = example_bots()
    arguments = [sys.executable, "-m", "app"]
    first = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: listens(instance_name()))
        second = subprocess.run([*arguments, str(bots / "keeper")], check=False, timeout=60)
        assert second.returncode == 0
        assert first.poll() is None
    finally:
        first.kill()
        first.wait()


def test_a_start_that_comes_while_the_first_window_is_built_is_not_lost(first, second_start, qtbot):
    second = second_start("/a/match.toml")
    time.sleep(1.0)  # without its event loop the first window answers nothing
    assert second.poll() is None
    with qtbot.waitSignal(first.started_again, timeout=START_MS) as again:
        pass
    assert again.args == [(Path("/a/match.toml"),)]
    assert second.communicate(timeout=START_MS / 1000)[0].strip() == "True"


def test_without_a_name_nobody_is_listened_to(qapp, name):
    nameless = SingleInstance("")
    assert nameless.listen()
    assert not hand_over(name, [])


def test_a_start_waits_until_the_window_is_built(qtbot, name, second_start, tmp_path):
    window = SingleInstance(name)
    assert window.listen()
    process = second_start(str(tmp_path))
    qtbot.wait(500)
    assert process.poll() is None
    seen = []
    window.started_again.connect(seen.append)
    window.answer()
    qtbot.waitUntil(lambda: process.poll() is not None, timeout=START_MS)
    assert seen == [(tmp_path,)]
    assert process.stdout.read() == "True\n"
    window.close()


def test_of_two_windows_that_begin_at_once_the_later_hands_over(qtbot, first, name, tmp_path):
    code = (
        "import sys\nfrom pathlib import Path\nfrom PySide6.QtCore import QCoreApplication\n"
        "from app.services.single_instance import SingleInstance\n"
        "application = QCoreApplication([])\nprint(SingleInstance(sys.argv[1]).listen([Path(sys.argv[2])]))"
    )
    with qtbot.waitSignal(first.started_again, timeout=START_MS) as again:
        later = subprocess.Popen([sys.executable, "-c", code, name, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert again.args == [(tmp_path,)]
    assert later.communicate(timeout=START_MS / 1000)[0] == "False\n"
