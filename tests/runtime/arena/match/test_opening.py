"""Which messages each session gets, and when a match begins, over real sockets."""

import rlbot_flatbuffers as flat

from runtime.arena.commands import PREFIX


def driven(peer):
    info = peer.wait_for_kind(flat.ControllableTeamInfo)
    return info.team, [part.index for part in info.controllables]


def test_nothing_is_delivered_while_agents_are_missing(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    one = server.agent("a")
    one.settle()
    manager.settle()
    assert flat.GamePacket not in {type(message) for message in one.messages + manager.messages}
    assert server.game.frame_num == server.game.starts == 0


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
