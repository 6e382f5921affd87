"""Statistics of one car, counted packet by packet."""

from collections.abc import Sequence
from math import inf, nan
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.game_facts import BIG_PAD_BOOST, MAX_BOOST, SMALL_PAD_BOOST, TICKS_PER_S
from runtime.model.telemetry import Kind
from runtime.telemetry.measures import PERCENT, SWITCH, Measure, distance, length, measure, percent

TOUCH_GAP_TICKS: Final = 12
"""Contacts of a car with the ball at most this far apart are one touch; a dribbled ball has contact every tick."""
STICK: Final = (-1.0, 1.0)
UU_S: Final = "uu/s"
UU: Final = "uu"


class CarTally:
    """Counts a car's actions since the match began; owned by the match's thread.

    A packet stands for the ticks since the previous packet. Time counts while the ball is in play (Kickoff and Active)
    and the car is not demolished.
    """

    __slots__ = (
        "_contact_s",
        "_shown_demolitions",
        "_was_demolished",
        "ball_uu",
        "boost_before",
        "collected",
        "demolitions",
        "demolitions_taken",
        "expected_goals",
        "ground_ticks",
        "play_ticks",
        "player",
        "stolen",
        "supersonic_ticks",
        "touches",
        "wasted",
    )

    def __init__(self, player: flat.PlayerInfo) -> None:
        self.player = player
        """The car in the newest packet."""
        self.boost_before = player.boost
        """Boost in the previous packet."""
        self.ball_uu = nan
        self.play_ticks = self.ground_ticks = self.supersonic_ticks = 0
        self.touches = self.demolitions_taken = 0
        self.demolitions = self._shown_demolitions = player.score_info.demolitions
        self.collected = self.stolen = self.wasted = 0.0
        self.expected_goals = 0.0
        self._contact_s = player.latest_touch.game_seconds if player.latest_touch is not None else -inf
        self._was_demolished = player.demolished_timeout >= 0

    @property
    def is_demolished(self) -> bool:
        """True if the car is demolished in the newest packet."""
        return self._was_demolished

    def is_opponent_of(self, team: int) -> bool:
        """Returns whether the car belongs to the other team and is not demolished."""
        return self.player.team != team and not self._was_demolished

    def take(self, player: flat.PlayerInfo, played_ticks: int) -> None:
        """Counts a packet with `played_ticks` ticks of the ball in play."""
        self.boost_before, self.player = self.player.boost, player
        shown = player.score_info.demolitions
        self.demolitions += shown - self._shown_demolitions if shown > self._shown_demolitions else 0
        self._shown_demolitions = shown
        is_demolished = player.demolished_timeout >= 0
        self.demolitions_taken += is_demolished and not self._was_demolished
        self._was_demolished = is_demolished
        if played_ticks and not is_demolished:
            self.play_ticks += played_ticks
            if player.air_state == flat.AirState.OnGround:
                self.ground_ticks += played_ticks
            if player.is_supersonic:
                self.supersonic_ticks += played_ticks

    def take_balls(self, balls: Sequence[flat.BallInfo]) -> bool:
        """Measures the distance to the nearest ball; returns whether the newest packet shows a new touch."""
        here = self.player.physics.location
        self.ball_uu = min((distance(here, ball.physics.location) for ball in balls), default=nan)
        touch = self.player.latest_touch
        if touch is None or touch.game_seconds == self._contact_s:
            return False
        is_new = abs(touch.game_seconds - self._contact_s) * TICKS_PER_S > TOUCH_GAP_TICKS + 0.5
        self._contact_s = touch.game_seconds
        self.touches += is_new
        return is_new

    def take_pad(self, *, is_big: bool, is_theirs: bool) -> None:
        """Counts a pad that the car has taken since the previous packet; call it once for each pad."""
        amount = BIG_PAD_BOOST if is_big else SMALL_PAD_BOOST
        wasted = max(0.0, self.boost_before + amount - MAX_BOOST)
        self.boost_before = min(MAX_BOOST, self.boost_before + amount)
        self.wasted += wasted
        self.collected += amount - wasted
        self.stolen += amount - wasted if is_theirs else 0.0


CAR_MEASURES: Final[tuple[Measure[CarTally], ...]] = (
    measure(
        "car.speed",
        "Speed",
        "Length of the car's velocity. 2300 uu/s is the maximum.",
        lambda car: length(car.player.physics.velocity),
        unit=UU_S,
    ),
    measure("car.boost", "Boost", "Boost in the tank.", lambda car: car.player.boost, bounds=PERCENT),
    measure(
        "car.height",
        "Height",
        "Height of the car's location above the floor; 17 uu on its wheels.",
        lambda car: car.player.physics.location.z,
        unit=UU,
    ),
    measure(
        "car.ball_distance",
        "Distance to ball",
        "Distance between the locations of the car and the nearest ball.",
        lambda car: car.ball_uu,
        unit=UU,
    ),
    measure(
        "car.throttle",
        "Throttle",
        "Newest input: 1 is forwards, -1 backwards.",
        lambda car: car.player.last_input.throttle,
        bounds=STICK,
    ),
    measure(
        "car.steer",
        "Steer",
        "Newest input: 1 is right, -1 left.",
        lambda car: car.player.last_input.steer,
        bounds=STICK,
    ),
    measure(
        "car.pitch",
        "Pitch",
        "Newest input: 1 raises the nose, -1 lowers it.",
        lambda car: car.player.last_input.pitch,
        bounds=STICK,
    ),
    measure(
        "car.yaw",
        "Yaw",
        "Newest input: 1 turns right in the air, -1 left.",
        lambda car: car.player.last_input.yaw,
        bounds=STICK,
    ),
    measure(
        "car.roll",
        "Roll",
        "Newest input: 1 rolls right in the air, -1 left.",
        lambda car: car.player.last_input.roll,
        bounds=STICK,
    ),
    measure(
        "car.jump",
        "Jump",
        "Newest input: 1 while the button is pressed.",
        lambda car: float(car.player.last_input.jump),
        bounds=SWITCH,
    ),
    measure(
        "car.boosting",
        "Boost button",
        "Newest input: 1 while the button is pressed, also with an empty tank.",
        lambda car: float(car.player.last_input.boost),
        bounds=SWITCH,
    ),
    measure(
        "car.handbrake",
        "Handbrake",
        "Newest input: 1 while the button is pressed.",
        lambda car: float(car.player.last_input.handbrake),
        bounds=SWITCH,
    ),
    measure(
        "car.air_state",
        "Air state",
        "0 on the ground, 1 jumping, 2 double jumping, 3 dodging, 4 in the air.",
        lambda car: float(int(car.player.air_state)),
        bounds=(0.0, 4.0),
    ),
    measure(
        "car.touches",
        "Touches",
        "Touches of a ball. Contacts that are at most 0.1 s apart are one touch, so a dribble is one too.",
        lambda car: float(car.touches),
        kind=Kind.COUNTER,
    ),
    measure(
        "car.demolitions",
        "Demolitions",
        "Other cars that this car has demolished, by the scoreboard.",
        lambda car: float(car.demolitions),
        kind=Kind.COUNTER,
    ),
    measure(
        "car.demolitions_taken",
        "Demolitions taken",
        "The number of times that this car has been demolished.",
        lambda car: float(car.demolitions_taken),
        kind=Kind.COUNTER,
    ),
    measure(
        "car.play_time",
        "Play time",
        "Time with the ball in play (from kickoff to goal) in which the car was not demolished.",
        lambda car: car.play_ticks / TICKS_PER_S,
        unit="s",
        kind=Kind.COUNTER,
    ),
    measure(
        "car.ground_share",
        "Share on ground",
        "Share of the play time with the air state on the ground, walls too.",
        lambda car: percent(car.ground_ticks, car.play_ticks),
        unit="%",
        kind=Kind.SHARE,
        bounds=PERCENT,
    ),
    measure(
        "car.supersonic_share",
        "Share supersonic",
        "Share of the play time in which the car was supersonic.",
        lambda car: percent(car.supersonic_ticks, car.play_ticks),
        unit="%",
        kind=Kind.SHARE,
        bounds=PERCENT,
    ),
    measure(
        "car.boost_collected",
        "Boost collected",
        "Boost gained from pads: 12 or 100 each, less what did not fit into the tank.",
        lambda car: car.collected,
        kind=Kind.COUNTER,
    ),
    measure(
        "car.boost_stolen",
        "Boost stolen",
        "Share of the collected boost that came from pads in the opponents' half.",
        lambda car: car.stolen,
        kind=Kind.COUNTER,
    ),
    measure(
        "car.boost_wasted",
        "Boost wasted",
        "Boost of taken pads that did not fit into the tank of 100.",
        lambda car: car.wasted,
        kind=Kind.COUNTER,
    ),
    measure(
        "car.expected_goals",
        "Expected goals",
        "Sum of the chances of the car's touches to become goals; the model is described in docs/telemetry.md.",
        lambda car: car.expected_goals,
        kind=Kind.COUNTER,
    ),
)
