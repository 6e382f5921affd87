from pathlib import Path

import pytest

from runtime.agents.swaps.source_check import CheckOutput, batches


@pytest.mark.parametrize(
    ("lengths", "sizes"),
    [
        ([], [0]),
        ([9], [1]),
        ([9, 9], [2]),
        ([9, 8], [2]),
        ([9, 10], [1, 1]),
        ([30], [1]),
        ([30, 3, 4], [1, 2]),
    ],
)
def test_each_group_fits_into_a_command_line(lengths, sizes):
    files = [Path("x" * length) for length in lengths]
    groups = batches(files, limit=20)
    assert [len(group) for group in groups] == sizes
    assert [file for group in groups for file in group] == files


def test_findings_are_read():
    output = CheckOutput()
    output.add(['{"file": "/a/bot.py", "line": 3, "message": "invalid syntax"}', '{"checked": 2}'])
    output.add(['{"file": "/a/b.py", "line": null, "message": "it is nested too deeply."}'])
    assert [str(problem) for problem in output.problems] == [
        "/a/bot.py:3: error: Invalid syntax.",
        "/a/b.py: error: It is nested too deeply.",
    ]
    assert (output.is_checked, output.other) == (True, "")


@pytest.mark.parametrize(
    "line", ["No module named x", "[1]", "3", '{"file": "x"}', "", '"text"', "null", "[" * 100_000]
)
def test_output_without_findings_is_kept_as_text(line):
    output = CheckOutput()
    output.add(["first", line])
    assert (output.problems, output.is_checked, output.other) == ([], False, line or "first")
