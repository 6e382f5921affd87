"""Recommended teams of the library: shown in a dialog, and put into the match as one step."""

from PySide6.QtCore import QObject, Qt, Slot

from app.panels.context import WindowContext
from runtime.games import capabilities_of
from runtime.library import Recommendation, RecommendationBook
from widgets.library.recommended_dialog import RecommendedDialog
from widgets.library.values import Opponent, RecommendedRow, RecommendedTeamChosen


class RecommendationController(QObject):
    """Joins the dialog with the library and the document; GUI thread."""

    def __init__(
        self,
        context: WindowContext,
        book: RecommendationBook,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = context.window.library
        self._book = book
        self._edits = context.edits
        self._session = context.session
        self._offered: dict[str, Recommendation] = {}
        self._dialog: RecommendedDialog | None = None
        self._panel.recommended_requested.connect(self.show_dialog)
        self._session.started.connect(self._show_lock)
        self._session.ended.connect(self._show_lock)

    @property
    def dialog(self) -> RecommendedDialog | None:
        """The dialog, while it is open."""
        return self._dialog

    @Slot()
    def refresh(self) -> None:
        """Shows what the library recommends now."""
        teams = self._book.recommendations()
        self._offered = {f"{place}:{team.team.path}": team for place, team in enumerate(teams)}
        self._panel.show_recommended(has_any=bool(teams))
        if self._dialog is not None:
            self._dialog.show_rows(tuple(self._row(key, team) for key, team in self._offered.items()))

    @Slot()
    def show_dialog(self) -> None:
        """Opens the dialog, or brings it to the front."""
        if self._dialog is None:
            opponent = Opponent.PERSON if capabilities_of(self._session.choice.game).has_own_window else Opponent.SAME
            self._dialog = RecommendedDialog(opponent, self._panel.window())
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.chosen.connect(self._on_chosen)
            self._dialog.destroyed.connect(self._on_destroyed)
            self.refresh()
            self._show_lock()
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        self._dialog.list.setFocus()

    @Slot(RecommendedTeamChosen)
    def _on_chosen(self, chosen: RecommendedTeamChosen) -> None:
        team = self._offered.get(chosen.key)
        if team is None or not team.is_playable or self._session.is_running:
            return
        blue = team.paths if chosen.opponent is Opponent.SAME else ()
        if self._edits.fill_teams(_names(team), blue=blue, orange=team.paths) and self._dialog is not None:
            self._dialog.close()

    @Slot()
    def _on_destroyed(self) -> None:
        self._dialog = None

    @Slot()
    def _show_lock(self) -> None:
        if self._dialog is not None:
            reason = self.tr("Teams are locked while a match is running.") if self._session.is_running else ""
            self._dialog.set_lock(reason)

    def _row(self, key: str, recommendation: Recommendation) -> RecommendedRow:
        words = []
        if recommendation.missing:
            words.append(self.tr("Not in the library: {names}.").format(names=", ".join(recommendation.missing)))
        if recommendation.unfit:
            words.append(self.tr("Cannot play here: {names}.").format(names=", ".join(recommendation.unfit)))
        path = recommendation.team.path
        about = self.tr("from {pack}").format(pack=path.parent.name or str(path.parent))
        return RecommendedRow(
            key=key, names=_names(recommendation), about=about, path=str(path), reason=" ".join(words)
        )


def _names(recommendation: Recommendation) -> str:
    """Returns `Nexto, Element` or `2x Nexto`."""
    counts = dict.fromkeys(recommendation.team.bots, 0)
    for name in recommendation.team.bots:
        counts[name] += 1
    return ", ".join(name if count == 1 else f"{count}x {name}" for name, count in counts.items())
