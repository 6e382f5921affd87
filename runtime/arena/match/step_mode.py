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
from runtime.arena.match.lifecycle import Effect, MatchLifecycle
from runtime.arena.match.running_match import RunningMatch
from runtime.arena.match.slots import Slot
from runtime.arena.match.turn import Turn
from runtime.arena.report.report import LearnerFigures
from runtime.arena.report.reporter import Reporter
from runtime.documents import SITUATION_SUFFIX, CarKind, read_situation
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import Message, message
from runtime.model.placements import Body, StateChange
from runtime.model.step_mode import KEY_VARIABLE, WhenLearnerLeaves
from runtime.protocol import NEUTRAL, desired_state
from runtime.protocol.step_mode import (
    BUSY_MISSES,
    DEFAULT_TICKS,
    EVENT_ID,
    LOOK_S,
    MAX_LINE,
    MISS_S,
    UNANSWERED_S,
    VERSION,
    State,
    StepCommand,
    StepFault,
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
ACTIONS_MEASURED: Final = 100
COMMANDS_MEASURED: Final = 10_000
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


class Mean:
    """Mean over up to `COMMANDS_MEASURED` values, after which a new set of values begins."""

    __slots__ = ("_count", "_last", "_sum")

    def __init__(self) -> None:
        self._count, self._sum, self._last = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        """Adds a value."""
        self._count, self._sum = self._count + 1, self._sum + value
        if self._count == COMMANDS_MEASURED:
            self._count, self._sum, self._last = 0, 0.0, self._sum / COMMANDS_MEASURED

    @property
    def value(self) -> float:
        """The mean of the present set, or of the last one if the present set is empty; 0 before the first value."""
        return self._sum / self._count if self._count else self._last


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
        self._next_number = next_number
        self._options = options
        self._clock = clock
        self._is_connected = False
        self._match: RunningMatch | None = None
        """The match that step mode was enabled for."""
        self._cars: tuple[int, ...] = ()
        self._slots: tuple[Slot, ...] = ()
        self._numbers: frozenset[int] = frozenset()
        """The session numbers with which the learner holds its slots."""
        self._next_look_s = 0.0
        self._handlers: dict[str, Callable[[StepCommand, float], Mapping[str, Any] | None]] = {
            "enable": self._enable,
            "disable": self._disable,
            "act": self._act,
            "step": self._step,
            "wait_for_step": self._wait_for_step,
            "reset": self._reset,
            "observe": self._observe,
            "set_parameters": self._set_parameters,
            "status": self._status,
            "end": self._end,
        }
        self._forget_learner(0.0)

    def _forget_learner(self, now_s: float) -> None:
        self._last_id = 0
        self._answers: deque[tuple[int, dict[str, Any]]] = deque(maxlen=_REMEMBERED)
        """The newest answers, each with the id of the first attempt of its command."""
        self._waiting: _Waiting | None = None
        self._ticks = DEFAULT_TICKS
        self._asked = 0
        """Ticks of the running or last step."""
        self._is_enabled = self._is_busy = False
        self._heard_s = self._answered_s = now_s
        self._actions = 0
        self._action_times: deque[tuple[float, int]] = deque(maxlen=ACTIONS_MEASURED + 1)
        self._command_s, self._wait_s = Mean(), Mean()
        self._pending: Effects = []

    @property
    def figures(self) -> LearnerFigures:
        """Figures for the report."""
        per_s, per_game_s = self._rates()
        return LearnerFigures(
            mode=self._mode(),
            is_connected=self._is_connected,
            cars=self._cars,
            actions=self._actions,
            actions_per_s=per_s,
            actions_per_game_s=per_game_s,
            command_ms=1000.0 * self._command_s.value,
            wait_ms=1000.0 * self._wait_s.value,
        )

    def refusal_of(self, line: bytes) -> bytes | None:
        """Returns the answer to the first line of a connection that is not the learner's; None if it has the key."""
        given, key = (text.encode("utf-8", "replace") for text in (key_in(line), self._options.key))
        return None if secrets.compare_digest(given, key) else WRONG_KEY

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
        effects = self._release(match)
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
            answer = _error(fault.command_id, fault.text)
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
        if self._match is not None and (match is not self._match or match.has_ended):
            effects += self._lose(MATCH_OVER)
        elif match is not None and (lost := self._lost_cars()) is not None:
            self._reporter.note(lost)
            effects += [*self._release(match), *self._lose(lost)]
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
        return [Answer(line=write_line(_error(EVENT_ID, reason)))] if self._is_connected else []

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
            result = self._handlers[command.name](command, now_s)
        except StepFault as fault:
            result = _error(command.id, fault.text)
        if result is None:
            self._last_id = command.id
            self._waiting = _Waiting(command=command, root=root, since_s=now_s)
            return None
        return self._remember(command.id, root, {"id": command.id, "status": "ok", **result})

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

    def _enable(self, command: StepCommand, now_s: float) -> Mapping[str, Any] | None:
        """Takes the cars, holds the match, and answers when it has begun."""
        match = self._current()
        if match is None:
            return None
        if match.has_ended:
            raise StepFault(MATCH_OVER)
        self._take_cars(match, command.arguments.get("cars"))
        self._ticks = command.arguments.get("ticks", self._ticks)
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

    def _disable(self, _command: StepCommand, now_s: float) -> Mapping[str, Any]:
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

    def _act(self, command: StepCommand, now_s: float) -> Mapping[str, Any]:
        match = self._playing(may_be_free=True)
        self._drive(match, command.arguments["controls"])
        self._count_action(match, now_s)
        return {}

    def _step(self, command: StepCommand, now_s: float) -> Mapping[str, Any] | None:
        match = self._playing()
        if self._turn.granted:
            raise StepFault(STEP_RUNS)
        if "controls" in command.arguments:
            self._drive(match, command.arguments["controls"])
        if self._is_busy:
            self._is_busy = False
            self._reporter.note(message("learner-back", "The learner is back."))
            self._reporter.expedite()
        self._wait_s.add(now_s - self._answered_s)
        self._count_action(match, now_s)
        self._asked = command.arguments.get("ticks", self._ticks)
        self._turn.grant(self._asked, now_s)
        return None if command.arguments.get("wait", True) else {"ticks": self._asked}

    def _wait_for_step(self, _command: StepCommand, _now_s: float) -> Mapping[str, Any] | None:
        self._playing()
        return None if self._turn.granted else {"ticks": self._asked, "state": self._state()}

    def _reset(self, command: StepCommand, now_s: float) -> Mapping[str, Any] | None:
        """Restarts the game once all agents have answered the last tick, because an answer does not name its tick."""
        match, wanted = self._playing(), command.arguments
        if self._turn.granted:
            raise StepFault(STEP_RUNS)
        change = wanted.get("state")
        if "situation" in wanted:
            if change is not None:
                raise StepFault(message("step-two-states", "reset takes a situation or a state, not both."))
            change = self._situation(wanted["situation"]).change_for([car.team for car in match.match.cars])
        if change is not None:
            _check_cars(change, len(match.match.cars))
        if self._is_owed(now_s):
            return None
        match.game = match.game.restarted(seed=wanted.get("seed"), has_countdown=wanted.get("countdown", False))
        if change is not None:
            match.game.set_state(desired_state(change))
        self._lifecycle.follow_game_speed()
        self._turn.barrier.drop()
        self._asked = 0
        self._pending.append(ShowState())
        return {"state": state_of(match.game.packet())}

    def _observe(self, _command: StepCommand, _now_s: float) -> Mapping[str, Any]:
        match = self._current()
        if match is None or not match.has_begun:
            raise StepFault(message("step-no-match", "No match is being played."))
        return {"state": self._state()}

    def _set_parameters(self, command: StepCommand, now_s: float) -> Mapping[str, Any]:
        match, wanted = self._playing(may_be_free=True), command.arguments
        if "pace" in wanted:
            try:
                pace = parse_pace(wanted["pace"])
            except CommandError as error:
                raise StepFault(error.text) from None
            self._turn.apply(SetPace(pace=pace), now_s)
            match.interrupt()
        self._ticks = wanted.get("ticks", self._ticks)
        if "gravity_z" in wanted:
            match.game.set_state(desired_state(StateChange(gravity_z=wanted["gravity_z"])))
        return {"ticks": self._ticks, "pace": str(self._turn.pace)}

    def _status(self, _command: StepCommand, _now_s: float) -> Mapping[str, Any]:
        match, figures = self._current(), self.figures
        return {
            "mode": figures.mode,
            "frame": match.game.frame_num if match is not None else 0,
            "phase": match.game.phase.value if match is not None else "Inactive",
            "cars": list(self._cars),
            "ticks": self._ticks,
            "pace": str(self._turn.pace),
            "is_paused": self._turn.is_paused,
            "actions": figures.actions,
            "actions_per_second": figures.actions_per_s,
            "actions_per_game_second": figures.actions_per_game_s,
            "command_ms": figures.command_ms,
            "wait_ms": figures.wait_ms,
        }

    def _end(self, _command: StepCommand, now_s: float) -> Mapping[str, Any]:
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
        if match is None or match is not self._match or not (self._is_enabled or (may_be_free and self._cars)):
            raise StepFault(message("step-not-enabled", "Step mode is not enabled; send enable first."))
        if lost := self._lost_cars():
            raise StepFault(lost)
        return match

    def _lost_cars(self) -> Message | None:
        """Returns a sentence if other sessions, which waited for the learner's cars, drive them; None otherwise."""
        lost = tuple(slot.agent.title for slot in self._slots if not self._holds(slot))
        if not lost:
            return None
        return message(
            "step-car-lost", "Another session drives the car of {agents} instead of the learner.", agents=lost
        )

    def _holds(self, slot: Slot) -> bool:
        return slot.holder is not None and slot.holder in self._numbers

    def _take_cars(self, match: RunningMatch, wanted: tuple[int, ...] | None) -> None:
        """Takes the requested cars; by default, those that nobody drives or is going to drive."""
        if self._match is match and (wanted is None or set(wanted) == set(self._cars)):
            return
        slots = {car: slot for slot in match.slots.slots for car in slot.cars}
        cars = match.match.cars
        if wanted is None:
            free = [car for car, slot in slots.items() if slot.holder is None and not cars[car].run_command]
            wanted = tuple(free if match.human_car is None else [*free, match.human_car])
        if not wanted:
            raise StepFault(
                message("step-no-car", "Every car has a driver; write auto_start = false for the car of the learner.")
            )
        mine = set(self._slots) if self._match is match else set()
        for car in wanted:
            self._check_car(match, car, slots.get(car), mine)
        self._release(match)
        chosen = dict.fromkeys(slots[car] for car in wanted if car in slots)
        self._match = match
        self._slots = tuple(chosen)
        self._cars = tuple(sorted({*wanted, *(car for slot in chosen for car in slot.cars)}))
        numbers = []
        for slot in chosen:
            numbers.append(self._next_number())
            match.slots.assign(slot, numbers[-1])
        self._numbers = frozenset(numbers)
        match.update_receivers()

    def _check_car(self, match: RunningMatch, car: int, slot: Slot | None, mine: set[Slot]) -> None:
        if car >= len(match.match.cars):
            raise _no_such_car(car)
        driver = match.match.cars[car]
        if driver.kind is CarKind.PSYONIX:
            raise StepFault(
                message("step-stand-in", "The arena itself drives car {car} ({name}).", car=car, name=driver.name)
            )
        if slot is not None and slot.holder is not None and slot not in mine:
            raise StepFault(
                message("step-driven", "{agent} already drives car {car}.", agent=slot.agent.title, car=car)
            )

    def _release(self, match: RunningMatch | None) -> Effects:
        """Gives the cars back."""
        effects: Effects = []
        if match is not None and match is self._match:
            for car in self._cars:
                match.game.drive(car, NEUTRAL)
            for slot in self._slots:
                if self._holds(slot):
                    effects += match.free(slot)
        self._match, self._cars, self._slots, self._numbers = None, (), (), frozenset[int]()
        return effects

    def _drive(self, match: RunningMatch, controls: tuple[bytes, ...]) -> None:
        if len(controls) != len(self._cars):
            raise StepFault(
                message(
                    "step-controls-count",
                    "controls must have one entry for each of the {count} cars, not {given}.",
                    count=len(self._cars),
                    given=len(controls),
                )
            )
        for car, packed in zip(self._cars, controls, strict=True):
            match.game.drive(car, packed)

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
        """Returns whether the arena waits for nothing but the learner's next step."""
        return self._is_enabled and self._turn.granted == 0 and not self._turn.is_paused

    def _poll_waiting(self, waiting: _Waiting, now_s: float, *, is_look: bool) -> Effects:
        deadline_s, waited_s = waiting.command.deadline_s, now_s - waiting.since_s
        if waited_s > deadline_s if deadline_s is not None else is_look and waited_s > UNANSWERED_S:
            return self._give_up(waiting, waited_s)
        return self._retry(waiting, now_s) if waiting.command.name in _RETRIED else []

    def _retry(self, waiting: _Waiting, now_s: float) -> Effects:
        """Tries to carry out a command that could not begin."""
        try:
            answer = self._handlers[waiting.command.name](waiting.command, now_s)
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
        for car in self._cars:
            match.game.drive(car, NEUTRAL)
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
        self._match, self._cars, self._slots, self._numbers = None, (), (), frozenset[int]()
        self._is_enabled = self._is_busy = False
        self._turn.granted = None
        return [] if self._waiting is None else self._fail(self._waiting, reason)

    def _finish(self, waiting: _Waiting, answer: Mapping[str, Any], now_s: float) -> Effects:
        self._waiting = None
        self._command_s.add(now_s - waiting.since_s)
        command = waiting.command
        return [
            self._sent(self._remember(command.id, waiting.root, {"id": command.id, "status": "ok", **answer}), now_s)
        ]

    def _fail(self, waiting: _Waiting, reason: Message) -> Effects:
        self._waiting = None
        command = waiting.command
        return [Answer(line=write_line(self._remember(command.id, waiting.root, _error(command.id, reason))))]

    def _remember(self, command_id: int, root: int, answer: dict[str, Any]) -> dict[str, Any]:
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
        self._actions += 1
        self._action_times.append((now_s, match.game.frame_num))
        for slot in self._slots:
            slot.stats.acted(now_s - self._answered_s)

    def _rates(self) -> tuple[float, float]:
        """Returns actions per second of wall time and of game time, over the last actions."""
        if len(self._action_times) < 2:
            return 0.0, 0.0
        (first_s, first), (last_s, last) = self._action_times[0], self._action_times[-1]
        count = len(self._action_times) - 1
        return (
            round(count / (last_s - first_s), 3) if last_s > first_s else 0.0,
            round(count * TICKS_PER_S / (last - first), 3) if last > first else 0.0,
        )

    def _state(self) -> State:
        match = self._current()
        assert match is not None
        return state_of(match.game.packet())

    def _description(self, match: RunningMatch) -> Mapping[str, Any]:
        pads = match.game.field_info().boost_pads
        return {
            "version": VERSION,
            "cars": list(self._cars),
            "names": [car.name for car in match.match.cars],
            "rate": TICKS_PER_S,
            "ticks": self._ticks,
            "actions_per_game_second": TICKS_PER_S / self._ticks,
            "pace": str(self._turn.pace),
            "pad_locations": [xyz(pad.location) for pad in pads],
            "pad_is_big": [pad.is_full_boost for pad in pads],
            "state": self._state(),
        }


def _error(command_id: int | None, text: Message) -> dict[str, Any]:
    return {"id": command_id, "status": "error", "error": str(text), "code": text.code}


REFUSAL: Final = write_line(
    _error(EVENT_ID, message("step-second-learner", "Another learner is connected; there can be only one."))
)
"""Sent to a second learner."""
WRONG_KEY: Final = write_line(
    _error(
        EVENT_ID,
        message(
            "step-wrong-key",
            "The first command of a learner must have the key of the match: Kickabout shows it at the start, and "
            "StepClient takes it from the environment variable {variable}.",
            variable=KEY_VARIABLE,
        ),
    )
)
"""Sent to a connection that is not the learner's."""
TOO_LONG: Final = _error(None, message("step-line-too-long", "A line has at most {most} bytes.", most=MAX_LINE))


def _no_such_car(car: int) -> StepFault:
    return StepFault(message("step-no-such-car", "There is no car {car} in this match.", car=car))


def _check_cars(change: StateChange, count: int) -> None:
    for placement in change.placements:
        if placement.body is Body.CAR and placement.index >= count:
            raise _no_such_car(placement.index)
