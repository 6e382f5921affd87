"""Logs of real children."""

import re
import sys

import pytest

from runtime.processes.wire import ChildFailed, ChildNotice

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")
NOTE = re.compile(rb"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (.*)\]")


@pytest.fixture
def closed(bench):
    """Closes the supervisor, which writes everything, and reads a log."""

    def read(path):
        assert bench.supervisor.close() == ()
        return path.read_bytes()

    return read


def test_a_log_holds_every_byte_between_two_notes(bench, closed):
    log = bench.folder / "blue-1.log"
    bench.launch("a", "import os; os.write(1, b'\\x1b[1mbold\\x1b[0m\\n\\xff'); raise SystemExit(3)", log=log)
    bench.ended("a")
    first, second, third, last = closed(log).splitlines()
    assert NOTE.fullmatch(first)[1].startswith(b"started as process ")
    assert second == b"\x1b[1mbold\x1b[0m"
    assert third == b"\xff"
    assert NOTE.fullmatch(last)[1] == b"exited with code 3"


def test_a_flood_is_whole_on_the_disk_though_the_screen_gets_a_part(bench, closed):
    log = bench.folder / "a.log"
    bench.launch(
        "a",
        """
        import os
        for block in range(50):
            os.write(1, b"".join(b"%099d\\n" % (1000 * block + number) for number in range(1000)))
        """,
        log=log,
    )
    bench.ended("a")
    lines = closed(log).split(b"\n")[1:-2]
    assert [int(line) for line in lines] == list(range(50_000))


def test_the_next_start_continues_the_log(bench, closed):
    log = bench.folder / "a.log"
    for word in ("one", "two"):
        bench.launch("a", f"print('{word}')", log=log)
        bench.wait(lambda word=word: word in bench.lines("a") and not bench.supervisor.live)
    assert [line for line in closed(log).split(b"\n") if line and not NOTE.match(line)] == [b"one", b"two"]


def test_why_a_program_did_not_start_is_in_its_log(bench, closed):
    log = bench.folder / "a.log"
    bench.launch_argv("a", "/no/such/program", log=log)
    failed = bench.wait_for(ChildFailed, "a")
    assert NOTE.match(closed(log))[1].decode() == str(failed.text)


def test_logs_that_cannot_be_written_cost_one_notice(bench):
    (bench.folder / "file").write_text("in the way")
    for key in ("a", "b"):
        bench.launch(key, "import time; print('up'); time.sleep(600)", log=bench.folder / "file" / f"{key}.log")
        bench.wait_for_line(key, "up")
    assert bench.supervisor.close() == ()
    bench.events += bench.supervisor.poll(0.0)
    (notice,) = bench.of(ChildNotice)
    folder = bench.folder / "file"
    assert str(notice.text) == f"Logs cannot be written to {folder}: Not a directory. The match continues without logs."


def test_the_notice_comes_while_the_children_run(bench, awkward):
    bench.launch("a", awkward["sleeper"], log=bench.folder / "no folder" / "a.log")
    assert "No such file" in str(bench.wait_for(ChildNotice).text)
