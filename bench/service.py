"""Sixteen cars in four matches in lockstep: one process of an agent service against sixteen processes of its model.

Both run the same program with the same matches, through the launcher's normal path. The model is a table of 128 MB, of
which every car reads 64 rows in each tick, and a network of three layers. A bigger table would make the ratio of memory
smaller, but not change the speed. Memory is the proportional set size of all processes that play, while they play.
"""

import contextlib
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import mean

import numpy as np
import psutil

from bench.figures import Figure
from bench.launched import cpu_s, read
from bench.processes import BOTS, until
from runtime.agents import LaunchContext, StandingService, roster
from runtime.documents import Match
from runtime.games import ArenaGame, ServerAddress
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import AgentChanged, Event, FrameShown
from runtime.services.kit import copy_kit
from runtime.services.published import address_file

MATCHES = 4
CARS = 4
ROWS, WIDTH = 1 << 17, 256
"""Size of the table: 128 MB in float32."""
ROUNDS = 3
MEASURED_S = 4.0
SETTINGS = """
    [settings]
    agent_id = "bench/table"
    name = "Table"
    run_command = "python table_model.py"
    run_command_linux = "python3 table_model.py"
    environment = {{ MODEL = '{folder}', OPENBLAS_NUM_THREADS = "1" }}
"""
TABLE = f"[kickabout]\nservice = true\nslots = {MATCHES * CARS}\n"


def measure(meshes: Path) -> list[Figure]:
    """Memory, speed and CPU time of the service, as ratios to one process for each car."""
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as name:
        folder = Path(name)
        _write_model(folder)
        service, processes = _matches(folder, is_service=True), _matches(folder, is_service=False)
        rounds = [(_with_service(service, meshes, folder), _played(processes, meshes, None)) for _ in range(ROUNDS)]
    served, alone = (_mean(column) for column in zip(*rounds, strict=True))
    return [
        Figure(
            name="service: memory",
            value=served.memory_mb / alone.memory_mb,
            unit="ratio",
            bound=0.2,
            sense="at most",
            detail={"MB": served.memory_mb, "processes": alone.memory_mb},
        ),
        Figure(
            name="service: lockstep",
            value=served.frames_per_s / alone.frames_per_s,
            unit="ratio",
            bound=1.0,
            sense="at least",
            detail={"frames/s": served.frames_per_s, "processes": alone.frames_per_s},
        ),
        Figure(
            name="service: processor time",
            value=served.cpu_us / alone.cpu_us,
            unit="ratio",
            bound=1.0,
            sense="at most",
            detail={"us/frame": served.cpu_us, "processes": alone.cpu_us},
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """What all agents of one round used."""

    memory_mb: float
    frames_per_s: float
    """Sum over all matches."""
    cpu_us: float
    """Per frame of one match."""


def _mean(rounds: Sequence[_Round]) -> _Round:
    return _Round(**{field.name: mean(getattr(one, field.name) for one in rounds) for field in fields(_Round)})


def _write_model(folder: Path) -> None:
    random = np.random.default_rng(1)
    np.save(folder / "table.npy", random.standard_normal((ROWS, WIDTH), np.float32))
    for number, shape in enumerate(((WIDTH, WIDTH), (WIDTH, WIDTH), (WIDTH, 8))):
        np.save(folder / f"layer{number}.npy", random.standard_normal(shape).astype(np.float32) / 16.0)


def _matches(folder: Path, *, is_service: bool) -> Match:
    home = folder / ("service" if is_service else "alone")
    home.mkdir()
    (home / "table_model.py").write_bytes((BOTS / "table_model.py").read_bytes())
    (home / "bot.toml").write_text(SETTINGS.format(folder=folder) + (TABLE if is_service else ""), encoding="utf-8")
    copy_kit(home)
    car = '[[cars]]\nteam = {}\nconfig_file = "bot.toml"\n'
    head = "[match]\nstart_without_countdown = true\nskip_replays = true\n[mutators]\nmatch_length = 'Unlimited'\n"
    return read(head + "".join(car.format(place % 2) for place in range(CARS)), home)


def _with_service(match: Match, meshes: Path, folder: Path) -> _Round:
    agent = roster(match)[0]
    context = LaunchContext(server=ServerAddress("127.0.0.1", 0), python=Path(sys.executable))
    standing = folder / "services"
    service = StandingService(agent, context=context, address_file=address_file(standing, folder / "service/bot.toml"))
    thread = threading.Thread(target=service.run, args=(lambda _line: None, lambda _figures: None))
    thread.start()
    try:
        until(service.is_listening.is_set)
        return _played(match, meshes, standing)
    finally:
        service.stop()
        thread.join()


def _played(match: Match, meshes: Path, standing: Path | None) -> _Round:
    with contextlib.ExitStack() as stack:
        watched = [stack.enter_context(_running(match, meshes, standing)) for _ in range(MATCHES)]
        until(lambda: all(one.frame > 0 for one in watched))
        agents = [psutil.Process(pid) for pid in {pid for one in watched for pid in one.pids}]
        if len(agents) != (MATCHES * CARS if standing is None else 1):
            raise RuntimeError(f"{len(agents)} processes play")
        frames, cpu, began_s = sum(one.frame for one in watched), sum(map(cpu_s, agents)), time.perf_counter()
        time.sleep(MEASURED_S)
        frames = sum(one.frame for one in watched) - frames
        return _Round(
            memory_mb=sum(agent.memory_full_info().pss for agent in agents) / 1e6,
            frames_per_s=frames / (time.perf_counter() - began_s),
            cpu_us=1e6 * (sum(map(cpu_s, agents)) - cpu) / frames,
        )


class _Watched:
    """One match on a thread."""

    def __init__(self, match: Match, meshes: Path, standing: Path | None) -> None:
        plan = MatchPlan(match=match, game=ArenaGame(meshes=meshes), pace="lockstep", services=standing)
        self.run = MatchRun(plan)
        self.frame = 0
        self.pids: set[int] = set()

    def on_event(self, event: Event) -> None:
        if isinstance(event, FrameShown):
            self.frame = event.view.frame
        elif isinstance(event, AgentChanged) and event.agent.pid is not None:
            self.pids.add(event.agent.pid)


@contextlib.contextmanager
def _running(match: Match, meshes: Path, standing: Path | None) -> Iterator[_Watched]:
    watched = _Watched(match, meshes, standing)
    thread = threading.Thread(target=watched.run.run, args=(watched.on_event,))
    thread.start()
    try:
        yield watched
    finally:
        watched.run.post(StopMatch())
        thread.join()
