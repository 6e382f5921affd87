"""The built-in game as a child process."""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Self

from runtime import IMPORT_ROOT
from runtime.arena.net.listening import port_in
from runtime.arena.refusals import MODES, ignored_options, maps_played, refused_options, walls_of
from runtime.documents.agent_keys import MANAGER_KEY_VARIABLE
from runtime.games.game import Capabilities, Game, GameOrder, GameSettings
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import Message, message
from runtime.model.step_mode import KEY_VARIABLE
from runtime.model.values import GAME_LOG

if TYPE_CHECKING:
    from runtime.processes import ChildSpec

LOAD_S: Final = 2.0
"""Time in which the program of the arena should load; slow disks need longer at the first time."""
START_ANEW: Final = message(
    "install-packages", "Start Kickabout with launch.py, which installs the packages that it needs."
)
MAX_REASON: Final = 200
"""Maximum length of a reason, in characters."""
GREETING: Final = "listening on "
"""Start of the line that the arena prints when it serves; every later line is an error."""


@dataclass(frozen=True, kw_only=True)
class ArenaGame(Game):
    """Starts `python -m runtime.arena` for one match; it ends with the match."""

    capabilities: ClassVar = Capabilities(
        name=message("arena", "Arena"),
        hint=message("arena-hint", "The built-in game: needs nothing else and runs on any machine"),
        title=message("game-arena", "the arena"),
        takes_commands=True,
        has_standby=True,
        takes_keys=True,
        takes_learners=True,
        keeps_limit=True,
        ends_with_match=True,
        has_own_window=False,
        modes=MODES,
        maps=maps_played,
        refused_options=refused_options,
        ignored_options=ignored_options,
    )

    python: Path = Path(sys.executable)
    meshes: Path | None = None
    """Folder of the generated meshes; None for the arena's default."""

    @classmethod
    def create(cls, settings: GameSettings) -> Self:
        """See `Game`."""
        return cls(meshes=settings.cache())

    @classmethod
    def probes(cls, _settings: GameSettings) -> tuple[Probe, ...]:
        """See `Game`."""
        return (Probe(key="arena", area=cls.capabilities.name, find=_load_findings, limit_s=LOAD_S + 0.2),)

    def child_spec(self, order: GameOrder) -> "ChildSpec":
        """See `Game`."""
        from runtime.processes import ChildSpec  # noqa: PLC0415 - not needed until a match starts

        argv = (str(self.python), "-m", "runtime.arena", *self._options(order))
        return ChildSpec(key=GAME_LOG, argv=argv, cwd=IMPORT_ROOT, environment=_environment(order))

    def reported_port(self, line: str) -> int | None:
        """See `Game`."""
        return port_in(line)

    def explain_absence(self, waited_s: float) -> Message:
        """See `Game`."""
        return message(
            "arena-absent",
            "The arena did not listen within {seconds:g} s; its log says how far it came.",
            seconds=waited_s,
        )

    def explain_loss(self, reason: Message) -> Message:
        """See `Game`."""
        return message("arena-lost", "The arena ended the session. {reason}", reason=reason)

    def explain_crash(self, how: Message, last_words: str) -> Message:
        """See `Game`."""
        if last_words and not last_words.startswith(GREETING):
            return message("arena-crashed-saying", "The arena crashed ({how}): {output}", how=how, output=last_words)
        return message("arena-crashed", "The arena crashed ({how}).", how=how)

    def _options(self, order: GameOrder) -> tuple[str, ...]:
        options = ["--report-port", "--listen", self.host, "--port", str(order.port)]
        options += [] if order.is_port_fixed else ["--or-free-port"]
        options += ["--log-level", "error"]  # warnings are in its reports too
        options += ["--pace", order.pace, "--seed", str(order.seed), "--wait", f"{order.wait_s:g}"]
        options += ["--only", walls_of(order.game_mode)]
        if order.seconds_limit is not None:
            options += ["--seconds", repr(float(order.seconds_limit))]
        if order.step_mode is not None:
            options += ["--step-mode", str(order.step_mode.port)]
            options += ["--when-learner-leaves", order.step_mode.when_learner_leaves.value]
            options += ["--situations", str(order.situations)] if order.situations is not None else []
        if self.meshes is not None:
            options += ["--meshes", str(self.meshes)]
        return tuple(options)


def _environment(order: GameOrder) -> Mapping[str, str]:
    """Returns the arena's environment variables; its PYTHONPATH has our packages before those of the launcher.

    They also switch off the threads of numpy's linear algebra: the arena's arrays are small, and starting the threads
    takes 50 ms.
    """
    python_path = os.pathsep.join(filter(None, [str(IMPORT_ROOT), os.environ.get("PYTHONPATH", "")]))
    keys = {MANAGER_KEY_VARIABLE: order.manager_key} if order.manager_key else {}
    keys |= {KEY_VARIABLE: order.step_mode.key} if order.step_mode is not None and order.step_mode.key else {}
    return {"PYTHONPATH": python_path, "OPENBLAS_NUM_THREADS": "1", **keys}


def _load_findings() -> Iterator[Finding]:
    """Loads the arena's program, which shows whether its packages fit this computer."""
    import subprocess  # noqa: PLC0415 - only this check needs it

    argv = (sys.executable, "-c", "import runtime.arena.service")
    try:
        done = subprocess.run(argv, cwd=IMPORT_ROOT, capture_output=True, timeout=LOAD_S, check=False)
    except subprocess.TimeoutExpired:
        text = message("arena-loads-slowly", "The arena did not load within {seconds:g} s.", seconds=LOAD_S)
        yield Finding("arena", FindingState.WARNING, text)
        return
    if done.returncode == 0:
        yield Finding("arena", FindingState.GOOD, message("arena-loads", "The arena loads."))
        return
    words = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {done.returncode}"]
    text = message("arena-does-not-load", "The arena cannot be loaded: {reason}", reason=words[-1][:MAX_REASON])
    yield Finding("arena", FindingState.MISSING, text, fix=START_ANEW, prevents_matches=True)
