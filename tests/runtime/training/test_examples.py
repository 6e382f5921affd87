"""The examples of the documentation run, and the documentation quotes them exactly."""

import re
import runpy
from pathlib import Path

from runtime.model.training import EndReason, RunState
from runtime.training.runs import RunFolder, read_metrics, read_run_text
from tests.runtime.training.runs.watching import WatchedRun

ROOT = Path(__file__).resolve().parents[3]


def test_the_first_environment(capsys):
    path = ROOT / "docs" / "examples" / "first_environment.py"
    code = path.read_text(encoding="utf-8").partition('"""\n\n')[2]
    assert code in (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    assert sum(bool(line) for line in code.splitlines()) <= 10
    runpy.run_path(str(path))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 6
    assert all(re.fullmatch(r"\d+\.\d s: (touch|time_limit)", line) for line in lines)


FEWER = {
    "steps = 300 ": "steps = 125 ",
    "count = 2": "count = 1",
    "arenas = 16": "arenas = 2",
    "50_000": "200",
    "10_000": "100",
    "steps = 5_000_000": "steps = 750",
    "episodes = 100": "episodes = 2",
    "checkpoints = 2": "checkpoints = 1\nseconds = 2",
    "games = 4": "games = 2",
}
"""Numbers of the run of self-play that take long, and those of the test."""


def test_the_run_of_self_play(tmp_path):
    text = (ROOT / "docs" / "examples" / "self_play" / "run.toml").read_text(encoding="utf-8")
    assert f"```toml\n{text}```" in (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    assert read_run_text(text, tmp_path / "run.toml").problems == ()
    for number, less in FEWER.items():
        assert number in text
        text = text.replace(number, less, 1)
    path = tmp_path / "run.toml"
    path.write_text(text)
    run = WatchedRun(path)
    result = run.end()
    assert result.view.state is RunState.FINISHED, run.explained()
    assert [phase.end for phase in result.view.phases] == [EndReason.MAXIMUM] * 3
    assert result.view.learner_restarts.used == 0
    names = {rating.name for rating in result.view.ratings}
    assert {"stand-in Rookie", f"Self-play step {result.view.steps}"} <= names
    folder = RunFolder(result.view.folder)
    assert len(list(folder.opponents.glob("snapshot-*.npz"))) >= 3
    assert {"win_rate", "learner/return", "rating"} <= {point.name for point in read_metrics(folder.metrics)}
