import pytest

from runtime.watching.tree import MAX_HASHED, digest_of
from runtime.watching.walk import Stamp


def stamp_of(path):
    return Stamp.of(path.stat())


def test_the_same_content_has_the_same_digest(tmp_path):
    first, second, other = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    first.write_bytes(b"same")
    second.write_bytes(b"same")
    other.write_bytes(b"other")
    digests = [digest_of(str(path), stamp_of(path)) for path in (first, second, other)]
    assert digests[0] == digests[1] != digests[2]
    assert None not in digests


def test_an_empty_file_has_a_digest(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    assert digest_of(str(tmp_path / "a"), stamp_of(tmp_path / "a"))


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_large_files_have_none(tmp_path, over):
    path = tmp_path / "a"
    path.write_bytes(bytes(MAX_HASHED + over))
    assert (digest_of(str(path), stamp_of(path)) is None) is (over > 0)


def test_a_file_that_is_not_any_more_as_it_was_seen_has_none(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    seen = stamp_of(path)
    path.write_bytes(b"three")
    assert digest_of(str(path), seen) is None


def test_what_cannot_be_read_has_none(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    seen = stamp_of(path)
    path.unlink()
    assert digest_of(str(path), seen) is None
    assert digest_of(str(tmp_path), stamp_of(tmp_path)) is None
