"""A service that runs on its own. Every match with its bot finds the service and assigns games to it."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from runtime.agents.program import LaunchContext
from runtime.agents.restart import AgentRestarts, Granted
from runtime.agents.roster import Agent
from runtime.agents.services import MARK, service_spec
from runtime.documents.model import RestartPolicy
from runtime.locks import FileLock
from runtime.model.messages import MessageError, message
from runtime.processes import (
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    CommandError,
    SupervisorClient,
    SupervisorError,
    SupervisorLost,
)
from runtime.services.kit.kickabout.channel import RECORDED_VARIABLE, VARIABLE, Figures, Leave
from runtime.services.link import ServiceLink, ServiceLost
from runtime.services.published import read_address

POLL_S: Final = 0.05
HANG_S: Final = 30.0
"""Silence after which a service is killed; loading a model does not count, because the service does not listen yet."""
END_S: Final = 3.0
"""Maximum wait for processes to end, with their grace and the kill."""


class StandingServiceError(MessageError):
    """The service cannot run or cannot go on; `text` is a sentence for the user."""


def recorded_games(
    agent: Agent,
    context: LaunchContext,
    recordings: Sequence[Path],
    *,
    on_line: Callable[[str], None],
    is_broken_off: Callable[[], bool],
) -> int:
    """Lets the program of an agent play recordings; returns its exit code, or 1 if it has none.

    `on_line` gets each line of its output.

    Raises:
        StandingServiceError: the program cannot be started.
    """
    try:
        spec = service_spec(agent, context, f"{MARK}1", Path())
        paths = os.pathsep.join(str(path.resolve()) for path in recordings)
        environment = {name: value for name, value in spec.environment.items() if name != VARIABLE}
        spec = replace(spec, environment={**environment, RECORDED_VARIABLE: paths})
        with SupervisorClient() as supervisor:
            supervisor.launch(spec)
            while supervisor.live and not is_broken_off():
                for event in supervisor.poll(POLL_S):
                    if isinstance(event, ChildOutput):
                        for line in event.lines:
                            on_line(line)
                    elif isinstance(event, ChildEnded):
                        return event.code if event.code is not None else 1
                    elif isinstance(event, ChildFailed):
                        raise StandingServiceError(event.text)
    except (CommandError, SupervisorError) as error:
        raise StandingServiceError(error.text) from error
    return 1


class StandingService:
    """Runs one service as a child of a supervisor, so that it does not outlive this process.

    `stop` and `restart` may be called from any thread and from signal handlers.

    Args:
        agent: the bot.
        context: how agents are started; the parts about a match are not used.
        address_file: where the service publishes its address; a lock beside it keeps a second service away.
        record_to: folder for recordings of all games; None for none.
        policy: how often a service that ended unexpectedly is started again.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        agent: Agent,
        *,
        context: LaunchContext,
        address_file: Path,
        record_to: Path | None = None,
        policy: RestartPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.agent = agent
        self._context = context
        self._address_file = address_file
        self._record_to = record_to
        self._quota = AgentRestarts(policy or RestartPolicy())
        self._clock = clock
        self._supervisor = SupervisorClient()
        self._requests: SimpleQueue[bool] = SimpleQueue()
        """True for a restart, false for the end."""
        self._present = ""
        """Key of the process that takes new games; earlier processes play their games to the end."""
        self._links: dict[str, ServiceLink] = {}
        self._count = 0
        self._due_s: float | None = None
        """Time at which a service that ended starts again."""
        self.is_listening = threading.Event()
        """Set when the service takes games for the first time."""

    def stop(self) -> None:
        """Ends the service soon."""
        self._requests.put(False)

    def restart(self) -> None:
        """Starts a new process for later games; the old process plays its games to the end."""
        self._requests.put(True)

    def run(self, on_line: Callable[[str], None], on_figures: Callable[[Figures], None]) -> None:
        """Runs the service until `stop`; `on_line` gets its output, and `on_figures` its figures once a second.

        Raises:
            StandingServiceError: it runs already, cannot be started, or ended more often than the policy allows.
        """
        lock = FileLock(self._address_file.with_suffix(".lock"))
        if not lock.try_acquire():
            raise StandingServiceError(message("service-runs", "{agent} is already served.", agent=self.agent.name))
        try:
            self._supervisor.start()
            self._start()
            while self._turn(on_line, on_figures):
                pass
        except SupervisorError as error:
            raise StandingServiceError(error.text) from error
        except CommandError as error:
            raise StandingServiceError(error.text) from error
        finally:
            self._end()
            with contextlib.suppress(OSError):
                self._address_file.unlink()
            lock.release()

    def _end(self) -> None:
        """Lets processes without games leave, and kills the others after their grace."""
        for link in self._links.values():
            link.close()
        with contextlib.suppress(SupervisorError):
            self._supervisor.stop_all()
            until_s = self._clock() + END_S
            while self._supervisor.live and self._clock() < until_s:
                self._supervisor.poll(POLL_S)
        self._supervisor.close()

    def _turn(self, on_line: Callable[[str], None], on_figures: Callable[[Figures], None]) -> bool:
        """Handles what has happened; returns whether the service goes on."""
        for event in self._supervisor.poll(POLL_S):
            self._on_event(event, on_line)
        with contextlib.suppress(Empty):
            if not self._requests.get_nowait():
                return False
            self._start()
        if self._due_s is not None and self._clock() >= self._due_s:
            self._due_s = None
            self._start()
        self._connect()
        for key, link in list(self._links.items()):
            self._read(key, link, on_line, on_figures)
        return True

    def _start(self) -> None:
        self._count += 1
        self._present = f"{MARK}{self._count}"
        spec = service_spec(self.agent, self._context, self._present, self._address_file, record_to=self._record_to)
        self._supervisor.launch(spec)

    def _connect(self) -> None:
        """Connects to a new process as soon as it listens, and asks the earlier processes to leave."""
        address = read_address(self._address_file) if self._present not in self._links else None
        if address is None or any(link.address == address for link in self._links.values()):
            return
        try:
            link = ServiceLink(address, is_owner=True, clock=self._clock)
        except ServiceLost:
            return
        for former in self._links.values():
            former.send(Leave())
        self._links[self._present] = link
        self.is_listening.set()

    def _read(
        self, key: str, link: ServiceLink, on_line: Callable[[str], None], on_figures: Callable[[Figures], None]
    ) -> None:
        before = link.figures
        try:
            link.receive()
        except ServiceLost:
            link.close()
            del self._links[key]
            return
        if link.silent_s >= HANG_S:
            on_line(str(message("service-silent", "The service sent nothing for {seconds:g} s.", seconds=HANG_S)))
            link.close()
            del self._links[key]
            self._supervisor.end_hanging(key)
        elif key == self._present and link.figures is not None and link.figures is not before:
            on_figures(link.figures)

    def _on_event(self, event: ChildEvent, on_line: Callable[[str], None]) -> None:
        if isinstance(event, SupervisorLost):
            raise StandingServiceError(event.text)
        if isinstance(event, ChildOutput):
            for line in event.lines:
                on_line(line)
        elif isinstance(event, ChildFailed):
            raise StandingServiceError(event.text)
        elif isinstance(event, ChildEnded) and event.key == self._present:
            text = message("service-stopped-alone", "The service stopped unexpectedly ({how}).", how=event.text)
            former = [key for key in self._links if key != self._present]
            if former and self._present not in self._links:
                on_line(f"{text} The version before goes on.")
                self._present = former[-1]
                return
            decision = self._quota.request(self._clock())
            if not isinstance(decision, Granted):
                raise StandingServiceError(text)
            on_line(f"{text} {decision.text}")
            self._due_s = self._clock() + decision.after_s
