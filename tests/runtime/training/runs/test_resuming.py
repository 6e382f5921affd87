import dataclasses
import os

import pytest

from runtime.model.states import Blame
from runtime.model.training import EndReason, MetricPoint, RunEnded, RunState
from runtime.training.runs import TrainingRun, read_run
from runtime.training.runs.checkpoints import CheckpointError, CheckpointStore
from runtime.training.runs.conductor import RunConductor, RunFailedError
from runtime.training.runs.folder import MetricsLog, RunFolder, read_metrics
from runtime.training.runs.plan import LoadSource, configuration_hash
from runtime.training.runs.record import RunRecord
from runtime.training.runs.resuming import find_checkpoint, newest_checkpoint, resume_refusal

PHASES = "[[phases]]\nname = 'a'\nsteps = 10\n[[phases]]\nname = 'b'\nsteps = 20\n[[phases]]\nname = 'c'\nsteps = 30\n"


@pytest.fixture
def plan(plan_of):
    return plan_of(PHASES)


def save(plan, phase, step, *, folder=None, agent="agent", **options):
    store = CheckpointStore((folder or plan.folder) / "checkpoints", free_bytes=lambda _: 1 << 40)
    index = [one.name for one in plan.phases].index(phase) if phase in "abc" else 0
    configuration, record = plan.configuration(index), RunRecord(plan)
    record.present = index
    progress = {
        "record": record.as_json(),
        "configuration": configuration,
        "configuration_hash": configuration_hash(configuration),
    }
    return store.save(phase, agent, step, lambda folder: (folder / "x").write_bytes(b"x"), progress, **options)


def test_the_newest_checkpoint_is_that_of_the_latest_phase(plan):
    assert newest_checkpoint(plan) is None
    save(plan, "a", 90)
    newest = save(plan, "b", 20)
    assert newest_checkpoint(plan) == newest
    said = []
    (newest.folder / "x").write_bytes(b"y")
    assert newest_checkpoint(plan, on_skip=said.append).phase == "a"
    assert len(said) == 1


def test_a_phase_continues_from_the_phase_before_it(plan):
    assert find_checkpoint(plan, 2, LoadSource()) is None
    save(plan, "a", 5)
    assert find_checkpoint(plan, 2, LoadSource()).phase == "a"
    save(plan, "b", 3)
    save(plan, "c", 9)
    assert (find_checkpoint(plan, 2, LoadSource()).phase, find_checkpoint(plan, 1, LoadSource()).phase) == ("b", "a")


def test_the_source_can_be_named(plan, tmp_path):
    save(plan, "a", 1, is_best=True)
    save(plan, "a", 2)
    save(plan, "a", 3, agent="rival")
    save(plan, "other", 4, folder=tmp_path / "elsewhere")
    found = [
        find_checkpoint(plan, 1, source).step
        for source in (
            LoadSource(phase="a"),
            LoadSource(phase="a", checkpoint="best"),
            LoadSource(phase="a", checkpoint="000000000001"),
            LoadSource(phase="a", agent="rival"),
            LoadSource(run=tmp_path / "elsewhere"),
            LoadSource(run=tmp_path / "elsewhere", checkpoint="best"),
        )
    ]
    assert found == [2, 1, 1, 3, 4, 4]


@pytest.mark.parametrize(
    "source", [LoadSource(phase="b"), LoadSource(phase="a", checkpoint="7"), LoadSource(agent="nobody")]
)
def test_a_named_source_that_does_not_exist_is_an_error(plan, source):
    save(plan, "a", 1)
    with pytest.raises(CheckpointError, match=r"no complete checkpoint|incomplete"):
        find_checkpoint(plan, 1, source)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("seed = 3", "seed = 4", "run.seed"),
        ("arenas = 2", "arenas = 4", None),
        ("steps = 10", "steps = 99", None),
        ("name = 'c'", "name = 'd'", None),
        ("name = 'b'", "name = 'd'", "phases[1].name"),
        ("seconds = 2.0", "seconds = 9.0", "environment.truncations[0].seconds"),
        ('"random_search:RandomSearch"', '"random_search:RandomSearch"\nnoise = 1', "learner.noise"),
        ("[workers]", "[opponents]\nwindow = 3\n[workers]", "opponents.window"),
        (PHASES, PHASES + "[[phases]]\nname = 'e'\nsteps = 5\n", None),
    ],
)
def test_a_resume_is_refused_with_the_keys_that_differ(run_file, plan_of, old, new, key):
    checkpoint = save(plan_of(PHASES), "b", 1)
    path = run_file(PHASES)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    refusal = resume_refusal(read_run(path).value, checkpoint)
    assert (refusal is None) is (key is None)
    assert key is None or f": {key}. " in str(refusal)


def test_a_front_end_starts_nothing_where_a_resume_is_refused(run_file, plan_of):
    save(plan_of(PHASES), "b", 1)
    path = run_file(PHASES)
    path.write_text(path.read_text().replace("seed = 3", "seed = 4"))
    events = []
    result = TrainingRun(read_run(path).value, path.read_text(), is_resumed=True).run(events.append)
    assert (result.view.state, result.blame) == (RunState.ERROR, Blame.DOCUMENT)
    assert "run.seed" in str(result.view.text)
    assert events == [RunEnded(result=result)]


@pytest.mark.parametrize(
    "change",
    [
        {"phase": 9},
        {"phase": -9},
        {"phase": "a"},
        {"phase": 1e999},
        {"phases": 5},
        {"phases": [{"progress": {"steps": "many"}, "end": ""}]},
        {"phases": [{"progress": {"wall_s": float("inf")}, "end": ""}]},
        {"phases": [{"progress": {}, "end": "[" * 100_000}]},
        {"phases": [{"progress": {}, "end": '["reason", "text"]'}]},
        {"policy_version": None},
        {"ratings": "[{}]"},
        {"ratings": '[{"is": "RatingView", "name": 5, "mu": 1, "sigma": 1, "games": 1}]'},
        {"ratings": "[" * 100_000},
    ],
)
def test_a_record_that_no_run_wrote_is_refused(plan, change):
    checkpoint = save(plan, "b", 1)
    assert resume_refusal(plan, checkpoint) is None
    record = {**checkpoint.progress["record"], **change}
    damaged = dataclasses.replace(checkpoint, progress={**checkpoint.progress, "record": record})
    refusal = resume_refusal(plan, damaged)
    assert refusal.code == ("resume-refused" if change.get("phase") in (9, -9) else "resume-damaged")
    assert "b/000000000001" in str(refusal)


def test_a_record_of_an_earlier_version_is_read(plan):
    inner = '{"is":"Message","code":"b","template":"c","args":[]}'
    text = f'{{"is":"Message","code":"a","template":"{{x}}","args":[["x",{inner}]]}}'
    end = f'[{{"is":"EndReason","value":"maximum"}},{text}]\n'
    ratings = '[{"is":"RatingView","name":"p","mu":1.0,"sigma":2.0,"games":3,"wins":1,"draws":1,"losses":1}]\n'
    record = RunRecord(plan)
    record.restore({**record.as_json(), "phases": [{"progress": {"steps": 5}, "end": end}], "ratings": ratings})
    assert (record.phases[0].end.reason, str(record.phases[0].end.text)) == (EndReason.MAXIMUM, "c")
    assert (record.phases[0].progress.steps, record.ratings[0].games) == (5, 3)
    again = RunRecord(plan)
    again.restore(record.as_json())
    assert (again.phases[0].end, again.ratings) == (record.phases[0].end, record.ratings)


@pytest.mark.parametrize("progress", [{}, {"record": 5}, {"record": {"phase": 0}, "configuration": 7}])
def test_progress_that_no_run_wrote_is_refused(plan, progress):
    checkpoint = dataclasses.replace(save(plan, "b", 1), progress=progress)
    assert resume_refusal(plan, checkpoint).code == "resume-damaged"


def test_many_differing_keys_are_cut(plan):
    checkpoint = save(plan, "c", 1)
    other = dataclasses.replace(plan, written={})
    assert str(resume_refusal(other, checkpoint)).count(",") <= 6


def point(step, value=1.0):
    return MetricPoint(name="reward", step=step, wall_s=0.5, value=value, phase=0)


def test_metrics_that_no_run_wrote_are_skipped(tmp_path):
    path = tmp_path / "metrics.jsonl"
    good = b'{"name": "reward", "step": 1, "wall_s": 1, "value": 0.5, "phase": 0}'
    lines = [b"[" * 100_000, b"5", b'{"rewind": "x"}', good.replace(b"1,", b'"x",'), good.replace(b"1,", b"1e999,")]
    lines.append(good.replace(b"0.5", b"NaN"))
    path.write_bytes(b"\n".join([*lines, good]))
    assert [point.step for point in read_metrics(path)] == [1]
    path.unlink()
    os.mkfifo(path)
    assert read_metrics(path) == ()


def test_metrics_after_the_step_of_a_rewind_no_longer_count(tmp_path):
    path = tmp_path / "metrics.jsonl"
    log = MetricsLog(path)
    log.append([point(10), point(20), point(30)])
    log.rewind(20)
    log.append([point(25, 2.0)])
    log.close()
    assert [(one.step, one.value) for one in read_metrics(path)] == [(10, 1.0), (20, 1.0), (25, 2.0)]


def test_a_run_that_has_nothing_to_resume_forgets_its_metrics(plan_of):
    plan = plan_of("[[phases]]\nsteps = 10\n")
    plan = dataclasses.replace(plan, learner=dataclasses.replace(plan.learner, name="nowhere:Missing"))
    folder = RunFolder(plan.folder)
    folder.begin("")
    log = MetricsLog(folder.metrics)
    log.append([point(0), point(10)])
    log.close()
    conductor = RunConductor(plan, None, lambda _: None)
    with pytest.raises(RunFailedError):
        conductor.run(is_resumed=True)
    conductor.close()
    assert read_metrics(folder.metrics) == ()


@pytest.mark.parametrize("damage", [b'{"name": "rew', b"\xff\xfe\n", b"[1, 2]\n", b'{"name": 1}\n', b"\n"])
def test_a_line_that_was_cut_off_spoils_no_other(tmp_path, damage):
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(damage)
    log = MetricsLog(path)
    log.append([point(1)])
    log.close()
    assert read_metrics(path) == (point(1),)
    assert read_metrics(tmp_path / "missing.jsonl") == ()


def test_a_former_run_is_set_aside(tmp_path):
    folder = RunFolder(tmp_path / "reach")
    assert not folder.is_used
    for number in (1, 2):
        folder.begin("[run]\n")
        assert (folder.is_used, folder.text()) == (True, "[run]\n")
        assert folder.set_aside() == tmp_path / f"reach.{number}"
    assert not folder.is_used
