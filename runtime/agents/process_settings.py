"""What the programs of a match are started with besides their commands: log files, processors, a memory limit."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from runtime.agents.log_folder import LogFolder, log_path, new_log_folder
from runtime.agents.roster import Agent
from runtime.documents.choices import DRAWN_MAP
from runtime.documents.maps import map_name
from runtime.documents.model import Match
from runtime.model.teams import SCRIPTS
from runtime.model.values import GAME_LOG
from runtime.processes import ChildSpec, Core, CoreShares, MemoryCeiling, fair_shares, usable_cores


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of one match; without any, programs run as the system lets them and leave no log."""

    logs: Path | None = None
    """The folder of this match."""
    shares: CoreShares = field(default_factory=CoreShares)
    memory: MemoryCeiling | None = None
    """For each agent."""
    log_folder: LogFolder | None = None
    """Keeps `logs` from being removed until `release`."""
    remarks: tuple[str, ...] = ()
    """What the user should know of them, in sentences."""

    def for_agent(self, spec: ChildSpec, agent: Agent) -> ChildSpec:
        """The same program of an agent on these terms; scripts share the game's processors."""
        cores = self.shares.game if agent.team == SCRIPTS else self.shares.teams[agent.team]
        return replace(spec, cores=cores, memory=self.memory, log=self._log(agent.key))

    def for_game(self, spec: ChildSpec | None) -> ChildSpec | None:
        """The same game on these terms; nothing where the game is not ours."""
        return None if spec is None else replace(spec, cores=self.shares.game, log=self._log(GAME_LOG))

    def release(self) -> None:
        """The match has ended: its logs may be removed."""
        if self.log_folder is not None:
            self.log_folder.release()

    def _log(self, key: str) -> Path | None:
        return None if self.logs is None else log_path(self.logs, key)


def agreed(
    match: Match, *, logs: Path | None = None, is_fair: bool = False, memory: MemoryCeiling | None = None
) -> Terms:
    """The terms that are asked for, as far as this machine allows; makes the folder for the logs."""
    remarks: list[str] = []
    folder = None
    if logs is not None:
        try:
            folder = new_log_folder(logs)
        except OSError as error:
            remarks.append(f"Logs cannot be kept in {logs}: {error.strerror or error}. The match goes on without.")
    shares = CoreShares()
    if is_fair:
        cores = usable_cores()
        shares = fair_shares(cores)
        remarks.append(_fairness(cores, shares))
    if match.map_choice == DRAWN_MAP:
        remarks.append(f"Random map: {map_name(match.game_map_upk)} ({match.game_map_upk}).")
    return Terms(
        logs=None if folder is None else folder.path,
        log_folder=folder,
        shares=shares,
        memory=memory,
        remarks=tuple(remarks),
    )


def _fairness(cores: Iterable[Core], shares: CoreShares) -> str:
    if shares.is_any:
        return f"Processors: {shares}."
    if not list(cores):
        return "This system cannot tie programs to processors, so they are not shared out."
    return "This machine has too few processors to share them out."
