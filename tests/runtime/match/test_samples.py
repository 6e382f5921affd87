"""The launcher's own session gets no more packets than it uses."""

import pytest
import rlbot_flatbuffers as flat

from runtime.documents.model import Car, CarKind, Match
from runtime.match import connection
from runtime.model.states import Outcome

CHASERS = Match(cars=tuple(Car(team=team, kind=CarKind.PSYONIX, player_id=team + 1) for team in (0, 1)))


@pytest.mark.parametrize("is_recorded", [False, True])
def test_a_match_in_lockstep_sends_samples_unless_packets_are_recorded(stage, monkeypatch, is_recorded):
    received = []
    sort = connection.MatchConnection._sorted

    def count(self, payloads):
        received.extend(payload for payload in payloads if connection.tag_of(payload) == connection.PACKET_TAG)
        return sort(self, payloads)

    monkeypatch.setattr(connection.MatchConnection, "_sorted", count)
    result = stage.play(CHASERS, seconds_limit=60.0, is_recorded=is_recorded)
    assert result.outcome is Outcome.FINISHED
    assert isinstance(connection.unpack_core(received[-1]), flat.GamePacket)
    samples = 300 * result.wall_seconds + 20
    if is_recorded:
        assert len(received) > 2 * samples, "all that the launcher reads in time"
    else:
        numbers = [unpacked.match_info.frame_num for unpacked in map(connection.unpack_core, received)]
        later = [number for number in numbers if number > result.frames / 2]  # it asks after the first report
        assert 0 < len(later) <= samples
        assert len(later) < result.frames / 4
