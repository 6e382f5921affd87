"""Step mode with a simulated clock: what the learner may send when, and every time limit below, at and above."""

import json
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.arena.commands import LOCKSTEP
from runtime.arena.match.effects import Answer, ShowState
from runtime.arena.match.gate import Gate
from runtime.arena.match.lifecycle import MatchLifecycle, MatchOptions
from runtime.arena.match.running_match import RunningMatch
from runtime.arena.match.step_figures import COMMANDS_MEASURED, Mean
from runtime.arena.match.step_mode import StepMode, StepOptions
from runtime.arena.match.turn import Due, Turn
from runtime.arena.report.reporter import Reporter
from runtime.documents import Car, CarKind, Match
from runtime.model.step_mode import WhenLearnerLeaves
from runtime.protocol import CONTROLS, NEUTRAL
from runtime.protocol.step_mode import BUSY_MISSES, COMMANDS, LOOK_S, MAX_LINE, MISS_S, UNANSWERED_S

BUSY_S = BUSY_MISSES * MISS_S
CHORE_S = 0.0625
"""Time between two chores of the loop; times of the tests are multiples of it, which are exact."""
FORWARD = [1, 0, 0, 0, 0, 0, 1, 0]
LEARNER = Car(team=0, name="Learner", agent_id="me/learner", player_id=1)
BOT = Car(team=1, name="Bot", agent_id="some/bot", run_command="bot", player_id=2)


class Stepped:
    """A match in step mode with its loop; `now` is the time."""

    def __init__(self, make, *cars, when_gone=WhenLearnerLeaves.CONTINUE, situations=(), has_begun=True):
        self.now = 128.0
        self.turn = Turn(LOCKSTEP, self.now)
        self.reporter = Reporter()
        match = Match(cars=cars or (LEARNER,), wait_for_agents=not has_begun)
        options = MatchOptions(open_game=make.game, refusal=lambda match: None, wait_s=60.0, seed=0)
        self.lifecycle = MatchLifecycle(options, sessions={}, turn=self.turn, gate=Gate(), reporter=self.reporter)
        self.match = RunningMatch(match, make.game(match), sessions={}, barrier=self.turn.barrier)
        self.lifecycle.current = self.match
        self.lifecycle.begin_if_ready()
        numbers = iter(range(50, 100))
        self.step_mode = StepMode(
            StepOptions(listeners=(), key="k", when_gone=when_gone, situations=situations),
            lifecycle=self.lifecycle,
            turn=self.turn,
            reporter=self.reporter,
            next_number=lambda: next(numbers),
            clock=lambda: self.now,
        )
        self.step_mode.on_open(self.now)
        self.last_id = 0
        self.shown = 0

    @property
    def game(self):
        return self.match.game

    def take(self, effects):
        """Returns the answers among the effects."""
        self.shown += sum(isinstance(effect, ShowState) for effect in effects)
        return [json.loads(effect.line) for effect in effects if isinstance(effect, Answer)]

    def send(self, command, **arguments):
        self.last_id = arguments.pop("id", self.last_id + 1)
        return self.raw(json.dumps({"id": self.last_id, "command": command, **arguments}).encode())

    def raw(self, line):
        return self.take(self.step_mode.on_line(line, self.now))

    def ask(self, command, **arguments):
        """Sends a command and plays the ticks that it needs; returns its answer."""
        answers = self.send(command, **arguments) or self.play()
        assert len(answers) == 1
        assert answers[0]["id"] == self.last_id
        return answers[0]

    def error(self, command, **arguments):
        answer = self.ask(command, **arguments)
        assert answer["status"] == "error"
        return answer["code"]

    def play(self, most=1000):
        """Plays the ticks that are due, as the loop does."""
        for _ in range(most):
            self.turn.note_polled()
            due = self.turn.next(self.now)
            if due is Due.HELD:
                return self.take(self.step_mode.on_held(self.now))
            if due is not Due.TICK or self.game.is_over:
                return []
            self.turn.begin_tick(self.now)
            self.game.advance()
            self.turn.end_tick()
        return []

    def wait(self, seconds, step_s=CHORE_S):
        """Lets time pass with the loop's chores; returns the answers."""
        end, answers = self.now + seconds, []
        while self.now < end:
            self.now = min(end, self.now + step_s)
            answers += self.take(self.step_mode.poll(self.now))
        return answers

    def controls(self):
        return CONTROLS.unpack(NEUTRAL) if not self.game.controls else self.game.controls[-1][2]


@pytest.fixture
def stepped(make):
    match = Stepped(make)
    assert match.ask("enable")["status"] == "ok"
    return match


def test_a_step_plays_its_ticks_and_no_others(stepped):
    begun = stepped.game.frame_num
    assert stepped.ask("step", ticks=5)["state"]["frame"] == begun + 5
    stepped.wait(3.0)
    assert stepped.game.frame_num == begun + 5
    assert stepped.ask("step")["ticks"] == 8
    assert stepped.game.frame_num == begun + 13


def test_enabling_describes_the_match_and_shows_it(make):
    match = Stepped(make, LEARNER, BOT)
    answer = match.ask("enable", ticks=12)
    assert (answer["cars"], answer["ticks"], answer["rate"]) == ([0], 12, 120)
    assert answer["actions_per_game_second"] == 10.0
    assert answer["names"] == ["Learner", "Bot"]
    assert match.shown == 1
    assert match.match.figures()[0].session == 50


def test_a_match_that_waits_for_its_agents_begins_when_the_learner_takes_the_last_car(make):
    match = Stepped(make, LEARNER, has_begun=False)
    assert not match.match.has_begun
    assert match.ask("enable")["state"]["phase"] == "Active"
    assert match.match.has_begun


def test_enable_waits_for_a_match_and_is_answered_when_it_begins(make):
    match = Stepped(make, LEARNER, BOT, has_begun=False)
    current, match.lifecycle.current = match.lifecycle.current, None
    assert match.send("enable") == []
    assert match.wait(1.0) == []
    match.lifecycle.current = current
    assert match.wait(1.0) == []
    current.slots.assign(current.slots.slots[1], 7)
    match.lifecycle.begin_if_ready()
    assert [answer["status"] for answer in match.wait(CHORE_S)] == ["ok"]


def cars_of(kind):
    return Car(kind=kind, team=1, name="Other", player_id=2)


@pytest.mark.parametrize(
    ("others", "wanted", "code"),
    [
        ((BOT,), [2], "step-no-such-car"),
        ((cars_of(CarKind.PSYONIX),), [1], "step-stand-in"),
        ((BOT,), [0, 0, 2], "step-no-such-car"),
    ],
)
def test_cars_that_cannot_be_stepped(make, others, wanted, code):
    match = Stepped(make, LEARNER, *others)
    assert match.error("enable", cars=wanted) == code
    assert match.error("step") == "step-not-enabled"


def test_a_car_with_a_driver_is_refused_and_by_default_only_cars_without_one_are_taken(make):
    match = Stepped(make, LEARNER, BOT, cars_of(CarKind.HUMAN))
    match.match.slots.assign(match.match.slots.slots[1], 7)
    assert match.error("enable", cars=[1]) == "step-driven"
    assert match.ask("enable")["cars"] == [0, 2]
    assert match.ask("enable", cars=[2])["cars"] == [2]
    assert match.match.slots.slots[0].holder is None


def test_without_a_free_car_there_is_nothing_to_step(make):
    match = Stepped(make, BOT)
    assert match.error("enable") == "step-no-car"


def test_a_car_that_another_session_took_over_is_reported(stepped):
    slot = stepped.match.slots.slots[0]
    stepped.match.slots.stand_by(7, "me/learner")
    stepped.match.slots.hand_over(slot)
    assert stepped.error("step") == "step-car-lost"
    stepped.wait(CHORE_S)
    assert stepped.error("step") == "step-not-enabled"
    stepped.play(5)
    assert stepped.game.frame_num == 5
    assert slot.holder == 7


@pytest.mark.parametrize("command", ["step", "act", "wait_for_step", "reset", "disable", "end", "set_parameters"])
def test_before_enabling_nothing_is_stepped(make, command):
    match = Stepped(make)
    given = {"controls": [FORWARD]} if command == "act" else {}
    assert match.error(command, **given) == "step-not-enabled"
    assert match.game.frame_num == 0


def test_controls_hold_until_they_are_changed(stepped):
    stepped.ask("step", controls=[FORWARD])
    stepped.ask("step")
    assert [(car, controls.throttle, controls.boost) for _, car, controls in stepped.game.controls] == [(0, 1.0, True)]
    assert stepped.error("step", controls=[FORWARD, FORWARD]) == "step-controls-count"
    stepped.ask("act", controls=[[-7, 0, 0, 0, 0, True, 0.5, 0]])
    last = stepped.controls()
    assert (last.throttle, last.jump, last.boost) == (-1.0, True, False)


def test_a_step_without_waiting_is_answered_at_once_and_waited_for_later(stepped):
    assert stepped.send("step", ticks=5, wait=False)[0]["status"] == "ok"
    assert stepped.error("step") == "step-runs"
    assert stepped.error("reset") == "step-runs"
    assert stepped.send("wait_for_step") == []
    assert stepped.error("wait_for_step") == "step-command-waits"
    (answer,) = stepped.play()
    assert (answer["ticks"], answer["state"]["frame"]) == (5, 5)
    assert stepped.ask("wait_for_step")["ticks"] == 5


def test_after_disabling_the_match_runs_freely_and_the_learner_may_act(stepped):
    assert "unknown number of ticks" in stepped.ask("disable")["warning"]
    stepped.play(20)
    assert stepped.game.frame_num == 20
    assert stepped.error("step") == "step-not-enabled"
    assert stepped.ask("act", controls=[FORWARD])["status"] == "ok"
    assert stepped.ask("status")["mode"] == "off"
    stepped.ask("enable")
    stepped.ask("step", ticks=1)
    assert stepped.game.frame_num == 21


@pytest.mark.parametrize(("silent_s", "is_busy"), [(BUSY_S - CHORE_S, False), (BUSY_S, True), (BUSY_S + 1.0, True)])
def test_a_silent_learner_is_busy_after_five_misses(stepped, silent_s, is_busy):
    stepped.ask("step", controls=[FORWARD])
    stepped.wait(silent_s)
    assert stepped.step_mode.figures.mode == ("busy" if is_busy else "held")
    assert stepped.controls().throttle == (0.0 if is_busy else 1.0)
    assert any("busy" in note for note in stepped.reporter.notes) is is_busy
    frame = stepped.game.frame_num
    assert stepped.ask("step", ticks=4)["state"]["frame"] == frame + 4
    assert stepped.step_mode.figures.mode == "held"
    stepped.wait(BUSY_S - CHORE_S)
    assert stepped.step_mode.figures.mode == "held"


def test_every_command_is_a_sign_of_life_but_only_a_step_ends_being_busy(stepped):
    for _ in range(3):
        stepped.wait(BUSY_S - 0.5)
        stepped.ask("status")
    assert stepped.step_mode.figures.mode == "held"
    stepped.wait(BUSY_S)
    stepped.ask("observe")
    assert stepped.step_mode.figures.mode == "busy"
    stepped.ask("step")
    assert stepped.step_mode.figures.mode == "held"


def test_a_paused_match_and_a_running_step_wait_for_nobody(stepped):
    stepped.turn.is_paused = True
    stepped.wait(2 * BUSY_S)
    assert stepped.step_mode.figures.mode == "held"
    stepped.turn.is_paused = False
    stepped.wait(BUSY_S - CHORE_S)
    assert stepped.step_mode.figures.mode == "held"
    stepped.send("step")
    stepped.wait(2 * BUSY_S)
    assert stepped.step_mode.figures.mode == "stepping"


@pytest.mark.parametrize(
    ("waited_s", "is_overdue"), [(UNANSWERED_S - CHORE_S, False), (UNANSWERED_S, False), (UNANSWERED_S + CHORE_S, True)]
)
def test_an_unanswered_command_gets_an_error_at_the_next_look(stepped, waited_s, is_overdue):
    stepped.turn.is_paused = True
    stepped.wait(CHORE_S)  # the first check; the next ones follow every LOOK_S
    stepped.wait(3 * LOOK_S - waited_s)
    assert stepped.send("step") == []
    assert stepped.wait(waited_s - CHORE_S) == []
    assert [answer["code"] for answer in stepped.wait(CHORE_S)] == ["step-unanswered"] * is_overdue
    if not is_overdue:
        assert stepped.wait(LOOK_S - CHORE_S) == []
        assert [answer["code"] for answer in stepped.wait(CHORE_S)] == ["step-unanswered"]


@pytest.mark.parametrize(("waited_s", "is_overdue"), [(2.0 - CHORE_S, False), (2.0, False), (2.0 + CHORE_S, True)])
def test_a_command_has_a_deadline_of_its_own(stepped, waited_s, is_overdue):
    stepped.turn.is_paused = True
    assert stepped.send("step", deadline_s=2.0) == []
    assert [answer["status"] for answer in stepped.wait(waited_s)] == ["error"] * is_overdue
    stepped.turn.is_paused = False
    assert len(stepped.play()) == (not is_overdue)


def test_the_rest_of_an_overdue_step_is_not_played(stepped):
    stepped.send("step", ticks=100, deadline_s=1.0)
    stepped.play(30)
    stepped.turn.is_paused = True
    (answer,) = stepped.wait(1.5)
    assert "30 ticks" in answer["error"]
    stepped.turn.is_paused = False
    stepped.play()
    assert stepped.game.frame_num == 30


def test_ids_are_echoed_and_the_last_one_is_answered_from_memory(stepped):
    first = stepped.ask("step")
    assert stepped.ask("step", id=first["id"]) == first
    assert stepped.game.frame_num == 8
    assert stepped.error("step", id=first["id"] - 1) == "step-old-id"
    assert stepped.game.frame_num == 8


def test_the_id_of_a_waiting_command_is_ignored(stepped):
    stepped.send("step")
    assert stepped.send("step", id=stepped.last_id) == []
    assert len(stepped.play()) == 1
    assert stepped.game.frame_num == 8


def test_a_command_that_is_answered_while_another_waits_is_remembered_too(stepped):
    step = stepped.send("step") or stepped.last_id
    status = stepped.send("status")
    assert stepped.raw(json.dumps({"id": step, "command": "step"}).encode()) == []
    assert [answer["id"] for answer in stepped.play()] == [step]
    assert stepped.send("status", id=status[0]["id"]) == status
    assert stepped.error("observe", id=step) == "step-old-id"
    for root, has_state in ((step, True), (status[0]["id"], False), (step, True)):
        assert ("state" in stepped.ask("step", id=5 + stepped.last_id, resend_of=root)) is has_state
    assert stepped.game.frame_num == 8


@pytest.mark.parametrize("name", ["step", "reset"])
def test_disabling_answers_a_command_that_waits_with_an_error(stepped, name):
    if name == "reset":
        stepped.turn.barrier.expect({1})
        stepped.turn.barrier.begin(stepped.now)
    assert stepped.send(name) == []
    waiting = stepped.last_id
    answers = stepped.send("disable")
    assert [(answer["id"], answer.get("code")) for answer in answers] == [
        (waiting, "step-disabled"),
        (stepped.last_id, None),
    ]
    assert stepped.wait(60.0) == []
    stepped.turn.barrier.drop()
    stepped.play(20)
    assert stepped.game.frame_num == 20


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_command_that_is_sent_again_is_carried_out_once(stepped, is_answered):
    stepped.send("step", ticks=3)
    root = stepped.last_id
    if is_answered:
        assert stepped.play()[0]["id"] == root
    for _ in range(2):
        answers = stepped.send("step", ticks=3, resend_of=root)
        assert [answer["id"] for answer in answers] == [stepped.last_id] * is_answered
    if not is_answered:
        assert [answer["id"] for answer in stepped.play()] == [stepped.last_id]
    assert stepped.game.frame_num == 3
    assert stepped.ask("step", ticks=3, resend_of=stepped.last_id + 50)["state"]["frame"] == 6


@pytest.mark.parametrize(
    ("when_gone", "frames", "is_over"),
    [(WhenLearnerLeaves.CONTINUE, 20, False), (WhenLearnerLeaves.HOLD, 8, False), (WhenLearnerLeaves.END, 8, True)],
)
def test_a_learner_that_leaves_gives_its_car_back(make, when_gone, frames, is_over):
    stepped = Stepped(make, when_gone=when_gone)
    stepped.ask("enable")
    stepped.ask("step", controls=[FORWARD])
    stepped.step_mode.on_end(stepped.now)
    assert stepped.controls().throttle == 0.0
    assert stepped.match.slots.slots[0].holder is None
    stepped.play(12)
    assert (stepped.game.frame_num, stepped.game.is_over) == (frames, is_over)
    if not is_over:
        stepped.step_mode.on_open(stepped.now)
        assert stepped.ask("enable", id=1)["status"] == "ok"
        assert stepped.ask("step", ticks=1)["state"]["frame"] == frames + 1


def test_the_end_of_the_match_answers_what_waits(stepped):
    stepped.send("step", ticks=50)
    stepped.match.has_ended = True
    assert [answer["code"] for answer in stepped.wait(CHORE_S)] == ["step-match-over"]
    assert stepped.error("enable") == "step-match-over"
    assert [stepped.error(command) for command in ("step", "reset", "wait_for_step")] == ["step-match-over"] * 3
    assert stepped.turn.granted is None


def test_another_match_ends_step_mode(make, stepped):
    stepped.send("step")
    stepped.lifecycle.current = Stepped(make).match
    assert [answer["code"] for answer in stepped.wait(CHORE_S)] == ["step-match-over"]
    assert stepped.ask("enable")["cars"] == [0]


def test_the_learner_ends_the_match(stepped):
    assert stepped.ask("end")["status"] == "ok"
    assert stepped.game.is_over
    assert stepped.turn.granted is None


def test_reset_begins_anew_and_shows_it(stepped):
    stepped.ask("step")
    shown = stepped.shown
    assert stepped.ask("reset", seed=5, countdown=True)["state"]["frame"] == 8
    assert stepped.game.restart == (5, True)
    assert stepped.shown == shown + 1
    stepped.ask("reset", state={"ball": {"location": [1, 2, 300]}, "cars": [{"car": 0, "boost": 50}], "gravity_z": 0})
    desired = stepped.game.desired[-1]
    assert desired.ball_states[0].physics.location.z == 300.0
    assert desired.car_states[0].boost_amount == 50.0
    assert -0.1 < desired.match_info.world_gravity_z < 0.0
    assert stepped.error("reset", state={"cars": [{"car": 1}]}) == "step-no-such-car"


@pytest.mark.parametrize("command", ["reset", "enable"])
@pytest.mark.parametrize(
    ("waited_s", "is_answered", "is_done"),
    [(0.5, True, True), (1.0 - CHORE_S, False, False), (1.0, False, True), (1.0 + CHORE_S, False, True)],
)
def test_agents_answer_the_last_tick_first_as_long_as_lockstep_waits(stepped, command, waited_s, is_answered, is_done):
    stepped.ask("step")
    stepped.turn.barrier.expect({1})
    stepped.turn.barrier.begin(stepped.now)
    shown = stepped.shown
    assert stepped.send(command) == []
    assert stepped.play() == []
    stepped.now += waited_s
    if is_answered:
        stepped.turn.barrier.answer(1)
    assert [answer["status"] for answer in stepped.play()] == ["ok"] * is_done
    assert stepped.shown == shown + is_done


def test_reset_to_a_situation_by_name(make, tmp_path):
    (tmp_path / "High ball.situation.toml").write_text("version = 1\n[ball]\nlocation = [0, 0, 900]\n")
    (tmp_path / "Broken.situation.toml").write_text("version = 1\n[ball]\nlocation = 3\n")
    stepped = Stepped(make, situations=(tmp_path,))
    stepped.ask("enable")
    stepped.ask("reset", situation="High ball")
    assert stepped.game.desired[-1].ball_states[0].physics.location.z == 900.0
    answer = stepped.ask("reset", situation="Low ball")
    assert answer["code"] == "step-no-situation"
    assert "High ball" in answer["error"]
    assert stepped.error("reset", situation="Broken") == "step-bad-situation"
    assert stepped.error("reset", situation="High ball", state={}) == "step-two-states"


def test_parameters(stepped):
    assert stepped.ask("set_parameters", ticks=3, pace="realtime")["pace"] == "realtime"
    assert not stepped.turn.is_lockstep
    assert stepped.ask("set_parameters", pace="lockstep")["ticks"] == 3
    assert stepped.ask("step")["ticks"] == 3
    stepped.ask("set_parameters", gravity_z=-300)
    assert stepped.game.desired[-1].match_info.world_gravity_z == -300.0
    assert stepped.error("set_parameters", pace="fast") == "unknown-pace"


def test_status_counts_actions_per_second_of_both_kinds(stepped):
    assert stepped.ask("status")["actions_per_second"] == 0.0
    for _ in range(120):
        stepped.ask("step")
        stepped.now += 0.02
    status = stepped.ask("status")
    assert (status["actions"], status["mode"]) == (120, "held")
    assert status["actions_per_second"] == pytest.approx(50.0, rel=0.01)
    assert status["actions_per_game_second"] == pytest.approx(15.0, rel=0.01)
    assert status["wait_ms"] == pytest.approx(20.0, rel=0.02)
    agent = stepped.match.figures()[0]
    assert (agent.answers, agent.late) == (120, 0)


@pytest.mark.parametrize(("count", "mean"), [(1, 1.0), (COMMANDS_MEASURED, 1.0), (COMMANDS_MEASURED + 1, 3.0)])
def test_means_begin_anew_after_ten_thousand_values(count, mean):
    found = Mean()
    for index in range(count):
        found.add(1.0 if index < COMMANDS_MEASURED else 3.0)
    assert found.value == mean


def test_an_unknown_command_is_named_with_a_suggestion(stepped):
    answer = stepped.ask("stpe")
    assert answer["error"] == 'No such command: "stpe". Did you mean step?'
    assert answer["code"] == "no-such-command"
    assert stepped.error("step", tikcs=3) == "step-unknown-key"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(string.printable, max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(string.ascii_letters, max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
BAD = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
KEYS = sorted({key for readers in COMMANDS.values() for key in readers} | {"id", "resend_of", "deadline_s", "x"})


@BAD
@given(lines=st.lists(st.binary(max_size=80) | st.none(), max_size=5))
def test_garbage_is_answered_with_errors(make, lines):
    stepped = Stepped(make)
    for line in lines:
        assert [answer["status"] for answer in stepped.raw(line)] == ["error"]
    assert stepped.ask("enable")["status"] == "ok"


@BAD
@given(data=st.data())
def test_wrong_arguments_are_answered_with_errors_and_ids(make, data):
    stepped = Stepped(make)
    stepped.ask("enable")
    for name in data.draw(st.lists(st.sampled_from([*COMMANDS, "x"]), max_size=6)):
        arguments = data.draw(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3))
        arguments.pop("id", None)
        stepped.last_id += 1
        answers = stepped.send(name, id=stepped.last_id, **arguments)
        answers += stepped.play(1000)
        assert all(answer["id"] in (stepped.last_id, None) for answer in answers)
        if not stepped.game.is_over:
            assert len(answers) == 1 or stepped.turn.granted != 0
        if stepped.turn.granted:
            stepped.turn.granted = 0
            stepped.play()


def test_a_line_that_is_too_long_is_named(stepped):
    assert str(MAX_LINE) in stepped.raw(None)[0]["error"]
