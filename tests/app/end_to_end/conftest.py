"""Fixtures of the end-to-end tests: a virtual screen, and a bot that scores every second."""

import os
import shutil
import subprocess

import psutil
import pytest

from tests.app.end_to_end.display import NEEDED, SIZE, Screen, until

BOT = '''"""Puts the ball into the opponents' goal every second; the match allows it."""

from rlbot import flat
from rlbot.managers import Bot

VERSION = "first"
PLAY = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)


class Scorer(Bot):
    shot_s = 0.0

    def initialize(self):
        print(f"the {VERSION} source plays", flush=True)

    def get_output(self, packet):
        now = packet.match_info.seconds_elapsed
        if packet.match_info.match_phase in PLAY and now > self.shot_s + 1.0:
            self.shot_s = now
            side = 1.0 if self.team == 0 else -1.0
            physics = flat.DesiredPhysics(
                location=flat.Vector3Partial(0.0, side * 4900.0, 200.0),
                velocity=flat.Vector3Partial(0.0, side * 2000.0, 0.0),
            )
            self._game_interface.send_msg(flat.DesiredGameState([flat.DesiredBallState(physics)]))
        return flat.ControllerState()


if __name__ == "__main__":
    Scorer("test/scorer").run()
'''
BOT_DOCUMENT = """[settings]
agent_id = "test/scorer"
name = "Scorer"
run_command = "python bot.py"
run_command_linux = "python bot.py"

[details]
developer = "Somebody"
"""
MATCH = """[rlbot]
wait_for_agents = true

[match]
game_mode = "Soccar"
game_map_upk = "Stadium_P"
skip_replays = true
start_without_countdown = true
enable_state_setting = true

[mutators]
match_length = "Unlimited"
"""


@pytest.fixture
def scorer(tmp_path):
    """The folder of a bot whose source can be changed."""
    folder = tmp_path / "bots" / "scorer"
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text(BOT_DOCUMENT, encoding="utf-8")
    (folder / "bot.py").write_text(BOT, encoding="utf-8")
    return folder


@pytest.fixture
def save_other_source(scorer):
    """Saves another version of the source, as an editor does."""

    def save():
        path = scorer / "bot.py"
        path.write_text(BOT.replace('VERSION = "first"', 'VERSION = "second"'), encoding="utf-8")

    return save


@pytest.fixture
def empty_match(tmp_path):
    """A match document without a car."""
    path = tmp_path / "match.toml"
    path.write_text(MATCH, encoding="utf-8")
    return path


@pytest.fixture
def screen(request, tmp_path, home_of_its_own):
    """A virtual screen with a window manager; its parameter is its size. Skips if a program for it is not installed."""
    width, height = getattr(request, "param", SIZE)
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"a screen needs {', '.join(missing)}")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        env={name: value for name, value in os.environ.items() if name != "KICKABOUT_HOME"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    made = None
    try:
        number = server.stdout.readline().decode("ascii").strip()
        assert number, "the screen did not start"
        made = Screen(f":{number}", tmp_path, home_of_its_own)
        made.run("openbox", KICKABOUT_HOME="")
        until(lambda: made.output_of("get_desktop"), lambda: "the window manager")
        yield made
    finally:
        if made is not None:
            made.end()
        server.terminate()
        server.wait(10)
        server.stdout.close()


@pytest.fixture
def programs_of_home(home_of_its_own):
    """Command lines of the running processes that use the home of this test."""

    def find():
        found = []
        for process in psutil.process_iter():
            try:
                if process.pid != os.getpid() and process.environ().get("KICKABOUT_HOME") == str(home_of_its_own):
                    found.append(process.cmdline())
            except psutil.Error:
                continue
        return [command for command in found if command]

    return find
