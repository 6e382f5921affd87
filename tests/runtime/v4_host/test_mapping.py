"""Each rule of the conversion between v5 and v4 holds; the checks run in an interpreter with RLBot v4."""

import ast
import json
import subprocess
from pathlib import Path

import pytest

from runtime.documents.v4_files import HOST

pytestmark = pytest.mark.timeout(600)  # packages are downloaded once per checkout
CHECKS = Path(__file__).with_name("mapping_checks.py")
NAMES = [node.name for node in ast.parse(CHECKS.read_text()).body if getattr(node, "name", "").startswith("check_")]


@pytest.fixture(scope="module")
def results(v4_interpreter):
    argv = [str(v4_interpreter), "-W", "ignore", str(CHECKS), str(HOST)]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", NAMES)
def test_mapping(results, name):
    assert results[name] is None, results[name]
