"""Makes the runner of a match from the choices in the window."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.services.paths import environments_dir, logs_dir, services_dir, situations_dir
from app.services.settings import Settings
from app.session.game_settings import game_settings
from app.session.match_session import MatchRunner
from runtime.documents import Match
from runtime.endpoints import Endpoints
from runtime.games import GameError, new_game
from runtime.games.kept_server import KeptServer
from runtime.model.commands import Command
from runtime.model.events import Event, MatchEnded, StageChanged
from runtime.model.states import Blame, MatchStage, Outcome, StageState, SwapMode
from runtime.model.values import GameChoice, MatchResult

MB: Final = 1_000_000


def match_runner(
    match: Match,
    choice: GameChoice,
    settings: Settings,
    endpoints: Endpoints | None = None,
    kept_server: KeptServer | None = None,
) -> MatchRunner:
    """Returns a runner for a match; called on the match's thread."""
    from runtime.agents import TrialLimits  # noqa: PLC0415 - not needed until a match starts
    from runtime.match import MatchPlan, MatchRun  # noqa: PLC0415 - not needed until a match starts
    from runtime.processes import MemoryCeiling  # noqa: PLC0415 - not needed until a match starts

    try:
        game = new_game(choice.game, game_settings(settings, kept_server, closes_game=choice.closes_game))
    except GameError as error:
        return _RefusedMatch(error)
    return MatchRun(
        MatchPlan(
            match=match,
            game=game,
            pace=choice.pace,
            python=python_of(settings),
            environments=environments_dir(),
            services=services_dir(),
            logs=logs_dir(),
            is_fair=settings.is_fair,
            memory=MemoryCeiling(limit_bytes=settings.memory_mb * MB) if settings.memory_mb else None,
            swap_mode=swap_mode_of(settings),
            trial=TrialLimits(keep_s=settings.keep_former_s, memory_bytes=max(1, settings.second_version_mb) * MB),
            situations=situations_dir(),
            is_recorded=True,
            endpoints=endpoints,
        )
    )


class _RefusedMatch:
    """A match that ends at once, because a setting of its game is wrong."""

    def __init__(self, error: GameError) -> None:
        self._error = error

    def run(self, emit: Callable[[Event], None]) -> None:
        reason, remedy = self._error.text, self._error.remedy
        emit(StageChanged(stage=MatchStage.CHECK, state=StageState.FAILED, text=reason))
        result = MatchResult(outcome=Outcome.FAILED, blame=Blame.INFRASTRUCTURE, reason=reason, remedy=remedy)
        emit(MatchEnded(result=result))

    def post(self, command: Command) -> None:
        """Ignores it: the match has ended."""


def python_of(settings: Settings) -> Path:
    """Returns the interpreter for bots that bring none; Kickabout's own where the chosen one does not exist."""
    path = Path(settings.interpreter)
    return path if settings.interpreter and path.is_file() else Path(sys.executable)


def swap_mode_of(settings: Settings) -> SwapMode:
    """Returns the chosen swap mode; `ASK` for an unknown word."""
    return next((mode for mode in SwapMode if mode.value == settings.swap_mode), SwapMode.ASK)
