"""CPU time of a tick with 8 sessions, against the same step, one pack and the same bytes on bare sockets.

The launcher plays the match as `kickabout play` does, with its own session connected and ready.
"""

import tempfile
from pathlib import Path

from runtime.model.events import Event, FrameShown
from tests.bench.figures import Figure, median
from tests.bench.launched import ArenaCpu, Launched, bench_document, cpu_s
from tests.bench.processes import matched, started
from tests.bench.servers import bare_server

ROUNDS = 7
SESSIONS = 8
WARM_UP = 600
COUNT = 3000
LIMIT = 1.6


def measure(meshes: Path) -> list[Figure]:
    """The ratio of CPU times per frame."""
    times = [(_arena_us(meshes), _bare_us(meshes)) for _ in range(ROUNDS)]
    ratio = median([ours / bare for ours, bare in times])
    detail = {"us": median([ours for ours, _ in times]), "bare us": median([bare for _, bare in times])}
    return [Figure(name="tick", value=ratio, unit="ratio", bound=LIMIT, sense="at most", detail=detail)]


def _arena_us(meshes: Path) -> float:
    arena = ArenaCpu()
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        launched = Launched(bench_document(Path(folder), "sender", SESSIONS), meshes, pace="lockstep")

        def on_event(event: Event) -> None:
            if isinstance(event, FrameShown) and event.view.frame >= WARM_UP:
                arena.sample(event.view.frame)
                if event.view.frame >= WARM_UP + COUNT:
                    launched.stop()

        launched.play(on_event)
    return 1e6 * arena.per_unit()


def _bare_us(meshes: Path) -> float:
    with bare_server(SESSIONS, meshes, pack=True) as (port, process):
        arguments = ["-m", "tests.bench.senders", str(port), str(SESSIONS), str(WARM_UP), str(COUNT)]
        with started(arguments) as senders:
            matched(senders, "begin")
            before_s = cpu_s(process)
            matched(senders, "called")
            return 1e6 * (cpu_s(process) - before_s) / COUNT
