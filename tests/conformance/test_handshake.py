"""Contract 1.4 and 1.5: from the connection to the frames."""

import pytest
import rlbot_flatbuffers as flat

OPENING = (flat.MatchConfiguration, flat.ControllableTeamInfo, flat.FieldInfo)


def names(peer):
    return [type(message).__name__ for message in peer.messages if type(message) is not flat.PingResponse]


def test_agent_gets_three_opening_messages(lab):
    lab.start(lab.bot("a"))
    peer = lab.peer("a")
    for kind in OPENING:
        peer.wait(kind)
    peer.settle()
    assert sorted(names(peer)) == sorted(kind.__name__ for kind in OPENING)


def test_configuration_contains_the_requested_match(lab):
    lab.start(lab.bot("a", 1, "Ann"), enable_rendering=flat.DebugRendering.AlwaysOff)
    config = lab.peer("a").wait(flat.MatchConfiguration)
    car = config.player_configurations[0]
    assert (car.variety.name, car.variety.agent_id, car.team) == ("Ann", "a", 1)
    assert config.enable_rendering == flat.DebugRendering.AlwaysOff
    assert config.instant_start
    assert config.mutators is not None


def test_agent_that_connects_early_gets_them_when_the_match_starts(lab, on_purpose):
    early = lab.peer("a")
    early.settle()
    assert names(early) == []
    manager = lab.start(lab.bot("a"))
    early.ready().wait(flat.GamePacket)
    manager.wait(flat.GamePacket)


def test_manager_gets_configuration_and_field_but_no_cars(lab):
    manager = lab.start(lab.bot("a"))
    manager.wait(flat.FieldInfo)
    manager.settle()
    assert flat.ControllableTeamInfo not in manager.kinds


def test_match_may_be_sent_before_the_introduction(lab):
    raw = lab.peer()
    raw.send(lab.match(lab.bot("a")), flat.ConnectionSettings("", False, True, False), flat.InitComplete())
    raw.wait(flat.MatchConfiguration)
    lab.agent("a").wait(flat.GamePacket)
    raw.wait(flat.GamePacket)


def test_commands_without_an_introduction_are_carried_out(lab):
    raw = lab.peer()
    raw.send(lab.match(lab.bot("a")))
    raw.settle()
    lab.agent("a").wait(flat.GamePacket)
    assert names(raw) == []


def test_agent_must_disconnect_between_matches(lab):
    lab.peer("a", close=False).wait_until_closed()


def test_spaces_around_agent_id_are_removed(lab):
    lab.start(lab.bot("a"))
    assert lab.peer("  a\t").cars == (0, [0])


def test_second_introduction_is_ignored(lab):
    lab.start(lab.bot("a"), lab.bot("b"))
    peer = lab.peer("a")
    peer.send(flat.ConnectionSettings("b", True, True, True))
    assert peer.cars == (0, [0])
    peer.settle()
    assert len(peer.of(flat.ControllableTeamInfo)) == 1


def test_there_are_no_frames_before_init_complete(lab):
    lab.start(lab.bot("a"), wait_for_agents=False)
    eager, lazy = lab.agent("a"), lab.peer("")
    eager.wait(flat.GamePacket, 10)
    lazy.settle()
    assert flat.GamePacket not in lazy.kinds
    assert flat.BallPrediction not in lazy.kinds


def test_frames_are_sent_after_init_complete(lab):
    _, a, b = lab.duel()
    for peer in (a, b):
        peer.wait(flat.GamePacket, 10)


def test_init_complete_before_the_cars_are_assigned_counts(lab, on_purpose):
    lab.start(lab.bot("a"))
    raw = lab.peer()
    raw.send(flat.InitComplete(), flat.ConnectionSettings("a", False, True, True))
    raw.wait(flat.GamePacket)


def test_prediction_comes_right_before_its_packet(lab):
    lab.start(lab.bot("a"))
    peer = lab.agent("a", prediction=True)
    peer.wait(flat.GamePacket, 20)
    frames = [kind for kind in names(peer) if kind in ("BallPrediction", "GamePacket")]
    frames = frames[: len(frames) // 2 * 2]
    assert frames == ["BallPrediction", "GamePacket"] * (len(frames) // 2)
    for prediction, packet in zip(peer.of(flat.BallPrediction), peer.of(flat.GamePacket), strict=False):
        first = prediction.slices[0].game_seconds
        assert first == pytest.approx(packet.match_info.seconds_elapsed + 1 / 120, abs=2e-3)


def test_prediction_goes_only_to_sessions_that_want_it(lab):
    _, a, _ = lab.duel()
    a.wait(flat.GamePacket, 10)
    assert flat.BallPrediction not in a.kinds


def test_ready_manager_gets_packets(lab):
    manager, *_ = lab.duel()
    manager.wait(flat.GamePacket, 10)


def test_frames_do_not_wait_for_answers(lab):
    _, a, _ = lab.duel()
    numbers = [packet.match_info.frame_num for packet in (a.wait(flat.GamePacket, 30), a.wait(flat.GamePacket))]
    assert numbers[0] > numbers[1]


def test_slow_reader_loses_only_frames(lab, on_purpose):
    _manager, a, b = lab.duel()
    slow = lab.peer("", prediction=True)
    slow.send(flat.InitComplete())
    slow.settle()
    for number in range(20):
        a.send(flat.MatchComm(0, 0, False, None, b"%d" % number))
        b.wait(flat.GamePacket, len(b.of(flat.GamePacket)) + 20)
    slow.until(lambda: len(slow.comms()) == 20, "all it was told")
    assert [message.content for message in slow.comms()] == [b"%d" % number for number in range(20)]


def test_equal_names_are_numbered_in_packet_and_configuration(lab):
    manager = lab.start(lab.bot("a", 0, "X"), lab.bot("a", 1, "X"), lab.bot("c", 1, "X"))
    peers = [lab.agent("a"), lab.agent("a"), lab.agent("c")]
    packet = peers[0].wait(flat.GamePacket)
    assert [player.name for player in packet.players] == ["X", "X (2)", "X (3)"]
    config = manager.wait(flat.MatchConfiguration)
    assert [car.variety.name for car in config.player_configurations] == ["X", "X (2)", "X (3)"]


def test_player_ids_are_the_same_in_all_messages(lab):
    manager = lab.start(lab.bot("a"), lab.bot("b", 1))
    peers = [lab.agent("a"), lab.agent("b")]
    packet = peers[0].wait(flat.GamePacket)
    config = manager.wait(flat.MatchConfiguration)
    given = [peer.wait(flat.ControllableTeamInfo).controllables[0].identifier for peer in peers]
    assert given == [player.player_id for player in packet.players]
    assert given == [car.player_id for car in config.player_configurations]
    assert len(set(given)) == 2
