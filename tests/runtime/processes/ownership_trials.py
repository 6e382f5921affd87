"""Trials of ownership: nothing that a bot starts is alive three seconds after its match, however that ends.

`python -m tests.runtime.processes.ownership_trials [NUMBER]` runs that many trials and prints the figures. Each trial
starts a real launcher with a supervisor and one bot, whose processes write to a file as long as they live, ends them in
one way, and looks whether the file still grows after `LIMIT_S`.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil

from tests.process_table import mentioning, supervisor_below

ROOT = Path(__file__).resolve().parents[3]
LIMIT_S = 3.0

LAUNCHER = """
import sys, time
from pathlib import Path
from runtime.processes.client import ChildSpec, SupervisorClient
script = Path(sys.argv[1])
supervisor = SupervisorClient()
supervisor.start()
supervisor.launch(ChildSpec(key="bot", argv=(sys.executable, str(script)), cwd=script.parent, grace_s=0.2))
beat = script.with_name("beat")
while not beat.exists() or beat.stat().st_size < 5:
    supervisor.poll(0.02)
end = time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    supervisor.poll(0.02)
if sys.argv[3] == "stop":
    supervisor.stop("bot")
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        supervisor.poll(0.02)
survivors = supervisor.close()
print(survivors, flush=True)
"""

BOT = """
import ctypes, os, resource, signal, sys, threading, time

KIND, DELAY_S, ENDING = {kind!r}, {delay!r}, {ending!r}
here = os.path.dirname(os.path.abspath(__file__))
stop = os.path.join(here, "stop")
beat = os.open(os.path.join(here, "beat"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)

def live():
    while not os.path.exists(stop):
        os.write(beat, b"l")
        time.sleep(0.01)
    os._exit(0)

def bare():
    resource.setrlimit(10, (resource.RLIM_INFINITY,) * 2)
    os.execve(sys.executable, [sys.executable, __file__, "bare"], {{}})

def chain():
    while not os.path.exists(stop):
        if os.fork():
            os._exit(0)
        if "sessions" in KIND:
            os.setsid()
        os.write(beat, b"c")
        if DELAY_S:
            time.sleep(DELAY_S)
    os._exit(0)

def without_main_thread():
    thread = threading.Thread(target=live)
    thread.start()
    ctypes.CDLL(None).syscall(60, 0)  # exit, not exit_group

def run():
    if "chain" in KIND:
        chain()
    elif "thread" in KIND:
        without_main_thread()
    live()

def ancestors():
    found = [os.getppid()]
    while len(found) < 2:
        with open(f"/proc/{{found[-1]}}/stat") as file:
            found.append(int(file.read().rpartition(")")[2].split()[1]))
    return found

if len(sys.argv) > 1:
    run()
parents = ancestors()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        bare() if "bare" in KIND else run()
    os._exit(0)
os.wait()
time.sleep(0.2)
while os.fstat(beat).st_size < 6:
    time.sleep(0.01)
killed = []
if "record" in ENDING:
    import glob, tempfile
    for record in glob.glob(os.path.join({records!r}, "*.run")):
        if f"{{parents[0]}}@" in open(record).readline():
            os.unlink(record)
if "bot kills supervisor" in ENDING:
    killed.append(parents[0])
if "bot kills guard" in ENDING:
    killed.append(parents[1])
for process in killed:
    os.kill(process, signal.SIGKILL)
time.sleep(600)
"""

KINDS = (
    "chain",
    "chain of sessions",
    "bare chain",
    "bare chain of sessions",
    "daemon",
    "bare daemon",
    "thread",
    "bare thread",
)
ENDINGS = (
    "close",
    "stop",
    "launcher killed",
    "launcher and supervisor killed",
    "bot kills supervisor",
    "bot deletes record, bot kills supervisor",
    "bot kills guard",
    "bot kills guard, bot kills supervisor",
)
DELAYS_S = (0.0, 0.0003, 0.001)


def trial(kind, ending, delay_s, folder, records):
    """Returns a sentence about what was wrong, or an empty text."""
    script = folder / "bot.py"
    script.write_text(BOT.format(kind=kind, delay=delay_s, ending=ending, records=str(records)), encoding="utf-8")
    seconds = 1.0 if ending in ("close", "stop") else 600.0
    is_bots = ending.startswith("bot")
    launcher = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(script), str(1.5 if is_bots else seconds), ending],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    beat = folder / "beat"
    try:
        deadline = time.monotonic() + 60.0
        while not beat.exists() or beat.stat().st_size < 5:
            if time.monotonic() > deadline:
                launcher.kill()
                return f"the bot did not start: {launcher.communicate()}"
            time.sleep(0.01)
        time.sleep(random.uniform(0.1, 0.4))
        if ending.startswith("launcher"):
            (guard,) = psutil.Process(launcher.pid).children()
            supervisor = supervisor_below(guard)
            launcher.send_signal(signal.SIGSTOP)
            if "supervisor" in ending:
                supervisor.kill()
            launcher.kill()
        _, errors = launcher.communicate(timeout=30)
        time.sleep(LIMIT_S)
        before = beat.stat().st_size
        time.sleep(0.3)
        if beat.stat().st_size != before:
            return "still alive"
        if left := [process for process in mentioning(script) if process.pid != os.getpid()]:
            return f"still there: {left}"
        if launcher.returncode > 0 or "Traceback" in errors:
            return f"the launcher failed: {errors}"
        return ""
    finally:
        (folder / "stop").touch()
        launcher.kill()
        launcher.communicate()
        for _ in range(5):
            for process in mentioning(script):
                process.kill()
            time.sleep(0.01)


def main(number):
    from runtime.processes.records import records_folder

    failures, tried = Counter(), Counter()
    random.seed(1)
    pairs = [(kind, ending) for ending in ENDINGS for kind in KINDS]

    def run(count):
        kind, ending = pairs[count % len(pairs)]
        with tempfile.TemporaryDirectory(prefix="trial-") as folder:
            wrong = trial(kind, ending, DELAYS_S[count // len(pairs) % 3], Path(folder), records_folder())
        tried[ending] += 1
        failures[ending] += bool(wrong)
        if wrong:
            print(f"  {kind}; {ending}: {wrong}", flush=True)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, range(number)))
    for ending in tried:
        print(f"{ending:45} {tried[ending]:4} trials, {failures[ending]:3} left something")
    print(f"{'all':45} {number:4} trials, {failures.total():3} left something")
    return min(failures.total(), 1)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
