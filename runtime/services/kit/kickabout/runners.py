"""The three ways to run a service: with games from launchers, as a bot with one agent id, or on recordings."""

import hashlib
import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from .channel import Accepted, Assign, Ended, Figures, Reason, Refused, Said, Setup
from .games import Game, RecordedSource, Recorder, SocketSource
from .launchers import Launchers
from .loop import Loop, figures_of
from .methods import ServiceMethods

FIGURES_S: Final = 1.0
RETRY_S: Final = 120.0
"""Time for which a bot that was started without our launcher waits for its server."""
_POLL_S: Final = 0.25


def serve(service: ServiceMethods, setup: Setup) -> int:
    """Plays the games that launchers assign, until the owner has disconnected; returns the exit code."""
    serving = _Serving(service, setup)
    try:
        serving.run()
    finally:
        serving.close()
    return 0


class _Serving:
    """The games that launchers assign, and the launchers."""

    def __init__(self, service: ServiceMethods, setup: Setup) -> None:
        self._service = service
        self._setup = setup
        self._loop = Loop(service, self._notify)
        self._launchers = Launchers(setup, self._loop.selector, assign=self._assign, release=self._loop.remove)

    def run(self) -> None:
        """Plays until the owner disconnects or asks for the end, and no game is left."""
        reported_s = time.monotonic()
        while not (self._launchers.is_leaving and not self._loop.games):
            self._loop.turn(_POLL_S)
            self._launchers.tick()
            elapsed_s = time.monotonic() - reported_s
            if elapsed_s >= FIGURES_S:
                reported_s += elapsed_s
                self._launchers.report(partial(self._figures, elapsed_s))
                self._loop.reset_figures()

    def close(self) -> None:
        """Ends everything. For unfinished games, launchers go by the exit code of the process."""
        self._launchers.close()
        self._loop.close()

    def _notify(self, game: str, message: Accepted | Refused | Said | Ended) -> None:
        self._launchers.answer(game, message)

    def _assign(self, order: Assign) -> None:
        wants = self._service.wants_ball_predictions
        source = SocketSource(order.host, order.port, order.agent_id, wants_ball_predictions=wants)
        self._loop.add(
            Game(
                source,
                key=order.game,
                agent_id=order.agent_id,
                server=f"{order.host}:{order.port}",
                title=order.title,
                slots=order.slots,
                recorder=self._recorder(order),
            )
        )

    def _recorder(self, order: Assign) -> Recorder | None:
        if not self._setup.record_to:
            return None
        try:
            return Recorder(Path(self._setup.record_to) / f"{order.game}.rec", order.agent_id, order.title)
        except OSError as error:
            print(f"{order.title} is not recorded: {error}", file=sys.stderr)
            return None

    def _figures(self, elapsed_s: float, keys: frozenset[str]) -> Figures:
        loop, launchers, refused = self._loop, self._launchers, self._launchers.refused
        times = [latency_s for game in loop.games.values() for latency_s in game.latencies_s]
        return Figures(
            slots=len(launchers.slots),
            used=launchers.used,
            matches=len({game.server for game in loop.games.values()}),
            batch=sum(loop.batches) / len(loop.batches) if loop.batches else 0.0,
            answers_per_s=len(times) / elapsed_s,
            latency_ms=1000.0 * sum(times) / len(times) if times else 0.0,
            waited_s=launchers.waited_s,
            declined=refused[Reason.DECLINED],
            unknown=refused[Reason.UNKNOWN] + refused[Reason.OTHER_SERVICE],
            late=refused[Reason.LATE],
            surplus=refused[Reason.SURPLUS],
            malformed=launchers.malformed,
            restarts=loop.quota.used,
            games=loop.figures(keys, elapsed_s),
        )


def play(service: ServiceMethods) -> int:
    """Drives the cars of one agent id, like an ordinary bot; returns the exit code."""
    agent_id = (os.environ.get("RLBOT_AGENT_ID") or service.agent_id).strip()
    if not agent_id:
        print("RLBOT_AGENT_ID is not set, and the service names no agent id.", file=sys.stderr)
        return 1
    host = os.environ.get("RLBOT_SERVER_IP") or "127.0.0.1"
    port = int(os.environ.get("RLBOT_SERVER_PORT") or 23234)
    ends: list[Refused | Ended] = []
    until_s = time.monotonic() + RETRY_S
    loop = Loop(service, lambda _, message: ends.append(message) if isinstance(message, Refused | Ended) else None)
    while True:
        source = SocketSource(host, port, agent_id, wants_ball_predictions=service.wants_ball_predictions)
        game = Game(source, key=agent_id, agent_id=agent_id)
        loop.add(game)
        while loop.games:
            loop.turn(_POLL_S)
        end = ends.pop()
        if isinstance(end, Refused) and not game.match and time.monotonic() < until_s:
            time.sleep(0.1)  # the server does not listen yet
            continue
        print(end.text, file=sys.stderr)
        return end.code if isinstance(end, Ended) else 1


def replay(service: ServiceMethods, recordings: list[Path]) -> int:
    """Plays all recorded sessions at once, as fast as the service answers, and prints a line of JSON for each."""
    loop = Loop(service, lambda _game, _message: None)
    games = {}
    for number, path in enumerate(recordings, start=1):
        source = RecordedSource(path)
        key = f"{number}"
        games[path] = Game(source, key=key, agent_id=source.header["agent_id"], title=path.name)
        loop.add(games[path])
    began_s = time.monotonic()
    while loop.games:
        loop.replay()
    elapsed_s = time.monotonic() - began_s
    for path, game in games.items():
        print(json.dumps({"recording": str(path), **_replayed(game, elapsed_s)}))
    return 1 if any(game.errors for game in games.values()) else 0


def _replayed(game: Game, elapsed_s: float) -> dict[str, Any]:
    inputs = game.source.inputs if isinstance(game.source, RecordedSource) else []
    figures = figures_of(game, elapsed_s)
    return {
        "packets": figures.packets,
        "answers": figures.answers,
        "errors": figures.errors,
        "answers_per_s": round(figures.answers_per_s, 1),
        "latency_ms": round(figures.latency_ms, 3),
        "reward": figures.reward,
        "inputs": hashlib.sha256(b"".join(inputs)).hexdigest(),
    }
