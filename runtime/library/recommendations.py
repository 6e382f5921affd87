"""Teams that a pack of bots recommends, in a file `recommendations.json` of its folder.

    {"recommendations": [{"bots": ["Nexto", "Nexto"]}, ...]}

Each names the bots of one side by the names in their documents; other keys are left to others. It is the format of
RLBot's launchers.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.files import FileTooLargeError, read_file
from runtime.model.entries import EntryKind, FolderScanned, LibraryEntry, RecommendedTeam, ScanNotice
from runtime.model.sizes import size_text

FILE_NAME: Final = "recommendations.json"
MAX_BYTES: Final = 1 << 18
MAX_TEAMS: Final = 200
"""Of one file; the others are left out."""
MAX_BOTS: Final = 32
"""Of one team: so many cars a side of a match has at most."""
_FORM: Final = 'Write {"recommendations": [{"bots": ["Name", "Name"]}]}.'
_DRIVERS: Final = (EntryKind.BOT, EntryKind.HIVEMIND, EntryKind.V4)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTeams:
    """What a file holds, and what is wrong with it."""

    teams: tuple[RecommendedTeam, ...] = ()
    notices: tuple[ScanNotice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """A recommended team with the bots that it names."""

    team: RecommendedTeam
    entries: tuple[LibraryEntry | None, ...]
    """In the order of the names; None for one that the library does not have."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The names that the library does not know, each once."""
        pairs = zip(self.team.bots, self.entries, strict=True)
        return tuple(dict.fromkeys(name for name, entry in pairs if entry is None))

    @property
    def unfit(self) -> tuple[str, ...]:
        """The names of bots that are there and cannot play, each once."""
        pairs = zip(self.team.bots, self.entries, strict=True)
        return tuple(dict.fromkeys(name for name, entry in pairs if entry is not None and not entry.can_play))

    @property
    def paths(self) -> tuple[Path, ...]:
        """The documents of its bots; none where one of them cannot play."""
        return tuple(entry.path for entry in self.entries if entry is not None) if self.is_playable else ()

    @property
    def is_playable(self) -> bool:
        """Whether every bot is there and can play."""
        return not self.missing and not self.unfit


def read_teams(path: Path) -> ReadTeams:
    """Reads a file of recommendations; whatever is wrong with it, it is told and the rest is taken."""
    try:
        data = read_file(path, MAX_BYTES)
    except FileTooLargeError:
        return _nothing(path, f"This list of recommended teams is too long: more than {size_text(MAX_BYTES)}.")
    except OSError as error:
        return _nothing(path, f"This list of recommended teams cannot be read: {error.strerror or error}.")
    document, fault = _parsed(data)
    if fault:
        return _nothing(path, f"This list of recommended teams is not valid {fault}.")
    listed = document.get("recommendations") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        return _nothing(path, f"There is no list of recommendations in this file. {_FORM}")
    return _read_listed(path, listed)


def _parsed(data: bytes) -> tuple[Any, str]:
    """What JSON says, and what is wrong with it; nothing where it is fine."""
    try:
        return json.loads(data.decode("utf-8-sig")), ""
    except UnicodeDecodeError:
        return None, "UTF-8"
    except json.JSONDecodeError as error:
        return None, f"JSON: {error.msg} in line {error.lineno}"
    except (ValueError, RecursionError):
        return None, "JSON"


def _read_listed(path: Path, listed: list[Any]) -> ReadTeams:
    teams: dict[tuple[str, ...], RecommendedTeam] = {}
    notices: list[ScanNotice] = []
    for number, item in enumerate(listed[:MAX_TEAMS], start=1):
        bots = _bots(item)
        if isinstance(bots, str):
            notices.append(ScanNotice(path=path, message=f"Recommendation {number} is left out: {bots}"))
        else:
            teams.setdefault(bots, RecommendedTeam(path=path, bots=bots))
    if len(listed) > MAX_TEAMS:
        notices.append(ScanNotice(path=path, message=f"Only the first {MAX_TEAMS} recommendations are taken."))
    return ReadTeams(teams=tuple(teams.values()), notices=tuple(notices))


def _bots(item: Any) -> tuple[str, ...] | str:
    """The names of one recommendation, or why it is none."""
    bots = item.get("bots") if isinstance(item, dict) else None
    if not isinstance(bots, list) or not bots:
        return f"it names no bots. {_FORM}"
    if len(bots) > MAX_BOTS:
        return f"it names {len(bots)} bots, and a team has {MAX_BOTS} at most."
    names = tuple(" ".join(bot.split()) if isinstance(bot, str) else "" for bot in bots)
    return names if all(names) else f"a bot is named by a text that is not empty. {_FORM}"


def _nothing(path: Path, message: str) -> ReadTeams:
    return ReadTeams(notices=(ScanNotice(path=path, message=message),))


class RecommendationBook:
    """Joins the recommendations of all folders with the bots of the library; no thread of its own."""

    def __init__(self) -> None:
        self._bots: dict[Path, LibraryEntry] = {}
        self._teams: dict[Path, tuple[RecommendedTeam, ...]] = {}

    def take(self, entries: Iterable[LibraryEntry]) -> None:
        """Adds entries, in place of those with the same document."""
        for entry in entries:
            if entry.kind in _DRIVERS:
                self._bots[entry.path] = entry
            else:
                self._bots.pop(entry.path, None)

    def end_scan(self, scanned: FolderScanned) -> None:
        """A folder has been looked through: takes what it recommends, and drops what is gone."""
        for path in scanned.gone:
            self._bots.pop(path, None)
        if scanned.is_whole:
            self._teams[scanned.root] = scanned.recommended

    def drop_root(self, root: Path) -> None:
        """Forgets everything that was found under a folder."""
        self._teams.pop(root, None)
        for path in [path for path, entry in self._bots.items() if entry.root == root]:
            del self._bots[path]

    def recommendations(self) -> tuple[Recommendation, ...]:
        """All of them, folder by folder, in the order of their files."""
        named: dict[str, list[LibraryEntry]] = {}
        for entry in self._bots.values():
            named.setdefault(entry.name.casefold(), []).append(entry)
        teams = dict.fromkeys(team for root in sorted(self._teams) for team in self._teams[root])
        return tuple(
            Recommendation(team=team, entries=tuple(_best(team, name, named) for name in team.bots)) for team in teams
        )


def _best(team: RecommendedTeam, name: str, named: dict[str, list[LibraryEntry]]) -> LibraryEntry | None:
    """The bot that a team means by a name: rather one that can play, of the same pack, and of the very same name."""
    pack = team.path.parent

    def rank(entry: LibraryEntry) -> tuple[bool, bool, bool, Path]:
        return not entry.can_play, pack not in entry.path.parents, entry.name != name, entry.path

    return min(named.get(name.casefold(), ()), key=rank, default=None)
