"""Documents of RLBot v4 are read like their v5 counterparts; problems give line and fix."""

import os
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runtime.documents import DocumentKind, check, kind_of, read_bot, read_loadout, read_match, read_script
from runtime.documents.v4_files import MAX_BYTES, is_v4_document, v4_requirements
from runtime.library.reading import entry_of
from runtime.library.walk import Home
from runtime.model.entries import EntryKind

TEMPLATE = """[Locations]
looks_config = ./looks.cfg
python_file = {program}
name = Old Timer
logo_file = pictures/old.png
requirements_file = needs.txt
maximum_tick_rate_preference = 120
supports_early_start = True

[Bot Parameters]
mood = calm

[Details]
developer = Somebody
description = A bot
    of two lines
fun_fact = none
github = https://example.org/old
language = python
tags = 1v1, teamplay
"""
BOT = TEMPLATE.format(program="./old.py")
LOOKS = """[Bot Loadout]
team_color_id = 60
car_id = 23
primary_color_lookup = [34, 255, 60]

[Bot Loadout Orange]
car_id = 25
decal_id = None

[Bot Paint Blue]
car_paint_id = 12

[Bot Paint Orange]
car_paint_id = 3
"""
AGENT = "from rlbot.agents.base_agent import BaseAgent\n\n\nclass Old(BaseAgent):\n    pass\n"


@pytest.fixture
def write(tmp_path):
    def write(text=BOT, name="old.cfg", program=AGENT):
        (tmp_path / "old.py").write_text(program)
        (tmp_path / "looks.cfg").write_text(LOOKS)
        (tmp_path / "needs.txt").write_text("numpy\n")
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


def codes(problems):
    return [(problem.message.code, problem.line, problem.is_error) for problem in problems]


def test_a_bot_is_read_like_a_bot_of_v5(write, tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "old.png").write_bytes(b"")
    path = write()
    reading = read_bot(path, platform="linux")
    bot = reading.value
    assert reading.problems == ()
    assert (bot.name, bot.agent_id, bot.root_dir, bot.hivemind) == (
        "Old Timer",
        "rlbot-v4/Old Timer",
        str(tmp_path),
        False,
    )
    assert bot.run_command.startswith("python ")
    assert bot.run_command.endswith(f"v4_host {path}")
    assert (bot.details.developer, bot.details.description) == ("Somebody", "A bot of two lines")
    assert bot.details.tags == ("1v1", "teamplay")
    assert bot.details.logo == tmp_path / "pictures" / "old.png"
    assert bot.loadout_file == tmp_path / "looks.cfg"
    assert v4_requirements(path) == tmp_path / "needs.txt"


def test_the_loadouts_of_both_teams(write):
    write()
    blue, orange = read_bot(write()).value.loadouts
    assert (blue.team_color_id, blue.car_id, blue.paint.car_paint_id) == (60, 23, 12)
    assert (orange.team_color_id, orange.car_id, orange.decal_id, orange.paint.car_paint_id) == (0, 25, 0, 3)


def test_without_a_section_for_orange_its_items_are_zero(write, tmp_path):
    write(LOOKS.split("[Bot Loadout Orange]", maxsplit=1)[0], "plain.cfg")
    assert read_loadout(tmp_path / "plain.cfg").value[1].car_id == 0


def test_a_file_without_items_gives_the_default_ones_and_is_a_warning(write, tmp_path):
    path = write()
    (tmp_path / "looks.cfg").write_text("[Items]\ncar_id = 23\n")
    reading = read_bot(path)
    assert reading.value.loadouts[0].car_id == 0
    (problem,) = [one for one in reading.problems if "[Bot Loadout]" in str(one.message)]
    assert not problem.is_error
    assert "car_id" in str(problem.fix)


def test_the_command_on_windows_is_quoted_for_windows(write):
    command = read_bot(write(name="my bot.cfg"), platform="win32").value.run_command
    assert command.startswith("python ")
    assert command.endswith('my bot.cfg"')


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "is_error"),
    [
        ("./old.py", "gone.py", "program-missing", 3, True),
        ("./old.py", "", "program-missing", 3, True),
        ("name = Old Timer", "name =", "v4-no-name", 4, True),
        ("name = Old Timer\n", "", "v4-no-name", 1, True),
        ("early_start = True", "early_start = perhaps", "v4-wrong-flag", 8, True),
        ("preference = 120", "preference = fast", "v4-wrong-rate", 7, True),
        ("preference = 120", "preference = 0", "v4-wrong-rate", 7, True),
        ("looks_config = ./looks.cfg", "looks_config = gone.cfg", "v4-looks-missing", 2, False),
        ("looks_config = ./looks.cfg\n", "", "v4-no-looks", 1, False),
        ("requirements_file", "requirement_file", "unknown-key", 6, False),
        ("needs.txt", "gone.txt", "file-missing", 6, False),
    ],
)
def test_problems_name_their_line(write, old, new, code, line, is_error):
    assert old in BOT
    problems = read_bot(write(BOT.replace(old, new))).problems
    assert (code, line, is_error) in codes(problems)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not distinguish case")
def test_looks_in_other_case_are_taken_with_a_warning(write):
    reading = read_bot(write(BOT.replace("./looks.cfg", "./Looks.cfg")))
    assert reading.value.loadouts[0].car_id == 23
    assert codes(reading.problems) == [("file-other-case", 2, False)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not distinguish case")
def test_a_program_in_other_case_is_named_in_the_fix(write):
    (error,) = read_bot(write(TEMPLATE.format(program="Old.py"))).errors
    assert str(error.fix) == 'Did you mean "old.py"?'


@pytest.mark.parametrize(("rate", "is_fine"), [("1", True), ("9" * 9, True), ("9" * 10, False), ("9" * 6000, False)])
def test_numbers_have_a_limit_of_digits(write, rate, is_fine):
    problems = read_bot(write(BOT.replace("preference = 120", f"preference = {rate}"))).problems
    assert (problems == ()) is is_fine


def test_items_of_very_many_digits_are_read_as_none(write):
    path = write()
    path.with_name("looks.cfg").write_text(LOOKS.replace("car_id = 23", f"car_id = {'9' * 6000}"))
    assert read_loadout(path.with_name("looks.cfg")).value[0].car_id == 0


def test_paths_written_the_windows_way_are_understood(write):
    assert read_bot(write(TEMPLATE.format(program=".\\old.py"))).problems == ()


@pytest.mark.parametrize(
    ("text", "line"), [("[Locations]\nname = x\nwhat is this", None), ("no section", 1), ("[Locations\n", 1)]
)
def test_a_damaged_file_says_where(write, text, line):
    (problem, *_) = read_bot(write(text)).problems
    assert problem.is_error
    assert line is None or problem.line == line


@pytest.mark.parametrize(
    ("base", "is_refused"),
    [("BaseJavaAgent", True), ("BaseDotNetAgent", True), ("BaseScratchAgent", True), ("BaseAgent", False)],
)
def test_programs_that_cannot_run_here_are_recognised(write, base, is_refused):
    found = codes(read_bot(write(program=f"import x\n\nclass Old(x.{base}):\n    pass\n")).problems)
    assert (("v4-foreign", 3, True) in found) is is_refused


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ({"old.py": "import fast\n", "fast.pyd": ""}, "fast.pyd"),
        ({"old.py": "from fast import (\n    a)\n", "fast.cp311-win_amd64.pyd": ""}, "fast.cp311-win_amd64.pyd"),
        ({"old.py": "import os, tools.way as way\n", "tools/way.py": "from . import fast\n", "tools/fast.pyd": ""}, 1),
        ({"old.py": "from tools.maths import a\n", "tools/maths.py": "from .fast import a\n", "tools/fast.pyd": ""}, 1),
        ({"old.py": "import tools\n", "tools/__init__.py": "from .deep.fast import a\n", "tools/deep/fast.pyd": ""}, 1),
        ({"old.py": "import a\n", "a.py": "import b\n", "b.py": "import a, fast\n", "fast.pyd": ""}, "fast.pyd"),
        ({"old.py": "path = 'hive.py'\n", "hive.py": "import fast\n", "fast.pyd": ""}, "fast.pyd"),
        ({"old.py": "import maths\n", "maths.py": "lib = ctypes.CDLL(join(x, 'm.dll'))\n", "m.dll": ""}, "m.dll"),
        ({"old.py": "lib = ctypes.CDLL('kernel32.dll')\n"}, ""),
        ({"old.py": "def load():\n    return ctypes.CDLL('m.dll')\n", "m.dll": ""}, ""),
        ({"old.py": "try:\n    import fast\nexcept ImportError:\n    pass\n", "fast.pyd": ""}, ""),
        ({"old.py": "import fast\n", "fast.pyd": "", "fast.cpython-311-x86_64-linux-gnu.so": ""}, ""),
        ({"old.py": "import fast\n", "fast.pyd": "", "fast.py": ""}, ""),
        ({"old.py": "import fast\n", "fast.pyd": "", "needs.txt": "numpy\nFast>=1\n"}, ""),
        ({"old.py": "import fast\n", "fast.pyd": "", "needs.txt": "faster\n"}, "fast.pyd"),
        ({"old.py": "import faster\n", "fast.pyd": ""}, ""),
        ({"old.py": "# import fast\nimport tools.fast\n", "fast.pyd": "", "tools/__init__.py": ""}, ""),
    ],
)
def test_parts_that_are_compiled_for_windows_are_recognised(write, tmp_path, files, part):
    path = write()
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    expected = [f"This agent needs {part if isinstance(part, str) else 'fast.pyd'}, which"] if part else []
    for _ in range(2):
        said = [str(problem.message) for problem in read_bot(path, platform="linux").problems]
        assert [text.split(" is")[0] for text in said] == expected
    assert read_bot(path, platform="win32").problems == ()


def test_a_part_that_is_compiled_for_this_system_afterwards_is_noticed(write, tmp_path):
    path = write()
    (tmp_path / "old.py").write_text("import fast\n")
    (tmp_path / "fast.pyd").touch()
    os.utime(tmp_path, (0, 0))  # the file system may have a coarse clock
    assert [code for code, *_ in codes(read_bot(path, platform="linux").problems)] == ["v4-windows-only"]
    (tmp_path / "fast.so").touch()
    assert read_bot(path, platform="linux").problems == ()


def test_a_part_shared_by_several_agents_is_found_above_their_folders(write, tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "fast.pyd").touch()
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "old.py").write_text("import shared.fast\n")
    script = tmp_path / "bot" / "script.cfg"
    script.write_text("[Locations]\nname = Referee\nscript_file = old.py\n")
    assert codes(read_script(script, platform="linux").problems) == [("v4-windows-only", 3, True)]


def test_an_agent_with_a_hive_is_a_hivemind(write):
    assert read_bot(write(program="class Drone(DroneAgent):\n    pass\n")).value.hivemind
    assert read_bot(write(program="class Drone(DroneAgent):\n    broken(\n")).value.hivemind


def test_a_script(write, tmp_path):
    path = write("[Locations]\nname = Referee\nscript_file = old.py\n")
    assert kind_of(path) is DocumentKind.SCRIPT
    script = read_script(path).value
    assert (script.name, script.agent_id) == ("Referee", "rlbot-v4/Referee")
    assert script.run_command.endswith(str(path))


def test_a_match_names_v4_agents(write, tmp_path):
    bot = write()
    (tmp_path / "match.toml").write_text(
        f"[[cars]]\nconfig_file = '{bot.name}'\n[[cars]]\nteam = 1\nconfig_file = '{bot.name}'\n"
        f"loadout_file = 'looks.cfg'\n"
    )
    match = read_match(tmp_path / "match.toml").value
    assert [(car.name, car.loadout.car_id) for car in match.cars] == [("Old Timer", 23), ("Old Timer", 25)]
    assert check([tmp_path / "match.toml"]) == ()


def test_a_folder_with_v4_documents_is_checked(write, tmp_path):
    write(TEMPLATE.format(program="gone.py"))
    found = codes(check([tmp_path]))
    assert ("program-missing", 3, True) in found


def test_the_library_lists_them_as_bots(write, tmp_path):
    entry = entry_of(tmp_path, Home(path=tmp_path, documents=[]), write().name, None)
    assert (entry.kind, entry.is_v4, entry.can_play, entry.name) == (EntryKind.BOT, True, True, "Old Timer")
    broken = entry_of(tmp_path, Home(path=tmp_path, documents=[]), write(TEMPLATE.format(program="gone.py")).name, None)
    assert (broken.name, broken.developer, broken.can_play) == ("Old Timer", "Somebody", False)


@pytest.mark.parametrize(
    "text",
    ["", "[metadata]\nname = setup\n", "[Bot Loadout]\ncar_id = 23\n", "[Locations]\nname = looks only\n"],
)
def test_other_documents_are_no_agents(write, text):
    assert not is_v4_document(write(text))


@pytest.mark.parametrize(("size", "is_bot"), [(MAX_BYTES - 1, True), (MAX_BYTES, True), (MAX_BYTES + 1, False)])
def test_large_files_are_no_bots(write, size, is_bot):
    text = TEMPLATE.format(program="old.py")
    assert is_v4_document(write(text + "#" * (size - len(text)))) is is_bot


@given(data=st.binary(max_size=300))
@example(b"key\n\tgoes on")
def test_no_bytes_make_it_fail(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.cfg"
    path.write_bytes(b"[Locations]\n" + data)
    for read in (read_bot, read_script, read_loadout):
        reading = read(path, platform=sys.platform) if read is not read_loadout else read(path)
        assert reading.value is not None or reading.problems
