"""The built-in game as a child process."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime import IMPORT_ROOT
from runtime.arena.net.listening import port_in
from runtime.arena.refusals import refusal_problems, undriven_problems, walls_of
from runtime.documents.agent_keys import MANAGER_KEY_VARIABLE
from runtime.documents.model import Match
from runtime.games.game import LOOPBACK, GameOrder
from runtime.model.problems import Problem, Severity
from runtime.model.values import GAME_LOG
from runtime.processes import ChildSpec

GREETING: Final = "listening on "
"""How the line begins that the arena prints when it serves; what it prints later is trouble."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaGame:
    """Starts `python -m runtime.arena` for one match; it ends with the match."""

    python: Path = Path(sys.executable)
    meshes: Path | None = None
    """Where the arena keeps its generated meshes; None for its own choice."""

    @property
    def title(self) -> str:
        """See `Game`."""
        return "the arena"

    @property
    def host(self) -> str:
        """See `Game`."""
        return LOOPBACK

    @property
    def port(self) -> int | None:
        """See `Game`."""
        return None

    @property
    def keeps_limit(self) -> bool:
        """See `Game`."""
        return True

    @property
    def takes_keys(self) -> bool:
        """See `Game`."""
        return True

    def remarks(self, match: Match) -> tuple[Problem, ...]:
        """See `Game`."""
        return (*refusal_problems(match, Severity.ERROR), *undriven_problems(match))

    def child_spec(self, order: GameOrder) -> ChildSpec | None:
        """See `Game`."""
        argv = (str(self.python), "-m", "runtime.arena", *self._options(order))
        return ChildSpec(key=GAME_LOG, argv=argv, cwd=IMPORT_ROOT, environment=_environment(order))

    def reported_port(self, line: str) -> int | None:
        """See `Game`."""
        return port_in(line)

    def explain_absence(self, waited_s: float) -> str:
        """See `Game`."""
        return f"The arena did not listen within {waited_s:g} s; its log says how far it came."

    def explain_end(self, how: str, last_words: str) -> str:
        """See `Game`."""
        says_why = last_words and not last_words.startswith(GREETING)
        return f"The arena crashed ({how.rstrip('.')})" + (f": {last_words}" if says_why else ".")

    def _options(self, order: GameOrder) -> tuple[str, ...]:
        options = ["--report-port", "--listen", self.host, "--port", str(order.port)]
        options += ["--log-level", "error"]  # what it warns of, its reports say too
        options += ["--pace", order.pace, "--seed", str(order.seed), "--wait", f"{order.wait_s:g}"]
        options += ["--only", walls_of(order.game_mode)]
        if order.seconds_limit is not None:
            options += ["--seconds", repr(float(order.seconds_limit))]
        if self.meshes is not None:
            options += ["--meshes", str(self.meshes)]
        return tuple(options)


def _environment(order: GameOrder) -> Mapping[str, str]:
    """Lets the arena find our packages wherever it is started, before what the launcher's own PYTHONPATH names.

    Its arrays are small, so numpy's linear algebra needs no threads; without them it is ready 50 ms earlier.
    """
    python_path = os.pathsep.join(filter(None, [str(IMPORT_ROOT), os.environ.get("PYTHONPATH", "")]))
    keys = {MANAGER_KEY_VARIABLE: order.manager_key} if order.manager_key else {}
    return {"PYTHONPATH": python_path, "OPENBLAS_NUM_THREADS": "1", **keys}
