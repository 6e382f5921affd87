"""Gives every process of a match an agent id of its own, so that it is always known which process drives which car."""

from dataclasses import replace
from itertools import count

from runtime.agents.roster import Agent, roster
from runtime.documents.model import Match


def with_own_ids(match: Match) -> Match:
    """The same match, in which no two programs share an agent id: later ones get `#2`, `#3`, ... behind theirs.

    A server hands the cars of one id to its sessions in the order in which they connect; with copies of a bot nobody
    could tell then whose log belongs to which car, and a script with a bot's id could take the bot's car. An agent that
    the user starts keeps its id, which the user knows.
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


def _free(agent: Agent, taken: set[str]) -> str:
    if agent.agent_id not in taken:
        return agent.agent_id
    return next(name for number in count(2) if (name := f"{agent.agent_id}#{number}") not in taken)
