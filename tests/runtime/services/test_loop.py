"""The loop of a service: batches, errors of the author's methods, and figures."""

from pathlib import Path

import numpy as np
import pytest
import rlbot_flatbuffers as flat

from runtime.services.kit.kickabout import OBSERVATION_SIZE, AgentService, Game, controllers, observe
from runtime.services.kit.kickabout.channel import Accepted, Ended, Reason, Refused, Said, to_line
from runtime.services.kit.kickabout.games import GameOverError, Recorder, SocketSource
from runtime.services.kit.kickabout.loop import JOIN_S, Loop, Quota, ServiceFailedError
from tests.clock import Clock


def packet(*cars, frame=1, phase=flat.MatchPhase.Active):
    """A packet with these cars, each (team, place, yaw), and the ball in the middle."""
    zero = flat.Vector3()
    ball = flat.BallInfo(flat.Physics(zero, flat.Rotator(), zero, zero), flat.SphereShape(91.0))
    players = [
        flat.PlayerInfo(
            physics=flat.Physics(flat.Vector3(*place), flat.Rotator(yaw=yaw), flat.Vector3(x=2300.0), zero),
            team=team,
            boost=50.0,
        )
        for team, place, yaw in cars
    ]
    return flat.CorePacket(
        flat.GamePacket(players, [], [ball], flat.MatchInfo(frame_num=frame, match_phase=phase), [], [])
    ).pack()


def welcome(*cars, team=0):
    return [
        flat.CorePacket(flat.MatchConfiguration()).pack(),
        flat.CorePacket(flat.FieldInfo([], [], [])).pack(),
        flat.CorePacket(flat.ControllableTeamInfo(team, [flat.ControllableInfo(car, car) for car in cars])).pack(),
    ]


class Server:
    """A session with prepared payloads."""

    def __init__(self, *payloads):
        self.waiting = list(payloads)
        self.sent = []
        self.is_over = self.is_closed = False

    def receive(self):
        if self.is_over:
            raise GameOverError("The match is over.")
        payloads, self.waiting = self.waiting, []
        return payloads

    def send(self, payloads):
        self.sent += [flat.InterfacePacket.unpack(payload).message for payload in payloads]

    def close(self):
        self.is_closed = True

    @property
    def throttles(self):
        return [each.controller_state.throttle for each in self.sent if isinstance(each, flat.PlayerInput)]


class Service(AgentService):
    """Records its batches; `fault` names the method that raises."""

    def __init__(self, fault=""):
        super().__init__()
        self.fault = fault
        self.shapes, self.errors, self.ends = [], [], []

    def _may_raise(self, name):
        if self.fault == name:
            raise ValueError(f"no {name}")

    def begin(self, game):
        self._may_raise("begin")

    def observe(self, game, packet, car):
        if game.key == "b":
            self._may_raise("observe")
        return super().observe(game, packet, car)

    def act(self, observations):
        self.shapes.append(observations.shape)
        self._may_raise("act")
        if self.fault == "count":
            return np.ones((1 + len(observations), 8))
        return np.ones((len(observations), 7 if self.fault == "width" else 8))

    def restart(self, error):
        self.errors.append(str(error))
        self._may_raise("restart")

    def end(self, game):
        self.ends.append(game.key)
        self._may_raise("end")


class Stage:
    """A loop with games on scripted servers."""

    def __init__(self, service):
        self.clock = Clock(0.0)
        self.news = []
        self.loop = Loop(service, lambda _key, message: self.news.append(message), self.clock)
        self.servers = {}

    def game(self, key, *cars, more=()):
        server = self.servers[key] = Server(*welcome(*cars), *more)
        self.loop.add(Game(server, key=key, agent_id=key, clock=self.clock))
        return server

    def of(self, kind):
        return [message for message in self.news if isinstance(message, kind)]


BLUE, ORANGE = (0, (0.0, -1000.0, 17.0), 0.0), (1, (0.0, 2000.0, 17.0), 0.0)


@pytest.fixture
def new_stage():
    made = []

    def make(fault=""):
        made.append(Stage(Service(fault)))
        return made[-1]

    yield make
    for stage in made:
        stage.loop.close()


def test_one_batch_answers_the_cars_of_all_games(new_stage):
    stage = new_stage()
    servers = [stage.game("a", 0, more=[packet(BLUE, ORANGE)]), stage.game("b", 0, 1, more=[packet(BLUE, ORANGE)])]
    stage.loop.replay()
    assert stage.loop.service.shapes == [(3, OBSERVATION_SIZE)]
    assert [server.throttles for server in servers] == [[1.0], [1.0, 1.0]]
    assert isinstance(servers[0].sent[0], flat.InitComplete)
    assert stage.of(Accepted) == [Accepted(game="a"), Accepted(game="b")]


def test_only_the_newest_packet_is_answered_and_the_others_are_counted(new_stage):
    stage = new_stage()
    server = stage.game("a", 0, more=[packet(BLUE, frame=frame) for frame in (1, 2, 3)])
    stage.loop.replay()
    assert len(server.throttles) == 1
    stage.clock.now = 2.0
    figures = stage.loop.figures(frozenset("a"), 2.0)[0]
    assert (figures.packets, figures.answers, figures.skipped, figures.answers_per_s) == (3, 1, 2, 0.5)
    assert stage.loop.figures(frozenset("b"), 2.0) == ()


def test_an_action_holds_for_the_ticks_that_are_skipped(new_stage):
    stage = new_stage()
    stage.loop.service.tick_skip = 4
    server = stage.game("a", 0)
    phases = [flat.MatchPhase.Countdown] * 2 + [flat.MatchPhase.Active] * 10
    asked = []
    for frame, phase in enumerate(phases):
        server.waiting.append(packet(BLUE, frame=frame, phase=phase))
        stage.loop.replay()
        asked.append(len(stage.loop.service.shapes))
    assert asked == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4]
    assert server.throttles == [1.0] * 12
    server.waiting.append(packet(BLUE, frame=3))  # time went backwards, so this is another match
    stage.loop.replay()
    assert len(stage.loop.service.shapes) == 5


def test_a_game_that_the_author_declines_is_refused(new_stage):
    stage = new_stage("begin")
    server = stage.game("a", 0, more=[packet(BLUE)])
    stage.loop.replay()
    assert [(each.reason, each.text) for each in stage.of(Refused)] == [(Reason.DECLINED, "ValueError: no begin")]
    assert server.is_closed
    assert server.sent == stage.loop.service.ends == []


@pytest.mark.parametrize("fault", ["act", "count", "width"])
def test_an_error_gives_neutral_controls_and_is_told_to_every_game(new_stage, fault):
    stage = new_stage(fault)
    servers = [stage.game(key, 0, more=[packet(BLUE)]) for key in "ac"]
    stage.loop.replay()
    assert [server.throttles for server in servers] == [[0.0], [0.0]]
    assert {said.game for said in stage.of(Said)} == {"a", "c"}
    assert stage.of(Said)[0].lines[-1].startswith("ValueError: ")
    assert len(stage.loop.service.errors) == stage.loop.quota.used == 1
    assert [game.errors for game in stage.loop.games.values()] == [1, 1]


def test_an_error_about_one_game_leaves_the_others_alone(new_stage):
    stage = new_stage("observe")
    servers = {key: stage.game(key, 0, more=[packet(BLUE)]) for key in "abc"}
    stage.loop.replay()
    assert {key: server.throttles for key, server in servers.items()} == {"a": [1.0], "b": [0.0], "c": [1.0]}
    assert [said.game for said in stage.of(Said)] == ["b"]
    assert stage.loop.quota.used == 0


def test_errors_about_one_game_beyond_the_quota_end_that_game(new_stage):
    stage = new_stage("observe")
    server, other = stage.game("b", 0), stage.game("a", 0)
    for frame in range(4):
        assert not server.is_closed
        for each in (server, other):
            each.waiting.append(packet(BLUE, frame=frame))
        stage.loop.replay()
    assert [(end.code, end.text) for end in stage.of(Ended)] == [(1, "ValueError: no observe")]
    assert (server.throttles, other.throttles) == ([0.0] * 3, [1.0] * 4)


class Picky(AgentService):
    """Acts by the names of the games; the method `fault` fails for a batch with game b."""

    def __init__(self, where, fault):
        super().__init__()
        self.where, self.fault = where, fault

    def observe(self, game, packet, car):
        return game.key

    def act(self, observations):
        if self.where == "act" and "b" in observations:
            return self.fault()
        return observations

    def control(self, action):
        is_wrong = self.where == "control" and action == "b"
        return self.fault() if is_wrong else flat.ControllerState(throttle=1.0)


@pytest.mark.parametrize("is_alone", [False, True])
@pytest.mark.parametrize("fault", [lambda: None, lambda: "full speed", lambda: 1 / 0])
@pytest.mark.parametrize("where", ["act", "control"])
def test_a_fault_of_the_author_about_one_game_costs_only_that_game(where, fault, is_alone):
    stage = Stage(Picky(where, fault))
    servers = {key: stage.game(key, 0) for key in "abc"}
    for frame in range(10):
        for key, server in servers.items():
            if not server.is_closed:
                server.waiting.append(packet(BLUE, frame=frame))
                if is_alone or key == "c":
                    stage.loop.replay()
    assert {key: server.throttles for key, server in servers.items()} == {
        "a": [1.0] * 10,
        "b": [0.0] * 3,
        "c": [1.0] * 10,
    }
    assert [(end.game, end.code) for end in stage.of(Ended)] == [("b", 1)]
    assert {said.game for said in stage.of(Said)} == {"b"}
    assert (len(stage.of(Said)), stage.loop.quota.used) == (4, 0)
    stage.loop.close()


def test_faults_of_all_games_are_faults_of_the_service_even_in_batches_of_their_own(new_stage):
    stage = new_stage("act")
    servers = [stage.game(key, 0) for key in "ac"]
    for server in servers * 2:
        server.waiting.append(packet(BLUE, frame=len(server.throttles)))
        stage.loop.replay()
    assert len(stage.loop.service.errors) == 3
    assert not stage.of(Ended)


def test_a_restart_that_raises_ends_the_service(new_stage):
    stage = new_stage("act")
    stage.game("a", 0, more=[packet(BLUE)])
    stage.loop.service.restart = lambda error: 1 / 0
    with pytest.raises(ServiceFailedError, match="division"):
        stage.loop.replay()


def test_errors_beyond_the_quota_end_the_service(new_stage):
    stage = new_stage("act")
    server = stage.game("a", 0)
    for frame in range(3):
        server.waiting.append(packet(BLUE, frame=frame))
        stage.loop.replay()
    server.waiting.append(packet(BLUE, frame=9))
    with pytest.raises(ServiceFailedError):
        stage.loop.replay()
    assert len(stage.loop.service.errors) == 3


@pytest.mark.parametrize(
    ("limit", "per_minute", "times", "granted"),
    [
        (2, None, [0, 100, 200, 300], [True, True, False, False]),
        (None, 2, [0, 59.9, 59.99, 60, 119.8, 119.9], [True, True, False, True, False, True]),
        (0, 3, [0], [False]),
        (3, 0, [0], [False]),
        (None, None, [0] * 20, [True] * 20),
    ],
)
def test_restarts_have_two_limits(limit, per_minute, times, granted):
    quota = Quota(limit, per_minute)
    assert [quota.request(now) for now in times] == granted
    assert quota.used == sum(granted)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
def test_a_recording_that_cannot_be_written_costs_no_game(new_stage, capsys):
    stage = new_stage()
    server = Server(*welcome(0))
    stage.loop.add(Game(server, key="a", agent_id="a", recorder=Recorder(Path("/dev/full"), "a", "A")))
    for frame in range(50):
        server.waiting.append(packet(BLUE, frame=frame))
        stage.loop.replay()
    stage.loop.remove("a")
    assert len(server.throttles) == 50
    assert capsys.readouterr().err.count("The recording /dev/full is not complete") == 1


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 1 << 17), ("no host", 5)])
def test_a_server_that_cannot_exist_costs_only_its_game(new_stage, host, port):
    stage = new_stage()
    stage.loop.add(Game(SocketSource(host, port, "a"), key="a", agent_id="a"))
    stage.loop.turn(0.0)
    assert "cannot be reached" in stage.of(Refused)[0].text


def test_the_end_of_a_game_is_told_even_if_the_author_raises(new_stage):
    stage = new_stage("end")
    server = stage.game("a", 0)
    stage.loop.replay()
    server.is_over = True
    stage.loop.replay()
    assert stage.of(Ended) == [Ended(game="a", code=0, text="The match is over.")]
    assert (stage.loop.service.ends, stage.loop.games) == (["a"], {})


@pytest.mark.parametrize(("after_s", "is_refused"), [(JOIN_S - 0.1, False), (JOIN_S, True), (JOIN_S + 1, True)])
def test_a_server_that_tells_no_cars_is_given_up(new_stage, after_s, is_refused):
    stage = new_stage()
    stage.game("a")
    stage.loop.replay()
    stage.clock.now = after_s
    stage.loop.turn(0.0)
    assert [refused.reason for refused in stage.of(Refused)] == ([Reason.DECLINED] if is_refused else [])


def test_rewards_are_averaged_over_the_game():
    class Rewarded(Service):
        def reward(self, game, packet, car):
            return np.float32(packet.match_info.frame_num)

    stage = Stage(Rewarded())
    server = stage.game("a", 0)
    for frame in (1, 3):
        server.waiting.append(packet(BLUE, frame=frame))
        stage.loop.replay()
    assert b'"reward":2.0' in to_line(stage.loop.figures(frozenset("a"), 1.0)[0])
    stage.loop.close()


def test_observations_that_are_no_arrays_reach_the_author_as_a_list():
    class Packets(AgentService):
        def observe(self, game, packet, car):
            return packet, car

        def act(self, observations):
            return [car for _packet, car in observations]

        def control(self, action):
            return flat.ControllerState(throttle=action / 10)

    stage = Stage(Packets())
    server = stage.game("a", 1, 0, more=[packet(BLUE, ORANGE)])
    stage.loop.replay()
    assert server.throttles == pytest.approx([0.1, 0.0])
    stage.loop.close()


def seen(cars, car):
    return observe(flat.CorePacket.unpack(packet(*cars)).message)[car]


def test_both_teams_see_the_field_from_their_own_side():
    blue = seen([(0, (100.0, -1000.0, 17.0), 0.3), (1, (50.0, 500.0, 17.0), 1.0)], 0)
    orange = seen([(1, (-100.0, 1000.0, 17.0), 0.3 + np.pi), (0, (-50.0, -500.0, 17.0), 1.0 + np.pi)], 0)
    blue[12:15] = orange[12:15] = 0.0  # `packet` makes cars drive along x, whatever their yaw
    blue[-21 * 3 + 4 : -21 * 3 + 7] = orange[-21 * 3 + 4 : -21 * 3 + 7] = 0.0
    assert blue == pytest.approx(orange, abs=1e-5)
    assert blue[9:12] == pytest.approx(np.array([100.0, -1000.0, 17.0]) / 2300.0)
    assert blue[18:24] == pytest.approx([np.cos(0.3), np.sin(0.3), 0.0, 0.0, 0.0, 1.0], abs=1e-6)


def test_others_are_seen_by_distance_and_missing_ones_are_zero():
    cars = [BLUE, (0, (0.0, 3000.0, 17.0), 0.0), (1, (0.0, 2000.0, 17.0), 0.0), (1, (0.0, -500.0, 17.0), 0.0)]
    observation = seen(cars, 0)
    friends, foes = observation[29:71].reshape(2, 21), observation[71:].reshape(3, 21)
    assert friends[:, 0].tolist() == [1.0, 0.0]
    assert foes[:, 0].tolist() == [1.0, 1.0, 0.0]
    assert foes[:2, 2] * 2300.0 == pytest.approx([-500.0, 2000.0])
    assert not np.any(np.stack((friends[1], foes[2])))


def test_controls_are_limited_and_numbers_that_are_not_finite_count_as_zero():
    control = controllers([[2.0, -3.0, np.nan, np.inf, 0.5, 0.5, 0.51, np.nan]])[0]
    axes = (control.throttle, control.steer, control.pitch, control.yaw, control.roll)
    assert axes == (1.0, -1.0, 0.0, 0.0, 0.5)
    assert (control.jump, control.boost, control.handbrake) == (False, True, False)
