"""Documents with every kind of mistake: problems with the right line, never a traceback."""

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.documents import check, read_bot, read_loadout, read_match, read_script, validate
from runtime.documents.source import MAX_BYTES
from runtime.model.problems import Problem

MATCH = '''\
# A match with everything that makes counting lines hard.
[rlbot]
launcher = "Steam" # "not" this
launcher_arg = ""
wait_for_agents = true
performance_monitor = "AlwaysShow"

[match]
game_mode = "Hoops"
game_map_upk = """
HoopsStadium_P"""
skip_replays = false
enable_rendering = "OnByDefault"
existing_match_behavior = 'ContinueAndSpawn'

[mutators]
max_score = "FiveGoals"
demolish = "OnContactFF"

# the first
[[cars]]
team = 0
config_file = "plain/bot.toml"
loadout_file = "plain/looks.toml"

[[cars]]
team = "orange"
type = "Psyonix"
skill = "Pro"
name = """
a
b"""

[[cars]]
type = "RLBot"
team = 1
config_file = "plain/bot.toml"
auto_start = true

[[scripts]]
config_file = "plain/script.toml"
auto_start = false
'''
BOT = '''\
[settings]
agent_id = "tester/plain"
name = "Plain"
hivemind = false
run_command = "python plain.py"
run_command_linux = "python3 plain.py"
loadout_file = "looks.toml"

[settings.environment]
MODE = "quick"

[details]
description = """
Drives
around."""
developer = "Tester"
tags = ["1v1", "goalie"]
'''
LOADOUT = """\
[blue_loadout]
car_id = 23

[blue_loadout.paint]
car_paint_id = 5

[orange_loadout]
hat_id = 24
"""
READERS = {"match": read_match, "bot": read_bot, "loadout": read_loadout}
TEXTS = {"match": MATCH, "bot": BOT, "loadout": LOADOUT}
NAMES = {"match": "broken.toml", "bot": "plain/broken.bot.toml", "loadout": "plain/broken_looks.toml"}

PAIR = re.compile(r'(\w+) = ("[^"]+"|\'[^\']+\'|\[.*\]|\w+)( #.*)?')
CHOSEN = {"launcher", "performance_monitor", "game_mode", "enable_rendering", "existing_match_behavior"}
CHOSEN |= {"max_score", "demolish", "skill", "type"}


def wrong_type(line, random):
    key, value = PAIR.fullmatch(line).group(1, 2)
    others = ["12.5", "1979-05-27", "[1, 2]", "{ a = 1 }", "inf"]
    return f"{key} = {random.choice(others if value[0] != '[' else others[:2])}"


def misspelt_key(line, random):
    place = random.randrange(1, PAIR.fullmatch(line).end(1))
    return f"{line[:place]}zq{line[place:]}"


def misspelt_value(line, _):
    return line.replace('"', '"Zq', 1).replace("'", "'Zq", 1)


def deleted_quote(line, random):
    places = [match.start() for match in re.finditer("[\"']", line.partition(" #")[0])]
    place = random.choice(places)
    return line[:place] + line[place + 1 :]


def deleted_equals(line, _):
    return line.replace("=", "", 1)


def deleted_value(line, _):
    return line[: line.index("=") + 1]


def doubled(line, _):
    return f"{line}\n{line}"


def control_character(line, random):
    place = random.randrange(len(line) + 1)
    return f"{line[:place]}\x07{line[place:]}"


def wrong_bytes(line, random):
    place = random.randrange(len(line) + 1)
    return f"{line[:place]}\udcff{line[place:]}"


def deleted_bracket(line, random):
    place = random.choice([match.start() for match in re.finditer(r"[\[\]]", line)])
    return line[:place] + line[place + 1 :]


def unknown_below(line, _):
    return f"{line}\nzq_unknown = 1"


def garbage_below(line, random):
    return (
        line
        + "\n"
        + random.choice(["???", "= 3", "key = [1, 2", "key = {", 'key = "abc', "[a", "key = 1 2", "k = 1__0"])
    )


def is_pair(line):
    return PAIR.fullmatch(line) is not None


def is_header(line):
    return line.startswith("[")


BREAKS = [
    (wrong_type, is_pair, 0),
    (misspelt_key, lambda line: is_pair(line) and line.split()[0] not in ("MODE",), 0),
    (misspelt_value, lambda line: is_pair(line) and line.split()[0] in CHOSEN, 0),
    (deleted_quote, lambda line: is_pair(line) and ("'" in line or '"' in line), 0),
    (deleted_equals, is_pair, 0),
    (deleted_value, is_pair, 0),
    (doubled, is_pair, 1),
    (control_character, lambda line: is_pair(line) or line.startswith("#"), 0),
    (wrong_bytes, lambda line: True, 0),
    (deleted_bracket, is_header, 0),
    (unknown_below, lambda line: is_header(line) and "environment" not in line, 1),
    (garbage_below, lambda line: is_pair(line) or is_header(line), 1),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the documents that a match links to."""
    folder = tmp_path_factory.mktemp("league")
    (folder / "plain").mkdir()
    (folder / "plain/plain.py").touch()
    (folder / "plain/bot.toml").write_text(BOT)
    (folder / "plain/looks.toml").write_text(LOADOUT)
    (folder / "plain/script.toml").write_text('[settings]\nagent_id = "s"\nrun_command_linux = "py x"\n')
    return folder


@pytest.mark.parametrize("kind", TEXTS)
def test_the_documents_that_are_broken_below_are_valid(place, kind):
    path = place / NAMES[kind]
    path.write_text(TEXTS[kind])
    assert READERS[kind](path).problems == ()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(list(TEXTS)),
    way=st.sampled_from(BREAKS),
    random=st.randoms(use_true_random=False),
    line_break=st.sampled_from(["\n", "\r\n"]),
)
def test_a_broken_line_is_named(place, kind, way, random, line_break):
    break_line, is_fit, offset = way
    lines = TEXTS[kind].split("\n")
    fit = [number for number, line in enumerate(lines) if is_fit(line) and not inside_a_text(lines, number)]
    if not fit:
        return
    number = random.choice(fit)
    lines[number] = break_line(lines[number], random)
    path = place / NAMES[kind]
    path.write_bytes("\n".join(lines).replace("\n", line_break).encode("utf-8", "surrogateescape"))
    reading = READERS[kind](path)
    assert number + 1 + offset in [problem.line for problem in reading.problems if problem.path == path], (
        lines[number],
        [str(problem) for problem in reading.problems],
    )
    assert_well_formed(reading.problems)


def inside_a_text(lines, number):
    return "\n".join(lines[:number]).count('"""') % 2 == 1


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(list(TEXTS)),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=6)), min_size=1, max_size=4),
)
def test_any_damage_gives_problems_and_no_traceback(place, kind, cuts):
    data = TEXTS[kind].encode()
    for where, length, put in cuts:
        start = int(where * len(data))
        data = data[:start] + put + data[start + length :]
    path = place / NAMES[kind]
    path.write_bytes(data)
    reading = READERS[kind](path)
    assert_well_formed(reading.problems)
    assert all(problem.line is None or 1 <= problem.line <= data.count(b"\n") + 1 for problem in reading.problems)
    check([path])
    if kind == "match" and reading.value is not None:
        validate(reading.value, random=Random(1))


PLACES = [
    "cars = {}",
    "[[cars]]\nteam = {}",
    "[[cars]]\nconfig_file = {}",
    "rlbot = {}",
    "[[scripts]]\nconfig_file = {}",
    "[match]\nenable_rendering = {}",
    "[mutators]\njump = {}",
    "[[cars]]\ntype = {}",
    "[[mutators]]\na = {}",
    "[[cars]]\nloadout_file = {}",
    "[cars]\nteam = {}",
    "match.freeplay = {}",
    "[[cars]]\nname = {}",
    "x.y = {}",
    "settings = {}",
    "[settings]\nenvironment = {}",
    "[settings]\nloadout_file = {}",
    "[details]\ntags = {}",
    "blue_loadout = {}",
    "[blue_loadout]\ncar_id = {}",
    "[blue_loadout]\npaint = {}",
    "skill = {}",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.recursive(
        st.sampled_from(["1", "-9999999999999999999999", "nan", '"x"', "true", "1979-05-27", "07:00:00", '""', "0xff"]),
        lambda inner: st.lists(inner, max_size=2).map(lambda items: f"[{', '.join(items)}]"),
        max_leaves=3,
    ),
    st.sampled_from(PLACES),
)
def test_any_value_of_any_type_anywhere(place, value, where):
    path = place / "typed.toml"
    path.write_text(where.format(value))
    for reader in (read_match, read_bot, read_script, read_loadout):
        assert_well_formed(reader(path).problems)


@pytest.mark.parametrize(
    ("data", "line", "part"),
    [
        (b"\xef\xbb\xbf[match]\n", 1, "byte order mark"),
        (b'{\n  "rlbot": {"launcher": "Steam"}\n}\n', 1, "TOML"),
        ("[match]\n".encode("utf-16"), 1, "UTF-16"),
        (b"[match]\n# \xe9\n", 2, "UTF-8"),
        (b'[match]\ngame_map_upk = "a\0b"\n', 2, "TOML"),
        (b"a = " + b"[" * 100_000, 1, "nested too deeply"),
        (b"a = " + b"{a = " * 300 + b"1" + b"}" * 300, 1, "nested too deeply"),
        (b"\na = " + b"9" * 5000, 2, "too many digits"),
        (b'a = 1\nb = """x\ny\n', 2, "document ends"),
        (b"a = 1\nb = [1,\n2\n\n[match]\n", 2, "not closed"),
        (b"a = 1\na = 2\n", 2, "written twice"),
        (b"[match]\nfreeplay = true\n[match]\n", 3, "written twice"),
        (b'[match]\ngame_map_upk = "C:\\Users\\x"\n', 2, "TOML"),
        (b"a = 1\r\nb = 2\rc = 3\r\n", 2, "TOML"),
    ],
)
def test_damaged_files(folder, data, line, part):
    problem = read_match(folder.write("match.toml", data)).problems[0]
    assert problem.line == line
    assert part in str(problem.message)


@pytest.mark.parametrize(("size", "is_read"), [(MAX_BYTES - 1, True), (MAX_BYTES, True), (MAX_BYTES + 1, False)])
def test_the_largest_document(folder, size, is_read):
    path = folder.write("match.toml", b"#" * size)
    assert (read_match(path).value is not None) is is_read


def test_paths_without_files(folder):
    for path in (folder.path, folder.path / ("x" * 300), folder.path / "a\0b", folder.path / "a" / "b"):
        reading = read_match(path)
        assert reading.value is None
        assert_well_formed(reading.problems)


@pytest.mark.skipif(sys.platform == "win32", reason="devices are POSIX")
def test_a_device_is_not_opened():
    with_device = read_match(Path("/dev/zero"))
    assert "regular file" in str(with_device.problems[0].message)


@pytest.mark.parametrize(
    ("text", "line", "fix"),
    [
        ("[rlbot]\nauto_start_bots = true\n", 2, 'Write "auto_start_agents", its new name.'),
        ('[mutators]\nrumble = "NoRumble"\n', 2, 'Did you mean "Off"?'),
        ('[mutators]\nmax_score = "Default"\n', 2, 'Did you mean "Unlimited"?'),
        ('[mutators]\nmax_time = "Default"\n', 2, 'Did you mean "Unlimited"?'),
        ('[mutators]\nball_bounciness = "LowishBounciness"\n', 2, 'Did you mean "Lowish"?'),
        ('[mutators]\nscoring_rule = "Deafult"\n', 2, 'Did you mean "Default"?'),
        ('[match]\ngame_mode = "Hockey"\n', 2, 'Did you mean "Snowday"?'),
        ('[[scripts]]\nconfig = "x"\n', 2, 'Write "config_file".'),
        ("[match]\nstart_without_delay = true\n", 2, 'Write "start_without_countdown".'),
        ('[match]\nmax_score = "OneGoal"\n', 2, "It belongs in [mutators]."),
        ("[match]\nfreplay = true\n", 2, 'Did you mean "freeplay"?'),
        ("[mutator]\n", 1, 'Did you mean "mutators"?'),
        ('[match]\nfreeplay = "True"\n', 2, "Write true without quotes."),
        ('[match]\nenable_rendering = "false"\n', 2, "Write false without quotes."),
        ("[match]\nfreeplay = True\n", 2, "Write true."),
        ("[match]\nfreeplay = 1\n", 2, "Write true."),
        ("[rlbot]\nlauncher = Steam\n", 2, 'Put the text in quotes: "Steam".'),
        ('[rlbot]\nlauncher = "Steam\n', 2, "A quote is missing at the end of the text."),
        ('[[cars]]\nname = "C:\\Users"\n', 2, "Write paths with /, or put them in 'single quotes'."),
        ('[kickabout]\nmap = "randon"\n', 2, 'Did you mean "random"?'),
        ('[kickabout]\nmap = "drawn"\n', 2, 'Use one of: "named", "random".'),
        ("[kickabout]\nmap = true\n", 2, 'Use one of: "named", "random".'),
        ("kickabout = 3\n", 1, "Write it as [kickabout]."),
        ("[kickabout]\nrestarts = 3\n", 2, "Write it as [kickabout.restarts]."),
        ('[rlbot]\n\nlauncher = "NonExistent"\n', 3, 'Use one of: "Steam", "Epic", "Custom", "NoLaunch".'),
        ("[[cars]]\nteam = 42\n", 2, 'Write 0 or "blue" for blue, 1 or "orange" for orange.'),
        ("cars = []\n", 1, "Write each entry under a header of its own, [[cars]]."),
        ("[[match]]\n", 1, "Write [match] once, in single brackets."),
        ('[[cars]]\nagent_id = "x"\n', 2, "It belongs in [settings] of the bot's own file."),
    ],
)
def test_fixes(folder, text, line, fix):
    problems = read_match(folder.write("match.toml", text)).problems
    assert (line, fix) in [(problem.line, str(problem.fix or "")) for problem in problems]


def assert_well_formed(problems):
    for problem in problems:
        assert isinstance(problem, Problem)
        assert str(problem.message).endswith((".", "?"))
        assert problem.fix is None or str(problem.fix).endswith((".", "?"))
        assert re.fullmatch(r"[a-z0-9-]+", json.loads(json.dumps(problem.as_json()))["code"])
        str(problem).encode()
