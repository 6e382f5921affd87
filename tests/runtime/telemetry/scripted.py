"""Matches that tests write packet by packet, so that the value of every channel can be computed by hand."""

import rlbot_flatbuffers as flat

from runtime.model.events import TelemetryRecorded
from runtime.protocol import pack_core
from runtime.telemetry import CHANNELS, History, Scope, TelemetryRecorder

BALL_RADIUS = 90.0


def vector(values):
    return flat.Vector3(*map(float, values))


def car(x=0, y=0, z=17, *, velocity=(0, 0, 0), inputs=(), touch=None, score=(), number=0, **values):
    """A car; `touch` is the frame of its last touch, `score` has values of its ScoreInfo."""
    contact = None if touch is None else flat.Touch(touch / 120, flat.Vector3(), flat.Vector3(), 0)
    defaults = {"air_state": flat.AirState.OnGround, "demolished_timeout": -1.0, "boost": 33.0, "player_id": number + 1}
    return flat.PlayerInfo(
        physics=flat.Physics(vector((x, y, z)), flat.Rotator(), vector(velocity)),
        last_input=flat.ControllerState(**dict(inputs)),
        latest_touch=contact,
        score_info=flat.ScoreInfo(**dict(score)),
        **(defaults | values),
    )


def ball(x=0, y=0, z=BALL_RADIUS, velocity=(0, 0, 0)):
    physics = flat.Physics(vector((x, y, z)), flat.Rotator(), vector(velocity))
    return flat.BallInfo(physics, flat.SphereShape(2 * BALL_RADIUS))


def packet(frame, *cars, balls=None, phase="Active", pads=(), score=(0, 0), clock=300.0, seconds=None, **info):
    """A packet; `pads` has the seconds since each pad was taken, or None for an active pad."""
    return flat.GamePacket(
        players=list(cars),
        balls=[ball()] if balls is None else balls,
        boost_pads=[flat.BoostPadState(since is None, since or 0.0) for since in pads],
        teams=[flat.TeamInfo(team, goals) for team, goals in enumerate(score)],
        match_info=flat.MatchInfo(
            frame_num=frame,
            seconds_elapsed=frame / 120 if seconds is None else seconds,
            match_phase=getattr(flat.MatchPhase, phase),
            game_time_remaining=clock,
            world_gravity_z=-650.0,
            game_speed=1.0,
            **info,
        ),
    )


class Scripted:
    """Records a scripted match, and samples every packet."""

    def __init__(self, clock):
        self.history = History()
        self.events = []
        self.recorder = TelemetryRecorder(self._take, clock)

    def _take(self, event):
        self.events.append(event)
        if isinstance(event, TelemetryRecorded):
            self.history.take(event)

    def play(self, *packets):
        for each in packets:
            self.recorder.packet(each, pack_core(each))
            self.recorder.flush((), at_once=True)

    def value(self, channel, subject=None):
        if subject is None and CHANNELS[channel].scope is Scope.CAR:
            subject = 0
        return self.history.value(channel, subject)

    def values(self, subject, *names):
        scope = "match" if subject is None else "car"
        return tuple(self.history.value(f"{scope}.{name}", subject) for name in names)

    def marks(self, kind):
        return [mark for mark in self.history.marks if mark.kind is kind]
