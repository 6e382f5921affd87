"""CPU time of a tick with 8 sessions, against the same step, one pack and the same bytes on bare sockets.

The launcher plays the match as `kickabout play` does, with its own session connected and ready. The same bots join the
reference, each in a process of its own: waking eight processes costs a server a tenth more than waking one with eight
sessions.
"""

import contextlib
import tempfile
from pathlib import Path
from subprocess import Popen

from bench.figures import Figure, median
from bench.launched import ArenaCpu, Launched, bench_document, cpu_s
from bench.matches import AGENT
from bench.processes import BOTS, bot_environment, matched, started
from bench.servers import bare_server
from runtime.model.events import Event, FrameShown

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
    with contextlib.ExitStack() as stack:
        port, process = stack.enter_context(bare_server(SESSIONS, meshes, pack=True))
        environment = bot_environment(port, AGENT)
        bots = [stack.enter_context(started([str(BOTS / "sender.py")], environment)) for _ in range(SESSIONS)]
        began, began_s = _packets(bots[0], WARM_UP), cpu_s(process)
        ended, ended_s = _packets(bots[0], began + COUNT), cpu_s(process)
        return 1e6 * (ended_s - began_s) / (ended - began)


def _packets(bot: Popen[str], minimum: int) -> int:
    """Waits until a bot reports at least `minimum` packets; returns the reported number."""
    packets = 0
    while packets < minimum:
        packets = int(matched(bot, r"(\d+) packets")[1])
    return packets
