"""A match of RLBot v4 becomes a match.toml with the same meaning."""

import tomllib

import pytest

from app.commands.cli import main
from runtime.documents import (
    DocumentError,
    MatchDocument,
    check,
    convert_match,
    find_documents,
    read_match,
    read_match_text,
)

CFG = """[RLBot Configuration]
launcher_preference = epic

[Match Configuration]
num_participants = 4
game_mode = Hockey
game_map = Mannfield_Stormy
skip_replays = True
start_without_countdown = yes
existing_match_behavior = Continue And Spawn
enable_lockstep = False
enable_rendering = False
enable_state_setting = 0
auto_save_replay = on

[Mutator Configuration]
Match Length = 10 Minutes
Max Score = 0
Ball Size = Gigantic
Boost Strength = 10x
Rumble = Spike Rush
Demolish = On Contact (FF)

[Participant Configuration]
participant_config_0 = bots/old.cfg
participant_team_0 = 1
participant_type_1 = psyonix
participant_bot_skill_1 = 0.5
participant_type_2 = human
participant_team_2 = 1
participant_config_3 = bots\\old.cfg
participant_type_3 = party_member_bot

[Scripts]
script_config_0 = bots/script.cfg
script_config_1 = None
script_config_2 = bots/never.cfg
"""


@pytest.fixture
def cfg(tmp_path):
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "old.cfg").write_text("[Locations]\nname = Old\npython_file = old.py\n")
    (tmp_path / "bots" / "script.cfg").write_text("[Locations]\nname = Ref\nscript_file = old.py\n")
    (tmp_path / "bots" / "old.py").write_text("")
    (tmp_path / "rlbot.cfg").write_text(CFG)
    return tmp_path / "rlbot.cfg"


def converted(cfg, target=None):
    reading = convert_match(cfg, target or cfg.with_name("match.toml"))
    return tomllib.loads(reading.value), reading.problems


def test_everything_has_its_counterpart(cfg):
    match, problems = converted(cfg)
    assert problems == ()
    assert match == {
        "rlbot": {"launcher": "Epic"},
        "match": {
            "game_mode": "Snowday",
            "game_map_upk": "EuroStadium_Rainy_P",
            "skip_replays": True,
            "start_without_countdown": True,
            "existing_match_behavior": "ContinueAndSpawn",
            "enable_rendering": "AlwaysOff",
            "enable_state_setting": False,
            "auto_save_replays": True,
        },
        "mutators": {
            "match_length": "TenMinutes",
            "ball_size": "Gigantic",
            "boost_strength": "Ten",
            "rumble": "SpikeRush",
            "demolish": "OnContactFF",
        },
        "cars": [
            {"team": 1, "config_file": "bots/old.cfg"},
            {"team": 0, "type": "Psyonix", "skill": "Pro"},
            {"team": 1, "type": "Human"},
            {"team": 0, "config_file": "bots/old.cfg"},
        ],
        "scripts": [{"config_file": "bots/script.cfg"}],
    }


def test_the_result_is_a_valid_match_and_links_follow_the_target(cfg, tmp_path):
    target = tmp_path / "new" / "match.toml"
    reading = convert_match(cfg, target)
    target.parent.mkdir()
    match = read_match_text(reading.value, target)
    assert match.errors == ()
    assert [car.name for car in match.value.cars] == ["Old", "", "", "Old"]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Hockey", "Hocky", "v4-unknown-value", 6),
        ("10 Minutes", "10 Minuts", "v4-unknown-value", 17),
        ("skip_replays = True", "skip_replays = maybe", "v4-wrong-flag", 8),
        ("enable_lockstep = False", "enable_lockstep = True", "v4-lockstep", 11),
        ("participant_team_0 = 1", "participant_team_0 = 3", "v4-wrong-team", 26),
        ("psyonix", "psionix", "v4-unknown-value", 27),
        ("config_0 = bots/old.cfg", "config_0 = bots/gone.cfg", "file-missing", 25),
        ("Max Score = 0", "Max Scor = 3 Goals", "unknown-key", 18),
        ("num_participants = 4", "num_participants = four", "v4-wrong-count", 5),
        ("num_participants = 4", f"num_participants = {'4' * 6000}", "v4-wrong-count", 5),
        ("participant_config_0 = bots/old.cfg", "", "v4-no-config", 24),
    ],
)
def test_keys_without_counterpart_are_named_with_their_line(cfg, old, new, code, line):
    text = cfg.read_text()
    assert old in text
    cfg.write_text(text.replace(old, new, 1))
    _, problems = converted(cfg)
    assert [(problem.message.code, problem.line) for problem in problems] == [(code, line)]


def test_a_misspelt_mutator_is_answered_with_the_one_that_was_meant(cfg):
    cfg.write_text(cfg.read_text().replace("Max Score", "Max Scor"))
    _, (problem,) = converted(cfg)
    assert str(problem.fix) == 'Did you mean "Max Score"?'


def test_an_unknown_map_stays_as_it_is(cfg):
    cfg.write_text(CFG.replace("Mannfield_Stormy", "My_Own_P"))
    assert converted(cfg)[0]["match"]["game_map_upk"] == "My_Own_P"


def test_a_document_of_another_kind_is_refused(cfg):
    reading = convert_match(cfg.parent / "bots" / "old.cfg", cfg)
    assert reading.value is None
    assert [problem.message.code for problem in reading.problems] == ["v4-no-match"]


def test_the_command_writes_a_file_and_never_overwrites_one(cfg, capsys):
    assert main(["convert", str(cfg)]) == 0
    target = cfg.with_name("match.toml")
    assert capsys.readouterr().out == f"{target}\n"
    target.write_text("mine")
    assert main(["convert", str(cfg)]) == 3
    assert target.read_text() == "mine"
    assert "already exists" in capsys.readouterr().err
    assert main(["convert", str(cfg), "-o", str(target.with_name("other.toml"))]) == 0
    assert main(["convert", str(cfg.with_name("gone.cfg"))]) == 2


@pytest.mark.parametrize(
    ("written", "skill"),
    [("0.24", "Rookie"), ("0.25", "Pro"), ("0.74", "Pro"), ("0.75", "AllStar"), ("", "AllStar"), ("x", "AllStar")],
)
def test_skills_at_their_bounds(cfg, written, skill):
    cfg.write_text(CFG.replace("participant_bot_skill_1 = 0.5", f"participant_bot_skill_1 = {written}"))
    match, _ = converted(cfg)
    assert match["cars"][1].get("skill", "AllStar") == skill


@pytest.mark.parametrize(
    ("name", "text", "code", "said"),
    [
        ("rlbot.cfg", "[Match Configuration]\n", "v4-match", "kickabout convert"),
        ("old.cfg", "\ufeff[participant configuration]\n", "v4-match", "kickabout convert"),
        ("bot.cfg", "[Locations]\npython_file = a.py\n", "not-a-match", "the document of a bot or script"),
        ("port.cfg", "[section]\nport = 3\n", "not-a-match", "end in .toml"),
        ("notes.txt", "hello", "not-a-match", "end in .toml"),
        ("bot.py", "print(1)", "not-a-match", "end in .toml"),
        ("notes", "f\u00fcr alle", "not-a-match", "end in .toml"),
    ],
)
def test_a_document_that_is_no_match_is_refused_with_the_reason(tmp_path, name, text, code, said):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (problem,) = read_match(path).problems
    assert (problem.message.code, problem.is_error) == (code, True)
    assert said in str(problem)
    with pytest.raises(DocumentError) as caught:
        MatchDocument.open(path)
    assert caught.value.problem == problem
    if code == "v4-match":
        assert check([path]) == (problem,)
        assert find_documents(tmp_path) == ()


def test_an_unreadable_file_keeps_its_reason(tmp_path):
    for name in ("gone.txt", "."):
        (problem,) = read_match(tmp_path / name).problems
        assert "end in .toml" not in str(problem)
