"""An environment for RLBot v4 agents, made once by the launcher itself, and matches of v4 bots."""

import shutil
import sys
from pathlib import Path

import pytest

from bench import environments
from runtime.documents import read_match
from runtime.environments.choice import choose
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun

BOTS = Path(__file__).parent / "bots"


@pytest.fixture(scope="session")
def v4_environments():
    """The folder of environments, one of which suits agents without requirements."""
    folder = environments.v4_environments(BOTS / "recorder" / "recorder.cfg")
    if folder is None:
        pytest.skip("RLBot v4 needs Python 3.10 or 3.11, and there is none")
    return folder


@pytest.fixture(scope="session")
def v4_interpreter(v4_environments):
    return choose(
        environments.source_of(BOTS / "recorder" / "recorder.cfg"), Path(sys.executable), v4_environments
    ).python


@pytest.fixture
def folder(tmp_path):
    """Copies the folder of a bot, so that the bot may write there; returns the copy."""

    def copy(name, to=""):
        target = tmp_path / (to or name)
        shutil.copytree(BOTS / name, target)
        return target

    return copy


@pytest.fixture
def match_text(tmp_path):
    def write(text):
        (tmp_path / "match.toml").write_text(f'[rlbot]\nlauncher = "NoLaunch"\n{text}')
        reading = read_match(tmp_path / "match.toml")
        assert reading.errors == ()
        return reading.value

    return write


@pytest.fixture
def play(v4_environments, mesh_cache, match_text, tmp_path):
    """Plays a match document in lockstep; returns result, events and the log of each agent."""

    def run(text, *, seconds=5.0, on_event=lambda _run, _event: None, game=None, **options):
        plan = MatchPlan(
            match=match_text(text),
            game=game or ArenaGame(meshes=mesh_cache),
            pace="lockstep",
            seconds_limit=seconds,
            environments=v4_environments,
            logs=tmp_path / "logs",
            **options,
        )
        match, events = MatchRun(plan), []

        def emit(event):
            events.append(event)
            on_event(match, event)

        result = match.run(emit)
        logs = {path.stem: path.read_text() for path in (tmp_path / "logs").glob("*/*.log")}
        return result, events, logs

    return run
