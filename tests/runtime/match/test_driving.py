"""A human drives a car in a real match: with the same path as the same inputs of a bot, and without delay."""

import random
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.documents.validation import validate
from runtime.driving import HumanInputs
from runtime.games import ServerAddress
from runtime.match.monitor import NO_HUMAN
from runtime.match.side_sessions import HumanDriver
from runtime.model.commands import DriveCar
from runtime.model.driving import DriveAction as Do
from runtime.model.events import FrameShown, MatchNoted
from runtime.model.states import Outcome

SCRIPT = {
    400: (Do.FORWARD, True),
    430: (Do.BOOST, True),
    480: (Do.RIGHT, True),
    520: (Do.RIGHT, False),
    540: (Do.JUMP, True),
    546: (Do.JUMP, False),
    560: (Do.JUMP, True),
    562: (Do.JUMP, False),
    600: (Do.BOOST, False),
    650: (Do.AIR_ROLL, True),
    655: (Do.LEFT, True),
    700: (Do.AIR_ROLL, False),
    760: (Do.FORWARD, False),
}
"""Presses and releases by the number of the sample before which they happen."""


class ScriptedKeys(HumanInputs):
    """Keys that a script presses; keeps the samples."""

    def __init__(self):
        super().__init__(ramp_s=0.1, find_gamepad=lambda: None)
        self.samples = []
        self.is_closed = False

    def sample(self, ticks=1):
        if len(self.samples) in SCRIPT:
            action, is_held = SCRIPT[len(self.samples)]
            self.held.set(action, is_held=is_held)
        self.samples.append(super().sample(ticks))
        return self.samples[-1]

    def close(self):
        self.is_closed = True


def inputs_of(controls):
    names = flat.ControllerState.__match_args__[:8]
    return flat.ControllerState(**{name: getattr(controls, name) for name in names})


def post_first(stage, *commands):
    """Posts commands as soon as the match emits its first event."""

    def on_event(_event):
        while waiting:
            stage.runner.post(waiting.pop(0))

    waiting = list(commands)
    stage.on_event = on_event


def test_keys_move_the_car_exactly_as_the_same_inputs_do(stage, car, human, match_of, mesh_cache):
    """The reference is a game with the same inputs; the bot gives full throttle in every frame."""
    keys, match, seconds = ScriptedKeys(), match_of(car("driver"), human), 8.0
    post_first(stage, DriveCar(source=keys))
    result = stage.play(match, seconds_limit=seconds)
    assert result.outcome is Outcome.FINISHED
    assert keys.is_closed
    assert len(keys.samples) > max(SCRIPT)

    prepare(ensure_meshes(mesh_cache))
    game = Game(validate(match, random=random.Random(1)).value, seed=0, seconds_limit=seconds)
    game.start()
    highest = 0.0
    for frame in range(result.frames):
        if frame:
            game.set_controls(0, flat.ControllerState(throttle=1.0))
            game.set_controls(1, inputs_of(keys.samples[frame - 1]))
        game.advance()
        highest = max(highest, game.packet().players[1].physics.location.z)
    assert highest > 80.0, "it has jumped"
    assert game.state_hash() == result.state_hash


def test_a_human_that_nobody_drives_stands_still(stage, human, match_of):
    result = stage.play(match_of(human, instant_start=True))
    first, last = (view.cars[0] for view in (stage.of(FrameShown)[0].view, stage.of(FrameShown)[-1].view))
    assert (first.x, first.y) == pytest.approx((last.x, last.y), abs=1.0)
    assert result.outcome is Outcome.FINISHED


def test_a_match_without_a_human_says_that_there_is_nothing_to_drive(stage, car, match_of):
    post_first(stage, DriveCar(source=ScriptedKeys()))
    stage.play(match_of(car("driver")))
    assert [event.text for event in stage.of(MatchNoted)] == [NO_HUMAN]


def test_driving_can_be_left_and_begun_again(stage, car, human, match_of):
    """The match continues while nobody drives, also in lockstep."""
    first, second = ScriptedKeys(), ScriptedKeys()

    def on_event(event):
        if not isinstance(event, FrameShown):
            return
        if len(first.samples) > 20 and not first.is_closed:
            stage.runner.post(DriveCar(source=None))
        elif first.is_closed and not second.samples:
            stage.runner.post(DriveCar(source=second))
        elif len(second.samples) > 20:
            stage.runner.request_stop()

    post_first(stage, DriveCar(source=first))
    begin = stage.on_event
    stage.on_event = lambda event: (begin(event), on_event(event))
    assert stage.play(match_of(car("driver"), human), seconds_limit=600.0).outcome is Outcome.INTERRUPTED
    assert second.samples
    assert second.is_closed


def test_a_driver_whose_server_goes_says_why(foreign_arena):
    server, port = foreign_arena
    keys = ScriptedKeys()
    driver = HumanDriver(server=ServerAddress("127.0.0.1", port), manager_key="", car=0, source=keys)
    driver.start()
    assert driver.fault is None
    server.terminate()
    server.wait(10.0)
    deadline = time.monotonic() + 10.0
    while not keys.is_closed and time.monotonic() < deadline:
        time.sleep(0.01)  # until the thread has noticed
    driver.join()
    assert driver.fault.code == "driving-ended"
