"""A human's car: who may drive it, and how long lockstep waits for its driver."""

import pytest
import rlbot_flatbuffers as flat

HUMAN = flat.PlayerConfiguration(flat.Human(), 1, 0)
KEY = f"~{7:032x}"


@pytest.fixture
def driven(arena, make):
    """A lockstep match of a human whose car is being driven and a bot that has not answered yet."""
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), HUMAN))
    driver = server.join()
    driver.send(flat.InitComplete(), flat.ConsoleCommand("kickabout drive on"))
    driver.settle()
    agent = server.agent("a")
    agent.wait_for_kind(flat.GamePacket)
    return server, manager, driver, agent


def frames_of(server, *peers):
    for peer in peers:
        peer.settle()
    return server.game.frame_num


def test_lockstep_waits_for_the_human_while_somebody_drives(driven):
    server, _, driver, agent = driven
    before = frames_of(server, driver)
    agent.answer(0)
    assert frames_of(server, agent, driver) == before
    driver.answer(1, throttle=1.0)
    agent.wait_for_kind(flat.GamePacket, 2)
    assert [index for _, index, controls in server.game.controls if controls.throttle == 1.0] == [1]


@pytest.mark.parametrize("is_gone", [True, False])
def test_the_car_stands_still_and_is_not_waited_for_when_its_driver_leaves(driven, is_gone):
    server, _, driver, agent = driven
    agent.answer(0)
    driver.answer(1, throttle=1.0)
    agent.wait_for_kind(flat.GamePacket, 2)
    if is_gone:
        driver.close()
    else:
        driver.send(flat.ConsoleCommand("kickabout drive off"))
        driver.settle()
    for count in (3, 4, 5):
        agent.answer(0)
        agent.wait_for_kind(flat.GamePacket, count)
    assert [controls.throttle for _, index, controls in server.game.controls if index == 1] == [1.0, 0.0]


def test_without_a_driver_nobody_waits_for_the_human(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), HUMAN))
    agent = server.agent("a")
    for count in (1, 2, 3):
        agent.wait_for_kind(flat.GamePacket, count)
        agent.answer(0)
    manager.send(flat.PlayerInput(1, flat.ControllerState(boost=True)))
    manager.settle()
    assert server.game.controls[-1][1:][0] == 1, "a manager may still send single inputs"


def test_a_driver_does_not_answer_for_a_bot(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), HUMAN, enable_state_setting=True))
    driver = server.join()
    driver.send(flat.InitComplete(), flat.ConsoleCommand("kickabout drive on"))
    driver.settle()
    server.agent("a").wait_for_kind(flat.GamePacket)
    before = frames_of(server, driver)
    driver.answer(0)
    driver.answer(1)
    assert frames_of(server, driver) == before


def test_in_an_owned_arena_only_the_owner_drives(arena, make):
    server = arena(manager_key=KEY, pace="realtime")
    owner = server.launch(make.match(HUMAN), KEY)
    stranger, driver = server.join(), server.join(KEY, close=False)
    stranger.send(flat.ConsoleCommand("kickabout drive on"), flat.PlayerInput(0, flat.ControllerState(boost=True)))
    stranger.settle()
    report = owner.wait_for_report(lambda report: len(report["interference"]) == 2)
    assert {act["what"] for act in report["interference"]} == {"ConsoleCommand", "PlayerInput"}
    assert not server.game.controls
    driver.send(flat.ConsoleCommand("kickabout drive on"))
    driver.answer(0, boost=True)
    driver.settle()
    assert server.game.controls[-1][2].boost


def test_driving_in_an_open_arena_is_no_interference(arena, make):
    server = arena(pace="realtime")
    manager = server.launch(make.match(HUMAN))
    driver = server.join()
    driver.send(flat.ConsoleCommand("kickabout drive on"))
    driver.answer(0, boost=True)
    driver.settle()
    report = manager.wait_for_report(lambda report: report["frame"] > 0)
    assert not report["interference"]
