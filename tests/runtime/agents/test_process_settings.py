import re
from pathlib import Path

import pytest

from runtime.agents.process_settings import ProcessSettings, new_process_settings
from runtime.agents.roster import roster
from runtime.model.events import AgentChanged
from runtime.model.states import AgentState, Outcome
from runtime.model.values import GAME_LOG
from runtime.processes import ChildSpec, MemoryCeiling

SPEC = ChildSpec(key="x", argv=("bot",), cwd=Path("/bots"))


@pytest.fixture
def machine(monkeypatch):
    def has(cores):
        found = tuple((number,) for number in range(cores))
        monkeypatch.setattr("runtime.agents.process_settings.usable_cores", lambda: found)

    return has


def test_without_settings_a_program_stays_as_it_is(bot, match_of):
    (agent,) = roster(match_of(bot()))
    assert new_process_settings() == ProcessSettings()
    assert ProcessSettings().for_agent(SPEC, agent) == SPEC
    assert ProcessSettings().for_game(SPEC) == SPEC
    assert ProcessSettings().for_game(None) is None


@pytest.mark.parametrize("agents", [1, 2, 7, 64])
@pytest.mark.parametrize("cores", [1, 2, 3, 4, 64])
def test_whatever_the_agents_both_teams_have_the_same_and_the_game_is_apart(
    machine, bot, script, match_of, cores, agents
):
    machine(cores)
    agreement = new_process_settings(is_fair=True)
    match = match_of(*(bot(f"B{number}", team=number % 2) for number in range(agents)), scripts=(script(),))
    specs = {agent: agreement.for_agent(SPEC, agent) for agent in roster(match)}
    game = agreement.for_game(SPEC).cores
    blue, orange = ({spec.cores for agent, spec in specs.items() if agent.team == team} for team in (0, 1))
    assert len(blue) == 1
    assert {len(one) for one in blue | orange} == {len(agreement.shares.teams[0])}
    assert not {core for one in blue | orange for core in one} & set(game)
    assert {spec.cores for agent, spec in specs.items() if agent.team == 2} == {game}


@pytest.mark.parametrize(
    ("cores", "remark"),
    [
        (0, "This system cannot bind programs to CPU cores, so none are reserved."),
        (1, "This machine has too few CPU cores to reserve any."),
        (2, "CPU cores: blue 0, orange 1."),
        (3, "CPU cores: blue 0, orange 1, game 2."),
    ],
)
def test_the_result_says_how_processors_were_shared(machine, match_of, cores, remark):
    machine(cores)
    assert [str(text) for text in new_process_settings(is_fair=True).remarks] == [remark]


def test_each_program_has_a_log_and_agents_a_limit(bot, match_of, tmp_path):
    ceiling = MemoryCeiling(limit_bytes=5)
    agreement = new_process_settings(logs=tmp_path / "logs", memory=ceiling)
    agreement.release()
    (agent,) = roster(match_of(bot()))
    assert agreement.logs.parent == tmp_path / "logs"
    spec, game = agreement.for_agent(SPEC, agent), agreement.for_game(SPEC)
    assert (spec.log, spec.memory) == (agreement.logs / "blue-1.log", ceiling)
    assert (game.log, game.memory) == (agreement.logs / "game.log", None)


def test_a_folder_that_cannot_be_made_costs_a_remark(match_of, tmp_path):
    (tmp_path / "file").write_text("in the way")
    agreement = new_process_settings(logs=tmp_path / "file" / "logs")
    assert agreement.logs is None
    assert [str(remark) for remark in agreement.remarks] == [
        f"Logs cannot be kept in {tmp_path / 'file' / 'logs'}: Not a directory. The match continues without logs.",
    ]


HOG = """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
ballast = b"x" * 150_000_000
raw.play(cars)
"""


def test_a_match_keeps_logs_and_figures_and_ends_who_uses_too_much(
    stage, car, match_of, programs, monkeypatch, tmp_path
):
    monkeypatch.setitem(programs, "hog", HOG)
    match = match_of(car("mortal"), car("hog", team=1), car("driver", team=1))
    newest = {}

    locks = []

    def stop_when_all_is_seen(event):
        if isinstance(event, AgentChanged):
            newest[event.agent.name] = event.agent
        ended = [one.name for one in newest.values() if one.state is AgentState.CRASHED]
        is_measured = "Driver" in newest and newest["Driver"].rss_bytes and newest["Driver"].mean_cpu_share > 0
        if is_measured and sorted(ended) == ["Hog", "Mortal"]:
            locks.extend((tmp_path / "logs").glob("*/.running"))
            stage.runner.request_stop()

    stage.on_event = stop_when_all_is_seen
    result = stage.play(
        match,
        pace="realtime",
        seconds_limit=60.0,
        logs=tmp_path / "logs",
        is_fair=True,
        memory=MemoryCeiling(limit_bytes=120_000_000),
    )
    mortal, hog, driver = result.agents
    assert locks[0] == result.logs / ".running"
    assert hog.state is AgentState.CRASHED
    assert re.fullmatch(
        r"Ended while playing \(killed above its memory limit: used 1\d\d\.\d MB, limit 120 MB\)\.",
        str(hog.reason or ""),
    )
    assert hog.peak_rss_bytes > 120_000_000
    assert (hog.rss_bytes, hog.threads) == (0, 0)
    assert 0 < driver.peak_rss_bytes < 120_000_000
    assert driver.mean_cpu_share > 0
    assert mortal.traceback.error == "RuntimeError: out of fuel"
    assert mortal.traceback.frames[-1].code == 'raise RuntimeError("out of fuel")'
    assert {path.name for path in result.logs.iterdir()} == {"game.log", "blue-1.log", "orange-1.log", "orange-2.log"}
    assert "RuntimeError: out of fuel\n" in (result.logs / "blue-1.log").read_text()
    notes = stage.lines(GAME_LOG)
    assert not any("memory limit" in note for note in notes)
    assert any(line.startswith("[killed above its memory limit: used ") for line in stage.lines("orange-1"))
    assert any(note.startswith(("CPU cores: ", "This ")) for note in notes)
    live = [event.agent for event in stage.of(AgentChanged) if event.agent.key == "orange-2" and event.agent.handles]
    assert live
    assert live[-1].rss_bytes > 0


def test_a_warning_about_memory_names_the_bot(stage, car, match_of):
    match = match_of(car("driver"), car("dizzy", team=1))
    limit = MemoryCeiling(limit_bytes=1_000_000, is_deadly=False)
    result = stage.play(match, pace="realtime", seconds_limit=1.0, memory=limit)
    assert result.outcome is Outcome.FINISHED
    warnings = [line for line in stage.lines(GAME_LOG) if "memory limit" in line]
    assert [warning.partition(": used ")[0] for warning in sorted(warnings)] == [
        "Dizzy (orange-1): Above its memory limit",
        "Driver (blue-1): Above its memory limit",
    ]
    assert len([line for line in stage.lines("orange-1") if line.startswith("Above its memory limit: used ")]) == 1
