"""Commands of the palette that exist while a match runs: which agents may draw, and the return to earlier versions."""

from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from app.panels.cast import Cast
from app.panels.context import WindowContext
from runtime.model.commands import AllowDrawing, RestoreVersion
from runtime.model.values import AgentStatus
from widgets.teams.card_words import no_drawing


class PaletteController(QObject):
    """Offers drawing commands for each agent and for all, and one for each earlier version; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._session = context.session
        self._cast = Cast(context.session, self)
        self._notifications = context.notifications
        self._palette = context.window.palette_box
        self._agents: dict[str, QAction] = {}
        self._versions: dict[tuple[str, int], QAction] = {}
        self._common = (QAction(self.tr("Allow drawing for all bots"), self), QAction(self))
        self._common[1].setText(self.tr("Forbid drawing for all bots"))
        for action, is_allowed in zip(self._common, (True, False), strict=True):
            action.triggered.connect(partial(self._allow, (), is_allowed))
        self._session.started.connect(self._clear)
        self._session.ended.connect(self._clear)
        self._session.agent_changed.connect(self._on_agent_changed)

    @Slot()
    def _clear(self) -> None:
        for action in (*self._agents.values(), *self._versions.values()):
            action.deleteLater()
        self._agents.clear()
        self._versions.clear()
        self._palette.set_passing(())

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        if before is not None and before.earlier != agent.earlier:
            self._show_versions(agent)
        words = self.tr("Forbid drawing for {0}") if agent.can_draw else self.tr("Allow drawing for {0}")
        text = words.format(self._cast.name(agent.key, agent.name))
        action = self._agents.get(agent.key)
        if action is None:
            action = self._agents[agent.key] = QAction(text, self)
            action.triggered.connect(partial(self._toggle, agent.key))
            self._show()
        elif action.text() != text:
            action.setText(text)

    def _show_versions(self, agent: AgentStatus) -> None:
        for key in [key for key in self._versions if key[0] == agent.key]:
            self._versions.pop(key).deleteLater()
        for version in agent.earlier:
            name = self._cast.name(agent.key, agent.name)
            action = QAction(self.tr("Back to version {0} of {1}").format(version, name), self)
            command = RestoreVersion(keys=(agent.key,), version=version)
            action.triggered.connect(partial(self._session.post, command))
            self._versions[agent.key, version] = action
        self._show()

    def _show(self) -> None:
        self._palette.set_passing((*self._agents.values(), *self._common, *self._versions.values()))

    def _toggle(self, key: str, _checked: bool = False) -> None:
        agent = self._session.agents.get(key)
        if agent is not None:
            self._allow((key,), not agent.can_draw)

    def _allow(self, keys: tuple[str, ...], is_allowed: bool, _checked: bool = False) -> None:
        if self._session.permissions.can_draw:
            self._session.post(AllowDrawing(keys=keys, is_allowed=is_allowed))
        else:
            self._notifications.refuse(no_drawing())


create = PaletteController
