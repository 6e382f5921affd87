"""Chat of agents reaches the observers of a match as single lines, and a flood of chat harms nothing."""

import pytest

from runtime.model.events import CommsReceived
from runtime.model.states import Outcome

TALKER = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
indices = raw.join()
count = 0
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        count += 1
        raw.drive(indices, throttle=1.0)
        for number in range(@EACH@):
            raw.send(flat.MatchComm(indices[0], 0, True, f"hello {count}", b"x" * 1000))
        raw.send(flat.MatchComm(indices[0], 0, False, None, b"\\xff\\x00" * 20))
"""


@pytest.mark.parametrize("each", [1, 40], ids=["chat", "flood"])
def test_chat_of_an_agent_reaches_the_window(stage, workshop, each):
    workshop.bot("ada", TALKER.replace("@EACH@", str(each)))
    result = stage.play(workshop.match(("ada", 0)), pace="realtime", seconds_limit=3.0)
    assert result.outcome is Outcome.FINISHED
    events = stage.of(CommsReceived)
    comms = [comm for event in events for comm in event.comms]
    assert any(event.dropped for event in events) is (each > 1)
    assert {(comm.team, comm.index) for comm in comms} == {(0, 0)}
    chat = [comm for comm in comms if comm.size is None]
    data = [comm for comm in comms if comm.size is not None]
    assert all(comm.text.startswith("hello ") and comm.is_team_only for comm in chat)
    assert {(comm.text, comm.size) for comm in data} == {(" ".join(["ff 00"] * 8) + "…", 40)}
    assert all(0.0 <= comm.game_s <= 3.5 and comm.time_s > 0 for comm in comms)
    times = [comm.time_s for comm in comms]
    assert times == sorted(times)
    assert len(events) < 60
