"""An agent's present documents, compared with the ones that the running match uses."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from runtime.agents.roster import Agent
from runtime.documents import BotFile, Loadout, Match, Reading, ScriptFile, read_bot, read_loadout, read_script
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity
from runtime.watching import Watched

_OF_THE_MATCH: Final = ("name", "agent_id", "hivemind")
"""Keys of an agent's document that a match reads only when it begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """The result of reading an agent's documents again."""

    agent: Agent
    """The agent with the settings for its next start."""
    document: ScriptFile | None = None
    loadouts: tuple[tuple[int, Loadout], ...] = ()
    """The loadouts that have changed, each with the index of its car."""
    remarks: tuple[Message, ...] = ()
    """The changes without an effect on this match."""
    problems: tuple[Problem, ...] = ()
    """Errors that make the documents unusable. If there are any, `agent` is unchanged and nothing else is set."""


class AgentDocuments:
    """The documents of one agent: bot.toml or script.toml, and the loadouts of its cars.

    Owned by the match's thread. Only `read` and `renew` read files, and both are quick: documents are small, and a file
    that is too large for one is refused unread.
    """

    def __init__(self, agent: Agent, match: Match) -> None:
        self._agent = agent
        self._cars = {index: match.cars[index] for index in agent.cars}
        self._worn = {index: car.loadout or Loadout() for index, car in self._cars.items()}
        self._document: ScriptFile | None = None
        self._imported: tuple[Path, ...] = ()
        self._places = self._find()

    @property
    def agent(self) -> Agent:
        """The agent with the settings that the match uses."""
        return self._agent

    @property
    def working_folder(self) -> Path:
        """The folder that the agent runs in, unless an earlier version plays again."""
        return Path(self._document.root_dir if self._document is not None else self._agent.root_dir)

    @property
    def files(self) -> frozenset[Path]:
        """The paths of the documents, in the agent's folder or elsewhere."""
        named = self._document.loadout_file if isinstance(self._document, BotFile) else None
        loadouts = (car.loadout_source for car in self._cars.values() if car.has_own_loadout)
        return frozenset(path for path in (self._agent.source, named, *loadouts) if path is not None)

    @property
    def places(self) -> Watched:
        """The places to watch; the same object as long as they do not change."""
        return self._places

    def note_imports(self, modules: tuple[Path, ...]) -> None:
        """Notes the modules that the agent has imported; those outside its folders are watched as files."""
        if modules != self._imported:
            self._imported = modules
            self._find_again()

    def read(self) -> None:
        """Remembers the documents as they are now, so that `renew` can name later changes."""
        if self._document is None and self._agent.source is not None:
            self._document = self._read().value
            self._places = self._find()

    def renew(self) -> Renewal:
        """Reads everything again; the result has no effect until `take`."""
        if self._agent.source is None:
            return Renewal(agent=self._agent)
        reading = self._read()
        document = reading.value
        if document is None:
            return Renewal(agent=self._agent, problems=reading.errors)
        if not document.run_command.strip():
            text = message("no-run-command", "There is no run command any more, so the agent cannot be started.")
            problem = Problem(severity=Severity.ERROR, path=document.path, message=text)
            return Renewal(agent=self._agent, problems=(problem,))
        worn, problems = self._wear(document)
        if problems:
            return Renewal(agent=self._agent, problems=problems)
        renewed = replace(
            self._agent,
            root_dir=document.root_dir,
            run_command=document.run_command,
            environment=document.environment,
            service=document.service if isinstance(document, BotFile) else None,
        )
        return Renewal(
            agent=renewed,
            document=document,
            loadouts=tuple((index, loadout) for index, loadout in worn.items() if loadout != self._worn[index]),
            remarks=self._remarks(document),
        )

    def inverse(self, renewal: Renewal) -> Renewal:
        """Returns the renewal that takes `renewal` back, before it is taken."""
        worn = tuple((index, self._worn[index]) for index, _ in renewal.loadouts)
        return Renewal(agent=self._agent, document=self._document, loadouts=worn)

    def take(self, renewal: Renewal) -> None:
        """Notes that the match now uses a renewal."""
        self._agent = renewal.agent
        self._document = renewal.document or self._document
        self._worn.update(renewal.loadouts)
        self._find_again()

    def _find_again(self) -> None:
        places = self._find()
        self._places = self._places if places == self._places else places

    def _find(self) -> Watched:
        source = self._agent.source
        homes = dict.fromkeys([Path(self._agent.root_dir), *([source.parent] if source is not None else [])])
        folders = [home for home in homes if not any(home != other and home.is_relative_to(other) for other in homes)]
        files = {*self.files, *self._imported}
        loose = (path for path in files if not any(path.is_relative_to(folder) for folder in folders))
        return Watched(key=self._agent.key, folders=tuple(folders), files=tuple(sorted(loose)))

    def _read(self) -> Reading[BotFile] | Reading[ScriptFile]:
        path = self._agent.source or Path()
        return read_bot(path) if self._cars else read_script(path)

    def _wear(self, document: ScriptFile) -> tuple[dict[int, Loadout], tuple[Problem, ...]]:
        worn: dict[int, Loadout] = {}
        problems: list[Problem] = []
        for index, car in self._cars.items():
            loadouts = document.loadouts if isinstance(document, BotFile) else None
            if car.has_own_loadout:
                reading = read_loadout(car.loadout_source) if car.loadout_source is not None else None
                loadouts = reading.value if reading is not None else None
                problems += reading.errors if reading is not None else ()
            worn[index] = Loadout() if loadouts is None else loadouts[min(car.team, 1)]
        return worn, tuple(dict.fromkeys(problems))

    def _remarks(self, document: ScriptFile) -> tuple[Message, ...]:
        before = self._document
        if before is None:
            return ()
        changed = [key for key in _OF_THE_MATCH if getattr(before, key, None) != getattr(document, key, None)]
        return tuple(
            message("key-next-match", "The new {key} takes effect in the next match.", key=key) for key in changed
        )
