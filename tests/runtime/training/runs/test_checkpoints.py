import json
from hashlib import sha256
from pathlib import Path

import pytest

from runtime.files import names_in
from runtime.training.runs.checkpoints import SPARE_BYTES, CheckpointError, CheckpointStore, read_checkpoint

CONTENT = b"weights" * 100


def write(folder: Path):
    (folder / "inner").mkdir()
    (folder / "weights.bin").write_bytes(CONTENT)
    (folder / "inner" / "more.bin").write_bytes(b"")


@pytest.fixture
def store(tmp_path):
    return CheckpointStore(tmp_path / "checkpoints", free_bytes=lambda _: 1 << 40, clock=lambda: 5.0)


def save(store, step, **options):
    return store.save("train", "agent", step, write, {"steps": step}, **options)


def names(store):
    return [view.name for view in store.views("run")]


def test_a_checkpoint_is_read_as_it_was_saved(store):
    saved = save(store, 1200)
    found = store.newest("train", "agent")
    assert found == saved
    assert (found.step, found.phase, found.agent, found.created_s) == (1200, "train", "agent", 5.0)
    assert found.progress == {"steps": 1200}
    assert (found.folder / "weights.bin").read_bytes() == CONTENT
    assert store.newest("other", "agent") is None


def test_five_are_kept_and_the_best(store):
    for step in range(1, 9):
        save(store, step, is_best=step == 2)
    assert [int(name) for name in names(store)] == [2, 4, 5, 6, 7, 8]
    marks = {int(view.name): (view.is_best, view.is_latest) for view in store.views("run")}
    assert [step for step, mark in marks.items() if mark[0]] == [2]
    assert [step for step, mark in marks.items() if mark[1]] == [8]
    assert store.best("train", "agent").step == 2


@pytest.mark.parametrize("count", [4, 5, 6])
def test_the_number_that_is_kept(store, count):
    for step in range(count):
        save(store, step)
    assert len(names(store)) == min(count, 5)


def cut(folder):
    (folder / "weights.bin").write_bytes(CONTENT[:-1])


def change(folder):
    (folder / "weights.bin").write_bytes(CONTENT[:-1] + b"x")


def unmark(folder):
    (folder / "COMPLETE").unlink()


def alter_manifest(folder):
    (folder / "manifest.json").write_text((folder / "manifest.json").read_text().replace("7", "8"))


def add(folder):
    (folder / "extra").write_bytes(b"")


def lose(folder):
    (folder / "inner" / "more.bin").unlink()


def link(folder):
    (folder / "weights.bin").replace(folder.parent / "elsewhere")
    (folder / "weights.bin").symlink_to(folder.parent / "elsewhere")


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (cut, "weights.bin in it is damaged"),
        (change, "weights.bin in it is damaged"),
        (unmark, "it is incomplete"),
        (alter_manifest, "manifest.json in it is damaged"),
        (add, "other files than it was saved with: extra"),
        (lose, "other files than it was saved with: inner/more.bin"),
        (link, "weights.bin in it is a symbolic link"),
    ],
)
def test_a_damaged_one_is_skipped_with_a_sentence(store, damage, reason):
    save(store, 1)
    damage(save(store, 2).folder)
    said = []
    assert store.newest("train", "agent", on_skip=said.append).step == 1
    assert len(said) == 1
    assert reason in str(said[0])
    with pytest.raises(CheckpointError, match=r"in it|incomplete|files"):
        store.named("train", "agent", "000000000002")


def test_an_interrupted_save_leaves_the_former_ones_and_is_cleaned_up(store):
    save(store, 1)
    home = store.newest("train", "agent").folder.parent

    def interrupted(folder):
        (folder / "half.bin").write_bytes(b"1")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.save("train", "agent", 2, interrupted, {})
    assert any(name.startswith(".staged") for name in names_in(home))
    assert store.newest("train", "agent").step == 1
    save(store, 3)
    assert names_in(home) == ["000000000001", "000000000003", "latest"]


def test_a_learner_that_cannot_be_saved_changes_nothing(store):
    def broken(folder):
        raise RuntimeError("file write failed.")

    save(store, 1)
    with pytest.raises(CheckpointError, match=r"could not be written: RuntimeError: file write failed\.$"):
        store.save("train", "agent", 2, broken, {})
    assert names_in(store.newest("train", "agent").folder.parent) == ["000000000001", "latest"]


def test_views_are_in_the_order_of_steps_whatever_the_phases_are_called(store):
    for phase, step in (("walk", 1), ("drive", 2), ("fly", 3)):
        store.save(phase, "agent", step, write, {})
    assert [view.phase for view in store.views("run")] == ["walk", "drive", "fly"]


def test_an_equal_step_is_replaced(store):
    save(store, 1)
    store.save("train", "agent", 1, write, {"steps": "newer"})
    assert store.newest("train", "agent").progress == {"steps": "newer"}
    assert len(names(store)) == 1


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError])
def test_a_replacement_that_is_broken_off_leaves_the_former_checkpoint(store, monkeypatch, stop):
    save(store, 1, is_best=True)
    real = Path.rename

    def rename(path, target):
        if path.name.startswith(".staged"):
            raise stop("broken off")
        return real(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", rename)
        with pytest.raises((KeyboardInterrupt, CheckpointError)):
            store.save("train", "agent", 1, write, {"steps": "newer"})
    for found in (store.newest("train", "agent"), store.best("train", "agent")):
        assert found.progress == {"steps": 1}
    assert store.named("train", "agent", "000000000001").step == 1
    assert [(view.step, view.problem, view.is_best) for view in store.views("run")] == [(1, None, True)]
    save(store, 2)
    home = store.newest("train", "agent").folder.parent
    assert names_in(home) == ["000000000001", "000000000002", "best", "latest"]
    assert store.named("train", "agent", "000000000001").progress == {"steps": 1}


@pytest.mark.parametrize(("missing", "is_saved"), [(1, False), (0, True), (-1, True)])
def test_a_full_disk_is_refused_before_anything_is_replaced(tmp_path, missing, is_saved):
    needed = SPARE_BYTES + 2 * len(CONTENT)
    seen = []

    def free(folder):
        seen.append(folder)
        return needed - missing

    store = CheckpointStore(tmp_path, free_bytes=free)
    if is_saved:
        assert save(store, 1).step == 1
        return
    with pytest.raises(CheckpointError, match="too full"):
        save(store, 1)
    assert store.newest("train", "agent") is None
    assert not seen[0].exists()


def test_a_link_instead_of_a_folder_is_refused(tmp_path, store):
    (tmp_path / "real").mkdir()
    store.folder.mkdir()
    (store.folder / "train").symlink_to(tmp_path / "real")
    with pytest.raises(CheckpointError, match="symbolic link"):
        save(store, 1)
    assert not any((tmp_path / "real").iterdir())


def test_a_file_that_is_a_link_is_not_saved(tmp_path, store):
    with pytest.raises(CheckpointError, match="symbolic link"):
        store.save("train", "agent", 1, lambda folder: (folder / "weights").symlink_to(tmp_path), {})


def test_a_linked_checkpoint_is_not_read(tmp_path, store):
    folder = save(store, 1).folder
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(CheckpointError, match="symbolic link"):
        read_checkpoint(tmp_path / "link")


def test_folders_of_checkpoints_are_private(store):
    folder = save(store, 1).folder
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("phase", ["../up", "a/b", "..", "con:x", ""])
def test_names_of_phases_stay_in_the_folder(store, phase):
    saved = store.save(phase, "agent", 1, write, {})
    assert store.folder in saved.folder.parents
    assert ".." not in saved.folder.parts
    assert store.newest(phase, "agent") == saved


def sealed(folder, content):
    """Writes a manifest with its sum, as somebody else could."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    (folder / "manifest.json").write_bytes(data)
    (folder / "COMPLETE").write_text(sha256(data).hexdigest())


@pytest.mark.parametrize(
    "change",
    [
        *({key: value} for key in ("phase", "agent") for value in (None, 5, [])),
        *({key: value} for key in ("step", "created_s") for value in (None, "x", -1, 1e999, float("nan"), 10**400)),
        *({"files": value} for value in (None, [], {"x": 5}, {"x": {"size": -1, "sha256": ""}}, {"x": {"size": 1}})),
        *({"progress": value} for value in (None, [], {"metric_value": "x"})),
    ],
)
def test_manifests_that_no_run_wrote_are_damaged(store, change):
    folder = save(store, 1).folder
    sealed(folder, {**json.loads((folder / "manifest.json").read_bytes()), **change})
    with pytest.raises(CheckpointError, match=r"manifest\.json in it is damaged"):
        read_checkpoint(folder)
    assert "damaged" in str(store.views("run")[0].problem)
    assert store.newest("train", "agent") is None


@pytest.mark.parametrize("content", [b"", b"5", b"[]", b"[" * 100_000, b"\xff", b'{"step": 1' + b"0" * 5000 + b"}"])
def test_manifests_that_are_no_object_are_damaged(store, content):
    folder = save(store, 1).folder
    sealed(folder, content)
    with pytest.raises(CheckpointError, match=r"manifest\.json in it is damaged"):
        read_checkpoint(folder)
    assert "damaged" in str(store.views("run")[0].problem)
