"""Games as real matches: every contestant is a separate bot, in lockstep, in the built-in arena."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runtime.documents import Match, read_match_text
from runtime.games import Game, capabilities_of, new_game
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import Event
from runtime.model.messages import message, sentences
from runtime.model.states import Outcome
from runtime.model.values import MatchResult
from runtime.records.results import GameResult
from runtime.training.evaluation.games import StandIn, UnplayableError


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPlayer:
    """A contestant with a bot.toml."""

    key: str
    document: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """Locations and options of the matches."""

    game: Game = field(default_factory=new_game)
    environments: Path | None = None
    """Folder of the environments made for bots."""
    services: Path | None = None
    """Folder in which standing agent services publish their addresses."""
    logs: Path | None = None
    """Folder for the logs of each match."""
    is_stopped: Callable[[], bool] = lambda: False
    """Called at each event of a match; True stops the match."""


def play_matches(
    blue: BotPlayer | StandIn,
    orange: BotPlayer | StandIn,
    *,
    seeds: Sequence[int],
    seconds: float,
    mode: str = "Soccar",
    size: int = 1,
    settings: MatchSettings | None = None,
) -> Iterator[GameResult]:
    """Plays a lockstep match for each seed and yields the results; a failed match has a reason and does not count.

    Raises:
        UnplayableError: such a match is impossible.
    """
    settings = settings or MatchSettings()
    match = _match(blue, orange, mode, size)
    for seed in seeds:
        if settings.is_stopped():
            return
        plan = MatchPlan(
            match=match,
            game=settings.game,
            pace="lockstep",
            seed=seed,
            seconds_limit=seconds,
            environments=settings.environments,
            services=settings.services,
            logs=settings.logs,
        )
        run = MatchRun(plan)

        def on_event(_event: Event, run: MatchRun = run) -> None:
            if settings.is_stopped():
                run.post(StopMatch())

        result = run.run(on_event)
        if result.outcome is Outcome.INTERRUPTED:
            return
        yield _result(result, blue, orange, seed)


def _result(result: MatchResult, blue: BotPlayer | StandIn, orange: BotPlayer | StandIn, seed: int) -> GameResult:
    counts = result.outcome is Outcome.FINISHED or result.forfeited_by is not None
    return GameResult(
        blue=blue.key,
        orange=orange.key,
        score=result.score,
        seed=seed,
        seconds=result.game_seconds,
        reason="" if counts else str(result.reason),
        forfeited_by=result.forfeited_by,
    )


def _match(blue: BotPlayer | StandIn, orange: BotPlayer | StandIn, mode: str, size: int) -> Match:
    """Returns a match without replays and without a time limit.

    Raises:
        UnplayableError: a bot cannot be read, or the arena does not support the match.
    """
    lines = ["[match]", f"game_mode = {json.dumps(mode)}", "skip_replays = true", "start_without_countdown = true"]
    lines += ["enable_rendering = false", "enable_state_setting = false", "[mutators]", 'match_length = "Unlimited"']
    for player, team in ((blue, 0), (orange, 1)):
        if isinstance(player, StandIn):
            driver = ['type = "Psyonix"', f"skill = {json.dumps(player.skill)}"]
        else:
            driver = [f"config_file = {json.dumps(str(player.document.absolute()), ensure_ascii=False)}"]
        lines += ["[[cars]]", f"team = {team}", *driver] * size
    reading = read_match_text("\n".join(lines), Path("evaluation.toml"))
    problems = [problem.message for problem in reading.errors]
    if reading.value is not None:
        problems += [problem.message for problem in capabilities_of().problems(reading.value)]
    if reading.value is None or problems:
        reason = message(
            "evaluation-unplayable",
            "A match of {blue} against {orange} cannot be played.",
            blue=blue.key,
            orange=orange.key,
        )
        raise UnplayableError(sentences(reason, *problems))
    return reading.value
