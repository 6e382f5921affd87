"""The panels of the window: one controller each, named like the folder of its widgets.

A new panel is a folder in `widgets`, a module or package here with a function `create`, and an entry in `PANELS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject

from app.panels import (
    bottom,
    header,
    keys,
    library,
    log,
    notices,
    options,
    packs,
    palette,
    plots,
    preferences,
    problems,
    stage,
    teams,
    tray,
)
from app.panels.context import WindowContext
from widgets.library.library_panel import LibraryPanel
from widgets.log.log_panel import LogPanel
from widgets.main_window import Dock
from widgets.notices.notice_history import NoticeHistory
from widgets.plots.telemetry_plot import TelemetryPlot
from widgets.problems.problem_list import ProblemList
from widgets.stage.stage_panel import StagePanel
from widgets.workspace.workspace import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSpec:
    """One entry of the registry."""

    key: str
    """Name of the panel in the program and in saved arrangements."""
    create: Callable[[WindowContext], QObject]
    """Creates and connects the controller."""
    dock: Dock | None = None
    """Title, shortcut, side and widget of a docked panel; None for a fixed part of the window."""


PANELS: Final = (
    PanelSpec(key="bottom", create=bottom.create),
    PanelSpec(key="header", create=header.create),
    PanelSpec(
        key="stage",
        create=stage.create,
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Arena")),
            side=Side.CENTRE,
            keys="Ctrl+1",
            make=lambda parts: StagePanel(parts.looks),
        ),
    ),
    PanelSpec(key="teams", create=teams.create),
    PanelSpec(
        key="problems",
        create=problems.create,
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Problems")),
            side=Side.BELOW,
            keys="Ctrl+4",
            make=lambda parts: ProblemList(parts.looks),
        ),
    ),
    PanelSpec(
        key="log",
        create=log.create,
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Log")),
            side=Side.BELOW,
            keys="Ctrl+3",
            make=lambda parts: LogPanel(parts.looks),
        ),
    ),
    PanelSpec(
        key="library",
        create=library.create,
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Library")),
            side=Side.LEFT,
            keys="Ctrl+0",
            make=lambda parts: LibraryPanel(parts.looks, parts.drags, parts.logos),
        ),
    ),
    PanelSpec(key="packs", create=packs.create),
    PanelSpec(key="options", create=options.create),
    PanelSpec(
        key="plots",
        create=plots.create,
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Plots")),
            side=Side.BELOW,
            keys="Ctrl+2",
            make=lambda parts: TelemetryPlot(parts.looks),
        ),
    ),
    PanelSpec(key="palette", create=palette.create),
    PanelSpec(key="keys", create=keys.create),
    PanelSpec(
        key="notices",
        create=notices.create,
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Notices")),
            side=Side.BELOW,
            keys="Ctrl+5",
            make=lambda parts: NoticeHistory(parts.looks),
        ),
    ),
    PanelSpec(key="tray", create=tray.create),
    PanelSpec(key="preferences", create=preferences.create),
)
"""All panels. Controllers are created in this order, and may use those before them."""

_DOCKED: Final = [(panel.key, panel.dock) for panel in PANELS if panel.dock is not None]
DOCKS: Final = dict(sorted(_DOCKED, key=lambda item: item[1].keys))
"""The docks by the keys of their panels, in the order of their shortcuts; menus and tabs have the same order."""
