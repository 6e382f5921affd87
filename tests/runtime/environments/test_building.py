"""The order of the steps, with simulated programs."""

import re
import sys
from importlib import metadata
from pathlib import Path

import pytest

from runtime.deletion import delete
from runtime.environments.building import Build, BuildState, Pause, TimeLimits
from runtime.environments.choice import InterpreterKind, choose
from runtime.environments.installer import Installer
from runtime.environments.interpreter import interpreter_in
from runtime.environments.records import CheckRecords, Stamp, read_stamp, write_stamp
from runtime.environments.site_packages import FILE
from runtime.environments.steps import StepResult
from runtime.locks import FileLock
from runtime.model.messages import literal

OURS = Path(sys.executable)
FINE = StepResult(code=0)
PIP = Installer(pip=OURS)
LIMITS = TimeLimits(check_s=1.0, create_s=2.0, install_s=3.0, line_s=4.0)


def refusal(name):
    return StepResult(code=1, lines=("Looking", f"ERROR: No matching distribution found for {name}"))


class World:
    """Simulates an index of packages, and the programs that install them."""

    def __init__(self, source, environments, tmp_path):
        self.environments = environments
        self.work = tmp_path / "work"
        self.work.mkdir()
        self.source = source
        self.index = set()
        self.installed = set()
        self.is_online = True
        self.is_extra_index_gone = False
        self.steps = []
        self.create = FINE

    def choice(self):
        return choose(self.source(), OURS, self.environments)

    def procedure(self, installer=PIP, basics=(), base=OURS):
        return Build(
            self.choice(),
            base=base,
            installer=installer,
            limits=LIMITS,
            basics=basics,
            work=self.work,
            records=CheckRecords(self.environments),
        ).run()

    def build(self, *values, **named):
        procedure = self.procedure(*values, **named)
        item = next(procedure)
        try:
            while True:
                item = procedure.send(self.play(item))
        except StopIteration as end:
            return end.value

    def play(self, item):
        assert not isinstance(item, Pause), "no other process installs"
        self.steps.append(item)
        if "venv" in item.argv:
            if self.create.is_success:
                python = interpreter_in(Path(item.argv[-1]))
                python.parent.mkdir(parents=True)
                python.touch()
                (Path(item.argv[-1]) / "pyvenv.cfg").write_text("home = /nowhere\nversion = 3.11.7\n")
                self.write_metadata()
            return self.create
        if "import rlbot.managers" in item.argv:
            return self.import_rlbot()
        if self.is_extra_index_gone and "--extra-index-url" in Path(item.argv[-1]).read_text():
            return StepResult(code=1, lines=("error: Failed to fetch",))
        if "--dry-run" in item.argv:
            return FINE if self.is_online else StepResult(code=1)
        if item.argv[2].endswith("deletion.py"):
            delete(Path(item.argv[-1]))
            return FINE
        return self.install(item)

    def write_metadata(self):
        """Writes the metadata of the installed packages, as installers do."""
        site = self.site(self.choice().environment)
        site.mkdir(parents=True, exist_ok=True)
        for text in self.installed:
            name, version = re.fullmatch(r"([\w-]+)(?:[=>~]=(.*))?", text).groups()
            info = site / f"{name}-{version or 1}.dist-info"
            info.mkdir(exist_ok=True)
            (info / "METADATA").write_text(f"Name: {name}\nVersion: {version or 1}\n")

    @staticmethod
    def site(environment):
        return environment / "lib" / "python3.11" / "site-packages"

    def import_rlbot(self):
        is_there = any(text.startswith("rlbot") for text in self.installed)
        is_lent = (self.site(self.choice().environment) / FILE).exists()
        return FINE if is_there or is_lent else StepResult(code=1, lines=("ModuleNotFoundError: no rlbot",))

    def install(self, item):
        wanted = [line for line in Path(item.argv[-1]).read_text().split() if not line.startswith("-")]
        missing = [name for name in wanted if name not in (self.index if self.is_online else set()) | self.installed]
        if missing:
            return refusal(missing[0])
        self.installed |= set(wanted)
        self.write_metadata()
        return FINE

    @property
    def titles(self):
        return [str(step.title) for step in self.steps]


@pytest.fixture
def world(source, environments, tmp_path):
    return World(source, environments, tmp_path)


@pytest.fixture
def requires(bot_folder):
    def write(*lines):
        (bot_folder / "requirements.txt").write_text("\n".join(lines) + "\n")

    return write


def test_everything_is_installed_at_once(world, requires):
    requires("a", "b")
    world.index = {"a", "b"}
    verdict = world.build()
    assert (verdict.state, verdict.faults, verdict.unmet) == (BuildState.COMPLETE, (), ())
    assert world.titles == ["creating an environment", "installing a, b"]
    assert [step.limit_s for step in world.steps] == [2.0, 3.0]
    assert read_stamp(world.choice().environment) == Stamp(python="3.11.7", is_usable=True, is_checked=True)


def test_if_a_joint_installation_fails_every_line_is_tried(world, requires):
    requires("a", "nosuch", "b", "!!!")
    world.index = {"a", "b"}
    verdict = world.build()
    assert verdict.state is BuildState.PARTIAL
    assert world.titles[1:] == [
        "installing a, nosuch, b, !!!",
        "checking the package index",
        "installing a",
        "installing nosuch",
        "installing b",
        "installing !!!",
    ]
    assert [(fault.text, fault.line) for fault in verdict.faults] == [("nosuch", 2), ("!!!", 4)]
    assert "No matching distribution found for nosuch." in str(verdict.faults[0])
    assert [step.limit_s for step in world.steps[3:]] == [4.0] * 4
    assert [step.share for step in world.steps[3:]] == sorted(step.share for step in world.steps[3:])
    assert read_stamp(world.choice().environment).faults == verdict.faults


def test_sources_that_need_options_of_the_compiler_get_them(world, requires, monkeypatch):
    monkeypatch.setenv("CFLAGS", "-O1")
    requires("numpy", "VirxERLU-CLib==2.*")
    world.index = {"numpy", "VirxERLU-CLib==2.*"}
    world.build()
    flags = [step.environment.get("CFLAGS") for step in world.steps]
    assert "-O1 -include math.h -Dmax=fmax -Dmin=fmin" in flags
    assert None in flags, "only where it is installed"


def test_other_packages_are_compiled_as_ever(world, requires):
    requires("numpy")
    world.index = {"numpy"}
    world.build()
    assert not any("CFLAGS" in step.environment for step in world.steps)


def test_the_public_version_stands_in_for_a_local_one(world, requires):
    requires("a", "torch==2.0.1+cpu")
    world.index = {"a", "torch==2.0.1"}
    verdict = world.build()
    assert world.titles[3:] == [
        "installing a",
        "installing torch==2.0.1+cpu",
        "installing torch==2.0.1 in place of torch==2.0.1+cpu",
    ]
    assert "torch==2.0.1" in world.installed
    assert (verdict.state, verdict.faults) == (BuildState.COMPLETE, ())
    assert read_stamp(world.choice().environment) == Stamp(python="3.11.7", is_usable=True, is_checked=True)


@pytest.mark.parametrize("is_online", [True, False])
def test_an_extra_index_that_cannot_be_reached_is_left_out(world, requires, is_online):
    """uv installs nothing if one of several indexes cannot be reached."""
    requires("--extra-index-url http://gone/simple", "a", "torch==2.0.1+cpu")
    world.index, world.is_extra_index_gone, world.is_online = {"a", "torch==2.0.1"}, True, is_online
    verdict = world.build()
    assert (verdict.state, verdict.faults) == (BuildState.COMPLETE if is_online else BuildState.OFFLINE, ())
    assert world.installed == ({"a", "torch==2.0.1"} if is_online else set())


def test_a_stand_in_is_kept_when_rlbot_is_installed_again(world, requires):
    requires("torch==2.0.1+cpu", "rlbot==1.0")
    world.index = {"torch==2.0.1", f"rlbot=={metadata.version('rlbot')}"}
    verdict = world.build(basics=BASICS)
    assert [(fault.text, fault.line) for fault in verdict.faults] == [("rlbot==1.0", 2)]
    assert f"rlbot=={metadata.version('rlbot')}" in world.installed
    assert read_stamp(world.choice().environment).is_usable


def test_without_a_network_no_line_is_a_fault(world, requires):
    requires("a", "b", "c")
    world.is_online, world.installed = False, {"a"}
    verdict = world.build()
    assert (verdict.state, verdict.faults) == (BuildState.OFFLINE, ())
    assert [unmet.requirement.title for unmet in verdict.unmet] == ["b", "c"]
    assert not read_stamp(world.choice().environment).is_usable
    assert ["--no-index" in step.argv for step in world.steps] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("lines", "index", "is_online", "faults"),
    [
        (("--no-index", "a"), set(), False, [2]),
        (("a", "-r gone.txt"), {"a"}, True, [2]),
        (("torch>=1.5.1+cpu",), {"torch>=1.5.1+cpu"}, True, []),
    ],
    ids=["no index is needed", "an unreadable line is reported again", "only installers understand the line"],
)
def test_faults_of_lines(world, requires, lines, index, is_online, faults):
    requires(*lines)
    world.index, world.is_online = index, is_online
    verdict = world.build()
    state = BuildState.PARTIAL if faults else BuildState.COMPLETE
    assert (verdict.state, [fault.line for fault in verdict.faults]) == (state, faults)


def test_with_a_network_again_the_rest_is_installed_into_the_same_environment(world, requires):
    requires("a", "b")
    world.is_online = False
    assert world.build().state is BuildState.OFFLINE
    world.is_online, world.index = True, {"a", "b"}
    world.steps.clear()
    assert world.build().state is BuildState.COMPLETE
    assert world.titles[0] == "installing a, b"
    assert read_stamp(world.choice().environment).is_usable


def test_an_incomplete_environment_is_removed_first(world, requires):
    requires("a")
    world.index = {"a"}
    remains = world.choice().environment / "old"
    remains.mkdir(parents=True)
    assert world.build().state is BuildState.COMPLETE
    assert world.titles[:2] == ["removing an incomplete environment", "creating an environment"]
    assert not remains.exists()


def test_an_environment_that_cannot_be_made_is_reported(world, requires):
    requires("a")
    world.create = StepResult(code=1, lines=("Error: No module named ensurepip",))
    verdict = world.build()
    assert verdict.state is BuildState.FAILED
    assert str(verdict.reason).endswith("No module named ensurepip.")
    assert str(OURS) in str(verdict.reason)
    assert [unmet.requirement.title for unmet in verdict.unmet] == ["a"]
    assert not world.choice().environment.exists()


def test_venv_takes_over_where_uv_cannot_make_an_environment(world, requires):
    requires("a")
    world.create = StepResult(code=2)
    world.build(Installer(uv=Path("/tools/uv"), pip=OURS))
    assert [step.argv[0] for step in world.steps] == ["/tools/uv", str(OURS)]


def test_after_the_time_limit_every_line_is_tried(world, requires):
    requires("a", "b")
    world.index = {"a", "b"}
    install = world.install
    late = StepResult(code=None, trouble=literal("It took longer than 3 s."))
    world.install = lambda item: late if item.limit_s == LIMITS.install_s else install(item)
    assert world.build().state is BuildState.COMPLETE
    assert world.titles[3:] == ["installing a", "installing b"]


def test_a_line_that_exceeds_the_time_limit_is_a_fault(world, requires):
    requires("a", "b")
    world.index = {"a", "b"}
    install = world.install
    late = StepResult(code=None, trouble=literal("It took longer than 4 s."))
    world.install = lambda item: late if "b" in Path(item.argv[-1]).read_text().split() else install(item)
    verdict = world.build()
    assert [(fault.text, str(fault.reason)) for fault in verdict.faults] == [("b", "It took longer than 4 s.")]


def test_lists_with_hashes_are_tried_without_dependencies(world, requires):
    requires("--require-hashes", "a", "b")
    world.index = {"a"}
    verdict = world.build()
    assert [fault.text for fault in verdict.faults] == ["b"]
    alone = world.steps[3:]
    assert all("--no-deps" in step.argv for step in alone)
    assert len(alone) == 2


def test_rlbot_is_added_unless_the_bot_requires_it(world, requires):
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
def test_kickabouts_own_rlbot_is_used_if_it_cannot_be_installed(world, requires, is_online):
    requires("a")
    world.installed, world.is_online = {"a"}, is_online
    verdict = world.build(basics=BASICS)
    assert (verdict.state, verdict.faults, verdict.unmet) == (BuildState.COMPLETE, (), ())
    site = world.site(world.choice().environment)
    assert (Path((site / FILE).read_text().strip()) / "rlbot").is_dir()


def test_another_python_does_not_get_kickabouts_own_rlbot(world, requires):
    requires("a")
    world.index = {"a"}
    verdict = world.build(basics=("rlbot>=2.0.0b1",), base=Path("/other/python"))
    assert verdict.state is BuildState.FAILED
    assert str(verdict.reason) == "Its environment cannot import 'rlbot'. ModuleNotFoundError: no rlbot."
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


def test_a_version_of_rlbot_that_does_not_exist_is_replaced_by_kickabouts(world, requires):
    requires("rlbot==2.5", "a")
    ours = f"rlbot=={metadata.version('rlbot')}"
    world.index = {"a", ours}
    verdict = world.build(basics=BASICS)
    assert (verdict.state, [fault.text for fault in verdict.faults]) == (BuildState.PARTIAL, ["rlbot==2.5"])
    assert world.installed == {"a", ours}


@pytest.mark.parametrize(
    ("line", "installed"),
    [
        ("rlbot", "rlbot>=2.0.0b1"),
        ("RLBot == 2.*", "RLBot==2.*,>=2.0.0b1"),
        ("rlbot==2.*; python_version > '3'", 'rlbot==2.*,>=2.0.0b1; python_version > "3"'),
        ("rlbot==2.0.*,!=2.0.0b55,<3", "rlbot!=2.0.0b55,<3,==2.0.*,>=2.0.0b1"),
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
    assert world.titles[1] == "installing a"
    assert list(world.choice().environment.rglob(FILE))


def test_a_second_launcher_waits_and_finds_the_installation_complete(world, requires):
    requires("a")
    choice = world.choice()
    place = choice.environment
    other = FileLock(place.with_name(f"{place.name}.lock"))
    assert other.try_acquire()
    procedure = world.procedure()
    assert isinstance(next(procedure), Pause)
    assert isinstance(procedure.send(FINE), Pause)
    interpreter_in(place).parent.mkdir(parents=True)
    interpreter_in(place).touch()
    write_stamp(place, Stamp(python="3", is_usable=True, is_checked=True))
    other.release()
    with pytest.raises(StopIteration) as end:
        procedure.send(FINE)
    assert end.value.value.state is BuildState.COMPLETE


def test_a_cancelled_build_releases_its_lock(world, requires):
    requires("a")
    choice = world.choice()
    procedure = world.procedure()
    next(procedure)
    lock = FileLock(choice.environment.with_name(f"{choice.environment.name}.lock"))
    assert not lock.try_acquire()
    procedure.close()
    assert lock.try_acquire()
    lock.release()
