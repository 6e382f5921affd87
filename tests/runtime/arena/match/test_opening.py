"""Which session gets what, and when a match begins, over real sockets."""

import rlbot_flatbuffers as flat

from runtime.arena.commands import PREFIX


def driven(peer):
    info = peer.wait_for_kind(flat.ControllableTeamInfo)
    return info.team, [part.index for part in info.controllables]


def names(peer):
    return [type(message).__name__ for message in peer.messages]


def test_three_opening_messages_then_frames(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    one = server.agent("a")
    two = server.agent("b")
    assert driven(one) == (0, [0])
    assert driven(two) == (1, [1])
    for peer in (one, two, manager):
        peer.wait_for_kind(flat.GamePacket)
    assert sorted(names(one)[:3]) == ["ControllableTeamInfo", "FieldInfo", "MatchConfiguration"]
    assert names(one)[3] == "GamePacket"
    assert server.game.starts == 1


def test_nothing_is_delivered_while_agents_are_missing(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    one = server.agent("a")
    one.settle()
    manager.settle()
    assert flat.GamePacket not in {type(message) for message in one.messages + manager.messages}
    assert server.game.frame_num == server.game.starts == 0


def test_a_match_that_does_not_wait_begins_at_once(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), wait_for_agents=False))
    manager.wait_for_kind(flat.GamePacket)


def test_match_without_agents_begins_at_once(arena, make):
    server = arena()
    manager = server.launch(make.match(flat.PlayerConfiguration(flat.PsyonixBot(), 0, 0)))
    manager.wait_for_kind(flat.GamePacket)


def test_agents_get_the_names_and_numbers_that_the_packet_has(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("A", "a", 1)))
    one, two = server.agent("a"), server.agent("a")
    ids = []
    for peer in (one, two):
        config = peer.wait_for_kind(flat.MatchConfiguration)
        assert [player.variety.name for player in config.player_configurations] == ["A", "A (2)"]
        ids += [part.identifier for part in peer.of(flat.ControllableTeamInfo)[0].controllables]
        packet = peer.wait_for_kind(flat.GamePacket)
        assert [player.name for player in packet.players] == ["A", "A (2)"]
    assert ids == [player.player_id for player in config.player_configurations]
    assert len(set(ids)) == 2


def test_agents_that_came_early_are_kept_for_the_match(arena, make):
    server = arena()
    early = server.join("a")
    early.settle()
    server.launch(make.match(make.bot("A", "a")))
    assert driven(early) == (0, [0])
    early.send(flat.InitComplete())
    early.wait_for_kind(flat.GamePacket)


def test_ready_before_the_reservation_is_remembered(arena, make):
    server = arena()
    early = server.join("a")
    early.send(flat.InitComplete())
    early.settle()
    server.launch(make.match(make.bot("A", "a")))
    early.wait_for_kind(flat.GamePacket)


def test_ready_before_the_introduction_is_remembered(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a")))
    raw = server.raw()
    raw.send(flat.InitComplete(), flat.ConnectionSettings("a", False, False, True))
    server.peers[0].wait_for_kind(flat.GamePacket)


def test_early_agent_that_went_again_holds_nothing(arena, make):
    server = arena()
    gone = server.join("a")
    gone.settle()
    gone.send(flat.DisconnectSignal())
    gone.wait_until_closed()
    server.launch(make.match(make.bot("A", "a")))
    assert driven(server.agent("a")) == (0, [0])


def test_hivemind_gets_its_team_and_a_second_session_the_other(arena, make):
    server = arena()
    cars = [make.bot("H", "h", team, hivemind=True) for team in (0, 1, 0, 1)]
    server.launch(make.match(*cars))
    assert driven(server.agent("h")) == (0, [0, 2])
    assert driven(server.agent("h")) == (1, [1, 3])


def test_script_is_an_agent_of_team_2(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), scripts=[("S", "s"), ("T", "t")]))
    assert driven(server.agent("t")) == (2, [1])
    assert driven(server.agent("s")) == (2, [0])
    server.agent("a").wait_for_kind(flat.GamePacket)


def test_unknown_agent_stays_unowned_and_is_noted(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    stranger = server.join("who")
    stranger.wait_for_kind(flat.FieldInfo)
    stranger.settle()
    assert not stranger.of(flat.ControllableTeamInfo)
    manager.wait_for_report(lambda report: any("'who'" in note for note in report["notes"]))


def test_one_session_too_many_takes_over_when_the_first_goes(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a")))
    first, second = server.agent("a"), server.join("a")
    first.wait_for_kind(flat.GamePacket)
    first.send(flat.DisconnectSignal())
    assert driven(second) == (0, [0])
    second.send(flat.InitComplete())
    second.wait_for_kind(flat.GamePacket)


def test_reconnected_agent_plays_on_at_once(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a")))
    first = server.agent("a")
    first.wait_for_kind(flat.GamePacket)
    first.close()
    again = server.agent("a")
    again.wait_for_kind(flat.GamePacket)
    again.answer(0)
    again.wait_for_kind(flat.GamePacket, 2)


def test_agent_that_wants_to_outlive_the_match_is_turned_away(arena, make):
    server = arena()
    peer = server.join("a", close=False)
    peer.wait_until_closed()


def test_agent_ids_are_trimmed_and_a_second_introduction_is_ignored(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("B", "b")))
    peer = server.join("  a ")
    peer.send(flat.ConnectionSettings("b", True, True, True))
    assert driven(peer) == (0, [0])
    peer.settle()
    assert len(peer.of(flat.ControllableTeamInfo)) == 1


def test_configuration_before_the_introduction_is_accepted(arena, make):
    server = arena()
    raw = server.raw()
    raw.send(make.match(wait_for_agents=False), flat.InitComplete(), flat.ConnectionSettings("", False, False, False))
    spectator = server.join()
    spectator.send(flat.InitComplete())
    spectator.wait_for_kind(flat.GamePacket)


def test_predictions_precede_their_packet_and_only_go_to_sessions_that_want_them(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("B", "b")))
    wants, does_not = server.agent("a", prediction=True), server.agent("b")
    for number in range(1, 4):
        for index, peer in enumerate((wants, does_not)):
            peer.wait_for_kind(flat.GamePacket, number)
            peer.answer(index)
    frames = [name for name in names(wants) if name in ("BallPrediction", "GamePacket")]
    assert frames[:6] == ["BallPrediction", "GamePacket"] * 3
    assert not does_not.of(flat.BallPrediction)
    assert len(wants.of(flat.BallPrediction)[0].slices) == 720


def test_a_match_is_given_up_at_the_deadline_and_the_missing_agents_are_named(arena, make):
    server = arena(wait_s=0.3)
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b"), scripts=[("S", "s")]))
    ready = server.agent("a")
    server.join("b").wait_for_kind(flat.FieldInfo)
    report = manager.wait_for_report(lambda report: "refused" in report)
    assert "Bot 'B' (agent id 'b') connected but never finished" in report["refused"]
    assert "Script 'S' (agent id 's') never connected" in report["refused"]
    assert "'A'" not in report["refused"]
    assert report["missing"] == [{"agent_id": "b", "name": "B"}, {"agent_id": "s", "name": "S"}]
    ready.wait_until_closed()
    assert server.game.starts == 0


def test_deadline_ends_with_the_last_agent(arena, make):
    server = arena(wait_s=0.5)
    manager = server.launch(make.match(make.bot("A", "a")))
    server.agent("a")
    manager.wait_for_kind(flat.GamePacket)
    manager.send(flat.ConsoleCommand(f"{PREFIX} pause"))
    reports = len(manager.reports())
    manager.wait_for(lambda peer: len(peer.reports()) >= reports + 2)
    assert not any("refused" in report for report in manager.reports())
