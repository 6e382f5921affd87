"""Sees to the packages of a match's agents before the match, on its thread; the window asks and shows."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.commands.packages import conclusion
from app.panels.teams.cards import car_key, script_key
from app.session.match_session import Runner
from runtime.agents.preparation import MissingPackages, agent_sources, missing_packages
from runtime.agents.roster import listed, roster
from runtime.documents import Match, validate
from runtime.environments.building import BuildState
from runtime.environments.provision import (
    InstallProgressed,
    InstallSaid,
    Need,
    NeedConcluded,
    NeedsFound,
    Provision,
    ProvisionEnded,
    ProvisionEvent,
)
from runtime.environments.versions import remarks
from runtime.model.events import Event, LinesLogged, MatchNoted, PackagesWanted, StageChanged
from runtime.model.placements import Placement
from runtime.model.problems import Problem
from runtime.model.states import MatchStage, StageState, SwapMode, SwapState
from runtime.model.teams import SCRIPTS
from runtime.model.values import GAME_LOG, AgentStatus, LogLine

translate = QCoreApplication.translate
BEAT_S: Final = 0.1

NeedKey = frozenset[tuple[Path, int, str]]
"""What is lacking, line by line: the same again is not asked about twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """How packages get to the agents of matches."""

    python: Path = Path(sys.executable)
    """The interpreter of agents that bring none."""
    environments: Path

    def provision(self, match: Match, *, only: str = "") -> Provision | None:
        """What checks and installs for a match, or for the one agent of that key; None where it cannot be played."""
        judged = validate(match, random=Random(0)).value
        if judged is None:
            return None
        sources = [source for source in agent_sources(judged) if only in ("", source.key)]
        return Provision(sources, configured=self.python, environments=self.environments)

    def needs(self, match: Match) -> tuple[Need, ...]:
        """What the agents of a match lack; takes about 0.3 s when it is not known from an earlier look."""
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
        """The first warning about the Python of each agent of a match, by the agent's key; runs nothing."""
        judged = validate(match, random=Random(0)).value
        found: dict[str, Problem] = {}
        for source in agent_sources(judged) if judged is not None else ():
            for problem in remarks(source, configured=self.python, environments=self.environments):
                found.setdefault(source.key, problem)
        return found

    def missing(self, match: Match, agents: Iterable[AgentStatus]) -> tuple[MissingPackages, ...]:
        """What mends agents of a match that lacked packages, by what they said."""
        judged = validate(match, random=Random(0)).value
        said = {agent.key: _last_words(agent) for agent in agents}
        found = (
            missing_packages(agent, said[agent.key], configured=self.python, environments=self.environments)
            for agent in (roster(judged) if judged is not None else ())
            if said.get(agent.key)
        )
        return tuple(missing for missing in found if missing is not None)


def cards_of(match: Match) -> dict[str, tuple[str, ...]]:
    """The cards of every agent of a match, by the agent's key; none where the match cannot be played anyway."""
    judged = validate(match, random=Random(0)).value
    if judged is None:
        return {}
    positions = {car.place: position for position, car in enumerate(match.cars)}
    cars = [car_key(positions[car.place]) for car in judged.cars]
    agents = roster(judged)
    scripts = [agent.key for agent in agents if agent.team == SCRIPTS]
    drivers = {agent.key: tuple(cars[index] for index in agent.cars) for agent in agents if agent.team != SCRIPTS}
    return {**drivers, **{key: (script_key(place),) for place, key in enumerate(scripts)}}


class Provisioning:
    """One look at the packages of a match, with a question and an installation if need be.

    `run` belongs to the match's thread; `answer` and `cancel` are for any thread.

    Args:
        is_agreed: whether everything is installed without a question, what failed before included.
        declined: what was asked about before and is not wanted; grows with the answers.
        began_s: when the match began that goes on meanwhile, for the times of log lines; None where it begins here.
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
        self._text = ""
        self._has_failed = False

    @property
    def is_complete(self) -> bool:
        """Whether it went to its end, and nothing failed on the way."""
        return not (self._has_failed or self._is_cancelled)

    def answer(self, *, is_wanted: bool) -> None:
        """Says whether the packages are to be installed; a no is remembered."""
        self._is_wanted = is_wanted
        self._turn.set()

    def postpone(self) -> None:
        """Lets the match go on without the packages this time; the next one asks again."""
        self._is_postponed = True
        self._turn.set()

    def cancel(self) -> None:
        """Ends whatever goes on."""
        self._is_cancelled = True
        self._turn.set()

    def run(self, tell: Callable[[Event], None]) -> None:
        """Returns when everything is installed that is wanted, or when nobody wants it."""
        with contextlib.closing(self._provision) as provision:
            provision.start()
            events = provision.poll()
            while events or not provision.is_over:
                for event in events:
                    self._take(event, tell)
                if self._is_cancelled:
                    provision.cancel()
                elif self._asked is not None:
                    self._await_answer(self._asked)
                elif not provision.is_over and not self._text:
                    self._show(translate("Provisioning", "checking packages"), tell)
                events = provision.poll(BEAT_S)

    def _take(self, event: ProvisionEvent, tell: Callable[[Event], None]) -> None:
        match event:
            case NeedsFound(needs=needs):
                self._on_needs(needs, tell)
            case InstallProgressed(need=need, text=text, share=share):
                self._show(f"{listed(need.names)}: {text} ({100 * share:.0f} %)", tell)
            case InstallSaid(lines=lines):
                self._log(lines, tell)
            case NeedConcluded(need=need, verdict=verdict):
                sentences = conclusion(need, verdict)
                self._log(sentences, tell)
                if verdict.state is not BuildState.COMPLETE:
                    self._has_failed = True
                    tell(MatchNoted(text=" ".join(sentences)))
            case ProvisionEnded(trouble=trouble):
                if trouble:
                    self._has_failed = True
                    tell(MatchNoted(text=trouble))

    def _on_needs(self, needs: Iterable[Need], tell: Callable[[Event], None]) -> None:
        needs = tuple(needs)
        self._log([line for need in needs for line in _remarks(need)], tell)
        wanted = [need for need in needs if need.can_install and (need.is_new or self._is_agreed)]
        key = _key(wanted)
        if not wanted or (key in self._declined and not self._is_agreed):
            self._provision.skip()
        elif self._is_agreed:
            self._provision.install()
        else:
            self._asked = key
            lacks = tuple(str(lack) for need in wanted for lack in need.lacks)
            self._show(translate("Provisioning", "Missing packages: choose Install or Play without them"), tell)
            self._log(lacks, tell)
            names = tuple(dict.fromkeys(name for need in wanted for name in need.names))
            tell(PackagesWanted(names=names, lacks=lacks))

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

    def _show(self, text: str, tell: Callable[[Event], None]) -> None:
        if text != self._text:
            self._text = text
            tell(StageChanged(stage=MatchStage.CHECK, state=StageState.RUNNING, text=text))

    def _log(self, lines: Iterable[str], tell: Callable[[Event], None]) -> None:
        time_s = time.monotonic() - self._began_s
        made = tuple(LogLine(key=GAME_LOG, text=line, time_s=time_s) for line in lines)
        if made:
            tell(LinesLogged(lines=made))


class ProvisionedRunner:
    """A runner whose match begins when its agents have their packages; see `MatchRun` for the methods."""

    def __init__(self, runner: Runner, provisioning: Provisioning) -> None:
        self._runner = runner
        self._provisioning = provisioning

    def run(self, sink: Callable[[Event], None]) -> object:
        """Sees to the packages, then plays; stopped meanwhile, the match ends before it begins."""
        self._provisioning.run(sink)
        return self._runner.run(sink)

    def request_stop(self) -> None:
        """Ends an installation too."""
        self._provisioning.cancel()
        self._runner.request_stop()

    def send_console(self, text: str) -> None:
        self._runner.send_console(text)

    def request_swap(self, keys: Iterable[str] = ()) -> None:
        self._runner.request_swap(keys)

    def answer_swap(self, keys: Iterable[str] = (), *, is_wanted: bool) -> None:
        self._runner.answer_swap(keys, is_wanted=is_wanted)

    def set_swap_mode(self, keys: Iterable[str] = (), *, mode: SwapMode) -> None:
        self._runner.set_swap_mode(keys, mode=mode)

    def request_restart(self, keys: Iterable[str] = ()) -> None:
        self._runner.request_restart(keys)

    def request_stop_agent(self, keys: Iterable[str]) -> None:
        self._runner.request_stop_agent(keys)

    def follow_drawings(self, *, is_wanted: bool) -> None:
        self._runner.follow_drawings(is_wanted=is_wanted)

    def allow_drawing(self, keys: Iterable[str] = (), *, is_allowed: bool) -> None:
        self._runner.allow_drawing(keys, is_allowed=is_allowed)

    def place(self, placement: Placement) -> None:
        self._runner.place(placement)


def _key(needs: Iterable[Need]) -> NeedKey:
    lines = (lack.requirement for need in needs for lack in need.lacks)
    return frozenset((line.file, line.line, line.title) for line in lines)


def _remarks(need: Need) -> Iterable[str]:
    """What there is to say of a need, whether it is asked about or not."""
    yield from map(str, need.faults)
    yield from filter(None, [need.doubt])
    if not need.can_install:
        yield from (f"{listed(need.names)}: {lack}" for lack in need.lacks)


def _last_words(agent: AgentStatus) -> str:
    """What an agent said of its end, or its new version of its own; empty where neither has failed."""
    error = agent.traceback.error if agent.traceback is not None else ""
    refused = agent.swap_text if agent.swap_state is SwapState.REFUSED else ""
    return "\n".join(filter(None, (str(agent.reason) if agent.state.is_fault else "", error, str(refused))))
