"""An agent that misbehaves in one way at one stage of a match: `python bot.py KIND STAGE`, beside raw_agent.py."""

import os
import signal
import subprocess
import sys
import time

import rlbot_flatbuffers as flat
from raw_agent import Raw

KIND, STAGE = sys.argv[1:3]
SLEEP = "import time; time.sleep(600)"


def sleep():
    time.sleep(600)


def leave_a_sleeper(**options):
    subprocess.Popen([sys.executable, "-c", SLEEP, __file__], **options)


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for target in range(3):
                os.dup2(null, target)
            os.execve(sys.executable, [sys.executable, "-c", SLEEP, __file__], {})
        os._exit(0)


def fail():
    raise RuntimeError("out of fuel")


def turn_deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep()


def fork_and_leave():
    if os.fork() == 0:
        sleep()
    os._exit(0)


def hold_the_pipe():
    leave_a_sleeper(start_new_session=True)
    os._exit(0)


def flood():
    for _ in range(50):
        os.write(1, b"x" * 99_999 + b"\n")


ACTS = {
    "exits": lambda: os._exit(3),
    "exits with 0": lambda: os._exit(0),
    "dies by a signal": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "raises": fail,
    "ignores SIGTERM": turn_deaf,
    "hangs": sleep,
    "forks and leaves": fork_and_leave,
    "holds the pipe open": hold_the_pipe,
    "keeps a daemon": daemon,
    "keeps a session": lambda: leave_a_sleeper(start_new_session=True),
    "closes its output": lambda: os.closerange(1, 3),
    "floods": flood,
}


def act():
    print(f"{KIND} while {STAGE}", flush=True)
    ACTS[KIND]()


def main():
    raw = Raw()
    if STAGE == "starting":
        act()
    if STAGE == "connecting":
        raw.reach()
        act()
    raw.connect()
    if STAGE == "getting ready":
        act()
    packets = 0
    for message in raw.messages():
        if isinstance(message, flat.ControllableTeamInfo):
            cars = [part.index for part in message.controllables]
            raw.send(flat.InitComplete())
            if STAGE == "ready":
                act()
        elif isinstance(message, flat.GamePacket):
            raw.drive(cars)
            packets += 1
            if STAGE == "playing" and packets == 30:
                act()
    if STAGE == "stopping":
        act()


main()
