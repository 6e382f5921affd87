"""The agents of a match that are played by agent services: one program plays several games, one for each agent.

To the rest of the match, such a game looks like a process: `launch` begins it, `stop` ends it, and `poll` returns its
events. It is played by a service that already runs for all matches, or by one that this match starts.
"""

import contextlib
import json
import os
import secrets
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from runtime.agents.program import LaunchContext, launch_spec
from runtime.agents.roster import Agent
from runtime.deletion import discard
from runtime.model.messages import Message, message
from runtime.model.values import GAME_LOG, ServiceFigures
from runtime.processes import (
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    ChildSpec,
    ChildStarted,
    ChildUsage,
    CommandError,
    SupervisorClient,
    SupervisorError,
    stopped_ending,
)
from runtime.services.kit.kickabout.channel import (
    VARIABLE,
    Accepted,
    Assign,
    Ended,
    Leave,
    Reason,
    Refused,
    Release,
    Said,
    Setup,
    ToLauncher,
    content,
)
from runtime.services.link import ServiceLink, ServiceLost
from runtime.services.published import kit_path, published, read_address

MARK: Final = "service-"
"""Beginning of the keys of the services' own processes: `service-1`."""
SAME_SAVE_S: Final = 5.0
"""Agents that are swapped within this time share the service that was started for the first of them."""
STUCK_S: Final = 15.0
"""Silence after which a service that has not accepted a game is given up."""
_LAST_LINES: Final = 40
"""Number of last lines of an ended service that are repeated for each of its agents."""


@dataclass(slots=True, eq=False)
class _Service:
    """One program that serves games: started by this match, or standing for all."""

    source: tuple[object, ...]
    """Identifies the program; equal for all agents that the service can play."""
    version: int
    started_s: float
    key: str = ""
    """Key of its process; empty for a standing service."""
    address_file: Path | None = None
    pid: int | None = None
    link: ServiceLink | None = None
    lines: list[str] = field(default_factory=list)
    is_gone: bool = False
    is_leaving: bool = False
    is_rejected: bool = False
    """True if the version of an agent that it plays was rejected, so that it gets no more games."""
    is_noted: bool = False
    """True if its silence was noted."""


@dataclass(slots=True, eq=False)
class _Game:
    """A game of the service, which the match sees as the process of one agent."""

    process: str
    agent: Agent
    service: _Service
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    is_assigned: bool = False
    is_accepted: bool = False
    is_started: bool = False


class ServiceGames:
    """Assigns the games of one match to services; owned by the match's thread, which it never blocks.

    Args:
        supervisor: starts the services of this match.
        context: how agents are started.
        standing: folder in which standing services publish their addresses; None for none.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        *,
        supervisor: SupervisorClient,
        context: LaunchContext,
        standing: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._supervisor = supervisor
        self._context = context
        self._standing = standing
        self._clock = clock
        self._services: list[_Service] = []
        self._games: dict[str, _Game] = {}
        self._events: list[ChildEvent] = []
        self._tried: set[str] = set()
        """Tokens of the standing services to which this match has connected; each is tried once."""
        self._count = 0

    def launch(self, agent: Agent, process: str, *, is_next: bool) -> None:
        """Begins a game for an agent; `is_next` asks for a version of the program that is newer than the present one.

        Raises:
            CommandError: the program cannot be started.
        """
        service = self._next_service(agent) if is_next else self._service_for(agent)
        self._games[process] = game = _Game(process=process, agent=agent, service=service)
        if service.pid is not None:
            self._announce(game)

    def owns(self, process: str) -> bool:
        """Returns whether a process is a game of a service or a service's own process."""
        return process in self._games or process.startswith(MARK)

    def agent_key(self, process: str) -> str:
        """Returns the key of an agent that the service with this process plays; the game's if it plays none."""
        served = [game for game in self._games.values() if game.service.key == process]
        return served[0].agent.key if served else GAME_LOG

    def stop(self, process: str, reason: Message | None = None) -> None:
        """Ends a game at once; gives up its service if that does not answer and plays no other game."""
        game = self._games.pop(process, None)
        if game is None:
            return
        service = game.service
        if game.is_assigned and service.link is not None:
            service.link.send(Release(game=game.key))
        if (service.link is None or service.link.is_silent) and not self._served(service):
            self._give_up(service)
        text = message("game-released", "the game was taken from its service")
        text = stopped_ending(text, reason) if reason is not None else text
        self._events.append(_ended(process, 0, text, asked=True))

    def reject(self, process: str) -> None:
        """Ends the service of a game as soon as it plays no other one, because an agent does not want its version."""
        game = self._games.get(process)
        if game is not None:
            game.service.is_rejected = True

    def print_stacks(self, process: str) -> None:
        """Makes the service of a game print its stack, unless it is a standing one."""
        game = self._games.get(process)
        if game is not None and game.service.key:
            with contextlib.suppress(SupervisorError):
                self._supervisor.print_stacks(game.service.key)

    def take(self, event: ChildEvent) -> list[ChildEvent]:
        """Translates an event of a service's process into events of the games that it plays."""
        service = next((service for service in self._services if service.key == getattr(event, "key", "")), None)
        if service is None or not service.key:
            return []
        served = self._served(service)
        if isinstance(event, ChildStarted):
            service.pid = event.pid
            for game in served:
                self._announce(game)
        elif isinstance(event, ChildOutput):
            service.lines = [*service.lines, *event.lines][-_LAST_LINES:]
            return [replace(event, key=game.process) for game in served[:1]]
        elif isinstance(event, ChildUsage):
            return [_share(event, game.process, len(served)) for game in served]
        elif isinstance(event, ChildFailed):
            self._forget(service)
            return [ChildFailed(key=game.process, text=event.text) for game in self._dropped(service)]
        elif isinstance(event, ChildEnded):
            self._forget(service)
            text = message("service-stopped", "its service stopped unexpectedly: {how}", how=event.text)
            return self._all_ended(service, event.code or (0 if service.is_leaving else 1), text, service.lines)
        return []

    def poll(self) -> list[ChildEvent]:
        """Returns the events of the games since the last call."""
        for service in [service for service in self._services if not service.is_gone]:
            if service.link is None:
                self._connect(service)
            if service.link is not None:
                self._read(service, service.link)
            is_older = service.version < self._newest(service.source)
            if (is_older or service.is_rejected) and not service.is_leaving and not self._served(service):
                self._dismiss(service)
        for game in list(self._games.values()):
            if not game.is_assigned:
                self._assign(game)
        events, self._events = self._events, []
        return events

    def figures(self) -> dict[str, ServiceFigures]:
        """Returns the figures of the services by the key of each agent that they play."""
        rows = {}
        for game in self._games.values():
            link = game.service.link
            if link is None or link.figures is None:
                continue
            now = link.figures
            own = next((row for row in now.games if row.game == game.key), None)
            rows[game.agent.key] = ServiceFigures(
                slots=now.slots,
                used=now.used,
                matches=now.matches,
                batch=now.batch,
                waited_s=now.waited_s,
                refused=now.declined + now.unknown + now.late + now.surplus,
                restarts=now.restarts,
                is_standing=not game.service.key,
                is_silent=link.is_silent,
                latency_ms=own.latency_ms if own is not None else None,
                worst_ms=own.worst_ms if own is not None else None,
                answers_per_s=own.answers_per_s if own is not None else 0.0,
                errors=own.errors if own is not None else 0,
                reward=own.reward if own is not None else None,
            )
        return rows

    def close(self) -> None:
        """Lets this match's services end as soon as their sessions have ended; disconnects from standing ones."""
        for service in self._services:
            self._dismiss(service)

    def release(self) -> None:
        """Ends all connections; may be called twice."""
        for service in self._services:
            self._release(service)
        self._services.clear()
        self._games.clear()

    # Services

    def _service_for(self, agent: Agent) -> _Service:
        """Returns the newest known service if it has slots for the agent, else a standing one, else a new one."""
        source = _source(agent)
        newest = self._newest(source)
        known = [service for service in self._services if service.source == source and self._can_take(service, agent)]
        for service in known:
            if service.version == newest:
                return service
        standing = self._connect_standing(agent) if newest == 0 else None
        return standing or self._start(agent, max(1, newest))

    def _next_service(self, agent: Agent) -> _Service:
        """Returns a service of a newer version than the one that plays; agents swapped by the same save share it."""
        source, present = _source(agent), 0
        for game in self._games.values():
            if game.agent.key == agent.key:
                source, present = game.service.source, max(present, game.service.version)
        since_s = self._clock() - SAME_SAVE_S
        newest = self._newest(source)
        for service in self._services:
            is_newest = service.source == source and service.version == newest > present
            if is_newest and service.started_s >= since_s and self._can_take(service, agent):
                return service
        return self._start(agent, max(present, newest) + 1)

    def _can_take(self, service: _Service, agent: Agent) -> bool:
        is_silent = service.link is not None and service.link.is_silent
        if service.is_gone or service.is_leaving or service.is_rejected or is_silent:
            return False
        slots = agent.service.slots if agent.service is not None else 1
        if service.link is not None and service.link.slots is not None:
            slots = service.link.slots
            if not service.key:
                waiting = sum(_need(game) for game in self._served(service) if not game.is_assigned)
                return len(service.link.ready) - waiting >= len(agent.cars)
        taken = sum(_need(game) for game in self._served(service))
        return slots - taken >= len(agent.cars)

    def _newest(self, source: tuple[object, ...]) -> int:
        present = (service for service in self._services if service.source == source and not service.is_gone)
        return max((service.version for service in present), default=0)

    def _connect_standing(self, agent: Agent) -> _Service | None:
        address = published(self._standing, agent.source)
        if address is None or address.token in self._tried:
            return None
        self._tried.add(address.token)
        try:
            link = ServiceLink(address, clock=self._clock)
        except ServiceLost:
            return None
        service = _Service(source=_source(agent), version=0, started_s=self._clock(), pid=address.pid, link=link)
        self._services.append(service)
        return service

    def _start(self, agent: Agent, version: int) -> _Service:
        self._count += 1
        key = f"{MARK}{self._count}"
        file = Path(tempfile.mkdtemp(prefix="service-", dir=self._supervisor.folder)) / "address.json"
        try:
            spec = service_spec(agent, self._context, key, file)
        except CommandError:
            discard(file.parent)
            raise
        service = _Service(source=_source(agent), version=version, started_s=self._clock(), key=key, address_file=file)
        with contextlib.suppress(SupervisorError):  # the loss of the supervisor is reported as an event
            self._supervisor.launch(spec)
        self._services.append(service)
        return service

    def _connect(self, service: _Service) -> None:
        if service.address_file is None or not service.address_file.is_file():
            return
        address = read_address(service.address_file)
        if address is not None:
            with contextlib.suppress(ServiceLost):
                service.link = ServiceLink(address, is_owner=True, clock=self._clock)
                discard(service.address_file.parent)  # so that nothing is left if the launcher is killed

    def _dismiss(self, service: _Service) -> None:
        """Lets a service of this match end as soon as it plays no game; disconnects from a standing one."""
        service.is_leaving = True
        if service.is_rejected and service.key:
            self._end(service, 0.0)  # it may hang
        if service.link is None:
            return
        if service.key:
            service.link.send(Leave())
        else:
            service.link.close()
            self._forget(service)

    def _end(self, service: _Service, grace_s: float | None = None) -> None:
        with contextlib.suppress(SupervisorError):
            self._supervisor.stop(service.key, grace_s)

    def _forget(self, service: _Service) -> None:
        service.is_gone = True
        self._release(service)
        if service in self._services:
            self._services.remove(service)

    def _release(self, service: _Service) -> None:
        if service.link is not None:
            service.link.close()
        elif service.address_file is not None:
            discard(service.address_file.parent)

    # Games

    def _read(self, service: _Service, link: ServiceLink) -> None:
        try:
            for received in link.receive():
                self._take_message(service, received)
        except ServiceLost as loss:
            if service.key:  # the end of its process follows
                service.is_gone = True
                self._events += [ChildOutput(key=game.process, lines=(f"[{loss}]",)) for game in self._served(service)]
                self._end(service)
                return
            self._lose(service, message("service-lost", "its service stopped unexpectedly"))
            return
        waits = any(game.is_assigned and not game.is_accepted for game in self._served(service))
        if waits and link.silent_s >= STUCK_S:
            self._give_up(service)
        elif link.is_silent is not service.is_noted:
            service.is_noted = link.is_silent
            line = "[The service has sent nothing for 5 s.]" if link.is_silent else "[The service answers again.]"
            self._events += [ChildOutput(key=game.process, lines=(line,)) for game in self._served(service)]

    def _give_up(self, service: _Service) -> None:
        """Ends a service of this match that hangs, with its stack; disconnects from a standing one."""
        if service.key:
            service.is_gone = True
            with contextlib.suppress(SupervisorError):
                self._supervisor.end_hanging(service.key, message("service-hung", "It did not answer."))
        else:
            self._lose(service, message("service-hangs", "its service does not answer"))

    def _lose(self, service: _Service, text: Message) -> None:
        """Handles the loss of a standing service: all games that it plays for us have ended."""
        self._forget(service)
        self._events += self._all_ended(service, 1, text, ())

    def _take_message(self, service: _Service, received: ToLauncher) -> None:
        game = next((game for game in self._served(service) if game.key == getattr(received, "game", None)), None)
        if game is None:
            return
        if isinstance(received, Said):
            self._events.append(ChildOutput(key=game.process, lines=received.lines))
        elif isinstance(received, Accepted):
            game.is_accepted = True
        elif isinstance(received, Ended):
            del self._games[game.process]
            text = message("service-ended-game", "its service ended the game: {text}", text=received.text.rstrip("."))
            self._events.append(_ended(game.process, received.code, text))
        elif isinstance(received, Refused):
            self._on_refusal(game, received)

    def _on_refusal(self, game: _Game, refused: Refused) -> None:
        """Assigns a game again if its slots were taken or the service is full; otherwise, the game has ended."""
        if refused.reason == Reason.LATE:
            game.is_assigned = False
        elif refused.reason == Reason.SURPLUS and game.service.link is not None:
            game.is_assigned = False
            game.service.link.ready.clear()
            self._move(game)
        else:
            del self._games[game.process]
            text = message("service-declined", "its service declined the game: {text}", text=refused.text.rstrip("."))
            self._events.append(_ended(game.process, 1, text))

    def _assign(self, game: _Game) -> None:
        link, port = game.service.link, self._context.server.port
        if link is None or port is None:
            return
        if not (slots := link.take(_need(game))):
            if not game.service.key and (link.figures is not None or link.is_silent):
                self._move(game)
            return
        game.is_assigned = True
        link.send(
            Assign(
                game=game.key,
                service=link.address.service,
                slots=slots,
                agent_id=self._context.keys.key_of(game.agent.agent_id),
                host=self._context.server.host,
                port=port,
                title=str(game.agent),
            )
        )

    def _move(self, game: _Game) -> None:
        """Finds another service for a game that has no slot."""
        try:
            game.service = self._service_for(game.agent)
        except CommandError as error:
            del self._games[game.process]
            self._events.append(ChildFailed(key=game.process, text=error.text))
        else:
            self._announce(game)

    def _announce(self, game: _Game) -> None:
        """Reports the start of a game, with the process id of its service."""
        if not game.is_started and game.service.pid is not None:
            game.is_started = True
            self._events.append(ChildStarted(key=game.process, pid=game.service.pid))

    def _served(self, service: _Service) -> list[_Game]:
        return [game for game in self._games.values() if game.service is service]

    def _dropped(self, service: _Service) -> list[_Game]:
        games = self._served(service)
        for game in games:
            del self._games[game.process]
        return games

    def _all_ended(self, service: _Service, code: int, text: Message, lines: Sequence[str]) -> list[ChildEvent]:
        events: list[ChildEvent] = []
        for place, game in enumerate(self._dropped(service)):
            if place and lines:
                events.append(ChildOutput(key=game.process, lines=tuple(lines)))
            events.append(_ended(game.process, code, text))
        return events


def _source(agent: Agent) -> tuple[object, ...]:
    return (agent.source, agent.root_dir, agent.run_command, agent.environment)


def service_spec(
    agent: Agent, context: LaunchContext, key: str, address_file: Path, *, record_to: Path | None = None
) -> ChildSpec:
    """Returns how to start the program of an agent as a service.

    It has slots for at least the cars of this agent. It runs on the game's processors, because both teams may use it.

    Raises:
        CommandError: the program cannot be started.
    """
    spec = launch_spec(agent, context, key)
    setup = Setup(
        service=agent.agent_id.partition("#")[0],  # numbers tell copies of a bot apart within a match
        name=agent.name,
        slots=max(len(agent.cars), agent.service.slots if agent.service is not None else 1),
        token=secrets.token_hex(16),
        address_file=str(address_file),
        record_to=str(record_to) if record_to is not None else "",
    )
    python_path = spec.environment.get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    log = context.settings.logs
    return replace(
        spec,
        cores=context.settings.shares.game,
        log=log / f"{key}.log" if log is not None else None,
        environment={**spec.environment, VARIABLE: json.dumps(content(setup)), **kit_path(python_path)},
    )


def _need(game: _Game) -> int:
    return max(1, len(game.agent.cars))


def _ended(process: str, code: int, text: Message, *, asked: bool = False) -> ChildEnded:
    return ChildEnded(key=process, code=code, signal=None, text=text, asked=asked)


def _share(usage: ChildUsage, process: str, games: int) -> ChildUsage:
    """Returns the part of a service's usage that falls to one of its games."""
    return ChildUsage(
        key=process,
        cpu_share=usage.cpu_share / games,
        mean_cpu_share=usage.mean_cpu_share / games,
        rss_bytes=usage.rss_bytes // games,
        peak_rss_bytes=usage.peak_rss_bytes // games,
        threads=usage.threads // games,
        handles=usage.handles // games,
        processes=usage.processes,
    )
