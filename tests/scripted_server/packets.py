"""Messages of the protocol made from the state that the scripted game sends."""

import struct
from collections import deque

import numpy as np
import rlbot_flatbuffers as flat

from runtime.arena.stadium.field import SOCCAR_FIELD
from runtime.protocol import pack_core
from tests.scripted_server.game import GOAL, TICK_S, move_ball

PLACES = sorted(SOCCAR_FIELD.pads, key=lambda pad: (pad.y, pad.x))
PADS = [(pad.x, pad.y, pad.is_big) for pad in PLACES]
SLICES = 720
NUMBERS = 13
"""Numbers of a slice: time, location, rotation, velocity, angular velocity."""
HITBOXES = {403: (127.93, 83.28, 31.3)}
"""Sizes of bodies that differ from the Octane's."""
OCTANE = (118.01, 84.2, 36.16)


def vector(numbers):
    return flat.Vector3(*numbers)


def physics(body):
    return flat.Physics(
        vector(body["p"]),
        flat.Rotator(*body.get("r", (0.0, 0.0, 0.0))),
        vector(body["v"]),
        vector(body.get("w", (0.0, 0.0, 0.0))),
    )


def field_info():
    goals = [
        flat.GoalInfo(team, flat.Vector3(0, side * 5120, GOAL[1] / 2), flat.Vector3(0, -side, 0), 1785, GOAL[1])
        for team, side in ((0, -1), (1, 1))
    ]
    return flat.FieldInfo([flat.BoostPad(flat.Vector3(pad.x, pad.y, pad.z), pad.is_big) for pad in PLACES], goals, [])


def player(car):
    throttle, steer, pitch, yaw, roll, jump, boost, handbrake = car["in"]
    length, width, height = HITBOXES.get(car["body"], OCTANE)
    touch = car["touch"]
    speed = sum(part * part for part in car["v"]) ** 0.5
    return flat.PlayerInfo(
        physics=physics(car),
        score_info=flat.ScoreInfo(score=car["points"], goals=car["goals"]),
        hitbox=flat.BoxShape(length, width, height),
        hitbox_offset=flat.Vector3(13.88, 0, 20.75),
        latest_touch=flat.Touch(touch[0], vector(touch[1:4]), vector(touch[4:7]), 0) if touch else None,
        air_state=flat.AirState(car["air"]),
        dodge_timeout=-1,
        demolished_timeout=-1,
        is_supersonic=speed >= 2200,
        is_bot=car["kind"] == "bot",
        name=car["name"],
        team=car["team"],
        boost=car["boost"],
        player_id=car["id"],
        accolades=car["accolades"],
        last_input=flat.ControllerState(throttle, steer, pitch, yaw, roll, jump, boost, handbrake),
        has_jumped=car["jumped"],
        dodge_dir=flat.Vector2(0, 0),
    )


def game_packet(state):
    return flat.GamePacket(
        players=[player(car) for car in sorted(state["cars"], key=lambda car: car["i"])],
        boost_pads=[flat.BoostPadState(is_active, timer) for is_active, timer in state["pads"]],
        balls=[flat.BallInfo(physics(ball), flat.SphereShape(182.5), -1, 0) for ball in state["balls"]],
        match_info=flat.MatchInfo(
            seconds_elapsed=state["t"],
            game_time_remaining=state["clock"],
            is_overtime=state["overtime"],
            is_unlimited_time=state["unlimited"],
            match_phase=getattr(flat.MatchPhase, state["phase"]),
            world_gravity_z=state["gravity"],
            game_speed=state["speed"],
            frame_num=state["n"],
        ),
        teams=[flat.TeamInfo(team, score) for team, score in enumerate(state["score"])],
        tiles=[],
    )


class BallPrediction:
    """The path of the ball as a packed message. While the ball moves as predicted, each tick adds one slice."""

    def __init__(self):
        mark = 12345.0
        slices = [flat.PredictionSlice(mark, flat.Physics()) for _ in range(SLICES)]
        payload = pack_core(flat.BallPrediction(slices))
        start = payload.index(struct.pack("<f", mark))
        self.head, self.tail = payload[:start], payload[start + 4 * NUMBERS * SLICES :]
        self.rows = np.zeros((SLICES, NUMBERS), "<f4")
        self.ahead = deque()
        """The balls of the slices."""

    def payload(self, state):
        """Returns the message for a state with a ball."""
        ball = {"p": list(state["balls"][0]["p"]), "v": list(state["balls"][0]["v"])}
        if not self.ahead or ball != self.ahead.popleft():
            self.ahead.clear()
        else:
            self.rows[:-1] = self.rows[1:]
        last = self.ahead[-1] if self.ahead else ball
        while len(self.ahead) < SLICES:
            last = {"p": list(last["p"]), "v": list(last["v"])}
            move_ball(last, state["gravity"])
            self.rows[len(self.ahead), 1:4], self.rows[len(self.ahead), 7:10] = last["p"], last["v"]
            self.ahead.append(last)
        self.rows[:, 0] = state["t"] + TICK_S * np.arange(1, SLICES + 1)
        return self.head + self.rows.tobytes() + self.tail
