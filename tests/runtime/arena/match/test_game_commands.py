"""The game's own console commands: their effect, who may send them, and the messages that can contain them."""

import struct

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.game.game import Game
from runtime.arena.game.state_setting import MAX_GAME_SPEED, MIN_GAME_SPEED
from runtime.documents.model import Car, Match
from runtime.model.states import Phase
from runtime.protocol import console_commands, frame, pack_interface, unpack_interface
from runtime.protocol.older import MAX_COMMANDS


def table(data, slots, *values):
    """Appends a vtable and its table; returns where the table begins."""
    offsets = [4 + 4 * slot if slot is not None else 0 for slot in slots]
    data += struct.pack(f"<{2 + len(slots)}H", 4 + 2 * len(slots), 4 + 4 * len(values), *offsets)
    data += bytes(-len(data) % 4)
    start = len(data)
    vtable = start - (4 + 2 * len(slots) + 3) // 4 * 4
    data += struct.pack(f"<i{len(values)}I", start - vtable, *values)
    return start


def refer(data, place):
    """Makes the reference at `place` point to what is appended next."""
    struct.pack_into("<I", data, place, len(data) - place)


def refer_to_table(data, place, slots, *values):
    start = table(data, slots, *values)
    struct.pack_into("<I", data, place, start - place)
    return start


def old_message(*commands):
    """A DesiredGameState as packed until 0.18, with a vector of console commands in slot 3."""
    data = bytearray(4)
    root = refer_to_table(data, 0, (0, 1), 5, 0)
    state = refer_to_table(data, root + 8, (0, 1, None, 2), 0, 0, 0)
    for place in (state + 4, state + 8):
        refer(data, place)
        data += bytes(4)
    refer(data, state + 12)
    data += struct.pack("<I", len(commands))
    references = len(data)
    data += bytes(4 * len(commands))
    for index, command in enumerate(commands):
        start = refer_to_table(data, references + 4 * index, (0,), 0)
        refer(data, start + 4)
        text = command.encode()
        data += struct.pack("<I", len(text)) + text + bytes(1)
        data += bytes(-len(data) % 4)
    return bytes(data)


def game_of(**match):
    game = Game(Match(cars=(Car(team=0, name="a"), Car(team=1, name="b")), instant_start=True, **match), seed=1)
    game.start()
    return game


@pytest.mark.parametrize("commands", [(), ("Pause",), ("Set WorldInfo TimeDilation 0.5", "Päuse", "")])
def test_commands_of_older_bots_are_read(commands):
    payload = old_message(*commands)
    message = unpack_interface(payload)
    assert isinstance(message, flat.DesiredGameState)
    assert (message.ball_states, message.car_states) == ([], [])
    assert console_commands(payload) == commands


@pytest.mark.parametrize("count", [MAX_COMMANDS - 1, MAX_COMMANDS, MAX_COMMANDS + 1])
def test_the_number_of_commands_in_a_message_is_limited(count):
    assert len(console_commands(old_message(*["Pause"] * count))) == min(count, MAX_COMMANDS)


def test_new_messages_have_none():
    state = flat.DesiredGameState([flat.DesiredBallState()], [], flat.DesiredMatchInfo(game_speed=2.0))
    assert console_commands(pack_interface(state)) == ()


@given(st.data())
def test_nothing_in_the_unchecked_field_is_trusted(data):
    payload = bytearray(old_message("Pause", "Pause"))
    for _ in range(data.draw(st.integers(1, 6))):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    for command in console_commands(bytes(payload[: data.draw(st.integers(0, len(payload)))])):
        assert isinstance(command, str)


def set_game(game, **values):
    game.set_state(flat.DesiredGameState([], [], flat.DesiredMatchInfo(**values)))


def test_a_paused_game_continues_where_it_was(walls):
    game = game_of()
    for _ in range(10):
        game.advance()
    game.toggle_pause()
    before = game.packet()
    for _ in range(50):
        game.advance()
    packet = game.packet()
    assert (game.phase, game.frame_num) == (Phase.PAUSED, 60)
    assert packet.match_info.match_phase == flat.MatchPhase.Paused
    assert packet.match_info.seconds_elapsed == pytest.approx(0.5)
    assert packet.match_info.game_time_remaining == before.match_info.game_time_remaining
    assert packet.players[0].physics.location.y == before.players[0].physics.location.y
    game.toggle_pause()
    assert game.phase is Phase.KICKOFF
    for _ in range(229):
        game.advance()
    assert game.phase is Phase.KICKOFF
    game.advance()
    assert game.phase is Phase.ACTIVE


def test_a_match_that_is_paused_for_ever_ends_at_its_limit(walls):
    game = Game(Match(cars=(Car(team=0, name="a"),)), seed=1, seconds_limit=1.0)
    game.toggle_pause()
    game.start()
    assert game.phase is Phase.COUNTDOWN, "what has not begun cannot be paused"
    game.toggle_pause()
    for _ in range(119):
        game.advance()
    assert not game.is_over
    game.advance()
    assert game.is_over
    game.toggle_pause()
    assert game.phase is Phase.ENDED


@pytest.mark.parametrize(
    ("requested", "speed"),
    [
        (0.5, 0.5),
        (0.0, 1.0),
        (-1.0, 1.0),
        (MIN_GAME_SPEED / 2, MIN_GAME_SPEED),
        (MIN_GAME_SPEED, MIN_GAME_SPEED),
        (MAX_GAME_SPEED, MAX_GAME_SPEED),
        (MAX_GAME_SPEED * 2, MAX_GAME_SPEED),
    ],
)
def test_game_speed(walls, requested, speed):
    game = game_of()
    set_game(game, game_speed=requested)
    assert game.game_speed == pytest.approx(speed)
    assert game.packet().match_info.game_speed == pytest.approx(speed)


def test_gravity(walls):
    game = game_of()
    set_game(game, world_gravity_z=-100.0)
    assert game.packet().match_info.world_gravity_z == -100.0
    set_game(game, world_gravity_z=0.0)
    assert game.packet().match_info.world_gravity_z == -650.0


@pytest.mark.parametrize("allowed", [True, False])
def test_the_match_decides_whether_sessions_may_command_the_game(arena, make, allowed):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), enable_state_setting=allowed))
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    agent.send(flat.ConsoleCommand("Pause"))
    raw = server.raw()
    raw.link.sendall(frame(old_message("Pause", "Set WorldInfo TimeDilation 2")))
    raw.send(flat.DisconnectSignal())
    raw.read_all()
    manager.send(flat.ConsoleCommand("Set WorldInfo Bogus 1"))
    agent.settle()
    manager.settle()
    assert server.game.pauses == (2 if allowed else 0)
    assert server.game.game_speed == (2.0 if allowed else 1.0)
    word = "is not a command of the arena's game" if allowed else "which the match does not allow"
    manager.wait_for_report(lambda report: any(word in note for note in report["notes"]))
