"""What the package of documents offers, and that it loads no more than is asked for."""

import pkgutil
import subprocess
import sys

import pytest

from runtime import config


def test_every_name_it_offers_is_there():
    assert set(config.__all__) == set(config._HOME_OF)
    for name, home in config._HOME_OF.items():
        assert getattr(config, name) is getattr(sys.modules[f"runtime.config.{home}"], name)


def test_no_name_is_that_of_a_module_which_would_hide_it():
    assert not {module.name for module in pkgutil.iter_modules(config.__path__)} & set(config.__all__)


@pytest.mark.parametrize("name", ["read_mach", "model_", ""])
def test_another_name_is_missed_as_in_any_module(name):
    assert not hasattr(config, name)
    with pytest.raises(AttributeError, match=f"^{name}$"):
        getattr(config, name)


def test_values_and_their_check_come_without_documents():
    program = "import sys; from runtime.config import Match, from_wire, validate; print(sorted(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True)
    for module in ("runtime.config.documents", "runtime.config.editing", "tomllib", "tomlkit", "hashlib"):
        assert f"'{module}'" not in loaded
