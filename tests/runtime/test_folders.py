import pytest

from runtime.folders import is_ignored_folder, is_made_by_tools

IGNORED = """.git .hg .svn .venv venv node_modules __pycache__ x.egg-info .mypy_cache .ruff_cache .pytest_cache
    .idea .vscode"""
ENTERED = "src env target build dist bin git venv2 lib .config"


@pytest.mark.parametrize(
    ("name", "is_ignored"), [*((name, True) for name in IGNORED.split()), *((name, False) for name in ENTERED.split())]
)
def test_only_folders_in_which_people_write_nothing_are_ignored(name, is_ignored):
    assert is_ignored_folder(name) is is_ignored


@pytest.mark.parametrize(
    ("names", "is_made"),
    [
        ({"pyvenv.cfg", "bin", "lib"}, True),
        ({"conda-meta", "bin"}, True),
        ({"CACHEDIR.TAG", "release"}, True),
        ({"__init__.py", "car_env.py"}, False),
        (set(), False),
    ],
)
def test_environments_and_caches_are_recognised_by_their_entries(names, is_made):
    assert is_made_by_tools(names) is is_made
