"""Services that run on their own."""

import pytest

from runtime.documents.model import NO_RESTARTS
from runtime.services.kit.kickabout.games import RecordingError, read_recording


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
