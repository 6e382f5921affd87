"""Values of a match and its documents; the names of enum members are those of the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, Generic, TypeVar

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
class Mutators:
    """Changes to the rules of a match; the fields are in wire order."""

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

    limit: int | None = 10
    """Maximum number of restarts of an agent in a match."""
    limit_in_window: int | None = 3
    """Maximum number of restarts of an agent in any period of `window_s`."""
    window_s: float = 60.0
    backoff_s: float = 0.5
    """Delay before the first restart within a window; it doubles with each further one."""
    longest_backoff_s: float | None = 8.0
    hang_frames: int | None = 1200
    """A bot that does not answer for this many frames (in realtime, for the corresponding time) counts as hung."""
    answer_budget_s: float | None = 120.0
    """Time for answers that a bot has in lockstep, and earns again with ten seconds of answered game time."""
    ready_s: float = 90.0
    """Time within which an agent has to connect after its start, and again to be ready; suits a slow machine."""
    when_spent: WhenSpent = WhenSpent.BENCH


NO_RESTARTS: Final = RestartPolicy(limit=0, hang_frames=None)
"""No agent is restarted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The configuration of a match."""

    launcher: str = "Steam"
    launcher_arg: str = ""
    auto_start_agents: bool = True
    wait_for_agents: bool = True
    performance_monitor: str = "ShowWhenSuboptimal"
    game_mode: str = "Soccar"
    game_map_upk: str = "Stadium_P"
    map_choice: str = "named"
    """One of the map choices in `choices`: named, random or drawn; not part of the wire."""
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
    """Restarts of agents; not part of the wire."""
    step_mode: StepModeOptions | None = field(default=None, compare=False)
    """Lets a learner step the match in the arena; None for an ordinary match. Not part of the wire."""
    path: Path | None = field(default=None, compare=False)
    """The document from which it was read; not part of the wire."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
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
    logo: Path | None = None
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
