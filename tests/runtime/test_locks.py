import subprocess
import sys
from pathlib import Path

from runtime.locks import FileLock

ROOT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys
from pathlib import Path
from runtime.locks import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.try_acquire(), flush=True)
sys.stdin.read()
"""


def test_one_at_a_time(tmp_path):
    first, second = FileLock(tmp_path / "new" / "x.lock"), FileLock(tmp_path / "new" / "x.lock")
    assert first.try_acquire()
    assert first.try_acquire()
    assert not second.try_acquire()
    first.release()
    first.release()
    assert second.try_acquire()
    second.release()


def test_a_killed_holder_holds_nothing(tmp_path):
    path = tmp_path / "x.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    with holder:
        assert holder.stdout.readline() == "True\n"
        ours = FileLock(path)
        assert not ours.try_acquire()
        holder.kill()
        holder.wait()
        assert ours.try_acquire()
        ours.release()
