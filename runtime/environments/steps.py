"""Programs that a supervisor runs one after the other, each with a time limit; nothing here waits."""

import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.model.messages import Message, literal, message, sentences
from runtime.processes import (
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    ChildSpec,
    ChildSurvived,
    SupervisorClient,
    SupervisorError,
    SupervisorLost,
)
from runtime.texts import unstyled

KEPT_LINES: Final = 2000
"""Maximum number of a program's last lines that are kept to explain a failure."""
TERMINATE_S: Final = 0.5
MAX_CHARACTERS: Final = 300
"""Maximum length of the output that a message quotes."""
_ERROR: Final = re.compile(r"(?:(?:ERROR|error|fatal|cause|Caused by):|[\u00d7\u2570]\u2500?[\u25b6>]?)\s*")
"""Beginnings of lines with which pip, uv and git report errors."""
_EMPTY: Final = ("ResolutionImpossible", "subprocess-exited-with-error", "See above for output", "No available output")
"""Parts of error lines that do not name a cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A program to be run."""

    title: Message
    """Description to display: `creating an environment`."""
    argv: tuple[str, ...]
    cwd: Path
    limit_s: float
    """The program is ended after this time."""
    environment: Mapping[str, str] = field(default_factory=dict)
    share: float = 0.0
    """Progress of the whole installation when the step begins, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """Result of a program."""

    code: int | None
    """None if it could not be started or was ended."""
    lines: tuple[str, ...] = ()
    trouble: Message | None = None
    """Reason why there is no code, as a sentence."""

    @property
    def is_success(self) -> bool:
        """True if the program exited with code 0."""
        return self.code == 0


def last_words(result: StepResult) -> Message:
    """Returns a sentence about the failure of a program, with the end of its output as a quotation.

    For people only; no decision depends on this text.
    """
    if result.trouble is not None:
        return result.trouble
    lines = [unstyled(line).strip() for line in result.lines]
    lines = [line for line in lines if line and not any(part in line for part in _EMPTY)]
    errors = dict.fromkeys(_ERROR.sub("", line) for line in lines if _ERROR.match(line))
    sentences = [line if line.endswith((".", "!", "?")) else f"{line}." for line in ([*errors] or lines[-1:])[-2:]]
    if not sentences:
        return message(
            "program-printed-nothing", "It printed nothing and exited with code {code}.", code=result.code or 0
        )
    return literal(" ".join(line[:MAX_CHARACTERS] for line in sentences))


class StepRunner:
    """Runs one step at a time; owned by one thread.

    Args:
        supervisor: Starts and stops the programs; its events are passed to `handle`.
        on_lines: Called with the lines that a program prints.
        clock: Returns seconds.
    """

    def __init__(
        self,
        supervisor: SupervisorClient,
        on_lines: Callable[[tuple[str, ...]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._supervisor = supervisor
        self._on_lines = on_lines
        self._clock = clock
        self._count = 0
        self._step: Step | None = None
        self._started_at = 0.0
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._result: StepResult | None = None
        self._is_late = False

    @property
    def is_busy(self) -> bool:
        """True if a program runs or its result has not been fetched."""
        return self._step is not None

    def start(self, step: Step) -> None:
        """Starts a program; poll `result` until it has ended."""
        self._count += 1
        self._step, self._result, self._is_late = step, None, False
        self._lines.clear()
        self._started_at = self._clock()
        spec = ChildSpec(
            key=self._key,
            argv=step.argv,
            cwd=step.cwd,
            environment=step.environment,
            grace_s=0.0,
            terminate_s=TERMINATE_S,
        )
        try:
            self._supervisor.launch(spec)
        except SupervisorError as error:
            self._end(trouble=error.text)

    def stop(self) -> None:
        """Ends the running program; its result follows."""
        if self._step is not None and self._result is None:
            try:
                self._supervisor.stop(self._key, 0.0)
            except SupervisorError as error:
                self._end(trouble=error.text)

    def handle(self, events: Iterable[ChildEvent]) -> None:
        """Handles the supervisor's events."""
        for event in events:
            if isinstance(event, SupervisorLost) and self._step is not None:
                self._end(trouble=sentences(event.text))
            elif getattr(event, "key", None) == self._key and self._result is None:
                self._handle(event)

    def result(self) -> StepResult | None:
        """Returns the program's result once, None while it runs; ends the program after its time limit."""
        if self._step is None:
            return None
        if self._result is None and not self._is_late and self._clock() - self._started_at > self._step.limit_s:
            self._is_late = True
            self.stop()
        result = self._result
        if result is not None:
            self._step = self._result = None
        return result

    @property
    def _key(self) -> str:
        return f"step-{self._count}"

    def _handle(self, event: ChildEvent) -> None:
        if isinstance(event, ChildOutput):
            self._lines.extend(event.lines)
            self._on_lines(event.lines)
        elif isinstance(event, ChildFailed):
            self._end(trouble=sentences(event.text))
        elif isinstance(event, ChildSurvived):
            self._end(
                trouble=message("step-still-running", "Still running: {processes:,}.", processes=tuple(event.survivors))
            )
        elif isinstance(event, ChildEnded) and self._is_late and self._step is not None:
            self._end(trouble=message("step-late", "It took longer than {seconds:g} s.", seconds=self._step.limit_s))
        elif isinstance(event, ChildEnded) and event.code is None:
            self._end(trouble=message("step-killed", "It was {ending}.", ending=event.text))
        elif isinstance(event, ChildEnded):
            self._end(code=event.code)

    def _end(self, *, code: int | None = None, trouble: Message | None = None) -> None:
        self._result = StepResult(code=code, lines=tuple(self._lines), trouble=trouble)
