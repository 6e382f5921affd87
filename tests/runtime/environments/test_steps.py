from pathlib import Path

import pytest

from runtime.environments.steps import KEPT_LINES, Step, StepResult, StepRunner, last_words
from runtime.model.messages import literal
from runtime.processes import (
    ChildEnded,
    ChildFailed,
    ChildOutput,
    ChildStarted,
    ChildSurvived,
    SupervisorError,
    SupervisorLost,
)

LIMIT_S = 30.0


class Children:
    """Records which steps are started and stopped."""

    def __init__(self):
        self.specs = []
        self.stopped = []
        self.error = None

    def launch(self, spec):
        if self.error:
            raise SupervisorError(self.error)
        self.specs.append(spec)

    def stop(self, key, grace_s=None):
        self.stopped.append((key, grace_s))


@pytest.fixture
def children():
    return Children()


@pytest.fixture
def said():
    return []


@pytest.fixture
def runner(children, clock, said):
    return StepRunner(children, said.append, clock)


def step(**values):
    return Step(**{"title": literal("x"), "argv": ("prog", "a"), "cwd": Path("/w"), "limit_s": LIMIT_S, **values})


def ended(key, code=0, text="exited", signal=None):
    return ChildEnded(key=key, code=code, signal=signal, text=text, asked=False)


def test_a_step_runs_and_ends(runner, children, said):
    runner.start(step(environment={"A": "b"}))
    (spec,) = children.specs
    assert (spec.argv, spec.cwd, dict(spec.environment)) == (("prog", "a"), Path("/w"), {"A": "b"})
    assert runner.is_busy
    assert runner.result() is None
    runner.handle(
        [ChildStarted(key=spec.key, pid=1), ChildOutput(key=spec.key, lines=("one", "two")), ended(spec.key, 3)]
    )
    result = runner.result()
    assert (result.code, result.lines, result.trouble, result.is_success) == (3, ("one", "two"), None, False)
    assert said == [("one", "two")]
    assert (runner.is_busy, runner.result()) == (False, None)


def test_events_of_earlier_steps_are_ignored(runner, children):
    runner.start(step())
    runner.handle([ended("step-1")])
    assert runner.result().is_success
    runner.start(step())
    runner.handle([ended("step-1", 9), ChildOutput(key="step-1", lines=("late",))])
    assert runner.result() is None
    runner.handle([ended(children.specs[1].key)])
    assert runner.result().is_success


@pytest.mark.parametrize(("passed_s", "is_ended"), [(LIMIT_S - 0.1, False), (LIMIT_S, False), (LIMIT_S + 0.1, True)])
def test_a_step_may_take_as_long_as_its_limit(runner, children, clock, passed_s, is_ended):
    runner.start(step())
    clock.now += passed_s
    assert runner.result() is None
    assert children.stopped == ([("step-1", 0.0)] if is_ended else [])


def test_a_step_after_its_limit_is_stopped_once_and_reported(runner, children, clock):
    runner.start(step())
    clock.now += LIMIT_S + 1
    assert runner.result() is None
    assert runner.result() is None
    assert len(children.stopped) == 1
    runner.handle([ended("step-1", None, "killed by signal 15, SIGTERM", 15)])
    result = runner.result()
    assert (result.code, str(result.trouble)) == (None, "It took longer than 30 s.")


@pytest.mark.parametrize(
    ("event", "trouble"),
    [
        (ChildFailed(key="step-1", text="Could not start: no."), "Could not start: no."),
        (ended("step-1", None, "killed by signal 9, SIGKILL", 9), "It was killed by signal 9, SIGKILL."),
        (ChildSurvived(key="step-1", survivors=("prog (7)",)), "Still running: prog (7)."),
        (SupervisorLost(text="The supervisor is gone."), "The supervisor is gone."),
    ],
)
def test_endings_without_a_code(runner, event, trouble):
    runner.start(step())
    runner.handle([event])
    result = runner.result()
    assert (result.code, str(result.trouble), runner.is_busy) == (None, trouble, False)


def test_without_a_supervisor_a_step_fails(runner, children):
    children.error = "The supervisor is not there."
    runner.start(step())
    assert str(runner.result().trouble) == "The supervisor is not there."


@pytest.mark.parametrize("count", [KEPT_LINES - 1, KEPT_LINES, KEPT_LINES + 1])
def test_the_last_lines_are_kept(runner, count):
    runner.start(step())
    runner.handle([ChildOutput(key="step-1", lines=tuple(map(str, range(count)))), ended("step-1")])
    lines = runner.result().lines
    assert len(lines) == min(count, KEPT_LINES)
    assert lines[-1] == str(count - 1)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            ["Collecting x", "ERROR: Could not find x", "ERROR: No match for x", "notice"],
            "Could not find x. No match for x.",
        ),
        (["\x1b[31merror: failed to build x!\x1b[0m"], "failed to build x!"),
        (["Killed", ""], "Killed."),
        (["error: No solution found", "  cause: Because there is no x."], "No solution found. Because there is no x."),
        (["  \u2570\u2500\u25b6 Because there is no x"], "Because there is no x."),
        (
            ["ERROR: Cannot install a and b.", "ERROR: ResolutionImpossible: for help visit us"],
            "Cannot install a and b.",
        ),
        (
            [
                "  fatal: unable to access 'https://example.invalid/a.git/': Could not resolve host",
                "  error: subprocess-exited-with-error",
                "  \u00d7 git clone https://example.invalid/a.git did not run successfully.",
                "  \u2570\u2500> See above for output.",
                "error: subprocess-exited-with-error",
            ],
            "unable to access 'https://example.invalid/a.git/': Could not resolve host. "
            "git clone https://example.invalid/a.git did not run successfully.",
        ),
        (["error: " + "x" * 299], "x" * 299 + "."),
        (["error: " + "x" * 301], "x" * 300),
        ([], "It printed nothing and exited with code 1."),
    ],
)
def test_the_end_of_the_output_explains_a_failure(lines, sentence):
    assert str(last_words(StepResult(code=1, lines=tuple(lines)))) == sentence
