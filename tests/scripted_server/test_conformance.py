"""The common rules of the protocol, asked of the scripted server."""

import subprocess
import sys
from pathlib import Path

from tests.scripted_server.driver import ScriptedServer, wait_until

ROOT = Path(__file__).resolve().parents[2]


def test_scripted_server_keeps_the_common_rules(tmp_path):
    game = {"pace": 4.0, "map_load_s": 0.02}
    with ScriptedServer(tmp_path, game=game, knows_console_command=True) as server, server.start_game():
        wait_until(lambda: server.state["is_game_connected"], "the connection of the game")
        command = [sys.executable, "-m", "pytest", "tests/conformance", "--server", f"127.0.0.1:{server.port}"]
        command += ["-m", "not gameplay", "-q", "--tb=short", "-p", "no:xdist"]
        result = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=110)
        server.end_games()
    assert result.returncode == 0, result.stdout[-5000:] + "\n".join(server.log[-20:])
