"""Every edit of cars and scripts in the window is one undo step with a name."""

import pytest

from app.document.edits import Edits
from app.document.open_document import DocumentController
from resources.examples import example_bots

KEEPER = example_bots() / "keeper" / "bot.toml"
PAINTER = example_bots() / "painter" / "script.toml"


@pytest.fixture
def document(qapp, copied_match):
    made = DocumentController()
    assert made.open(copied_match())
    return made


@pytest.fixture
def edits(document):
    return Edits(document)


def cars(document):
    return [(car.name, car.team) for car in document.overview.cars]


EDITS = [
    (lambda edits: edits.add_bot(KEEPER, 1), "Add keeper", [("Striker", 0), ("Chaser", 1), ("Keeper", 1)]),
    (lambda edits: edits.remove_car(0), "Remove Striker", [("Chaser", 1)]),
    (lambda edits: edits.duplicate_car(0), "Duplicate Striker", [("Striker", 0), ("Striker (2)", 0), ("Chaser", 1)]),
    (lambda edits: edits.replace_car(1, KEEPER), "Replace Chaser with keeper", [("Striker", 0), ("Keeper", 1)]),
    (lambda edits: edits.replace_by_human(0), "Make Striker a human player", [("You", 0), ("Chaser", 1)]),
    (lambda edits: edits.move_car(0, 1, 0), "Move Striker to orange", [("Striker", 1), ("Chaser", 1)]),
    (lambda edits: edits.move_car(1, 0, 0), "Move Chaser to blue", [("Chaser", 0), ("Striker", 0)]),
    (lambda edits: edits.swap_sides(), "Swap sides", [("Striker", 1), ("Chaser", 0)]),
    (lambda edits: edits.set_name(0, "Ada"), "Rename Striker", [("Ada", 0), ("Chaser", 1)]),
]


@pytest.mark.parametrize(("edit", "name", "expected"), EDITS)
def test_an_edit_is_a_step(document, edits, edit, name, expected):
    before = document.document.text
    assert edit(edits)
    assert cars(document) == expected
    assert document.steps.undo == name
    after = document.document.text
    document.undo()
    assert (document.document.text, document.is_dirty) == (before, False)
    assert document.steps.redo == name
    document.redo()
    assert document.document.text == after


def test_cars_that_no_program_drives(document, edits):
    assert edits.add_psyonix(0, "Pro")
    assert edits.add_human(1)
    assert edits.replace_by_psyonix(1, "Rookie")
    kinds = [car.kind for car in document.overview.cars]
    assert kinds == ["bot", "psyonix", "psyonix", "human"]
    assert edits.set_skill(2, "Beginner")
    assert [car.skill for car in document.match().cars] == ["AllStar", "Rookie", "Beginner", "AllStar"]


def test_a_loadout_of_its_own_and_back(document, edits):
    before = document.document.text
    loadout = document.path.parent.parent / "bots" / "keeper" / "loadout.toml"
    assert edits.set_loadout(0, loadout)
    assert 'loadout_file = "../bots/keeper/loadout.toml"' in document.document.text
    assert not document.document.reading().errors
    assert edits.set_loadout(0, None)
    assert document.document.text == before


def test_started_by_hand_and_back(document, edits):
    before = document.document.text
    assert edits.set_auto_start(1, is_auto_start=False)
    assert document.match().cars[1].run_command == ""
    assert edits.set_auto_start(1, is_auto_start=True)
    assert document.document.text == before
    assert edits.set_name(1, "X")
    assert edits.set_name(1, None)
    assert document.document.text == before


def test_scripts_come_and_go(document, edits):
    assert edits.add_script(PAINTER)
    assert [script.name for script in document.overview.scripts] == ["Painter"]
    assert edits.set_script_auto_start(0, is_auto_start=False)
    assert document.match().scripts[0].run_command == ""
    assert edits.remove_script(0)
    assert document.overview.scripts == ()
    assert document.steps.undo == "Remove script"


def test_shuffling_differs_from_time_to_time(document, edits):
    for _ in range(6):
        assert edits.add_bot(KEEPER, 0)
    texts = set()
    for _ in range(12):
        assert edits.shuffle()
        assert [car.team for car in document.overview.cars].count(1) == 1
        texts.add(document.document.text)
    assert len(texts) > 1


@pytest.mark.parametrize(
    "edit",
    [
        lambda edits: edits.remove_car(9),
        lambda edits: edits.duplicate_car(9),
        lambda edits: edits.replace_car(9, KEEPER),
        lambda edits: edits.move_car(9, 0, 0),
        lambda edits: edits.set_name(9, "x"),
        lambda edits: edits.remove_script(0),
        lambda edits: edits.set_script_auto_start(0, is_auto_start=False),
    ],
)
def test_an_impossible_edit_is_reported_and_changes_nothing(document, edits, edit, qtbot):
    before = document.document.text
    with qtbot.waitSignal(document.refused):
        assert not edit(edits)
    assert document.document.text == before
    assert document.steps.undo is None


def test_an_edit_that_changes_nothing_is_no_step(document, edits):
    assert edits.move_car(0, 0, 0)
    assert edits.set_name(0, None)
    assert document.steps.undo is None


def test_half_an_edit_is_taken_back(document, qtbot):
    before = document.document.text

    def change(one):
        one.add_human(0)
        one.remove_car(99)

    with qtbot.waitSignal(document.refused):
        assert not document.edit("both", change)
    assert document.document.text == before


def test_another_document_begins_another_history(document, edits, copied_match):
    edits.add_human(0)
    document.save()
    assert document.steps.undo is not None
    document.open(copied_match("2v2"))
    assert (document.steps.undo, document.steps.redo) == (None, None)
    edits.add_human(0)
    document.new()
    assert document.steps.undo is None
    assert document.overview.cars == ()
    document.undo()
    document.redo()
    assert document.overview.title == "Untitled match"


def test_saving_is_no_end_of_undo(document, edits):
    before = document.document.text
    edits.add_human(0)
    document.save()
    document.undo()
    assert (document.document.text, document.is_dirty) == (before, True)
    document.redo()
    assert not document.is_dirty
