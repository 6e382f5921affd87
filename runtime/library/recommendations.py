"""Teams that a pack of bots recommends, in a file `recommendations.json` in the format of RLBot's launchers:

    {"recommendations": [{"bots": ["Nexto", "Nexto"]}, ...]}

Each entry lists the bots of one team by the names in their documents; other keys are ignored.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.codec import CodecError, decode
from runtime.files import FileTooLargeError, read_file, reason_of
from runtime.model.entries import EntryKind, FolderScanned, LibraryEntry, RecommendedTeam, ScanNotice
from runtime.model.messages import Message, Text, message, sentences
from runtime.model.sizes import size_of

FILE_NAME: Final = "recommendations.json"
MAX_BYTES: Final = 1 << 18
MAX_TEAMS: Final = 200
"""Maximum number of teams in one file."""
MAX_BOTS: Final = 32
"""Maximum number of bots in a team."""
_FORM: Final = message(
    "recommendation-format", "Write {expected}.", expected='{"recommendations": [{"bots": ["Name", "Name"]}]}'
)
_DRIVERS: Final = (EntryKind.BOT, EntryKind.HIVEMIND)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTeams:
    """The teams in a file, and a notice for each invalid part."""

    teams: tuple[RecommendedTeam, ...] = ()
    notices: tuple[ScanNotice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """A recommended team with the entries of its bots."""

    team: RecommendedTeam
    entries: tuple[LibraryEntry | None, ...]
    """In the order of the names; None for a bot that is not in the library."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of bots that are not in the library, each once."""
        pairs = zip(self.team.bots, self.entries, strict=True)
        return tuple(dict.fromkeys(name for name, entry in pairs if entry is None))

    @property
    def unfit(self) -> tuple[str, ...]:
        """The names of bots that are in the library but cannot play in a match, each once."""
        pairs = zip(self.team.bots, self.entries, strict=True)
        return tuple(dict.fromkeys(name for name, entry in pairs if entry is not None and not entry.can_play))

    @property
    def paths(self) -> tuple[Path, ...]:
        """The documents of the bots; empty if one of them cannot play."""
        return tuple(entry.path for entry in self.entries if entry is not None) if self.is_playable else ()

    @property
    def is_playable(self) -> bool:
        """True if the library has every bot and each can play."""
        return not self.missing and not self.unfit


def read_teams(path: Path) -> ReadTeams:
    """Reads a file of recommendations; invalid parts become notices."""
    try:
        data = read_file(path, MAX_BYTES)
    except FileTooLargeError:
        return _nothing(
            path,
            message(
                "list-too-long",
                "This list of recommended teams is too long: more than {size}.",
                size=size_of(MAX_BYTES),
            ),
        )
    except OSError as error:
        text = message(
            "list-unreadable", "This list of recommended teams cannot be read: {reason}.", reason=reason_of(error)
        )
        return _nothing(path, text)
    document, fault = _parsed(data)
    if fault is not None:
        return _nothing(
            path, message("list-invalid", "This list of recommended teams is not valid {fault}.", fault=fault)
        )
    listed = document.get("recommendations") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        text = message("list-missing", "There is no list of recommendations in this file.")
        return _nothing(path, sentences(text, _FORM))
    return _read_listed(path, listed)


def _parsed(data: bytes) -> tuple[Any, Text | None]:
    """Parses JSON; the second value says what is wrong with it, or is None."""
    try:
        return decode(data.decode("utf-8-sig")), None
    except UnicodeDecodeError:
        return None, "UTF-8"
    except CodecError as error:
        place = message("json-fault", "JSON: {reason} in line {n}", reason=error.reason, n=error.line)
        return None, place if error.line else "JSON"


def _read_listed(path: Path, listed: list[Any]) -> ReadTeams:
    teams: dict[tuple[str, ...], RecommendedTeam] = {}
    notices: list[ScanNotice] = []
    for number, item in enumerate(listed[:MAX_TEAMS], start=1):
        bots = _bots(item)
        if isinstance(bots, Message):
            text = message("recommendation-skipped", "Recommendation {n} is left out: {said}", n=number, said=bots)
            notices.append(ScanNotice(path=path, message=text))
        else:
            teams.setdefault(bots, RecommendedTeam(path=path, bots=bots))
    if len(listed) > MAX_TEAMS:
        text = message("too-many-recommendations", "Only the first {n} recommendations are taken.", n=MAX_TEAMS)
        notices.append(ScanNotice(path=path, message=text))
    return ReadTeams(teams=tuple(teams.values()), notices=tuple(notices))


def _bots(item: Any) -> tuple[str, ...] | Message:
    """Returns the names in one recommendation, or the reason why it is invalid."""
    bots = item.get("bots") if isinstance(item, dict) else None
    if not isinstance(bots, list) or not bots:
        return sentences(message("no-bots-named", "it names no bots."), _FORM)
    if len(bots) > MAX_BOTS:
        return message(
            "too-many-bots-named", "it names {n} bots, and a team has {most} at most.", n=len(bots), most=MAX_BOTS
        )
    names = tuple(" ".join(bot.split()) if isinstance(bot, str) else "" for bot in bots)
    if all(names):
        return names
    return sentences(message("bot-name-invalid", "every bot must be a non-empty text."), _FORM)


def _nothing(path: Path, text: Message) -> ReadTeams:
    return ReadTeams(notices=(ScanNotice(path=path, message=text),))


class RecommendationBook:
    """The recommendations of all folders, joined with the bots of the library."""

    def __init__(self) -> None:
        self._bots: dict[Path, LibraryEntry] = {}
        self._teams: dict[Path, tuple[RecommendedTeam, ...]] = {}

    def take(self, entries: Iterable[LibraryEntry]) -> None:
        """Adds entries; existing ones with the same document are replaced."""
        for entry in entries:
            if entry.kind in _DRIVERS:
                self._bots[entry.path] = entry
            else:
                self._bots.pop(entry.path, None)

    def end_scan(self, scanned: FolderScanned) -> None:
        """Applies the result of a scan: adds its recommendations, and removes bots that are gone."""
        for path in scanned.gone:
            self._bots.pop(path, None)
        if scanned.is_whole:
            self._teams[scanned.root] = scanned.recommended

    def drop_root(self, root: Path) -> None:
        """Removes everything that was found in a folder."""
        self._teams.pop(root, None)
        for path in [path for path, entry in self._bots.items() if entry.root == root]:
            del self._bots[path]

    def recommendations(self) -> tuple[Recommendation, ...]:
        """Returns all recommendations, ordered by folder and position in the file."""
        named: dict[str, list[LibraryEntry]] = {}
        for entry in self._bots.values():
            named.setdefault(entry.name.casefold(), []).append(entry)
        teams = dict.fromkeys(team for root in sorted(self._teams) for team in self._teams[root])
        return tuple(
            Recommendation(team=team, entries=tuple(_best(team, name, named) for name in team.bots)) for team in teams
        )


def _best(team: RecommendedTeam, name: str, named: dict[str, list[LibraryEntry]]) -> LibraryEntry | None:
    """Returns the bot with a name; prefers playable ones, then the same pack, then the exact name."""
    pack = team.path.parent

    def rank(entry: LibraryEntry) -> tuple[bool, bool, bool, Path]:
        return not entry.can_play, pack not in entry.path.parents, entry.name != name, entry.path

    return min(named.get(name.casefold(), ()), key=rank, default=None)
