"""Turns specifications of plots and the history of a match into cells with curves; imported with numpy."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.panels.cast import CLOCK, Cast
from resources.looks import Looks
from runtime.model.game_facts import BLUE, ORANGE, SCRIPTS
from runtime.model.telemetry import Channel, Kind, Scope, Source, Subject
from runtime.telemetry import CHANNELS
from runtime.telemetry.history import History, Interval
from widgets.looks import mixed
from widgets.messages import rendered
from widgets.plots.legend import LegendEntry
from widgets.plots.picture import CellPicture
from widgets.plots.plot_spec import FREE, PLOTS, AxisSpec, Cell, Curve, GameClock, PlotKind, TimeRange
from widgets.words import hint_text

SAMPLES_PER_PX: Final = 4
"""Maximum number of samples per pixel; the history reduces more to their minimum and maximum."""
_TEAM_CHANNELS: Final = {"_blue": BLUE, "_orange": ORANGE}
_UNIT_BOUNDS: Final = ((-1.0, 1.0),)
ANSWERED: Final = "agent.response_p50"
"""A channel without a value while an agent does not answer."""


def specs_of(chosen: Sequence[str], own: Sequence[str]) -> list[tuple[str, AxisSpec]]:
    """Returns key and axis of every cell of the chosen plots; `own` holds the user's axes as `channel+channel`."""
    specs = [(f"{plot.key}/{axis.channels[0]}", axis) for plot in PLOTS if plot.key in chosen for axis in plot.axes]
    if FREE in chosen:
        specs += [(f"{FREE}/{text}", axis) for text in own if (axis := own_axis(text)) is not None]
    return specs


def own_axis(text: str) -> AxisSpec | None:
    """Returns the axis of channels that the user chose; None if none of them is known."""
    channels = [CHANNELS[name] for name in text.split("+") if name in CHANNELS]
    if not channels:
        return None
    names = tuple(channel.id for channel in channels)
    known = next((axis for plot in PLOTS for axis in plot.axes if axis.channels == names), None)
    if known is not None:
        return known
    bounds = channels[0].bounds if len(channels) == 1 else None
    low, high = bounds if bounds is not None else (0.0, None)
    is_stepped = all(channel.kind is Kind.COUNTER for channel in channels)
    return AxisSpec(title="", channels=names, low=low, high=high, kind=PlotKind.STEPS if is_stepped else PlotKind.LINES)


def title_of(axis: AxisSpec) -> str:
    """Returns the title of an axis with its unit."""
    channels = [CHANNELS[name] for name in axis.channels]
    words = QCoreApplication.translate("Plots", axis.title) if axis.title else ""
    words = words or ", ".join(rendered(channel.title) for channel in channels)
    return f"{words} ({channels[0].unit})" if channels[0].unit else words


def hint_of(axis: AxisSpec) -> str:
    """Returns the whole titles of an axis's channels, each with its definition."""
    channels = [CHANNELS[name] for name in axis.channels]
    return "\n".join(hint_text(f"{rendered(channel.title)}: {rendered(channel.definition)}") for channel in channels)


def decimals_of(channel: Channel) -> int:
    """Returns how many digits after the point a value of a channel has."""
    if channel.id.startswith("match.expected") or channel.id == "car.expected_goals" or channel.bounds in _UNIT_BOUNDS:
        return 2
    return 1 if channel.unit in ("ms", "%") else 0


class Colours:
    """The colours of cars, agents and quantities in one theme."""

    def __init__(self, cast: Cast, looks: Looks) -> None:
        self._cast = cast
        self._looks = looks
        places: dict[int, int] = {}
        self._cars: dict[int, str] = {}
        for index, (_, team) in cast.cars.items():
            place = places[team] = places.get(team, -1) + 1
            self._cars[index] = self._shade(team, place)

    def of_subject(self, subject: Subject) -> str:
        """Returns the colour of a car, or of an agent's first car."""
        if isinstance(subject, int):
            return self._cars.get(subject, self._looks.muted)
        agent = self._cast.agents.get(subject) if subject is not None else None
        if agent is None or agent.team == SCRIPTS or not agent.cars:
            return self._looks.script
        return self._cars.get(agent.cars[0], self._looks.team(agent.team))

    def of_channel(self, channel_id: str, place: int) -> str:
        """Returns the colour of a quantity of match or server; `place` counts those on its axis."""
        for ending, team in _TEAM_CHANNELS.items():
            if channel_id.endswith(ending):
                return self._looks.team(team)
        colours = (self._looks.text, self._looks.script, self._looks.warning, self._looks.good)
        return colours[place % len(colours)]

    def _shade(self, team: int, place: int) -> str:
        """Returns one of four colours of a team; from the fifth car on, they are mixed with the text's colour."""
        shades = self._looks.orange_curves if team == ORANGE else self._looks.blue_curves
        turn, number = divmod(place, len(shades))
        return mixed(shades[number], self._looks.text, min(0.75, 0.45 * turn))


def cells_of(
    specs: Iterable[tuple[str, AxisSpec]],
    history: History,
    cast: Cast,
    looks: Looks,
    *,
    time_range: TimeRange,
    columns: int,
) -> list[Cell]:
    """Returns the cells with the samples of a time range, for a width of `columns` pixels."""
    colours, labels = Colours(cast, looks), cast.labels
    within = Interval(time_range.from_s, time_range.to_s)
    silences = {subject: _silences(history, subject, within) for subject in history.subjects(Scope.AGENT)}
    cells = []
    for key, axis in specs:
        curves = []
        for place, name in enumerate(axis.channels):
            channel = CHANNELS[name]
            for subject in subjects_of(channel, history, cast):
                samples = history.curve(name, subject, within, maximum=SAMPLES_PER_PX * columns)
                is_whole = subject is None
                curves.append(
                    Curve(
                        subject=name if is_whole else cast.key(subject),
                        label=rendered(channel.title) if is_whole else labels.get(subject) or cast.name(subject),
                        colour=colours.of_channel(name, place) if is_whole else colours.of_subject(subject),
                        times_s=samples.times_s,
                        values=samples.values,
                        silences=silences.get(subject, ()) if channel.source is Source.REPORT else (),
                    )
                )
        first = CHANNELS[axis.channels[0]]
        cells.append(
            Cell(
                key=key,
                title=title_of(axis),
                axis=axis,
                hint=hint_of(axis),
                curves=tuple(curves),
                unit=first.unit,
                decimals=decimals_of(first),
            )
        )
    return cells


def _silences(history: History, subject: Subject, within: Interval) -> tuple[tuple[float, float], ...]:
    """Returns the times from and to which an agent that had answered did not answer."""
    samples = history.curve(ANSWERED, subject)
    times, is_known = samples.times_s, np.isfinite(samples.values)
    edges = np.flatnonzero(is_known[1:] != is_known[:-1])
    if len(edges) and not is_known[0]:
        edges = edges[1:]  # not yet
    starts = times[edges[0::2]]
    ends = times[edges[1::2] + 1] if len(edges) % 2 == 0 else (*times[edges[1::2] + 1], history.span().last_s)
    spans = zip(map(float, starts), map(float, ends), strict=True)
    return tuple((start, end) for start, end in spans if end > start and end >= within.first_s)


def clock_of(history: History, time_range: TimeRange) -> GameClock:
    """Returns the clock of the match in a time range."""
    samples = history.curve(CLOCK, None, Interval(time_range.from_s, time_range.to_s))
    return GameClock(times_s=samples.times_s, values_s=samples.values)


def subjects_of(channel: Channel, history: History, cast: Cast) -> list[Subject]:
    """Returns what a channel has curves for: cars by index, agents in the order of the match."""
    subjects = history.subjects(channel.scope)
    if channel.scope is Scope.CAR:
        return sorted(subjects, key=lambda subject: subject if isinstance(subject, int) else 0)
    if channel.scope is Scope.AGENT:
        order = list(cast.agents)
        return sorted(subjects, key=lambda subject: order.index(str(subject)) if subject in order else len(order))
    return list(subjects)


def entries_of(cells: Iterable[CellPicture], cast: Cast, looks: Looks) -> dict[str, LegendEntry]:
    """Returns the entries of the legend by subject: cars by team, then agents, then quantities; without values."""
    entries: dict[str, LegendEntry] = {}
    subjects: tuple[Subject, ...] = (*cast.agents, *cast.cars)
    teams = {cast.key(subject): cast.team(subject) for subject in subjects}
    for cell in cells:
        for trace in cell.traces:
            if trace.subject not in entries:
                team = teams.get(trace.subject)
                ink = looks.team(team) if team is not None and team != SCRIPTS else ""
                entries[trace.subject] = LegendEntry(
                    subject=trace.subject, name=trace.label, colour=trace.colour, ink=ink
                )
    order = {"car": 0, "agent": 1}

    def rank(item: tuple[str, LegendEntry]) -> tuple[int, int]:
        return order.get(item[0].partition(":")[0], 2), teams.get(item[0]) or 0

    return dict(sorted(entries.items(), key=rank))
