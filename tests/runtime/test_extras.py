"""Errors for optional packages that are missing or broken."""

import shlex
import sys

import pytest

from runtime.extras import MissingExtraError, require


def test_a_missing_package_names_its_extra():
    assert require("json.decoder", "train").JSONDecoder
    with pytest.raises(MissingExtraError) as caught:
        require("no_such_package.deep", "ppo")
    sentence, _, command = str(caught.value).partition(" Install it with: ")
    assert sentence == "no_such_package, of the extra ppo, is not installed."
    assert shlex.split(command, posix=sys.platform != "win32")[-4:] == ["-m", "pip", "install", "no_such_package"]
    assert sys.executable in command


def test_a_package_that_is_broken_is_not_called_missing(tmp_path, monkeypatch):
    (tmp_path / "broken_package.py").write_text("import another_that_is_missing")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="another_that_is_missing"):
        require("broken_package", "ppo")
