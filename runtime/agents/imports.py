"""The modules that agents have imported from outside their folders, as the start hook reports them."""

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Final

from runtime.agents.roster import Agent
from runtime.files import read_start

VARIABLE: Final = "KICKABOUT_IMPORTS"
"""Names the file to which programs of an agent append the paths of such modules, one per line."""
MAX_MODULES: Final = 200
"""Maximum number of modules of one agent."""
MAX_BYTES: Final = 128 << 10
"""Maximum number of bytes that are read of one file."""
_SUFFIXES: Final = (".py", ".pyw")


def report_file(folder: Path, agent: Agent) -> Path:
    """Returns the file of an agent; copies of a bot share it, because one service may play them all."""
    home = str(agent.source or agent.root_dir)
    return folder / f"imports-{hashlib.sha256(home.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


class ImportReports:
    """The reports of the agents of one match; owned by the match's thread.

    Args:
        folder: the folder of the match's temporary files; None if there is none, then nothing is reported.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._sizes: dict[Path, int] = {}
        self._modules: dict[Path, dict[str, Path]] = {}

    def modules(self, agent: Agent) -> tuple[Path, ...]:
        """Returns the modules that an agent has imported since the match began."""
        if self.folder is None:
            return ()
        file = report_file(self.folder, agent)
        known = self._modules.setdefault(file, {})
        with contextlib.suppress(OSError):
            size = min(file.stat().st_size, MAX_BYTES)
            if size != self._sizes.get(file, 0):
                self._sizes[file] = size
                self._read(file, known)
        return tuple(known.values())

    @staticmethod
    def _read(file: Path, known: dict[str, Path]) -> None:
        lines = read_start(file, MAX_BYTES).split(b"\n")[:-1]
        for line in dict.fromkeys(map(os.fsdecode, lines)):
            path = Path(line)
            is_module = path.suffix in _SUFFIXES and path.is_absolute() and os.path.isfile(line)  # noqa: PTH113 - does not raise for any text
            if is_module and len(known) < MAX_MODULES:
                known[line] = path


def report_variable(folder: Path | None, agent: Agent) -> dict[str, str]:
    """Returns the environment variable for the programs of an agent."""
    return {} if folder is None else {VARIABLE: str(report_file(folder, agent))}
