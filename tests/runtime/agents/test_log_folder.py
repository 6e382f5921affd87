import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.agents.process_settings import log_path, new_log_folder

DAY_S = 86_400.0
HOLDER = """
import sys
from pathlib import Path
from runtime.agents.process_settings import new_log_folder
folder = new_log_folder(Path(sys.argv[1]), clock=lambda: 86400.0)
print(folder.path, flush=True)
sys.stdin.read()
"""


def finished(*arguments, **values):
    folder = new_log_folder(*arguments, **values)
    folder.release()
    return folder.path


def test_a_folder_is_named_by_its_time_and_matches_of_one_second_by_number(tmp_path):
    names = [finished(tmp_path / "state" / "logs", clock=lambda: 0.0).name for _ in range(3)]
    assert names[0][:5] in ("1970-", "1969-")
    assert names[1:] == [f"{names[0]}-2", f"{names[0]}-3"]


@pytest.mark.parametrize(("matches", "left"), [(2, 2), (3, 3), (4, 3), (9, 3)])
def test_the_newest_are_kept(tmp_path, matches, left):
    made = [finished(tmp_path, clock=lambda day=day: day * DAY_S, kept=3) for day in range(1, matches + 1)]
    assert sorted(tmp_path.iterdir()) == made[-left:]


def test_of_equal_times_the_oldest_goes_first(tmp_path):
    for number in range(1, 13):
        folder = finished(tmp_path, clock=lambda: 0.0, kept=3)
        assert int(folder.name[20:] or 1) == number
    assert {int(path.name[20:]) for path in tmp_path.iterdir()} == {10, 11, 12}


def test_nothing_else_is_ever_removed(tmp_path):
    other = tmp_path / "my notes"
    other.mkdir()
    (tmp_path / "1999-01-01").mkdir()
    for day in (1, 2, 3):
        folder = finished(tmp_path, clock=lambda day=day: day * DAY_S, kept=1)
        log_path(folder, "blue-1").write_text("x")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["my notes", "1999-01-01", folder.name])


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "logs").write_text("in the way")
    with pytest.raises(OSError, match="exists"):
        new_log_folder(tmp_path / "logs")


@pytest.mark.parametrize("matches", [1, 3, 7])
def test_logs_of_running_matches_stay_however_many_they_are(tmp_path, matches):
    running = [new_log_folder(tmp_path, clock=lambda day=day: day * DAY_S, kept=2) for day in range(1, matches + 1)]
    log_path(running[0].path, "blue-1").write_text("x")
    newest = finished(tmp_path, clock=lambda: 99 * DAY_S, kept=2)
    assert sorted(tmp_path.iterdir()) == [*(folder.path for folder in running), newest]
    for folder in running:
        folder.release()
        assert not (folder.path / ".running").exists()
    last = finished(tmp_path, clock=lambda: 100 * DAY_S, kept=2)
    assert sorted(tmp_path.iterdir()) == [newest, last]


@pytest.mark.parametrize("is_killed", [True, False])
def test_logs_of_a_match_of_another_launcher_stay_until_it_ends(tmp_path, is_killed):
    arguments = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        folder = Path(holder.stdout.readline().strip())
        for day in (2, 3):
            finished(tmp_path, clock=lambda day=day: day * DAY_S, kept=1)
        assert folder.is_dir()
        if is_killed:
            holder.kill()
    last = finished(tmp_path, clock=lambda: 4 * DAY_S, kept=1)
    assert list(tmp_path.iterdir()) == [last]


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
def test_only_the_user_can_read_logs(tmp_path):
    made = new_log_folder(tmp_path / "logs")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "logs", made.path)] == [0o700, 0o700]
    made.release()
