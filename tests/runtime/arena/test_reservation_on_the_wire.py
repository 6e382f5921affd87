"""Which session gets what at the opening, over real sockets."""

import rlbot_flatbuffers as flat


def controls_of(peer):
    info = peer.wait_for_kind(flat.ControllableTeamInfo)
    return info.team, [part.index for part in info.controllables]


def test_three_opening_messages_then_frames(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    one = server.agent("a")
    two = server.agent("b")
    assert controls_of(one) == (0, [0])
    assert controls_of(two) == (1, [1])
    one.wait_for_kind(flat.GamePacket)
    two.wait_for_kind(flat.GamePacket)
    manager.wait_for_kind(flat.GamePacket)
    kinds = [type(message) for message in one.messages]
    assert sorted(kind.__name__ for kind in kinds[:3]) == ["ControllableTeamInfo", "FieldInfo", "MatchConfiguration"]
    assert kinds[3] is flat.GamePacket
