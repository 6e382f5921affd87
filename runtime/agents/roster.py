"""The agents of a match: which programs have to run for it, and which cars each of them drives."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Final

from runtime.documents.model import Car, CarKind, Environment, Match, Script, ServiceKeys
from runtime.model.game_facts import BLUE, ORANGE, SCRIPTS
from runtime.texts import printable

SIDES: Final = {BLUE: "blue", ORANGE: "orange", SCRIPTS: "script"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One program of a match: a bot, a hivemind, or a script."""

    key: str
    """`blue-1`, `orange-2`, `script-1`: side of the first car and its number there; names the process and its log."""
    name: str
    agent_id: str
    team: int
    cars: tuple[int, ...]
    """Packet indices; empty for a script."""
    root_dir: str
    run_command: str
    environment: Environment
    is_manual: bool
    """True if the user starts it."""
    source: Path | None = field(default=None, compare=False)
    """Its bot.toml or script.toml."""
    service: ServiceKeys | None = field(default=None, compare=False)
    """Keys of its agent service, whose program may drive the cars of other agents too; None for any other program."""
    starts_early: bool = field(default=False, compare=False)
    """True if its program waits for the server's address when it is started before that is known."""

    def __str__(self) -> str:
        return f"{self.name} ({self.key})"


def roster(match: Match) -> tuple[Agent, ...]:
    """Returns the agents of a validated match: bots in the order of their cars, then scripts.

    Every bot car has its own process, but cars of a hivemind share one if root_dir, run_command, team and the name in
    the document are the same.
    """
    return (*_bots(match), *_scripts(match))


def chosen(agents: Iterable[Agent], names: Iterable[str]) -> tuple[Agent, ...]:
    """Returns the agents whose key or side is among `names`; all agents if there are no names."""
    keys = set(names)
    return tuple(agent for agent in agents if not keys or not keys.isdisjoint((agent.key, SIDES[agent.team])))


def with_own_ids(match: Match) -> Match:
    """Returns the match with a unique agent id for each program: later ones with the same id get `#2`, `#3`, ...

    A server gives the cars of one id to the sessions with this id in the order in which they connect. Without unique
    ids, it would be unknown which log belongs to which copy of a bot, and a script with a bot's id could take the bot's
    car. An agent that the user starts keeps its id, because the user knows it.
    """
    taken = {agent.agent_id for agent in roster(match) if agent.is_manual}
    cars, scripts = list(match.cars), list(match.scripts)
    agents = roster(match)
    for agent in agents:
        if agent.is_manual:
            continue
        agent_id = _free(agent, taken)
        taken.add(agent_id)
        for index in agent.cars:
            cars[index] = replace(cars[index], agent_id=agent_id)
        if not agent.cars:
            place = agents.index(agent) - (len(agents) - len(scripts))
            scripts[place] = replace(scripts[place], agent_id=agent_id)
    return replace(match, cars=tuple(cars), scripts=tuple(scripts))


def listed(names: Iterable[str]) -> str:
    """Returns names as part of a sentence: `A, B and C`."""
    *others, last = [*names] or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last


def _free(agent: Agent, taken: set[str]) -> str:
    if agent.agent_id not in taken:
        return agent.agent_id
    return next(name for number in count(2) if (name := f"{agent.agent_id}#{number}") not in taken)


def _bots(match: Match) -> list[Agent]:
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, car in enumerate(match.cars):
        if car.kind is CarKind.BOT:
            groups.setdefault(_process_of(index, car), []).append(index)
    return [_bot(match, tuple(cars)) for cars in groups.values()]


def _process_of(index: int, car: Car) -> tuple[object, ...]:
    if not car.hivemind:
        return (index,)
    return (car.root_dir, car.run_command, car.team, car.given_name or car.name)


def _bot(match: Match, cars: tuple[int, ...]) -> Agent:
    first = match.cars[cars[0]]
    place = sum(car.team == first.team for car in match.cars[: cars[0] + 1])
    name = first.given_name if len(cars) > 1 and first.given_name else first.name
    agent = _agent(match, first, name=name, team=first.team, place=place)
    return replace(agent, cars=cars, service=first.service, starts_early=first.starts_early)


def _scripts(match: Match) -> list[Agent]:
    return [
        _agent(match, script, name=script.name, team=SCRIPTS, place=place)
        for place, script in enumerate(match.scripts, start=1)
    ]


def _agent(match: Match, program: Car | Script, *, name: str, team: int, place: int) -> Agent:
    """Returns the agent of a program in a match; `place` is its place on its side, counted from 1."""
    is_named = name.strip() and not name.startswith(" (")  # otherwise it is only a number that was added to no name
    return Agent(
        key=f"{SIDES[team]}-{place}",
        name=printable(name if is_named else program.agent_id),
        agent_id=program.agent_id,
        team=team,
        cars=(),
        root_dir=program.root_dir,
        run_command=program.run_command,
        environment=program.environment,
        is_manual=not (match.auto_start_agents and program.run_command.strip()),
        source=program.source,
    )
