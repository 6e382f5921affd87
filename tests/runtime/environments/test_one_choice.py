"""Checks, installations and starts of a bot use the same interpreter."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.agents.program import LaunchContext, check_spec, launch_spec
from runtime.agents.roster import roster
from runtime.documents.v4_files import host_command
from runtime.environments.building import BuildState
from runtime.environments.choice import InterpreterKind, choose
from runtime.environments.interpreter import interpreter_in, layout_of
from runtime.environments.versions import remarks, requirement_problems
from runtime.games import ServerAddress

OURS = Path(sys.executable)
V4_INSTALLED = ("rlbot-1.68.0", "rlbot_flatbuffers-0.19.1", "setuptools-80.1", "websockets-13.1")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the interpreters are POSIX scripts")


def fake_environment(place, version, *installed):
    """Writes an environment with an interpreter that can only be started, and with packages that are only named."""
    python = interpreter_in(place)
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    (place / "pyvenv.cfg").write_text(f"home = {OURS.parent}\nversion = {version}\n")
    site = place / f"lib/python{'.'.join(version.split('.')[:2])}/site-packages"
    for package in installed:
        name, _, number = package.rpartition("-")
        info = site / f"{package}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {number}\n")
    site.mkdir(parents=True, exist_ok=True)
    return python


def real_environment(place):
    subprocess.run([OURS, "-m", "venv", "--without-pip", place], check=True)
    return interpreter_in(place)


@pytest.fixture
def v4_source(source, bot_folder):
    """A v4 bot that requires gearbox."""
    document = bot_folder / "bot.cfg"
    document.write_text("[Locations]\nname = Ada\npython_file = bot.py\n")
    (bot_folder / "bot.py").write_text("import gearbox\n")
    return source(run_command=host_command(document), document=document)


@pytest.fixture
def started_with(bot, match_of, environments):
    """Returns the interpreter with which a bot would be started, and the first folder of its PATH."""

    def start(source):
        car = bot(root_dir=str(source.folder), run_command=source.run_command, source=source.document)
        (agent,) = roster(match_of(car))
        context = LaunchContext(server=ServerAddress("127.0.0.1", 1), python=OURS, environments=environments)
        spec = launch_spec(agent, context, "blue-1")
        checked = check_spec(agent, context, "probe", [source.folder / "bot.py"]).argv[0]
        assert checked == spec.argv[0], "the check of the syntax uses it, too"
        return Path(spec.argv[0]), Path(spec.environment["PATH"].split(os.pathsep)[0])

    return start


@pytest.mark.parametrize("version", ["3.11.4", "3.10.1", "3.12.1", "3.9.2"])
@pytest.mark.parametrize("name", ["venv", ".venv", "env"])
@pytest.mark.parametrize("is_v4", [True, False])
def test_the_start_uses_the_choice(source, v4_source, bot_folder, environments, started_with, is_v4, name, version):
    own = fake_environment(bot_folder / name, version)
    agent = v4_source if is_v4 else source()
    choice = choose(agent, OURS, environments)
    assert started_with(agent) == (choice.python, choice.python.parent)
    is_own = not is_v4 or version.startswith(("3.10", "3.11"))
    assert (choice.python == own, choice.kind is InterpreterKind.OWN) == (is_own, is_own)


def test_one_missing_package_of_a_v4_bots_own_environment(
    v4_source, bot_folder, environments, require, provide, started_with
):
    require("gearbox>=1")
    own = fake_environment(bot_folder / "venv", "3.11.4", *V4_INSTALLED)
    assert provide(v4_source, install=False).missing == ["gearbox>=1"]
    (problem,) = requirement_problems(v4_source, configured=OURS, environments=environments)
    assert (problem.path, problem.line) == (bot_folder / "requirements.txt", 3)
    assert str(problem.message) == f"Ada requires gearbox>=1, which is not installed for '{own}'."
    fake_environment(bot_folder / "x", "3.11.4", "gearbox-1.2")
    (bot_folder / "x/lib/python3.11/site-packages/gearbox-1.2.dist-info").rename(
        bot_folder / "venv/lib/python3.11/site-packages/gearbox-1.2.dist-info"
    )
    assert provide(v4_source, install=False).missing == []
    assert requirement_problems(v4_source, configured=OURS, environments=environments) == ()
    assert started_with(v4_source)[0] == own


def test_an_installation_goes_where_the_bot_starts(source, bot_folder, environments, require, provide, started_with):
    require("gearbox>=1")
    own = real_environment(bot_folder / "env")
    (bot_folder / "bot.py").write_text("print('no rlbot here')\n")
    run = provide(source())
    assert run.missing == ["gearbox>=1"]
    assert run.verdict.state is BuildState.COMPLETE
    assert started_with(source())[0] == own
    assert subprocess.check_output([own, "-c", "import gearbox; print(gearbox.RATIO)"]) == b"3\n"
    assert provide(source(), install=False).missing == []
    assert not list(environments.glob("*/pyvenv.cfg")), "no other environment was made"


def test_an_environment_that_rlbot_v4_does_not_support_is_not_used_and_a_remark_says_so(
    v4_source, bot_folder, environments, provide
):
    fake_environment(bot_folder / "venv", "3.12.1")
    choice = choose(v4_source, OURS, environments)
    assert choice.kind is InterpreterKind.CONFIGURED
    assert choice.can_install
    assert "rlbot==1.68.0" in provide(v4_source, install=False).missing
    (problem,) = remarks(v4_source, configured=OURS, environments=environments)
    assert problem.path == v4_source.document
    assert str(problem.message) == (
        f"The environment '{bot_folder / 'venv'}' is not used: RLBot v4 needs Python 3.11 / 3.10, and it has 3.12.1."
    )
    assert str(problem.fix).startswith("Ada runs with the environment that Kickabout made for it.")


@pytest.mark.parametrize("is_v4", [True, False])
@pytest.mark.parametrize("spoil", ["windows", "link", "home"])
def test_an_environment_of_another_system_is_not_used_and_a_remark_says_so(
    source, v4_source, bot_folder, environments, started_with, spoil, is_v4
):
    agent = v4_source if is_v4 else source()
    python = fake_environment(bot_folder / "venv", "3.11.4")
    if spoil == "windows":
        python.unlink()
        (bot_folder / "venv/Scripts").mkdir()
        (bot_folder / "venv/Scripts/python.exe").write_bytes(b"MZ")
    elif spoil == "link":
        python.unlink()
        python.symlink_to("/gone/python3.11")
    else:
        (bot_folder / "venv/pyvenv.cfg").write_text("home = /gone/bin\nversion = 3.11.4\n")
    started = started_with(agent)[0]
    assert not started.is_relative_to(bot_folder)
    assert is_v4 or started == OURS, "RLBot v4 may need another version than ours"
    (problem,) = remarks(agent, configured=OURS, environments=environments)
    assert "it is of another system, or the Python that made it is gone" in str(problem.message)


@pytest.mark.parametrize("installed", [(), ("rlbot-1.68.0",)])
@pytest.mark.parametrize("command", ["python bot.py", "venv/bin/python bot.py"])
def test_an_own_environment_without_rlbot_is_reported_at_the_import(
    source, bot_folder, environments, provide, installed, command
):
    python = fake_environment(bot_folder / "venv", "3.12.1", *installed)
    (bot_folder / "bot.py").write_text("import os\n\nfrom rlbot.managers import Bot\n")
    agent = source(run_command=command)
    run = provide(agent, install=False)
    assert run.missing == ["rlbot>=2.0.0b1"]
    assert run.provision.needs[0].can_install
    (problem,) = requirement_problems(agent, configured=OURS, environments=environments)
    assert (problem.path, problem.line) == (bot_folder / "bot.py", 3)
    assert ("is installed as 1.68.0" if installed else "is not installed") in str(problem.message)
    assert choose(agent, OURS, environments).python.samefile(python)


@pytest.mark.parametrize(
    ("text", "installed"),
    [
        ("import rlbot_flatbuffers\n", ()),
        ("# from rlbot.managers import Bot\n", ()),
        ("from rlbot.managers import Bot\n", ("rlbot-2.0.0b54",)),
    ],
)
def test_an_own_environment_that_needs_no_other_rlbot_lacks_nothing(
    source, bot_folder, environments, provide, text, installed
):
    fake_environment(bot_folder / "venv", "3.12.1", *installed)
    (bot_folder / "bot.py").write_text(text)
    assert provide(source(), install=False).missing == []
    assert requirement_problems(source(), configured=OURS, environments=environments) == ()


def test_a_bot_that_brings_rlbot_in_its_folder_lacks_nothing(source, bot_folder, provide):
    fake_environment(bot_folder / "venv", "3.12.1")
    (bot_folder / "bot.py").write_text("from rlbot.managers import Bot\n")
    (bot_folder / "rlbot").mkdir()
    assert provide(source(), install=False).missing == []


def test_an_environment_whose_system_python_was_updated_has_no_packages_any_more(bot_folder):
    base = bot_folder / "python3.13"
    base.write_text("#!/bin/sh\n")
    base.chmod(0o755)
    python = fake_environment(bot_folder / "venv", "3.11.4", "gearbox-1.2")
    assert layout_of(python).version_of("gearbox") == "1.2"
    python.unlink()
    python.symlink_to(base)
    layout = layout_of(python)
    assert (layout.version, layout.version_of("gearbox")) == ("3.13", "")


@pytest.mark.parametrize("command", ["uv run bot.py", "uv run python bot.py", "poetry run python bot.py"])
def test_a_tool_for_projects_means_the_python_with_the_projects_packages(
    source, bot_folder, environments, provide, wheel, started_with, monkeypatch, command
):
    wheel(bot_folder / "wheels", "gearbox", "1.2", {"gearbox.py": "RATIO = 3\n"})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", (bot_folder / "wheels").as_uri())
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (bot_folder / "pyproject.toml").write_text('[project]\nname = "ada"\ndependencies = ["gearbox>=1"]\n')
    agent = source(run_command=command)
    run = provide(agent)
    assert (run.missing, run.verdict.state) == (["gearbox>=1"], BuildState.COMPLETE)
    python, _ = started_with(agent)
    assert python == choose(agent, OURS, environments).python
    assert subprocess.check_output([python, "-c", "import gearbox; print(gearbox.RATIO)"]) == b"3\n"


@pytest.fixture
def windows_package(bot_folder):
    """An own environment with a package of which a part is compiled for Windows."""
    fake_environment(bot_folder / "venv", "3.11.4", "rlbot-2.0.0b54", "turbo-1.0")
    package = bot_folder / "venv/lib/python3.11/site-packages/turbo"
    package.mkdir()
    (package / "native.cp311-win_amd64.pyd").write_bytes(b"MZ")
    return package


@pytest.mark.skipif(sys.platform == "win32", reason="the package can be loaded")
@pytest.mark.parametrize(
    ("init", "program", "is_foreign"),
    [
        ("from turbo.native import go\n", "import turbo\n", True),
        ("from . import native\n", "from turbo import go\n", True),
        ("", "from turbo import native\n", True),
        ("", "import turbo\n", False),
        ("try:\n    from turbo import native\nexcept ImportError:\n    native = None\n", "import turbo\n", False),
        ("from turbo.native import go\n", "import os\n", False),
    ],
)
def test_a_package_of_another_system_is_named_before_the_start(
    source, environments, bot_folder, windows_package, init, program, is_foreign
):
    package = windows_package
    (package / "__init__.py").write_text(init)
    (bot_folder / "bot.py").write_text(program)
    found = [str(problem.message) for problem in remarks(source(), configured=OURS, environments=environments)]
    file = package / "native.cp311-win_amd64.pyd"
    said = f"Ada cannot run here: it imports '{file}', which is compiled for another system."
    assert found == ([said] if is_foreign else [])
    (package / "native.cpython-311-x86_64-linux-gnu.so").touch()
    assert remarks(source(), configured=OURS, environments=environments) == ()
