"""Counts the packets of a match: its cars, the match itself, and events."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.telemetry import MarkKind
from runtime.model.values import PadPlace
from runtime.telemetry.car_stats import CarTally
from runtime.telemetry.match_stats import MatchTally
from runtime.telemetry.measures import distance
from runtime.telemetry.snapshot import pad_places

PAD_REACH_UU: Final = 400.0
"""If all cars are farther from a pad, none of them has taken it; at 2300 uu/s, this is a sixth of a second."""
IN_PLAY: Final = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)
_AVAILABLE: Final = -1.0


@dataclass(frozen=True, slots=True)
class Happening:
    """An event found in a packet; the fields are those of a mark."""

    kind: MarkKind
    subject: int | None
    by: int | None = None
    team: int | None = None


class GameTally:
    """Takes every packet of a match, in order; owned by the match's thread."""

    def __init__(self) -> None:
        self.cars: list[CarTally] = []
        """By index."""
        self.match = MatchTally()
        self.pads: tuple[PadPlace, ...] = ()
        self._packet: flat.GamePacket | None = None
        self._taken: list[float] = []
        """Seconds since each pad was taken; `_AVAILABLE` if it is there."""

    def field(self, field: flat.FieldInfo) -> None:
        """Takes the boost pads and goals of the field."""
        self.pads = pad_places(field)
        self.match.field(field.goals)

    def take(self, packet: flat.GamePacket, ticks: int, game_s: float) -> list[Happening]:
        """Counts a packet that stands for `ticks` ticks since the previous one; returns its events."""
        before, self._packet = self._packet, packet
        played = ticks if packet.match_info.match_phase in IN_PLAY else 0
        happenings = list(self._take_cars(packet, played))
        self._take_pads(packet)
        touched = [index for index, car in enumerate(self.cars) if car.take_balls(packet.balls)]
        score = self.match.score
        self.match.take(packet, played, self.cars)
        for index in touched:
            self.match.touch(index, self.cars, game_s)
            happenings.append(Happening(MarkKind.TOUCH, index, team=self.cars[index].player.team))
        if before is not None:
            for team, (old, new) in enumerate(zip(score, self.match.score, strict=True)):
                if new > old:
                    happenings.append(self._goal(team, before, packet))
        return happenings

    def _take_cars(self, packet: flat.GamePacket, played: int) -> Iterator[Happening]:
        players = packet.players
        del self.cars[len(players) :]
        demolitions = [car.demolitions for car in self.cars]
        victims = []
        for index, player in enumerate(players):
            if index == len(self.cars):
                self.cars.append(CarTally(player))
            elif player.player_id != self.cars[index].player.player_id:
                self.cars[index] = CarTally(player)
            taken = self.cars[index].demolitions_taken
            self.cars[index].take(player, played)
            if self.cars[index].demolitions_taken > taken:
                victims.append(index)
        attackers = [index for index, count in enumerate(demolitions) if self.cars[index].demolitions > count]
        for index in victims:
            by = next((attacker for attacker in attackers if attacker != index), None)
            yield Happening(MarkKind.DEMOLITION, index, by, players[index].team)

    def _take_pads(self, packet: flat.GamePacket) -> None:
        before = self._taken
        self._taken = [_AVAILABLE if pad.is_active else pad.timer for pad in packet.boost_pads]
        if before == self._taken:
            return
        for place, old, new in zip(self.pads, before, self._taken, strict=False):
            if new >= 0 and (old == _AVAILABLE or new < old):
                spot = flat.Vector3(place.x, place.y, 0.0)
                takers = [car for car in self.cars if not car.is_demolished]
                taker = min(takers, key=lambda car: distance(car.player.physics.location, spot), default=None)
                if taker is not None and distance(taker.player.physics.location, spot) <= PAD_REACH_UU:
                    is_theirs = place.y > 0 if taker.player.team == 0 else place.y < 0
                    taker.take_pad(is_big=place.is_big, is_theirs=is_theirs)

    def _goal(self, team: int, before: flat.GamePacket, packet: flat.GamePacket) -> Happening:
        """Returns a goal with scorer and assistant from the scoreboard; an own goal's scorer is in the other team."""

        def more(count: Callable[[flat.ScoreInfo], int]) -> int | None:
            pairs = zip(before.players, packet.players, strict=False)
            rising = (i for i, (old, new) in enumerate(pairs) if count(new.score_info) > count(old.score_info))
            return next(rising, None)

        scorer = more(lambda score: score.goals)
        if scorer is None or packet.players[scorer].team != team:
            scorer = more(lambda score: score.own_goals)
        return Happening(MarkKind.GOAL, scorer, more(lambda score: score.assists), team)
