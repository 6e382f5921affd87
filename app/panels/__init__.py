"""The panels of the window and other parts with a controller each; a panel is named like the folder of its widgets.

A new panel is a folder in `widgets`, a module here with a function `create`, and an entry in `PANELS`. Modules are
named, not imported: the window imports them one by one after its first paint.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from widgets.workspace.dock import Dock
from widgets.workspace.workspace import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSpec:
    """One entry of the registry."""

    key: str
    """Name of the panel in the program and in saved arrangements."""
    module: str
    """Its function `create` takes a `WindowContext` and the controllers that it `uses`, and returns its controller."""
    uses: tuple[str, ...] = ()
    """Keys of panels that stand earlier in the registry."""
    dock: Dock | None = None
    """Title, shortcut, side and widget of a docked panel; None for a fixed part of the window."""


PANELS: Final = (
    PanelSpec(key="bottom", module="app.panels.bottom"),
    PanelSpec(key="header", module="app.panels.header"),
    PanelSpec(
        key="stage",
        module="app.panels.stage",
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Arena")),
            side=Side.CENTRE,
            keys="Ctrl+1",
            widget=("widgets.stage.stage_panel", "StagePanel"),
        ),
    ),
    PanelSpec(key="drive", module="app.panels.drive"),
    PanelSpec(key="result", module="app.panels.result"),
    PanelSpec(key="replay", module="app.panels.replay", uses=("drive",)),
    PanelSpec(key="teams", module="app.panels.teams.controller"),
    PanelSpec(key="packages", module="app.panels.teams.packages", uses=("teams",)),
    PanelSpec(key="debugging", module="app.panels.teams.debugging", uses=("teams",)),
    PanelSpec(
        key="problems",
        module="app.panels.problems",
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Problems")),
            side=Side.BELOW,
            keys="Ctrl+4",
            widget=("widgets.problems.problem_list", "ProblemList"),
        ),
    ),
    PanelSpec(
        key="log",
        module="app.panels.log.controller",
        uses=("teams",),
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Log")),
            side=Side.BELOW,
            keys="Ctrl+3",
            widget=("widgets.log.log_panel", "LogPanel"),
        ),
    ),
    PanelSpec(
        key="library",
        module="app.panels.library.controller",
        uses=("teams", "drive"),
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Library")),
            side=Side.LEFT,
            keys="Ctrl+0",
            widget=("widgets.library.library_panel", "LibraryPanel"),
            takes=("looks", "logos"),
        ),
    ),
    PanelSpec(key="needs", module="app.panels.teams.script_needs", uses=("teams", "library")),
    PanelSpec(key="versions", module="app.panels.teams.versions", uses=("teams",)),
    PanelSpec(key="packs", module="app.panels.packs.controller", uses=("library",)),
    PanelSpec(key="options", module="app.panels.options.controller"),
    PanelSpec(
        key="plots",
        module="app.panels.plots.controller",
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Plots")),
            side=Side.BELOW,
            keys="Ctrl+2",
            widget=("widgets.plots.plot_panel", "PlotPanel"),
        ),
    ),
    PanelSpec(
        key="feed",
        module="app.panels.feed",
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Feed")),
            side=Side.BELOW,
            keys="Ctrl+6",
            widget=("widgets.feed.feed_panel", "FeedPanel"),
        ),
    ),
    PanelSpec(key="palette", module="app.panels.palette"),
    PanelSpec(key="keys", module="app.panels.keys"),
    PanelSpec(
        key="notices",
        module="app.panels.notices.match_notices",
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Notices")),
            side=Side.BELOW,
            keys="Ctrl+5",
            widget=("widgets.notices.notice_history", "NoticeHistory"),
        ),
    ),
    PanelSpec(
        key="sandbox",
        module="app.panels.sandbox",
        dock=Dock(
            title=str(QT_TRANSLATE_NOOP("MainWindow", "Sandbox")),
            side=Side.BELOW,
            keys="Ctrl+7",
            widget=("widgets.sandbox.sandbox_panel", "SandboxPanel"),
        ),
    ),
    PanelSpec(key="training", module="app.panels.training.controller"),
    PanelSpec(key="tray", module="app.panels.tray"),
    PanelSpec(key="environment", module="app.panels.environment.controller"),
    PanelSpec(key="preferences", module="app.panels.preferences.controller", uses=("tray",)),
)
"""All panels. Controllers are created in this order."""

_DOCKED: Final = [(panel.key, panel.dock) for panel in PANELS if panel.dock is not None]
DOCKS: Final = dict(sorted(_DOCKED, key=lambda item: item[1].keys))
"""The docks by the keys of their panels, in the order of their shortcuts; menus and tabs have the same order."""
