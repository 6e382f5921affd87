"""Folders of packs."""

from pathlib import Path

from app.services.pack_services import pack_services


def test_folders_of_packs(home_of_its_own):
    services = pack_services()
    assert services.store.root == Path(home_of_its_own) / "data" / "packs"
    assert services.store.kept == Path(home_of_its_own) / "data" / "kept-edits"
    assert not services.store.root.exists()
