"""A short name for the exact state of a match, by which two runs are told to be the same."""

import struct

import RocketSim

from runtime.arena.game.rules import Rules
from runtime.arena.game.scoring import Scoring
from runtime.arena.physics.world import World


def state_hash(world: World, scoring: Scoring, rules: Rules) -> str:
    """Hex digest over the exact numbers of cars, ball, pads, scores and clock."""
    from hashlib import blake2b  # noqa: PLC0415 - loads a big library, and is wanted at the end only

    digest = blake2b(digest_size=16)
    for state in (world.ball, *world.cars):
        digest.update(_floats(state))
    for car in world.cars:
        digest.update(struct.pack("<d3?", car.boost, car.is_demoed, car.has_jumped, car.has_flipped))
    for index, since_s in sorted(world.taken_pads()):
        digest.update(struct.pack("<id", index, since_s))
    for stats in scoring.stats:
        digest.update(struct.pack("<7i", *stats.counts()))
    digest.update(struct.pack("<4i", *rules.score, rules.clock_frames, rules.frames))
    if rules.series is not None:
        digest.update(struct.pack("<3i", *rules.series.won, len(rules.series.games)))
    return digest.hexdigest()


def _floats(state: RocketSim.CarState | RocketSim.BallState) -> bytes:
    forward, right, up = state.rot_mat.as_tuple()
    numbers = (*state.pos, *state.vel, *state.ang_vel, *forward, *right, *up)
    return struct.pack(f"<{len(numbers)}d", *numbers)
