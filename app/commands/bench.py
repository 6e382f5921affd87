"""`kickabout bench`: the benchmarks of the checkout, in a process of their own."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.commands.interrupts import Interrupts, print_interrupted
from app.exit_codes import ExitCode

ROOT: Final = Path(__file__).resolve().parents[2]


def bench(names: Sequence[str], *, as_json: bool) -> int:
    """Runs the named benchmarks, or all; 1 if a limit is missed, 2 for an unknown name, 3 if one could not be measured.

    The benchmarks and their child processes end with this process, however it ends.
    """
    if not (ROOT / "tests" / "bench").is_dir():
        sys.stderr.write("The benchmarks come with Kickabout's source, not with the installed package.\n")
        return ExitCode.INFRASTRUCTURE
    command = [sys.executable, "-m", "tests.bench", "--lifeline", *(["--json"] if as_json else []), "--", *names]
    with (
        Interrupts() as interrupts,
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True) as process,
    ):
        assert process.stdin is not None
        with interrupts.to(process.stdin.close):
            code = process.wait()
    return print_interrupted() if interrupts.is_wanted else code
