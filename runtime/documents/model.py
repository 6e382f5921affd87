"""Values of a match and its documents; the names of enum members are those of the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, Final, Generic, TypeVar

from runtime.documents.choices import (
    EXISTING_MATCH_BEHAVIORS,
    GAME_MODES,
    LAUNCHERS,
    MAP_CHOICES,
    PERFORMANCE_MONITORS,
    RENDERINGS,
    Mutators,
)
from runtime.model.keys import INTERNAL, Key, seconds, whole
from runtime.model.problems import Problem
from runtime.model.states import WhenSpent
from runtime.model.step_mode import StepModeOptions

T = TypeVar("T")

Environment = tuple[tuple[str, str], ...]
"""Additional environment variables of an agent's process, in the document's order."""


class CarKind(Enum):
    """The driver of a car."""

    BOT = "bot"
    PSYONIX = "psyonix"
    HUMAN = "human"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a value in a document; `line` counts from 1."""

    path: Path
    line: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """Paint of each part of a car as the game's numbers; 0 is unpainted."""

    car_paint_id: int = 0
    decal_paint_id: int = 0
    wheels_paint_id: int = 0
    boost_paint_id: int = 0
    antenna_paint_id: int = 0
    hat_paint_id: int = 0
    trails_paint_id: int = 0
    goal_explosion_paint_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Loadout:
    """The items of a car as the game's numbers; 0 is the default item."""

    team_color_id: int = 0
    custom_color_id: int = 0
    car_id: int = 0
    decal_id: int = 0
    wheels_id: int = 0
    boost_id: int = 0
    antenna_id: int = 0
    hat_id: int = 0
    paint_finish_id: int = 0
    custom_finish_id: int = 0
    engine_audio_id: int = 0
    trails_id: int = 0
    goal_explosion_id: int = 0
    paint: Paint = Paint()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceKeys:
    """The table [kickabout] of a bot whose program is an agent service; other launchers ignore it."""

    slots: int = 16
    """Number of cars that one process drives at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Car:
    """One car of a match.

    `kind` decides which fields are used: a bot uses all except `skill`; a Psyonix bot uses name, loadout and skill; a
    human uses only the team. The others keep their defaults.
    """

    kind: CarKind = CarKind.BOT
    team: int = 0
    """0 blue, 1 orange."""
    name: str = ""
    agent_id: str = ""
    root_dir: str = ""
    """Absolute working folder of the bot's process."""
    run_command: str = ""
    """Command line for this platform; empty if the bot is started manually."""
    hivemind: bool = False
    environment: Environment = ()
    loadout: Loadout | None = None
    skill: str = "AllStar"
    player_id: int = 0
    """The car's number in the protocol; 0 until `validate` assigns it."""
    source: Path | None = field(default=None, compare=False)
    """The bot.toml from which it was read; not part of the wire."""
    place: Place | None = field(default=None, compare=False)
    """Place in the match document; not part of the wire."""
    loadout_source: Path | None = field(default=None, compare=False)
    """The loadout.toml from which it was read; not part of the wire."""
    has_own_loadout: bool = field(default=False, compare=False)
    """True if the loadout is from the match document instead of bot.toml; not part of the wire."""
    tags: tuple[str, ...] = field(default=(), compare=False)
    """Tags of the bot; not part of the wire."""
    developer: str = field(default="", compare=False)
    """Developer of the bot; not part of the wire."""
    logo: Path | None = field(default=None, compare=False)
    """Picture of the bot; not part of the wire."""
    service: ServiceKeys | None = field(default=None, compare=False)
    """None unless the bot's program is an agent service; not part of the wire."""
    starts_early: bool = field(default=False, compare=False)
    """True if its program may be started before a match is sent, and waits then; not part of the wire."""
    given_name: str = field(default="", compare=False)
    """The name before `validate` numbered it; cars of one hivemind share it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """An agent of a match without a car."""

    name: str = ""
    agent_id: str = ""
    root_dir: str = ""
    """Absolute working folder of the script's process."""
    run_command: str = ""
    """Command line for this platform; empty if the script is started manually."""
    environment: Environment = ()
    script_id: int = 0
    """The script's number in the protocol; 0 until `validate` assigns it."""
    source: Path | None = field(default=None, compare=False)
    """The script.toml from which it was read; not part of the wire."""
    place: Place | None = field(default=None, compare=False)
    """Place in the match document; not part of the wire."""
    tags: tuple[str, ...] = field(default=(), compare=False)
    developer: str = field(default="", compare=False)
    logo: Path | None = field(default=None, compare=False)
    """Like the two before it not part of the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPolicy:
    """The rules for agents that crash, exit, hang or do not get ready; None means unlimited."""

    limit: Annotated[
        int | None,
        Key(
            "Restarts per match",
            "How often a bot or script that crashed, exited or hung is restarted in one match. Choose or "
            "enter a number.",
            whole(0, 100_000, may_be_unlimited=True),
        ),
    ] = 10
    """Maximum number of restarts of an agent in a match."""
    limit_in_window: Annotated[
        int | None,
        Key(
            "Restarts per window",
            "How many restarts are allowed within the window below.",
            whole(0, 100_000, may_be_unlimited=True),
        ),
    ] = 3
    """Maximum number of restarts of an agent in any period of `window_s`."""
    window_s: Annotated[
        float, Key("Window length", "The length of the window in which restarts are counted.", seconds(1, 86_400))
    ] = 60.0
    backoff_s: Annotated[
        float,
        Key(
            "Delay before a restart",
            "The delay before the first restart; it doubles with each further restart in the window.",
            seconds(0, 86_400),
        ),
    ] = 0.5
    """Delay before the first restart within a window; it doubles with each further one."""
    longest_backoff_s: Annotated[
        float | None,
        Key("Longest delay", "The delay never grows beyond this.", seconds(0, 86_400, may_be_unlimited=True)),
    ] = 8.0
    hang_frames: Annotated[
        int | None,
        Key(
            "Treat as hung after",
            "A bot that answers no packet for this many ticks is restarted. Needs a game that reports answers.",
            whole(120, 1_000_000, may_be_unlimited=True),
        ),
    ] = 1200
    """A bot that does not answer for this many frames (in realtime, for the corresponding time) counts as hung.

    The server reports answers once a second, so a number below 120 could not be detected.
    """
    answer_budget_s: Annotated[
        float | None,
        Key(
            "Time for answers in lockstep",
            "A bot has this time for its answers in lockstep, and as much again for every ten seconds of the "
            "game. A bot that has used it up is out, as if it had no restarts left.",
            seconds(1, 86_400, may_be_unlimited=True),
        ),
    ] = 120.0
    """Time for answers that a bot has in lockstep, and earns again with ten seconds of answered game time."""
    ready_s: Annotated[
        float,
        Key(
            "Time to get ready",
            "How long a bot or script may take to connect, and then to be ready. Bots that load big models need more.",
            seconds(1, 86_400),
        ),
    ] = 90.0
    """Time within which an agent has to connect after its start, and again to be ready; suits a slow machine."""
    when_spent: Annotated[WhenSpent, Key("When restarts run out", "What happens when a bot has no restarts left.")] = (
        WhenSpent.BENCH
    )


NO_RESTARTS: Final = RestartPolicy(limit=0, hang_frames=None)
"""No agent is restarted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The configuration of a match."""

    launcher: Annotated[
        str,
        Key(
            "Start Rocket League with",
            "The store or launcher that starts Rocket League.",
            path="rlbot.launcher",
            names=LAUNCHERS,
        ),
    ] = "Steam"
    launcher_arg: Annotated[
        str, Key("Custom launcher", "The program to use as the custom launcher.", path="rlbot.launcher_arg")
    ] = ""
    auto_start_agents: Annotated[
        bool,
        Key(
            "Start bots and scripts", "If off, you start every bot and script by hand.", path="rlbot.auto_start_agents"
        ),
    ] = True
    wait_for_agents: Annotated[
        bool,
        Key(
            "Wait until all are ready",
            "The match starts when every bot and script is ready.",
            path="rlbot.wait_for_agents",
        ),
    ] = True
    performance_monitor: Annotated[
        str,
        Key(
            "Show bot performance",
            "When Rocket League shows the bots' performance.",
            path="rlbot.performance_monitor",
            names=PERFORMANCE_MONITORS,
        ),
    ] = "ShowWhenSuboptimal"
    game_mode: Annotated[str, Key("Mode", "The rules of the match.", path="match.game_mode", names=GAME_MODES)] = (
        "Soccar"
    )
    game_map_upk: Annotated[
        str,
        Key(
            "Map",
            "The map. Random picks a map at each start and plays every map once before it repeats one. You "
            "can also enter a map's file name, or the path of a .upk or .udk file.",
            path="match.game_map_upk",
        ),
    ] = "Stadium_P"
    map_choice: Annotated[str, Key(path="kickabout.map", names=MAP_CHOICES)] = "named"
    """One of the map choices in `choices`: named, random or drawn; not part of the wire."""
    skip_replays: Annotated[
        bool, Key("Skip goal replays", "After a goal, the next kickoff starts at once.", path="match.skip_replays")
    ] = False
    instant_start: Annotated[
        bool,
        Key(
            "Start without countdown",
            "The first kickoff starts at once.",
            path="match.start_without_countdown",
            other="instant_start",
        ),
    ] = False
    existing_match_behavior: Annotated[
        str,
        Key(
            "If a match is running",
            "What happens to a match that is already running.",
            path="match.existing_match_behavior",
            names=EXISTING_MATCH_BEHAVIORS,
        ),
    ] = "Restart"
    enable_rendering: Annotated[
        str,
        Key(
            "Drawing by bots",
            "Whether bots may draw lines and text in the game.",
            path="match.enable_rendering",
            names=RENDERINGS,
        ),
    ] = "OffByDefault"
    enable_state_setting: Annotated[
        bool,
        Key(
            "Bots may move things",
            "Whether bots may move cars and the ball. Useful for training, unfair in a match.",
            path="match.enable_state_setting",
        ),
    ] = True
    auto_save_replay: Annotated[
        bool,
        Key(
            "Save a replay",
            "Save a replay file of every match.",
            path="match.auto_save_replays",
            other="auto_save_replay",
        ),
    ] = False
    freeplay: Annotated[bool, Key("Freeplay", "Play without a clock, a score or an end.", path="match.freeplay")] = (
        False
    )
    cars: tuple[Car, ...] = ()
    scripts: tuple[Script, ...] = ()
    mutators: Mutators = field(default_factory=Mutators)
    restarts: Annotated[RestartPolicy, Key(path="kickabout.restarts")] = field(default=RestartPolicy(), compare=False)
    """Restarts of agents; not part of the wire."""
    step_mode: Annotated[StepModeOptions | None, Key(path="kickabout.step_mode")] = field(default=None, compare=False)
    """Lets a learner step the match in the arena; None for an ordinary match. Not part of the wire."""
    path: Annotated[Path | None, INTERNAL] = field(default=None, compare=False)
    """The document from which it was read; not part of the wire."""
    lines: Annotated[Mapping[str, int], INTERNAL] = field(default_factory=dict, compare=False, repr=False)
    """The document's lines by dotted key, except those of cars and scripts; not part of the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """Information for people in an agent's document; no game reads it."""

    description: str = ""
    fun_fact: str = ""
    source_link: str = ""
    developer: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    logo: Annotated[Path | None, INTERNAL] = None
    """Picture of the agent; None if none is named or the file is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptFile:
    """A script.toml as written."""

    path: Path
    name: str = ""
    agent_id: str = ""
    root_dir: str = ""
    run_command: str = ""
    """Command line for the platform that the document was read for."""
    environment: Environment = ()
    details: Details = Details()


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFile(ScriptFile):
    """A bot.toml as written."""

    hivemind: bool = False
    loadout_file: Path | None = None
    """Absolute path; None if none is named."""
    loadouts: tuple[Loadout, Loadout] | None = None
    """The loadouts for blue and orange."""
    skill: str = "AllStar"
    """Skill of the Psyonix bot that drives the car if the match asks for one."""
    service: ServiceKeys | None = None
    """None unless the bot is an agent service, in which one process drives many cars in many matches."""
    starts_early: bool = False
    """True if its program may be started before a match is sent, and waits then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[T]):
    """The value of a document and its problems; the value is None if an error makes the document unusable."""

    value: T | None
    problems: tuple[Problem, ...] = ()
    draft: T | None = None
    """The readable parts of a document with errors, for further checks only."""

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that make the document unusable."""
        return tuple(problem for problem in self.problems if problem.is_error)

    @classmethod
    def of(cls, value: T | None, problems: Sequence[Problem]) -> "Reading[T]":
        """Returns a reading with its problems sorted by file and line, each once; an error removes the value."""
        files = {path: place for place, path in enumerate(dict.fromkeys(problem.path for problem in problems))}
        ordered = sorted(dict.fromkeys(problems), key=lambda problem: (files[problem.path], problem.line or 0))
        has_error = any(problem.is_error for problem in ordered)
        return cls(value=None if has_error else value, problems=tuple(ordered), draft=value)
