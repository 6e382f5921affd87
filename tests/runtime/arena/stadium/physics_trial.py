"""One trial of the generated meshes in the physics engine; prints its findings as JSON.

Runs in a process of its own: python physics_trial.py MESH_CACHE TRIAL COUNT SEED; TRIAL may begin with a stage's name.
"""

import itertools
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import RocketSim as rs  # noqa: N813  (a short name for a module used on every line)

from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics
from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.containment import ESCAPED_UU, HoopsConfines
from runtime.arena.stadium.hoops_mesh import hoops_meshes, rim_line
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.arena.stadium.mesh_format import validate_folder
from runtime.arena.stadium.shapes import HoopsShape, SoccarShape
from runtime.arena.stadium.soccar_mesh import soccar_meshes
from runtime.documents.choices import Mutators

TICKS = 360
TOP_SPEED = 6000.0


def physics_of(mode="Soccar"):
    return Physics.of(Mutators(), MODES[mode].physics)


def lowest(clearance, step, ticks, of_interest):
    """Returns the smallest clearance on a way, at most `of_interest`; measures only where it could be smaller."""
    least, known, at = of_interest, -math.inf, (0.0, 0.0, 0.0)
    for _ in range(ticks):
        place = step()
        if not known - math.dist(place, at) > least:
            known, at = clearance.inside(place), place
            least = min(least, known)
    return least


def inner_points(clearance, rng, margin, box=(4096, 5900, 2048)):
    while True:
        point = rng.uniform((-box[0], -box[1], 0), box)
        if clearance.inside(tuple(point.tolist())) > margin:
            yield point


def random_shots(clearance, rng, stage):
    for point in inner_points(clearance, rng, 120, stage.box):
        way = rng.normal(size=3)
        yield point, way * (rng.uniform(0, TOP_SPEED) / np.linalg.norm(way))


def aimed_shots(clearance, rng, stage):
    """Shots at points on edges between facets: ramps, vertical edges, posts, crossbars and edges of the goal."""
    corners = stage.corners()
    while True:
        triangle = corners[rng.integers(len(corners))]
        side = rng.integers(3)
        target = triangle[side] + rng.random() * (triangle[(side + 1) % 3] - triangle[side])
        normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
        start = target + normal / np.linalg.norm(normal) * rng.uniform(120, 1200) + rng.normal(scale=300, size=3)
        if clearance.inside(tuple(start.tolist())) > 100:
            way = target - start
            yield start, way * (TOP_SPEED / np.linalg.norm(way))


def balls(clearance, shots, rng, count, mode):
    physics = physics_of(mode)
    arena = physics.new_arena()
    ball, play = arena.ball, physics.stepper(arena)

    def step():
        return play().pos.as_tuple()

    found, ended_outside = [], 0
    for _ in range(count):
        place, speed = next(shots)
        spin = rng.uniform(-3.4, 3.4, 3)
        ball.set_state(rs.BallState(pos=rs.Vec(*place), vel=rs.Vec(*speed), ang_vel=rs.Vec(*spin)))
        found.append(lowest(clearance, step, TICKS, 45.0))
        ended_outside += found[-1] <= ESCAPED_UU and clearance.inside(ball.get_state().pos.as_tuple()) <= ESCAPED_UU
    left = sum(least <= ESCAPED_UU for least in found)
    return {"shots": count, "left": left, "ended_outside": ended_outside, "nearest": min(found)}


def shots_at_nets(rng, count):
    """Shoots balls at a net from outside, too low for the ring; counts the goals."""
    arena, shape = physics_of("Hoops").new_arena(), HoopsShape()
    line, inward = rim_line(shape)
    goals = []
    arena.set_goal_score_callback(lambda **_: goals.append(highest))
    for _ in range(count):
        ring, side = rng.integers(9, 92), np.array([1.0, rng.choice((-1.0, 1.0))])
        away = shape.net_profile[-1][0] + rng.uniform(110.0, 700.0)
        start = np.clip((line[ring] - away * inward[ring]) * side, (-2700, -3300), (2700, 3300))
        way = ((line[ring] + 200.0 * inward[ring]) * side - start) * rng.uniform(0.8, 1.2, 2)
        way *= rng.uniform(500.0, TOP_SPEED) / np.linalg.norm(way)
        arena.ball.set_state(rs.BallState(pos=rs.Vec(*start, rng.uniform(97, 240)), vel=rs.Vec(*way, 0.0)))
        highest, before = 0.0, len(goals)
        for _ in range(90):
            arena.step(1)
            highest = max(highest, arena.ball.get_state().pos.z)
            if highest > shape.rim_z or len(goals) > before:
                break
    return {"shots": count, "left": len(goals)}


def drops(rng, count):
    """Drops balls over a rim and around it, and checks that exactly those inside the oval score."""
    physics, shape = physics_of("Hoops"), HoopsShape()
    arena = physics.new_arena()
    scored = []
    arena.set_goal_score_callback(lambda *, team, **_: scored.append(team))
    goals = wrong = free = 0
    for _ in range(count):
        x, y, side = rng.uniform(-760.0, 760.0), rng.uniform(2200.0, 3480.0), rng.choice((-1.0, 1.0))
        arena.ball.set_state(rs.BallState(pos=rs.Vec(x, side * y, 700.0), vel=rs.Vec(0.0, 0.0, -1.0)))
        scored.clear()
        was_in = has_bounced = False
        for _ in range(300):
            arena.step(1)
            ball = arena.ball.get_state()
            has_bounced |= bool(ball.vel.x or ball.vel.y or ball.vel.z > 0.0)
            was_in = shape.is_in_goal(*ball.pos.as_tuple())
            if was_in or scored:
                break
        goals += bool(scored)
        wrong += was_in != bool(scored) or scored[:1] not in ([], [0 if side > 0.0 else 1])
        if not has_bounced:
            free += 1
            wrong += bool(scored) != shape.is_in_goal(x, y, 0.0)
    return {"shots": count, "goals": goals, "free": free, "wrong": wrong}


def cars(clearance, rng, count, stage):
    arena = physics_of(stage.mode).new_arena_for_cars()
    car = arena.add_car(rs.Team.BLUE)
    frame = itertools.count()

    def drive():
        if next(frame) % 8 == 0:
            throttle, steer, pitch, yaw, roll = rng.uniform(-1, 1, 5).tolist()
            jump, boost, handbrake = (rng.random(3) < (0.1, 0.6, 0.1)).tolist()
            controls = {"throttle": throttle, "steer": steer, "pitch": pitch, "yaw": yaw, "roll": roll}
            car.set_controls(rs.CarControls(**controls, jump=jump, boost=boost, handbrake=handbrake))
        arena.step(1)
        return car.get_state().pos.as_tuple()

    found = []
    for _ in range(count):
        place, way = next(inner_points(clearance, rng, 150, stage.box)), rng.normal(size=3)
        way *= 2300 / np.linalg.norm(way)
        state = rs.CarState()
        state.pos, state.vel = rs.Vec(*place), rs.Vec(*way)
        state.rot_mat = rs.Angle(*rng.uniform(-3, 3, 3)).as_rot_mat()
        state.boost = 100.0
        car.set_state(state)

        found.append(lowest(clearance, drive, TICKS, 10.0))
    return {"shots": count, "left": sum(least <= ESCAPED_UU for least in found), "nearest": min(found)}


def ball_at_rest():
    arena = physics_of().new_arena()
    arena.ball.set_state(rs.BallState(pos=rs.Vec(1000, 500, 120), vel=rs.Vec(0, 0, -1)))
    for _ in range(1200):
        arena.step(1)
    return {"z": arena.ball.get_state().pos.z}


def car_up_the_wall(clearance):
    arena = physics_of().new_arena_for_cars()
    car = arena.add_car(rs.Team.BLUE)
    state = rs.CarState()
    state.pos, state.vel, state.boost = rs.Vec(3000, 700, 17.03), rs.Vec(600, 0, 0), 100.0
    car.set_state(state)
    car.set_controls(rs.CarControls(throttle=1.0, boost=True))
    heights, least, grounded = [], math.inf, 0
    for _ in range(240):
        arena.step(1)
        state = car.get_state()
        heights.append(state.pos.z)
        grounded += state.is_on_ground
        least = min(least, clearance.inside(state.pos.as_tuple()))
    return {"x": state.pos.x, "z": max(heights), "nearest": least, "on_ground": grounded / 240}


class Stage(NamedTuple):
    """A field in which trials move balls and cars."""

    mode: str
    walls: type
    corners: Callable[[], np.ndarray]
    box: tuple[float, float, float] = (4096, 5900, 2048)


def _soccar_corners():
    return np.concatenate([mesh.corners for mesh in soccar_meshes(SoccarShape())])


def _hoops_corners():
    return np.concatenate([mesh.corners for mesh in hoops_meshes(HoopsShape())])


STAGES = {
    "soccar": Stage("Soccar", Clearance, _soccar_corners),
    "puck": Stage("Snowday", Clearance, _soccar_corners),
    "hoops": Stage("Hoops", HoopsConfines, _hoops_corners, (2900, 3500, 1820)),
}


def main():
    cache, name, count, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    meshes = ensure_meshes(cache)
    validate_folder(meshes)
    rs.init(str(meshes))
    stage_name, _, trial = name.rpartition(" ")
    stage = STAGES[stage_name or "soccar"]
    clearance, rng = stage.walls(), np.random.default_rng(seed)
    if trial == "simple":
        found = {"rest": ball_at_rest(), "wall": car_up_the_wall(clearance)}
    elif trial == "cars":
        found = cars(clearance, rng, count, stage)
    elif trial in ("nets", "drops"):
        found = {"nets": shots_at_nets, "drops": drops}[trial](rng, count)
    else:
        shots = {"random": random_shots, "aimed": aimed_shots}[trial](clearance, rng, stage)
        found = balls(clearance, shots, rng, count, stage.mode)
    print(json.dumps(found))


main()
