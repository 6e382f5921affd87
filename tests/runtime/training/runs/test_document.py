from pathlib import Path

import pytest

from runtime.documents import History, Step
from runtime.documents.surgery import set_value
from runtime.model.training import PhaseMode
from runtime.training import Component
from runtime.training.environment import KINDS
from runtime.training.learners import LEARNERS
from runtime.training.runs import RunDocument, read_run, read_run_text, run_folder
from runtime.training.runs.plan import LoadSource

WHOLE = """
version = 1
[run]
name = "Self-play"
seed = 7
agent = "striker"
restarts = 3
[environment]
mode = "Hoops"
blue = 2
orange = 2
controlled = "blue"
opponents = { name = "stand_in", skill = "Pro" }
tick_skip = 4
observation = "default"
actions = { name = "continuous" }
start = { name = "my_starts:Corner", side = -1 }
terminations = ["goal", { name = "no_touch", seconds = 5.0 }]
truncations = []
rewards = [{ name = "goal", weight = 10 }, "touch"]
[environment.mutators]
gravity = "low"
[environment.parameters]
"physics.gravity_z" = -650
[learner]
name = "evolution"
noise = 0.2
[objective]
name = "metric"
metric = "reward/touch"
[workers]
count = 3
arenas = 16
restarts_in_period = -1
[checkpoints]
every_steps = 100
[gallery]
checkpoints = 2
stand_ins = ["Pro"]
[[parameters]]
name = "physics.gravity_z"
value = -650
least = -1000
most = -300
[[phases]]
name = "first"
steps = 1000
plateau = { metric = "reward", steps = 500 }
[[phases]]
mode = "test"
episodes = 5
workers = 1
load = { phase = "first", checkpoint = "best" }
[phases.environment]
blue = 1
rewards = ["goal"]
"""


def read(text, path=Path("/runs/self.toml")):
    return read_run_text(text, path)


def test_everything_of_a_document_is_read():
    reading = read(WHOLE)
    assert reading.problems == ()
    plan = reading.value
    assert (plan.name, plan.seed, plan.agent, plan.learner_quota.lifetime) == ("Self-play", 7, "striker", 3)
    assert plan.folder == Path("/runs/runs/self")
    assert (plan.workers.count, plan.workers.arenas, plan.workers.quota.per_period) == (3, 16, -1)
    assert plan.learner.parameters == {"noise": 0.2}
    assert plan.objective.parameters == {"metric": "reward/touch"}
    first, second = plan.phases
    spec = first.environment
    assert (spec.mode, spec.blue, spec.orange, spec.tick_skip) == ("Hoops", 2, 2, 4)
    assert [(term.component.name, term.weight) for term in spec.rewards] == [("goal", 10.0), ("touch", 1.0)]
    assert [(one.name, dict(one.parameters)) for one in spec.terminations] == [
        ("goal", {}),
        ("no_touch", {"seconds": 5.0}),
    ]
    assert spec.start.parameters == {"side": -1}
    assert spec.mutators == {"gravity": "Low"}
    assert spec.opponents.parameters == {"skill": "Pro"}
    assert (second.name, second.mode, second.workers) == ("phase-2", PhaseMode.TEST, 1)
    assert (second.environment.blue, second.environment.orange) == (1, 2)
    assert [term.component.name for term in second.environment.rewards] == ["goal"]
    assert second.load == LoadSource(phase="first", checkpoint="best")


def test_the_new_document_has_no_problems():
    document = RunDocument.new()
    assert document.reading().problems == ()
    assert document.reading().value.phases[0].end.seconds == 300


def found(text, path=Path("/runs/self.toml")):
    return [
        (problem.severity.value, problem.line, str(problem.message), str(problem.fix or ""))
        for problem in read(text, path).problems
    ]


MINIMAL = '[learner]\nname = "evolution"\n[[phases]]\nsteps = 5\n'
CHASER = Path(__file__).parents[4] / "resources" / "bots" / "chaser" / "bot.toml"
WITH_BOT = MINIMAL + f"[environment]\ncontrolled='blue'\nopponents={{name='bot', path='{CHASER.as_posix()}'}}\n"


@pytest.mark.parametrize(
    ("text", "severity", "line", "words", "fix"),
    [
        ('[lerner]\nname = "x"\n' + MINIMAL, "warning", 1, '"lerner" is unknown', 'Did you mean "learner"?'),
        (MINIMAL + "[environment]\ntickskip = 8\n", "warning", 6, '"tickskip" is unknown', 'Did you mean "tick_skip"?'),
        (MINIMAL + "[environment]\ntick_skip = 0\n", "error", 6, "a whole number from 1 to 120", ""),
        (MINIMAL + "[environment]\ntick_skip = 121\n", "error", 6, "a whole number from 1 to 120", ""),
        (MINIMAL + '[environment]\nblue = "2"\n', "error", 6, 'blue is the text "2"', "Write 2 without quotes."),
        (MINIMAL + '[environment]\nterminations = "goal"\n', "error", 6, "an array", "square brackets"),
        (MINIMAL + '[environment]\nterminations = ["gaol"]\n', "error", 6, 'no class "gaol"', 'Did you mean "goal"?'),
        (MINIMAL + "[[environment.rewards]]\nname='touch'\nweight='1'\n", "error", 7, "weight", "without quotes"),
        (MINIMAL + "[environment]\nopponents = 'stand_in'\n", "error", 6, "Opponents need cars", ""),
        (
            MINIMAL + "[environment]\ncontrolled='blue'\nopponents='bot'\n",
            "error",
            7,
            "the path of its bot.toml",
            "path =",
        ),
        (
            MINIMAL + "[environment]\ncontrolled='blue'\nopponents={name='bot',path='no.toml'}\n",
            "error",
            7,
            "no.toml",
            "",
        ),
        (WITH_BOT.replace("path", "pth"), "error", 7, "the path of its bot.toml", "path ="),
        (WITH_BOT + "[workers]\ncluster='tls://10.0.0.5:8786'\n", "error", 9, "on this machine", "Remove cluster"),
        (WITH_BOT + "parameters={'physics.gravity_z'=-300}\n", "error", 8, "The match sets the physics", "mutators"),
        (
            WITH_BOT + "[[parameters]]\nname='physics.gravity_z'\nvalue=0\n",
            "error",
            9,
            "The match sets the physics",
            "mutators",
        ),
        (MINIMAL + "[environment.mutators]\ngravity = 'lwo'\n", "error", 6, "gravity", 'Did you mean "Low"?'),
        ('[learner]\nname="evolutoin"\n[[phases]]\nsteps=5\n', "error", 2, "evolutoin", 'Did you mean "evolution"?'),
        ("[learner]\nnoise=1.0\n[[phases]]\nsteps=5\n", "error", 1, "needs the name of a class", "evolution"),
        ("[[phases]]\nsteps = 5\n", "error", None, "no [learner]", "Add [learner]"),
        ('[learner]\nname = "evolution"\n', "error", None, "needs a phase", "[[phases]]"),
        (MINIMAL + "mode = 'trian'\n", "error", 5, "trian", 'Did you mean "train"?'),
        (MINIMAL + "[[phases]]\n", "warning", 5, "no end", "Add steps"),
        (MINIMAL + "name='a'\n[[phases]]\nname='a'\nsteps=1\n", "error", 7, "Two phases", "a name of its own"),
        (MINIMAL + "success = { metric = 'reward' }\n", "error", 5, "needs the value", "at_least"),
        (MINIMAL + "plateau = { metric = 'reward' }\n", "error", 5, "needs steps", ""),
        (MINIMAL + "success={metric='first_touch', at_least=1}\n", "warning", 5, "first_touch", '"first_touch_s"?'),
        (MINIMAL + "plateau = { metric = 'x', steps = 5 }\n", "warning", 5, 'no metric "x"', "Write one of reward,"),
        (MINIMAL + "load = { phase = 'x' }\n", "error", 5, 'named "x"', ""),
        (MINIMAL + "name='a'\n[[phases]]\nsteps=1\nload={phase='b'}\n", "error", 8, 'named "b"', "Write one of a."),
        (MINIMAL.replace("[[", "noize = 1\n[["), "error", 3, "no parameter 'noize'. It has noise,", ""),
        (MINIMAL.replace("[[", "noise = 'a'\n[["), "error", 3, "'noise' of 'evolution' must be a number", ""),
        (MINIMAL.replace("[[", "noise = nan\n[["), "error", 3, "'noise' of 'evolution' must be a number", ""),
        (MINIMAL.replace("[[", "steps = 0\n[["), "error", 1, "must be positive", ""),
        (MINIMAL + "[environment.start]\nname='random'\nball_speed='x'\n", "error", 7, "'ball_speed' of 'random'", ""),
        (MINIMAL + "load = 5\n", "warning", 5, "load is not understood", 'load = "fresh"'),
        (MINIMAL + "load = { rnu = 'x' }\n", "warning", 5, "load is not understood", "run ="),
        (MINIMAL + "load = { run = 'nowhere.toml' }\n", "warning", 5, "nowhere.toml", ""),
        (MINIMAL + "[gallery]\nbots = ['nowhere.toml']\n", "error", 6, "nowhere.toml", ""),
        (MINIMAL + "[opponents]\nlatest_share = 1.1\n", "error", 6, "a number from 0 to 1", ""),
        (MINIMAL + "[[parameters]]\nname='x'\nvalue=3\nmost=2\n", "error", 7, "value is 3", ""),
        ("version = 2\n" + MINIMAL, "error", 1, "newer version", ""),
        (MINIMAL + "mode = 'evaluate'\n", "warning", 3, "The gallery is empty", "stand_ins"),
        (MINIMAL + "evaluate_every = 5\n[gallery]\n", "warning", 6, "The gallery is empty", "stand_ins"),
        (MINIMAL + "[opponents]\n", "warning", 5, "no orange car", 'controlled = "blue"'),
        (MINIMAL + "[environment]\nstart = { name = 'random', sped = 1 }\n", "error", 6, "no parameter 'sped'", ""),
        (MINIMAL + "[[environment.rewards]]\nname='event'\ngaols=1\n", "error", 7, "no parameter 'gaols'", ""),
        (MINIMAL + "[environment]\nterminations=[{name='no_touch', seconds=-1}]\n", "error", 6, "refuses", ""),
        (MINIMAL.replace("5", "0"), "error", 4, "a whole number from 1 up", ""),
        (MINIMAL + "seconds = -1\n", "error", 5, "a number from 0 up", ""),
        ("[learner\n", "error", 1, "TOML", ""),
    ],
)
def test_a_problem_has_a_line_and_a_fix(text, severity, line, words, fix):
    problems = found(text)
    assert [one for one in problems if one[:2] == (severity, line) and words in one[2] and fix in one[3]], problems


def test_a_bot_as_opponent_is_found_from_the_document(tmp_path):
    bot = tmp_path / "bots" / "rival"
    bot.mkdir(parents=True)
    (bot / "bot.toml").write_text(CHASER.read_text())
    text = WITH_BOT.replace(CHASER.as_posix(), "../bots/rival/bot.toml")
    text += "[[phases]]\nsteps = 5\n[phases.environment]\nopponents = {name = 'bot', path = '../bots/rival/bot.toml'}\n"
    reading = read(text, tmp_path / "runs" / "run.toml")
    assert reading.problems == ()
    for phase in reading.value.phases:
        assert phase.environment.opponents == Component(name="bot", parameters={"path": str(bot / "bot.toml")})
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "run.toml").write_text(text)
    document = RunDocument.open(tmp_path / "runs" / "run.toml")
    document.save(tmp_path / "run.toml")
    assert document.text == text.replace("'../bots/rival/bot.toml'", '"bots/rival/bot.toml"')


def test_a_phase_loads_from_one_before_it_and_from_any_of_another_run(tmp_path):
    (tmp_path / "other.toml").write_text(MINIMAL)
    text = MINIMAL + "name = 'a b'\n[[phases]]\nsteps = 1\n"
    for load in ("{ phase = 'a-b' }", "{ run = 'other.toml', phase = 'x' }", "{ agent = 'x' }"):
        assert read(text + f"load = {load}\n", tmp_path / "run.toml").problems == ()


def test_a_malformed_load_uses_the_default(tmp_path):
    reading = read(MINIMAL + "load = 5\n")
    assert reading.value.phases[0].load == LoadSource()
    assert read(MINIMAL + 'load = "fresh"\n').value.phases[0].load.is_fresh
    (tmp_path / "other.toml").write_text(MINIMAL)
    other = read(MINIMAL + "load = { run = 'other.toml' }\n", tmp_path / "run.toml")
    assert other.value.phases[0].load == LoadSource(run=tmp_path / "runs" / "other")


@pytest.mark.parametrize(
    ("name", "folder"),
    [("run.toml", "run"), ("selfplay.run.toml", "selfplay"), (".toml", "run"), ("a b.toml", "a-b")],
)
def test_the_folder_of_a_run_lies_beside_its_document(tmp_path, name, folder):
    assert run_folder(tmp_path / name) == tmp_path / "runs" / folder


def test_an_edit_preserves_comments_and_unknown_keys_and_can_be_undone(tmp_path):
    path = tmp_path / "run.toml"
    text = "# mine\n[run]\nseed = 1   # of all\nfuture = 5\n" + MINIMAL
    path.write_text(text)
    document, history = RunDocument.open(path), History()
    before = document.snapshot
    document.edit(lambda text: set_value(text, ("run", "seed"), 2))
    history.record(Step(name="seed", before=before, after=document.snapshot))
    document.save()
    assert path.read_text() == text.replace("seed = 1", "seed = 2")
    assert read_run(path).value.seed == 2
    document.restore(history.undo().before)
    assert document.text == text


def test_links_reach_the_same_files_from_another_folder(tmp_path):
    text = MINIMAL + 'load = { run = "../other.toml" }  # theirs\n[gallery]\nbots = ["a/bot.toml", "b/bot.toml"]\n'
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "run.toml").write_text(text)
    document = RunDocument.open(tmp_path / "here" / "run.toml")
    document.save(tmp_path / "copy.toml")
    moved = text.replace("../other", "other").replace('"a/', '"here/a/').replace('"b/', '"here/b/')
    assert (tmp_path / "copy.toml").read_text() == moved


def test_a_repair_does_what_the_fix_says():
    document = RunDocument(MINIMAL + '[environment]\nterminations = ["goal"]\nstart = "kickof"\n', None)
    problem = next(problem for problem in document.reading().problems if problem.repair is not None)
    document.repair(problem.repair)
    assert 'start = "kickoff"' in document.text
    assert document.reading().value is not None


def test_names_of_every_kind_are_known():
    assert {"evolution", "ppo"} <= set(LEARNERS)
    assert all(KINDS.values())


def test_reading_imports_nothing_of_the_user(tmp_path):
    (tmp_path / "mine.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "run.toml").write_text(MINIMAL.replace("evolution", "mine:Learner"))
    assert read_run(tmp_path / "run.toml").value.learner.name == "mine:Learner"
