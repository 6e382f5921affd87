"""Punctuality at 120 Hz with 8 bots: when packets arrive at the bots, packets lost, and the arena's CPU time.

The launcher plays the match as `kickabout play` does. Each bot records its packets by itself. The reference is a bare
server that sends packets of the same size to the same bots, before and after the match: eight bots that wake at once
queue for the cores of a machine, whichever server wakes them. A bare program that sleeps for each tick is measured
too.
"""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from bench.launched import ArenaCpu, Launched, bench_document
from bench.matches import AGENT
from bench.processes import BOTS, DEADLINE_S, bot_environment, started
from bench.servers import bare_server
from runtime.model.events import Event, FrameShown

BOTS_PLAYING = 8
SECONDS = float(os.environ.get("BENCH_REALTIME_SECONDS", "60"))
WARM_UP_S = 2.0
"""Time after the first packet of a bot in which packets are not counted."""
BARE_SHARE = 0.25
"""The bare server plays for this share of the match's time before it and after it; the bare program once."""
FRAMES_PER_S = 120
ALLOWED_MS = 0.5
MAX_CPU = 20.0
Arrival = tuple[int, float]
"""Frame number and seconds on the monotonic clock."""


def measure(meshes: Path) -> list[Figure]:
    """Lateness of packets against the bare server, packets lost, and the arena's share of one processor."""
    sleeper_ms = lateness_ms(_bare_arrivals(BARE_SHARE * SECONDS))
    bare = _bare_bots(meshes)
    with _records() as folder:
        share = _play(meshes, folder)
        bots = _read_all(folder)
    bare += _bare_bots(meshes)
    bare_ms, late_ms = _all_ms(bare), _all_ms(bots)
    lost = [lost_packets(arrivals) for arrivals in bots]
    p99, bare_p99 = _percentile(late_ms, 0.99), _percentile(bare_ms, 0.99)
    detail = {"p99": p99, "p50": _percentile(late_ms, 0.5), "bare p99": bare_p99, "bare p50": _percentile(bare_ms, 0.5)}
    detail |= {"sleeper p99": _percentile(sorted(sleeper_ms), 0.99), "packets": float(len(late_ms))}
    return [
        _figure("realtime lateness over bare", p99 - bare_p99, "ms", ALLOWED_MS, detail),
        _figure("realtime packets lost", float(max(lost)), "", 0.0, {"in all": float(sum(lost))}),
        _figure("realtime arena", 100 * share, "%", MAX_CPU, {"seconds": SECONDS}),
    ]


def _figure(name: str, value: float, unit: str, bound: float, detail: dict[str, float]) -> Figure:
    return Figure(name=name, value=value, unit=unit, bound=bound, sense="at most", detail=detail)


def _play(meshes: Path, folder: Path) -> float:
    """Plays the match; returns the share of a processor that the arena used."""
    match = bench_document(folder, "recorder", BOTS_PLAYING, environment=f"BENCH_RECORDS = '{folder}'")
    launched = Launched(match, meshes, pace="realtime", seconds=SECONDS + WARM_UP_S)
    arena = ArenaCpu()

    def on_event(event: Event) -> None:
        now_s = time.monotonic()
        if isinstance(event, FrameShown) and (not arena.samples or now_s - arena.samples[-1][0] >= 1.0):
            arena.sample(now_s)

    launched.play(on_event)
    return arena.per_unit()


def _bare_bots(meshes: Path) -> list[list[Arrival]]:
    """Returns the arrivals at bots that the bare server serves."""
    seconds = WARM_UP_S + BARE_SHARE * SECONDS
    with _records() as folder, contextlib.ExitStack() as stack:
        port, server = stack.enter_context(bare_server(BOTS_PLAYING, meshes, realtime_s=seconds))
        environment = bot_environment(port, AGENT) | {"BENCH_RECORDS": str(folder)}
        script = str(BOTS / "recorder.py")
        bots = [stack.enter_context(started([script], environment)) for _ in range(BOTS_PLAYING)]
        server.wait(seconds + DEADLINE_S)
        for bot in bots:
            bot.wait(DEADLINE_S)
        return _read_all(folder)


@contextlib.contextmanager
def _records() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        yield Path(folder)


def _read_all(folder: Path) -> list[list[Arrival]]:
    bots = [_read(path) for path in sorted(folder.glob("*.txt"))]
    if len(bots) != BOTS_PLAYING:
        raise RuntimeError(f"{len(bots)} of {BOTS_PLAYING} bots recorded packets")
    return bots


def _all_ms(bots: list[list[Arrival]]) -> list[float]:
    return sorted(late for arrivals in bots for late in lateness_ms(arrivals))


def _read(path: Path) -> list[Arrival]:
    rows = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
    arrivals = [(int(frame), int(now_ns) / 1e9) for frame, now_ns in rows]
    return [arrival for arrival in arrivals if arrival[1] >= arrivals[0][1] + WARM_UP_S]


def lateness_ms(arrivals: list[Arrival]) -> list[float]:
    """Returns how late each packet is after the steady 120 Hz clock that fits the earliest one of its second."""
    offsets: dict[int, list[float]] = {}
    for frame, at_s in arrivals:
        offsets.setdefault(frame // FRAMES_PER_S, []).append(at_s - frame / FRAMES_PER_S)
    return [1000 * (offset - min(second)) for second in offsets.values() for offset in second]


def lost_packets(arrivals: list[Arrival]) -> int:
    """Returns the ticks without a packet: frames that did not arrive, and ticks that the server left out."""
    (first, began_s), (last, ended_s) = arrivals[0], arrivals[-1]
    missing = last - first + 1 - len({frame for frame, _ in arrivals})
    skipped = round((ended_s - began_s) * FRAMES_PER_S) - (last - first)
    return missing + max(0, skipped)


def _bare_arrivals(seconds: float) -> list[Arrival]:
    begun_s = time.monotonic()
    arrivals = []
    for frame in range(1, round(seconds * FRAMES_PER_S) + 1):
        time.sleep(max(0.0, begun_s + frame / FRAMES_PER_S - time.monotonic()))
        arrivals.append((frame, time.monotonic()))
    return arrivals


def _percentile(ordered: list[float], share: float) -> float:
    return ordered[int(share * (len(ordered) - 1))]
