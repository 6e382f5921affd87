"""The table [kickabout.step_mode] of a match document."""

import pytest

from runtime.documents import judged, read_match
from runtime.games import AttachedGame
from runtime.model.step_mode import StepModeOptions, WhenLearnerLeaves


@pytest.mark.parametrize(
    ("text", "step_mode"),
    [
        ("", None),
        ("[kickabout.step_mode]\n", StepModeOptions()),
        ("[kickabout.step_mode]\nport = 0\n", StepModeOptions(port=0)),
        (
            '[kickabout.step_mode]\nport = 65535\nwhen_learner_leaves = "End"\n',
            StepModeOptions(port=65535, when_learner_leaves=WhenLearnerLeaves.END),
        ),
    ],
)
def test_it_is_read(folder, text, step_mode):
    reading = read_match(folder.write("match.toml", text))
    assert reading.value.step_mode == step_mode


BOT = '[settings]\nagent_id = "a/b"\nrun_command = "bot"\n'


@pytest.mark.parametrize(
    ("cars", "codes"),
    [
        ('[[cars]]\nconfig_file = "bot.toml"\n', ["no-car-for-learner"]),
        ('[[cars]]\nconfig_file = "bot.toml"\n[[cars]]\ntype = "Psyonix"\n', ["no-car-for-learner"]),
        ('[[cars]]\nconfig_file = "bot.toml"\nauto_start = false\n', []),
        ('[[cars]]\nconfig_file = "bot.toml"\n[[cars]]\ntype = "Human"\n', []),
    ],
)
def test_a_learner_needs_a_car(folder, cars, codes):
    folder.write("bot.toml", BOT)
    reading = read_match(folder.write("match.toml", f"[kickabout.step_mode]\n{cars}"))
    problems = judged(reading, lambda match: ()).problems
    assert [problem.message.code for problem in problems if "learner" in problem.message.code] == codes
    assert "manual-start" not in [problem.message.code for problem in problems]
    attached = AttachedGame.capabilities.problems(reading.value)
    assert [(problem.line, problem.message.code) for problem in attached] == [(1, "step-mode-of-arena")]


@pytest.mark.parametrize(
    ("text", "line", "fix"),
    [
        ("[kickabout.step_mode]\nport = -1\n", 2, "Write a whole number from 0 to 65535."),
        ("[kickabout.step_mode]\nport = 65536\n", 2, "Write a whole number from 0 to 65535."),
        ("[kickabout.step_mode]\nport = true\n", 2, "Write a whole number from 0 to 65535."),
        ('[kickabout.step_mode]\nwhen_learner_leaves = "stop"\n', 2, 'Use one of: "continue", "hold", "end".'),
        ("[kickabout]\nstep_mode = true\n", 2, "Write it as [kickabout.step_mode]."),
        ("[kickabout.step_mod]\n", 1, 'Did you mean "step_mode"?'),
        ("[kickabout.step_mode]\nports = 1\n", 2, 'Did you mean "port"?'),
    ],
)
def test_what_is_wrong_is_named_with_line_and_fix(folder, text, line, fix):
    problems = read_match(folder.write("match.toml", text)).problems
    assert (line, fix) in [(problem.line, str(problem.fix or "")) for problem in problems]
