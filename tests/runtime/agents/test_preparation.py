import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runtime.agents.preparation import agent_source, agent_sources, interpreter_of, missing_packages
from runtime.agents.program import LaunchContext, check_spec, launch_spec
from runtime.agents.roster import roster
from runtime.environments.choice import AgentSource, choose
from runtime.environments.inventory import Standing, list_environments
from runtime.environments.records import (
    IMPORTED,
    Stamp,
    environment_key,
    interpreter_in,
    read_uses,
    write_stamp,
)
from runtime.environments.requirements import Fault, read_requirements
from runtime.games import ServerAddress
from runtime.model.messages import literal

OURS = Path(sys.executable)
NO_CV = "Ended before it was ready (exited with code 1): ModuleNotFoundError: No module named 'cv2'"


@pytest.fixture
def environments(tmp_path):
    return tmp_path / "environments"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    return folder


@pytest.fixture
def agent(bot, match_of, folder):
    def make(**values):
        (agent,) = roster(match_of(bot(**{"root_dir": str(folder), "run_command": "python bot.py", **values})))
        return agent

    return make


@pytest.fixture
def made(folder, environments):
    """An environment for the bot, with Kickabout's stamp."""
    (folder / "requirements.txt").write_text("opencv-python>=4\n")
    place = environments / environment_key(read_requirements(folder / "requirements.txt"), OURS)
    python = interpreter_in(place)
    subprocess.run([OURS, "-m", "venv", "--without-pip", place], check=True)
    write_stamp(place, Stamp(python="3", is_usable=True, is_checked=True))
    return python


def lack(agent, text, environments):
    return missing_packages(agent, text, configured=OURS, environments=environments)


def test_the_agents_that_we_start(bot, match_of, script, folder, tmp_path):
    document = folder / "bot.toml"
    ours = bot("Ada", root_dir=str(folder), source=document)
    first, second = agent_sources(match_of(ours, bot("Eve", run_command=""), scripts=(script(),)))
    assert (first.key, first.name, first.folder, first.document) == ("blue-1", "Ada", folder, document)
    assert (second.key, second.run_command) == ("script-1", "paint")


def test_an_agent_starts_in_the_environment_that_was_made_for_it(agent, made, environments, folder):
    context = LaunchContext(server=ServerAddress("h", 1), python=OURS, environments=environments)
    assert launch_spec(agent(), context, "blue-1").argv == (str(made), "bot.py")
    assert launch_spec(agent(), context, "blue-1").environment["PATH"].startswith(str(made.parent))
    assert check_spec(agent(), context, "probe", [folder / "bot.py"]).argv[0] == str(made)
    lost = launch_spec(agent(run_command="../venv/bin/python bot.py"), context, "blue-1")
    assert lost.argv == (str(made), "bot.py")
    (use,) = read_uses(made.parent.parent)
    assert (use.requirements, use.base) == (folder / "requirements.txt", OURS)
    assert time.time() - 60 < use.at <= time.time()


def test_without_an_environment_the_configured_python_runs(agent, environments):
    assert interpreter_of(agent(), OURS, environments) == OURS
    assert interpreter_of(agent(run_command="./bot"), OURS, None) == OURS
    assert interpreter_of(agent(run_command=f"{OURS} bot.py"), Path("/other/python"), None) == Path("/other/python")


def test_a_package_that_the_requirements_name_is_to_be_installed(agent, folder, environments):
    (folder / "requirements.txt").write_text("numpy\nopencv-python>=4\n")
    missing = lack(agent(), NO_CV, environments)
    assert (missing.key, missing.modules, missing.packages) == ("blue-1", ("cv2",), ("opencv-python",))
    assert (missing.requirements, missing.can_install) == (folder / "requirements.txt", True)
    assert str(missing.fix) == f"Install what Ada requires: 'opencv-python>=4' ({folder / 'requirements.txt'}:2)."


def test_a_line_that_failed_before_is_explained_and_not_offered_again(agent, folder, environments, made):
    file = folder / "requirements.txt"
    fault = Fault(text="opencv-python>=4", file=file, line=1, reason=literal("No matching distribution found."))
    write_stamp(made.parent.parent, Stamp(python="3", is_usable=True, is_checked=True, faults=(fault,)))
    missing = lack(agent(), NO_CV, environments)
    assert not missing.can_install
    assert str(missing.fix) == f"{file}:1: 'opencv-python>=4' could not be installed. No matching distribution found."


def test_an_installation_that_was_not_completed_is_offered_again(agent, folder, environments, made):
    write_stamp(made.parent.parent, Stamp(python="3", is_usable=False))
    missing = lack(agent(), NO_CV, environments)
    assert missing.can_install
    assert str(missing.fix).startswith("The last installation of what Ada requires was not completed: 'opencv")


IMPORT_OF_CV = "bot.py:3: ModuleNotFoundError: No module named 'cv2'"


@pytest.mark.parametrize("requirements", ["numpy\n", None])
@pytest.mark.parametrize("kind", ["v4", "v5", "own environment"])
def test_one_that_they_do_not_name_can_be_installed_without_a_change_in_the_bots_folder(
    agent, folder, environments, requirements, kind
):
    (folder / "bot.py").write_text("import os\n\nimport cv2\n")
    (folder / "bot.cfg").write_text("[Locations]\npython_file = bot.py\nname = Ada\n")
    if requirements is not None:
        (folder / "requirements.txt").write_text(requirements)
    if kind == "own environment":
        subprocess.run([OURS, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    ada = agent(source=folder / "bot.cfg") if kind == "v4" else agent(source=folder / "bot.toml")
    files = sorted(folder.rglob("*"))
    source = agent_source(ada)
    before = choose(source, OURS, environments)
    missing = lack(ada, IMPORT_OF_CV, environments)
    assert (missing.packages, missing.can_install) == (("opencv-python",), True)
    assert str(missing.fix) == "Install 'opencv-python', which Ada imports but does not require."
    choice = choose(source, OURS, environments)
    *others, line = choice.requirements.lines
    assert tuple(others) == (before.requirements.lines if before.requirements is not None else ())
    assert (line.text, line.file, line.line) == ("opencv-python", folder / "bot.py", 3)
    assert (choice.environment is None) is (kind == "own environment")
    assert lack(ada, IMPORT_OF_CV, environments).can_install
    assert sorted(folder.rglob("*")) == files
    other = AgentSource(key="x", name="Eve", folder=folder.parent, run_command="python bot.py")
    assert choose(other, OURS, environments).requirements is None, "it concerns this bot only"


def test_a_package_that_is_required_after_all_counts_as_written(agent, folder, environments):
    lack(agent(), NO_CV, environments)
    (folder / "requirements.txt").write_text("opencv-python>=4\n")
    (line,) = choose(agent_source(agent()), OURS, environments).requirements.lines
    assert line.text == "opencv-python>=4"


def test_the_environment_of_the_requirements_runs_until_there_is_one_with_the_package(
    agent, folder, environments, made
):
    (folder / "requirements.txt").write_text("numpy\n")
    place = environments / environment_key(read_requirements(folder / "requirements.txt"), OURS)
    made.parent.parent.rename(place)
    assert interpreter_of(agent(), OURS, environments) == interpreter_in(place)
    for _ in range(2):
        assert lack(agent(), NO_CV, environments).can_install
        assert interpreter_of(agent(), OURS, environments) == interpreter_in(place)
    choice = choose(agent_source(agent()), OURS, environments)
    assert choice.environment != place
    shutil.copytree(place, choice.environment, symlinks=True)
    assert interpreter_of(agent(), OURS, environments) == interpreter_in(choice.environment)
    assert {each.standing for each in list_environments(environments)} == {Standing.USED}


def test_a_list_with_hashes_has_to_be_changed_by_its_author(agent, folder, environments):
    (folder / "requirements.txt").write_text("numpy==1.26.4 --hash=sha256:00\n")
    missing = lack(agent(), NO_CV, environments)
    assert (missing.requirements, missing.can_install) == (folder / "requirements.txt", False)
    assert str(missing.fix).startswith(f"Add 'opencv-python' to {folder / 'requirements.txt'}")


def test_without_a_folder_for_environments_one_is_to_be_written_beside_the_document(agent, folder):
    missing = lack(agent(source=folder.parent / "bot.toml"), NO_CV, None)
    assert (missing.requirements, missing.can_install) == (None, False)
    assert str(folder.parent / "requirements.txt") in str(missing.fix)


@pytest.mark.parametrize(
    ("locations", "name"), [("", "requirements.txt"), ("requirements_file = needs.txt", "needs.txt")]
)
def test_the_packages_of_a_v4_bot_are_to_be_added_to_its_requirements(agent, folder, locations, name):
    document = folder / "bot.cfg"
    document.write_text(f"[Locations]\npython_file = bot.py\nname = Ada\n{locations}\n")
    missing = lack(agent(source=document), NO_CV, None)
    assert (missing.requirements, missing.can_install) == (None, False)
    assert str(folder / "requirements.txt") in str(missing.fix), "the named file does not exist"
    (folder / name).write_text("numpy\n")
    missing = lack(agent(source=document), NO_CV, None)
    assert missing.requirements == folder / name, "a .cfg has no room for packages"
    assert str(missing.fix).startswith(f"Add 'opencv-python' to {folder / name}")


def test_a_python_of_the_system_is_left_to_the_user(agent, environments, tmp_path):
    python = tmp_path / "python3"
    python.write_text("")
    missing = lack(agent(run_command=f"{python} bot.py"), NO_CV, environments)
    assert not missing.can_install
    assert str(missing.fix) == f"Install 'opencv-python' for '{python}', which the run command of Ada names."


def test_a_package_that_cannot_be_loaded_is_not_missing(agent, folder, environments):
    (folder / "requirements.txt").write_text("opencv-python\n")
    missing = lack(agent(), "ImportError: DLL load failed while importing cv2: not found", environments)
    assert not missing.can_install
    assert "cannot load its compiled part" in str(missing.fix)


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("ImportError: cannot import name 'deprecated' from 'warnings' (/usr/lib/x)", "warnings.deprecated", "3.13"),
        ("AttributeError: module 'copy' has no attribute 'replace'", "copy.replace", "3.13"),
        ("ModuleNotFoundError: No module named 'annotationlib'", "annotationlib", "3.14"),
    ],
)
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="this Python has the names")
def test_a_bot_for_a_newer_python_is_told_which_one(agent, folder, environments, text, name, version):
    missing = lack(agent(), f"exited with code 1: bot.py:1: {text}", environments)
    assert (missing.modules, missing.can_install) == ((name,), False)
    assert str(missing.fix).startswith(f"Ada needs Python {version} or newer, which has '{name}', and ran with 3.")
    assert f"-m venv venv` in {folder}." in str(missing.fix)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "KeyError: 'ball'",
        "ImportError: cannot import name 'nosuch' from 'typing'",
        "ImportError: cannot import name 'Self' from 'typing'",
    ],
)
def test_other_ends_lack_nothing(agent, folder, environments, text):
    (folder / "helpers").mkdir()
    assert lack(agent(), text, environments) is None


@pytest.mark.parametrize("requirement", ["", "numpy\n", "# helper\n", "helper-kit\n"])
def test_a_file_of_the_bot_is_not_taken_for_a_package(agent, folder, environments, requirement):
    (folder / "bot.py").write_text("\n\nimport helper\n")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "helper.cpython-311.pyc").touch()
    (folder / "requirements.txt").write_text(requirement)
    missing = lack(agent(), "bot.py:3: ModuleNotFoundError: No module named 'helper'", environments)
    if requirement.startswith("helper"):
        assert missing.can_install, "the requirements seem to name it"
        return
    assert (missing.packages, missing.can_install, missing.requirements) == ((), False, folder / "bot.py")
    assert str(missing.fix) == (
        "bot.py:3 imports 'helper', but the bot's folder has no helper.py: was it renamed, moved or deleted?"
    )


def test_no_package_is_named_for_a_module_that_nobody_knows(agent, folder, environments):
    missing = lack(agent(), "ModuleNotFoundError: No module named 'helper'", environments)
    assert (missing.packages, missing.can_install, missing.requirements) == ((), False, None)
    assert str(missing.fix) == (
        "Ada imports 'helper', which is neither a file of the bot nor a package that its requirements name. "
        f"Correct the name, or write the package that provides it into {folder / 'requirements.txt'}."
    )


@pytest.mark.parametrize("module", ["numpy", "torch", "rlbot", "yaml", "google.protobuf", "keyboard"])
def test_well_known_packages_are_named_unless_the_bot_had_such_a_file(agent, folder, environments, made, module):
    text = f"ModuleNotFoundError: No module named '{module.split('.')[0]}'"
    known = module if module != "google.protobuf" else "google"
    missing = lack(agent(), text, environments)
    assert bool(missing.packages) is (known != "google"), "google alone is no package"
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / f"{known}.cpython-311.pyc").touch()
    shutil.rmtree(environments / IMPORTED, ignore_errors=True)
    missing = lack(agent(), text, environments)
    assert missing.packages == ()
    assert "was it renamed" in str(missing.fix)


def test_a_module_of_a_package_that_is_not_installed_is_no_package(agent, environments):
    """Python writes a module with its package only if it found the package, here in a folder of the bot."""
    text = "ModuleNotFoundError: No module named 'shared_by_my_bots.fast'"
    assert lack(agent(), text, environments) is None


def test_a_package_without_the_module_is_needed_in_another_version(agent, folder, environments):
    missing = lack(agent(), "ModuleNotFoundError: No module named 'pytest.other'", environments)
    assert (missing.packages, missing.can_install) == (("pytest",), False)
    said = (
        f"pytest {pytest.__version__} is installed, but it has no module 'pytest.other': name a version that has it in "
    )
    assert str(missing.fix) == f"{said}{folder / 'requirements.txt'}."


@pytest.mark.skipif(sys.platform == "win32", reason="the package can be loaded")
@pytest.mark.parametrize(("place", "module"), [("turbo", "turbo.native"), (".", "native")])
def test_a_package_of_another_system_cannot_run_here(agent, folder, environments, made, place, module):
    (site,) = (made.parent.parent / "lib").glob("python*/site-packages")
    (site / place).mkdir(exist_ok=True)
    (site / place / "native.cp311-win_amd64.pyd").touch()
    (site / "turbo-1.0.dist-info").mkdir()
    missing = lack(agent(), f"bot.py:1: ModuleNotFoundError: No module named '{module}'", environments)
    assert (missing.modules, missing.packages, missing.can_install) == ((module,), (), False)
    file = site / place / "native.cp311-win_amd64.pyd"
    said = str(missing.fix).replace("lib64", "lib")  # a link in most environments
    assert said == f"Ada cannot run here: it imports '{file}', which is compiled for another system."


def test_agents_that_are_no_python_lack_nothing(agent, environments):
    assert lack(agent(run_command="./bot"), NO_CV, environments) is None


@pytest.mark.parametrize("name", ["cv2", "cv2.py", "cv2.cpython-311-x86_64-linux-gnu.so"])
def test_packages_installed_since_are_no_longer_missing(agent, environments, made, name):
    assert lack(agent(), NO_CV, environments).modules == ("cv2",)
    (site,) = (made.parent.parent / "lib").glob("python*/site-packages")
    (site / name).touch()
    assert lack(agent(), NO_CV, environments) is None
    assert lack(agent(), f"{NO_CV}\nModuleNotFoundError: No module named 'other'", environments).modules == ("other",)


def test_a_file_that_hides_a_needed_module_is_the_reason_and_nothing_is_installed(agent, folder, environments):
    (folder / "bot.py").touch()
    (folder / "rlbot.py").touch()
    text = "bot.py:1: ModuleNotFoundError: No module named 'rlbot.managers'; 'rlbot' is not a package"
    found = lack(agent(), text, environments)
    assert (found.modules, found.packages, found.can_install) == (("rlbot",), (), False)
    assert found.requirements == folder / "rlbot.py"
    assert "rlbot.py of" in str(found.fix)
