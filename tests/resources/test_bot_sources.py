"""The example bots need only the standard library and rlbot, and play the same in every run."""

import ast
import os
import socket
import subprocess
import sys

import pytest

from resources.examples import example_bots
from runtime.protocol import FrameReader, unpack_interface

SOURCES = sorted(example_bots().glob("*/*.py"))
UNSTEADY = {"random", "secrets", "time", "datetime", "uuid", "os", "threading"}
DEADLINE_S = 30.0
UNSTEADY_CALLS = {"hash", "id", "set", "frozenset"}


def _name(path):
    return f"{path.parent.name}/{path.name}"


def _imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("path", SOURCES, ids=_name)
def test_bots_need_only_the_standard_library_and_rlbot(path):
    beside = {neighbour.stem for neighbour in path.parent.glob("*.py")}
    used = set(_imports(ast.parse(path.read_text(encoding="utf-8"))))
    assert used <= set(sys.stdlib_module_names) | {"rlbot"} | beside
    assert not used & UNSTEADY


@pytest.mark.parametrize("path", SOURCES, ids=_name)
def test_bots_do_the_same_in_every_run(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & UNSTEADY_CALLS
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Set | ast.SetComp)]


@pytest.mark.parametrize("folder", sorted({path.parent for path in SOURCES}), ids=lambda folder: folder.name)
def test_bots_ask_for_ball_predictions_only_if_they_use_them(folder):
    (program,) = (*folder.glob("bot.py"), *folder.glob("script.py"))
    nodes = ast.walk(ast.parse(program.read_text(encoding="utf-8")))
    uses = any(isinstance(node, ast.Attribute) and node.attr == "ball_prediction" for node in nodes)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(DEADLINE_S)
        environment = {**os.environ, "RLBOT_SERVER_PORT": str(listener.getsockname()[1]), "RLBOT_AGENT_ID": "a"}
        with subprocess.Popen([sys.executable, program.name], cwd=folder, env=environment) as bot:
            try:
                link, _ = listener.accept()
                with link:
                    link.settimeout(DEADLINE_S)
                    reader, messages = FrameReader(), []
                    while not messages:
                        messages = [unpack_interface(payload) for payload in reader.feed(link.recv(4096))]
            finally:
                bot.kill()
    assert messages[0].wants_ball_predictions is uses


@pytest.mark.parametrize("shared", ["driving.py", "shooting.py"])
def test_shared_files_are_the_same_everywhere(shared):
    copies = [path.read_bytes() for path in SOURCES if path.name == shared]
    assert len(copies) == 3
    assert len(set(copies)) == 1
