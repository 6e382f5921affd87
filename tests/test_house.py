"""The rules of the house that no linter knows."""

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "widgets", "runtime", "resources")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MODULE_CEILING = 400
FUNCTION_CEILING = 50


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_module_and_functions_stay_small(path):
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= MODULE_CEILING
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= FUNCTION_CEILING, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_names_say_what_a_thing_is(path):
    forbidden = ("Manager", "Helper", "Utils")
    assert path.stem not in ("utils", "helpers", "misc", "common")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            assert not node.name.endswith(forbidden), node.name


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_nothing_spins_the_event_loop_or_asks_a_shell(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr != "processEvents"
        if isinstance(node, ast.keyword) and node.arg == "shell":
            pytest.fail(f"line {node.lineno}: shell=True")


def test_leaf_modules_import_nothing_of_kickabout_but_leaves():
    names = ("states", "problems", "tracebacks", "values", "events", "entries")
    leaves = {f"runtime.{name}" for name in names}
    for leaf in leaves:
        tree = ast.parse((ROOT / (leaf.replace(".", "/") + ".py")).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES:
                assert node.module in leaves


def test_lock_files_name_hashes_and_no_addresses():
    for name in ("requirements.lock", "requirements-test.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text
        requirements = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert requirements
        assert all(line.endswith("\\") for line in requirements), "every requirement is followed by its hashes"


def test_lock_keeps_the_pin_against_the_broken_qt_binding():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = next(line for line in lock.splitlines() if line.startswith("pyside6-essentials=="))
    major, minor = pinned.split("==")[1].split(".")[:2]
    assert (6, 8) <= (int(major), int(minor)) < (6, 12)


def test_no_generated_or_private_file_is_tracked():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    for name in done.stdout.splitlines():
        assert not name.endswith((".pyc", ".cmf", ".log")), name
        assert "__pycache__" not in name
