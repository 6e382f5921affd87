"""Undo and redo: byte for byte, bounded, and across a move to another folder."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.documents import (
    OPTIONS,
    EditError,
    History,
    MatchDocument,
    Snapshot,
    Step,
    cars,
    reset_options,
    set_options,
)
from runtime.documents.history import MERGE_S
from runtime.documents.surgery import duplicate_table


def a_step(name, before="a", after="b", about=""):
    return Step(
        name=name, before=Snapshot(text=before, folder=None), after=Snapshot(text=after, folder=None), about=about
    )


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def timed(clock):
    return History(clock=clock)


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


@pytest.mark.parametrize(("steps", "kept"), [(2, 2), (3, 3), (4, 3)])
def test_so_many_steps_are_kept(steps, kept):
    history = History(max_steps=3)
    for step in range(steps):
        history.record(a_step(str(step)))
    assert sum(history.undo() is not None for _ in range(9)) == kept


@pytest.mark.parametrize(("length", "kept"), [(4, 3), (5, 3), (6, 2)])
def test_so_much_text_is_kept(length, kept):
    history = History(max_characters=30)
    for step in range(3):
        history.record(a_step(str(step), before="x" * length, after="y" * length))
    assert sum(history.undo() is not None for _ in range(9)) == kept


def test_the_newest_step_is_kept_however_long():
    history = History(max_characters=1)
    history.record(a_step("long", after="y" * 100))
    assert history.undo_name == "long"


def test_steps_that_were_undone_no_longer_count_once_they_are_gone():
    history = History(max_characters=30)
    history.record(a_step("a", before="x" * 10, after="y" * 10))
    history.undo()
    for _ in range(3):
        history.record(a_step("b", before="x" * 5, after="y" * 5))
    assert sum(history.undo() is not None for _ in range(9)) == 3


@pytest.mark.parametrize(
    ("pause_s", "steps"), [(MERGE_S - 0.01, ["b to c"]), (MERGE_S, ["b to c"]), (MERGE_S + 0.01, ["b to c", "a to b"])]
)
def test_changes_of_one_value_are_one_step_while_they_follow_each_other_closely(timed, clock, pause_s, steps):
    timed.record(a_step("a to b", "a", "b", about="gravity"))
    clock.now += pause_s
    timed.record(a_step("b to c", "b", "c", about="gravity"))
    undone = [timed.undo() for _ in steps]
    assert [step.name for step in undone] == steps
    assert undone[0].after.text == "c"
    assert undone[-1].before.text == "a"
    assert timed.undo() is None


def test_each_change_begins_the_time_anew(timed, clock):
    for before, after in ("ab", "bc", "cd", "de"):
        timed.record(a_step(after, before, after, about="gravity"))
        clock.now += MERGE_S
    step = timed.undo()
    assert (step.before.text, step.after.text, timed.undo_name) == ("a", "e", None)
    assert timed.redo() == step


@pytest.mark.parametrize("about", ["boost", ""])
def test_changes_of_different_values_are_steps_of_their_own(timed, about):
    timed.record(a_step("one", "a", "b", about="gravity"))
    timed.record(a_step("two", "b", "c", about=about))
    timed.record(a_step("three", "c", "d", about="gravity"))
    assert [timed.undo().name for _ in range(3)] == ["three", "two", "one"]


def test_edits_that_are_of_no_single_value_never_become_one(timed):
    timed.record(a_step("one", "a", "b"))
    timed.record(a_step("two", "b", "c"))
    assert [timed.undo().name for _ in range(2)] == ["two", "one"]


@pytest.mark.parametrize("between", ["seal", "undo and redo", "another text"])
def test_what_comes_between_ends_a_step(timed, between):
    timed.record(a_step("one", "a", "b", about="gravity"))
    if between == "seal":
        timed.seal()
    elif between == "undo and redo":
        timed.undo()
        timed.redo()
    before = "x" if between == "another text" else "b"
    timed.record(a_step("two", before, "c", about="gravity"))
    assert [timed.undo().name for _ in range(2)] == ["two", "one"]


def test_a_change_that_is_taken_back_at_once_leaves_no_step(timed):
    timed.record(a_step("zero", "z", "a"))
    timed.record(a_step("one", "a", "b", about="gravity"))
    timed.record(a_step("two", "b", "a", about="gravity"))
    assert names(timed) == ("zero", None)
    timed.record(a_step("three", "a", "b", about="gravity"))
    assert names(timed) == ("three", None)


def test_after_a_change_that_came_to_nothing_an_old_step_stays_as_it_is(timed, clock):
    timed.record(a_step("old", "a", "b", about="gravity"))
    clock.now += 10 * MERGE_S
    timed.record(a_step("on", "b", "c", about="gravity"))
    timed.record(a_step("back", "c", "b", about="gravity"))
    timed.record(a_step("new", "b", "d", about="gravity"))
    assert timed.undo().before.text == "b"
    assert timed.undo().before.text == "a"


def test_steps_that_became_one_count_once(clock):
    history = History(max_characters=30, clock=clock)
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


PLACE = st.integers(0, 3)
NAMED = st.sampled_from([key for key, option in OPTIONS.items() if option.names])
EDITS = st.one_of(
    st.tuples(st.just(cars.swap_sides)),
    st.tuples(st.just(cars.shuffle), PLACE),
    st.tuples(st.just(cars.move_car), PLACE, st.integers(0, 1), PLACE),
    st.tuples(st.just(duplicate_table), st.sampled_from(["cars", "scripts"]), PLACE),
    st.tuples(st.just(cars.replace_car), PLACE, st.just({"type": "Human"})),
    st.tuples(st.just(cars.set_key), st.just("cars"), PLACE, st.just("name"), st.sampled_from(["n", None])),
    NAMED.flatmap(
        lambda key: st.tuples(st.just(set_options), st.sampled_from(OPTIONS[key].names).map(lambda name: {key: name}))
    ),
    st.tuples(st.just(reset_options), st.lists(NAMED, max_size=3)),
)
TURNS = st.lists(st.one_of(EDITS, st.just(("undo",)), st.just(("redo",))), max_size=12)


@settings(max_examples=60, deadline=None)
@given(TURNS, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_whatever_is_done_can_be_undone_byte_for_byte(turns, line_break, has_end):
    from tests.runtime.documents.conftest import MATCH

    text = MATCH.replace("\n", line_break)
    document = MatchDocument(text if has_end else text.rstrip(), None)
    history, start = History(), document.text
    for function, *arguments in turns:
        if function in ("undo", "redo"):
            step = getattr(history, function)()
            if step is not None:
                document.restore(step.before if function == "undo" else step.after)
            continue
        before = document.snapshot
        try:
            document.edit(lambda edited, function=function, arguments=arguments: function(edited, *arguments))
        except EditError:
            continue
        if document.snapshot != before:
            history.record(Step(name="edit", before=before, after=document.snapshot))
    end, undone = document.text, 0
    while step := history.undo():
        document.restore(step.before)
        undone += 1
    assert document.text == start
    assert not document.dirty
    for _ in range(undone):
        document.restore(history.redo().after)
    assert document.text == end
