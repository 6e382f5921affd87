"""`python -m tests.bench [NAME ...] [--json]`: runs benchmarks and prints their figures."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable
from pathlib import Path

from app.exit_codes import ExitCode
from app.paths import FolderError, cache_dir, made
from runtime.arena.walls.mesh_files import MeshError, ensure_meshes
from tests.bench import crowd, first_paint, library, lockstep, realtime, start, stop, swap, tick, window
from tests.bench.figures import Figure

BENCHMARKS: dict[str, Callable[[Path], list[Figure]]] = {
    "lockstep": lockstep.measure,
    "tick": tick.measure,
    "realtime": realtime.measure,
    "start": start.measure,
    "swap": swap.measure,
    "stop": stop.measure,
    "crowd": crowd.measure,
    "library": library.measure,
    "window": window.measure,
    "first_paint": first_paint.measure,
}


def main() -> int:
    """Returns 0 when every bar holds, 1 when one is missed, 2 for an unknown name, 3 where nothing can be written."""
    parser = argparse.ArgumentParser(prog="kickabout bench")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        sys.stderr.write(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}.\n")
        return 2
    try:
        meshes = made(cache_dir())
        ensure_meshes(meshes)
    except (FolderError, MeshError) as error:
        sys.stderr.write(f"{error}\n")
        return ExitCode.INFRASTRUCTURE
    figures: list[Figure] = []
    for name in options.names or BENCHMARKS:
        for figure in BENCHMARKS[name](meshes):
            figures.append(figure)
            print(figure, file=sys.stderr if options.json else sys.stdout, flush=True)
    if options.json:
        print(json.dumps([dataclasses.asdict(figure) | {"holds": figure.holds} for figure in figures]))
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
