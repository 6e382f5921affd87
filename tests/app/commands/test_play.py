"""`kickabout play` with real bots in the real arena, in its own process as for a user."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from app.commands.cli import main
from app.commands.play import HELP, NO_TERMINAL, carry_out, listen, summary
from app.services.diagnostics import report
from app.session.random_map import RecentMaps
from resources.examples import example_bots, example_match
from runtime.documents.maps import MAPS
from runtime.model.commands import AnswerSwap, RestartAgents, SwapAgents
from runtime.model.states import AgentState, Outcome, SwapMode
from runtime.model.values import Traceback
from tests.process_table import is_alive

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 90.0
FULL_MATCH_S = 300.0
"""A whole match in lockstep, overtime included, on a busy machine."""
DROPSHOT = f"game_mode = 'Dropshot'\n[[cars]]\nconfig_file = '{example_bots() / 'chaser' / 'bot.toml'}'\n"


@pytest.fixture
def play(home_of_its_own, tmp_path):
    """Starts `play` in a folder outside the checkout; kills what still runs at the end."""
    started = []

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "play", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home_of_its_own)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def refuse(home_of_its_own, capsys):
    """Runs `play` in this process with documents that it refuses; returns exit code and outputs."""

    def run(*arguments):
        code = main(["play", *map(str, arguments)])
        return (int(code), *capsys.readouterr())

    return run


def finished(process, deadline_s=DEADLINE_S):
    out, err = process.communicate(timeout=deadline_s)
    return process.returncode, out, err


def result_of(process, deadline_s=DEADLINE_S):
    code, out, err = finished(process, deadline_s)
    assert code == 0, err
    assert out.count("\n") == 1
    return json.loads(out)


def test_the_example_match_is_played_and_reported_as_json(play):
    result = result_of(play("--pace", "lockstep", "--seconds", "4", "--json"))
    assert result["outcome"] == "finished"
    assert result["frames"] == 4 * 120
    assert result["game_seconds"] == 4.0
    assert [agent["name"] for agent in result["agents"]] == ["Striker", "Chaser"]
    for agent in result["agents"]:
        assert agent["state"] == "stopped"
        assert agent["exit_code"] == 0
        assert agent["starts"] == 1
        assert agent["answers"] == agent["packets"] >= 4 * 120 - 1
    assert result["problems"] == []


def test_a_random_map_is_reported_and_depends_on_the_seed_where_one_is_given(play, copied_match):
    document = copied_match()
    document.write_text(f'{document.read_text(encoding="utf-8")}\n[kickabout]\nmap = "random"\n', encoding="utf-8")
    words = (document, "--pace", "lockstep", "--seconds", "0.1")
    matches = [play(*words, "--seed", seed, "--json") for seed in (0, 0, 1)]
    maps = [result_of(match)["drawn_map"] for match in matches]
    assert maps[0] == maps[1] != maps[2]
    assert RecentMaps().drawn == (), "a seed counts alone"
    code, out, err = finished(play(*words))
    assert code == 0
    (drawn,) = RecentMaps().drawn
    assert f"random map: {MAPS[drawn]} ({drawn})" in out
    assert f"Random map: {MAPS[drawn]} ({drawn})." in err


def test_the_same_seed_gives_the_same_match_and_another_seed_another(play):
    matches = [play("--pace", "lockstep", "--seconds", "1", "--seed", seed, "--json") for seed in (5, 5, 6)]
    first, second, other = map(result_of, matches)
    assert first["state_hash"] == second["state_hash"]
    assert first["score"] == second["score"]
    assert first["state_hash"] != other["state_hash"]


def test_a_humans_car_may_be_driven_by_a_learner(play, tmp_path):
    document = tmp_path / "human.toml"
    document.write_text("[[cars]]\ntype = 'human'\n", encoding="utf-8")
    options = ("--pace", "lockstep", "--seconds", "1", "--json")
    code, out, err = finished(play(document, "--step-mode", "0", *options))
    assert (code, json.loads(out)["problems"]) == (0, [])
    assert "Step mode: start the learner with the environment variable KICKABOUT_LEARNER_KEY=learner~" in err
    assert [problem["code"] for problem in result_of(play(document, *options))["problems"]] == ["human-without-window"]


def test_people_get_lines(play):
    code, out, err = finished(play("--pace", "lockstep", "--seconds", "1"))
    assert code == 0
    assert out.splitlines()[0].startswith("finished: ")
    assert any(line.strip().startswith("Striker: stopped") for line in out.splitlines())
    assert "Start game ..." in err
    assert "\x1b" not in out + err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_stop_it_reports_what_is_left_and_leaves_nothing(play, number):
    process = play("--json")
    while "Agents ready" not in process.stderr.readline():
        assert process.poll() is None
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 4
    process.send_signal(number)
    code, out, _ = finished(process)
    assert code == 130
    assert json.loads(out)["outcome"] == "interrupted"
    assert not [child for child in children if is_alive(child)]


def test_a_document_that_cannot_be_played_is_reported_before_anything_starts(refuse, tmp_path):
    document = tmp_path / "broken.toml"
    document.write_text('[[cars]]\nteam = 5\nconfig_file = "none/bot.toml"\n')
    code, out, err = refuse(document, "--json")
    assert code == 2
    result = json.loads(out)
    assert result["outcome"] == "failed"
    assert {problem["line"] for problem in result["problems"]} == {2, 3}
    assert f"{document}:2: error:" in err


def test_a_crashing_bot_fails_the_match_and_is_named(play, tmp_path):
    bot = tmp_path / "Bröken bot"
    bot.mkdir()
    (bot / "bot.py").write_text("raise RuntimeError('no wheels')\n")
    (bot / "bot.toml").write_text(
        '[settings]\nagent_id = "me/broken"\nname = "Broken"\n'
        'run_command = "python bot.py"\nrun_command_linux = "python3 bot.py"\n'
    )
    document = tmp_path / "match.toml"
    chaser = example_bots() / "chaser" / "bot.toml"
    document.write_text(
        f"[[cars]]\nconfig_file = 'Bröken bot/bot.toml'\n[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n"
    )
    code, out, _ = finished(play(document, "--pace", "lockstep", "--seconds", "5", "--json"))
    result = json.loads(out)
    assert code == 1
    assert "Broken" in result["reason"]
    assert "no wheels" in result["reason"]
    assert [agent["state"] for agent in result["agents"]] == ["crashed", "stopped"]


def bot_folder(place, name, source="", command='"python bot.py"'):
    place.mkdir()
    (place / "bot.py").write_text(source)
    commands = f"run_command = {command}\nrun_command_linux = {command}\n"
    (place / "bot.toml").write_text(f'[settings]\nagent_id = "tests/{name}"\nname = "{name}"\n{commands}')
    return place


def match_with(path, bot, more=""):
    chaser = example_bots() / "chaser" / "bot.toml"
    path.write_text(f"[[cars]]\nconfig_file = '{bot}/bot.toml'\n[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n{more}")
    return path


@pytest.mark.parametrize("inside", ["bot.toml", "notes.txt"])
def test_a_folder_is_reported_that_a_match_is_wanted(refuse, tmp_path, inside):
    folder = tmp_path / "my bot"
    folder.mkdir()
    (folder / inside).write_text("")
    code, out, err = refuse(folder)
    assert code == 2
    assert "This is a folder, not a match." in out
    assert ("the window with it: kickabout 'my bot'" in err.replace(f"{tmp_path}/", "")) is (inside == "bot.toml")


@pytest.mark.parametrize("scripts", [(), ("painter",)])
def test_a_match_without_cars_is_played_with_a_warning(play, tmp_path, scripts):
    document = tmp_path / "empty.toml"
    paths = [example_bots() / name / "script.toml" for name in scripts]
    document.write_text("[match]\n" + "".join(f"[[scripts]]\nconfig_file = '{path}'\n" for path in paths))
    result = result_of(play(document, "--pace", "lockstep", "--seconds", "1", "--json"))
    assert (result["outcome"], result["frames"], result["score"]) == ("finished", 120, [0, 0])
    assert [agent["exit_code"] for agent in result["agents"]] == [0] * len(scripts)
    assert [problem["message"] for problem in result["problems"]] == ["There are no cars in this match."]


def test_a_match_that_overtime_leaves_level_has_the_winner_that_the_arena_drew(play, tmp_path):
    document = tmp_path / "level.toml"
    document.write_text("mutators.overtime = 'FiveMaxRandomTeam'\n", encoding="utf-8")
    winners = set()
    for seed in range(4):
        result = result_of(play(document, "--pace", "lockstep", "--seed", seed, "--json"))
        side = ("Blue", "Orange")[result["winner"]]
        assert (result["score"], result["reason"]) == ([0, 0], f"{side} won the tiebreak at 0:0.")
        winners.add(side)
    assert winners == {"Blue", "Orange"}


def test_the_document_of_something_else_is_refused_before_anything_starts(refuse, tmp_path):
    document = tmp_path / "pyproject.toml"
    document.write_text("[project]\nname = 'x'\n")
    code, out, err = refuse(document)
    assert code == 2
    assert out.startswith("failed: The document cannot be played: This is not a match: ")
    assert [line.partition(": ")[2].split(":")[0] for line in err.splitlines()] == ["error", "warning"]


def test_problems_are_reported_before_the_match_and_only_there(play, tmp_path):
    document = match_with(tmp_path / "match.toml", example_bots() / "chaser", '[[cars]]\ntype = "Human"\n[extra]\n')
    code, out, err = finished(play(document, "--pace", "lockstep", "--seconds", "1", "--json"))
    assert code == 0
    lines = err.splitlines()
    assert "nobody drives this car" in lines[0]
    assert '"extra" is unknown' in lines[1]
    assert lines[2] == "Check files ..."
    assert "".join(lines[2:]).count("warning") == 0
    result = json.loads(out)
    human, _ = result["problems"]
    assert (human["code"], human["severity"], human["key"]) == ("human-without-window", "warning", "cars[2]")
    assert result["outcome"] == "finished"


def test_an_agent_started_by_hand_is_reported_with_its_command(play, tmp_path):
    bot = bot_folder(tmp_path / "manual", "Mine", command='""')
    process = play(match_with(tmp_path / "match.toml", bot))
    lines = iter(process.stderr.readline, "")
    line = next(line for line in lines if "yourself" in line)
    assert re.fullmatch(
        r"Mine waits for you\. Start it yourself, agent id (tests/Mine~~[0-9a-f]{32}), port (\d+): "
        r"RLBOT_AGENT_ID=\1 RLBOT_SERVER_PORT=\2\n",
        line,
    )
    process.send_signal(signal.SIGINT)
    assert finished(process)[0] == 130


def test_a_fault_is_reported_twice_at_most_for_each_try(play, tmp_path):
    bot = bot_folder(tmp_path / "broken", "Broken", "raise RuntimeError('no wheels')\n")
    code, out, err = finished(play(match_with(tmp_path / "match.toml", bot)))
    assert code == 1
    assert (out.count("no wheels"), err.count("no wheels")) == (1, 2)
    told = [err.index(f"Broken: {state}: Ended before it was ready") for state in ("restarting", "crashed")]
    assert err.index("Start agents ...") < told[0] < told[1] < err.index("failed: Start agents\n")
    assert "listening" not in err
    assert "WARNING" not in err


DRIVES_OFF = """
from rlbot.flat import ControllerState
from rlbot.managers import Bot

class Driver(Bot):
    def initialize(self):
        self.driven = 0

    def get_output(self, packet):
        self.driven += 1
        if self.driven > 30:
            raise SystemExit("engine on fire")
        return ControllerState(throttle=1.0)

Driver("tests/Driver").run()
"""


def test_a_bot_that_crashes_again_and_again_is_restarted_and_reported_each_time(play, tmp_path):
    bot = bot_folder(tmp_path / "driver", "Driver", DRIVES_OFF)
    document = match_with(tmp_path / "match.toml", bot, '[kickabout.restarts]\nbackoff_s = 0.1\nwhen_spent = "end"\n')
    code, out, err = finished(play(document, "--restarts", "1", "--json"))
    result = json.loads(out)
    assert (code, result["outcome"], result["forfeited_by"]) == (1, "failed", None)
    driver = result["agents"][0]
    assert (driver["state"], driver["ending"]) == ("crashed", "crashed while playing")
    assert (driver["starts"], driver["restarts"], driver["exit_code"]) == (2, 1, 1)
    how = "Ended while playing (exited with code 1). Last output: engine on fire."
    assert driver["reason"] == f"{how} No restarts left: the match allows 1."
    assert result["reason"] == f"The match was ended. Driver (blue-1) crashed: {driver['reason']}"
    told = [line for line in err.splitlines() if line.startswith("Driver")]
    assert told == [
        f"Driver: restarting: {how} Restarts in 0.1 s (1 of 1).",
        "Driver plays again.",
        f"Driver: crashed: {driver['reason']}",
    ]


def test_a_save_that_lacks_a_package_is_reported_with_what_fixes_it_while_the_match_goes_on(play, tmp_path):
    bot = bot_folder(tmp_path / "driver", "Driver", DRIVES_OFF.replace("> 30", "> 30_000"))
    process = play(match_with(tmp_path / "match.toml", bot), "--watch")
    lines = iter(process.stderr.readline, "")
    assert "Kickoff ...\n" in lines
    (bot / "bot.py").write_text("import gearbox\n")
    told = [line for line in (next(lines), next(lines), next(lines)) if line.startswith("Driver (blue-1)")]
    assert "new version failed after" in told[0]
    assert told[1].startswith(
        "Driver (blue-1): bot.py:1 imports 'gearbox', which is neither a file of the bot nor a package"
    )
    assert told[1].endswith(f"write the package that provides it into {bot / 'requirements.txt'}.\n")
    process.send_signal(signal.SIGINT)
    code, out, err = finished(process)
    assert (code, "imports 'gearbox'" in err) == (130, False)
    assert "Driver: stopped" in out


def test_what_the_arena_refuses_is_reported_twice_at_most(refuse, tmp_path):
    document = tmp_path / "match.toml"
    document.write_text(f"[match]\nenable_rendering = true\n{DROPSHOT}")
    code, out, err = refuse(document)
    assert code == 2
    assert (out + err).count("Dropshot needs Rocket League") == 2


def test_one_answer_is_no_plural(make_agent, make_result):
    result = make_result(agents=(make_agent(0, "Ada", answers=1, late=1, errors=1, last_error="KeyError"),))
    assert summary(result).splitlines()[-1] == "  Ada: playing, 1 answer, 1 late, 1 error. Last error: KeyError."


def test_one_start_is_no_plural_in_a_report(make_agent, make_result):
    agent = make_agent(0, "Ada", packets=1, answers=1, late=0, starts=1)
    assert "Ada (blue-1): playing; 1 packet, 1 answer, 0 late, 1 start" in report(None, (agent,), make_result(), {})
    agent = make_agent(0, "Ada", packets=2, answers=2, late=0, starts=2)
    assert "Ada (blue-1): playing; 2 packets, 2 answers, 0 late, 2 starts" in report(None, (agent,), make_result(), {})


def test_rows_of_scripts_have_no_figures(make_agent, make_result):
    agents = (make_agent(0, "Ada", answers=7, late=2), make_agent(2, "Painter", reason="Left early."))
    rows = summary(make_result(agents=agents)).splitlines()[-2:]
    assert rows == ["  Ada: playing, 7 answers, 2 late", "  Painter: playing. Left early."]


@pytest.mark.parametrize(
    ("said", "why", "told"),
    [
        ("A draw.", None, ", 3 errors. Last error: bot.py:7: KeyError: 1."),
        ("A draw.", "Left early.", ", 3 errors. Left early. Last error: bot.py:7: KeyError: 1."),
        ("A draw.", "Left early: bot.py:7: KeyError: 1.", ", 3 errors. Left early: bot.py:7: KeyError: 1."),
        ("Ada (a): bot.py:7: KeyError: 1.", None, ", 3 errors"),
    ],
)
def test_rows_name_the_last_error_unless_a_reason_does(make_agent, make_result, said, why, told):
    agent = make_agent(0, "Ada", answers=7, late=2, errors=3, last_error="bot.py:7: KeyError: 1", reason=why)
    row = summary(make_result(agents=(agent,), reason=said)).splitlines()[-1]
    assert row == f"  Ada: playing, 7 answers, 2 late{told}"


@pytest.mark.parametrize(
    ("swaps", "restarts", "told"),
    [(0, 0, ""), (1, 0, ", 1 swap"), (2, 0, ", 2 swaps"), (0, 1, ", 1 restart"), (2, 3, ", 2 swaps, 3 restarts")],
)
def test_rows_count_swaps_and_restarts(make_agent, make_result, swaps, restarts, told):
    agent = make_agent(0, "Ada", answers=7, late=2, swaps=swaps, restarts=restarts, reason="Left early.")
    row = summary(make_result(agents=(agent,))).splitlines()[-1]
    assert row == f"  Ada: playing, 7 answers, 2 late{told}. Left early."


@pytest.mark.parametrize(
    ("values", "is_told"),
    [
        ({}, False),
        ({"outcome": Outcome.FAILED}, True),
        ({"state": AgentState.CRASHED}, True),
        ({"traceback": Traceback(error="E: x", frames=(), text="")}, True),
    ],
)
def test_where_the_logs_are_is_reported_when_something_went_wrong(make_agent, make_result, tmp_path, values, is_told):
    values = dict(values)
    outcome = values.pop("outcome", Outcome.FINISHED)
    result = make_result(agents=(make_agent(0, "Ada", **values),), outcome=outcome, logs=tmp_path)
    assert (f"  logs: {tmp_path}" in summary(result).splitlines()) is is_told


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_striker_beats_chaser_over_ten_matches(play):
    goals = [0, 0]
    for seed in range(10):
        result = result_of(play("--pace", "lockstep", "--seed", seed, "--json"), FULL_MATCH_S)
        goals = [total + scored for total, scored in zip(goals, result["score"], strict=True)]
    assert goals[0] > 2 * goals[1]


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", ["1v1", "2v2", "3v3"])
def test_five_runs_are_one_match(play, name):
    runs = [
        result_of(play(example_match(name), "--pace", "lockstep", "--seconds", "60", "--seed", 1, "--json"))
        for _ in range(5)
    ]
    assert len({run["state_hash"] for run in runs}) == 1
    assert len({tuple(run["score"]) for run in runs}) == 1


AT_ONCE = "[match]\nstart_without_countdown = true\n"
DRIVES_ON = DRIVES_OFF.replace("> 30", "> 1e9")


def test_a_save_swaps_the_bot_while_it_plays_and_an_error_is_reported_with_its_line(play, tmp_path):
    bot = bot_folder(tmp_path / "driver", "Driver", DRIVES_ON)
    process = play("--watch", match_with(tmp_path / "match.toml", bot, AT_ONCE), "--json")
    lines = iter(process.stderr.readline, "")
    next(line for line in lines if line.startswith("blue 0:0"))
    source = tmp_path / "driver" / "bot.py"
    source.write_text(DRIVES_ON + "# better\n")
    swapped = next(line for line in lines if "after" in line)
    assert re.fullmatch(
        r"Driver \(blue-1\): reloaded as version 2 \([0-9a-f]{8}\) after \d\.\d\d s: bot\.py\n", swapped
    )
    source.write_text("def worse(:\n")
    refused = next(line for line in lines if "after" in line)
    assert re.search(r"new version rejected after \d\.\d\d s: bot\.py:1: .*\. Version 2 keeps running\.\n", refused)
    process.send_signal(signal.SIGINT)
    code, out, _ = finished(process)
    assert code == 130
    result = json.loads(out)
    assert [(swap["outcome"], swap["version"], swap["files"]) for swap in result["swaps"]] == [
        ("swapped", 2, ["bot.py"]),
        ("refused", 2, ["bot.py"]),
    ]
    assert result["swaps"][1]["problems"][0]["line"] == 1
    assert result["agents"][0]["version"] == 2


def test_where_nobody_can_be_asked_that_is_reported(play, tmp_path):
    bot = bot_folder(tmp_path / "driver", "Driver", DRIVES_ON)
    process = play("--watch", "ask", match_with(tmp_path / "match.toml", bot, AT_ONCE), "--seconds", "1")
    code, _, err = finished(process)
    assert (code, err.count(NO_TERMINAL)) == (0, 1)


ASK, AUTO = SwapMode.ASK, SwapMode.AUTO


class CommandRunner:
    def __init__(self):
        self.commands = []

    def post(self, command):
        self.commands.append(command)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("mode", "line", "command"),
    [
        (ASK, "s\n", AnswerSwap(keys=(), is_wanted=True)),
        (ASK, "S\n", AnswerSwap(keys=(), is_wanted=True)),
        (ASK, "n\n", AnswerSwap(keys=(), is_wanted=False)),
        (
            ASK,
            "s blue-1 orange\n",
            AnswerSwap(keys=("blue-1", "orange"), is_wanted=True),
        ),
        (ASK, "  n   blue-2 \n", AnswerSwap(keys=("blue-2",), is_wanted=False)),
        (ASK, "r blue-1\n", RestartAgents(keys=("blue-1",))),
        (AUTO, "s\n", SwapAgents(keys=())),
        (AUTO, "s blue", SwapAgents(keys=("blue",))),
        (AUTO, "R\n", RestartAgents(keys=())),
    ],
)
def test_lines_that_are_understood(mode, line, command):
    runner = CommandRunner()
    assert carry_out(runner, mode, line)
    assert runner.commands == [command]


@pytest.mark.parametrize(("mode", "line"), [(ASK, ""), (ASK, "\n"), (ASK, "swap\n"), (ASK, "yes"), (AUTO, "n\n")])
def test_lines_that_are_not(mode, line):
    runner = CommandRunner()
    assert not carry_out(runner, mode, line)
    assert runner.commands == []


@pytest.mark.parametrize("mode", [ASK, AUTO])
def test_an_unknown_line_prints_the_known_ones(mode, capsys):
    runner, terminal = CommandRunner(), Terminal("r\n\nwhat?\nr blue\n")
    listen(runner, mode, terminal).join(5)
    assert runner.commands == [RestartAgents(), RestartAgents(keys=("blue",))]
    assert capsys.readouterr().err == f"{HELP[mode]}.\n"


@pytest.mark.parametrize("stream", [io.StringIO("s\n"), None])
def test_without_a_terminal_no_line_is_read(stream, monkeypatch):
    runner = CommandRunner()
    monkeypatch.setattr("sys.stdin", stream)
    assert listen(runner, ASK) is None
    assert runner.commands == []
