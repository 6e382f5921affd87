"""K arenas in which a bot drives the cars without an agent; each arena is a separate lockstep match."""

import dataclasses
import json
import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike

from runtime.documents import Car, Match, RestartPolicy, read_match_text
from runtime.games import capabilities_of
from runtime.model.messages import message, sentences
from runtime.model.states import WhenSpent
from runtime.model.values import ArenaView
from runtime.training.environment import EpisodeNumbers, EpisodeStats, StepResult, make, mutators_of
from runtime.training.environment.state import Floats
from runtime.training.specification import EnvironmentSpec, SpecificationError
from runtime.training.stepping.arena import ArenaStep, SteppedArena
from runtime.training.stepping.client import StepCommunicationError, StepError
from runtime.training.stepping.match import LaunchedMatch, StepMatch

ATTEMPTS: Final = 3
"""Maximum number of attempts to start a match, each on another port."""
_LEARNER: Final = "kickabout/learner"


class BotEnvironment:
    """K arenas against a bot, with the interface of `Environment`; for one thread.

    Each arena is a lockstep match with an arena process and a process of the bot, so a step takes milliseconds. The
    arenas play at the same time, with the physics of a match. An episode depends on its seed, the actions, and the
    bot's memory of earlier episodes.

    The environment ends if a match crashes, or if a bot has no restarts left.

    Args:
        spec: the specification of the arenas; `opponents` is a bot.
        arenas: K.
        seed: seed of the first arena.
        options: keyword arguments of `LaunchedMatch`.

    Raises:
        ValueError: `arenas` is less than 1.
        SpecificationError: a part of the specification cannot be used, or such a match is impossible.
        RuntimeError: a match cannot be started, or has ended; all matches have ended. `reset` and `step` raise it too.
    """

    def __init__(
        self,
        spec: EnvironmentSpec,
        *,
        arenas: int = 1,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if arenas < 1:
            raise ValueError(f"An environment needs at least one arena, not {arenas}.")
        self.spec, self.arenas, self.agents = spec, arenas, spec.agents
        played = match_of(spec)
        self._launched: list[LaunchedMatch] = []
        self._matches = [
            StepMatch(
                partial(self._launch, played, dict(options or {})),
                port=0,
                pause_s=0.0,
                most_restarts=ATTEMPTS - 1,
            )
            for _ in range(arenas)
        ]
        self._threads = ThreadPoolExecutor(arenas, "arena")
        self._numbers = EpisodeNumbers(arenas, seed)
        self._arenas: list[SteppedArena] = []
        self._arenas = self._all(
            [partial(SteppedArena, match, spec, played, agents=self.agents) for match in self._matches]
        )
        first = self._arenas[0]
        self.actions, self.term_names = first.actions, first.term_names
        self.observation_size = first.observation_size

    def reset(
        self, seeds: int | Sequence[int | None] | None = None, *, episodes: Sequence[int] | None = None
    ) -> Floats:
        """Begins a new episode in all arenas; see `Environment.reset`."""
        self._numbers.assign(seeds, episodes)
        return np.stack(self._all([partial(self._begin, row) for row in range(self.arenas)]))

    def step(self, actions: ArrayLike) -> StepResult:
        """Plays one step of all arenas with actions (K, agents) or (K, agents, size); see `Environment.step`."""
        array = np.asarray(actions)
        steps = self._all([partial(self._step, row, array[row]) for row in range(self.arenas)])
        results = [result for result, _, _ in steps]
        return StepResult(
            observations=np.stack([observations for _, observations, _ in steps]),
            rewards=np.stack([result.rewards for result in results]),
            terminated=np.array([result.terminated for result in results]),
            truncated=np.array([result.truncated for result in results]),
            final_observations=np.stack(
                [result.observations if episode else observations for result, observations, episode in steps]
            ),
            reward_terms=np.stack([result.terms for result in results]),
            episodes=[episode for _, _, episode in steps if episode is not None],
        )

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets named parameters, for each arena from its next episode on; see `SteppedArena.set_parameters`."""
        for arena in self._arenas:
            arena.set_parameters(parameters)

    def snapshot(self, arena: int = 0) -> ArenaView:
        """Returns what a spectator of one arena sees."""
        return self._arenas[arena].snapshot()

    def close(self) -> None:
        """Ends all matches; may be called twice."""
        self._end_matches()
        self._threads.shutdown(cancel_futures=True)
        self._end_matches()  # including those that are just starting

    def _end_matches(self) -> None:
        with ThreadPoolExecutor(self.arenas) as threads:
            list(threads.map(StepMatch.close, self._matches))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self, row: int) -> Floats:
        return self._arenas[row].begin(*self._numbers.advance(row))

    def _step(self, row: int, actions: Floats) -> tuple[ArenaStep, Floats, EpisodeStats | None]:
        """Plays a step of one arena; returns the step, the current observations, and the episode that it ended."""
        arena = self._arenas[row]
        result = arena.step(actions)
        if not result.reasons:
            return result, arena.kick_off(), None
        episode = arena.episode(row, result)
        return result, self._begin(row), episode

    def _launch(self, match: Match, options: Mapping[str, Any], _port: int) -> LaunchedMatch:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port: int = listener.getsockname()[1]
        launched = LaunchedMatch(match, port, **options)
        self._launched.append(launched)
        return launched

    def _all(self, calls: Sequence[Callable[[], Any]]) -> list[Any]:
        """Makes calls for all arenas at the same time and returns their results; if one fails, all matches end."""
        futures = [self._threads.submit(call) for call in calls]
        try:
            return [future.result() for future in futures]
        except (StepCommunicationError, StepError) as error:
            self.close()
            reason = next((match.reason for match in self._launched if match.reason), str(error))
            raise RuntimeError(f"A match against the bot has ended. {reason}") from error
        except BaseException:
            self.close()
            raise


def match_of(spec: EnvironmentSpec) -> Match:
    """Returns the match of an environment, with the agents' cars, which have no driver, and the bot's cars.

    Raises:
        SpecificationError: the bot cannot be read, or such a match is impossible.
    """
    assert spec.opponents is not None, "an environment without opponents has no bot"
    path = Path(make("opponents", spec.opponents).path)
    lines = ["[match]", f'game_mode = "{spec.mode}"', "skip_replays = true", "start_without_countdown = true"]
    lines += ["enable_rendering = false", "[[cars]]"]
    lines += [f"config_file = {json.dumps(str(path.absolute()), ensure_ascii=False)}"]
    reading = read_match_text("\n".join(lines), Path("opponents.toml"))
    if reading.value is None:
        raise SpecificationError("opponents.path", sentences(*(problem.message for problem in reading.errors)))
    (bot,) = reading.value.cars
    cars = [
        Car(team=team, name=f"Learner {number + 1}", agent_id=f"{_LEARNER}_{number + 1}")
        if number < spec.agents
        else dataclasses.replace(bot, team=team)
        for number, team in enumerate(spec.teams)
    ]
    match = dataclasses.replace(
        reading.value,
        cars=tuple(cars),
        mutators=dataclasses.replace(mutators_of(spec.mutators), match_length="Unlimited"),
        restarts=RestartPolicy(when_spent=WhenSpent.END),
    )
    if problems := [problem.message for problem in capabilities_of().problems(match)]:
        reason = message("bot-match-unplayable", "Such a match against a bot cannot be played.")
        raise SpecificationError("opponents", sentences(reason, *problems))
    return match
