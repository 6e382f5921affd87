"""Packets give the observations of training for the same physical state, and decisions have the same timing."""

import numpy as np
import pytest
import rlbot_flatbuffers as flat
from RocketSim import Angle

from runtime.arena.game.game import Game
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.documents.model import Car, Match, Mutators
from runtime.training.environment import ArenaState, make, observed
from runtime.training.environment.actions import LookupActions
from runtime.training.environment.from_packet import ABSENT_Z, PacketReader, axes_of
from runtime.training.environment.simulation import Simulation
from runtime.training.learners import Policy
from runtime.training.learners.player import PolicyPlayer
from runtime.training.specification import Component

SKIP = 8
OBSERVATIONS = ("default", "padded", "ball", "car_frame")


def car(team, number=0):
    return Car(name=f"Car {team} {number}", team=team, agent_id=f"tests/{team}{number}", root_dir="/", run_command="x")


@pytest.fixture
def game_of(mesh_cache):
    prepare(ensure_meshes(mesh_cache))

    def start(*teams, seed=1, **values):
        match = Match(cars=tuple(car(team, n) for n, team in enumerate(teams)), instant_start=True, **values)
        game = Game(match, seed=seed)
        game.start()
        return game

    return start


class Mirror:
    """The state of a training environment that reads the arena of a match."""

    def __init__(self, game, teams):
        world = game._world
        self.state = ArenaState(teams, pads=34)
        self._simulation = Simulation(0, self.state, "Soccar", Mutators())
        self._simulation._arena, self._simulation._cars = world._arena, world._cars
        self._simulation._read_ball = world._arena.ball.get_state
        self._simulation._readers = [
            (index, numbers, car.get_state)
            for car, (index, numbers, _) in zip(world._cars, self._simulation._readers, strict=True)
        ]
        self._world = world

    def read(self):
        self._simulation.frame = self._world.frame
        self._simulation.wrecks = self._world.wrecks
        self._simulation.read()
        self.state.pad_timers[0] = [
            0.0 if pad.get_state().is_active else pad.get_state().cooldown for pad in self._world._pads
        ]
        return self.state


GUESSED = ("car_on_ground", "car_can_flip")
"""Packets show only whether all wheels are on the ground."""


@pytest.mark.parametrize("teams", [(0, 1), (0, 0, 1, 1)])
def test_packets_give_the_observations_of_training(game_of, teams):
    game, rng, table = game_of(*teams, seed=len(teams)), np.random.default_rng(5), LookupActions().table
    mirror, reader = Mirror(game, teams), PacketReader(game.field_info())
    fields = [name for name in vars(mirror.state) if name.startswith(("ball_", "car_"))]
    wrong = dict.fromkeys(GUESSED, 0)
    observations = [make("observation", Component(name=name)) for name in OBSERVATIONS]
    sizes = [observation.size(teams, 34) for observation in observations]
    decisions = 0
    for frame in range(1600):
        if frame % SKIP == 0:
            for index in range(len(teams)):
                game.set_controls(index, controls_of(table[rng.integers(len(table))]))
        game.advance()
        seen, real = reader.read(game.packet()), mirror.read()
        if frame % SKIP:
            continue
        decisions += len(teams)
        for name in fields:
            if name in GUESSED:
                wrong[name] += int((getattr(seen, name) != getattr(real, name)).sum())
                getattr(seen, name)[:] = getattr(real, name)
            else:
                assert getattr(seen, name) == pytest.approx(getattr(real, name), abs=0.01), (frame, name)
        assert seen.pad_timers == pytest.approx(real.pad_timers, abs=0.01)
        for observation, size in zip(observations, sizes, strict=True):
            packet, trained = (observed(observation, state, len(teams), size) for state in (seen, real))
            assert packet == pytest.approx(trained, abs=1e-4), (frame, observation)
    assert wrong["car_on_ground"] < 0.1 * decisions
    assert wrong["car_can_flip"] < 0.02 * decisions
    assert seen.ticks[0] > 0


def controls_of(values):
    throttle, steer, pitch, yaw, roll, jump, boost, handbrake = map(float, values)
    return flat.ControllerState(throttle, steer, pitch, yaw, roll, jump > 0, boost > 0, handbrake > 0)


def test_axes_are_those_of_the_physics():
    rng = np.random.default_rng(2)
    for pitch, yaw, roll in rng.uniform(-1.5, 1.5, (50, 3)):
        matrix = Angle(yaw, pitch, roll).as_rot_mat()
        expected = [axis.as_tuple() for axis in (matrix.forward, matrix.right, matrix.up)]
        assert np.asarray(axes_of(pitch, yaw, roll)) == pytest.approx(np.asarray(expected), abs=1e-5)


def test_touches_and_goals_show_in_the_state(game_of):
    game = game_of(0, 1, skip_replays=True)
    reader, touches, goals = PacketReader(game.field_info()), [], []
    for frame in range(900):
        if frame == 60:
            own = game.packet().players[0].physics
            ahead = axes_of(own.rotation.pitch, own.rotation.yaw, own.rotation.roll)[0]
            set_ball(
                game, (own.location.x + 300.0 * ahead[0], own.location.y + 300.0 * ahead[1], 93.0), (0.0, 0.0, 0.0)
            )
        if frame == 300:
            set_ball(game, (0.0, 5000.0, 200.0), (0.0, 2000.0, 0.0))
        game.set_controls(0, flat.ControllerState(throttle=1.0, boost=True))
        game.advance()
        packet = game.packet()
        if packet.balls:
            seen = reader.read(packet)
            touches += [frame] * int(seen.touches[0, 0])
            goals += [(int(seen.goal[0]), int(seen.goals[0, 0]))] * seen.has_goal
            assert seen.untouched_ticks[0] <= seen.ticks[0]
    assert 60 < touches[0] < 300
    assert goals == [(0, 1)]


def set_ball(game, place, speed):
    physics = flat.DesiredPhysics(flat.Vector3Partial(*place), velocity=flat.Vector3Partial(*speed))
    game.set_state(flat.DesiredGameState([flat.DesiredBallState(physics)]))


def trained(observation="car_frame", *, tick_skip=SKIP, delay=0, blue=1, orange=1, actions="lookup"):
    """A policy with random weights, which makes many different decisions."""
    made = make("observation", Component(name=observation))
    size = made.size((0,) * blue + (1,) * orange, 34)
    space = make("actions", Component(name=actions))
    rng = np.random.default_rng(1)
    outputs = space.count or space.size
    interface = {
        "observation": {"name": observation, "parameters": {}},
        "actions": {"name": actions, "parameters": {}},
        "tick_skip": tick_skip,
        "action_delay": delay,
        "blue": blue,
        "orange": orange,
    }
    parameters = {"w0": rng.normal(size=(size, outputs)), "b0": rng.normal(size=outputs)}
    return Policy(parameters, bins=(outputs,) if space.count else (), interface=interface)


@pytest.mark.parametrize(
    ("tick_skip", "delay", "actions"), [(8, 0, "continuous"), (8, 3, "continuous"), (5, 0, "continuous")]
)
def test_decisions_are_held_as_long_as_in_training(game_of, tick_skip, delay, actions):
    game, policy = game_of(0, 1), trained(tick_skip=tick_skip, delay=delay, actions=actions)
    player = PolicyPlayer(policy, game.field_info(), 0, 0)
    given, playing = [], []
    for _ in range(600):
        packet = game.packet()
        controls = player.controls(packet)
        game.set_controls(0, controls)
        given.append(controls.pack())
        playing.append(int(packet.match_info.match_phase) in (3, 4))
        game.advance()
    begin = playing.index(True)
    changes = [frame for frame in range(begin + 1, 600) if playing[frame] and given[frame] != given[frame - 1]]
    assert len(changes) > 5
    assert {(frame - begin) % tick_skip for frame in changes} == {delay}


@pytest.mark.parametrize("lost", [1, 9, 40])
def test_lost_packets_only_delay_a_decision(game_of, lost):
    game = game_of(0, 1)
    player = PolicyPlayer(trained(), game.field_info(), 0, 0)
    for _ in range(0, 480, lost):
        controls = player.controls(game.packet())
        game.set_controls(0, controls)
        for _ in range(lost):
            game.advance()
    assert game.frame_num >= 400


@pytest.mark.parametrize(
    ("teams", "index", "seen"),
    [
        ((0, 1), 0, [0, 1]),
        ((0, 1), 1, [0, 1]),
        ((0, 0, 1, 1), 1, None),
        ((0,), 0, [0, None]),
    ],
)
def test_a_policy_plays_in_matches_of_other_sizes(game_of, teams, index, seen):
    game = game_of(*teams)
    player = PolicyPlayer(trained("default"), game.field_info(), index, teams[index])
    packet = game.packet()
    observation = player.observe(packet)
    state = player._read(packet)
    assert state.layout.teams == (0, 1)
    assert np.isfinite(observation).all()
    if seen is None:
        own = packet.players[index].physics.location
        assert state.car_position[0, 0].tolist() == pytest.approx([own.x, own.y, own.z], abs=0.01)
    elif None in seen:
        assert state.car_position[0, 1].tolist() == [0.0, 0.0, ABSENT_Z]
        assert state.car_is_demolished[0].tolist() == [0.0, 1.0]


def test_a_field_with_other_pads_is_refused(game_of):
    game = game_of(0, 1, game_mode="Hoops")
    with pytest.raises(ValueError, match="20 boost pads"):
        PolicyPlayer(trained("default"), game.field_info(), 0, 0)
    PolicyPlayer(trained("car_frame"), game.field_info(), 0, 0)
