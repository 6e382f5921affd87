"""Agents of the running match that fail for lack of a package: advice on their cards at once, and help by one press."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from app.panels.teams.cards import CardFix
from app.panels.teams.controller import TeamController
from app.panels.teams.package_fixes import installing, of_missing, on_cards
from app.services.background_tasks import Errands
from app.session.bridge import Bridge
from app.session.match_session import MatchController
from runtime.documents import Match
from runtime.model.events import AgentChanged, Event, LinesLogged, MatchNoted, StageChanged
from runtime.model.states import AgentState, MatchStage, StageState, SwapState
from runtime.model.values import AgentStatus

if TYPE_CHECKING:
    from app.session.provisioning import Provider, Provisioning

JOIN_S: Final = 1.0


class PackageFirstAid(QObject):
    """Looks at every agent that ends unasked, or whose new version does, each message once; GUI thread.

    Args:
        provider: what looks after packages; called on other threads.
    """

    def __init__(
        self,
        match: MatchController,
        teams: TeamController,
        bridge: Bridge,
        provider: "Callable[[], Provider]",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._match = match
        self._teams = teams
        self._bridge = bridge
        self._provider = provider
        self._running: Match | None = None
        self._began_s = 0.0
        self._is_playing = False
        self._heard: dict[str, tuple[str, ...]] = {}
        self._fixes: dict[str, dict[str, CardFix]] = {}
        """By the key of an agent, what its cards show."""
        self._installations: dict[str, _Installation] = {}
        self._looks = Errands(1, self)
        self._helpers = Errands(1, self)
        match.started.connect(self._on_started)
        match.ended.connect(self._on_ended)
        bridge.stage_changed.connect(self._on_stage_changed)
        bridge.agent_changed.connect(self._on_agent_changed)

    def install(self, key: str) -> None:
        """Installs what an agent lacks and starts it again; nothing happens twice."""
        if self._running is None or key in self._installations:
            return
        installation = _Installation(self._running, key, self._began_s, self._tell)
        self._installations[key] = installation
        self._fixes[key] = dict.fromkeys(self._fixes.get(key, {}), installing())
        self._show()
        provider = self._provider
        self._helpers.run(
            lambda: installation.run(provider()), lambda is_complete: self._conclude(installation, is_complete)
        )

    def stop(self) -> None:
        """Gives up what goes on in the background; the program ends."""
        self._give_up()
        for errands in (self._looks, self._helpers):
            errands.stop(JOIN_S)

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        self._give_up()
        self._running = match
        self._began_s = time.monotonic()

    @Slot()
    def _on_ended(self) -> None:
        self._give_up()

    def _give_up(self) -> None:
        self._running = None
        self._is_playing = False
        for installation in self._installations.values():
            installation.cancel()
        for kept in (self._heard, self._fixes, self._installations):
            kept.clear()

    @Slot(StageChanged)
    def _on_stage_changed(self, change: StageChanged) -> None:
        self._is_playing = change.stage is MatchStage.PLAY and change.state is StageState.RUNNING

    @Slot(AgentChanged)
    def _on_agent_changed(self, event: AgentChanged) -> None:
        agent, said = event.agent, _said(event.agent)
        if self._running is not None and said and self._heard.get(agent.key) != said:
            self._heard[agent.key] = said
            self._look(self._running, agent)
        elif agent.state is AgentState.PLAYING and not said:
            self._heard.pop(agent.key, None)
            if self._fixes.pop(agent.key, None) is not None:
                self._show()

    def _look(self, match: Match, agent: AgentStatus) -> None:
        provider = self._provider

        def work() -> dict[str, CardFix]:
            return on_cards(of_missing(provider().missing(match, (agent,)), is_running=True), match)

        self._looks.run(work, lambda fixes: self._take(match, agent.key, fixes))

    def _take(self, match: Match, key: str, fixes: dict[str, CardFix]) -> None:
        is_wanted = match is self._running and key in self._heard and key not in self._installations
        if is_wanted and fixes != self._fixes.get(key, {}):
            self._fixes[key] = fixes
            self._show()

    def _conclude(self, installation: "_Installation", is_complete: bool) -> None:
        if self._installations.get(installation.key) is not installation:
            return
        del self._installations[installation.key]
        self._fixes.pop(installation.key, None)
        self._heard.pop(installation.key, None)
        self._show()
        if is_complete:
            self._match.restart((installation.key,))

    def _tell(self, event: Event) -> None:
        """News of an installation among those of a match that plays meanwhile; for any thread."""
        if isinstance(event, LinesLogged | MatchNoted):
            self._bridge.post(event)
        elif isinstance(event, StageChanged) and self._is_playing:
            self._bridge.post(replace(event, stage=MatchStage.PLAY))

    def _show(self) -> None:
        self._teams.show_fixes({card: fix for fixes in self._fixes.values() for card, fix in fixes.items()})


def _said(agent: AgentStatus) -> tuple[str, ...]:
    """What tells why an agent ended, or why its new version does not play."""
    said = [agent.swap_text if agent.swap_state is SwapState.REFUSED else ""]
    if agent.state.is_fault or agent.state is AgentState.RESTARTING:
        said += [agent.reason, agent.traceback.error if agent.traceback is not None else ""]
    return tuple(map(str, filter(None, said)))


class _Installation:
    """Installs what one agent of a running match lacks; `run` belongs to another thread than `cancel`."""

    def __init__(self, match: Match, key: str, began_s: float, tell: Callable[[Event], None]) -> None:
        self.key = key
        self._match = match
        self._began_s = began_s
        self._tell = tell
        self._is_cancelled = False
        self._provisioning: Provisioning | None = None

    def run(self, provider: "Provider") -> bool:
        """Returns when it is over; whether all is there now that the agent requires."""
        from app.session.provisioning import Provisioning  # noqa: PLC0415 - as `Provider`, not needed by the first paint

        provision = provider.provision(self._match, only=self.key)
        if provision is None:
            return False
        self._provisioning = Provisioning(provision, is_agreed=True, declined=set(), began_s=self._began_s)
        if self._is_cancelled:
            self._provisioning.cancel()
        self._provisioning.run(self._pass_on)
        self._pass_on(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
        return self._provisioning.is_complete

    def cancel(self) -> None:
        """Ends it as soon as possible."""
        self._is_cancelled = True
        if self._provisioning is not None:
            self._provisioning.cancel()

    def _pass_on(self, event: Event) -> None:
        if not self._is_cancelled:
            self._tell(event)
