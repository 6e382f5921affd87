"""Slots: the car positions that sessions hold, and the sessions that wait to take them over.

If a launcher requires trials, a standby that is ready is **on trial**: it gets frames, and its answers are counted but
not applied, until the launcher lets it take over. The session that it replaces may stay as the slot's **spare**. A
spare gets no frames, and gets the slot back if the new holder leaves, misses the deadline of an answer, or on the
launcher's command.

This module is bookkeeping by session numbers; it knows no sockets.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from runtime.arena.net.connection import MAX_NAME_LENGTH
from runtime.arena.report.agent_stats import AgentStats
from runtime.documents.model import CarKind, Match
from runtime.model.game_facts import SCRIPTS
from runtime.model.messages import Message, message

TAKEOVER_TIMEOUT_S: Final = 0.25
"""Time for the last answer of a session that is being replaced, if the match runs by the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Controllable:
    """One car or script as in `ControllableTeamInfo`: packet index, and player id or script id."""

    index: int
    identifier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """The unit that one session controls: the car of a bot, all cars of a hivemind in one team, or a script."""

    agent_id: str
    name: str
    team: int
    """0 blue, 1 orange, 2 script."""
    controllables: tuple[Controllable, ...]

    @property
    def is_script(self) -> bool:
        """True if it drives no car."""
        return self.team == SCRIPTS

    @property
    def cars(self) -> tuple[int, ...]:
        """Packet indices of its cars, ascending."""
        return () if self.is_script else tuple(part.index for part in self.controllables)

    @property
    def title(self) -> Message:
        """Name in sentences."""
        name = self.name[:MAX_NAME_LENGTH]
        if self.is_script:
            return message("label-script", "Script '{name}'", name=name)
        if len(self.controllables) > 1:
            return message("label-hivemind", "Hivemind '{name}'", name=name)
        return message("label-bot", "Bot '{name}'", name=name)

    def controls(self, index: int, *, is_bot: bool) -> bool:
        """Returns whether a car (`is_bot`) or script with this index is its own."""
        return is_bot is not self.is_script and any(part.index == index for part in self.controllables)


def agents_of(match: Match) -> tuple[Agent, ...]:
    """Lists the agents of a validated match in the order in which sessions take them: bots, then scripts.

    The cars of a hivemind in one team become one agent at the position of the first of them. Packet indices do not
    count humans, whose cars come last.
    """
    bots: dict[tuple[object, ...], Agent] = {}
    others = [car for car in match.cars if car.kind is not CarKind.HUMAN]
    for index, car in enumerate(others):
        if car.kind is not CarKind.BOT:
            continue
        part = Controllable(index=index, identifier=car.player_id)
        key = (car.agent_id, car.team) if car.hivemind else (index,)
        if key in bots:
            bots[key] = replace(bots[key], controllables=(*bots[key].controllables, part))
        else:
            bots[key] = Agent(agent_id=car.agent_id, name=car.name, team=car.team, controllables=(part,))
    scripts = [
        Agent(
            agent_id=script.agent_id,
            name=script.name,
            team=SCRIPTS,
            controllables=(Controllable(index=index, identifier=script.script_id),),
        )
        for index, script in enumerate(match.scripts)
    ]
    return (*bots.values(), *scripts)


class Slot:
    """One agent of the match with the sessions that hold it and wait for it; only `SlotTable` changes it."""

    __slots__ = (
        "agent",
        "cars",
        "has_connected",
        "holder",
        "is_approved",
        "is_ready",
        "keeps_former",
        "spare",
        "standby",
        "standby_ready_s",
        "stats",
        "swaps",
        "trial",
    )

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.cars = agent.cars
        self.stats = AgentStats()
        self.holder: int | None = None
        """Number of the session that holds it."""
        self.is_ready = False
        """True if the holder has finished its preparations."""
        self.has_connected = False
        """True if a session has ever held it."""
        self.standby: int | None = None
        """Number of the session that waits to take it over."""
        self.standby_ready_s: float | None = None
        """Time at which the standby finished its preparations, or was approved."""
        self.trial = AgentStats()
        """Statistics of the standby's answers on trial."""
        self.is_approved = False
        """True if the launcher lets the standby take over."""
        self.keeps_former = False
        """True if the present holder becomes the spare then."""
        self.spare: int | None = None
        """Number of the session that held the slot before, and gets it back if the holder fails."""
        self.swaps = 0
        """Number of times that a standby has replaced a holder."""

    @property
    def may_take_over(self) -> bool:
        """True if the standby is approved and owes no answer; a late one would be taken for one to a later frame."""
        return self.is_approved and (not self.cars or self.trial.is_answered)


class SlotTable:
    """The slots of a match; owned by the server's thread.

    If no slot of its agent id is free, a session waits for a held one: of those without a standby, the first with the
    fewest swaps. Thus N new copies of a bot replace its N copies one by one.
    """

    def __init__(self, agents: Iterable[Agent] = ()) -> None:
        self.slots = tuple(Slot(agent) for agent in agents)
        self._held: dict[int, Slot] = {}
        self._awaited: dict[int, Slot] = {}
        self.held_by: Callable[[int], Slot | None] = self._held.get
        """Returns the slot that a session holds."""
        self.awaited_by: Callable[[int], Slot | None] = self._awaited.get
        """Returns the slot that a session waits for."""
        self._spares: dict[int, Slot] = {}

    def has_use_for(self, session: int) -> bool:
        """Returns whether a session holds a slot, waits for one, or is the spare of one."""
        return session in self._held or self.is_aside(session)

    def is_aside(self, session: int) -> bool:
        """Returns whether a session is a standby or a spare, whose messages must not affect the match."""
        return session in self._awaited or session in self._spares

    def take(self, session: int, agent_id: str) -> Slot | None:
        """Gives `session` the first free slot of that agent id; returns None if none is free."""
        for slot in self.slots:
            if slot.agent.agent_id == agent_id and slot.holder is None:
                self._assign(slot, session)
                return slot
        return None

    def assign(self, slot: Slot, session: int) -> None:
        """Gives a free slot to `session`, which is ready at once and may hold no other slot."""
        self._assign(slot, session)
        slot.is_ready = True

    def stand_by(self, session: int, agent_id: str) -> Slot | None:
        """Lets `session` wait for a held slot of that agent id; returns None if all of them have a standby."""
        slots = [
            slot
            for slot in self.slots
            if slot.agent.agent_id == agent_id and slot.holder is not None and slot.standby is None
        ]
        if not slots:
            return None
        slot = min(slots, key=lambda one: one.swaps)
        slot.standby = session
        self._awaited[session] = slot
        return slot

    def approve(self, session: int, now_s: float, *, keeps_former: bool) -> bool:
        """Lets a standby take over; returns false if the session is not a standby that is ready."""
        slot = self._awaited.get(session)
        if slot is None or slot.standby_ready_s is None:
            return False
        slot.is_approved, slot.keeps_former, slot.standby_ready_s = True, keeps_former, now_s
        return True

    def hand_over(self, slot: Slot) -> int | None:
        """Gives a slot, which is then not ready, to its standby and returns the standby; None without a standby.

        The former holder becomes the spare if the launcher has asked for this.
        """
        standby, keeps_former = slot.standby, slot.keeps_former
        self._forget_standby(slot)
        if standby is None:
            return None
        if slot.holder is not None:
            slot.swaps += 1
            del self._held[slot.holder]
            if keeps_former:
                self._spares[slot.holder] = slot
                slot.spare = slot.holder
        self._assign(slot, standby)
        return standby

    def give_back(self, slot: Slot) -> int | None:
        """Gives a slot to its spare and returns the spare; None without a spare. The holder loses the slot."""
        spare = slot.spare
        if spare is None:
            return None
        self.forget_spare(slot)
        if slot.holder is not None:
            del self._held[slot.holder]
        self._assign(slot, spare)
        return spare

    def forget_spare(self, slot: Slot) -> None:
        """Leaves a slot without a spare."""
        if slot.spare is not None:
            del self._spares[slot.spare]
        slot.spare = None

    def release(self, session: int) -> Slot | None:
        """Frees the slot that `session` holds and returns it; a standby or spare leaves the slot that it waits for."""
        if (awaited := self._awaited.get(session)) is not None:
            self._forget_standby(awaited)
        if (spared := self._spares.get(session)) is not None:
            self.forget_spare(spared)
        slot = self._held.pop(session, None)
        if slot is not None:
            slot.holder = None
            slot.is_ready = False
            slot.stats.interrupt()
        return slot

    def mark_ready(self, session: int, now_s: float) -> None:
        """Notes that `session` has finished its preparations."""
        if (awaited := self._awaited.get(session)) is not None:
            awaited.standby_ready_s = now_s
        if (slot := self._held.get(session)) is not None:
            slot.is_ready = True

    def due_takeovers(self, now_s: float, *, is_answered: bool, needs_approval: bool = False) -> list[Slot]:
        """Returns the slots whose standby may take over and whose holder owes no answer or has had its time to answer.

        `is_answered` means that no holder owes an answer; `needs_approval`, that a standby needs approval.
        """
        return [
            slot
            for slot in self.slots
            if slot.standby_ready_s is not None
            and (slot.may_take_over or not needs_approval)
            and (
                is_answered
                or not slot.cars
                or slot.stats.is_answered
                or now_s - slot.standby_ready_s >= TAKEOVER_TIMEOUT_S
            )
        ]

    @property
    def has_ready_standby(self) -> bool:
        """True if a session is ready to take over a slot."""
        return any(slot.standby_ready_s is not None for slot in self._awaited.values())

    @property
    def with_ready_standby(self) -> list[Slot]:
        """The slots whose standby has finished its preparations."""
        return [slot for slot in self._awaited.values() if slot.standby_ready_s is not None]

    @property
    def with_spare(self) -> list[Slot]:
        """The slots that have a spare."""
        return list(self._spares.values())

    @property
    def is_complete(self) -> bool:
        """True if every slot is ready."""
        return all(slot.is_ready for slot in self.slots)

    def missing(self) -> Message:
        """Returns the agents that are not ready and how far they came, separated by semicolons."""
        return message(
            "agents-missing", "{agents:;}.", agents=tuple(_progress(slot) for slot in self.slots if not slot.is_ready)
        )

    def _assign(self, slot: Slot, session: int) -> None:
        slot.holder = session
        slot.is_ready = False
        slot.has_connected = True
        slot.stats.begin()
        self._held[session] = slot

    def _forget_standby(self, slot: Slot) -> None:
        if slot.standby is not None:
            del self._awaited[slot.standby]
        slot.standby = None
        slot.standby_ready_s = None
        slot.trial = AgentStats()
        slot.is_approved = slot.keeps_former = False


def _progress(slot: Slot) -> Message:
    title, agent_id = slot.agent.title, slot.agent.agent_id
    if slot.holder is not None:
        return message(
            "agent-never-ready",
            "{agent} (agent id '{agent_id}') connected but never finished its preparations",
            agent=title,
            agent_id=agent_id,
        )
    if slot.has_connected:
        return message(
            "agent-went-away",
            "{agent} (agent id '{agent_id}') connected but went away again",
            agent=title,
            agent_id=agent_id,
        )
    return message(
        "agent-never-connected", "{agent} (agent id '{agent_id}') never connected", agent=title, agent_id=agent_id
    )
