"""The public names of the package of documents, which loads no more than they need."""

import ast
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from runtime import documents


def imports():
    """Returns the names that type checkers see, with their modules."""
    statements = ast.walk(ast.parse(Path(documents.__file__).read_text(encoding="utf-8")))
    found = [(name.name, node.module) for node in statements if isinstance(node, ast.ImportFrom) for name in node.names]
    return {name: module for name, module in found if module.startswith("runtime.documents.")}


def test_every_name_it_offers_is_there_and_the_one_that_checkers_see():
    assert set(documents.__all__) == set(imports())
    for name, module in imports().items():
        assert getattr(documents, name) is getattr(import_module(module), name)


def test_each_name_can_be_imported_first():
    """To save time, only names whose modules no other name loads; each in a new process."""
    for name in ("MatchDocument", "check", "History", "EditError"):
        program = f"from runtime import documents; print(documents.{name}.__name__)"
        assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == name


def test_public_names_differ_from_modules():
    assert not {module.name for module in pkgutil.iter_modules(documents.__path__)} & set(documents.__all__)


@pytest.mark.parametrize("name", ["read_mach", "model_", ""])
def test_another_name_is_missed_as_in_any_module(name):
    assert not hasattr(documents, name)
    with pytest.raises(AttributeError, match=f"^{name}$"):
        getattr(documents, name)


def test_values_and_their_check_come_without_documents():
    program = "import sys; from runtime.documents import Match, from_wire, validate; print(sorted(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True)
    for module in ("runtime.documents.match_file", "runtime.documents.editing", "tomllib", "tomlkit", "hashlib"):
        assert f"'{module}'" not in loaded
