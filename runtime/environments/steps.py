"""Runs programs one after the other through a supervisor, each within its time; nothing here waits."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from runtime.processes import (
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    ChildSpec,
    ChildSurvived,
    SupervisorError,
    SupervisorLost,
)

KEPT_LINES: Final = 2000
"""As many of the last lines of a program are kept to find out why it failed."""
TERMINATE_S: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One program that has to run."""

    title: str
    """What it does, for people: `creating an environment`."""
    argv: tuple[str, ...]
    cwd: Path
    limit_s: float
    """It may take as long as this, and is ended when it takes longer."""
    environment: Mapping[str, str] = field(default_factory=dict)
    share: float = 0.0
    """How far the whole is when it begins, 0 to 1."""
    parts: int = 0
    """How many packages it installs, as far as is known, so that its lines tell how far it is; 0 means not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """How a program ended."""

    code: int | None
    """None where it could not be started or was ended."""
    lines: tuple[str, ...] = ()
    trouble: str = ""
    """Why there is no code, as a sentence."""
    is_late: bool = False

    @property
    def is_fine(self) -> bool:
        """Whether it did what it should."""
        return self.code == 0


class Children(Protocol):
    """What runs the programs; `runtime.processes.SupervisorClient`."""

    def launch(self, spec: ChildSpec) -> None:
        """Starts one."""

    def stop(self, key: str, grace_s: float | None = None) -> None:
        """Ends one and all it started."""


class StepRunner:
    """Runs one step at a time; owned by one thread.

    Args:
        children: starts and stops the programs; its events are to be passed to `take`.
        tell: gets the lines that a program prints.
        clock: seconds.
    """

    def __init__(
        self,
        children: Children,
        tell: Callable[[tuple[str, ...]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._children = children
        self._tell = tell
        self._clock = clock
        self._count = 0
        self._step: Step | None = None
        self._began = 0.0
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._result: StepResult | None = None
        self._is_late = False

    @property
    def is_busy(self) -> bool:
        """Whether a program runs or its result has not been fetched."""
        return self._step is not None

    def begin(self, step: Step) -> None:
        """Starts a program; `result` tells when it has ended."""
        self._count += 1
        self._step, self._result, self._is_late = step, None, False
        self._lines.clear()
        self._began = self._clock()
        spec = ChildSpec(
            key=self._key,
            argv=step.argv,
            cwd=step.cwd,
            environment=step.environment,
            grace_s=0.0,
            terminate_s=TERMINATE_S,
        )
        try:
            self._children.launch(spec)
        except SupervisorError as error:
            self._end(trouble=str(error))

    def stop(self) -> None:
        """Ends the running program; its result follows."""
        if self._step is not None and self._result is None:
            try:
                self._children.stop(self._key, 0.0)
            except SupervisorError as error:
                self._end(trouble=str(error))

    def take(self, events: Iterable[ChildEvent]) -> None:
        """What the supervisor tells."""
        for event in events:
            if isinstance(event, SupervisorLost) and self._step is not None:
                self._end(trouble=str(event.text))
            elif getattr(event, "key", None) == self._key and self._result is None:
                self._hear(event)

    def result(self) -> StepResult | None:
        """How the program ended, once; None while it runs. Ends it when its time is over."""
        if self._step is None:
            return None
        if self._result is None and not self._is_late and self._clock() - self._began > self._step.limit_s:
            self._is_late = True
            self.stop()
        result = self._result
        if result is not None:
            self._step = self._result = None
        return result

    @property
    def _key(self) -> str:
        return f"step-{self._count}"

    def _hear(self, event: ChildEvent) -> None:
        if isinstance(event, ChildOutput):
            self._lines.extend(event.lines)
            self._tell(event.lines)
        elif isinstance(event, ChildFailed):
            self._end(trouble=str(event.text))
        elif isinstance(event, ChildSurvived):
            self._end(trouble=f"Still running: {', '.join(event.survivors)}.")
        elif isinstance(event, ChildEnded) and self._is_late and self._step is not None:
            self._end(trouble=f"It took longer than {self._step.limit_s:g} s.")
        elif isinstance(event, ChildEnded) and event.code is None:
            self._end(trouble=f"It was {event.text}.")
        elif isinstance(event, ChildEnded):
            self._end(code=event.code)

    def _end(self, *, code: int | None = None, trouble: str = "") -> None:
        self._result = StepResult(code=code, lines=tuple(self._lines), trouble=trouble, is_late=self._is_late)
