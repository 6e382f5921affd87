"""An environment for agents of RLBot v4, made once by the launcher's own means, and matches of bots written for it."""

import shutil
import sys
from pathlib import Path

import pytest

from runtime import IMPORT_ROOT
from runtime.documents import read_bot, read_match
from runtime.environments import AgentSource, NeedConcluded, Provision
from runtime.environments.choice import choose, v4_python
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun

BOTS = Path(__file__).parent / "bots"
SETUP_S = 600
"""The packages are downloaded once for a checkout."""


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(SETUP_S))


@pytest.fixture(scope="session")
def v4_environments(tmp_path_factory):
    """Folder of the environments; one of them has what an agent without requirements needs."""
    if v4_python(Path(sys.executable)) is None:
        pytest.skip("RLBot v4 needs Python 3.10 or 3.11, and there is none")
    home = IMPORT_ROOT / ".venv"
    folder = home / "v4-bots" if home.is_dir() else tmp_path_factory.mktemp("v4")
    document = BOTS / "recorder" / "recorder.cfg"
    provision = Provision([source_of(document)], environments=folder)
    provision.start()
    events = []
    while not provision.is_over:
        events += provision.poll(0.1)
        if provision.state.name == "ASKING":
            provision.install()
    provision.close()
    for event in events:
        assert not isinstance(event, NeedConcluded) or not event.verdict.faults, event.verdict
    return folder


def source_of(document):
    bot = read_bot(document).value
    return AgentSource(key="x", name="x", folder=document.parent, run_command=bot.run_command, document=document)


@pytest.fixture(scope="session")
def v4_interpreter(v4_environments):
    return choose(source_of(BOTS / "recorder" / "recorder.cfg"), Path(sys.executable), v4_environments).python


@pytest.fixture
def folder(tmp_path):
    """Copies the folder of a bot, so that it may write there; returns the copy."""

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

    def run(text, *, seconds=5.0, on_event=lambda _run, _event: None, **options):
        plan = MatchPlan(
            match=match_text(text),
            game=ArenaGame(meshes=mesh_cache),
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
