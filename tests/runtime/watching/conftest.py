"""Folders of agents to watch."""

import pytest


@pytest.fixture
def folder(tmp_path):
    """An agent's folder."""
    root = tmp_path / "bot"
    (root / "src").mkdir(parents=True)
    (root / "bot.py").write_text("one")
    (root / "src" / "brain.py").write_text("two")
    return root
