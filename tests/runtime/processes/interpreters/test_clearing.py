import pytest

from runtime.processes.interpreters import clearing


def test_everything_goes_but_what_links_lead_to(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    (outside / "kept").chmod(0o444)
    place = tmp_path / "place"
    inner = place / "lib" / "repository"
    inner.mkdir(parents=True)
    (inner / "pack").write_text("x")
    (inner / "pack").chmod(0o444)
    inner.chmod(0o555)
    (place / "link").symlink_to(outside)
    (place / "gone").symlink_to(tmp_path / "gone")
    clearing.main(str(place))
    assert not place.exists()
    assert (outside / "kept").stat().st_mode & 0o777 == 0o444


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        clearing.main(str(tmp_path / "gone"))
