"""Filters of the library, and the order of the entries."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.model.entries import EntryKind, LibraryEntry, SourceVersion, folded
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from widgets.library.entry_model import filtered, in_order, neighbours, sort_key
from widgets.library.values import BROKEN, LibraryFilter, Order, Selection


def entry(name, place="a", changed_s=0.0, **changes):
    path = Path(f"/bots/{place}/{name}/bot.toml")
    words = " ".join((name, changes.get("developer", ""), *changes.get("tags", ()), changes.get("description", "")))
    version = SourceVersion(digest="00000000", changed_s=changed_s, files=1)
    values = {"path": path, "root": Path("/bots"), "kind": EntryKind.BOT, "name": name, "version": version}
    return LibraryEntry(**{**values, "searchable": folded(words), **changes})


def names(entries, wanted, favourites=(), recent=()):
    places = {path: place for place, path in enumerate(recent)}
    return [found.name for found in filtered(entries, wanted, set(favourites), places)]


@pytest.fixture
def shelf():
    problem = Problem(severity=Severity.ERROR, path=Path("/x"), message=literal("It is wrong."))
    return [
        entry("Überflieger", developer="Ann", tags=("1v1",), language="Python", description="flies well"),
        entry("Keeper", developer="Bob", tags=("goalie", "teamplay"), language="rust", kind=EntryKind.HIVEMIND),
        entry("Painter", kind=EntryKind.SCRIPT, language="python"),
        entry("Wreck", problems=(problem,)),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["Überflieger", "Keeper", "Painter", "Wreck"]),
        ("   ", ["Überflieger", "Keeper", "Painter", "Wreck"]),
        ("uber", ["Überflieger"]),
        ("ÜBER", ["Überflieger"]),
        ("bob keep", ["Keeper"]),
        ("keep bob", ["Keeper"]),
        ("bob flies", []),
        ("goal", ["Keeper"]),
    ],
)
def test_every_word_has_to_be_somewhere(shelf, text, found):
    assert names(shelf, LibraryFilter(text=text)) == found


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (LibraryFilter(kind="hivemind"), ["Keeper"]),
        (LibraryFilter(kind=BROKEN), ["Wreck"]),
        (LibraryFilter(kind="bot"), ["Überflieger", "Wreck"]),
        (LibraryFilter(tag="goalie"), ["Keeper"]),
        (LibraryFilter(language="PYTHON"), ["Überflieger", "Painter"]),
        (LibraryFilter(language="python", kind="script", text="paint"), ["Painter"]),
    ],
)
def test_filters_narrow_what_is_shown(shelf, wanted, found):
    assert names(shelf, wanted) == found
    assert wanted.is_narrow


def test_favourites_and_recent_ones(shelf):
    paths = {one.name: one.path for one in shelf}
    wanted = LibraryFilter(selection=Selection.FAVOURITES)
    assert names(shelf, wanted, favourites=[paths["Wreck"], Path("/gone")]) == ["Wreck"]
    wanted = LibraryFilter(selection=Selection.RECENT)
    assert names(shelf, wanted, recent=[paths["Wreck"], paths["Keeper"]]) == ["Wreck", "Keeper"]


@pytest.mark.parametrize(
    ("order", "sequence"),
    [
        (Order.NAME, ["ante", "Äpfel", "Zoo"]),
        (Order.DEVELOPER, ["Zoo", "ante", "Äpfel"]),
        (Order.NEWEST, ["Äpfel", "Zoo", "ante"]),
        (Order.FOLDER, ["Zoo", "Äpfel", "ante"]),
    ],
)
def test_orders(order, sequence):
    entries = [
        entry("Zoo", "a", 2.0, developer="Ann"),
        entry("Äpfel", "b", 3.0),
        entry("ante", "c", 1.0, developer="bob"),
    ]
    entries.sort(key=lambda one: sort_key(order, one))
    assert [one.name for one in entries] == sequence


@pytest.mark.parametrize("order", list(Order))
def test_namesakes_have_places_of_their_own(order):
    one, other = entry("X", "a"), entry("X", "b")
    assert sort_key(order, one) != sort_key(order, other)


def test_choices_are_listed_once():
    assert in_order(["Rust", "rust", "", " python ", "Ärger"]) == ("Ärger", "python", "rust")


@pytest.mark.parametrize(
    ("before", "after", "path", "kept"),
    [
        ("abc", "abc", "b", "b"),
        ("abc", "ac", "b", "c"),
        ("abc", "a", "b", "a"),
        ("abc", "", "b", None),
        ("abc", "abc", "x", None),
        ("", "abc", "b", "b"),
    ],
)
def test_the_nearest_neighbour_takes_over(before, after, path, kept):
    assert neighbours([*before], set(after), path) == kept


@given(st.text(), st.text())
def test_the_search_finds_entries_letter_by_letter(name, more):
    found = entry(f"x{name}x", description=more)
    assert all(word in found.searchable for word in folded(name).split())
