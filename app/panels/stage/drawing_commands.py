"""The commands by which single agents of a running match, or all, are let draw or not."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from runtime.model.values import AgentStatus

Allow = Callable[[tuple[str, ...], bool], None]
"""Lets agents (none means all) draw, or no longer."""


class DrawingCommands(QObject):
    """One command for each agent that says what it would do now, and two for all; GUI thread."""

    def __init__(self, allow: Allow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._allow = allow
        self._agents: dict[str, QAction] = {}
        self._common = (
            self._action(self.tr("Allow drawing for all bots"), (), is_allowed=True),
            self._action(self.tr("Forbid drawing for all bots"), (), is_allowed=False),
        )

    @property
    def all(self) -> tuple[QAction, ...]:
        """The commands of this match; none before its first agent is known."""
        return (*self._agents.values(), *self._common) if self._agents else ()

    def clear(self) -> None:
        """Forgets the agents of the last match."""
        for action in self._agents.values():
            action.deleteLater()
        self._agents.clear()

    def take(self, agent: AgentStatus) -> bool:
        """Takes the newest state of an agent; tells whether it is one more."""
        words = (self.tr("Forbid drawing for {0}") if agent.can_draw else self.tr("Allow drawing for {0}")).format(
            agent.name
        )
        known = self._agents.get(agent.key)
        if known is not None and known.text() == words:
            return False
        if known is not None:
            known.triggered.disconnect()
            known.setText(words)
        action = known if known is not None else QAction(words, self)
        action.triggered.connect(partial(self._on_triggered, (agent.key,), not agent.can_draw))
        self._agents[agent.key] = action
        return known is None

    def _action(self, words: str, keys: tuple[str, ...], *, is_allowed: bool) -> QAction:
        action = QAction(words, self)
        action.triggered.connect(partial(self._on_triggered, keys, is_allowed))
        return action

    def _on_triggered(self, keys: tuple[str, ...], is_allowed: bool, _checked: bool = False) -> None:
        self._allow(keys, is_allowed)
