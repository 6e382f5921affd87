"""K arenas in one process: episodes, their events, and the same trajectory for the same seed and actions."""

import json
import math

import numpy as np
import pytest

from runtime.training import Component, EnvironmentSpec, RewardTerm, SpecificationError
from runtime.training.environment import Environment
from tests.runtime.training.parts import Diary

PARTS = "tests.runtime.training.parts"
IDLE, AHEAD, BOOST = 8, 16, 18
"""Actions: nothing, and full throttle straight ahead without and with boost."""
JUMP = 56
NORTH, SOUTH = math.pi / 2, -math.pi / 2
NEVER = (Component(name="time_limit", parameters={"seconds": 600.0}),)


def spec(size=1, **fields):
    return EnvironmentSpec(blue=size, orange=size, **fields)


def term(name, weight=1.0, **parameters):
    return RewardTerm(component=Component(name=name, parameters=parameters), weight=weight)


def fixed(ball, *cars, velocity=(0.0, 0.0, 0.0), **fields):
    """Makes an environment whose episodes start with this ball and these cars (x, y, yaw, speed, boost), blue first."""
    start = Component(name=f"{PARTS}:Fixed", parameters={"ball": ball, "velocity": velocity, "cars": cars})
    fields = {"truncations": NEVER, **fields}
    environment = Environment(EnvironmentSpec(blue=1, orange=len(cars) - 1, start=start, **fields))
    environment.reset()
    return environment


def played(environment, actions):
    return [environment.step(action) for action in actions]


def held(environment, action, steps):
    return played(environment, [np.full((environment.arenas, environment.agents), action)] * steps)


def random_actions(environment, steps, seed=5):
    shape = (steps, environment.arenas, environment.agents)
    return np.random.default_rng(seed).integers(0, environment.actions.count, shape)


def trajectory(environment, actions, **reset):
    """Returns everything that a caller gets, as bytes."""
    found = [environment.reset(**reset).tobytes()]
    for result in played(environment, actions):
        found.append(b"".join(array.tobytes() for array in result[:6]))
    return found


@pytest.mark.parametrize("size", [1, 2, 3])
def test_same_seed_and_actions_give_the_same_trajectory(size):
    some = spec(size, start=Component(name="random"))
    many, one = Environment(some, arenas=8, seed=7), Environment(some, seed=9)
    actions = random_actions(many, 75)
    first = [many.reset(), *(result.observations for result in played(many, actions))]
    alone = [one.reset(), *(result.observations for result in played(one, actions[:, 2:3]))]
    again = [many.reset(7), *(result.observations for result in played(many, actions))]
    for before, single, after in zip(first, alone, again, strict=True):
        assert before.tobytes() == after.tobytes()
        assert before[2:3].tobytes() == single.tobytes()


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "Hoops"},
        {"mode": "Heatseeker"},
        {"mode": "Snowday"},
        {"mutators": {"ball_size": "Gigantic", "gravity": "Low"}},
        {"mutators": {"jump": "Unlimited", "boost_amount": "RapidRecharge", "input_restriction": "Backwards"}},
        {"controlled": "one", "opponents": Component(name="stand_in", parameters={"skill": "AllStar"}), "blue": 3},
        {
            "start": Component(name="named"),
            "action_delay": 3,
            "parameters": {"physics.gravity_z": {"normal": [-650, 90]}},
        },
    ],
    ids="+".join,
)
def test_every_kind_of_environment_repeats_itself(fields):
    some = EnvironmentSpec(**{"orange": fields.get("blue", 1), **fields})
    environment, other = Environment(some, seed=3), Environment(some, seed=3)
    actions = random_actions(environment, 150)
    first = trajectory(environment, actions)
    assert trajectory(environment, actions, seeds=[3]) == first
    assert trajectory(other, actions) == first
    assert len(set(first)) > 100


def test_a_recorded_episode_is_repeated_by_its_seed_number_and_actions():
    short = spec(
        start=Component(name="mix", parameters={"starts": ["kickoff", "random", "named"], "weights": [1, 2, 2]}),
        truncations=(Component(name="time_limit", parameters={"seconds": 1.5}),),
        rewards=(term("velocity_to_ball"), term("ball_to_goal")),
    )
    environment = Environment(short, arenas=4, seed=20)
    environment.reset()
    actions = random_actions(environment, 100)
    recorded = [episode for result in played(environment, actions) for episode in result.episodes]
    chosen = next(one for one in recorded if one.arena == 2 and one.episode == 3)
    begin = sum(one.steps for one in recorded if one.arena == 2 and one.episode < 3)
    alone = Environment(short)
    alone.reset([chosen.seed], episodes=[chosen.episode])
    results = played(alone, actions[begin : begin + chosen.steps, 2:3])
    (repeated,) = results[-1].episodes
    assert repeated.reward_terms.tobytes() == chosen.reward_terms.tobytes()
    assert (repeated.reasons, repeated.steps, repeated.score) == (chosen.reasons, chosen.steps, chosen.score)


@pytest.mark.parametrize(("seconds", "steps"), [(0.99, 15), (1.0, 15), (1.01, 16)])
@pytest.mark.parametrize("ending", ["time_limit", "no_touch"])
def test_an_episode_is_cut_off_after_its_time(ending, seconds, steps):
    environment = Environment(spec(truncations=(Component(name=ending, parameters={"seconds": seconds}),)), arenas=2)
    environment.reset()
    results = held(environment, IDLE, steps)
    assert [result.truncated.tolist() for result in results] == [[False, False]] * (steps - 1) + [[True, True]]
    last = results[-1]
    expected = [(arena, 0, steps, (ending,), True) for arena in (0, 1)]
    assert [(one.arena, one.episode, one.steps, one.reasons, one.is_truncated) for one in last.episodes] == expected
    assert not np.array_equal(last.final_observations, last.observations)
    assert np.array_equal(results[0].final_observations, results[0].observations)
    assert not any(result.truncated.any() for result in held(environment, IDLE, steps - 1))


def test_a_goal_is_over_and_pays_both_teams():
    environment = fixed(
        (0.0, 4300.0, 93.15),
        (0.0, 3950.0, NORTH, 2000.0, 50.0),
        (3000.0, 0.0, NORTH, 0.0, 0.0),
        rewards=(term("goal", 10.0, concede=0.5), term("event", event="goals"), term("touch")),
    )
    result = next(result for result in held(environment, AHEAD, 30) if result.terminated[0])
    assert environment.term_names == ("goal", "goals", "touch")
    assert result.reward_terms[0, :, :2].tolist() == [[10.0, 1.0], [-5.0, 0.0]]
    (episode,) = result.episodes
    assert (episode.reasons, episode.is_truncated, episode.score) == (("goal",), False, (1, 0))
    assert episode.touches[0] >= 1
    assert episode.first_touch_s == pytest.approx(0.13, abs=0.08)
    assert np.allclose(episode.rewards, episode.reward_terms.sum(axis=1))


def test_a_goal_that_ends_nothing_is_followed_by_a_new_start():
    environment = fixed(
        (0.0, 4900.0, 93.15), (0.0, -4000.0, NORTH, 0.0, 0.0), velocity=(0.0, 3000.0, 0.0), terminations=()
    )
    results = held(environment, IDLE, 20)
    assert not any(result.episodes for result in results)
    assert environment.snapshot().score[0] >= 2
    assert abs(float(environment.state.ball_position[0, 1])) <= 5300.0


def test_the_goal_of_hoops_is_its_ring():
    up = {"velocity": (0.0, 0.0, 1500.0), "mode": "Hoops", "rewards": (term("ball_to_goal"),), "tick_skip": 1}
    below = fixed((0.0, 2969.0, 100.0), (0.0, 0.0, NORTH, 0.0, 0.0), **up).step([[IDLE]])
    assert below.rewards[0, 0] == pytest.approx(1500.0 / 6000.0, abs=0.01)


def test_an_own_goal_is_one():
    environment = fixed(
        (0.0, -4300.0, 93.15),
        (0.0, -3950.0, SOUTH, 2000.0, 50.0),
        (3000.0, 0.0, NORTH, 0.0, 0.0),
        rewards=(term("goal"), term("event", event="own_goals")),
    )
    result = next(result for result in held(environment, AHEAD, 30) if result.terminated[0])
    assert result.reward_terms[0].tolist() == [[-1.0, 1.0], [1.0, 0.0]]


def test_shots_and_saves_are_credited():
    environment = fixed(
        (0.0, 3500.0, 93.15),
        (0.0, 3200.0, NORTH, 600.0, 100.0),
        (0.0, 4900.0, SOUTH, 0.0, 0.0),
        rewards=(term("event", event="shots"), term("event", event="saves")),
    )
    terms = sum(result.reward_terms[0] for result in played(environment, [[[AHEAD, IDLE]]] * 3 + [[[IDLE, IDLE]]] * 27))
    assert terms.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    cars = environment.snapshot().cars
    assert (cars[0].shots, cars[1].saves) == (1, 1)


def test_a_demolished_car_comes_back_after_three_seconds():
    def demolition():
        environment = fixed(
            (3000.0, 0.0, 93.15),
            (0.0, -1000.0, NORTH, 2290.0, 100.0),
            (0.0, -300.0, 0.0, 0.0, 0.0),
            rewards=(term("event", event="demolitions"), term("event", event="demolished")),
        )
        away, rewards = [], 0
        for _ in range(60):
            rewards = rewards + environment.step([[BOOST, IDLE]]).reward_terms[0]
            away.append((bool(environment.state.car_is_demolished[0, 1]), float(environment.state.car_respawn_s[0, 1])))
        return away, rewards, environment.state.block.tobytes()

    away, rewards, block = demolition()
    assert rewards.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    seconds = [left for is_away, left in away if is_away]
    assert len(seconds) in (45, 46)
    assert seconds == sorted(seconds, reverse=True)
    assert 2.9 < seconds[0] <= 3.0
    assert [left for is_away, left in away if not is_away] == [0.0] * (60 - len(seconds))
    assert demolition() == (away, pytest.approx(rewards), block)


def test_a_pad_that_is_taken_is_observed_until_it_is_back():
    environment = fixed(
        (0.0, 0.0, 93.15),
        (3584.0, -600.0, NORTH, 1200.0, 0.0),
        (0.0, 3000.0, NORTH, 0.0, 0.0),
        rewards=(term("event", event="big_pads"), term("boost", gain=True)),
    )
    total = sum(result.reward_terms[0, 0] for result in held(environment, IDLE, 12))
    assert total.tolist() == [1.0, pytest.approx(1.0)]
    pad = int(np.argmax(environment.state.pad_timers[0]))
    left = float(environment.state.pad_timers[0, pad])
    assert 9.0 < left < 10.0
    result = environment.step([[IDLE, IDLE]])
    assert result.observations[0, 0, 9 + pad] == pytest.approx((left - 8 / 120) / 10.0, abs=1e-5)
    assert result.observations[0, 1, 9 + 33 - pad] == result.observations[0, 0, 9 + pad]
    view = environment.snapshot()
    assert not view.pads_active[pad]
    assert view.pads[pad].is_big
    assert view.pad_timers[pad] == pytest.approx(10.0 - left + 8 / 120, abs=1e-3)
    held(environment, IDLE, 150)
    assert not environment.state.pad_timers.any()
    assert environment.snapshot().pads_active[pad]


def test_both_teams_see_the_same_kickoff():
    environment = Environment(spec(3, observation=Component(name="padded")))
    blue, orange = environment.reset()[0, 0], environment.reset([0])[0, 3]
    assert blue.shape == (172,)
    assert np.allclose(blue, orange, atol=1e-5)
    with pytest.raises(SpecificationError, match="padded for 2 cars per team"):
        Environment(spec(3, observation=Component(name="padded", parameters={"padding": 2})))


def test_padding_leaves_room_for_cars_that_are_not_there():
    plain, padded = Environment(spec()), Environment(spec(observation=Component(name="padded")))
    short, long = plain.reset()[0, 0], padded.reset()[0, 0]
    assert np.array_equal(short[:72], long[:72])
    assert np.array_equal(short[72:92], long[112:132])
    assert not long[72:112].any()
    assert not long[132:].any()


def test_observations_are_those_of_the_state():
    environment = Environment(spec(start=Component(name="random")))
    observation = environment.reset([5])[0, 1]
    state = environment.state
    assert np.allclose(observation[:2], -state.ball_position[0, :2] / 2300.0, atol=1e-6)
    assert observation[2] == pytest.approx(state.ball_position[0, 2] / 2300.0)
    assert np.allclose(observation[52:55], state.car_position[0, 1] * (-1, -1, 1) / 2300.0, atol=1e-6)
    assert observation[67] == pytest.approx(state.car_boost[0, 1] / 100.0)


def test_stand_ins_play():
    environment = Environment(spec(2, controlled="one", opponents=Component(name="stand_in")), arenas=2)
    environment.reset()
    held(environment, IDLE, 75)
    moved = np.linalg.norm(environment.state.car_velocity, axis=2)
    assert (moved[:, 1:] > 100.0).any(axis=1).all()
    assert set(environment.state.last_touch.tolist()) <= {1, 2, 3}


def test_an_opponent_is_a_policy_of_a_user():
    from tests.runtime.training.parts import Constant

    rival = Component(name=f"{PARTS}:Constant", parameters={"action": AHEAD})
    environment = Environment(spec(2, controlled="blue", opponents=rival), arenas=3)
    environment.reset()
    result = held(environment, IDLE, 10)[-1]
    assert result.observations.shape == (3, 2, 132)
    assert Constant.seen.shape == (6, 132)
    speed = np.linalg.norm(environment.state.car_velocity, axis=2)
    assert (speed[:, :2] < 50.0).all()
    assert (speed[:, 2:] > 300.0).all()


def test_an_action_can_take_effect_later():
    speeds = []
    for delay in (0, 4, 7):
        environment = fixed((0.0, 3000.0, 93.15), (0.0, 0.0, NORTH, 0.0, 0.0), action_delay=delay)
        environment.step([[AHEAD]])
        speeds.append(float(environment.state.car_velocity[0, 0, 1]))
        environment.step([[IDLE]])
    assert speeds[0] > speeds[1] > speeds[2] >= 0.0


def test_continuous_actions_are_clamped_and_press_buttons_above_zero():
    environment = fixed((0.0, 3000.0, 93.15), (0.0, 0.0, NORTH, 0.0, 50.0), actions=Component(name="continuous"))
    environment.step([[[9.0, 0, 0, 0, 0, 0.0, 0.1, 0.0]]])
    assert environment.state.car_is_boosting[0, 0]
    assert not environment.state.car_has_jumped[0, 0]
    environment.step(np.array([[[0.0, 0, 0, 0, 0, 0.1, -1.0, np.inf]]]))
    assert environment.state.car_has_jumped[0, 0]
    with pytest.raises(ValueError, match="NaN"):
        environment.step(np.array([[[0.0, np.nan, 0, 0, 0, 0, 0, 0]]]))


@pytest.mark.parametrize("wrong", [90, -1])
def test_an_action_that_does_not_exist_is_refused(wrong):
    environment = Environment(spec())
    with pytest.raises(RuntimeError, match="reset"):
        environment.step([[0, 0]])
    environment.reset()
    with pytest.raises(ValueError, match=f"no action {wrong}; they are 0 to 89"):
        environment.step([[0, wrong]])
    with pytest.raises(ValueError, match=r"no action 0\.5"):
        environment.step([[0, 0.5]])
    with pytest.raises(ValueError, match=r"\(1, 2\) is expected"):
        environment.step([[0, 0, 0]])


def test_axes_of_actions_are_not_exchanged():
    environment = Environment(spec(), arenas=3)
    environment.reset()
    for fits in (np.zeros((3, 2)), np.zeros(6), np.zeros((3, 2, 1)), np.zeros((6, 1))):
        environment.step(fits)
    with pytest.raises(ValueError, match=r"shape \(2, 3\); \(3, 2\) is expected"):
        environment.step(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="3 arenas, but 1 numbers of episodes"):
        environment.reset(episodes=[0])
    environment.step(np.zeros((3, 2)))


def test_parameters_change_with_the_next_episode():
    short = spec(
        truncations=(Component(name="time_limit", parameters={"seconds": 0.5}),),
        rewards=(term("step", 2.0), term(f"{PARTS}:Height")),
        parameters={"height": {"uniform": [1.0, 2.0]}, "physics.gravity_z": -650.0},
    )
    environment = Environment(short, arenas=6, seed=1)
    environment.reset()
    assert environment.term_names == ("step", "Height")
    drawn = environment.state.parameters["height"].copy()
    assert len(set(drawn.tolist())) == 6
    assert ((drawn >= 1.0) & (drawn <= 2.0)).all()
    environment.set_parameters({"weight.step": 5.0, "physics.gravity_z": {"choice": [-100.0]}, "height": 3.0})
    rewards = [result.reward_terms[:, 0, 0] for result in held(environment, IDLE, 16)]
    assert [set(row.tolist()) for row in rewards] == [{2.0}] * 8 + [{5.0}] * 8
    assert environment.state.parameters["height"].tolist() == [3.0] * 6
    assert environment.snapshot(5).gravity_z == -100.0


def test_mutators_act_in_every_tick():
    endless = fixed((0.0, 3000.0, 93.15), (0.0, 0.0, NORTH, 0.0, 50.0), mutators={"boost_amount": "UnlimitedBoost"})
    held(endless, BOOST, 30)
    assert endless.state.car_boost[0, 0] >= 50.0
    refilled = fixed((0.0, 3000.0, 93.15), (0.0, 0.0, NORTH, 0.0, 50.0), mutators={"boost_amount": "SlowRecharge"})
    held(refilled, IDLE, 30)
    assert refilled.state.car_boost[0, 0] == pytest.approx(70.0, abs=0.2)
    grounded = fixed((0.0, 3000.0, 93.15), (0.0, 0.0, NORTH, 0.0, 50.0), mutators={"jump": "NoJumps"})
    held(grounded, JUMP, 10)
    assert not grounded.state.car_has_jumped.any()
    fragile = fixed((0.0, 300.0, 93.15), (0.0, 0.0, NORTH, 900.0, 0.0), mutators={"demolish": "OnBallContact"})
    held(fragile, AHEAD, 10)
    assert fragile.state.car_is_demolished[0, 0]
    held(fragile, AHEAD, 45)
    assert not fragile.state.car_is_demolished[0, 0]
    usual = fixed((0.0, 3000.0, 93.15), (0.0, 0.0, NORTH, 0.0, 50.0))
    held(usual, JUMP, 10)
    assert usual.state.car_has_jumped.all()


@pytest.mark.parametrize(
    ("fields", "key", "sentence"),
    [
        ({"mode": "Dropshot"}, "mode", "'Dropshot' is unknown"),
        ({"observation": Component(name="nothing")}, "observation", "Known: default, padded, ball"),
        ({"start": Component(name="no.such.module:X")}, "start", "cannot be imported: ModuleNotFoundError"),
        ({"start": Component(name=f"{PARTS}:Nothing")}, "start", "has no class 'Nothing'"),
        ({"start": Component(name=f"{PARTS}:Empty")}, "start", "has no method 'draw'"),
        ({"start": Component(name=f"{PARTS}:fails")}, "start", "RuntimeError: out of order"),
        ({"rewards": (term("touch", speed=1),)}, "rewards[0].speed", "has no parameter 'speed'. It has none"),
        ({"rewards": (term("event", event="lunch"),)}, "rewards[0]", "There is no event 'lunch'"),
        ({"terminations": (Component(name="no_touch", parameters={"seconds": 0}),)}, "terminations[0]", "above 0"),
        ({"start": Component(name="mix", parameters={"starts": ["never"]})}, "start.starts[0]", "'never' is unknown"),
        ({"start": Component(name="named", parameters={"names": "lob"})}, "start", "no start named 'lob'"),
        ({"start": Component(name="situation", parameters={"paths": "/no"})}, "start", "ValueError"),
        ({"mutators": {"max_score": "OneGoal"}}, "mutators.max_score", "no meaning in an environment"),
        ({"mutators": {"ball_type": "Cube"}}, "mutators.ball_type", "Known values: Default, Basketball"),
        ({"mutators": {"gravity": "Huge"}}, "mutators.gravity", "Known values: Default, Low"),
        ({"parameters": {"weight.luck": 1.0}}, "parameters.weight.luck", "Known: goal, touch"),
        ({"parameters": {"physics.luck": 1.0}}, "parameters.physics.luck", "Known: gravity_z"),
        ({"parameters": {"x": {"uniform": [1]}}}, "parameters.x", "A parameter is a number, or"),
        ({"parameters": {"x": "big"}}, "parameters.x", "not 'big'"),
    ],
)
def test_a_specification_that_cannot_be_used_says_where_and_why(fields, key, sentence):
    with pytest.raises(SpecificationError) as caught:
        Environment(spec(**fields))
    assert caught.value.key == key
    assert sentence in str(caught.value.reason)


def returning(value):
    return Component(name=f"{PARTS}:Returning", parameters={"value": value})


def steering(**parameters):
    return Component(name=f"{PARTS}:Steering", parameters=parameters)


@pytest.mark.parametrize(
    ("fields", "key", "sentence"),
    [
        (
            {"rewards": (term("touch"), term(f"{PARTS}:Returning", value=[[1.0]]))},
            "rewards[1]",
            r"\(2, 2\) is expected",
        ),
        ({"rewards": (term(f"{PARTS}:Returning", value=1.0),)}, "rewards[0]", r"shape \(\)"),
        (
            {"rewards": (term(f"{PARTS}:Returning", value=[[0.0, math.nan]] * 2),)},
            "rewards[0]",
            "NaN, infinity or nothing",
        ),
        ({"rewards": (term(f"{PARTS}:Returning", value=[["a", "b"]] * 2),)}, "rewards[0]", "NaN, infinity or nothing"),
        ({"terminations": (returning(True),)}, "terminations[0]", r"\(2,\) is expected"),
        ({"truncations": (returning([[True, False]] * 2),)}, "truncations[0]", r"shape \(2, 2\)"),
        ({"observation": returning(1.0)}, "observation", "NaN, infinity or nothing"),
        ({"start": returning(None)}, "start", r"cars of the arena \(2\)"),
        ({"actions": steering(value=np.ones((1, 1, 1, 8)))}, "actions", r"\(2, 2, 8\) is expected"),
        ({"actions": steering(value=math.inf)}, "actions", "NaN, infinity or nothing"),
        ({"actions": steering(count=3)}, "actions", "both count and table"),
        ({"actions": Component(name=f"{PARTS}:Fields")}, "actions", "no attribute 'table'"),
        ({"controlled": "blue", "opponents": returning(None)}, "opponents", r"\(2,\) is expected"),
    ],
)
def test_a_component_of_a_user_that_returns_something_wrong_is_named(fields, key, sentence):
    with pytest.raises(SpecificationError, match=sentence) as caught:  # noqa: PT012 - some are refused later than others
        environment = Environment(spec(**fields), arenas=2)
        environment.reset()
        environment.step(np.zeros((2, environment.agents)))
    assert caught.value.key == key


def test_an_ending_may_return_numbers():
    environment = Environment(spec(terminations=(returning([0, 1]),)), arenas=2)
    environment.reset()
    assert environment.step(np.zeros((2, 2))).terminated.tolist() == [False, True]


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({"blue": 0}, "blue"),
        ({"blue": 5}, "blue"),
        ({"blue": True}, "blue"),
        ({"orange": -1}, "orange"),
        ({"tick_skip": 0}, "tick_skip"),
        ({"tick_skip": 121}, "tick_skip"),
        ({"action_delay": 8}, "action_delay"),
        ({"controlled": "orange"}, "controlled"),
        ({"opponents": "stand_in"}, "opponents"),
        ({"rewards": "touch"}, "rewards"),
        ({"rewards": [{"name": "touch", "weight": "1"}]}, "rewards[0].weight"),
        ({"start": {"parameters": {}}}, "start.name"),
        ({"start": 3}, "start"),
        ({"colour": 1}, "colour"),
        (3, ""),
    ],
)
def test_a_wrong_json_form_says_where(value, key):
    with pytest.raises(SpecificationError) as caught:
        EnvironmentSpec.from_json(value)
    assert caught.value.key == key


def test_fields_may_have_their_json_form_and_types_of_numpy():
    shown = EnvironmentSpec(
        blue=np.int64(2),
        observation="ball",
        start={"name": "random", "parameters": {"ball_speed": 0.0}},
        rewards=["touch", Component(name="goal"), {"name": "speed", "weight": np.float32(0.5)}, term("air", 2)],
        truncations=[Component(name="no_touch")],
    )
    assert shown == EnvironmentSpec(
        blue=2,
        observation=Component(name="ball"),
        start=Component(name="random", parameters={"ball_speed": 0.0}),
        rewards=(term("touch"), term("goal"), term("speed", 0.5), term("air", 2.0)),
        truncations=(Component(name="no_touch"),),
    )
    assert json.loads(json.dumps(shown.as_json())) == shown.as_json()
    with pytest.raises(SpecificationError, match="rewards"):
        EnvironmentSpec(rewards="goal")
    with pytest.raises(SpecificationError, match=r"rewards\[0\]\.weight"):
        EnvironmentSpec.from_json({"rewards": [{"name": "goal", "weight": math.nan}]})


@pytest.mark.parametrize("value", [{"blue": 1}, {"blue": 4, "orange": 0}, {"tick_skip": 120, "action_delay": 119}])
def test_a_specification_has_a_json_form(value):
    one = EnvironmentSpec.from_json(value)
    assert EnvironmentSpec.from_json(one.as_json()) == one


def test_situations_of_a_folder_are_starts(tmp_path):
    text = (
        'version = 1\nname = "corner"\n[ball]\nlocation = [1000.0, 2000.0, 500.0]\n[[cars]]\nteam = 0\nboost = 12.0\n'
    )
    (tmp_path / "corner.situation.toml").write_text(text)
    start = Component(name="situation", parameters={"paths": [str(tmp_path)], "mirror": True})
    environment = Environment(spec(start=start), arenas=8)
    environment.reset()
    assert set(environment.state.ball_position[:, 0].tolist()) == {-1000.0, 1000.0}
    assert environment.state.car_boost[:, 0].tolist() == [12.0] * 8


def test_random_starts_keep_cars_apart_and_near_the_ball():
    start = Component(name="random", parameters={"distance": 900.0, "ball_height": 0.0, "boost": [10.0, 20.0]})
    environment = Environment(spec(3, start=start, parameters={"start.ball_speed": 0.0}), arenas=8)
    environment.reset()
    assert not environment.state.ball_velocity[:, :2].any()
    state = environment.state
    away = np.linalg.norm(state.car_position[:, :, :2] - state.ball_position[:, None, :2], axis=2)
    assert (away < 1000.0).all()
    assert ((state.car_boost >= 10.0) & (state.car_boost <= 20.0)).all()
    environment.set_parameters({"start.distance": 0.0})
    environment.reset()
    between = np.linalg.norm(state.car_position[:, :, None] - state.car_position[:, None], axis=3)
    assert (between[:, ~np.eye(6, dtype=bool)] > 295.0).all()


@pytest.mark.parametrize("delay", [0, 1, 4, 7])
@pytest.mark.parametrize("y", [5130.0, 5190.0])
def test_a_goal_in_a_step_counts_once_however_long_the_action_is_delayed(delay, y):
    environment = fixed((0.0, y, 300.0), (0.0, -3000.0, 0.0, 0.0, 0.0), velocity=(0.0, 2500.0, 0.0), action_delay=delay)
    (episode,) = next(result.episodes for result in held(environment, IDLE, 10) if result.episodes)
    assert episode.score == (1, 0)


def test_final_observations_are_those_after_a_kickoff_where_only_another_arena_ends():
    environment = Environment(
        EnvironmentSpec(
            blue=1,
            orange=0,
            start=Component(
                name=f"{PARTS}:Fixed",
                parameters={
                    "ball": (0.0, 5130.0, 300.0),
                    "velocity": (0.0, 2500.0, 0.0),
                    "cars": [(0.0, -3000.0, 0, 0, 0)],
                },
            ),
            terminations=(),
            truncations=(Component(name=f"{PARTS}:GoalOfTheFirst"),),
        ),
        arenas=2,
    )
    environment.reset()
    result = next(result for result in held(environment, IDLE, 10) if result.episodes)
    assert result.truncated.tolist() == [True, False]
    assert np.array_equal(result.final_observations[1], result.observations[1])
    assert not np.array_equal(result.final_observations[0], result.observations[0])


def test_a_goal_within_an_episode_is_told_to_what_remembers_and_to_the_start_state():
    Diary.told.clear()
    first, kickoff = [5130.0, 5130.0], [0.0, 0.0]
    environment = Environment(
        EnvironmentSpec(
            blue=1,
            orange=0,
            start=Component(name=f"{PARTS}:GoalFirst"),
            observation=Component(name=f"{PARTS}:Diary"),
            rewards=(term(f"{PARTS}:Remembering"), term(f"{PARTS}:Counting")),
            terminations=(Component(name=f"{PARTS}:Remembering"), Component(name=f"{PARTS}:Counting")),
            truncations=NEVER,
        ),
        arenas=2,
    )
    environment.reset()
    begin, Diary.told[:] = Diary.told[:], []
    assert begin == [(name, "reset", [0, 1], first) for name in ("Diary", *("Remembering", "Counting") * 2)]
    held(environment, IDLE, 10)
    assert environment.state.ball_position[:, 1].tolist() == kickoff
    names = [("Diary", "reset"), ("Remembering", "reset"), ("Counting", "kick_off"), ("Counting", "kick_off")]
    assert [(*told, [0, 1]) for told in names] == [told[:3] for told in Diary.told]
    assert all(told[3] == kickoff for told in Diary.told)


def test_a_mix_of_something_else_than_a_list_is_refused():
    with pytest.raises(SpecificationError, match=r"start\.starts: .*a list"):
        Environment(spec(start=Component(name="mix", parameters={"starts": 5})))
