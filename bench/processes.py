"""Processes of a benchmark: started quietly, waited for with a deadline, gone at the end."""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from runtime import IMPORT_ROOT

ROOT = IMPORT_ROOT
BOTS = Path(__file__).resolve().parent / "bots"
DEADLINE_S = 120.0


@contextlib.contextmanager
def started(arguments: list[str], environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A Python program whose output can be read; killed at the end."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RLBOT_LOG_LEVEL": "critical", **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def matched(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """The first line of the program's output that matches.

    Raises:
        RuntimeError: the program ended first.
    """
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(pattern, line)
        if found:
            return found
    raise RuntimeError(f"{process.args} ended with {process.wait()} before it printed {pattern!r}")


def listening_port(process: subprocess.Popen[str]) -> int:
    """Returns the port that a server prints."""
    return int(matched(process, r"listening on 127\.0\.0\.1:(\d+)")[1])


def bot_environment(port: int, agent_id: str) -> dict[str, str]:
    """Returns the environment variables that a bot needs to find its server."""
    return {"RLBOT_SERVER_PORT": str(port), "RLBOT_SERVER_IP": "127.0.0.1", "RLBOT_AGENT_ID": agent_id}


def until(condition, deadline_s: float = DEADLINE_S) -> None:
    """Waits for a condition.

    Raises:
        TimeoutError: it was not met in time.
    """
    deadline = time.monotonic() + deadline_s
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)
