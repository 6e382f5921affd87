"""Contract 1.6: who gets which cars, and when a match begins."""

import rlbot_flatbuffers as flat

HUMAN = flat.PlayerConfiguration(flat.Human(), 0, 0)
PSYONIX = flat.PlayerConfiguration(flat.PsyonixBot("Poncho", None, flat.PsyonixSkill.Rookie), 1, 0)


def test_copies_of_a_bot_get_their_cars_in_match_order(lab):
    lab.start(lab.bot("a", 1), lab.bot("b"), lab.bot("a", 0))
    assert [lab.peer("a").cars for _ in range(2)] == [(1, [0]), (0, [2])]


def test_hivemind_gets_the_cars_of_one_team_per_session(lab):
    lab.start(*(lab.bot("h", team, hivemind=True) for team in (0, 1, 0, 1)))
    assert [lab.peer("h").cars for _ in range(2)] == [(0, [0, 2]), (1, [1, 3])]


def test_hivemind_drives_all_of_its_cars(lab):
    lab.start(*(lab.bot("h", 0, hivemind=True) for _ in range(2)))
    hive = lab.agent("h")
    hive.wait(flat.GamePacket)
    for index in (0, 1):
        hive.drive(lambda packet, index=index: packet.players[index].last_input.throttle == 0.5, index, throttle=0.5)


def test_script_has_team_2_and_its_index_among_the_scripts(lab):
    manager = lab.start(lab.bot("a"), scripts=("s", "t"))
    script = lab.peer("t")
    given = script.wait(flat.ControllableTeamInfo)
    ids = [script.script_id for script in manager.wait(flat.MatchConfiguration).script_configurations]
    assert given.team == 2
    assert [(part.index, part.identifier) for part in given.controllables] == [(1, ids[1])]


def test_script_gets_frames(lab):
    lab.start(lab.bot("a"), scripts=("s",))
    lab.agent("a")
    lab.agent("s").wait(flat.GamePacket, 5)


def test_human_comes_last_and_is_not_an_agent(lab):
    manager = lab.start(HUMAN, lab.bot("a"), lab.bot("b"))
    assert {lab.agent("a").cars[1][0], lab.agent("b").cars[1][0]} == {0, 1}
    packet = manager.wait(flat.GamePacket)
    assert [player.is_bot for player in packet.players] == [True, True, False]
    assert packet.players[2].player_id == 0


def test_psyonix_bot_has_an_index_but_is_neither_agent_nor_bot(lab):
    manager = lab.start(PSYONIX, lab.bot("a"))
    assert lab.agent("a").cars == (0, [1])
    packet = manager.wait(flat.GamePacket)
    assert [(player.name, player.is_bot) for player in packet.players] == [("Poncho", False), ("a", True)]


def test_unknown_agent_gets_no_cars_and_stays_connected(lab):
    lab.start(lab.bot("a"))
    stranger = lab.peer("nobody")
    stranger.settle()
    assert flat.ControllableTeamInfo not in stranger.kinds
    stranger.settle()


def test_match_waits_for_all_agents_by_default(lab):
    lab.start(lab.bot("a"), lab.bot("b"), scripts=("s",))
    a, b = lab.agent("a"), lab.agent("b")
    a.settle()
    b.settle()
    phases = {packet.match_info.match_phase for packet in a.of(flat.GamePacket)}
    assert flat.MatchPhase.Kickoff not in phases
    lab.agent("s")
    a.until(lambda: any(p.match_info.match_phase == flat.MatchPhase.Kickoff for p in a.of(flat.GamePacket)), "kickoff")


def test_match_without_wait_for_agents_begins_at_once(lab):
    manager = lab.start(lab.bot("a"), wait_for_agents=False)
    manager.wait(flat.GamePacket, 5)


def test_match_without_agents_begins(lab):
    lab.start(PSYONIX).wait(flat.GamePacket, 5)


def test_agent_that_reconnects_gets_its_car_again(lab):
    _, a, _ = lab.duel()
    a.close()
    again = lab.agent("a")
    assert again.cars == (0, [0])
    again.wait(flat.GamePacket)
    again.drive(lambda packet: packet.players[0].last_input.throttle == 0.25, throttle=0.25)


def test_match_continues_when_an_agent_leaves(lab):
    _manager, a, b = lab.duel()
    a.drive(lambda packet: packet.players[0].last_input.throttle == 1.0, throttle=1.0)
    a.close()
    packet = b.wait(flat.GamePacket, len(b.of(flat.GamePacket)) + 30)
    assert len(packet.players) == 2
    assert packet.players[0].last_input.throttle == 1.0


def test_second_session_goes_on_standby_and_replaces_the_first(lab, on_purpose):
    _, a, _b = lab.duel()
    new = lab.peer("a")
    assert new.cars == (0, [0])
    new.wait(flat.FieldInfo)
    a.next(flat.GamePacket)
    new.settle()
    assert flat.GamePacket not in new.kinds
    new.send(flat.InitComplete())
    a.wait_until_closed()
    new.wait(flat.GamePacket)
    new.drive(lambda packet: packet.players[0].last_input.steer == 0.5, steer=0.5)


def test_standby_that_leaves_changes_nothing(lab, on_purpose):
    _, a, _ = lab.duel()
    new = lab.peer("a")
    new.wait(flat.ControllableTeamInfo)
    new.close()
    a.drive(lambda packet: packet.players[0].last_input.steer == 0.5, steer=0.5)
