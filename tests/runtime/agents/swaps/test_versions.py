"""Copies of the source of versions: what is copied, linked and left out, and how files are written back."""

import os
import stat
import time
from pathlib import Path

import pytest

from runtime.agents.roster import Agent
from runtime.agents.swaps import versions
from runtime.agents.swaps.versions import MAX_VERSIONS, SourceCopy, VersionBook, write_back

DOCUMENT = (
    '[settings]\nagent_id = "a"\nname = "A"\nrun_command = "python bot.py"\nrun_command_linux = "python bot.py"\n'
)


def made(home, target):
    copy = SourceCopy(home, target)
    wait_for(lambda: not copy._thread.is_alive())
    return copy


def wait_for(condition):
    deadline = time.monotonic() + 10.0
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "bot"
    (folder / "parts").mkdir(parents=True)
    (folder / "bot.toml").write_text(DOCUMENT)
    (folder / "bot.py").write_text("import parts.wheels\n")
    (folder / "parts" / "wheels.py").write_text("N = 1\n")
    (folder / "table.json").write_text("{}")
    return folder


def test_source_is_copied_and_read_only_and_data_stays_writable(home, tmp_path):
    copy = made(home, tmp_path / "copies" / "1")
    assert copy.is_complete
    copied = copy.target / "parts" / "wheels.py"
    assert copied.read_text() == "N = 1\n"
    assert copied.stat().st_mtime_ns == (home / "parts" / "wheels.py").stat().st_mtime_ns
    assert not stat.S_IMODE(copied.stat().st_mode) & 0o222
    assert stat.S_IMODE((copy.target / "table.json").stat().st_mode) & stat.S_IWUSR
    (home / "parts" / "wheels.py").write_text("N = 2\n")
    assert copied.read_text() == "N = 1\n"


def test_folders_of_tools_are_links_and_caches_are_left_out(home, tmp_path):
    for name in ("venv", "__pycache__", "env"):
        (home / name).mkdir()
        (home / name / "x.py").write_text("")
    (home / "env" / "pyvenv.cfg").write_text("")
    copy = made(home, tmp_path / "1")
    assert (copy.target / "venv").resolve() == home / "venv"
    assert (copy.target / "env").resolve() == home / "env"
    assert not (copy.target / "__pycache__").exists()


def test_what_is_behind_links_is_copied_once(home, tmp_path):
    for name in ("loop", "again"):
        (home / name).symlink_to(home / "parts")
    (home / "parts" / "up").symlink_to(home)
    (home / "shared.py").symlink_to(tmp_path / "shared.py")
    (tmp_path / "shared.py").write_text("S = 1\n")
    copy = made(home, tmp_path / "1")
    assert copy.is_complete
    (tmp_path / "shared.py").write_text("S = 2\n")
    assert (copy.target / "shared.py").read_text() == "S = 1\n"
    assert [name for name in ("again", "loop", "parts") if not (copy.target / name).is_symlink()] == ["again"]


def test_what_is_beside_the_folder_is_linked_beside_the_copy(home, tmp_path):
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "tactics.py").write_text("T = 1\n")
    (tmp_path / "rules.py").write_text("")
    (tmp_path / "film.mp4").write_text("")
    copy = made(home, tmp_path / "state" / "1")
    beside = {path.name for path in copy.target.parent.iterdir()}
    assert {"bot", "common", "rules.py"} <= beside
    assert "film.mp4" not in beside
    assert (copy.target.parent / "common" / "tactics.py").read_text() == "T = 1\n"
    copy.delete()
    wait_for(lambda: not copy.target.parent.exists())
    assert (tmp_path / "common" / "tactics.py").exists()


@pytest.mark.parametrize(("limit", "is_linked"), [(0, False), (1, True), (2, True)])
def test_in_a_crowded_folder_neighbours_are_not_linked(tmp_path, monkeypatch, limit, is_linked):
    monkeypatch.setattr(versions, "MAX_NEIGHBOURS", limit)
    home = tmp_path / "bots" / "bot"
    home.mkdir(parents=True)
    (home.parent / "other").mkdir()
    copy = made(home, tmp_path / "state" / "1")
    assert copy.is_complete
    assert (copy.target.parent / "other").exists() is is_linked


@pytest.mark.skipif(os.name == "nt", reason="Windows has no named pipes in folders")
def test_pipes_are_left_out(home, tmp_path):
    os.mkfifo(home / "pipe.py")
    copy = made(home, tmp_path / "1")
    assert copy.is_complete
    assert not (copy.target / "pipe.py").exists()


@pytest.mark.parametrize(("size", "is_link"), [(99, False), (100, False), (101, True)])
def test_large_data_is_a_link(home, tmp_path, monkeypatch, size, is_link):
    monkeypatch.setattr(versions, "MAX_FILE_BYTES", 100)
    (home / "model.pt").write_bytes(bytes(size))
    (home / "big.py").write_bytes(b"#" * size)
    copy = made(home, tmp_path / "1")
    assert (copy.target / "model.pt").is_symlink() is is_link
    assert not (copy.target / "big.py").is_symlink()
    assert (copy.target / "model.pt").stat().st_size == size


@pytest.mark.parametrize(("files", "is_complete"), [(3, False), (4, True), (5, True)])
def test_a_folder_with_too_many_files_is_not_kept(home, tmp_path, monkeypatch, files, is_complete):
    monkeypatch.setattr(versions, "MAX_FILES", files)
    assert made(home, tmp_path / "1").is_complete is is_complete


@pytest.mark.parametrize(("less", "is_complete"), [(1, False), (0, True), (-1, True)])
def test_a_folder_with_too_much_source_is_not_kept(home, tmp_path, monkeypatch, less, is_complete):
    size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
    monkeypatch.setattr(versions, "MAX_BYTES", size - less)
    assert made(home, tmp_path / "1").is_complete is is_complete


def test_a_copy_is_deleted_with_its_read_only_files(home, tmp_path):
    copy = made(home, tmp_path / "1")
    copy.delete()
    wait_for(lambda: not copy.target.exists())
    assert (home / "bot.py").exists()


def agent(home):
    command, source = "python bot.py", home / "bot.toml"
    return Agent(
        key="blue-1", name="A", agent_id="a", team=0, cars=(0,), root_dir=str(home), run_command=command,
        environment=(), is_manual=False, source=source,
    )  # fmt: skip


def test_a_version_starts_from_its_copy(home, tmp_path):
    book = VersionBook(tmp_path / "copies")
    book.add(1, (), None, book.copy(home, home, 1))
    wait_for(lambda: book.earlier(2) == (1,))
    assert book.earlier(1) == ()
    started = book.get(1).agent(agent(home))
    assert Path(started.root_dir) == book.get(1).folder != home
    assert (started.run_command, started.source) == ("python bot.py", home / "bot.toml")


def test_a_version_whose_document_is_broken_cannot_start(home, tmp_path):
    (home / "bot.toml").write_text("no document")
    book = VersionBook(tmp_path / "copies")
    book.add(1, (), None, book.copy(home, home, 1))
    wait_for(lambda: book.earlier(2) == (1,))
    assert book.get(1).agent(agent(home)) is None


def test_only_the_last_versions_are_kept(home, tmp_path):
    book = VersionBook(tmp_path / "copies")
    targets = []
    for number in range(1, MAX_VERSIONS + 3):
        copy = book.copy(home, home, number)
        targets.append(copy.target)
        book.add(number, (home / f"{number}.py",), None, copy)
    wait_for(lambda: len(book.earlier(0)) == MAX_VERSIONS + 1)
    assert book.get(1) is None
    assert book.get(2) is not None
    wait_for(lambda: not targets[0].exists())
    assert book.files_after(MAX_VERSIONS) == (home / f"{MAX_VERSIONS + 1}.py", home / f"{MAX_VERSIONS + 2}.py")


def test_without_logs_or_outside_its_folder_nothing_is_kept(home, tmp_path):
    assert VersionBook(None).copy(home, home, 1) is None
    assert VersionBook(tmp_path / "copies").copy(home, tmp_path, 1) is None


def test_write_back_replaces_what_differs_and_keeps_the_replaced_files(home, tmp_path):
    copy = made(home, tmp_path / "1")
    (home / "bot.py").write_text("broken")
    (home / "bot.py").chmod(0o640)
    (home / "parts" / "wheels.py").unlink()
    (home / "new.py").write_text("mine")
    (home / "table.json").write_text("[1]")
    write_back(copy.target, home, tmp_path / "backup")
    assert (home / "bot.py").read_text() == "import parts.wheels\n"
    assert stat.S_IMODE((home / "bot.py").stat().st_mode) == 0o640
    assert (home / "parts" / "wheels.py").read_text() == "N = 1\n"
    assert (home / "new.py").read_text() == "mine"
    assert (home / "table.json").read_text() == "[1]"
    assert [path.name for path in (tmp_path / "backup").rglob("*")] == ["bot.py"]
    assert (tmp_path / "backup" / "bot.py").read_text() == "broken"
    write_back(copy.target, home, tmp_path / "second")
    assert not (tmp_path / "second").exists()


def test_write_back_does_not_touch_what_the_version_shares(home, tmp_path):
    (home / "venv").mkdir()
    (home / "venv" / "x.py").write_text("1")
    (home / "shared.py").symlink_to(tmp_path / "shared.py")
    (tmp_path / "shared.py").write_text("S = 1\n")
    copy = made(home, tmp_path / "1")
    (home / "venv" / "x.py").write_text("2")
    (tmp_path / "shared.py").write_text("S = 2\n")
    write_back(copy.target, home, tmp_path / "backup")
    assert (home / "venv" / "x.py").read_text() == "2"
