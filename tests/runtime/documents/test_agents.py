import sys

import pytest

from runtime.documents import read_bot, read_loadout, read_match, read_script
from runtime.documents.source import MAX_BYTES


def test_a_bot_whole(league):
    reading = read_bot(league.path / "plain/bot.toml", platform="linux")
    assert reading.problems == ()
    bot = reading.value
    assert (bot.agent_id, bot.name, bot.run_command) == ("tester/plain", "Plain", "python3 plain.py")
    assert bot.root_dir == str(league.path / "plain")
    assert bot.loadout_file == league.path / "plain/looks.toml"
    assert [loadout.car_id for loadout in bot.loadouts] == [23, 24]
    assert bot.details.tags == ("1v1", "goalie")
    assert bot.details.developer == "Tester"


@pytest.mark.parametrize(
    ("platform", "windows", "linux", "command"),
    [
        ("win32", "a.exe", "sh a", "a.exe"),
        ("win32", "", "sh a", ""),
        ("linux", "a.exe", "sh a", "sh a"),
        ("linux", "a.exe", "", "wine a.exe"),
        ("darwin", "a.exe", "", "wine a.exe"),
        ("linux", "python bot.py", "", "python bot.py"),
        ("darwin", "py -3.11 bot.py", "", "py -3.11 bot.py"),
        ("linux", "Python.exe bot.py", "", "python bot.py"),
        ("linux", "python src\\\\bot.py", "", "python src/bot.py"),
        ("linux", "python a.py & python b.py", "", "wine python a.py & python b.py"),
        ("linux", "pythonista bot.py", "", "pythonista bot.py"),
        ("linux", "", "", ""),
        ("linux", "", " ", ""),
        ("linux", "python bot.py", " ", "python bot.py"),
        ("linux", " ", "", ""),
        ("linux", "", " sh a ", "sh a"),
        ("win32", " ", "sh a", ""),
    ],
)
def test_the_command_of_the_platform(folder, platform, windows, linux, command):
    text = f'[settings]\nagent_id = "a"\nrun_command = "{windows}"\nrun_command_linux = "{linux}"\n'
    assert read_bot(folder.write("bot.toml", text), platform=platform).value.run_command == command


@pytest.mark.parametrize(
    ("windows", "command"),
    [
        (r"..\venv\Scripts\python bot.py", "../venv/bin/python bot.py"),
        (r"..\.venv\scripts\Python.exe -u src\bot.py", "../.venv/bin/python -u src/bot.py"),
        ("venv/Scripts/pythonw.exe bot.py", "venv/bin/python bot.py"),
        (r"C:\bots\venv\Scripts\python.exe bot.py", "python bot.py"),
        (r'"C:\Program Files\Python311\python.exe" "my bot.py"', "python 'my bot.py'"),
        ("pythonw bot.py", "python bot.py"),
        ("python3.12 bot.py", "python3.12 bot.py"),
        ("uv run bot.py", "uv run bot.py"),
        ("UV.exe run bot.py", "uv run bot.py"),
        ("dotnet run --project Bot\\Bot.csproj", "dotnet run --project Bot/Bot.csproj"),
        (r"C:\Tools\node.exe bot.js", "node bot.js"),
        ("npm.cmd run start", "npm run start"),
        ("java -jar bot.jar", "java -jar bot.jar"),
        ("cargo run --release", "cargo run --release"),
        (r"target\release\native", "target/release/native"),
        (r"target\release\bot", r"wine target\release\bot"),
        (r"target\release\bot.exe", r"wine target\release\bot.exe"),
        (r"tools\uv.exe run bot.py", r"wine tools\uv.exe run bot.py"),
        (r"runtime\python.exe bot.py", r"wine runtime\python.exe bot.py"),
        ("built", "wine built"),
        ("start bot", "wine start bot"),
        ("cmd /c bot", "wine cmd /c bot"),
        ("python %BOT%", "wine python %BOT%"),
        ('"', 'wine "'),
        ('""', 'wine ""'),
        ("/", "/"),
    ],
)
@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_command_for_windows_needs_wine_only_for_a_windows_program(folder, platform, windows, command):
    names = ("built.bat", "runtime/python.exe", "target/release/bot.exe", "tools/uv.exe", "target/release/native")
    for name in names:
        folder.write(name, "")
    path = folder.write("bot.toml", f"[settings]\nagent_id = 'a'\nrun_command = '{windows}'\n")
    reading = read_bot(path, platform=platform)
    assert reading.value.run_command == command
    assert ("run with wine" in str(reading.problems[0].message)) is command.startswith("wine ")


@pytest.mark.skipif(sys.platform == "win32", reason="the command is one for Windows")
def test_a_tool_that_is_not_there_is_named(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder.path))
    path = folder.write("bot.toml", '[settings]\nagent_id = "a"\nrun_command = "dotnet run"\n')
    missing = 'The command starts "dotnet", which is not there.'
    assert [str(problem.message) for problem in read_bot(path).problems][1:] == [missing]
    folder.write("dotnet", "").chmod(0o755)
    assert [str(problem.message) for problem in read_bot(path).problems][1:] == []


@pytest.mark.skipif(sys.platform == "win32", reason="the command is one for Linux and macOS")
@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("python3 bto.py", "bto.py"),
        ("python -u bto.py --fast", "bto.py"),
        ("python3 'my bot.py'", "my bot.py"),
        ("python3 src/bot.py", "src/bot.py"),
        ("python3 bot.py", None),
        ("python3 -B ./bot.py", None),
        ("python3 -m bot", None),
        ("python3 -X dev bto.py", None),
        ("python3 -c 'import bot'", None),
        ("python3", None),
        ("python3 $BOT.py", None),
        ("python3 {path}/bot.py", None),
    ],
)
def test_a_script_that_is_not_there_is_named(folder, command, missing):
    folder.write("bot.py", "")
    text = f'[settings]\nagent_id = "a"\nrun_command = ""\nrun_command_linux = "{command}"\n'
    problems = read_bot(folder.write("bot.toml", text)).problems
    if missing is None:
        assert problems == ()
        return
    (problem,) = problems
    assert not problem.is_error
    assert problem.line == 4
    assert str(problem.message) == f'The command starts "{missing}", which is not there.'
    assert str(problem.fix or "") == 'Did you mean "bot.py"?'


def test_gaps_of_a_bot_alone_are_warnings(folder):
    reading = read_bot(folder.write("bot.toml", '# x\n[settings]\nname = "A"\n'))
    assert reading.value.name == "A"
    assert [problem.line for problem in reading.problems] == [2, 2]
    assert "agent_id" in str(reading.problems[0].message)
    assert "manually" in str(reading.problems[1].message)


@pytest.mark.parametrize("written", [" a", "a ", " a ", "\\ta\\n"])
@pytest.mark.parametrize("read", [read_bot, read_script])
def test_blanks_around_an_agent_id_are_left_out(folder, written, read):
    path = folder.write("agent.toml", f'[settings]\nagent_id = "{written}"\nname = "A"\nrun_command_linux = "run"\n')
    assert read(path).value.agent_id == "a"


@pytest.mark.parametrize("written", ["", " ", "\\t"])
def test_an_agent_id_of_blanks_is_none(folder, written):
    path = folder.write("agent.toml", f'[settings]\nagent_id = "{written}"\nname = "A"\n')
    assert "agent-id-missing" in [problem.message.code for problem in read_bot(path).problems]


@pytest.mark.parametrize(
    ("line", "message", "fix"),
    [
        ('root_dir = "scr"', "no such folder", 'Did you mean "src"?'),
        ('root_dir = "..\\\\src"', "no such folder", "Write the path with / instead of \\."),
        ('logo_file = "logo.png"', 'the file is called "Logo.png"', 'Did you mean "Logo.png"?'),
        ('logo_file = "bott.toml"', "does not exist", ""),
        ('logo_file = "lost.png"', "is a link to a file that does not exist", ""),
        ("hivmind = true", "unknown", 'Did you mean "hivemind"?'),
        ('developer = "me"', "unknown", "It belongs in [details]."),
        ('location = "src"', "unknown", 'Write "root_dir".'),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths are written with / here")
def test_warnings_of_settings(folder, line, message, fix):
    folder.write("src/x", "")
    folder.write("x.py", "")
    folder.write("Logo.png", "")
    (folder.path / "lost.png").symlink_to("gone.png")
    base = '[settings]\nrun_command_linux = "python3 x.py"\n'
    base += 'agent_id = "a"\n'
    reading = read_bot(folder.write("bot.toml", f"{base}{line}\n"), platform="linux")
    (problem,) = reading.problems
    assert not problem.is_error
    assert message in str(problem.message)
    assert str(problem.fix or "") == fix
    assert problem.line == base.count("\n") + 1


def test_an_empty_loadout_file_is_to_be_removed(folder):
    base = '[settings]\nagent_id = "a"\nrun_command = "python"\nrun_command_linux = "python3"\n'
    (problem,) = read_bot(folder.write("bot.toml", f'{base}loadout_file = ""\n')).problems
    assert problem.is_error
    assert problem.line == 5
    assert str(problem.fix or "") == "Remove loadout_file."


def test_a_logo_may_be_larger_than_a_document(folder):
    picture = folder.write("logo.png", b"\0" * (MAX_BYTES + 1))
    looks = folder.write("looks.toml", b"#" * (MAX_BYTES + 1))
    base = '[settings]\nagent_id = "a"\nrun_command = "python"\nrun_command_linux = "python3"\n'
    reading = read_bot(folder.write("bot.toml", f'{base}logo_file = "logo.png"\n'))
    assert reading.problems == ()
    assert reading.value.details.logo == picture
    (problem,) = read_bot(folder.write("bot.toml", f'{base}loadout_file = "{looks.name}"\n')).problems
    assert "too large" in str(problem.message)


@pytest.mark.skipif(sys.platform == "win32", reason="the command is a POSIX one")
@pytest.mark.parametrize(
    ("command", "is_missing"),
    [
        ("./there", False),
        ("./gone --x", True),
        ("no-such-program-at-all x", True),
        ("X=1 ./gone", False),
        ("py x", False),
        ("cd src && ./gone", False),
        ("exec python3 bot.py; true", False),
    ],
)
def test_a_program_that_is_not_there(folder, command, is_missing):
    folder.write("there", "")
    text = f'[settings]\nagent_id = "a"\nrun_command_linux = "{command}"\n'
    reading = read_bot(folder.write("bot.toml", text))
    assert [problem.key for problem in reading.problems] == (["settings.run_command_linux"] if is_missing else [])


@pytest.mark.skipif(sys.platform == "win32", reason="the command is a POSIX one")
@pytest.mark.parametrize("command", ["sh 'a", 'sh "a', "cd src && sh 'a"])
def test_a_quotation_that_does_not_end(folder, command):
    (folder.path / "src").mkdir()
    text = f"[settings]\nagent_id = \"a\"\nrun_command_linux = '''{command} '''\n"
    (problem,) = read_bot(folder.write("bot.toml", text)).problems
    assert (problem.line, str(problem.message)) == (3, "The command has a quotation that does not end.")


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("[settings.environment]\nA = true\n", 'Put it in quotes: "true".'),
        ("[settings]\nname = 5\n", 'Put it in quotes: "5".'),
        ("[settings]\nenvironment = 5\n", "Write it as [settings.environment]."),
        ("[[settings.environment]]\n", "Write [settings.environment] once, in single brackets."),
        ('[settings]\nloadout_file = "."\n', "Name the file inside it."),
        ('[settings]\nloadout_file = "bott.toml"\n', ""),
        ('[settings]\nloadout_file = "lok"\n', 'Did you mean "look"?'),
    ],
)
def test_fixes_of_bots(folder, text, fix):
    folder.write("look", "")
    errors = read_bot(folder.write("bot.toml", text)).errors
    assert [str(problem.fix or "") for problem in errors] == [fix]


@pytest.mark.parametrize(
    ("command", "has_fix"), [("../venv/bin/python b.py", True), ("./bot", False), ("bin/x", False)]
)
def test_an_environment_that_is_not_there_has_a_stand_in(folder, command, has_fix):
    folder.write("b.py", "")
    text = f'[settings]\nagent_id = "a"\nrun_command_linux = "{command}"\n'
    (problem,) = read_bot(folder.write("bot.toml", text), platform=sys.platform).problems
    assert ("a Python of its own choice" in str(problem.fix or "")) is has_fix


@pytest.mark.skipif(sys.platform == "win32", reason="commands are split for POSIX here")
@pytest.mark.parametrize("has_environment", [True, False])
@pytest.mark.parametrize(
    "key", ["run_command_linux = 'venv/bin/python -u bott.py'", "run_command = 'venv\\Scripts\\python bott.py'"]
)
def test_a_missing_program_is_reported_whether_its_environment_is_there_or_not(folder, key, has_environment):
    folder.write("bot.py", "")
    if has_environment:
        folder.write("venv/bin/python", "")
    reading = read_bot(folder.write("bot.toml", f'[settings]\nagent_id = "a"\n{key}\n'), platform=sys.platform)
    said = [(str(problem.message), str(problem.fix)) for problem in reading.problems]
    assert ('The command starts "bott.py", which is not there.', 'Did you mean "bot.py"?') in said
    assert any("venv/bin/python" in text for text, _ in said) is (not has_environment and "linux" in key)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not distinguish case")
@pytest.mark.parametrize(
    ("name", "written"),
    [("loadout.toml", "Loadout.toml"), ("looks/a.toml", "Looks/A.toml"), ("\u00e9.toml", "e\u0301.toml")],
)
def test_a_loadout_in_other_case_is_taken_with_a_warning(folder, name, written):
    loadout = folder.write(name, "[blue_loadout]\ncar_id = 23\n")
    reading = read_bot(folder.write("bot.toml", f'[settings]\nagent_id = "a"\nloadout_file = "{written}"\n'))
    assert reading.value.loadouts[0].car_id == 23
    assert reading.value.loadout_file == loadout
    (warning,) = [problem for problem in reading.problems if problem.message.code == "file-other-case"]
    assert not warning.is_error
    assert (warning.repair.value, warning.repair.is_certain) == (name, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not distinguish case")
def test_of_two_loadouts_in_other_case_none_is_taken(folder):
    folder.write("loadout.toml", "")
    folder.write("LOADOUT.toml", "")
    reading = read_bot(folder.write("bot.toml", '[settings]\nagent_id = "a"\nloadout_file = "Loadout.toml"\n'))
    (error,) = reading.errors
    assert (error.message.code, error.repair.is_certain) == ("file-missing", False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not distinguish case")
def test_a_loadout_of_a_car_in_other_case_is_taken(folder):
    folder.write("loadout.toml", "[blue_loadout]\ncar_id = 23\n")
    folder.write("bot.toml", '[settings]\nagent_id = "a"\nrun_command_linux = "python3"\nrun_command = "python"\n')
    cars = "".join(
        f"[[cars]]\n{line}\nloadout_file = 'Loadout.toml'\n" for line in ("type='Psyonix'", "config_file='bot.toml'")
    )
    reading = read_match(folder.write("match.toml", cars))
    assert [car.loadout.car_id for car in reading.value.cars] == [23, 23]
    assert [problem.message.code for problem in reading.problems] == ["file-other-case"] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not distinguish case")
def test_a_document_in_other_case_is_an_error_with_a_certain_fix(folder):
    folder.write("bot.toml", '[settings]\nagent_id = "a"\n')
    (error,) = read_match(folder.write("match.toml", "[[cars]]\nconfig_file = 'Bot.toml'\n")).errors
    assert (error.repair.value, error.repair.is_certain) == ("bot.toml", True)


@pytest.mark.parametrize(
    ("text", "line", "is_error"),
    [
        ("[settings.environment]\nA = 3\n", 2, True),
        ('[settings.environment]\n"A=B" = "c"\n', 2, True),
        ('[settings]\nname = "a\\u0000b"\n', 2, True),
        ("[settings]\nhivemind = 1\n", 2, True),
        ("settings = 3\n", 1, True),
        ("[[settings]]\n", 1, True),
        ("[details]\ndeveloper = 3\n", 2, False),
        ('[details]\ntags = [\n"1v1",\n3,\n]\n', 4, False),
        ('[details]\ntags = [\n"1v1",\n"gaolie",\n]\n', 4, False),
        ('skill = "mega pro"\n', 1, True),
    ],
)
def test_wrong_values(folder, text, line, is_error):
    reading = read_bot(folder.write("bot.toml", text))
    assert (line, is_error) in [(problem.line, problem.is_error) for problem in reading.problems]
    assert (reading.value is None) is is_error


def test_a_script_drives_no_car(folder):
    path = folder.write("script.toml", '[settings]\nagent_id = "a"\nrun_command_linux = "py s"\nhivemind = true\n')
    reading = read_script(path, platform="linux")
    assert reading.value.agent_id == "a"
    assert [problem.line for problem in reading.problems] == [4]


@pytest.mark.parametrize(("number", "is_fine"), [(-1, False), (0, True), (2**32 - 1, True), (2**32, False)])
def test_numbers_of_items(folder, number, is_fine):
    reading = read_loadout(folder.write("looks.toml", f"[blue_loadout]\ncar_id = {number}\n"))
    assert (reading.value is not None) is is_fine


@pytest.mark.parametrize(("value", "fix"), [("23.0", "Write 23."), ('"23"', "Write 23 without quotes."), ("true", "")])
def test_an_item_is_a_whole_number(folder, value, fix):
    (problem,) = read_loadout(folder.write("looks.toml", f"[blue_loadout]\ncar_id = {value}\n")).problems
    assert (problem.line, problem.is_error, str(problem.fix or "")) == (2, True, fix)


def test_a_broken_loadout_breaks_the_bot(league):
    league.write("plain/looks.toml", "[blue_loadout]\ncar_id = 'x'\n")
    reading = read_bot(league.path / "plain/bot.toml")
    assert reading.value is None
    assert reading.errors[0].path == league.path / "plain/looks.toml"


BASE = '[settings]\nagent_id = "a"\nrun_command = "python"\nrun_command_linux = "python3"\n'


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("", None),
        ("[kickabout]\n", None),
        ("[kickabout]\nservice = false\n", None),
        ("[kickabout]\nservice = true\n", 16),
        ("[kickabout]\nservice = true\nslots = 1\n", 1),
        ("[kickabout]\nservice = true\nslots = 128\n", 128),
    ],
)
def test_a_table_of_our_own_makes_a_bot_a_service(folder, text, slots):
    reading = read_bot(folder.write("bot.toml", BASE + text), platform="linux")
    assert reading.problems == ()
    assert (reading.value.service and reading.value.service.slots) == slots


@pytest.mark.parametrize(
    ("text", "message", "fix", "is_error"),
    [
        ("service = true\nslots = 0", "slots is 0, but 1 to 128 are possible", "Write 1.", True),
        ("service = true\nslots = 129", "slots is 129, but 1 to 128 are possible", "Write 128.", True),
        ('service = true\nslots = "8"', 'slots is the text "8"', "Write 8 without quotes.", True),
        ("service = true\nslots = true", "slots is true", "", True),
        ('service = "true"', 'service is the text "true"', "Write true without quotes.", True),
        ("slots = 8", "slots has no effect without service = true", "Write service = true.", False),
        ("sevice = true", "unknown", 'Did you mean "service"?', False),
        ("service = true\nhivemind = true", "unknown", "It belongs in [settings].", False),
    ],
)
def test_problems_of_a_service(folder, text, message, fix, is_error):
    reading = read_bot(folder.write("bot.toml", f"{BASE}[kickabout]\n{text}\n"), platform="linux")
    (problem,) = reading.problems
    assert message in str(problem.message)
    assert (str(problem.fix or ""), problem.is_error) == (fix, is_error)
    assert problem.line == 5 + text.count("\n") + 1


def test_a_script_is_no_service(folder):
    (problem,) = read_script(
        folder.write("script.toml", f"{BASE}[kickabout]\nservice = true\n"), platform="linux"
    ).problems
    assert "drives no car" in str(problem.message)


def test_keys_of_a_service_belong_into_its_table(folder):
    (problem,) = read_bot(folder.write("bot.toml", f"{BASE}slots = 8\n"), platform="linux").problems
    assert str(problem.fix) == "It belongs in [kickabout]."
