"""Relations between entries of the library by their tags: required, supported and enabled scripts."""

from collections.abc import Callable, Iterable
from pathlib import Path

from runtime.model.entries import EntryKind, LibraryEntry, Relation, RelationKind
from runtime.model.needs import enabled, folded_word, required, supported


class RelationBook:
    """The entries whose tags refer to others."""

    def __init__(self) -> None:
        self._entries: dict[Path, LibraryEntry] = {}

    def take(self, entries: Iterable[LibraryEntry]) -> None:
        """Adds entries; existing ones with the same document are replaced."""
        for entry in entries:
            self._entries.pop(entry.path, None)
            if required(entry.tags) or supported(entry.tags) or enabled(entry.tags):
                self._entries[entry.path] = entry

    def drop(self, paths: Iterable[Path]) -> None:
        """Removes entries."""
        for path in paths:
            self._entries.pop(path, None)

    def drop_root(self, root: Path) -> None:
        """Removes everything that was found in a folder."""
        self.drop([path for path, entry in self._entries.items() if entry.root == root])

    def enablers(self, word: str) -> tuple[LibraryEntry, ...]:
        """Returns the scripts that enable a word, sorted by name, with those that cannot play last."""
        return self._having(word, enabled, _may_enable)

    def relations(self, entry: LibraryEntry) -> tuple[Relation, ...]:
        """Returns what an entry requires, supports and enables, with the matching entries."""
        uses = [
            Relation(kind=RelationKind.REQUIRES, word=word, partners=self.enablers(word))
            for word in required(entry.tags)
        ]
        uses += [
            Relation(kind=RelationKind.SUPPORTS, word=word, partners=self.enablers(word))
            for word in supported(entry.tags)
        ]
        if _may_enable(entry):
            uses += [
                Relation(kind=RelationKind.ENABLES, word=word, partners=self._having(word, _wanted))
                for word in enabled(entry.tags)
            ]
        return tuple(uses)

    def _having(
        self,
        word: str,
        words: Callable[[Iterable[str]], Iterable[str]],
        is_fit: Callable[[LibraryEntry], bool] = lambda _: True,
    ) -> tuple[LibraryEntry, ...]:
        key = folded_word(word)
        entries = [
            entry
            for entry in self._entries.values()
            if is_fit(entry) and any(folded_word(other) == key for other in words(entry.tags))
        ]
        return tuple(sorted(entries, key=lambda entry: (not entry.can_play, entry.name.casefold(), entry.path)))


def _wanted(tags: Iterable[str]) -> tuple[str, ...]:
    tags = tuple(tags)
    return (*required(tags), *supported(tags))


def _may_enable(entry: LibraryEntry) -> bool:
    """Returns whether an entry is a script; only scripts enable something."""
    return entry.kind is EntryKind.SCRIPT
