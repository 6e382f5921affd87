"""Step mode: a learner in another process drives cars, and its commands decide when ticks are played.

`runtime/protocol/step_mode.py` defines the messages. While step mode is enabled, the match is held between two steps:
game time passes only in steps, however slow the learner is, and in lockstep all other agents answer every tick. A
learner that is silent for too long is busy: its cars get neutral controls until its next step.
"""

import secrets
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from runtime.arena.commands import CommandError, SetPace, parse_pace
from runtime.arena.match.effects import Answer, ShowState
from runtime.arena.match.learner_cars import LearnerCars, no_such_car
from runtime.arena.match.lifecycle import Effect, MatchLifecycle
from runtime.arena.match.running_match import RunningMatch
from runtime.arena.match.step_figures import ActionRates, Mean
from runtime.arena.match.turn import Turn
from runtime.arena.report.reporter import Reporter
from runtime.documents import SITUATION_SUFFIX, read_situation
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import Message, message
from runtime.model.placements import Body, StateChange
from runtime.model.step_mode import WhenLearnerLeaves
from runtime.protocol import desired_state
from runtime.protocol.report import LearnerReport
from runtime.protocol.step_mode import (
    BUSY_MISSES,
    COMMANDS,
    DEFAULT_TICKS,
    EVENT_ID,
    LOOK_S,
    MISS_S,
    TOO_LONG,
    UNANSWERED_S,
    VERSION,
    WRONG_KEY,
    State,
    StepCommand,
    StepFault,
    error_answer,
    key_in,
    read_command,
    state_of,
    write_line,
    xyz,
)

Effects: TypeAlias = list[Effect]
Mode: TypeAlias = Literal["no match", "waiting", "off", "stepping", "held", "busy", "ended"]
MATCH_OVER: Final = message("step-match-over", "The match has ended.")
STEP_RUNS: Final = message("step-runs", "A step is still being played; use wait_for_step.")
DISABLED: Final = message("step-disabled", "The command was not carried out to its end: step mode was disabled.")
_LONG_COMMANDS: Final = ("enable", "step", "wait_for_step", "reset")
"""Commands that cannot begin while another one waits for its answer."""
_REMEMBERED: Final = 8
"""Number of answers that are kept for commands that are sent again."""
_RETRIED: Final = ("enable", "reset")
"""Commands that wait until they can begin."""


@dataclass(slots=True, kw_only=True)
class _Waiting:
    """The command whose answer is still to come."""

    command: StepCommand
    """The command with the id of the newest attempt."""
    root: int
    """Id of the first attempt."""
    since_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOptions:
    """Options of step mode."""

    listeners: Sequence[socket.socket]
    key: str
    """The key in the first command of the learner."""
    situations: tuple[Path, ...] = ()
    """Folders with situations that `reset` may name."""
    when_gone: WhenLearnerLeaves = WhenLearnerLeaves.CONTINUE


class StepMode:
    """Handles what the learner sends, and returns effects; owned by the server's thread.

    Args:
        lifecycle: knows the match.
        turn: receives the number of ticks that may be played.
        reporter: receives the notes for people.
        next_number: returns numbers for the slots that the learner holds.
        clock: measures how long commands take.
    """

    def __init__(
        self,
        options: StepOptions,
        *,
        lifecycle: MatchLifecycle,
        turn: Turn,
        reporter: Reporter,
        next_number: Callable[[], int],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._lifecycle = lifecycle
        self._turn = turn
        self._reporter = reporter
        self._cars = LearnerCars(next_number)
        self._options = options
        self._clock = clock
        self._is_connected = False
        self._next_look_s = 0.0
        self._handlers: dict[str, Callable[..., Mapping[str, Any] | None]] = {
            name: getattr(self, f"_{name}") for name in COMMANDS
        }
        self._forget_learner(0.0)

    def _forget_learner(self, now_s: float) -> None:
        self._last_id = 0
        self._answers: deque[tuple[int, Mapping[str, Any]]] = deque(maxlen=_REMEMBERED)
        """The newest answers, each with the id of the first attempt of its command."""
        self._waiting: _Waiting | None = None
        self._ticks = DEFAULT_TICKS
        self._asked = 0
        """Ticks of the running or last step."""
        self._is_enabled = self._is_busy = False
        self._heard_s = self._answered_s = now_s
        self._actions = ActionRates()
        self._command_s, self._wait_s = Mean(), Mean()
        self._pending: Effects = []

    @property
    def figures(self) -> LearnerReport:
        """Figures for the report."""
        per_s, per_game_s = self._actions.rates
        return LearnerReport(
            mode=self._mode(),
            is_connected=self._is_connected,
            cars=self._cars.indices,
            actions=self._actions.count,
            actions_per_s=per_s,
            actions_per_game_s=per_game_s,
            command_ms=round(1000.0 * self._command_s.value, 4),
            wait_ms=round(1000.0 * self._wait_s.value, 4),
        )

    def refusal_of(self, line: bytes) -> bytes | None:
        """Returns the answer to the first line of a connection that is not the learner's; None if it has the key."""
        sent_key, key = (text.encode("utf-8", "replace") for text in (key_in(line), self._options.key))
        return None if secrets.compare_digest(sent_key, key) else WRONG_KEY

    def on_open(self, now_s: float) -> Effects:
        """Handles the connection of a learner."""
        self._forget_learner(now_s)
        self._is_connected = True
        self._reporter.expedite()
        return []

    def on_end(self, now_s: float) -> Effects:
        """Handles the end of the learner's connection: its cars get neutral controls and are free for others."""
        self._is_connected = False
        was_enabled, match = self._is_enabled, self._current()
        effects: Effects = [*self._cars.release(match)]
        self._forget_learner(now_s)
        self._reporter.expedite()
        if was_enabled and match is not None and not match.has_ended:
            self._reporter.note(
                message("learner-left", "The learner has left; its cars have neutral controls from now on.")
            )
            if self._options.when_gone is WhenLearnerLeaves.END:
                match.game.end()
                self._turn.barrier.drop()
            if self._options.when_gone is not WhenLearnerLeaves.HOLD:
                self._turn.grant(None, now_s)
        return effects

    def on_line(self, line: bytes | None, now_s: float) -> Effects:
        """Handles a line; None stands for a line that is too long."""
        began_s = self._clock()
        self._heard_s = now_s
        answer: Mapping[str, Any] | None
        try:
            answer = TOO_LONG if line is None else self._handle(read_command(line), now_s)
        except StepFault as fault:
            answer = error_answer(fault.command_id, fault.text)
            if fault.command_id is not None and fault.command_id > self._last_id:
                self._remember(fault.command_id, fault.command_id, answer)
        effects, self._pending = self._pending, []
        if answer is not None:
            self._command_s.add(self._clock() - began_s)
            effects.append(self._sent(answer, now_s))
        return effects

    def poll(self, now_s: float) -> Effects:
        """Ends waits that take too long, and detects a busy learner and the end of the match; called every 0.05 s."""
        match = self._current()
        is_look = now_s >= self._next_look_s
        if is_look:
            self._next_look_s = now_s + LOOK_S
        effects: Effects = []
        if self._cars.match is not None and (match is not self._cars.match or match.has_ended):
            effects += self._lose(MATCH_OVER)
        elif match is not None and (lost := self._cars.lost()) is not None:
            self._reporter.note(lost)
            effects += [*self._cars.release(match), *self._lose(lost)]
        if self._waiting is not None:
            effects += self._poll_waiting(self._waiting, now_s, is_look=is_look)
        elif match is not None and self._is_waited_for:
            self._poll_busy(match, now_s)
        else:
            self._heard_s = now_s
        return effects

    def on_held(self, now_s: float) -> Effects:
        """Answers the command that waits until the ticks of a step have been played."""
        waiting = self._waiting
        if waiting is None:
            return []
        if waiting.command.name in _RETRIED:
            return self._retry(waiting, now_s)
        return self._finish(waiting, {"ticks": self._asked, "state": self._state()}, now_s)

    def farewell(self, reason: Message) -> Effects:
        """Returns the message with the reason why the server closes the learner's connection."""
        return [Answer(line=write_line(error_answer(EVENT_ID, reason)))] if self._is_connected else []

    # Commands

    def _handle(self, command: StepCommand, now_s: float) -> Mapping[str, Any] | None:
        """Returns the answer to a command; None if it is still to come."""
        waiting = self._waiting
        if waiting is not None and command.id == waiting.command.id:
            return None
        if command.id <= self._last_id:
            return self._answered(command.id)
        if waiting is not None and command.resend_of == waiting.root:
            waiting.command = replace(waiting.command, id=command.id)
            self._last_id = command.id
            return None
        root = command.resend_of or command.id
        for known, answer in reversed(self._answers):
            if known == command.resend_of:
                return self._remember(command.id, root, {**answer, "id": command.id})
        try:
            self._check_waiting(command)
            result = self._carry_out(command, now_s)
        except StepFault as fault:
            result = error_answer(command.id, fault.text)
        if result is None:
            self._last_id = command.id
            self._waiting = _Waiting(command=command, root=root, since_s=now_s)
            return None
        return self._remember(command.id, root, result)

    def _carry_out(self, command: StepCommand, now_s: float) -> Mapping[str, Any] | None:
        """Returns what the answer says, and None if it is still to come; raises StepFault for an error."""
        return self._handlers[command.name](now_s, **command.arguments)

    def _answered(self, command_id: int) -> Mapping[str, Any]:
        """Returns the answer to the last command; raises StepFault for an older one."""
        if command_id < self._last_id:
            raise StepFault(
                message(
                    "step-old-id",
                    "The id {id} is older than the last one, {last}: ids must grow.",
                    id=command_id,
                    last=self._last_id,
                ),
                command_id,
            )
        return next(answer for _, answer in self._answers if answer["id"] == command_id)

    def _check_waiting(self, command: StepCommand) -> None:
        """Raises StepFault for a command that cannot begin while another one waits."""
        waiting = self._waiting
        if waiting is not None and command.name in _LONG_COMMANDS:
            raise StepFault(
                message(
                    "step-command-waits",
                    "Command {id} ({name}) waits for its answer, so that {other} cannot begin.",
                    id=waiting.command.id,
                    name=waiting.command.name,
                    other=command.name,
                )
            )

    def _enable(
        self, now_s: float, *, cars: tuple[int, ...] | None = None, ticks: int | None = None
    ) -> Mapping[str, Any] | None:
        """Takes the cars, holds the match, and answers when it has begun."""
        match = self._current()
        if match is None:
            return None
        if match.has_ended:
            raise StepFault(MATCH_OVER)
        self._cars.take(match, cars)
        self._ticks = ticks or self._ticks
        self._is_enabled, self._is_busy = True, False
        self._asked = 0
        if self._turn.granted != 0:
            self._turn.grant(0, now_s)
        self._lifecycle.begin_if_ready()
        if not match.has_begun or self._is_owed(now_s):
            return None
        self._reporter.expedite()
        self._pending.append(ShowState())
        return self._description(match)

    def _disable(self, now_s: float) -> Mapping[str, Any]:
        self._playing()
        self._is_enabled = self._is_busy = False
        self._turn.grant(None, now_s)
        self._reporter.expedite()
        free = message(
            "step-mode-off", "Step mode is off: an unknown number of ticks passes between two actions from now on."
        )
        self._reporter.note(free)
        if self._waiting is not None:
            self._pending += self._fail(self._waiting, DISABLED)
        return {"warning": str(free)}

    def _act(self, now_s: float, *, controls: tuple[bytes, ...]) -> Mapping[str, Any]:
        match = self._playing(may_be_free=True)
        self._cars.drive(match, controls)
        self._count_action(match, now_s)
        return {}

    def _step(
        self, now_s: float, *, controls: tuple[bytes, ...] | None = None, ticks: int | None = None, wait: bool = True
    ) -> Mapping[str, Any] | None:
        match = self._playing()
        if self._turn.granted:
            raise StepFault(STEP_RUNS)
        if controls is not None:
            self._cars.drive(match, controls)
        if self._is_busy:
            self._is_busy = False
            self._reporter.note(message("learner-back", "The learner is back."))
            self._reporter.expedite()
        self._wait_s.add(now_s - self._answered_s)
        self._count_action(match, now_s)
        self._asked = ticks or self._ticks
        self._turn.grant(self._asked, now_s)
        return None if wait else {"ticks": self._asked}

    def _wait_for_step(self, _now_s: float) -> Mapping[str, Any] | None:
        self._playing()
        return None if self._turn.granted else {"ticks": self._asked, "state": self._state()}

    def _reset(
        self,
        now_s: float,
        *,
        seed: int | None = None,
        countdown: bool = False,
        situation: str | None = None,
        state: StateChange | None = None,
    ) -> Mapping[str, Any] | None:
        """Restarts the game once all agents have answered the last tick, because an answer does not name its tick."""
        match = self._playing()
        if self._turn.granted:
            raise StepFault(STEP_RUNS)
        if situation is not None:
            if state is not None:
                raise StepFault(message("step-two-states", "reset takes a situation or a state, not both."))
            state = self._situation(situation).change_for([car.team for car in match.match.cars])
        if state is not None:
            _check_cars(state, len(match.match.cars))
        if self._is_owed(now_s):
            return None
        match.game = match.game.restarted(seed=seed, has_countdown=countdown)
        if state is not None:
            match.game.set_state(desired_state(state))
        self._lifecycle.follow_game_speed()
        self._turn.barrier.drop()
        self._asked = 0
        self._pending.append(ShowState())
        return {"state": state_of(match.game.packet())}

    def _observe(self, _now_s: float) -> Mapping[str, Any]:
        match = self._current()
        if match is None or not match.has_begun:
            raise StepFault(message("step-no-match", "No match is being played."))
        return {"state": self._state()}

    def _set_parameters(
        self, now_s: float, *, ticks: int | None = None, gravity_z: float | None = None, pace: str | None = None
    ) -> Mapping[str, Any]:
        match = self._playing(may_be_free=True)
        if pace is not None:
            try:
                command = SetPace(pace=parse_pace(pace))
            except CommandError as error:
                raise StepFault(error.text) from None
            self._turn.apply(command, now_s)
            match.interrupt()
        self._ticks = ticks or self._ticks
        if gravity_z is not None:
            match.game.set_state(desired_state(StateChange(gravity_z=gravity_z)))
        return {"ticks": self._ticks, "pace": str(self._turn.pace)}

    def _status(self, _now_s: float) -> Mapping[str, Any]:
        match, figures = self._current(), self.figures
        return {
            "mode": figures.mode,
            "frame": match.game.frame_num if match is not None else 0,
            "phase": match.game.phase.value if match is not None else "Inactive",
            "cars": list(self._cars.indices),
            "ticks": self._ticks,
            "pace": str(self._turn.pace),
            "is_paused": self._turn.is_paused,
            "actions": figures.actions,
            "actions_per_second": figures.actions_per_s,
            "actions_per_game_second": figures.actions_per_game_s,
            "command_ms": figures.command_ms,
            "wait_ms": figures.wait_ms,
        }

    def _end(self, now_s: float) -> Mapping[str, Any]:
        match = self._playing(may_be_free=True)
        match.game.end()
        self._turn.barrier.drop()
        self._turn.grant(None, now_s)
        return {}

    # The match

    def _current(self) -> RunningMatch | None:
        return self._lifecycle.current

    def _playing(self, *, may_be_free: bool = False) -> RunningMatch:
        """Returns the match that the learner takes part in.

        Raises:
            StepFault: there is none, or step mode is not enabled. With `may_be_free`, step mode may have been disabled.
        """
        match = self._current()
        if match is not None and match.has_ended:
            raise StepFault(MATCH_OVER)
        is_enabled = self._is_enabled or (may_be_free and self._cars.indices)
        if match is None or match is not self._cars.match or not is_enabled:
            raise StepFault(message("step-not-enabled", "Step mode is not enabled; send enable first."))
        if lost := self._cars.lost():
            raise StepFault(lost)
        return match

    def _situation(self, name: str) -> Any:
        """Reads a situation by its name or its file's name.

        Raises:
            StepFault: there is none with this name, or it has errors.
        """
        known: dict[str, Path] = {}
        for folder in self._options.situations:
            for path in sorted(folder.glob(f"*{SITUATION_SUFFIX}")):
                known.setdefault(path.name.removesuffix(SITUATION_SUFFIX), path)
        stem = name.removesuffix(SITUATION_SUFFIX)
        if stem not in known:
            raise StepFault(
                message(
                    "step-no-situation",
                    "There is no situation '{name}'; known: {names:,}.",
                    name=name,
                    names=tuple(known) or ("-",),
                )
            )
        reading = read_situation(known[stem])
        if reading.value is None:
            raise StepFault(message("step-bad-situation", "{problem}", problem=str(reading.errors[0])))
        return reading.value

    # Waiting

    @property
    def _is_waited_for(self) -> bool:
        """True if the arena waits for nothing but the learner's next step."""
        return self._is_enabled and self._turn.granted == 0 and not self._turn.is_paused

    def _poll_waiting(self, waiting: _Waiting, now_s: float, *, is_look: bool) -> Effects:
        deadline_s, waited_s = waiting.command.deadline_s, now_s - waiting.since_s
        if waited_s > deadline_s if deadline_s is not None else is_look and waited_s > UNANSWERED_S:
            return self._give_up(waiting, waited_s)
        return self._retry(waiting, now_s) if waiting.command.name in _RETRIED else []

    def _retry(self, waiting: _Waiting, now_s: float) -> Effects:
        """Tries to carry out a command that could not begin."""
        try:
            answer = self._carry_out(waiting.command, now_s)
        except StepFault as fault:
            return self._fail(waiting, fault.text)
        if answer is None:
            return []
        effects, self._pending = self._pending, []
        return effects + self._finish(waiting, answer, now_s)

    def _is_owed(self, now_s: float) -> bool:
        """Returns whether lockstep waits for answers to the last tick; they would be taken for answers to the next."""
        barrier = self._turn.barrier
        return self._turn.is_lockstep and bool(barrier.owed) and now_s < barrier.deadline_s

    def _poll_busy(self, match: RunningMatch, now_s: float) -> None:
        if self._is_busy or (now_s - self._heard_s) // MISS_S < BUSY_MISSES:
            return
        self._is_busy = True
        self._cars.stop(match)
        self._reporter.note(
            message(
                "learner-busy",
                "The learner is busy: it has sent nothing for {seconds:g} s. Its cars have neutral controls, "
                "and the match waits for its next step.",
                seconds=MISS_S * BUSY_MISSES,
            )
        )
        self._reporter.expedite()

    def _give_up(self, waiting: _Waiting, waited_s: float) -> Effects:
        """Answers a command that waits for too long with an error; the rest of its step is not played."""
        left = self._turn.granted or 0
        if waiting.command.name not in _RETRIED and left:
            self._turn.granted = 0
            self._asked -= left
        return self._fail(
            waiting,
            message(
                "step-unanswered",
                "{name} was not answered within {seconds:.0f} s; {ticks} ticks of it were played.",
                name=waiting.command.name,
                seconds=waited_s,
                ticks=self._asked if left else 0,
            ),
        )

    def _lose(self, reason: Message) -> Effects:
        """Ends step mode for this match, and answers a waiting command with the reason."""
        self._cars.forget()
        self._is_enabled = self._is_busy = False
        self._turn.granted = None
        return [] if self._waiting is None else self._fail(self._waiting, reason)

    def _finish(self, waiting: _Waiting, answer: Mapping[str, Any], now_s: float) -> Effects:
        self._waiting = None
        self._command_s.add(now_s - waiting.since_s)
        return [self._sent(self._remember(waiting.command.id, waiting.root, answer), now_s)]

    def _fail(self, waiting: _Waiting, reason: Message) -> Effects:
        self._waiting = None
        command = waiting.command
        return [Answer(line=write_line(self._remember(command.id, waiting.root, error_answer(command.id, reason))))]

    def _remember(self, command_id: int, root: int, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the answer to a command, whose first attempt has the id `root`, and keeps it."""
        answer = {"id": command_id, "status": "ok", **result}
        self._last_id = max(self._last_id, command_id)
        self._answers.append((root, answer))
        return answer

    def _sent(self, answer: Mapping[str, Any], now_s: float) -> Answer:
        self._answered_s = self._heard_s = now_s
        return Answer(line=write_line(answer))

    # Values

    def _mode(self) -> Mode:
        match = self._current()
        if match is None:
            return "no match"
        if match.has_ended:
            return "ended"
        if not match.has_begun:
            return "waiting"
        if not self._is_enabled:
            return "off"
        if self._is_busy:
            return "busy"
        return "stepping" if self._turn.granted else "held"

    def _count_action(self, match: RunningMatch, now_s: float) -> None:
        self._actions.add(now_s, match.game.frame_num)
        for slot in self._cars.slots:
            slot.stats.acted(now_s - self._answered_s)

    def _state(self) -> State:
        match = self._current()
        assert match is not None
        return state_of(match.game.packet())

    def _description(self, match: RunningMatch) -> Mapping[str, Any]:
        pads = match.game.field_info().boost_pads
        return {
            "version": VERSION,
            "cars": list(self._cars.indices),
            "names": [car.name for car in match.match.cars],
            "rate": TICKS_PER_S,
            "ticks": self._ticks,
            "actions_per_game_second": TICKS_PER_S / self._ticks,
            "pace": str(self._turn.pace),
            "pad_locations": [xyz(pad.location) for pad in pads],
            "pad_is_big": [pad.is_full_boost for pad in pads],
            "state": self._state(),
        }


def _check_cars(change: StateChange, count: int) -> None:
    for placement in change.placements:
        if placement.body is Body.CAR and placement.index >= count:
            raise no_such_car(placement.index)
