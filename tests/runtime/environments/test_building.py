"""The order of steps, played by hand: no program runs."""

import json
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

from runtime.deletion import delete
from runtime.environments.building import (
    UNREACHED_LINES,
    Build,
    BuildState,
    Pause,
    TimeLimits,
)
from runtime.environments.choice import InterpreterKind, choose
from runtime.environments.installer import Installer
from runtime.environments.records import CheckRecords, Stamp, interpreter_in, read_stamp, write_stamp
from runtime.environments.site_packages import FILE
from runtime.environments.steps import StepResult
from runtime.locks import FileLock

OURS = Path(sys.executable)
FINE = StepResult(code=0)
OFFLINE = StepResult(
    code=1, lines=("WARNING: Retrying after NewConnectionError", "ERROR: No matching distribution found for a")
)
PIP = Installer(pip=OURS)
LIMITS = TimeLimits(check_s=1.0, create_s=2.0, install_s=3.0, line_s=4.0)


def refusal(name):
    return StepResult(code=1, lines=("Looking", f"ERROR: No matching distribution found for {name}"))


class World:
    """Plays programs: an index that has some packages, and an environment that gets them."""

    def __init__(self, source, environments, tmp_path):
        self.environments = environments
        self.work = tmp_path / "work"
        self.work.mkdir()
        self.source = source
        self.index = set()
        self.installed = set()
        self.invalid = set()
        self.is_online = True
        self.blames = True
        self.steps = []
        self.create = FINE

    def choice(self):
        return choose(self.source(), OURS, self.environments)

    def build(self, installer=PIP, basics=(), base=OURS):
        build = Build(
            self.choice(),
            base=base,
            installer=installer,
            limits=LIMITS,
            basics=basics,
            work=self.work,
            records=CheckRecords(self.environments),
        )
        course = build.run()
        item = next(course)
        try:
            while True:
                item = course.send(self.play(item))
        except StopIteration as end:
            return end.value

    def play(self, item):
        assert not isinstance(item, Pause), "nobody else installs"
        self.steps.append(item)
        if "venv" in item.argv:
            if self.create.is_fine:
                python = interpreter_in(Path(item.argv[-1]))
                python.parent.mkdir(parents=True)
                python.touch()
                self.site(Path(item.argv[-1])).mkdir(parents=True)
                (Path(item.argv[-1]) / "pyvenv.cfg").write_text("home = /nowhere\nversion = 3.11.7\n")
            return self.create
        if "import rlbot.managers" in item.argv:
            return self.import_rlbot()
        if "probe.py" in " ".join(item.argv):
            return self.answer(item)
        if item.argv[2].endswith("deletion.py"):
            delete(Path(item.argv[-1]))
            return FINE
        return self.install(item)

    def answer(self, item):
        question = json.loads(Path(item.argv[2]).read_text())
        site = self.site(self.choice().environment)
        content = {
            "version": "3.11.7",
            "folders": [str(site)],
            "reasons": [self.reason(line["text"]) for line in question["lines"]],
        }
        Path(item.argv[3]).write_text(json.dumps(content))
        return FINE

    @staticmethod
    def site(environment):
        return environment / "lib" / "python3.11" / "site-packages"

    def import_rlbot(self):
        is_there = any(text.startswith("rlbot") for text in self.installed)
        is_lent = (self.site(self.choice().environment) / FILE).exists()
        return FINE if is_there or is_lent else StepResult(code=1, lines=("ModuleNotFoundError: no rlbot",))

    def reason(self, text):
        if text in self.invalid - self.installed:
            return "is no valid requirement: bad"
        return "" if text in self.installed else "is not installed"

    def install(self, item):
        wanted = [line for line in Path(item.argv[-1]).read_text().split() if not line.startswith("-")]
        missing = [name for name in wanted if name not in self.index | self.installed]
        if not self.is_online and set(wanted) - self.installed:
            return replace(OFFLINE) if "--no-index" not in item.argv else refusal(missing[0])
        if missing:
            return refusal(missing[0]) if self.blames else StepResult(code=1, lines=("ERROR: It does not work",))
        self.installed |= set(wanted)
        return FINE

    @property
    def titles(self):
        return [step.title for step in self.steps]


@pytest.fixture
def world(source, environments, tmp_path):
    return World(source, environments, tmp_path)


@pytest.fixture
def requires(bot_folder):
    def write(*lines):
        (bot_folder / "requirements.txt").write_text("\n".join(lines) + "\n")

    return write


def test_all_goes_well(world, requires):
    requires("a", "b")
    world.index = {"a", "b"}
    verdict = world.build()
    assert (verdict.state, verdict.faults, verdict.lacks) == (BuildState.COMPLETE, (), ())
    assert world.titles == [
        "creating an environment",
        "checking what is installed",
        "installing a, b",
        "checking what is installed",
    ]
    assert [step.limit_s for step in world.steps] == [2.0, 1.0, 3.0, 1.0]
    assert read_stamp(world.choice().environment) == Stamp(python="3.11.7", is_usable=True)


def test_a_line_that_is_blamed_is_left_out_at_once(world, requires):
    requires("a", "nosuch", "b")
    world.index = {"a", "b"}
    verdict = world.build()
    assert verdict.state is BuildState.PARTIAL
    assert [(fault.text, fault.line) for fault in verdict.faults] == [("nosuch", 2)]
    assert "No matching distribution found for nosuch." in str(verdict.faults[0])
    assert world.titles[2:4] == ["installing a, nosuch, b", "installing a, b"]
    assert read_stamp(world.choice().environment).faults == verdict.faults


@pytest.mark.parametrize("text", ["torch>=1.5.1+cpu", "!!!"])
def test_a_line_that_the_installer_does_not_understand_is_left_out_at_once(world, requires, text):
    requires("a", text)
    world.index, world.invalid, install = {"a"}, {text}, world.install
    invalid = StepResult(code=1, lines=(f"ERROR: Invalid requirement: '{text}': Expected end (from line 2 of x)",))
    world.install = lambda item: invalid if text in Path(item.argv[-1]).read_text() else install(item)
    verdict = world.build()
    assert [fault.line for fault in verdict.faults] == [2]
    assert verdict.faults[0].reason.startswith(f"Invalid requirement: '{text}'")
    assert world.titles[3:-1] == ["installing a"]


def test_a_line_that_only_the_interpreter_does_not_understand_is_installed(world, requires):
    requires("torch>=1.5.1+cpu")
    world.index, world.invalid = {"torch>=1.5.1+cpu"}, {"torch>=1.5.1+cpu"}
    assert world.build().state is BuildState.COMPLETE


def test_without_a_culprit_every_line_is_tried(world, requires):
    requires("a", "nosuch", "b", "worse")
    world.index, world.blames = {"a", "b"}, False
    verdict = world.build()
    assert world.titles[3:-1] == ["installing a", "installing nosuch", "installing b", "installing worse"]
    assert [fault.line for fault in verdict.faults] == [2, 4]
    assert [step.limit_s for step in world.steps[3:-1]] == [4.0] * 4
    assert [step.share for step in world.steps[3:-1]] == [0.0, 0.25, 0.5, 0.75]


def test_a_culprit_that_is_no_line_of_the_bot_leads_to_every_line(world, requires):
    requires("a", "b")
    world.index = {"a"}
    refused = world.install
    world.install = lambda item: refusal("dependency-of-b") if "b" in Path(item.argv[-1]).read_text() else refused(item)
    verdict = world.build()
    assert [fault.text for fault in verdict.faults] == ["b"]
    assert world.titles[3:-1] == ["installing a", "installing b"]


def test_without_a_network_what_is_missing_is_told_and_nothing_is_blamed(world, requires):
    requires("a", "b")
    world.is_online, world.installed = False, {"a"}
    verdict = world.build()
    assert (verdict.state, verdict.faults) == (BuildState.OFFLINE, ())
    assert [lack.requirement.title for lack in verdict.lacks] == ["b"]
    assert not read_stamp(world.choice().environment).is_usable
    assert "--retries" in world.steps[3].argv


@pytest.mark.parametrize(("count", "local"), [(UNREACHED_LINES, 0), (UNREACHED_LINES + 1, 1), (UNREACHED_LINES + 2, 2)])
def test_after_some_lines_in_vain_only_this_machine_is_asked(world, requires, count, local):
    requires(*(f"p{place}" for place in range(count)))
    world.is_online = False
    assert len(world.build().lacks) == count
    assert sum("--no-index" in step.argv for step in world.steps) == local


@pytest.mark.parametrize("is_online", [True, False])
def test_where_pip_is_told_to_try_once_a_missing_network_is_found_out(world, requires, is_online):
    requires("a", "b", "c")
    world.index, world.is_online, install = {"a"}, is_online, world.install
    nowhere = StepResult(
        code=1, lines=("ERROR: x (from versions: none)", "ERROR: No matching distribution found for b")
    )

    def install_once(item):
        found = install(item)
        return nowhere if not found.is_fine and "--retries" not in item.argv else found

    world.install = install_once
    verdict = world.build()
    if is_online:
        assert [fault.text for fault in verdict.faults] == ["b", "c"]
    else:
        assert (verdict.state, verdict.faults) == (BuildState.OFFLINE, ())
    assert sum("--retries" in step.argv for step in world.steps) == (1 if is_online else 4)


def test_back_on_line_the_rest_is_installed_without_a_new_environment(world, requires):
    requires("a", "b")
    world.is_online = False
    assert world.build().state is BuildState.OFFLINE
    world.is_online, world.index = True, {"a", "b"}
    world.steps.clear()
    assert world.build().state is BuildState.COMPLETE
    assert world.titles[0] == "checking what is installed"
    assert read_stamp(world.choice().environment).is_usable


def test_a_half_made_environment_is_cleared_first(world, requires):
    requires("a")
    world.index = {"a"}
    remains = world.choice().environment / "old"
    remains.mkdir(parents=True)
    assert world.build().state is BuildState.COMPLETE
    assert world.titles[:2] == ["removing an incomplete environment", "creating an environment"]
    assert not remains.exists()


def test_where_no_environment_can_be_made_it_is_said(world, requires):
    requires("a")
    world.create = StepResult(code=1, lines=("Error: No module named ensurepip",))
    verdict = world.build()
    assert verdict.state is BuildState.FAILED
    assert verdict.reason.endswith("No module named ensurepip.")
    assert str(OURS) in verdict.reason
    assert [lack.requirement.title for lack in verdict.lacks] == ["a"]
    assert not world.choice().environment.exists()


def test_venv_takes_over_where_uv_cannot_make_an_environment(world, requires):
    requires("a")
    world.create = StepResult(code=2)
    world.build(Installer(uv=Path("/tools/uv"), pip=OURS))
    assert [step.argv[0] for step in world.steps] == ["/tools/uv", str(OURS)]


def test_a_late_installation_is_tried_line_by_line(world, requires):
    requires("a", "b")
    world.index = {"a", "b"}
    install = world.install
    late = StepResult(code=None, trouble="It took longer than 3 s.", is_late=True)
    world.install = lambda item: late if item.limit_s == LIMITS.install_s else install(item)
    assert world.build().state is BuildState.COMPLETE
    assert world.titles[3:-1] == ["installing a", "installing b"]


def test_a_late_line_is_named(world, requires):
    requires("a", "b")
    world.index = {"a", "b"}
    install = world.install
    late = StepResult(code=None, trouble="It took longer than 4 s.", is_late=True)
    world.install = lambda item: late if "b" in Path(item.argv[-1]).read_text().split() else install(item)
    verdict = world.build()
    assert [(fault.text, fault.reason) for fault in verdict.faults] == [("b", "It took longer than 4 s.")]


def test_lists_with_hashes_are_tried_without_dependencies(world, requires):
    requires("--require-hashes", "a", "b")
    world.index, world.blames = {"a"}, False
    verdict = world.build()
    assert [fault.text for fault in verdict.faults] == ["b"]
    alone = world.steps[3:-1]
    assert all("--no-deps" in step.argv for step in alone)
    assert len(alone) == 2


def test_what_every_bot_needs_is_added_unless_the_bot_chose_it(world, requires):
    requires("a")
    world.index = {"a", "rlbot>=2.0.0b1"}
    assert world.build(basics=("rlbot>=2.0.0b1",)).state is BuildState.COMPLETE
    assert world.installed == {"a", "rlbot>=2.0.0b1"}
    requires("rlbot==1.68", "a")
    world.index.add("rlbot==1.68")
    world.installed.clear()
    world.build(basics=("rlbot>=2.0.0b1",))
    assert world.installed == {"rlbot==1.68", "a"}


BASICS = ("rlbot>=2.0.0b1",)


@pytest.mark.parametrize("is_online", [True, False])
def test_where_what_every_bot_needs_cannot_be_installed_ours_is_lent(world, requires, is_online):
    requires("a")
    world.installed, world.is_online = {"a"}, is_online
    verdict = world.build(basics=BASICS)
    assert (verdict.state, verdict.faults, verdict.lacks) == (BuildState.COMPLETE, (), ())
    site = world.site(world.choice().environment)
    assert (Path((site / FILE).read_text().strip()) / "rlbot").is_dir()


def test_another_python_gets_nothing_of_ours(world, requires):
    requires("a")
    world.index = {"a"}
    verdict = world.build(basics=("rlbot>=2.0.0b1",), base=Path("/other/python"))
    assert verdict.state is BuildState.FAILED
    assert verdict.reason == "Its environment cannot import 'rlbot'. ModuleNotFoundError: no rlbot."
    assert [fault.text for fault in verdict.faults] == ["rlbot>=2.0.0b1"]
    assert not read_stamp(world.choice().environment).is_usable


def test_an_environment_that_cannot_import_rlbot_is_repaired_at_the_next_start(world, requires):
    requires("a")
    world.index = {"a"}
    assert world.build(basics=BASICS, base=Path("/other/python")).state is BuildState.FAILED
    assert world.choice().kind is InterpreterKind.CONFIGURED
    world.index.add("rlbot>=2.0.0b1")
    assert world.build(basics=BASICS, base=Path("/other/python")).state is BuildState.COMPLETE
    assert world.choice().kind is InterpreterKind.MADE


def test_rlbot_is_added_for_a_bot_that_requires_its_flatbuffers_only(world, requires):
    requires("rlbot_flatbuffers~=0.18.2")
    world.index = {"rlbot_flatbuffers~=0.18.2", "rlbot>=2.0.0b1"}
    assert world.build(basics=BASICS).state is BuildState.COMPLETE
    assert world.installed == world.index


def test_a_bot_that_speaks_the_protocol_itself_needs_no_rlbot(world, requires):
    requires("rlbot_flatbuffers==0.1")
    world.index = {"rlbot_flatbuffers==0.1"}
    verdict = world.build(basics=BASICS, base=Path("/other/python"))
    assert (verdict.state, verdict.faults) == (BuildState.COMPLETE, ())


def test_where_the_version_that_a_bot_wants_is_not_there_kickabouts_own_is_installed(world, requires):
    requires("rlbot==2.5", "a")
    ours = f"rlbot=={metadata.version('rlbot')}"
    world.index = {"a", ours}
    verdict = world.build(basics=BASICS)
    assert (verdict.state, [fault.text for fault in verdict.faults]) == (BuildState.PARTIAL, ["rlbot==2.5"])
    assert world.installed == {"a", ours}


def test_an_index_that_answers_with_other_versions_is_not_out_of_reach(world, requires):
    requires("a", "b==3")
    world.index, install = {"a"}, world.install
    partly = StepResult(
        code=1,
        lines=(
            "WARNING: Retrying after NewConnectionError",
            "ERROR: Could not find a version that satisfies the requirement b==3 (from versions: 1, 2)",
            "ERROR: No matching distribution found for b==3",
        ),
    )
    world.install = lambda item: partly if "b==3" in Path(item.argv[-1]).read_text() else install(item)
    verdict = world.build()
    assert (verdict.state, [fault.text for fault in verdict.faults]) == (BuildState.PARTIAL, ["b==3"])
    assert verdict.faults[0].reason.endswith("for b==3. A package index could not be reached.")


@pytest.mark.parametrize(
    ("line", "installed"),
    [
        ("rlbot", "rlbot>=2.0.0b1"),
        ("RLBot == 2.*", "RLBot== 2.*,>=2.0.0b1"),
        ("rlbot==2.*; python_version > '3'", "rlbot==2.*,>=2.0.0b1 ; python_version > '3'"),
        ("rlbot==2.0.*,!=2.0.0b55,<3", "rlbot==2.0.*,!=2.0.0b55,<3,>=2.0.0b1"),
        ("rlbot==1.68", "rlbot==1.68"),
        ("rlbot>=1.60", "rlbot>=1.60"),
        ("rlbot<2", "rlbot<2"),
        ("rlbot==2.0.0b54", "rlbot==2.0.0b54"),
        ("rlbot @ https://host/rlbot.whl", "rlbot @ https://host/rlbot.whl"),
        ("rlbot-extra==2.*", "rlbot-extra==2.*"),
        ("rlbot==2.* --hash=sha256:00", "rlbot==2.* --hash=sha256:00"),
    ],
)
def test_a_line_that_admits_version_2_of_rlbot_admits_its_pre_releases(world, requires, line, installed):
    requires(line)
    texts = []
    world.install = lambda item: texts.append(Path(item.argv[-1]).read_text()) or FINE
    world.build()
    assert texts == [f"{installed}\n"]


def test_nothing_is_added_to_a_list_with_hashes(world, requires):
    requires("--require-hashes", "a")
    world.index = {"a"}
    assert world.build(basics=BASICS).state is BuildState.COMPLETE
    assert world.titles[2] == "installing a"
    assert list(world.choice().environment.rglob(FILE))


def test_unreadable_lines_are_told_again(world, requires):
    requires("a", "-r gone.txt")
    world.index = {"a"}
    verdict = world.build()
    assert (verdict.state, [fault.line for fault in verdict.faults]) == (BuildState.PARTIAL, [2])


def test_whoever_comes_second_waits_and_finds_all_done(world, requires):
    requires("a")
    choice = world.choice()
    place = choice.environment
    other = FileLock(place.with_name(f"{place.name}.lock"))
    assert other.try_acquire()
    course = Build(
        choice, base=OURS, installer=Installer(), limits=LIMITS, basics=(), work=world.work,
        records=CheckRecords(None),
    ).run()  # fmt: skip
    assert isinstance(next(course), Pause)
    assert isinstance(course.send(FINE), Pause)
    interpreter_in(place).parent.mkdir(parents=True)
    interpreter_in(place).touch()
    write_stamp(place, Stamp(python="3", is_usable=True))
    other.release()
    with pytest.raises(StopIteration) as end:
        course.send(FINE)
    assert end.value.value.state is BuildState.COMPLETE


def test_a_build_that_is_broken_off_lets_go(world, requires):
    requires("a")
    choice = world.choice()
    course = Build(
        choice, base=OURS, installer=Installer(), limits=LIMITS, basics=(), work=world.work,
        records=CheckRecords(None),
    ).run()  # fmt: skip
    next(course)
    lock = FileLock(choice.environment.with_name(f"{choice.environment.name}.lock"))
    assert not lock.try_acquire()
    course.close()
    assert lock.try_acquire()
    lock.release()
