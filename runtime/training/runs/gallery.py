"""Games of a run's policy against its gallery: bots, stand-ins, and older checkpoints."""

import dataclasses
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from runtime.documents.editing import link
from runtime.files import reason_of
from runtime.library import NewAgentError
from runtime.model.messages import Message, message
from runtime.model.ratings import Rating
from runtime.records.ratings import against, standings
from runtime.records.results import GameResult, ResultLog
from runtime.training.evaluation import (
    BotPlayer,
    MatchSettings,
    PolicyPlayer,
    PolicyRefusedError,
    StandIn,
    UnplayableError,
    play_games,
    play_matches,
)
from runtime.training.learners import POLICY_FILE, Policy, export_bot, load_policy
from runtime.training.runs.folder import RunFolder
from runtime.training.runs.plan import GalleryPlan, RunPlan

Opponent: TypeAlias = PolicyPlayer | StandIn | BotPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The outcome of one evaluation."""

    key: str
    """The policy's key in results and ratings."""
    results: tuple[GameResult, ...]
    """The games of this evaluation, in their order."""
    standings: tuple[Rating, ...]
    """Standings after all games in the log."""
    planned: int
    """Number of planned games."""
    problems: tuple[Message, ...] = ()
    """Opponents that could not be played, with the reasons."""

    def metrics(self) -> Mapping[str, float]:
        """Returns `rating`, `evaluation/win_rate`, and `evaluation/NAME` for the win rate against each opponent."""
        own = [standing for standing in self.standings if standing.name == self.key]
        rates = against(self.results, self.key)
        games = sum(count for _, _, count in rates.values())
        if not own or not games:
            return {}
        won = sum(rate * count for rate, _, count in rates.values())
        named = {f"evaluation/{name}": rate for name, (rate, _, _) in rates.items()}
        return {"rating": own[0].ordinal, "evaluation/win_rate": won / games, **named}

    def as_json(self) -> dict[str, Any]:
        """Returns the JSON form."""
        rates = against(self.results, self.key)
        return {
            "policy": self.key,
            "games": [dataclasses.asdict(result) for result in self.results],
            "against": {
                name: {"win_rate": rate, "interval": list(interval), "games": games}
                for name, (rate, interval, games) in rates.items()
            },
            "standings": [standing.as_json() for standing in self.standings],
            "problems": [str(problem) for problem in self.problems],
        }


def policy_key(plan: RunPlan, step: int) -> str:
    """Returns the key of a run's policy at a step."""
    return f"{plan.name} step {step}"


def evaluate(
    plan: RunPlan,
    policy: Policy,
    step: int,
    *,
    gallery: GalleryPlan | None = None,
    settings: MatchSettings | None = None,
    file: Path | None = None,
    on_game: Callable[[GameResult], None] = lambda _: None,
) -> Evaluation:
    """Plays the games of the gallery, adds them to the run's log of results, and rates the whole log.

    Policies and stand-ins play in this process, bots in real lockstep matches. A policy that does not fit the number of
    cars plays as an exported bot. Each game has a new seed. Sides alternate, except against stand-ins (always orange).

    Args:
        plan: the run.
        policy: its policy.
        step: the step of the policy.
        gallery: used instead of the run's own.
        settings: for matches; `is_stopped` also ends the evaluation.
        file: file from which the policy was read; None for a learner's policy.
        on_game: called after each game.

    Raises:
        MissingExtraError: `openskill` is not installed.
        OSError: the log cannot be read or written.
    """
    gallery, settings = gallery or plan.gallery, settings or MatchSettings()
    folder = RunFolder(plan.folder)
    log = ResultLog(folder.results)
    standings(())  # raises before the games if openskill is missing
    folder.path.mkdir(parents=True, exist_ok=True)
    candidate = _player(plan, policy, step, file)
    played: list[GameResult] = []
    problems: list[Message] = []
    with tempfile.TemporaryDirectory(prefix=f"kickabout-evaluation-{os.getpid()}-") as place:
        games = _Games(plan, gallery, settings, Path(place), log.results())
        opponents = tuple(opponents_of(plan, gallery, step, problems))
        for result in games.against_all(candidate, opponents, problems):
            log.append(result)
            played.append(result)
            on_game(result)
    return Evaluation(
        key=candidate.key,
        results=tuple(played),
        standings=standings(log.results()),
        planned=len(opponents) * gallery.games,
        problems=tuple(problems),
    )


def opponents_of(plan: RunPlan, gallery: GalleryPlan, step: int, problems: list[Message]) -> Iterator[Opponent]:
    """Yields the opponents of a policy: older checkpoints, newest first, then stand-ins and bots.

    Adds a problem for each checkpoint that cannot be read.
    """
    views = [view for view in RunFolder(plan.folder).store().views(plan.name) if view.problem is None]
    older = sorted((view for view in views if view.step < step), key=lambda view: view.step, reverse=True)
    for view in older[: gallery.checkpoints]:
        file = view.folder / POLICY_FILE
        try:
            policy = load_policy(file)
        except FileNotFoundError:
            continue  # it was deleted in the meantime
        except (OSError, ValueError) as error:
            text = message(
                "checkpoint-unplayable", "{file} cannot be played: {reason}.", file=file, reason=reason_of(error)
            )
            problems.append(text)
        else:
            yield _player(plan, policy, view.step, file)
    yield from (StandIn(skill=skill) for skill in gallery.stand_ins)
    yield from _bots(gallery.bots, plan.document.parent)


def _bots(documents: Sequence[Path], folder: Path) -> Iterator[BotPlayer]:
    """Yields bots by the names of their folders, or by their paths from `folder` if several have the same name."""
    names = Counter(document.parent.name for document in set(documents))
    for document in documents:
        name = document.parent.name
        key = name if names[name] == 1 else link(folder, document)
        yield BotPlayer(key=key, document=document)


def _player(plan: RunPlan, policy: Policy, step: int, file: Path | None) -> PolicyPlayer:
    """Returns a policy of the run as a contestant; it may name the classes that the run's document names."""
    environments = [phase.environment for phase in plan.phases]
    named = {one.name for environment in environments for one in (environment.observation, environment.actions)}
    custom = frozenset(name for name in named if ":" in name)
    return PolicyPlayer(key=policy_key(plan, step), policy=policy, custom=custom, file=file)


class _Games:
    """Plays the games of one policy against its opponents, one after the other."""

    def __init__(
        self, plan: RunPlan, gallery: GalleryPlan, settings: MatchSettings, place: Path, earlier: Sequence[GameResult]
    ) -> None:
        environment = plan.phases[-1].environment
        self._how: dict[str, Any] = {
            "seconds": gallery.seconds,
            "mode": environment.mode,
            "size": max(1, environment.blue),
        }
        self._plan, self._count, self._settings, self._place = plan, gallery.games, settings, place
        self._earlier = earlier
        self._exported: dict[str, BotPlayer] = {}

    def against_all(
        self, candidate: PolicyPlayer, opponents: Sequence[Opponent], problems: list[Message]
    ) -> Iterator[GameResult]:
        """Yields the results until it is stopped; adds a problem for each opponent that could not be played."""
        for opponent in opponents:
            if self._settings.is_stopped():
                break
            try:
                yield from self.against(candidate, opponent)
            except UnplayableError as error:
                problems.append(error.text)

    def against(self, candidate: PolicyPlayer, opponent: Opponent) -> Iterator[GameResult]:
        pair = {candidate.key, opponent.key}
        before = sum({result.blue, result.orange} == pair for result in self._earlier)
        seeds = range(self._plan.seed + before, self._plan.seed + before + self._count)
        if not isinstance(opponent, BotPlayer):
            try:
                yield from self._in_process(candidate, opponent, seeds)
            except PolicyRefusedError:
                raise
            except UnplayableError:
                pass  # the number of cars differs from training; a bot can handle that
            else:
                return
        me = self._bot(candidate)
        other = self._bot(opponent) if isinstance(opponent, PolicyPlayer) else opponent
        for seed in seeds:
            blue, orange = (me, other) if seed % 2 == 0 else (other, me)
            yield from play_matches(blue, orange, seeds=[seed], settings=self._settings, **self._how)

    def _in_process(
        self, candidate: PolicyPlayer, opponent: PolicyPlayer | StandIn, seeds: range
    ) -> Iterator[GameResult]:
        if isinstance(opponent, StandIn):
            yield from play_games(candidate, opponent, seeds=seeds, **self._how)
            return
        yield from play_games(candidate, opponent, seeds=[seed for seed in seeds if seed % 2 == 0], **self._how)
        yield from play_games(opponent, candidate, seeds=[seed for seed in seeds if seed % 2], **self._how)

    def _bot(self, player: PolicyPlayer) -> BotPlayer:
        if player.key not in self._exported:
            home = self._place / str(len(self._exported))
            home.mkdir()
            modules = [self._plan.document.parent]
            try:
                document = export_bot(player.policy, home, name=player.key[:60], modules=modules)
            except NewAgentError as error:
                raise UnplayableError(error.message) from error
            self._exported[player.key] = BotPlayer(key=player.key, document=document)
        return self._exported[player.key]
