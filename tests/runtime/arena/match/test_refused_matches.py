"""A request for another match during a match: a refused request changes nothing, and no request ends the arena."""

import math

import pytest
import rlbot_flatbuffers as flat
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from runtime.arena.game.game import Game
from runtime.arena.refusals import refusal
from runtime.protocol import MAX_PAYLOAD, pack_interface

pytestmark = pytest.mark.usefixtures("walls")

BEHAVIOR = flat.ExistingMatchBehavior
STEP_FRAMES = 12
NAME_LETTERS = 64_400
"""A name of this length fits into a match configuration, but not into a packet."""


def moving(y, z, yaw, speed_y):
    still = flat.Vector3Partial(0.0, 0.0, 0.0)
    place, turn = flat.Vector3Partial(0.0, y, z), flat.RotatorPartial(0.0, yaw, 0.0)
    return flat.DesiredPhysics(place, turn, flat.Vector3Partial(0.0, speed_y, 0.0), still)


AT_THE_BALL = flat.DesiredGameState(
    [flat.DesiredBallState(moving(0.0, 93.0, 0.0, 0.0))],
    [
        flat.DesiredCarState(moving(-200.0, 17.0, math.pi / 2, 1000.0)),
        flat.DesiredCarState(moving(200.0, 17.0, -math.pi / 2, -1000.0)),
    ],
    None,
)
"""Both cars touch the ball within the next frames."""


class RunningMatch:
    """A paused match of two cars, and an undisturbed twin game that is advanced by the same frames."""

    def __init__(self, arena, make):
        self._make = make
        self.arena = arena(pace="10", make_game=self._open, refusal=refusal)
        self.manager = self.arena.join()
        self.manager.send(flat.InitComplete())
        self.begin()

    def _open(self, match):
        self._match = match
        return Game(match, seed=1)

    def begin(self):
        """Starts the match of the two cars in place of the current match."""
        match = self._make.match(
            self._make.bot("A", "a"),
            self._make.bot("B", "b", 1),
            wait_for_agents=False,
            instant_start=True,
            enable_state_setting=True,
        )
        self.manager.send(match, flat.ConsoleCommand("kickabout pause"))
        self.manager.settle()
        self.game, self.twin = self.arena.game, Game(self._match, seed=1)
        self.twin.start()
        while self.twin.frame_num < self.game.frame_num:
            self.twin.advance()
        self.check()

    def request(self, match):
        """Requests a match; returns whether the arena plays it now."""
        self.manager.messages.clear()
        self.manager.send(match)
        self.manager.settle()
        return bool(self.manager.of(flat.MatchConfiguration))

    def step(self):
        """Makes the cars touch the ball, in the match and in the twin."""
        self.twin.set_state(AT_THE_BALL)
        for _ in range(STEP_FRAMES):
            self.twin.advance()
        self.manager.send(AT_THE_BALL, flat.ConsoleCommand(f"kickabout step {STEP_FRAMES}"))
        self.manager.wait_for_report(lambda report: report.get("frame") == self.twin.frame_num and report["paused"])

    def play(self):
        """Makes the cars of the running match touch the ball."""
        self.manager.send(AT_THE_BALL, flat.ConsoleCommand("kickabout resume"))
        self.manager.settle()
        self.manager.messages.clear()
        self.manager.wait_for(lambda peer: frame_range(peer.of(flat.GamePacket)) >= STEP_FRAMES, "frames")

    def check(self):
        """Checks that the match is as if nobody had requested another one."""
        assert self.game.state_hash() == self.twin.state_hash()
        assert self.game.packet_payload() == self.twin.packet_payload()


def frame_range(packets):
    """Returns the number of frames from the first to the last packet."""
    return packets[-1].match_info.frame_num - packets[0].match_info.frame_num if packets else 0


@pytest.fixture
def running(arena, make):
    return RunningMatch(arena, make)


@pytest.mark.parametrize("behavior", [BEHAVIOR.Restart, BEHAVIOR.RestartIfDifferent, BEHAVIOR.ContinueAndSpawn])
@pytest.mark.parametrize("is_other_car", [False, True])
def test_a_name_too_long_for_a_packet_is_refused_without_a_trace(running, make, behavior, is_other_car):
    car = make.bot("C" * NAME_LETTERS, "c" if is_other_car else "a")
    assert not running.request(make.match(car, existing_match_behavior=behavior))
    running.check()
    running.step()
    assert all(player.latest_touch is not None for player in running.game.packet().players)
    running.check()


lengths = st.one_of(st.integers(0, 20), st.integers(60_000, 65_000))
"""Generated names and maps are given by their lengths, so that failures can be printed."""
agent_ids = st.sampled_from(["a", "b", "c", ""])
car_plans = st.tuples(st.sampled_from(["bot", "hivemind", "Psyonix", "human"]), lengths, agent_ids, st.integers(0, 2))
match_plans = st.fixed_dictionaries(
    {
        "cars": st.lists(car_plans, max_size=4),
        "copies": st.sampled_from([1, 1, 1, 33, 65]),
        "scripts": st.lists(st.tuples(lengths, agent_ids), max_size=2),
        "map": st.one_of(st.sampled_from(["", "Stadium_P", "HoopsStadium_P", "Labs_Octagon_P"]), lengths),
        "mode": st.sampled_from([flat.GameMode.Soccar, flat.GameMode.Hoops, flat.GameMode.Rumble]),
        "ball": st.sampled_from([flat.BallTypeMutator.Default, flat.BallTypeMutator.Puck]),
        "gravity": st.sampled_from([flat.GravityMutator.Default, flat.GravityMutator.Reverse]),
        "freeplay": st.booleans(),
        "behavior": st.sampled_from(
            [BEHAVIOR.Restart, BEHAVIOR.RestartIfDifferent, BEHAVIOR.ContinueAndSpawn, BEHAVIOR.ContinueAndSpawn]
        ),
    }
)


def configuration_of(plan):
    """Builds the message of a generated match."""
    maker = {
        "bot": lambda name, agent_id: flat.CustomBot(name=name, agent_id=agent_id),
        "hivemind": lambda name, agent_id: flat.CustomBot(name=name, agent_id=agent_id, hivemind=True),
        "Psyonix": lambda name, _: flat.PsyonixBot(name=name),
        "human": lambda *_: flat.Human(),
    }
    cars = [
        flat.PlayerConfiguration(maker[kind]("n" * length, agent_id), team, 0)
        for kind, length, agent_id, team in plan["cars"]
    ]
    return flat.MatchConfiguration(
        launcher=flat.Launcher.NoLaunch,
        wait_for_agents=False,
        game_mode=plan["mode"],
        game_map_upk=plan["map"] if isinstance(plan["map"], str) else "m" * plan["map"],
        player_configurations=cars * plan["copies"],
        script_configurations=[flat.ScriptConfiguration("s" * n, agent_id=agent_id) for n, agent_id in plan["scripts"]],
        mutators=flat.MutatorSettings(ball_type=plan["ball"], gravity=plan["gravity"]),
        existing_match_behavior=plan["behavior"],
        enable_state_setting=True,
        freeplay=plan["freeplay"],
    )


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=match_plans)
def test_no_requested_match_ends_the_arena_and_refused_ones_change_nothing(running, plan):
    configuration = configuration_of(plan)
    assume(len(pack_interface(configuration)) <= MAX_PAYLOAD)
    if running.request(configuration):
        running.play()
        running.begin()
    else:
        running.check()
        running.step()
        running.check()
