"""The looks of Kickabout: one table of colours per theme, the style sheet made from it, and the icons."""

import functools
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path
from string import Template
from typing import Final

_ROOM: Final = Path(__file__).resolve().parent


class Theme(Enum):
    """The two sets of colours."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """The colours of one theme, as `#rrggbb`.

    Text colours keep a contrast of 4.5 to 1 to `window`, `surface` and `raised`; `tests/widgets` measures it.
    """

    theme: Theme
    window: str
    """Behind everything."""
    surface: str
    """Panels and lists."""
    raised: str
    """Cards, fields and buttons that lie on a panel."""
    hover: str
    border: str
    outline: str
    """Edge of controls; has a contrast of 3 to 1 to what surrounds them."""
    text: str
    muted: str
    """Secondary text."""
    accent: str
    """Focus, selection, what is running."""
    selected: str
    """Ground of the selected card or row."""
    blue: str
    orange: str
    script: str
    good: str
    warning: str
    bad: str
    start: str
    start_hover: str
    stop: str
    stop_hover: str
    on_strong: str
    """Text on the grounds of Start and Stop."""
    field: str
    field_edge: str
    field_line: str
    pad: str
    pad_empty: str
    ball: str
    ball_edge: str
    shadow: str
    grass: str
    """The stadium in perspective: ground, every second stripe, lines, walls, and the sky above and at the horizon."""
    grass_stripe: str
    grass_line: str
    glass: str
    sky: str
    horizon: str
    blue_curves: tuple[str, ...]
    """Colours of the curves of blue's cars, by place in the team."""
    orange_curves: tuple[str, ...]

    def team(self, team: int) -> str:
        """Returns the colour of a team: 0 blue, 1 orange, 2 scripts."""
        return (self.blue, self.orange, self.script)[min(max(team, 0), 2)]


_DARK: Final = Looks(
    theme=Theme.DARK,
    window="#0e1319",
    surface="#161d26",
    raised="#1e2732",
    hover="#273240",
    border="#2a3542",
    outline="#71859a",
    text="#e8eef4",
    muted="#a3b3c4",
    accent="#5eb0ff",
    selected="#22364d",
    blue="#5aa9ff",
    orange="#ff9d4a",
    script="#b7a5f5",
    good="#5bcb7c",
    warning="#e8b93f",
    bad="#ff8a80",
    start="#1c7a3e",
    start_hover="#1f8344",
    stop="#c23a32",
    stop_hover="#cf4038",
    on_strong="#ffffff",
    field="#13202a",
    field_edge="#5d7387",
    field_line="#2c4152",
    pad="#ffce54",
    pad_empty="#3b4854",
    ball="#f4f7fa",
    ball_edge="#66788a",
    shadow="#05080b",
    grass="#1c3b36",
    grass_stripe="#20423c",
    grass_line="#c9dcdc",
    glass="#86a9c4",
    sky="#070b12",
    horizon="#1c2b3d",
    blue_curves=("#5aa9ff", "#6fe0e6", "#b39cff", "#58d6a4"),
    orange_curves=("#ff9d4a", "#ffd95a", "#ff8095", "#d9b08c"),
)

_LIGHT: Final = Looks(
    theme=Theme.LIGHT,
    window="#eef1f5",
    surface="#fafbfd",
    raised="#ffffff",
    hover="#e6edf5",
    border="#d3dce5",
    outline="#7d8b99",
    text="#17202a",
    muted="#52616f",
    accent="#0a63c9",
    selected="#dbeafb",
    blue="#0b5fc4",
    orange="#a34400",
    script="#6a4fc0",
    good="#1a7438",
    warning="#855b00",
    bad="#bf2720",
    start="#1c7a3e",
    start_hover="#176834",
    stop="#b3322b",
    stop_hover="#9c2822",
    on_strong="#ffffff",
    field="#f0f4f8",
    field_edge="#77879a",
    field_line="#c3d0dc",
    pad="#d99a00",
    pad_empty="#b9c5d0",
    ball="#ffffff",
    ball_edge="#3d4a55",
    shadow="#8794a1",
    grass="#7fae86",
    grass_stripe="#88b68e",
    grass_line="#f7fbf8",
    glass="#5d7a94",
    sky="#a9c8e6",
    horizon="#e9f1f8",
    blue_curves=("#0b5fc4", "#007d8c", "#6a3fd0", "#2d7d46"),
    orange_curves=("#a34400", "#857000", "#c4243f", "#7a5230"),
)


def looks(theme: Theme) -> Looks:
    """Returns the colours of a theme."""
    return _DARK if theme is Theme.DARK else _LIGHT


def style(theme: Theme) -> str:
    """Returns the style sheet of the whole window in the colours of a theme."""
    chosen = looks(theme)
    colours = {field.name: str(getattr(chosen, field.name)) for field in fields(chosen)}
    for drawn in ("chevron", "chevron_up", "close", "float", "tick", "mark"):
        colours[drawn] = icon(f"{drawn}_{theme.value}").as_posix()
    return Template((_ROOM / "styles" / "window.qss").read_text(encoding="utf-8")).substitute(colours)


def icon(name: str) -> Path:
    """Returns the SVG file of an icon.

    Raises:
        LookupError: there is no icon of that name; the message lists those there are.
    """
    path = _ROOM / "icons" / f"{name}.svg"
    if not path.is_file():
        known = ", ".join(sorted(path.stem for path in path.parent.glob("*.svg")))
        raise LookupError(f"There is no icon {name!r}, only {known}.")
    return path


@functools.lru_cache(maxsize=512)
def icon_svg(name: str, colour: str) -> bytes:
    """Returns an icon's SVG in `colour` (`#rrggbb`); icons of several colours are unchanged."""
    return icon(name).read_bytes().replace(b"currentColor", colour.encode("ascii"))
