"""From two cars to sixty-four, driven by two hiveminds over sockets."""

import math

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.arena.refusals import refusal

pytestmark = pytest.mark.usefixtures("walls")


def crowd(make, per_team):
    cars = [make.bot(f"Car {index}", f"team {index % 2}", index % 2, hivemind=True) for index in range(2 * per_team)]
    return make.match(*cars, instant_start=True)


@pytest.mark.parametrize("per_team", [1, 32])
def test_every_car_gets_a_session_inputs_and_packets(arena, make, per_team):
    server = arena(make_game=lambda match: Game(match, seed=1), refusal=refusal)
    server.launch(crowd(make, per_team))
    minds = [server.agent(f"team {team}") for team in (0, 1)]
    given = [[part.index for part in mind.of(flat.ControllableTeamInfo)[0].controllables] for mind in minds]
    assert given == [list(range(0, 2 * per_team, 2)), list(range(1, 2 * per_team, 2))]
    for frame in range(1, 40):
        for mind, cars in zip(minds, given, strict=True):
            mind.wait_for_kind(flat.GamePacket, frame)
            for index in cars:
                mind.answer(index, throttle=1.0)
    packet = minds[0].of(flat.GamePacket)[-1]
    assert len(packet.players) == 2 * per_team
    assert len({player.name for player in packet.players}) == 2 * per_team
    speeds = [math.hypot(car.physics.velocity.x, car.physics.velocity.y) for car in packet.players]
    assert min(speeds) > 100


def test_sixty_six_are_refused_in_a_sentence(arena, make):
    server = arena(refusal=refusal)
    manager = server.join()
    manager.send(crowd(make, 33))
    report = manager.wait_for_report(lambda report: "refused" in report)
    assert report["refused"] == "Blue has 33 cars; the arena has room for 32 in a team."
