"""Words of the runtime's values and counts in the user's language."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, QObject
from PySide6.QtGui import QKeySequence

from runtime.model.game_facts import BLUE, ORANGE, SCRIPTS
from runtime.model.sizes import size_of
from runtime.model.states import AgentState, MatchStage, Outcome, Phase, StageState, SwapState
from runtime.model.values import ArenaView

translate = QCoreApplication.translate
_MINUTE_S: Final = 60
_HOUR_S: Final = 3600

_TEAMS: Final[Mapping[int, object]] = MappingProxyType(
    {
        BLUE: QT_TRANSLATE_NOOP("Teams", "Blue"),
        ORANGE: QT_TRANSLATE_NOOP("Teams", "Orange"),
        SCRIPTS: QT_TRANSLATE_NOOP("Teams", "Scripts"),
    }
)
_TEAMS_WITHIN: Final[Mapping[int, object]] = MappingProxyType(
    {
        BLUE: QT_TRANSLATE_NOOP("TeamsInSentences", "blue"),
        ORANGE: QT_TRANSLATE_NOOP("TeamsInSentences", "orange"),
        SCRIPTS: QT_TRANSLATE_NOOP("TeamsInSentences", "scripts"),
    }
)
_SIZES: Final[Mapping[str, object]] = MappingProxyType(
    {
        "B": QT_TRANSLATE_NOOP("Sizes", "{0} B"),
        "kB": QT_TRANSLATE_NOOP("Sizes", "{0} kB"),
        "MB": QT_TRANSLATE_NOOP("Sizes", "{0} MB"),
        "GB": QT_TRANSLATE_NOOP("Sizes", "{0} GB"),
        "TB": QT_TRANSLATE_NOOP("Sizes", "{0} TB"),
    }
)
_WORDS: Final[Mapping[Enum, tuple[str, object]]] = MappingProxyType(
    {
        AgentState.IDLE: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "not started")),
        AgentState.MANUAL: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "waiting for you")),
        AgentState.STARTING: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "starting")),
        AgentState.CONNECTED: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "connected")),
        AgentState.READY: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "ready")),
        AgentState.PLAYING: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "playing")),
        AgentState.RESTARTING: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "restarting")),
        AgentState.STOPPING: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "stopping")),
        AgentState.STOPPED: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "stopped")),
        AgentState.EXITED: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "exited")),
        AgentState.CRASHED: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "crashed")),
        AgentState.HUNG: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "hung")),
        AgentState.FAILED: ("AgentStates", QT_TRANSLATE_NOOP("AgentStates", "failed")),
        SwapState.IDLE: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "up to date")),
        SwapState.CHANGED: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "changed")),
        SwapState.CHECKING: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "checking")),
        SwapState.CLEARING: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "stopping the old version")),
        SwapState.STARTING: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "starting the new version")),
        SwapState.TRIAL: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "trying the new version")),
        SwapState.REFUSED: ("SwapStates", QT_TRANSLATE_NOOP("SwapStates", "rejected")),
        MatchStage.CHECK: ("Stages", QT_TRANSLATE_NOOP("Stages", "Check files")),
        MatchStage.GAME: ("Stages", QT_TRANSLATE_NOOP("Stages", "Start game")),
        MatchStage.AGENTS: ("Stages", QT_TRANSLATE_NOOP("Stages", "Start agents")),
        MatchStage.READY: ("Stages", QT_TRANSLATE_NOOP("Stages", "Agents ready")),
        MatchStage.KICKOFF: ("Stages", QT_TRANSLATE_NOOP("Stages", "Kickoff")),
        MatchStage.PLAY: ("Stages", QT_TRANSLATE_NOOP("Stages", "Play")),
        MatchStage.SHUTDOWN: ("Stages", QT_TRANSLATE_NOOP("Stages", "Finished")),
        StageState.PENDING: ("StageStates", QT_TRANSLATE_NOOP("StageStates", "pending")),
        StageState.RUNNING: ("StageStates", QT_TRANSLATE_NOOP("StageStates", "running")),
        StageState.DONE: ("StageStates", QT_TRANSLATE_NOOP("StageStates", "done")),
        StageState.FAILED: ("StageStates", QT_TRANSLATE_NOOP("StageStates", "failed")),
        StageState.SKIPPED: ("StageStates", QT_TRANSLATE_NOOP("StageStates", "skipped")),
        Phase.INACTIVE: ("Phases", QT_TRANSLATE_NOOP("Phases", "Waiting")),
        Phase.COUNTDOWN: ("Phases", QT_TRANSLATE_NOOP("Phases", "Countdown")),
        Phase.KICKOFF: ("Phases", QT_TRANSLATE_NOOP("Phases", "Kickoff")),
        Phase.ACTIVE: ("Phases", QT_TRANSLATE_NOOP("Phases", "Playing")),
        Phase.GOAL_SCORED: ("Phases", QT_TRANSLATE_NOOP("Phases", "Goal")),
        Phase.REPLAY: ("Phases", QT_TRANSLATE_NOOP("Phases", "Replay")),
        Phase.PAUSED: ("Phases", QT_TRANSLATE_NOOP("Phases", "Paused")),
        Phase.ENDED: ("Phases", QT_TRANSLATE_NOOP("Phases", "Full time")),
        Outcome.FINISHED: ("Result", QT_TRANSLATE_NOOP("Result", "Full time")),
        Outcome.INTERRUPTED: ("Result", QT_TRANSLATE_NOOP("Result", "Stopped")),
        Outcome.FAILED: ("Result", QT_TRANSLATE_NOOP("Result", "Failed")),
    }
)
"""Translation context and text."""
_SHORT_STAGES: Final[Mapping[MatchStage, object]] = MappingProxyType(
    {
        MatchStage.CHECK: QT_TRANSLATE_NOOP("ShortStages", "Check"),
        MatchStage.GAME: QT_TRANSLATE_NOOP("ShortStages", "Game"),
        MatchStage.AGENTS: QT_TRANSLATE_NOOP("ShortStages", "Agents"),
        MatchStage.READY: QT_TRANSLATE_NOOP("ShortStages", "Ready"),
        MatchStage.KICKOFF: QT_TRANSLATE_NOOP("ShortStages", "Kickoff"),
        MatchStage.PLAY: QT_TRANSLATE_NOOP("ShortStages", "Play"),
        MatchStage.SHUTDOWN: QT_TRANSLATE_NOOP("ShortStages", "Finished"),
    }
)
SKILLS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "Beginner": QT_TRANSLATE_NOOP("Skills", "Beginner"),
        "Rookie": QT_TRANSLATE_NOOP("Skills", "Rookie"),
        "Pro": QT_TRANSLATE_NOOP("Skills", "Pro"),
        "AllStar": QT_TRANSLATE_NOOP("Skills", "AllStar"),
    }
)


MAX_CHARACTERS: Final = 80
MAX_LINES: Final = 12
"""Maximum number of lines of a tooltip."""


def hint_text(*parts: str) -> str:
    """Returns a tooltip with one paragraph per non-empty part; long lines are wrapped."""
    lines = [line for part in parts for line in textwrap.wrap(part, MAX_CHARACTERS)]
    return "\n".join([*lines[: MAX_LINES - 1], "…"] if len(lines) > MAX_LINES else lines)


def names_in_teams(cars: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Returns names of cars, given with their teams, for labels beside which the team is shown.

    Two copies in different teams are both called `Chaser` instead of `Chaser` and `Chaser (2)`. Copies in one team keep
    their numbers.
    """
    cars = tuple(cars)
    return tuple(plain or name for plain, (name, _) in zip(_copies(cars), cars, strict=True))


def names_with_teams(cars: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Returns names of cars, given with their teams, for sentences, which do not show the team otherwise.

    Two copies in different teams are called `Chaser (Blue)` and `Chaser (Orange)`; other names are as they are.
    """
    cars = tuple(cars)
    return tuple(
        f"{plain} ({team_name(team)})" if plain else name
        for plain, (name, team) in zip(_copies(cars), cars, strict=True)
    )


def car_names(view: ArenaView) -> Mapping[int, str]:
    """Returns the names of the cars for sentences, by their indices."""
    names = names_with_teams((car.name, car.team) for car in view.cars)
    return {car.index: name for car, name in zip(view.cars, names, strict=True)}


@lru_cache(maxsize=32)
def _copies(cars: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """Returns the names without numbers of cars of which only the other team has copies; empty for other cars.

    Cached, because panels ask for one name at a time, many times a second.
    """
    plain = [_COPY.sub("", name) for name, _ in cars]
    counts = Counter((name, team) for name, (_, team) in zip(plain, cars, strict=True))
    teams = [{other for other in (BLUE, ORANGE) if counts[name, other]} for name in plain]
    return tuple(
        name if found == {BLUE, ORANGE} and counts[name, team] == 1 and team in found else ""
        for name, found, (_, team) in zip(plain, teams, cars, strict=True)
    )


_COPY: Final = re.compile(r" \(\d+\)$")


def team_name(team: int) -> str:
    """Returns a team's name for a heading or the start of a sentence."""
    return translate("Teams", str(_TEAMS[team]))


def team_in_sentence(team: int) -> str:
    """Returns a team's name within a sentence."""
    return translate("TeamsInSentences", str(_TEAMS_WITHIN[team]))


def word_of(value: AgentState | SwapState | MatchStage | StageState | Phase | Outcome) -> str:
    """Returns the name of a state, stage, phase or outcome."""
    context, words = _WORDS[value]
    return translate(context, str(words))


def short_stage_name(stage: MatchStage) -> str:
    """Returns the short name of a stage."""
    return translate("ShortStages", str(_SHORT_STAGES[stage]))


def skill_name(skill: str) -> str:
    """Returns the name of a skill; unknown skills are returned as they are."""
    return translate("Skills", str(SKILLS[skill])) if skill in SKILLS else skill


def key_text(keys: QKeySequence | str) -> str:
    """Returns keys as they are labelled on the user's keyboard: `Ctrl+Enter`, in German `Strg+Enter`."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")


def clock(time_s: float, decimals: int = 0) -> str:
    """Returns a time as `1:05`, `1:05.4` or, from an hour on, `2:01:05`."""
    rounded = round(max(0.0, time_s), decimals)
    minutes, seconds = divmod(rounded, _MINUTE_S)
    text = number(seconds, decimals)
    hours, minutes = divmod(int(minutes), 60) if rounded >= _HOUR_S else (0, int(minutes))
    start = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{start}:{text if seconds >= 10 else f'0{text}'}"


def number(value: float, decimals: int = 0) -> str:
    """Returns a number in the user's notation."""
    return QLocale().toString(float(value), "f", decimals)


def percentage(share: float) -> str:
    """Returns a share as a percentage without its sign: with one decimal below 10 %."""
    percent = 100 * share
    return number(percent, 1 if percent < 10 else 0)


def amount(value: float) -> str:
    """Returns a number in the user's notation; a large one in thousands or millions with up to three decimals."""
    scale, unit = next(((scale, unit) for minimum, scale, unit in _SCALES if abs(value) >= minimum), (1.0, ""))
    figure, maximum = value / scale, 3 if unit else 0
    digits = next(digits for digits in range(maximum + 1) if round(figure, digits) == round(figure, maximum))
    return number(figure, digits) + unit


_SCALES: Final = ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k"))


def speed_text(speed: float) -> str:
    """Returns a speed in uu/s as km/h; 1 uu is 1 cm."""
    return translate("Sizes", "{0} km/h").format(number(0.036 * speed))


def size_words(size_bytes: int) -> str:
    """Returns a size in the user's notation: `512 B`, `1,2 GB`."""
    size = size_of(size_bytes)
    return sized(size.unit, number(size.value, size.decimals))


def sized(unit: str, figure: str) -> str:
    """Returns a number with a unit of size."""
    return translate("Sizes", str(_SIZES[unit])).format(figure)


class Counts(QObject):
    """Counted nouns; both English forms are here, other languages translate the text with `%n`."""

    def cars(self, n: int) -> str:
        return self.tr("1 car") if n == 1 else self.tr("%n cars", "", n)

    def bots(self, n: int) -> str:
        return self.tr("1 bot") if n == 1 else self.tr("%n bots", "", n)

    def errors(self, n: int) -> str:
        return self.tr("1 error") if n == 1 else self.tr("%n errors", "", n)

    def warnings(self, n: int) -> str:
        return self.tr("1 warning") if n == 1 else self.tr("%n warnings", "", n)

    def seconds(self, n: int) -> str:
        return self.tr("1 second") if n == 1 else self.tr("%n seconds", "", n)

    def minutes(self, n: int) -> str:
        return self.tr("1 minute") if n == 1 else self.tr("%n minutes", "", n)

    def goals(self, n: int) -> str:
        return self.tr("1 goal") if n == 1 else self.tr("%n goals", "", n)

    def games(self, n: int) -> str:
        return self.tr("1 game") if n == 1 else self.tr("%n games", "", n)

    def restarts(self, n: int) -> str:
        return self.tr("1 restart") if n == 1 else self.tr("%n restarts", "", n)

    def left_out_lines(self, n: int) -> str:
        if n == 1:
            return self.tr("1 line skipped: output came too fast.")
        return self.tr("%n lines skipped: output came too fast.", "", n)

    def left_out_drawings(self, n: int) -> str:
        return self.tr("1 drawing omitted") if n == 1 else self.tr("%n drawings omitted", "", n)

    def failed_agents(self, n: int) -> str:
        return self.tr("1 agent failed") if n == 1 else self.tr("%n agents failed", "", n)

    def silent_agents(self, n: int) -> str:
        return self.tr("1 agent never answered") if n == 1 else self.tr("%n agents never answered", "", n)

    def interference(self, n: int) -> str:
        return self.tr("1 action by another program") if n == 1 else self.tr("%n actions by other programs", "", n)

    def notices(self, n: int) -> str:
        return self.tr("1 notice") if n == 1 else self.tr("%n notices", "", n)

    def packages(self, n: int) -> str:
        return self.tr("1 package") if n == 1 else self.tr("%n packages", "", n)
