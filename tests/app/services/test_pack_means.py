"""Where packs of bots are kept."""

from pathlib import Path

from app.services.pack_means import pack_means


def test_folders_of_packs(home_of_its_own):
    means = pack_means()
    assert means.shelf.root == Path(home_of_its_own) / "data" / "packs"
    assert means.shelf.kept == Path(home_of_its_own) / "data" / "kept-edits"
    assert not means.shelf.root.exists()
