"""Starting, stopping and steering matches, over real sockets."""

import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match import lockstep
from runtime.arena.report import reporter as reporter_module
from runtime.model.messages import literal

SOCCAR_ONLY = literal("The arena plays Soccar only.")


def soccar_only(match):
    return SOCCAR_ONLY if match.game_mode == "Hoops" else None


def frames(peer):
    return [packet.match_info.frame_num for packet in peer.of(flat.GamePacket)]


@pytest.mark.parametrize("content", [None, "not toml [", "[[cars]]\nteam = 7\n", "\x00"])
def test_start_command_with_an_invalid_document_is_refused_with_a_reason(arena, tmp_path, content):
    server = arena()
    path = tmp_path / "match.toml"
    if content is not None:
        path.write_text(content)
    manager = server.join()
    manager.send(flat.StartCommand(str(path)))
    report = manager.wait_for_report(lambda report: "refused" in report)
    assert "match.toml" in report["refused"]
    assert server.games == []


def test_start_command_with_an_invalid_path(arena):
    server = arena()
    manager = server.join()
    manager.send(flat.StartCommand("a\x00b"), flat.StartCommand(""), flat.StartCommand("/"))
    manager.wait_for(lambda peer: sum("refused" in report for report in peer.reports()) == 3)


def test_invalid_configuration_is_refused(arena, make):
    server = arena()
    manager = server.join()
    manager.send(make.match(make.bot("A", "")))
    report = manager.wait_for_report(lambda report: "refused" in report)
    assert "not valid" in report["refused"]


def test_what_the_arena_cannot_play_is_refused_and_the_match_before_goes_on(arena, make):
    server = arena(refusal=soccar_only)
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(make.match(make.bot("A", "a"), game_mode=flat.GameMode.Hoops))
    report = manager.wait_for_report(lambda report: "refused" in report)
    assert report["refused"] == "The arena plays Soccar only."
    agent.answer(0)
    agent.wait_for_kind(flat.GamePacket, 2)


@pytest.mark.parametrize("is_read_from_disk", [False, True])
def test_a_refused_request_of_an_agent_does_not_end_the_match(arena, make, tmp_path, is_read_from_disk):
    server = arena(refusal=soccar_only)
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    if is_read_from_disk:
        agent.send(flat.StartCommand(str(tmp_path / "none.toml")))
        said = "The match cannot be read. "
    else:
        agent.send(make.match(make.bot("A", "a"), game_mode=flat.GameMode.Hoops))
        said = "The arena plays Soccar only."
    report = manager.wait_for_report(lambda report: any("refused" in note for note in report["notes"]))
    (note,) = report["notes"]
    assert note.startswith(f"Bot 'A' asked for another match, which was refused. {said}")
    assert not any("refused" in report for report in manager.reports())
    agent.answer(0)
    agent.wait_for_kind(flat.GamePacket, 2)


def test_without_a_match_the_refusal_of_an_agents_request_is_reported(arena, make):
    server = arena(refusal=lambda _: SOCCAR_ONLY)
    manager = server.join()
    manager.settle()
    early = server.join("a")
    early.settle()
    early.send(make.match(make.bot("A", "a")))
    assert manager.wait_for_report(lambda report: "refused" in report)["refused"] == "The arena plays Soccar only."


def test_names_too_long_for_a_packet_are_refused_and_the_match_before_goes_on(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(make.match(make.bot("x" * 64_900, "b")))
    report = manager.wait_for_report(lambda report: "refused" in report)
    assert report["refused"].startswith("The match cannot be sent to its agents. The message has ")
    agent.wait_for_kind(flat.GamePacket, len(agent.of(flat.GamePacket)) + 5)


def test_second_match_on_the_same_server(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    first = server.agent("a")
    first.wait_for_kind(flat.GamePacket)
    manager.send(make.match(make.bot("B", "b")))
    first.wait_until_closed()
    config = manager.wait_for_kind(flat.MatchConfiguration, 2)
    assert config.player_configurations[0].variety.name == "B"
    second = server.agent("b")
    assert second.wait_for_kind(flat.GamePacket).match_info.frame_num == 1
    manager.wait_for_report(lambda report: report["final"])
    assert len(server.games) == 2


def test_stop_ends_the_match_and_its_sessions_but_not_the_server(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(flat.StopCommand(False))
    agent.wait_until_closed()
    final = manager.wait_for_report(lambda report: report["final"])
    assert final["state_hash"] == f"{final['frame']:08x}"
    manager.settle()
    late = server.join("a")
    late.settle()
    assert late.of(flat.MatchConfiguration) == []
    manager.send(make.match(make.bot("A", "a")))
    late.wait_for_kind(flat.ControllableTeamInfo)


@pytest.mark.parametrize("is_shut_down", [False, True])
def test_launchers_get_a_report_when_an_agent_stops_their_match(arena, make, is_shut_down):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    agent.send(flat.StopCommand(is_shut_down))
    manager.wait_for_report(lambda report: report["final"])
    assert manager.wait_for_report(lambda report: "refused" in report)["refused"] == "Bot 'A' stopped the match."
    agent.wait_until_closed()


@pytest.mark.parametrize("is_shut_down", [False, True])
def test_an_agent_that_stops_what_is_over_has_stopped_no_match(arena, make, is_shut_down):
    server = arena(make_game=lambda match: make.game(match, frames=1))
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    agent.send(flat.StopCommand(is_shut_down))
    agent.wait_until_closed()
    if is_shut_down:
        manager.wait_until_closed()
    else:
        manager.settle()
    assert [report["final"] for report in manager.reports()][-1]
    assert not any("refused" in report for report in manager.reports())


def test_stop_with_shutdown_disconnects_every_session_and_ends_the_server(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(flat.StopCommand(True))
    agent.wait_until_closed()
    manager.wait_until_closed()
    server.thread.join(10)
    assert not server.thread.is_alive()


def test_agent_without_a_place_waits_for_the_next_match(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    other = server.join("b")
    other.wait_for_kind(flat.FieldInfo)
    manager.send(make.match(make.bot("B", "b")))
    other.wait_for_kind(flat.ControllableTeamInfo)
    other.send(flat.InitComplete())
    other.wait_for_kind(flat.GamePacket)


def test_pause_step_and_resume(arena, make):
    server = arena()
    manager = server.launch(make.match(flat.PlayerConfiguration(flat.PsyonixBot(), 0, 0)))
    manager.wait_for_kind(flat.GamePacket)
    manager.send(flat.ConsoleCommand("kickabout pause"))
    manager.settle()
    at = server.game.frame_num
    manager.settle()
    assert server.game.frame_num == at
    manager.send(flat.ConsoleCommand("kickabout step 3"))
    manager.wait_for(lambda peer: at + 3 in frames(peer))
    manager.settle()
    manager.settle()
    assert server.game.frame_num == at + 3
    manager.send(flat.ConsoleCommand("kickabout step"))
    manager.wait_for(lambda peer: at + 4 in frames(peer))
    manager.settle()
    assert server.game.frame_num == at + 4
    manager.send(flat.ConsoleCommand("kickabout resume"))
    manager.wait_for(lambda peer: max(frames(peer)) > at + 10)


def test_pause_in_lockstep_keeps_waiting_for_the_answer(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(flat.ConsoleCommand("kickabout pause"), flat.ConsoleCommand("kickabout resume"))
    manager.settle()
    assert server.game.frame_num == 1
    agent.answer(0)
    agent.wait_for_kind(flat.GamePacket, 2)


def test_the_time_of_a_pause_does_not_count_against_an_owed_answer(arena, make, monkeypatch):
    monkeypatch.setattr(lockstep, "ANSWER_DEADLINE_S", 0.4)
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(flat.ConsoleCommand("kickabout pause"))
    manager.settle()
    time.sleep(0.5)
    manager.send(flat.ConsoleCommand("kickabout resume"))
    manager.settle()
    agent.answer(0)
    agent.wait_for_kind(flat.GamePacket, 2)
    manager.settle()
    assert all(report["notes"] == [] for report in manager.reports())
    manager.wait_for_report(lambda report: any("did not answer" in note for note in report["notes"]))


def test_pace_changes(arena, make):
    server = arena(pace="lockstep")
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    manager.send(flat.ConsoleCommand("kickabout pace 4"))
    agent.wait_for_kind(flat.GamePacket, 50)
    manager.wait_for_report(lambda report: report["pace"] == "4")
    manager.send(flat.ConsoleCommand("kickabout pace lockstep"))
    manager.settle()
    agent.settle()
    agent.answer(0)
    agent.settle()
    manager.wait_for_report(lambda report: report["pace"] == "lockstep")


def test_slowest_pace_of_the_slowest_game_can_be_left_again(arena, make):
    server = arena(pace="4")
    manager = server.launch(make.match(make.bot("A", "a"), enable_state_setting=True))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    agent.send(flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=0.01)))
    agent.settle()
    for pace in ("1e-300", "0.001"):
        manager.send(flat.ConsoleCommand(f"kickabout pace {pace}"))
        manager.settle()
        agent.settle()
    count = len(agent.of(flat.GamePacket))
    agent.send(flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=1.0)))
    manager.send(flat.ConsoleCommand("kickabout pace 4"))
    agent.wait_for_kind(flat.GamePacket, count + 10)


def test_commands_of_agents_and_unknown_ones_are_noted_only(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    agent.send(flat.ConsoleCommand("kickabout pause"))
    manager.send(flat.ConsoleCommand("Freeze"), flat.ConsoleCommand("kickabout pace warp"))
    report = manager.wait_for_report(lambda report: len(report["notes"]) == 3)
    assert any("Bot 'A' sent a console command" in note for note in report["notes"])
    assert any("'Freeze' is not a command" in note for note in report["notes"])
    agent.wait_for_kind(flat.GamePacket)


@pytest.mark.parametrize("over", [-1, 0, 1, 500])
def test_log_is_not_flooded(arena, make, caplog, monkeypatch, over):
    monkeypatch.setattr(reporter_module, "PERIOD_S", 1e9)
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    manager.settle()
    for number in range(reporter_module.MAX_LOGGED + over):
        manager.send(flat.ConsoleCommand(f"kickabout {number}"))
    manager.settle()
    lines = [record.getMessage() for record in caplog.records if record.name.endswith(".reporter")]
    assert len(lines) == reporter_module.MAX_LOGGED + min(over, 1)
    assert (lines[-1] == "More went wrong in this second than is logged.") == (over > 0)


@pytest.mark.parametrize(("command", "asks"), [("run", True), ("run", False), ("", True)])
def test_a_request_to_start_agents_is_noted(arena, make, command, asks):
    server = arena()
    car = flat.PlayerConfiguration(flat.CustomBot(name="A", agent_id="a", run_command=command), 0, 0)
    manager = server.launch(make.match(car, auto_start_agents=asks))
    report = manager.wait_for_report(lambda report: report["missing"])
    assert any("are not started automatically" in note for note in report["notes"]) == bool(command and asks)


class Starter:
    """Records its calls."""

    def __init__(self, accepts=True):
        self.asked = []
        self.is_accepting = accepts

    def accepts(self, peer, own):
        return self.is_accepting

    def begin(self, match):
        self.asked.append(("begin", *(car.name for car in match.cars)))

    def end(self):
        self.asked.append(("end",))


@pytest.mark.parametrize(("command", "asks"), [("run", True), ("run", False), ("", True)])
def test_agents_are_started_where_the_match_asks_for_it(arena, make, command, asks):
    starter = Starter()
    server = arena(starter=starter)
    bots = [flat.CustomBot(name=name, agent_id=name.lower(), run_command=command) for name in ("A", "B")]
    cars = [flat.PlayerConfiguration(bot, 0, 0) for bot in bots]
    manager = server.launch(make.match(cars[0], auto_start_agents=asks))
    report = manager.wait_for_report(lambda report: report["missing"])
    assert report["notes"] == []
    begun = [("begin", "A")] if command and asks else []
    assert starter.asked == begun
    manager.send(make.match(cars[1], auto_start_agents=asks))
    manager.settle()
    assert starter.asked == [*begun, ("end",), *([("begin", "B")] if begun else [])]
    manager.send(flat.StopCommand(False))
    manager.settle()
    assert starter.asked[-1] == ("end",)


def test_programs_of_other_users_have_no_agents_started(arena, make):
    starter = Starter(accepts=False)
    server = arena(starter=starter)
    car = flat.PlayerConfiguration(flat.CustomBot(name="A", agent_id="a", run_command="run"), 0, 0)
    stranger = server.join(close=False)
    stranger.send(make.match(car, auto_start_agents=True))
    report = stranger.wait_for_report(lambda report: report.get("refused"))
    assert "only for programs of the user" in report["refused"]
    assert starter.asked == []
    stranger.send(make.match(car, auto_start_agents=False))
    stranger.wait_for_kind(flat.FieldInfo)
    assert starter.asked == []


def test_culprit_with_a_long_name_is_named_and_blamed(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("\x1b[31m\n" + "N" * 3000, "a"), wait_for_agents=False))
    raw = server.raw()
    raw.send(flat.ConnectionSettings("x\n" * 500, False, False, True), flat.ConsoleCommand("kickabout pause"))
    named = server.agent("a")
    named.send(flat.ConsoleCommand("kickabout pause"))
    end = "sent a console command; only launchers may."
    for who in ("Agent 'x\N{REPLACEMENT CHARACTER}x", "Bot '\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}NNN"):
        manager.wait_for_report(
            lambda report, who=who: any(note.startswith(who) and note.endswith(end) for note in report["notes"])
        )
