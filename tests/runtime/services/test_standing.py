"""Services that run on their own."""

import os
import re
import tracemalloc
from pathlib import Path

import pytest

from runtime.documents.model import NO_RESTARTS
from runtime.services.kit.kickabout.games import MAX_BETWEEN, RecordedSource, RecordingError, framed, read_recording


def test_a_new_version_serves_later_games_and_the_one_before_leaves(bots, standing, until):
    service = standing(bots.folder())
    first = service.pid
    service.service.restart()
    until(lambda: service.file.exists() and service.pid != first)
    until(lambda: service.figures and service.figures[-1].slots == 16)
    assert service.error is None


def test_a_new_version_that_cannot_start_leaves_the_one_before(bots, standing, until):
    folder = bots.folder()
    service = standing(folder)
    first = service.pid
    (folder / "service.py").write_text("import kickabout\nraise SystemExit('broken')\n")
    service.service.restart()
    until(lambda: any("The version before goes on" in line for line in service.lines))
    assert any("broken" in line for line in service.lines)
    assert (service.pid, service.thread.is_alive()) == (first, True)


def test_a_service_that_ends_by_itself_stopped_unexpectedly(bots, standing, until):
    """Exit code 0 counts too, because the loop of a service never ends while its launcher lives."""
    code = "import kickabout\nclass Service(kickabout.AgentService):\n    pass\nimport threading, os\n"
    code += "threading.Timer(0.5, lambda: os._exit(0)).start()\nService().run()\n"
    service = standing(bots.folder(code), policy=NO_RESTARTS)
    service.thread.join(30)
    assert "The service stopped unexpectedly (exited with code 0" in str(service.error)
    assert not service.file.exists()


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b'{"kind": "kickabout-recording", "version": 2}\n', b"\xff\n", b"[]\n"]
)
def test_other_files_are_no_recordings(tmp_path, content):
    path = tmp_path / "x.rec"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=r"x\.rec"):
        read_recording(path)


HEADER = b'{"kind": "kickabout-recording", "version": 1, "agent_id": "x"}\n'


@pytest.mark.parametrize("content", [HEADER.replace(b'"x"', b"5"), b"[" * 100_000, b"\0" * 100_000, None])
def test_files_that_no_recorder_wrote_are_no_recordings(tmp_path, content):
    path = tmp_path / "x.rec"
    if content is None:
        os.mkfifo(path)
    else:
        path.write_bytes(content)
    for file in (path, Path("/dev/zero"), tmp_path):
        with pytest.raises(RecordingError, match=re.escape(str(file))):
            read_recording(file)


@pytest.mark.parametrize(("more", "is_damaged"), [(-1, False), (0, False), (1, True)])
def test_a_recording_without_packets_is_damaged(tmp_path, more, is_damaged):
    path = tmp_path / "x.rec"
    path.write_bytes(HEADER + framed(b"x") * (MAX_BETWEEN + more))
    source = RecordedSource(path)
    if is_damaged:
        with pytest.raises(RecordingError, match="damaged"):
            source.receive()
    else:
        assert len(source.receive()) == MAX_BETWEEN + more


def test_a_recording_is_read_as_it_is_needed(tmp_path):
    path = tmp_path / "x.rec"
    path.write_bytes(HEADER)
    os.truncate(path, 3 << 30)
    tracemalloc.start()
    with pytest.raises(RecordingError, match="damaged"):
        RecordedSource(path).receive()
    assert tracemalloc.get_traced_memory()[1] < 10 << 20
    tracemalloc.stop()
