"""Installs packages for agents of the running match that failed without them, and restarts these agents."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.panels.teams.cards import CardFix
from app.panels.teams.package_fixes import installing, of_missing, on_cards
from app.services.background_tasks import BackgroundTasks
from app.session.match_session import MatchSession
from runtime.documents import Match
from runtime.model.commands import RestartAgents
from runtime.model.events import Event, LinesLogged, MatchNoted, StageChanged
from runtime.model.states import AgentState, MatchStage, StageState, SwapState
from runtime.model.values import AgentStatus

if TYPE_CHECKING:
    from app.session.provisioning import Provider, Provisioning


class PackageRepair(QObject):
    """Checks each new failure of an agent or of its new version for missing packages; GUI thread.

    Args:
        show: shows fixes by the keys of cards.
        provider: returns what finds and installs packages; called on worker threads.
    """

    def __init__(
        self,
        session: MatchSession,
        show: Callable[[Mapping[str, CardFix]], None],
        provider: "Callable[[], Provider]",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._show_on_cards = show
        self._provider = provider
        self._running: Match | None = None
        self._began_s = 0.0
        self._reasons: dict[str, tuple[str, ...]] = {}
        self._fixes: dict[str, dict[str, CardFix]] = {}
        """The fixes on the cards of each agent, by its key."""
        self._installations: dict[str, _Installation] = {}
        self._installers = BackgroundTasks(1, self, cancel=self._give_up)
        self._checks = BackgroundTasks(1, self)
        session.started.connect(self._on_started)
        session.ended.connect(self._give_up)
        session.agent_changed.connect(self._on_agent_changed)

    def install(self, key: str) -> None:
        """Installs what an agent lacks and restarts it; ignored while that is going on."""
        if self._running is None or key in self._installations:
            return
        installation = _Installation(self._running, key, self._began_s, self._emit)
        self._installations[key] = installation
        self._fixes[key] = dict.fromkeys(self._fixes.get(key, {}), installing())
        self._show()
        provider = self._provider
        self._installers.run(
            lambda: installation.run(provider()), lambda is_complete: self._conclude(installation, is_complete)
        )

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        self._give_up()
        self._running = match
        self._began_s = time.monotonic()

    @Slot()
    def _give_up(self) -> None:
        self._running = None
        for installation in self._installations.values():
            installation.cancel()
        for kept in (self._reasons, self._fixes, self._installations):
            kept.clear()

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, _before: AgentStatus | None) -> None:
        reasons = _reasons(agent)
        if self._running is not None and reasons and self._reasons.get(agent.key) != reasons:
            self._reasons[agent.key] = reasons
            self._check(self._running, agent)
        elif agent.state is AgentState.PLAYING and not reasons:
            self._reasons.pop(agent.key, None)
            if self._fixes.pop(agent.key, None) is not None:
                self._show()

    def _check(self, match: Match, agent: AgentStatus) -> None:
        provider = self._provider

        def work() -> dict[str, CardFix]:
            return on_cards(of_missing(provider().missing(match, (agent,)), is_running=True), match)

        self._checks.run(work, lambda fixes: self._show_found(match, agent.key, fixes))

    def _show_found(self, match: Match, key: str, fixes: dict[str, CardFix]) -> None:
        is_wanted = match is self._running and key in self._reasons and key not in self._installations
        if is_wanted and fixes != self._fixes.get(key, {}):
            self._fixes[key] = fixes
            self._show()

    def _conclude(self, installation: "_Installation", is_complete: bool) -> None:
        if self._installations.get(installation.key) is not installation:
            return
        del self._installations[installation.key]
        self._fixes.pop(installation.key, None)
        self._reasons.pop(installation.key, None)
        self._show()
        if is_complete:
            self._session.post(RestartAgents(keys=(installation.key,)))

    def _emit(self, event: Event) -> None:
        """Emits the events of an installation among those of the running match; called from any thread."""
        if isinstance(event, LinesLogged | MatchNoted):
            self._session.bridge.post(event)
        elif isinstance(event, StageChanged) and self._is_playing:
            self._session.bridge.post(replace(event, stage=MatchStage.PLAY))

    @property
    def _is_playing(self) -> bool:
        return self._session.stages.get(MatchStage.PLAY) is StageState.RUNNING

    def _show(self) -> None:
        self._show_on_cards({card: fix for fixes in self._fixes.values() for card, fix in fixes.items()})


def _reasons(agent: AgentStatus) -> tuple[str, ...]:
    """Returns why an agent failed, and why its new version was refused."""
    texts = [agent.swap_text if agent.swap_state is SwapState.REFUSED else ""]
    if agent.state.is_fault or agent.state is AgentState.RESTARTING:
        texts += [agent.reason, agent.traceback.error if agent.traceback is not None else ""]
    return tuple(map(str, filter(None, texts)))


class _Installation:
    """Installs what one agent of a running match lacks; `run` is called on a worker thread."""

    def __init__(self, match: Match, key: str, began_s: float, emit: Callable[[Event], None]) -> None:
        self.key = key
        self._match = match
        self._began_s = began_s
        self._emit = emit
        self._is_cancelled = False
        self._provisioning: Provisioning | None = None

    def run(self, provider: "Provider") -> bool:
        """Returns when the installation has ended, with whether it is complete."""
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
        """Ends it as soon as possible; called from any thread."""
        self._is_cancelled = True
        if self._provisioning is not None:
            self._provisioning.cancel()

    def _pass_on(self, event: Event) -> None:
        if not self._is_cancelled:
            self._emit(event)
