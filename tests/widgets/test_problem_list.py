"""The list of problems: rows, places and fixes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from runtime.model.problems import Problem, Severity
from widgets.problems.problem_list import NONE, ProblemList, problem_text


def a_problem(severity=Severity.ERROR, **changes):
    values = {"severity": severity, "path": Path("/x/match.toml"), "message": "It is wrong.", "line": 4}
    return Problem(**{**values, **changes})


@pytest.fixture
def problems(qtbot, dark):
    made = ProblemList(dark)
    qtbot.addWidget(made)
    return made


def test_without_problems_it_says_so(problems, qtbot):
    with qtbot.waitSignal(problems.counted) as counted:
        problems.show_problems(())
    assert counted.args == [0]
    assert problems.title == NONE
    assert problems.rows.count() == 0


def test_a_row_leads_to_its_place(problems, qtbot):
    late = a_problem(line=7)
    problems.show_problems((a_problem(Severity.WARNING), late))
    problems.show()
    problems.rows.setCurrentRow(0)
    with qtbot.waitSignal(problems.problem_chosen) as chosen:
        qtbot.keyClick(problems.rows, Qt.Key.Key_Return)
    assert chosen.args == [late]


def test_errors_come_first_and_say_that_nothing_starts(problems):
    problems.show_problems((a_problem(Severity.WARNING, line=1), a_problem(fix="Mend it."), a_problem(line=None)))
    assert problems.title == "2 errors and 1 warning, the match cannot start"
    texts = [problems.rows.item(row).text() for row in range(problems.rows.count())]
    assert texts == [
        "match.toml:4   It is wrong.  →  Mend it.",
        "match.toml   It is wrong.",
        "match.toml:1   It is wrong.",
    ]
    assert problems.rows.item(0).toolTip().startswith("/x/match.toml:4: error")
    assert problems.property("severity") == "error"


def test_warnings_alone_do_not_stop_a_match(problems):
    problems.show_problems((a_problem(Severity.WARNING),))
    assert problems.title == "1 warning, the match can start"
    assert problems.property("severity") == "warning"
    problems.show_problems(())
    assert problems.property("severity") == "none"


def test_where_nobody_plays_nothing_starts(problems):
    problems.show_problems((a_problem(Severity.WARNING),), is_empty=True)
    assert problems.title == "No cars yet, the match cannot start"
    problems.show_problems((a_problem(),), is_empty=True)
    assert problems.title == "1 error, the match cannot start"
    problems.show_problems(())
    assert "can start" in problems.title


def test_a_problem_without_fix_ends_with_its_sentence():
    assert problem_text(a_problem()) == "match.toml:4   It is wrong."


def test_a_fixable_problem_has_a_button(problems, qtbot):
    first, second, other = (a_problem(Severity.WARNING, line=line) for line in (1, 2, 3))
    problems.show_problems((first, second, other))
    problems.show()
    assert not problems.fix_button.isVisible()
    problems.show_fixes({second: "Mend two", first: "Mend one"})
    assert problems.fix_button.text() == "Mend one", "of the first, while none is chosen"
    problems.rows.setCurrentRow(1)
    assert problems.fix_button.text() == "Mend two"
    assert str(second.message) in problems.fix_button.accessibleName()
    with qtbot.waitSignal(problems.fix_requested) as wanted:
        qtbot.mouseClick(problems.fix_button, Qt.MouseButton.LeftButton)
    assert wanted.args == [second]
    problems.rows.setCurrentRow(2)
    assert problems.fix_button.text() == "Mend one"
    problems.show_problems((first,))
    assert not problems.fix_button.isVisible(), "new problems have no buttons yet"
