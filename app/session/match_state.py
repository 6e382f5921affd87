"""The states of server, game and agents of a match, from its events."""

from PySide6.QtCore import QCoreApplication

from app.session.pause_state import Standstill
from runtime.model.events import PaceMeasured, StageChanged
from runtime.model.states import AgentState, MatchStage, Phase, StageState
from runtime.model.values import AgentStatus, MatchResult
from widgets.bottom.bottom_bar import Lamp, LampsValue
from widgets.words import word_of

translate = QCoreApplication.translate


class MatchState:
    """Follows one match after the other; no widgets, one thread."""

    def __init__(self) -> None:
        self._stages: dict[MatchStage, StageState] = {}
        self._agents: dict[str, AgentStatus] = {}
        self._phase: Phase | None = None
        self._is_running = False
        self._standstill = Standstill()
        self._steps_left = 0

    @property
    def value(self) -> LampsValue:
        """What the lamps show now."""
        return LampsValue(server=self._server(), game=self._game(), agents=self._agents_lamp())

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still."""
        return self.is_interrupted or self.is_halted

    @property
    def is_halted(self) -> bool:
        """Whether no frames are played."""
        return self._is_running and self._standstill.is_on

    @property
    def is_interrupted(self) -> bool:
        """Whether it stands still by a command of the game itself, whose frames go on."""
        return self._is_running and self._phase is Phase.PAUSED

    @property
    def is_in_play(self) -> bool:
        """Whether frames come."""
        return self._is_running and self._phase is not None

    def begin(self) -> None:
        """A match begins."""
        self._stages.clear()
        self._agents.clear()
        self._phase = None
        self._is_running = True
        self._standstill.begin()
        self._steps_left = 0

    def take_stage(self, change: StageChanged) -> None:
        """A stage changed."""
        self._stages[change.stage] = change.state

    def take_agent(self, agent: AgentStatus) -> None:
        """An agent changed."""
        self._agents[agent.key] = agent

    def take_pause(self, *, is_wanted: bool) -> None:
        """The match was asked to stand still, or to go on."""
        self._standstill.ask(is_wanted=is_wanted)

    def take_step(self) -> None:
        """The match was asked to play some frames and to stand still again, which a game tells or that is believed."""
        if not self._standstill.is_told:
            self._standstill.ask(is_wanted=True)

    def take_pace(self, pace: PaceMeasured) -> None:
        """The game told how it runs, and some games whether they do."""
        if pace.is_paused is not None:
            self._standstill.tell(is_on=pace.is_paused)
            self._steps_left = pace.steps_left

    def take_phase(self, phase: Phase) -> bool:
        """A frame of the match arrived; tells whether its phase is new, or whether it goes on unexpectedly."""
        was = self._phase, self._standstill.is_on
        self._phase = phase
        self._standstill.frame()
        return was != (phase, self._standstill.is_on)

    def end(self, result: MatchResult) -> None:
        """Nothing of the match runs any more."""
        self._agents = {agent.key: agent for agent in result.agents}
        self._is_running = False

    def _server(self) -> Lamp:
        if not self._is_running:
            hint = translate("MatchState", "No match is running.")
            return Lamp(text=translate("MatchState", "server off"), tone="muted", hint=hint)
        state = self._stages.get(MatchStage.GAME, StageState.PENDING)
        if state is StageState.FAILED:
            return Lamp(text=translate("MatchState", "no server"), tone="bad")
        if state is StageState.DONE:
            return Lamp(text=translate("MatchState", "server on"), tone="good")
        return Lamp(text=translate("MatchState", "server starting"), tone="accent")

    def _game(self) -> Lamp:
        if not self._is_running or self._phase is None:
            hint = translate("MatchState", "No packet has arrived yet.")
            return Lamp(text=translate("MatchState", "no game"), tone="muted", hint=hint)
        if self.is_paused:
            return Lamp(text=translate("MatchState", "paused"), tone="warning")
        if self._steps_left:
            hint = translate("MatchState", "The match pauses again after this many ticks: {0}")
            return Lamp(text=translate("MatchState", "stepping"), tone="accent", hint=hint.format(self._steps_left))
        return Lamp(text=translate("MatchState", "playing"), tone="good", hint=word_of(self._phase))

    def _agents_lamp(self) -> Lamp:
        agents = tuple(self._agents.values())
        if not agents:
            return Lamp(text=translate("MatchState", "no agents"), tone="muted")
        faults = [agent for agent in agents if agent.state.is_fault]
        active = sum(agent.state is AgentState.PLAYING for agent in agents)
        hint = ", ".join(f"{agent.name}: {word_of(agent.state)}" for agent in agents)
        if faults:
            text = translate("MatchState", "{0} of {1} agents failed").format(len(faults), len(agents))
            return Lamp(text=text, tone="bad", hint=hint)
        if not self._is_running:
            return Lamp(text=translate("MatchState", "agents stopped"), tone="muted", hint=hint)
        text = translate("MatchState", "{0} of {1} agents running").format(active, len(agents))
        return Lamp(text=text, tone="good" if active == len(agents) else "accent", hint=hint)
