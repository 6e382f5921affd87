"""The loop that plays the games of a service; it gets the actions for all games in one call."""

import selectors
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import numpy as np
import rlbot_flatbuffers as flat

from .channel import Accepted, Ended, GameFigures, Reason, Refused, Said
from .games import Game, GameOverError, SocketSource, unpack
from .methods import ServiceMethods

JOIN_S: Final = 60.0
"""Time limit for the server to send a game's match, field and cars."""
_WINDOW_S: Final = 60.0
_Due: TypeAlias = tuple[Game, list[Any]]
"""A game with an unanswered packet, and the observations of its cars."""


class ServiceFailedError(RuntimeError):
    """The author's methods raised more often than the quota allows."""


class Quota:
    """Counts restarts; the caller passes seconds of one monotonic clock."""

    def __init__(self, limit: int | None, per_minute: int | None) -> None:
        self._limit = limit
        self._per_minute = per_minute
        self.used = 0
        self._recent_s: deque[float] = deque()

    def request(self, now_s: float) -> bool:
        """Returns whether one more restart is allowed, and counts it."""
        while self._recent_s and self._recent_s[0] <= now_s - _WINDOW_S:
            self._recent_s.popleft()
        is_spent = self._limit is not None and self.used >= self._limit
        if is_spent or (self._per_minute is not None and len(self._recent_s) >= self._per_minute):
            return False
        self.used += 1
        self._recent_s.append(now_s)
        return True


class Loop:
    """Plays the games of a service: reads all of them, gets all actions in one call, and answers all of them.

    Args:
        service: the author's service.
        notify: is called with the key of a game and a message about it.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        service: ServiceMethods,
        notify: Callable[[str, Accepted | Refused | Said | Ended], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.service = service
        self.games: dict[str, Game] = {}
        self.selector = selectors.DefaultSelector()
        self.quota = self._new_quota()
        self._quotas: dict[str, Quota] = {}
        """By key, for games in which the author's methods raised."""
        self._failing: set[str] = set()
        """Games whose newest batch raised an exception."""
        self.batches: list[int] = []
        """Number of cars in each batch since the last figures."""
        self._notify = notify
        self._clock = clock
        self._figures_s = clock()
        self._has_rewards = service.has_rewards
        self._unpacked_now: dict[bytes, Any] = {}
        """Messages received for the current batch, by payload."""

    def add(self, game: Game) -> None:
        """Adds a game."""
        self.games[game.key] = game
        if isinstance(game.source, SocketSource):
            events = selectors.EVENT_READ | selectors.EVENT_WRITE
            self.selector.register(game.source.socket, events, lambda: self._receive(game))

    def remove(self, key: str, code: int = 0, text: str = "The launcher ended the game.") -> None:
        """Ends a game."""
        game = self.games.pop(key, None)
        if game is None:
            return
        if isinstance(game.source, SocketSource):
            self.selector.unregister(game.source.socket)
        game.close()
        self._quotas.pop(key, None)
        self._failing.discard(key)
        if not game.is_ready:
            self._notify(key, Refused(game=key, reason=Reason.DECLINED, text=text))
            return
        self._guard(game, lambda: self.service.end(game))
        self._notify(key, Ended(game=key, code=code, text=text))

    def turn(self, timeout_s: float) -> None:
        """Waits up to `timeout_s` for messages, and answers packets."""
        while True:
            ready = self.selector.select(timeout_s)
            for key, _ in ready:
                key.data()
            if not ready or timeout_s == 0.0:
                break
            timeout_s = 0.0  # messages that arrived meanwhile join the batch
        self.answer()
        late_s = self._clock() - JOIN_S
        for game in [game for game in self.games.values() if not game.is_ready and game.began_s <= late_s]:
            self.remove(game.key, 1, f"The server told no cars within {JOIN_S:g} s.")

    def replay(self) -> None:
        """Passes the next packet of each recorded game to it, and answers these packets."""
        for game in list(self.games.values()):
            self._receive(game)
        self.answer()

    def answer(self) -> None:
        """Answers the newest packet of every game that has one.

        Raises:
            ServiceFailedError: the author's methods raised too often.
        """
        self._unpacked_now.clear()
        due: list[_Due] = []
        for game in [game for game in self.games.values() if game.is_due]:
            if game.holds(self.service.tick_skip):
                self._send(game, game.held)
                continue
            observations = self._observations(game)
            if observations is not None:
                due.append((game, observations))
            elif game.key in self.games:
                self._send(game, _neutral(game))
        if not due:
            return
        self.batches.append(sum(len(seen) for _, seen in due))
        controls, faults = self._tried(due)
        self._failing = self._failing.difference(controls) | faults.keys()
        if faults:
            self._fail(faults)
        for game, _ in due:
            if game.key in self.games:
                game.decide(controls.get(game.key) or _neutral(game))
                self._send(game, game.held)

    def figures(self, keys: frozenset[str], elapsed_s: float) -> tuple[GameFigures, ...]:
        """Returns the figures of these games; `elapsed_s` is the time since `reset_figures`."""
        return tuple(figures_of(game, elapsed_s) for key, game in self.games.items() if key in keys)

    def reset_figures(self) -> None:
        """Starts a new measurement."""
        self.batches.clear()
        for game in self.games.values():
            game.latencies_s.clear()

    def close(self) -> None:
        """Ends all games."""
        for key in list(self.games):
            self.remove(key, text="The service ended.")
        self.selector.close()

    def _receive(self, game: Game) -> None:
        try:
            game.receive(self._unpacked)
            if game.is_known and not game.is_ready:
                self._join(game)
            if game.key in self.games and isinstance(game.source, SocketSource):
                self._watch(game.source)
        except GameOverError as error:
            self.remove(game.key, error.code, str(error))

    def _watch(self, source: SocketSource) -> None:
        """Waits until the socket is readable, and if bytes are unsent, also until it is writable."""
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if source.is_blocked else 0)
        key = self.selector.get_key(source.socket)
        if key.events != events:
            self.selector.modify(source.socket, events, key.data)

    def _join(self, game: Game) -> None:
        try:
            self.service.begin(game)
        except Exception as error:  # noqa: BLE001 - an author's method may raise anything
            self._complain(game, error)
            self.remove(game.key, 1, f"{type(error).__name__}: {error}")
            return
        game.ready()
        self._notify(game.key, Accepted(game=game.key))

    def _unpacked(self, payload: bytes) -> Any:
        """Returns the message in a payload; payloads that sessions of one match share are unpacked only once."""
        if payload not in self._unpacked_now:
            self._unpacked_now[payload] = unpack(payload)
        return self._unpacked_now[payload]

    def _observations(self, game: Game) -> list[Any] | None:
        """Returns the observations of the game's cars; None if the author's method raised."""
        packet, cars = game.packet, game.cars
        if any(car >= len(packet.players) for car in cars):
            return None
        try:
            if self._has_rewards:
                self._add_rewards(game)
            return [self.service.observe(game, packet, car) for car in cars]
        except Exception as error:  # noqa: BLE001 - an author's method may raise anything
            self._fail_game(game, error)
            return None

    def _add_rewards(self, game: Game) -> None:
        for car in game.cars:
            reward = self.service.reward(game, game.packet, car)
            if reward is not None:
                total, count = game.rewards or (0.0, 0.0)
                game.rewards = [total + float(reward), count + 1.0]

    def _tried(self, due: Sequence[_Due]) -> tuple[dict[str, list[Any]], dict[str, Exception]]:
        """Returns the controls by game, and the exceptions of the author's methods by game.

        If a batch raises, each of its games is tried alone, to keep the others playing.
        """
        try:
            return self._controls(due), {}
        except Exception as error:  # noqa: BLE001 - an author's method may raise anything
            every = dict.fromkeys((game.key for game, _ in due), error)
        controls: dict[str, list[Any]] = {}
        faults: dict[str, Exception] = {}
        for row in due if len(due) > 1 else ():
            tried = self._tried([row])
            controls |= tried[0]
            faults |= tried[1]
        return (controls, faults) if faults else ({}, every)

    def _controls(self, due: Sequence[_Due]) -> dict[str, list[Any]]:
        observations = [observation for _, own in due for observation in own]
        are_arrays = all(isinstance(observation, np.ndarray) for observation in observations)
        actions = self.service.act(np.stack(observations) if are_arrays else observations)
        if len(actions) != len(observations):
            raise ValueError(f"act returned {len(actions)} actions for {len(observations)} observations.")
        controls = self.service.controls(actions)
        for control in controls:
            if not isinstance(control, flat.ControllerState):
                raise TypeError(f"control returned {type(control).__name__}, not a ControllerState.")
        rows = iter(controls)
        return {game.key: list(islice(rows, len(own))) for game, own in due}

    def _fail_game(self, game: Game, error: Exception) -> None:
        """Counts and logs an error about one game, and ends the game if its own quota is used up."""
        game.errors += 1
        self._complain(game, error)
        quota = self._quotas.setdefault(game.key, self._new_quota())
        if not quota.request(self._clock()):
            self.remove(game.key, 1, f"{type(error).__name__}: {error}")

    def _new_quota(self) -> Quota:
        return Quota(self.service.restarts, self.service.restarts_per_minute)

    def _fail(self, faults: Mapping[str, Exception]) -> None:
        """Counts and logs errors of games; restarts the author's service if no game has controls.

        Raises:
            ServiceFailedError: the quota is used up, or the restart raised too.
        """
        if not self._failing.issuperset(key for key, game in self.games.items() if game.is_ready):
            for key, error in faults.items():
                self._fail_game(self.games[key], error)
            return
        for key, error in faults.items():
            self.games[key].errors += 1
            self._complain(self.games[key], error)
        if not self.quota.request(self._clock()):
            raise ServiceFailedError(f"No restarts left after {self.quota.used}.") from error
        try:
            self.service.restart(error)
        except Exception as second:
            traceback.print_exc()
            raise ServiceFailedError(f"The restart failed: {second}") from second

    def _guard(self, game: Game, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - an author's method may raise anything
            self._complain(game, error)

    def _complain(self, game: Game, error: Exception) -> None:
        lines = tuple("".join(traceback.format_exception(error)).splitlines())
        print(f"{game.title}:", *lines, sep="\n", file=sys.stderr, flush=True)
        self._notify(game.key, Said(game=game.key, lines=lines))

    def _send(self, game: Game, controls: Sequence[Any]) -> None:
        try:
            game.answer(list(controls))
        except GameOverError as error:
            self.remove(game.key, error.code, str(error))


def _neutral(game: Game) -> list[Any]:
    return [flat.ControllerState() for _ in game.cars]


def figures_of(game: Game, elapsed_s: float) -> GameFigures:
    """Returns the figures of a game; rates are over the last `elapsed_s`."""
    times = game.latencies_s
    return GameFigures(
        game=game.key,
        packets=game.packets,
        answers=game.answers,
        skipped=game.skipped,
        errors=game.errors,
        answers_per_s=len(times) / elapsed_s if elapsed_s else 0.0,
        latency_ms=1000.0 * sum(times) / len(times) if times else 0.0,
        worst_ms=1000.0 * max(times, default=0.0),
        reward=game.rewards[0] / game.rewards[1] if game.rewards else None,
    )
