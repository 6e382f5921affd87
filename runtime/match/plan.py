"""The plan of one match."""

import os
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from runtime.agents import TrialLimits
from runtime.documents.model import Match, RestartPolicy
from runtime.endpoints import LEARNER, Endpoints
from runtime.games.game import Game, GameOrder
from runtime.model.states import SwapMode
from runtime.model.step_mode import KEY_VARIABLE, StepModeOptions
from runtime.processes import MemoryCeiling

MAX_WAIT_S = 86_400.0
"""Time for which a game of our own waits for agents: we give up first, and not while an agent is being debugged."""
SPARE_S = 5.0
"""Extra time for which the game waits for agents, so that we give up first and report the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """Time limits of the parts of a match; None means `ready_s` of the match's restart policy."""

    game_s: float = 60.0
    """From the start of the game until it accepts a session."""
    confirm_s: float = 3.0
    """From the match until the server has confirmed it; one that has refused it says nothing."""
    load_s: float = 240.0
    """From the confirmed match until the game has loaded it, where the game loads after that."""
    agents_s: float | None = None
    """From then on until every agent has connected."""
    ready_s: float | None = None
    """From then on until every agent has said that it is ready."""
    manual_s: float = 600.0
    """In place of `agents_s` and `ready_s` in a match with an agent that the user starts."""
    kickoff_s: float = 30.0
    """From all agents ready until the first frame of the match."""
    quiet_s: float = 3.0
    """Silence of a running match after which a note reports it."""
    silence_s: float = 30.0
    """Silence of a running match after which it counts as hung."""
    swap_s: float | None = None
    """From the start of a new version of an agent until it is ready to take over."""
    final_report_s: float = 3.0
    """Time limit for the last figures after the end."""
    down_s: float = 5.0
    """From the end of the match until everything that still runs is killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlan:
    """A match and how it is played."""

    match: Match
    game: Game
    pace: str = "realtime"
    """`realtime`, `lockstep` or a factor."""
    seed: int = 0
    seconds_limit: float | None = None
    """Game seconds after which the match is over; None for the length in the document."""
    python: Path = Path(sys.executable)
    """The interpreter that `python` means in a run command."""
    environments: Path | None = None
    """Folder of the environments that were made for bots, if any."""
    services: Path | None = None
    """Folder in which standing agent services publish their addresses, if any."""
    logs: Path | None = None
    """Folder in which the match makes its own folder for logs; None for no logs."""
    is_fair: bool = False
    """True if processors are shared out: both teams get the same, the game its own."""
    memory: MemoryCeiling | None = None
    """Memory limit of each agent; None for no limit."""
    swap_mode: SwapMode = SwapMode.OFF
    """Reaction to changed source of agents; can be changed for each agent during the match."""
    endpoints: Endpoints | None = None
    """The ports and keys that stay the same in all matches of a window; None for new ones."""
    trial: TrialLimits = field(default_factory=TrialLimits)
    """Limits of the second process that an agent has during a swap."""
    restarts: RestartPolicy | None = None
    """Limits of restarts; None for the limits in the document."""
    step_mode: StepModeOptions | None = None
    """Lets a learner step the match; None for the setting in the document."""
    situations: Path | None = None
    """Folder of situations that a learner may name, if any."""
    is_recorded: bool = False
    """True if telemetry is recorded; then every packet is unpacked, which costs time."""
    deadlines: Deadlines = field(default_factory=Deadlines)


def game_order(plan: MatchPlan, waits_s: float, manager_key: str = "") -> GameOrder:
    """Returns the order of a plan to its game.

    Args:
        plan: the match.
        waits_s: time for which we wait for agents.
        manager_key: key that our session presents to a game that takes keys.
    """
    step_mode = plan.step_mode or plan.match.step_mode
    if step_mode is not None and not step_mode.key:
        key = os.environ.get(KEY_VARIABLE) or (plan.endpoints or Endpoints()).key_of(LEARNER)
        step_mode = replace(step_mode, key=key)
    return GameOrder(
        port=plan.game.port or (plan.endpoints.free_port() if plan.endpoints is not None else 0),
        is_port_fixed=bool(plan.game.port),
        pace=plan.pace,
        seed=plan.seed,
        seconds_limit=plan.seconds_limit,
        game_mode=plan.match.game_mode,
        launcher=plan.match.launcher,
        launcher_arg=plan.match.launcher_arg,
        wait_s=MAX_WAIT_S if manager_key else waits_s + SPARE_S,
        manager_key=manager_key,
        step_mode=step_mode,
        situations=plan.situations,
    )
