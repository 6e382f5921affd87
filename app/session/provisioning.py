"""Checks and installs the packages of a match's agents, on the match's thread; the window asks and shows progress."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from app.session.package_results import conclusion
from runtime.agents.preparation import MissingPackages, agent_sources, missing_packages, printed_errors
from runtime.agents.roster import listed, roster
from runtime.documents import Match, validate
from runtime.environments import (
    BuildState,
    InstallProgressed,
    InstallSaid,
    Need,
    NeedConcluded,
    NeedsFound,
    Provision,
    ProvisionEnded,
    ProvisionEvent,
    remarks,
)
from runtime.model.events import Event, LinesLogged, MatchNoted, PackagesWanted, StageChanged
from runtime.model.messages import Message, message, sentences
from runtime.model.problems import Problem
from runtime.model.states import MatchStage, StageState
from runtime.model.values import GAME_LOG, AgentStatus, LogLine

BEAT_S: Final = 0.1

NeedKey = frozenset[tuple[Path, int, str]]
"""The missing requirements, line by line: the same ones are not asked about twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Finds out what the agents of a match lack, and installs it."""

    python: Path = Path(sys.executable)
    """The interpreter for agents that bring none."""
    environments: Path

    def provision(self, match: Match, *, only: str = "") -> Provision | None:
        """Returns the installation for a match, or for its agent `only`; None for a match that cannot be played."""
        judged = validate(match, random=Random(0)).value
        if judged is None:
            return None
        sources = [source for source in agent_sources(judged) if only in ("", source.key)]
        return Provision(sources, configured=self.python, environments=self.environments)

    def needs(self, match: Match) -> tuple[Need, ...]:
        """Returns what the agents of a match lack; takes about 0.3 s where the answer is not cached."""
        provision = self.provision(match)
        if provision is None:
            return ()
        with contextlib.closing(provision):
            provision.start()
            while not any(isinstance(event, NeedsFound) for event in provision.poll(BEAT_S)):
                if provision.is_over:
                    break
        return provision.needs

    def remarks(self, match: Match) -> dict[str, Problem]:
        """Returns the first warning about the Python of each agent, by the agent's key; runs nothing."""
        judged = validate(match, random=Random(0)).value
        problems: dict[str, Problem] = {}
        for source in agent_sources(judged) if judged is not None else ():
            for problem in remarks(source, configured=self.python, environments=self.environments):
                problems.setdefault(source.key, problem)
        return problems

    def missing(self, match: Match, agents: Iterable[AgentStatus]) -> tuple[MissingPackages, ...]:
        """Returns the packages that agents failed to import, judged by their last output."""
        judged = validate(match, random=Random(0)).value
        outputs = {agent.key: printed_errors(agent) for agent in agents}
        results = (
            missing_packages(agent, outputs[agent.key], configured=self.python, environments=self.environments)
            for agent in (roster(judged) if judged is not None else ())
            if outputs.get(agent.key)
        )
        return tuple(missing for missing in results if missing is not None)


class Provisioning:
    """One check of the packages of a match, with a question and an installation where something is missing.

    `run` is called on the match's thread; `answer`, `postpone` and `cancel` may be called on any thread.

    Args:
        is_agreed: whether everything is installed without a question, including what failed before.
        declined: the requirements that the user declined; a "no" is added to it.
        began_s: start of the match that is already running, for the times of log lines; None if it starts here.
    """

    def __init__(
        self, provision: Provision, *, is_agreed: bool, declined: set[NeedKey], began_s: float | None = None
    ) -> None:
        self._provision = provision
        self._is_agreed = is_agreed
        self._declined = declined
        self._turn = threading.Event()
        self._is_wanted: bool | None = None
        self._is_postponed = False
        self._is_cancelled = False
        self._asked: NeedKey | None = None
        self._began_s = time.monotonic() if began_s is None else began_s
        self._text: Message | None = None
        self._has_failed = False

    @property
    def is_complete(self) -> bool:
        """True if it ran to its end without a failure."""
        return not (self._has_failed or self._is_cancelled)

    def answer(self, *, is_wanted: bool) -> None:
        """Answers the question; a "no" is remembered."""
        self._is_wanted = is_wanted
        self._turn.set()

    def postpone(self) -> None:
        """Continues without the packages this time; the next match asks again."""
        self._is_postponed = True
        self._turn.set()

    def cancel(self) -> None:
        """Ends the check or the installation as soon as possible."""
        self._is_cancelled = True
        self._turn.set()

    def run(self, emit: Callable[[Event], None]) -> None:
        """Returns when everything wanted is installed, or when it was declined or cancelled."""
        with contextlib.closing(self._provision) as provision:
            provision.start()
            events = provision.poll()
            while events or not provision.is_over:
                for event in events:
                    self._take(event, emit)
                if self._is_cancelled:
                    provision.cancel()
                elif self._asked is not None:
                    self._await_answer(self._asked)
                elif not provision.is_over and self._text is None:
                    self._show(message("checking-packages", "checking packages"), emit)
                events = provision.poll(BEAT_S)

    def _take(self, event: ProvisionEvent, emit: Callable[[Event], None]) -> None:
        match event:
            case NeedsFound(needs=needs):
                self._on_needs(needs, emit)
            case InstallProgressed(need=need, text=text, share=share):
                progress = message(
                    "installing-packages",
                    "{agents}: {step} ({percent:.0f} %)",
                    agents=need.names,
                    step=text,
                    percent=100 * share,
                )
                self._show(progress, emit)
            case InstallSaid(lines=lines):
                self._log(lines, emit)
            case NeedConcluded(need=need, verdict=verdict):
                said = conclusion(need, verdict)
                self._log(map(str, said), emit)
                if verdict.state is not BuildState.COMPLETE:
                    self._has_failed = True
                    emit(MatchNoted(text=sentences(*said)))
            case ProvisionEnded(trouble=trouble):
                if trouble:
                    self._has_failed = True
                    emit(MatchNoted(text=trouble))

    def _on_needs(self, needs: Iterable[Need], emit: Callable[[Event], None]) -> None:
        needs = tuple(needs)
        self._log([line for need in needs for line in _remarks(need)], emit)
        installable = [need for need in needs if need.can_install and (need.is_new or self._is_agreed)]
        key = _key(installable)
        if not installable or (key in self._declined and not self._is_agreed):
            self._provision.skip()
        elif self._is_agreed:
            self._provision.install()
        else:
            self._asked = key
            missing = tuple(unmet.message for need in installable for unmet in need.unmet)
            self._show(message("packages-question", "Missing packages: choose Install or Play without them"), emit)
            self._log(map(str, missing), emit)
            names = tuple(dict.fromkeys(name for need in installable for name in need.names))
            emit(PackagesWanted(names=names, missing=missing))

    def _await_answer(self, asked: NeedKey) -> None:
        self._turn.wait()
        if self._is_cancelled:
            return
        self._asked = None
        if self._is_wanted:
            self._provision.install()
            return
        if not self._is_postponed:
            self._declined.add(asked)
        self._provision.skip()

    def _show(self, text: Message, emit: Callable[[Event], None]) -> None:
        if text != self._text:
            self._text = text
            emit(StageChanged(stage=MatchStage.CHECK, state=StageState.RUNNING, text=text))

    def _log(self, lines: Iterable[str], emit: Callable[[Event], None]) -> None:
        time_s = time.monotonic() - self._began_s
        entries = tuple(LogLine(key=GAME_LOG, text=line, time_s=time_s) for line in lines)
        if entries:
            emit(LinesLogged(lines=entries))


def _key(needs: Iterable[Need]) -> NeedKey:
    lines = (unmet.requirement for need in needs for unmet in need.unmet)
    return frozenset((line.file, line.line, line.title) for line in lines)


def _remarks(need: Need) -> Iterable[str]:
    """Yields the log lines about a need, whether it is asked about or not."""
    yield from map(str, need.faults)
    yield from map(str, filter(None, [need.doubt]))
    if not need.can_install:
        yield from (f"{listed(need.names)}: {lack}" for lack in need.unmet)
