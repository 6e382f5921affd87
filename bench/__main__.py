"""`python -m bench [NAME ...] [--json]`: runs benchmarks and prints their figures."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from app.exit_codes import ExitCode
from app.services.paths import FolderError, cache_dir, made
from bench import (
    crowd,
    first_paint,
    learning,
    library,
    lockstep,
    plots,
    realtime,
    service,
    start,
    stop,
    swap,
    tick,
    training,
    v4,
    window,
)
from bench.figures import Figure
from bench.lifeline import end_with_input
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.arena.stadium.mesh_format import MeshError

BENCHMARKS: dict[str, Callable[[Path], list[Figure]]] = {
    "lockstep": lockstep.measure,
    "tick": tick.measure,
    "realtime": realtime.measure,
    "start": start.measure,
    "swap": swap.measure,
    "stop": stop.measure,
    "v4": v4.measure,
    "crowd": crowd.measure,
    "library": library.measure,
    "window": window.measure,
    "plots": plots.measure,
    "first_paint": first_paint.measure,
    "training": training.measure,
    "learning": learning.measure,
    "service": service.measure,
}


def main() -> int:
    """Returns 0 when every limit holds, 1 when one is missed, 2 for an unknown name, 3 when one could not be measured.

    Returns 130 when interrupted.
    """
    parser = argparse.ArgumentParser(prog="kickabout bench")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--lifeline", action="store_true", help="end when the input ends; for `kickabout bench`")
    options = parser.parse_args()
    try:
        if options.lifeline:
            end_with_input()
        return measure(options.names, as_json=options.json)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED


def measure(names: Sequence[str], *, as_json: bool) -> int:
    """Runs the benchmarks of these names, or all, and prints their figures."""
    unknown = [name for name in names if name not in BENCHMARKS]
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
    failed = []
    for name in names or BENCHMARKS:
        try:
            found = BENCHMARKS[name](meshes)
        except Exception as error:  # noqa: BLE001 - the other benchmarks can still be measured
            failed.append(name)
            sys.stderr.write(f"{name} could not be measured: {error!r}\n")
            continue
        for figure in found:
            figures.append(figure)
            print(figure, file=sys.stderr if as_json else sys.stdout, flush=True)
    if as_json:
        print(json.dumps([dataclasses.asdict(figure) | {"holds": figure.holds} for figure in figures]))
    if failed:
        return ExitCode.INFRASTRUCTURE
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
