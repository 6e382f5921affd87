from dataclasses import replace
from pathlib import Path

import pytest

from runtime.documents import RestartPolicy, read_match_text
from runtime.model.keys import keys_of
from runtime.model.states import WhenSpent

HEADER = "# mine\n[kickabout.restarts] # how often\n"


@pytest.fixture
def read(tmp_path):
    return lambda text: read_match_text(text, tmp_path / "match.toml")


def test_default_restart_policy(read):
    assert read("[match]\n").value.restarts == RestartPolicy()


def test_every_key_is_read(read):
    keys = "limit = 4\nlimit_in_window = 2\nwindow_s = 30\nbackoff_s = 0.25\nlongest_backoff_s = 3\nhang_frames = 600\n"
    keys += "answer_budget_s = 30\n"
    keys += "ready_s = 300\n"
    reading = read(f'{HEADER}{keys}when_spent = "Forfeit"\n')
    assert reading.problems == ()
    assert reading.value.restarts == RestartPolicy(
        limit=4,
        limit_in_window=2,
        window_s=30.0,
        backoff_s=0.25,
        longest_backoff_s=3.0,
        hang_frames=600,
        answer_budget_s=30.0,
        ready_s=300.0,
        when_spent=WhenSpent.FORFEIT,
    )


@pytest.mark.parametrize("key", ["limit", "limit_in_window", "longest_backoff_s", "hang_frames", "answer_budget_s"])
def test_unlimited_keys(read, key):
    reading = read(f'{HEADER}{key} = "Unlimited"\n')
    assert reading.problems == ()
    assert reading.value.restarts == replace(RestartPolicy(), **{key: None})


@pytest.mark.parametrize(
    ("key", "least", "most", "step"),
    [
        ("limit", 0, 100_000, 1),
        ("limit_in_window", 0, 100_000, 1),
        ("hang_frames", 120, 1_000_000, 1),
        ("window_s", 1.0, 86_400, 0.01),
        ("backoff_s", 0.0, 86_400, 0.01),
        ("longest_backoff_s", 0.0, 86_400, 0.01),
        ("ready_s", 1.0, 86_400, 0.01),
    ],
)
def test_bounds(read, key, least, most, step):
    for value, is_fine in ((least, True), (least - step, False), (most, True), (most + step, False)):
        reading = read(f"{HEADER}{key} = {value}\n")
        assert (reading.value is not None) is is_fine
        if is_fine:
            assert getattr(reading.value.restarts, key) == value
        else:
            (problem,) = reading.problems
            assert (problem.line, problem.key, problem.is_error) == (3, f"kickabout.restarts.{key}", True)


@pytest.mark.parametrize(
    ("line", "message", "fix"),
    [
        ("limit = -1", "limit is the number -1, but", 'Write "unlimited" for no limit.'),
        ("limit = 2.5", "limit is the number 2.5, but a whole number from 0", "Write a whole number from 0"),
        ("limit = true", "limit is true, but", "Write a whole number from 0"),
        ("hang_frames = 0", "hang_frames is the number 0, but", 'Write "unlimited" for no limit.'),
        ('hang_frames = "off"', 'hang_frames is the text "off", but', 'Write "unlimited" for no limit.'),
        ("window_s = nan", "window_s is the number nan, but", "Write a number of seconds from 1 to 86400."),
        ("backoff_s = true", "backoff_s is true, but", "Write a number of seconds from 0 to 86400."),
        ('window_s = "unlimited"', "window_s is the text", "Write a number of seconds from 1 to 86400."),
        ("longest_backoff_s = []", "longest_backoff_s is an array, but", 'or "unlimited".'),
        ('when_spent = "stop"', 'when_spent has no value "stop".', 'Use one of: "bench", "forfeit", "end".'),
    ],
)
def test_invalid_restarts_have_line_and_fix(read, line, message, fix):
    reading = read(f"{HEADER}{line}\n")
    assert reading.value is None
    (problem,) = reading.problems
    assert problem.line == 3
    assert str(problem.message).startswith(message)
    assert fix in str(problem.fix or "")


@pytest.mark.parametrize(
    ("text", "line", "message", "fix"),
    [
        (f"{HEADER}limmit = 3\n", 3, 'Key "limmit" is unknown', 'Did you mean "limit"?'),
        ("[kickabout.restart]\nlimit = 3\n", 1, 'Table "restart" is unknown', 'Did you mean "restarts"?'),
        ('[[cars]]\ntype = "Human"\n[kickabout]\nmab = "random"\n', 4, 'Key "mab" is unknown', 'Did you mean "map"?'),
        ("[match]\nwhen_spent = 'end'\n", 2, 'Key "when_spent" is unknown', "It belongs in [kickabout.restarts]."),
    ],
)
def test_unknown_restart_keys_are_warnings(read, text, line, message, fix):
    reading = read(text)
    assert reading.value.restarts == RestartPolicy()
    (problem,) = reading.problems
    assert (problem.line, problem.is_error) == (line, False)
    assert str(problem.message).startswith(message)
    assert str(problem.fix or "") == fix


def test_the_example_in_the_documents_names_every_key_with_its_default(read):
    page = Path(__file__).parents[3] / "docs" / "restarts.md"
    example = page.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    reading = read(example)
    assert reading.problems == ()
    assert reading.value.restarts == RestartPolicy()
    assert all(f"\n{key.path} = " in example for key in keys_of(RestartPolicy))
