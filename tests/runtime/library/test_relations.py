"""Entries of the library that need other entries."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from runtime.library.relations import RelationBook
from runtime.model.entries import EntryKind, LibraryEntry, RelationKind
from runtime.model.messages import literal
from runtime.model.needs import enabled, folded_word, required, supported
from runtime.model.problems import Problem, Severity

ROOT = Path("/bots")
WORDS = ("twitch", "Tron", "tron")
KINDS = st.sampled_from([EntryKind.BOT, EntryKind.HIVEMIND, EntryKind.SCRIPT])
TAGS = st.lists(
    st.sampled_from(
        ["1v1", *(f"{prefix}{word}" for prefix in ("requires-", "supports-", "enables-") for word in WORDS)]
    ),
    max_size=4,
).map(tuple)


def entry(name, *tags, kind=EntryKind.SCRIPT, root=ROOT):
    return LibraryEntry(path=root / name / "x.toml", root=root, kind=kind, name=name, tags=tags)


def book_of(*entries):
    book = RelationBook()
    book.take(entries)
    return book


def relations_of(book, one):
    return [(found.kind, found.word, [partner.name for partner in found.partners]) for found in book.relations(one)]


def test_bots_and_scripts_are_joined_by_their_words():
    broker = entry("Broker", "enables-twitch", "1v1")
    bother = entry("Bother", "requires-Twitch")
    laser = entry("Laser", "supports-twitch", "enables-laser")
    omus = entry("Omus", "requires-mini", kind=EntryKind.BOT)
    book = book_of(broker, bother, laser, omus, entry("Plain", "1v1", kind=EntryKind.BOT))
    assert relations_of(book, broker) == [(RelationKind.ENABLES, "twitch", ["Bother", "Laser"])]
    assert relations_of(book, bother) == [(RelationKind.REQUIRES, "Twitch", ["Broker"])]
    assert relations_of(book, laser) == [
        (RelationKind.SUPPORTS, "twitch", ["Broker"]),
        (RelationKind.ENABLES, "laser", []),
    ]
    assert relations_of(book, omus) == [(RelationKind.REQUIRES, "mini", [])]
    assert relations_of(book, entry("Plain", "1v1")) == []


def test_a_bot_enables_nothing():
    book = book_of(entry("Bot", "enables-x", kind=EntryKind.BOT), entry("Needy", "requires-x"))
    assert book.enablers("x") == ()
    assert relations_of(book, entry("Bot", "enables-x", kind=EntryKind.BOT)) == []


def test_unplayable_entries_come_last():
    broken = replace(
        entry("A", "enables-x"),
        problems=(Problem(severity=Severity.ERROR, path=ROOT, message=literal("It is wrong.")),),
    )
    book = book_of(broken, entry("B", "enables-x", kind=EntryKind.SCRIPT), entry("C", "enables-x"))
    assert [one.name for one in book.enablers("X")] == ["B", "C", "A"]


def test_changed_and_removed_entries():
    other = Path("/others")
    book = book_of(entry("A", "enables-x"), entry("B", "enables-x"), entry("C", "enables-x", root=other))
    book.take([entry("A", "enables-y")])
    assert [one.name for one in book.enablers("x")] == ["B", "C"]
    book.take([entry("A", "1v1")])
    assert book.enablers("y") == ()
    book.drop([ROOT / "B" / "x.toml", ROOT / "nobody" / "x.toml"])
    assert [one.name for one in book.enablers("x")] == ["C"]
    book.drop_root(other)
    assert book.enablers("x") == ()


@given(st.lists(st.tuples(KINDS, TAGS), max_size=8))
def test_relations_go_both_ways(made):
    entries = [entry(f"E{place}", *tags, kind=kind) for place, (kind, tags) in enumerate(made)]
    book = book_of(*entries)
    pairs = {
        (one.name, partner.name, folded_word(found.word), found.kind is RelationKind.ENABLES)
        for one in entries
        for found in book.relations(one)
        for partner in found.partners
    }
    assert {(b, a, word, not is_enabler) for a, b, word, is_enabler in pairs} == pairs
    for one in entries:
        words = [*required(one.tags), *supported(one.tags)]
        words += enabled(one.tags) if one.kind is EntryKind.SCRIPT else []
        assert [found.word for found in book.relations(one)] == words
