import contextlib
import subprocess
import sys

import pytest
import rlbot_flatbuffers as flat
from hypothesis import example, given
from hypothesis import strategies as st

from runtime.protocol import (
    ProtocolError,
    clean_text,
    pack_core,
    pack_interface,
    unpack_core,
    unpack_interface,
)
from runtime.protocol.messages import CORE_TYPES, INTERFACE_TYPES

SURROGATES = st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF)
BROKEN_TEXT = st.builds(lambda left, bad, right: left + bad + right, st.text(), SURROGATES, st.text())

TEXTS_OF_CLIENTS = {
    "StartCommand": flat.StartCommand,
    "ConnectionSettings": lambda text: flat.ConnectionSettings(text, False, False, False),
    "ConsoleCommand": flat.ConsoleCommand,
    "MatchComm": lambda text: flat.MatchComm(0, 0, False, text, b""),
    "MatchConfiguration": lambda text: flat.MatchConfiguration(game_map_upk=text),
    "launcher_arg": lambda text: flat.MatchConfiguration(launcher_arg=text),
    "bot name": lambda text: flat.MatchConfiguration(
        player_configurations=[flat.PlayerConfiguration(flat.CustomBot(name=text), 0, 0)]
    ),
    "psyonix name": lambda text: flat.MatchConfiguration(
        player_configurations=[flat.PlayerConfiguration(flat.PsyonixBot(name=text), 0, 0)]
    ),
    "environment": lambda text: flat.MatchConfiguration(
        player_configurations=[
            flat.PlayerConfiguration(flat.CustomBot(environment=[flat.EnvironmentVariable("A", text)]), 0, 0)
        ]
    ),
    "script": lambda text: flat.MatchConfiguration(script_configurations=[flat.ScriptConfiguration(root_dir=text)]),
    "drawing": lambda text: flat.RenderGroup([flat.RenderMessage(flat.String2D(text=text))], 1),
    "drawing in space": lambda text: flat.RenderGroup([flat.RenderMessage(flat.String3D(text=text))], 1),
}


@pytest.mark.parametrize("kind", INTERFACE_TYPES)
def test_every_message_of_a_client_is_packed_and_unpacked(kind):
    assert type(unpack_interface(pack_interface(kind()))) is kind


@pytest.mark.parametrize("kind", CORE_TYPES)
def test_every_message_of_a_server_is_packed_and_unpacked(kind):
    assert type(unpack_core(pack_core(kind()))) is kind


@pytest.mark.parametrize("kind", sorted(set(INTERFACE_TYPES) - set(CORE_TYPES), key=str))
def test_a_server_never_packs_a_clients_message(kind):
    with pytest.raises(ProtocolError, match=kind.__name__):
        pack_core(kind())


@pytest.mark.parametrize("kind", sorted(set(CORE_TYPES) - set(INTERFACE_TYPES), key=str))
def test_a_client_never_packs_a_servers_message(kind):
    with pytest.raises(ProtocolError, match=kind.__name__):
        pack_interface(kind())


@pytest.mark.parametrize(
    "thing", [None, 1, "text", b"bytes", object(), flat.Vector3(), flat.ControllerState(), flat.CorePacket, [1]]
)
def test_bytes_that_are_no_message_are_refused(thing):
    with pytest.raises(ProtocolError):
        pack_core(thing)
    with pytest.raises(ProtocolError):
        pack_interface(thing)


@pytest.mark.parametrize("make", TEXTS_OF_CLIENTS.values(), ids=TEXTS_OF_CLIENTS)
@given(text=BROKEN_TEXT)
@example(text="\udc80")
def test_half_a_character_is_refused_wherever_it_hides(make, text):
    with pytest.raises(ProtocolError, match="valid Unicode"):
        pack_interface(make(text))


@given(text=BROKEN_TEXT)
def test_a_packet_with_half_a_character_in_a_name_is_refused(text):
    with pytest.raises(ProtocolError, match="valid Unicode"):
        pack_core(flat.GamePacket(players=[flat.PlayerInfo(), flat.PlayerInfo(name=text)]))


@given(text=st.one_of(st.text(), BROKEN_TEXT))
def test_cleaned_text_can_always_be_sent_and_changes_only_what_cannot(text):
    cleaned = clean_text(text)
    assert unpack_interface(pack_interface(flat.StartCommand(cleaned))).config_path == cleaned
    assert len(cleaned) == len(text)
    assert all(new in (old, "?") for new, old in zip(cleaned, text, strict=True))


@given(st.binary(max_size=200))
def test_random_bytes_are_a_message_or_an_error(data):
    for unpack in (unpack_core, unpack_interface):
        with contextlib.suppress(ProtocolError):
            assert type(unpack(data)) in CORE_TYPES + INTERFACE_TYPES


@given(st.data())
def test_mutated_messages_are_a_message_or_an_error(data):
    origin = bytearray(
        pack_interface(TEXTS_OF_CLIENTS[data.draw(st.sampled_from(list(TEXTS_OF_CLIENTS)))]("some text"))
    )
    for _ in range(data.draw(st.integers(1, 6))):
        origin[data.draw(st.integers(0, len(origin) - 1))] = data.draw(st.integers(0, 255))
    size = data.draw(st.integers(0, len(origin)))
    with contextlib.suppress(ProtocolError):
        assert type(unpack_interface(bytes(origin[:size]))) in INTERFACE_TYPES


def test_the_guard_is_needed():
    """The wheel still kills the process; once it no longer does, the guard can be removed."""
    code = 'import rlbot_flatbuffers as flat; flat.InterfacePacket(flat.StartCommand("\\udc80")).pack()'
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode < 0
