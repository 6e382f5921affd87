"""What a match is made of, as plain values; the names of enum members are those of the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, Generic, TypeVar

from runtime.model.problems import Problem
from runtime.model.states import WhenSpent

T = TypeVar("T")

Environment = tuple[tuple[str, str], ...]
"""Names and values that an agent's process gets in addition, in the order of the document."""


class CarKind(Enum):
    """Who drives a car."""

    BOT = "bot"
    PSYONIX = "psyonix"
    HUMAN = "human"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a document a value was written; `line` counts from 1."""

    path: Path
    line: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """Paint of each part of a car, by the game's numbers; 0 is unpainted."""

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
    """The items a car wears, by the game's numbers; 0 is the default item."""

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
class Mutators:
    """How the rules of a match differ from the usual; the fields are in wire order."""

    match_length: str = "FiveMinutes"
    max_score: str = "Unlimited"
    multi_ball: str = "One"
    overtime: str = "Unlimited"
    series_length: str = "Unlimited"
    game_speed: str = "Default"
    ball_max_speed: str = "Default"
    ball_type: str = "Default"
    ball_weight: str = "Default"
    ball_size: str = "Default"
    ball_bounciness: str = "Default"
    boost_amount: str = "NormalBoost"
    rumble: str = "Off"
    boost_strength: str = "One"
    gravity: str = "Default"
    demolish: str = "Default"
    respawn_time: str = "ThreeSeconds"
    max_time: str = "Unlimited"
    game_event: str = "Default"
    audio: str = "Default"
    ball_gravity: str = "Default"
    territory: str = "Off"
    stale_ball: str = "Unlimited"
    jump: str = "Default"
    dodge_timer: str = "OnePointTwentyFiveSeconds"
    possession_score: str = "Off"
    demolish_score: str = "Zero"
    normal_goal_score: str = "One"
    aerial_goal_score: str = "One"
    assist_goal_score: str = "Zero"
    input_restriction: str = "Default"
    scoring_rule: str = "Default"
    tri_tip_mode: str = "Off"
    locked_damage_phase: str = "Default"
    spawn_demoball: str = "Off"
    boost_restriction: str = "Default"
    keep_up_rules: str = "Off"
    match_admin: str = "Off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Car:
    """One car of a match.

    Which fields mean something depends on `kind`: a bot has all but `skill`; a Psyonix bot has name, loadout and
    skill; a human has nothing but the team. The others keep their defaults.
    """

    kind: CarKind = CarKind.BOT
    team: int = 0
    """0 blue, 1 orange."""
    name: str = ""
    agent_id: str = ""
    root_dir: str = ""
    """Absolute working folder of the bot's process."""
    run_command: str = ""
    """Command line for this platform; empty when the bot is started by hand."""
    hivemind: bool = False
    environment: Environment = ()
    loadout: Loadout | None = None
    skill: str = "AllStar"
    player_id: int = 0
    """Number by which the protocol knows the car; 0 until `validate` assigns it."""
    source: Path | None = field(default=None, compare=False)
    """The bot.toml it was read from; not part of the wire."""
    place: Place | None = field(default=None, compare=False)
    """Where the match document lists it; not part of the wire."""
    loadout_source: Path | None = field(default=None, compare=False)
    """The loadout.toml it was read from; not part of the wire."""
    has_own_loadout: bool = field(default=False, compare=False)
    """Whether the match document, rather than bot.toml, says what it wears; not part of the wire."""
    tags: tuple[str, ...] = field(default=(), compare=False)
    """Of the bot; not part of the wire."""
    developer: str = field(default="", compare=False)
    """Who made the bot; not part of the wire."""
    logo: Path | None = field(default=None, compare=False)
    """Picture of the bot; not part of the wire."""
    given_name: str = field(default="", compare=False)
    """The name before `validate` numbered it; hiveminds share a process by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One agent of a match that drives no car."""

    name: str = ""
    agent_id: str = ""
    root_dir: str = ""
    """Absolute working folder of the script's process."""
    run_command: str = ""
    """Command line for this platform; empty when the script is started by hand."""
    environment: Environment = ()
    script_id: int = 0
    """Number by which the protocol knows the script; 0 until `validate` assigns it."""
    source: Path | None = field(default=None, compare=False)
    """The script.toml it was read from; not part of the wire."""
    place: Place | None = field(default=None, compare=False)
    """Where the match document lists it; not part of the wire."""
    tags: tuple[str, ...] = field(default=(), compare=False)
    """Not part of the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPolicy:
    """How often an agent that ended unasked is started again in the same match, and what happens after that.

    None means without limit.
    """

    limit: int | None = 10
    """Restarts of one agent in one match."""
    limit_in_window: int | None = 3
    """Restarts of one agent in any stretch of `window_s`."""
    window_s: float = 60.0
    backoff_s: float = 0.5
    """How long the first restart within a window waits; each further one waits twice as long."""
    longest_backoff_s: float | None = 8.0
    hang_frames: int | None = 1200
    """A bot that answers nothing for so many frames, and for as long as they take in realtime, has hung."""
    when_spent: WhenSpent = WhenSpent.BENCH


NO_RESTARTS: Final = RestartPolicy(limit=0, hang_frames=None)
"""Whoever ends, ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Everything that decides how a match is played, except the agents' programs."""

    launcher: str = "Steam"
    launcher_arg: str = ""
    auto_start_agents: bool = True
    wait_for_agents: bool = True
    performance_monitor: str = "ShowWhenSuboptimal"
    game_mode: str = "Soccar"
    game_map_upk: str = "Stadium_P"
    map_choice: str = "named"
    """`named` by the document, `random` where one is to be drawn instead, `drawn` when it has been; not on the wire."""
    skip_replays: bool = False
    instant_start: bool = False
    existing_match_behavior: str = "Restart"
    enable_rendering: str = "OffByDefault"
    enable_state_setting: bool = True
    auto_save_replay: bool = False
    freeplay: bool = False
    cars: tuple[Car, ...] = ()
    scripts: tuple[Script, ...] = ()
    mutators: Mutators = Mutators()
    restarts: RestartPolicy = field(default=RestartPolicy(), compare=False)
    """What happens when an agent ends unasked; not part of the wire."""
    path: Path | None = field(default=None, compare=False)
    """The document it was read from; not part of the wire."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The lines of that document by dotted key, without those of cars and scripts; not part of the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What an agent's document tells people; no game reads it."""

    description: str = ""
    fun_fact: str = ""
    source_link: str = ""
    developer: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    logo: Path | None = None
    """Picture of the agent; None where none is named or the named one is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptFile:
    """A script.toml as written."""

    path: Path
    name: str = ""
    agent_id: str = ""
    root_dir: str = ""
    run_command: str = ""
    """Command line for the platform it was read for."""
    environment: Environment = ()
    details: Details = Details()


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFile(ScriptFile):
    """A bot.toml as written."""

    hivemind: bool = False
    loadout_file: Path | None = None
    """Absolute; None where none is named."""
    loadouts: tuple[Loadout, Loadout] | None = None
    """What the car wears on blue and on orange."""
    skill: str = "AllStar"
    """Strength of the Psyonix bot that drives it where the match asks for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[T]):
    """A document's value and the findings about it; the value is None when an error makes it unusable."""

    value: T | None
    problems: tuple[Problem, ...] = ()
    draft: T | None = None
    """What could be read in spite of errors, which is not to be used but can be judged."""

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that keep the document from being used."""
        return tuple(problem for problem in self.problems if problem.is_error)

    @classmethod
    def of(cls, value: T | None, problems: Sequence[Problem]) -> "Reading[T]":
        """Joins a value with its problems, each once, by file and line; an error among them takes the value away."""
        files = {path: place for place, path in enumerate(dict.fromkeys(problem.path for problem in problems))}
        ordered = sorted(dict.fromkeys(problems), key=lambda problem: (files[problem.path], problem.line or 0))
        has_error = any(problem.is_error for problem in ordered)
        return cls(value=None if has_error else value, problems=tuple(ordered), draft=value)
