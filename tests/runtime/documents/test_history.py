"""Undo and redo: exact to the byte, limited, and across a move to another folder."""

import pytest

from runtime.documents import (
    History,
    MatchDocument,
    Snapshot,
    Step,
)
from runtime.documents.history import MERGE_S
from tests.clock import Clock


def a_step(name, before="a", after="b", about=""):
    return Step(
        name=name, before=Snapshot(text=before, folder=None), after=Snapshot(text=after, folder=None), about=about
    )


def names(history):
    return history.undo_name, history.redo_name


def test_steps_are_undone_and_done_again_in_order():
    history = History()
    assert names(history) == (None, None)
    assert history.undo() is None
    assert history.redo() is None
    for name in "ab":
        history.record(a_step(name))
    assert names(history) == ("b", None)
    assert history.undo().name == "b"
    assert names(history) == ("a", "b")
    assert history.redo().name == "b"
    history.undo()
    history.record(a_step("c"))
    assert names(history) == ("c", None)
    history.clear()
    assert names(history) == (None, None)


@pytest.mark.parametrize(
    ("limits", "length", "steps", "kept"),
    [
        ({"max_steps": 3}, 1, 2, 2),
        ({"max_steps": 3}, 1, 3, 3),
        ({"max_steps": 3}, 1, 4, 3),
        ({"max_characters": 30}, 4, 3, 3),
        ({"max_characters": 30}, 5, 3, 3),
        ({"max_characters": 30}, 6, 3, 2),
        ({"max_characters": 1}, 100, 1, 1),
    ],
)
def test_limits_of_steps_and_characters(limits, length, steps, kept):
    history = History(**limits)
    for step in range(steps):
        history.record(a_step(str(step), before="x" * length, after="y" * length))
    assert sum(history.undo() is not None for _ in range(9)) == kept


@pytest.mark.parametrize(
    ("changes", "steps"),
    [
        ("ab0 bc0", "ac"),
        (f"ab0 bc{MERGE_S}", "ac"),
        (f"ab0 bc{MERGE_S + 0.01}", "bc ab"),
        (f"ab0 bc{MERGE_S} cd{MERGE_S} de{MERGE_S}", "ae"),
        ("ab0 BC0 cd0", "cd BC ab"),
        ("ab0 -bc0", "bc ab"),
        ("-ab0 -bc0", "bc ab"),
        ("ab0 | bc0", "bc ab"),
        ("ab0 < bc0", "bc ab"),
        ("ab0 xc0", "xc ab"),
        ("-za0 ab0 ba0", "za"),
        ("-za0 ab0 ba0 ab0", "ab za"),
        (f"ab0 bc{10 * MERGE_S} cb0 bd0", "bd ab"),
    ],
)
def test_quick_changes_of_one_value_are_one_step(changes, steps):
    """A change is text before, text after and pause in s; `-`: no value, capitals: another, `|`: seal, `<`: undo."""
    clock = Clock()
    history = History(clock=clock)
    for change in changes.split():
        if change == "|":
            history.seal()
        elif change == "<":
            history.undo()
            history.redo()
        else:
            before, after, *pause = change.lstrip("-")
            clock.now += float("".join(pause))
            about = "" if change.startswith("-") else "boost" if before.isupper() else "gravity"
            history.record(a_step(change, before, after, about=about))
    undone = [history.undo() for _ in steps.split()]
    assert " ".join(step.before.text + step.after.text for step in undone) == steps
    assert history.undo() is None


def test_discarded_steps_do_not_count():
    history = History(max_characters=30)
    history.record(a_step("a", before="x" * 10, after="y" * 10))
    history.undo()
    for _ in range(3):
        history.record(a_step("b", before="x" * 5, after="y" * 5))
    assert sum(history.undo() is not None for _ in range(9)) == 3


def test_steps_that_became_one_count_once():
    history = History(max_characters=30, clock=Clock())
    history.record(a_step("first", "x" * 5, "y" * 5))
    for number in range(9):
        history.record(a_step("on", "y" * 5 if number == 0 else f"{number:05}", f"{number + 1:05}", about="gravity"))
    assert [history.undo().name for _ in range(2)] == ["on", "first"]


def test_undo_after_saving_elsewhere_reaches_the_same_files(league):
    document = MatchDocument.open(league.path / "match.toml")
    before = document.snapshot
    document.add_human(0)
    (league.path / "other").mkdir()
    document.save(league.path / "other" / "copy.toml")
    after = document.snapshot
    document.restore(before)
    assert 'config_file = "../plain/bot.toml"' in document.text
    assert not document.reading().errors
    assert document.dirty
    document.restore(after)
    assert not document.dirty
