"""Clients that look for a process named RLBotServer find the arena."""

import os
import subprocess
import sys

import psutil
import pytest
from rlbot.utils.gateway import find_server_process

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a program change its name")


@pytest.fixture
def arena(mesh_cache):
    started = []

    def start(*options):
        process = subprocess.Popen(
            [sys.executable, "-m", "runtime.arena", "--meshes", str(mesh_cache), *map(str, options)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@linux_only
def test_the_official_client_finds_the_arena_and_its_port(arena, free_port, monkeypatch):
    ours = arena("--as-rlbotserver", "--port", free_port)
    assert "listening" in ours.stdout.readline()
    found = [process for process in psutil.process_iter() if process.pid in (os.getpid(), ours.pid)]
    monkeypatch.setattr(psutil, "process_iter", lambda: found)  # other programs may run servers too
    process, port = find_server_process("RLBotServer")
    assert process is not None
    assert (process.pid, port) == (ours.pid, free_port)


@linux_only
def test_the_port_has_to_come_last(arena, free_port):
    process = arena("--port", free_port, "--as-rlbotserver")
    _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "must come last" in err
