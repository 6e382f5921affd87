"""Contract 1.7: starting and stopping matches."""

import pytest
import rlbot_flatbuffers as flat

BEHAVIOR = flat.ExistingMatchBehavior


def test_start_command_reads_a_match_file(lab, tmp_path):
    (tmp_path / "bot.toml").write_text('[settings]\nname = "Ann"\nagent_id = "a"\n')
    path = tmp_path / "match.toml"
    path.write_text('[rlbot]\nlauncher = "NoLaunch"\n[[cars]]\nconfig_file = "bot.toml"\n')
    manager = lab.peer("")
    manager.send(flat.StartCommand(str(path)))
    assert manager.wait(flat.MatchConfiguration).player_configurations[0].variety.name == "Ann"
    lab.agent("a").wait(flat.GamePacket)


@pytest.mark.parametrize("path", ["", "/nowhere/match.toml"])
def test_failed_start_command_ends_no_session(lab, path):
    manager = lab.peer("")
    manager.send(flat.StartCommand(path))
    manager.settle()
    assert flat.MatchConfiguration not in manager.kinds


@pytest.mark.parametrize(
    "cars",
    [
        [flat.PlayerConfiguration(flat.CustomBot(name="x", agent_id=" "), 0, 0)],
        [flat.PlayerConfiguration(flat.CustomBot(name="x", agent_id="x"), 2, 0)],
        [flat.PlayerConfiguration(flat.Human(), team, 0) for team in (0, 1)],
    ],
    ids=["no agent id", "no team", "two persons"],
)
def test_invalid_match_is_refused_and_ends_no_session(lab, cars):
    manager = lab.peer("")
    manager.send(lab.match(*cars))
    manager.settle()
    assert flat.MatchConfiguration not in manager.kinds


def test_refused_match_does_not_affect_the_running_one(lab):
    manager, a, _ = lab.duel()
    before = a.next(flat.GamePacket).match_info.frame_num
    manager.send(lab.match(lab.bot(" ")))
    manager.settle()
    packet = a.next(flat.GamePacket)
    assert packet.match_info.frame_num > before
    assert [player.name for player in packet.players] == ["a", "b"]
    assert len(a.of(flat.MatchConfiguration)) == 1


def test_new_match_ends_the_sessions_of_agents_and_keeps_managers(lab):
    manager, a, b = lab.duel()
    manager.send(lab.match(lab.bot("c")))
    a.wait_until_closed()
    b.wait_until_closed()
    lab.agent("c").wait(flat.GamePacket)
    manager.until(lambda: len(manager.of(flat.GamePacket)[-1].players) == 1, "the new match")


def test_stop_ends_the_match_and_the_sessions_of_agents(lab):
    manager, a, b = lab.duel()
    b.send(flat.StopCommand(False))
    a.wait_until_closed()
    b.wait_until_closed()
    manager.settle()
    late = lab.peer("late")
    late.settle()
    assert flat.MatchConfiguration not in late.kinds


def test_manager_session_can_end_with_the_match(lab, on_purpose):
    manager = lab.peer("", close=True)
    manager.send(lab.match(lab.bot("a")))
    manager.wait(flat.MatchConfiguration)
    manager.send(flat.StopCommand(False))
    manager.wait_until_closed()


def test_stop_without_a_match_is_ignored(lab):
    manager = lab.peer("")
    manager.send(flat.StopCommand(False))
    manager.settle()
    manager.send(lab.match(lab.bot("a")))
    manager.wait(flat.MatchConfiguration)
    lab.agent("a").wait(flat.GamePacket)


def test_restart_starts_a_new_match(lab):
    manager, a, _ = lab.duel()
    a.wait(flat.GamePacket, 60)
    before = manager.next(flat.GamePacket).match_info.frame_num
    manager.send(lab.match(lab.bot("a"), lab.bot("b", 1), existing_match_behavior=BEHAVIOR.Restart))
    a.wait_until_closed()
    lab.agent("b")
    assert lab.agent("a").wait(flat.GamePacket).match_info.frame_num < before


@pytest.mark.parametrize("behavior", [BEHAVIOR.RestartIfDifferent, BEHAVIOR.ContinueAndSpawn])
def test_equal_match_continues(lab, behavior):
    manager, a, _ = lab.duel()
    a.wait(flat.GamePacket, 60)
    before = manager.next(flat.GamePacket).match_info.seconds_elapsed
    manager.send(lab.match(lab.bot("a"), lab.bot("b", 1), existing_match_behavior=behavior))
    a.wait_until_closed()
    lab.agent("b")
    assert lab.agent("a").wait(flat.GamePacket).match_info.seconds_elapsed >= before


def test_continued_match_replaces_its_cars(lab):
    manager, a, _ = lab.duel()
    a.wait(flat.GamePacket, 60)
    before = manager.next(flat.GamePacket).match_info.seconds_elapsed
    cars = [lab.bot("a"), lab.bot("c", 1), lab.bot("d")]
    manager.send(lab.match(*cars, existing_match_behavior=BEHAVIOR.ContinueAndSpawn))
    a.wait_until_closed()
    lab.agent("c")
    lab.agent("d")
    packet = lab.agent("a").wait(flat.GamePacket)
    assert [car.name for car in packet.players] == ["a", "c", "d"]
    assert packet.match_info.seconds_elapsed >= before


def test_restart_if_different_restarts_a_different_match(lab):
    manager, a, _ = lab.duel()
    a.wait(flat.GamePacket, 60)
    before = manager.next(flat.GamePacket).match_info.frame_num
    changes = {"mutators": flat.MutatorSettings(match_length=flat.MatchLengthMutator.TenMinutes)}
    behavior = BEHAVIOR.RestartIfDifferent
    manager.send(lab.match(lab.bot("a"), lab.bot("b", 1), existing_match_behavior=behavior, **changes))
    a.wait_until_closed()
    lab.agent("b")
    packet = lab.agent("a").wait(flat.GamePacket)
    assert packet.match_info.frame_num < before
    assert packet.match_info.game_time_remaining == 600
