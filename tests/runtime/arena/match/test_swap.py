"""A new version of an agent takes over from the old one while the match goes on, over real sockets."""

import pytest
import rlbot_flatbuffers as flat

OFF = flat.DebugRendering.OffByDefault


def driven(peer):
    team = peer.wait_for_kind(flat.ControllableTeamInfo)
    return team.team, [part.index for part in team.controllables]


def stand_by(server, agent_id, **options):
    """Connects a session that has received the three opening messages and is not ready yet."""
    peer = server.join(agent_id, **options)
    for kind in (flat.MatchConfiguration, flat.ControllableTeamInfo, flat.FieldInfo):
        peer.wait_for_kind(kind)
    return peer


def agent(report, place=0):
    return report["agents"][place]


@pytest.fixture
def duel(arena, make):
    """Starts a match of a against b; returns server, manager, a and b."""

    def start(pace="lockstep", **changes):
        server = arena(pace)
        manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1), **changes))
        peers = [server.agent(agent_id) for agent_id in "ab"]
        for peer in peers:
            peer.wait_for_kind(flat.GamePacket)
        return server, manager, *peers

    return start


def test_standby_gets_the_opening_at_once_and_no_frame(duel):
    server, manager, a, b = duel()
    new = stand_by(server, "a")
    assert driven(new) == (0, [0])
    a.answer(0)
    b.answer(1)
    a.wait_for_kind(flat.GamePacket, 2)
    new.settle()
    assert not new.of(flat.GamePacket)
    report = manager.wait_for_report(lambda report: agent(report)["standby"])
    assert agent(report)["swaps"] == 0
    assert report["notes"] == []


@pytest.mark.usefixtures("unhurried")
def test_lockstep_swaps_after_the_old_answer_and_before_the_next_frame(duel):
    server, manager, a, b = duel()
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    new.settle()
    assert not new.of(flat.GamePacket)
    assert not a.of(flat.DisconnectSignal)
    b.answer(1)
    b.settle()
    assert len(b.of(flat.GamePacket)) == 1
    a.answer(0, throttle=1.0)
    a.wait_until_closed()
    assert [packet.match_info.frame_num for packet in a.of(flat.GamePacket)] == [1]
    assert new.wait_for_kind(flat.GamePacket).match_info.frame_num == 2
    new.answer(0)
    b.answer(1)
    assert new.wait_for_kind(flat.GamePacket, 2).match_info.frame_num == 3
    report = manager.wait_for_report(lambda report: agent(report)["swaps"] == 1)
    entry = agent(report)
    assert (entry["standby"], entry["connected"], entry["ready"]) == (False, True, True)
    assert entry["session"] > agent(report, 1)["session"]
    assert (entry["late"], report["notes"]) == (0, [])


def test_a_session_that_takes_over_has_the_whole_credit(duel):
    server, _, a, b = duel()
    barrier = server.server._turn.barrier
    barrier._credit_s[0] = 0.0
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    new.settle()
    a.answer(0)
    b.answer(1)
    new.wait_for_kind(flat.GamePacket)
    assert barrier._credit_s == {}


def test_two_swaps_at_the_end_of_a_match_leave_no_slot_empty(arena, make):
    """The end of the first old session frees a place for the spare one, which is ready at once."""
    server = arena(make_game=lambda match: make.game(match, frames=2))
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("A", "a", 1)))
    old = [server.agent("a") for _ in range(2)]
    for peer in old:
        peer.wait_for_kind(flat.GamePacket)
    new = [stand_by(server, "a") for _ in range(2)]
    spare = server.join("a")
    spare.wait_for_kind(flat.FieldInfo)
    for peer in (*new, spare):
        peer.send(flat.InitComplete())
        peer.settle()
    for peer in old:
        peer.answer(driven(peer)[1][0])
    report = manager.wait_for_report(lambda report: report["final"])
    assert [entry["connected"] for entry in report["agents"]] == [True, True]
    for peer in old:
        peer.wait_until_closed()
    slots = server.server._lifecycle.slots
    assert sum(slots.held_by(number) is not None for number in server.server.net.connections) == 2


def test_standby_that_leaves_before_changes_nothing(duel):
    server, manager, a, b = duel()
    new = stand_by(server, "a")
    manager.wait_for_report(lambda report: agent(report)["standby"])
    new.close()
    manager.wait_for_report(lambda report: not agent(report)["standby"])
    for number in range(2, 5):
        a.answer(0)
        b.answer(1)
        a.wait_for_kind(flat.GamePacket, number)
    assert not a.of(flat.DisconnectSignal)
    assert driven(stand_by(server, "a")) == (0, [0])


def test_standby_that_leaves_between_ready_and_swap_changes_nothing(duel):
    server, _, a, b = duel()
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    new.settle()
    new.send(flat.DisconnectSignal())
    new.wait_until_closed()
    for number in range(2, 5):
        a.answer(0)
        b.answer(1)
        a.wait_for_kind(flat.GamePacket, number)
    assert not a.of(flat.DisconnectSignal)


@pytest.mark.usefixtures("unhurried")
def test_old_session_that_hangs_is_replaced_after_its_deadline(duel):
    server, manager, a, b = duel()
    b.answer(1)
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    new.wait_for_kind(flat.GamePacket)
    new.answer(0)
    b.answer(1)
    new.wait_for_kind(flat.GamePacket, 2)
    a.wait_until_closed()
    assert agent(manager.wait_for_report(lambda report: agent(report)["swaps"]))["late"] == 1
    b.answer(1)
    b.settle()
    assert len(b.of(flat.GamePacket)) == 3, "the new session is waited for"


def test_old_session_that_dies_leaves_its_cars_to_the_standby(duel):
    server, _, a, b = duel()
    new = stand_by(server, "a")
    a.close()
    b.answer(1)
    b.wait_for_kind(flat.GamePacket, 2)
    new.send(flat.InitComplete())
    new.settle()
    b.answer(1)
    new.wait_for_kind(flat.GamePacket)
    assert len(new.of(flat.ControllableTeamInfo)) == 1


@pytest.mark.parametrize("pace", ["1", "8"])
def test_by_the_clock_no_frame_lacks_its_answer(duel, pace):
    server, manager, a, b = duel(pace)
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    answered = {0: 0, 1: 0}
    sessions = {a: 0, b: 1, new: 0}
    while len(new.of(flat.GamePacket)) < 30:
        for peer, index in sessions.items():
            if peer.is_closed:
                continue
            for message in peer.read(0.001):
                if type(message) is flat.GamePacket:
                    peer.answer(index)
                    answered[index] += 1
        manager.read(0)
    assert a.is_closed
    seen = [packet.match_info.frame_num for peer in (a, new) for packet in peer.of(flat.GamePacket)]
    assert seen == sorted(set(seen))


def test_copies_are_replaced_one_after_the_other(arena, make):
    server = arena()
    manager = server.launch(make.match(*(make.bot("A", "a", team) for team in (0, 1, 0))))
    old = [server.agent("a") for _ in range(3)]
    first, second = stand_by(server, "a"), stand_by(server, "a")
    assert [driven(peer)[1] for peer in (first, second)] == [[0], [1]]
    for index, peer in enumerate(old):
        peer.wait_for_kind(flat.GamePacket)
        peer.answer(index)
    second.send(flat.InitComplete())
    second.settle()
    for index, peer in ((0, old[0]), (2, old[2]), (1, second)):
        peer.wait_for_kind(flat.GamePacket)
        peer.answer(index)
    old[1].wait_until_closed()
    assert not old[0].is_closed
    manager.wait_for_report(lambda report: [entry["swaps"] for entry in report["agents"]] == [0, 1, 0])
    assert driven(stand_by(server, "a"))[1] == [2]
    assert driven(stand_by(server, "a"))[1] == [1], "all others have their standby"


def test_session_beyond_the_standbys_moves_up(duel):
    server, manager, *_ = duel()
    first, spare = stand_by(server, "a"), server.join("a")
    spare.wait_for_kind(flat.FieldInfo)
    spare.settle()
    assert not spare.of(flat.ControllableTeamInfo)
    manager.wait_for_report(lambda report: any("one too many" in note for note in report["notes"]))
    first.close()
    assert driven(spare) == (0, [0])


def test_hivemind_is_swapped_with_all_cars_of_its_team(arena, make):
    server = arena()
    server.launch(make.match(*(make.bot("H", "h", team, hivemind=True) for team in (0, 1, 0, 1))))
    blue, orange = server.agent("h"), server.agent("h")
    new = [stand_by(server, "h") for _ in range(2)]
    assert [driven(peer) for peer in new] == [(0, [0, 2]), (1, [1, 3])]
    for peer, cars in ((blue, (0, 2)), (orange, (1, 3))):
        peer.wait_for_kind(flat.GamePacket)
        peer.answer(cars[0])
    for peer in new:
        peer.send(flat.InitComplete())
        peer.settle()
    assert not blue.of(flat.DisconnectSignal)
    blue.answer(2)
    orange.answer(3)
    for old, peer, cars in zip((blue, orange), new, ((0, 2), (1, 3)), strict=True):
        old.wait_until_closed()
        peer.wait_for_kind(flat.GamePacket)
        for car in cars:
            peer.answer(car)
    for peer in new:
        assert peer.wait_for_kind(flat.GamePacket, 2).match_info.frame_num == 3


def test_script_is_swapped(arena, make):
    server = arena(pace="realtime")
    server.launch(make.match(make.bot("A", "a"), scripts=[("S", "s")]))
    server.agent("a")
    old = server.agent("s")
    old.wait_for_kind(flat.GamePacket)
    new = stand_by(server, "s")
    new.send(flat.InitComplete())
    new.wait_for_kind(flat.GamePacket)
    old.wait_until_closed()


def test_swap_before_the_match_begins(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    old = stand_by(server, "a")
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    old.wait_until_closed()
    server.agent("b").wait_for_kind(flat.GamePacket)
    new.wait_for_kind(flat.GamePacket)


def test_swap_while_the_match_is_paused(duel):
    server, manager, a, _ = duel("realtime")
    manager.send(flat.ConsoleCommand("kickabout pause"))
    manager.settle()
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    a.wait_until_closed()
    manager.send(flat.ConsoleCommand("kickabout step"))
    new.wait_for_kind(flat.GamePacket)


def test_swap_after_the_end(arena, make):
    server = arena(make_game=lambda match: make.game(match, frames=2))
    server.launch(make.match(make.bot("A", "a")))
    old = server.agent("a")
    old.wait_for_kind(flat.GamePacket)
    old.answer(0)
    old.wait_for_kind(flat.GamePacket, 2)
    new = stand_by(server, "a")
    new.send(flat.InitComplete())
    new.wait_for_kind(flat.GamePacket)
    old.wait_until_closed()


def test_permission_to_draw_goes_with_the_cars(duel):
    server, manager, a, b = duel(enable_rendering=OFF)
    manager.send(flat.RenderingStatus(0, True, True))
    a.wait_for_kind(flat.RenderingStatus)
    new = stand_by(server, "a")
    new.settle()
    assert not new.of(flat.RenderingStatus)
    new.send(flat.InitComplete())
    new.settle()
    a.answer(0)
    b.answer(1)
    status = new.wait_for_kind(flat.RenderingStatus)
    assert (status.index, status.is_bot, status.status) == (0, True, True)


def drawing(number):
    return flat.RenderGroup([flat.RenderMessage(flat.Line3D())], number)


def drawn(server):
    return {number for session in server.server.net.connections.values() for number in session.render_groups.groups}


def test_what_a_standby_draws_is_seen_where_its_agent_may_draw(duel):
    server, manager, _, _ = duel(enable_rendering=flat.DebugRendering.OnByDefault)
    new = stand_by(server, "a")
    new.send(drawing(1))
    new.settle()
    assert drawn(server) == {1}
    manager.send(flat.RenderingStatus(0, True, False))
    manager.settle()
    assert drawn(server) == set()
    new.send(drawing(2))
    new.settle()
    assert drawn(server) == set()


def test_permission_to_draw_goes_with_the_cars_of_one_that_left(duel):
    server, manager, a, _ = duel(enable_rendering=OFF)
    manager.send(flat.RenderingStatus(0, True, True))
    a.wait_for_kind(flat.RenderingStatus)
    new = stand_by(server, "a")
    a.close()
    status = new.wait_for_kind(flat.RenderingStatus)
    assert (status.index, status.is_bot, status.status) == (0, True, True)
    new.send(drawing(1))
    new.settle()
    assert drawn(server) == {1}


def test_what_a_standby_says_or_wears_is_not_taken_for_its_car(duel):
    server, manager, a, _ = duel()
    new = stand_by(server, "a")
    new.send(flat.SetLoadout(0, flat.PlayerLoadout(car_id=23)), flat.MatchComm(0, 0, False, None, b"hello"))
    new.settle()
    a.settle()
    assert server.game.loadouts == []
    assert not [comm for comm in a.of(flat.MatchComm) if comm.content == b"hello"]
    manager.settle()
    assert all(report["notes"] == [] for report in manager.reports())


def test_standby_does_not_outlive_the_match(duel, make):
    server, manager, *_ = duel()
    new = stand_by(server, "a")
    manager.send(make.match(make.bot("A", "a")))
    new.wait_until_closed()
