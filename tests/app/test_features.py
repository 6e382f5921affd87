"""The table of features names tests that there are, and owns up to what is missing."""

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs" / "features.md"
LEAST_ROWS = 70


def rows():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [row for row in cells if row[0] != "feature"]


def named_in(cell):
    return re.findall(r"`([^`]+)`", cell)


NAMED = sorted({test for row in rows() for test in named_in(row[2])})


@functools.cache
def functions(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("named", NAMED)
def test_a_named_test_exists(named):
    file, _, function = named.partition("::")
    path = ROOT / "tests" / file
    assert path.is_file()
    found = functions(path)
    assert function in found if function else any(name.startswith("test_") for name in found)


def test_every_feature_is_shown_by_a_test_or_missing():
    assert len(rows()) >= LEAST_ROWS
    for feature, where, shown in rows():
        assert feature
        assert bool(named_in(shown)) is not where.startswith("missing"), feature
        assert named_in(shown) or shown == "-"


def test_no_feature_is_listed_twice():
    names = [row[0] for row in rows()]
    assert len(names) == len(set(names))
