"""A bot that needs the package gearbox, and needs of bots whose packages are missing."""

from pathlib import Path

from runtime.environments import (
    AgentSource,
    Choice,
    InterpreterKind,
    Need,
    Requirement,
    Requirements,
    UnmetRequirement,
)
from runtime.model.messages import literal

FILE = Path("/bots/ada/requirements.txt")
BOT = """
import gearbox
from rlbot.flat import ControllerState
from rlbot.managers import Bot
class Geared(Bot):
    def get_output(self, packet):
        return ControllerState(throttle=gearbox.RATIO)
Geared("tests/geared").run()
"""
DOCUMENT = """[settings]
agent_id = "tests/geared"
name = "Geared"
run_command = "python bot.py"
run_command_linux = "python bot.py"
"""


def write_geared(folder, program=BOT):
    """Writes the bot into a new folder; pip finds gearbox in the bot's folder `wheels`."""
    folder.mkdir()
    (folder / "requirements.txt").write_text("--no-index\n--find-links wheels\ngearbox>=1\n")
    (folder / "bot.py").write_text(program)
    (folder / "bot.toml").write_text(DOCUMENT)
    return folder


def a_need(*texts, name="Ada", faults=(), doubt=None, environment=Path("/envs/x")):
    """The need of a blue bot with these requirements, none of which is installed."""
    lines = tuple(Requirement(text=text, file=FILE, line=place, name=text) for place, text in enumerate(texts, 1))
    return Need(
        agents=(AgentSource(key="blue-1", name=name, folder=FILE.parent, run_command="python bot.py"),),
        choice=Choice(
            kind=InterpreterKind.CONFIGURED,
            python=Path("/py"),
            requirements=Requirements(file=FILE, lines=lines),
            environment=environment,
        ),
        unmet=tuple(UnmetRequirement(requirement=line, reason=literal("is not installed")) for line in lines),
        faults=faults,
        doubt=doubt,
    )
