"""Ticks per second of a 1v1 of two Python bots that the launcher plays in lockstep, against bare sockets.

The match is played as `kickabout play` does: supervisor, arena, bots and a ready manager session in the launcher's
own process. A bot measures the rate.
"""

import contextlib
import re
import tempfile
from pathlib import Path
from statistics import mean

from bench.figures import Figure
from bench.launched import Launched, bench_document
from bench.matches import AGENT
from bench.processes import BOTS, bot_environment, matched, started
from bench.servers import bare_server
from runtime.model.events import Event, LinesLogged

ROUNDS = {False: 15, True: 9}
"""Rounds without and with prediction.

Rates, also those of bare sockets, differ from start to start with the processors on which the system puts the
processes. The figure is therefore a ratio of means over many short rounds. A round of the launcher takes about 3 s.
"""
FRAMES = "1000"
LIMIT = 0.85
_CALLED = r"called (\d+) frames in ([\d.]+) seconds"


def measure(meshes: Path) -> list[Figure]:
    """One figure without and one with ball prediction."""
    return [_compare(meshes, prediction=False), _compare(meshes, prediction=True)]


def _compare(meshes: Path, *, prediction: bool) -> Figure:
    rates = [
        (played_rate(meshes, prediction=prediction), _bare_rate(meshes, prediction=prediction))
        for _ in range(ROUNDS[prediction])
    ]
    ours, bare = (mean(column) for column in zip(*rates, strict=True))
    return Figure(
        name="lockstep with prediction" if prediction else "lockstep",
        value=ours / bare,
        unit="ratio",
        bound=LIMIT,
        sense="at least",
        detail={"frames/s": ours, "bare": bare},
    )


def played_rate(meshes: Path, *, prediction: bool) -> float:
    """Ticks per second of one match that the launcher plays.

    Raises:
        RuntimeError: no bot measured a rate; the text is the match's reason.
    """
    rates: list[float] = []
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        options = "--prediction" if prediction else ""
        environment = f'BENCH_COUNT = "{FRAMES}"'
        match = bench_document(Path(folder), "steady", 2, options=options, environment=environment)
        launched = Launched(match, meshes, pace="lockstep")

        def on_event(event: Event) -> None:
            for line in event.lines if isinstance(event, LinesLogged) else ():
                if found := re.search(_CALLED, line.text):
                    rates.append(_rate(found))
                    launched.stop()

        result = launched.play(on_event)
    if not rates:
        raise RuntimeError(result.reason)
    return rates[0]


def _bare_rate(meshes: Path, *, prediction: bool) -> float:
    arguments = [str(BOTS / "steady.py"), *(["--prediction"] if prediction else [])]
    with contextlib.ExitStack() as stack:
        port, _process = stack.enter_context(bare_server(2, meshes, prediction=prediction, weave=True))
        environment = {**bot_environment(port, AGENT), "BENCH_COUNT": FRAMES}
        bots = [stack.enter_context(started(arguments, environment)) for _ in range(2)]
        return _rate(matched(bots[0], _CALLED))


def _rate(found: re.Match[str]) -> float:
    return int(found[1]) / float(found[2])
