"""Settings are stored, and no fault of their file is fatal."""

import errno
import json
import os
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.services.settings import (
    MAX_BYTES,
    THEMES,
    VERSION,
    Count,
    OwnPreset,
    Settings,
    SettingsFile,
    SettingsStore,
    Theme,
    merged,
)
from runtime.locks import FileLock
from runtime.model.values import STARTERS, Starter

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def file(tmp_path):
    return SettingsFile(tmp_path / "config")


def written(file, text):
    file.path.parent.mkdir(parents=True, exist_ok=True)
    file.path.write_bytes(text.encode("utf-8", "surrogateescape"))


def test_no_file_means_defaults(file):
    assert file.load() == Settings()


def test_saved_values_are_loaded(file):
    settings = Settings(
        theme="dark",
        geometry="AAEC",
        last_document="/matches/ä.toml",
        recent_documents=("/a.toml", "/b.toml"),
        presets=(OwnPreset(name="Mine", values=(("mutators.gravity", "Low"), ("match.game_mode", "Hoops"))),),
    )
    assert file.save(settings)
    assert file.load() == settings
    assert json.loads(file.path.read_text(encoding="utf-8"))["version"] == VERSION
    assert sorted(path.name for path in file.path.parent.iterdir()) == [".settings.lock", "settings.json"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", '{"theme": "dark"}', '{"version": 0}', '{"version": 1' + "0" * 5000 + "}"),
        *('{"version": "99"}', "\udcff\udcfe", "[" * 100_000),
    ],
)
def test_a_broken_file_is_set_aside(file, text, caplog):
    written(file, text)
    assert file.load() == Settings()
    assert not file.path.exists()
    assert file.path.with_suffix(".broken.json").exists()
    assert "set aside" in caplog.text
    assert file.load() == Settings()
    assert file.unread == ""


def test_an_earlier_copy_of_a_broken_file_is_never_overwritten(file):
    for number in range(3):
        written(file, f"broken {number}")
        file.load()
    copies = sorted(path.read_text() for path in file.path.parent.glob("settings.broken*.json"))
    assert copies == ["broken 0", "broken 1", "broken 2"]


def too_large(path):
    path.touch()
    os.truncate(path, MAX_BYTES + 1)


UNREADABLE = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a loop": lambda path: path.symlink_to(path),
    "too large": too_large,
    "newer": lambda path: path.write_text('{"version": 2, "theme": "dark"}'),
}


def state_of(path):
    status = path.lstat()
    return status.st_ino, status.st_mtime_ns, status.st_size


@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_that_cannot_be_read_stays_and_nothing_is_saved(file, kind, caplog):
    file.path.parent.mkdir()
    UNREADABLE[kind](file.path)
    before, told = state_of(file.path), []
    store = SettingsStore(file)
    store.on_written = lambda: told.append(store.file.unread)
    store.change(theme="light")
    store.flush()
    assert (store.settings, store.is_first) == (Settings(theme="light"), False) if kind != "a loop" else True
    assert all(told)
    assert len(told) == 1
    assert "cannot be read" in caplog.text
    assert state_of(file.path) == before
    assert [path.name for path in file.path.parent.iterdir()] == ["settings.json"]


def test_without_a_file_handle_the_settings_stay(file):
    file.save(Settings(theme="dark"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", lambda *_: (_ for _ in ()).throw(OSError(errno.EMFILE, "Too many open files")))
        store = SettingsStore(file)
        store.change(language="de")
    assert file.unread == "Too many open files"
    assert SettingsFile(file.path.parent).load() == Settings(theme="dark")


@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_that_became_unreadable_is_not_replaced(two, file, kind):
    window, _ = two
    file.path.unlink()
    UNREADABLE[kind](file.path)
    before = state_of(file.path)
    window.change(theme="light")
    assert window.file.trouble
    assert state_of(file.path) == before


def test_a_file_that_broke_meanwhile_is_set_aside_before_it_is_replaced(two, file):
    window, _ = two
    file.path.write_text("{broken")
    window.change(theme="light")
    assert file.path.with_suffix(".broken.json").read_text() == "{broken"


KINDS = {
    str: st.text(),
    bool: st.booleans(),
    Count: st.integers(0, 1 << 60),
    Theme: st.sampled_from(THEMES),
    Starter: st.sampled_from(STARTERS),
}


def values_of(kind):
    if kind in KINDS:
        return KINDS[kind]
    if is_dataclass(kind):
        return st.builds(kind, **{field.name: values_of(field.type) for field in fields(kind)})
    *kinds, last = get_args(kind)
    if last is Ellipsis:
        return st.lists(values_of(kinds[0]), max_size=3).map(tuple)
    return st.tuples(*map(values_of, (*kinds, last)))


def written_fields(kind):
    """Returns the fields of a stored record, and those of the records in it."""
    for field in fields(kind):
        yield kind, field
        yield from (pair for item in get_args(field.type) if is_dataclass(item) for pair in written_fields(item))


@settings(max_examples=5)
@given(st.data())
def test_every_field_of_every_record_is_read_as_it_was_written(tmp_path_factory, data):
    for kind, field in written_fields(Settings):
        if kind is Settings:
            values = Settings(**{field.name: data.draw(values_of(field.type))})
        else:
            values = Settings(presets=(data.draw(values_of(OwnPreset)),))
        folder = tmp_path_factory.getbasetemp() / "records"
        SettingsFile(folder).save(values)
        assert SettingsFile(folder).load() == values
        (folder / "settings.json").unlink()


@pytest.mark.parametrize("value", [-1, 1.5, "1", True, None, 1e999, [1]])
def test_numbers_of_another_kind_fall_back(file, value):
    written(file, json.dumps({"version": VERSION, "memory_mb": value}))
    assert file.load() == Settings()


def test_only_the_user_can_read_the_settings(file):
    file.path.parent.mkdir(mode=0o755)
    file.path.write_text(json.dumps({"version": VERSION}))
    file.path.chmod(0o644)
    file.save(file.load())
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    other = SettingsFile(file.path.parent / "new")
    other.save(Settings())
    assert stat.S_IMODE(other.path.parent.stat().st_mode) == 0o700


def test_single_wrong_values_fall_back(file):
    written(file, json.dumps({"version": VERSION, "theme": "pink", "geometry": 7, "last_document": "/a", "more": 1}))
    assert file.load() == Settings(last_document="/a")
    presets = [{"name": "Mine", "values": [["a", "b"], ["a"], ["a", 1], 7]}, {"name": 7}, 7, {"name": "Bare"}]
    written(file, json.dumps({"version": VERSION, "recent_documents": ["/a", 7], "presets": presets}))
    mine, bare = OwnPreset(name="Mine", values=(("a", "b"),)), OwnPreset(name="Bare", values=())
    assert file.load() == Settings(recent_documents=("/a",), presets=(mine, bare))
    written(file, json.dumps({"version": VERSION, "recent_documents": "/a", "presets": {"name": "Mine"}}))
    assert file.load() == Settings()


def test_a_change_is_written_at_once_and_only_then(file):
    store = SettingsStore(file)
    store.change(theme="system")
    assert not file.path.exists()
    store.change(theme="dark", recent_documents=("/a",))
    assert store.settings == file.load() == Settings(theme="dark", recent_documents=("/a",))
    with pytest.raises(TypeError):
        store.change(colour="dark")


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path, caplog):
    (tmp_path / "config").write_text("a file where the folder should be")
    file = SettingsFile(tmp_path / "config")
    assert not file.save(Settings())
    assert "cannot be written" in caplog.text
    assert file.load() == Settings()


@pytest.fixture
def two(file):
    """The stores of two programs that started with the same settings."""
    file.save(Settings(library_folders=("/a", "/b"), theme="dark"))
    return SettingsStore(file), SettingsStore(SettingsFile(file.path.parent))


def test_a_window_keeps_what_a_command_wrote_meanwhile(two, file):
    window, command = two
    command.change(library_folders=("/a", "/b", "/pack"))
    window.change(geometry="AAEC")
    assert file.load() == Settings(library_folders=("/a", "/b", "/pack"), theme="dark", geometry="AAEC")
    window.change(theme="light")
    assert file.load().library_folders == ("/a", "/b", "/pack"), (
        "what another program wrote is kept by later writes, too"
    )


def test_a_folder_that_a_command_took_away_stays_away(two, file):
    window, command = two
    command.change(library_folders=("/b",))
    window.change(library_folders=("/a", "/b", "/c"))
    assert file.load().library_folders == ("/b", "/c")
    command.change(library_folders=("/b", "/d"))
    assert file.load().library_folders == ("/b", "/d", "/c")


def test_of_two_settings_the_later_one_counts(two, file):
    window, command = two
    command.change(theme="light", language="de")
    window.change(theme="system")
    assert (file.load().theme, file.load().language) == ("system", "de")


def preset(name, gravity):
    return OwnPreset(name=name, values=(("mutators.gravity", gravity),))


def test_presets_are_merged_by_their_names(file):
    both = (preset("A", "Low"), preset("B", "Low"), preset("C", "Low"))
    file.save(Settings(presets=both))
    ours, theirs = SettingsStore(file), SettingsStore(SettingsFile(file.path.parent))
    theirs.change(presets=(preset("A", "High"), preset("B", "High"), preset("D", "Low")))
    ours.change(presets=(preset("B", "Reverse"), preset("C", "Low"), preset("A", "Low"), preset("E", "Low")))
    kept = (preset("B", "Reverse"), preset("A", "High"), preset("E", "Low"), preset("D", "Low"))
    assert SettingsFile(file.path.parent).load().presets == kept


FOLDERS = st.lists(st.sampled_from("abcdef"), unique=True).map(tuple)


@given(FOLDERS, FOLDERS, FOLDERS)
def test_no_change_of_a_list_is_lost(base, ours, theirs):
    settings = (Settings(library_folders=folders) for folders in (base, ours, theirs))
    found = merged(*settings).library_folders
    added = (set(ours) | set(theirs)) - set(base)
    assert set(found) == (set(base) & set(ours) & set(theirs)) | added
    assert len(found) == len(set(found))
    if ours == base:
        assert found == theirs
    if theirs == base:
        assert found == ours


@pytest.mark.parametrize("harm", ["gone", "broken"])
def test_a_file_that_is_unusable_changes_nothing_in_a_window(two, file, harm):
    window, _ = two
    if harm == "gone":
        file.path.unlink()
    else:
        file.path.write_text("{", encoding="utf-8")
    window.change(theme="light")
    assert file.load() == Settings(library_folders=("/a", "/b"), theme="light")


def test_a_failed_write_is_repeated_with_the_next_change(two, file, monkeypatch):
    window, command = two

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.services.settings.write_atomically", fail)
    window.change(theme="light")
    assert window.file.trouble == "No space left on device"
    monkeypatch.undo()
    command.change(language="de")
    window.change(editor="ed")
    expected = Settings(library_folders=("/a", "/b"), theme="light", language="de", editor="ed")
    assert SettingsFile(file.path.parent).load() == expected


def test_a_write_waits_for_another_only_shortly(two, file, monkeypatch):
    window, _ = two
    monkeypatch.setattr("app.services.settings.LOCK_S", 0.1)
    lock = FileLock(file.path.parent / ".settings.lock")
    assert lock.try_acquire()
    began = time.monotonic()
    window.change(theme="light")
    assert 0.1 <= time.monotonic() - began < 5
    lock.release()
    assert file.load().theme == "light"


def test_many_programs_at_once_lose_nothing(tmp_path):
    script = (
        "import sys; from pathlib import Path; from app.services.settings import SettingsFile, SettingsStore\n"
        "store = SettingsStore(SettingsFile(Path(sys.argv[1])))\n"
        "for number in range(5):\n"
        "    store.change(library_folders=(*store.settings.library_folders, f'/{sys.argv[2]}/{number}'))\n"
    )
    words = [[sys.executable, "-c", script, str(tmp_path), str(number)] for number in range(3)]
    running = [subprocess.Popen(command, cwd=ROOT) for command in words]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    folders = SettingsFile(tmp_path).load().library_folders
    assert set(folders) == {f"/{program}/{number}" for program in range(3) for number in range(5)}


def test_why_settings_are_not_kept_is_known(tmp_path, caplog):
    (tmp_path / "config").write_text("a file where the folder should be", encoding="utf-8")
    store, told = SettingsStore(SettingsFile(tmp_path / "config")), []
    store.on_written = lambda: told.append(store.file.trouble)
    store.check_writable()
    store.change(theme="dark")
    assert all(told)
    assert len(told) == 2
    (tmp_path / "config").unlink()
    store.check_writable()
    store.change(theme="light")
    assert told[2:] == ["", ""]
    assert store.file.load().theme == "light"


def test_subscribers_hear_of_changes(file):
    store, heard = SettingsStore(file), []
    store.subscribe(lambda before, after: heard.append((before.theme, after.theme)))
    store.change(theme="system")
    store.change(theme="dark")
    assert heard == [("system", "dark")]


class Elsewhere:
    """Does work on another thread when `finish_one` is called, and returns the results on this thread."""

    def __init__(self):
        self.due = []
        self.threads = set()

    def run(self, work, done):
        self.due.append((work, done))

    def finish_one(self):
        work, done = self.due.pop(0)
        with ThreadPoolExecutor(1) as pool:
            done(pool.submit(self._noted, work).result())

    def _noted(self, work):
        self.threads.add(threading.current_thread())
        return work()


@pytest.fixture
def elsewhere():
    return Elsewhere()


def test_a_change_writes_nothing_on_this_thread(file, elsewhere, monkeypatch):
    writers, save = [], file.save
    monkeypatch.setattr(file, "save", lambda *words: writers.append(threading.current_thread()) or save(*words))
    store = SettingsStore(file, elsewhere.run)
    store.change(theme="dark")
    assert store.settings.theme == "dark"
    assert writers == []
    elsewhere.finish_one()
    assert file.load().theme == "dark"
    assert threading.main_thread() not in writers


def test_a_change_during_a_write_is_written_next(file, elsewhere):
    store = SettingsStore(file, elsewhere.run)
    store.change(theme="dark")
    store.change(language="de")
    store.change(editor="ed")
    assert len(elsewhere.due) == 1, "one write at a time"
    elsewhere.finish_one()
    assert (store.settings.theme, store.settings.language, store.settings.editor) == ("dark", "de", "ed")
    elsewhere.finish_one()
    assert elsewhere.due == []
    assert file.load() == store.settings


def test_changes_of_other_programs_during_a_write_stay(file, elsewhere):
    store, command = SettingsStore(file, elsewhere.run), SettingsStore(SettingsFile(file.path.parent))
    store.change(theme="dark")
    command.change(library_folders=("/pack",))
    store.change(language="de")
    while elsewhere.due:
        elsewhere.finish_one()
    kept = SettingsFile(file.path.parent).load()
    assert (kept.theme, kept.language, kept.library_folders) == ("dark", "de", ("/pack",))


@pytest.mark.parametrize("finished", [0, 1, 2])
def test_nothing_is_lost_at_the_end(file, elsewhere, finished):
    store = SettingsStore(file, elsewhere.run)
    store.change(theme="dark")
    store.change(language="de")
    for _ in range(finished):
        elsewhere.finish_one()
    store.flush()
    assert (file.load().theme, file.load().language) == ("dark", "de")


def test_what_was_written_but_not_handed_over_at_the_end_is_ignored(file, elsewhere):
    store = SettingsStore(file, elsewhere.run)
    store.change(library_folders=("/a", "/b"))
    elsewhere.due[0][0]()
    store.change(library_folders=("/b", "/c"))
    store.flush()
    assert file.load().library_folders == ("/b", "/c")


def test_trouble_is_reported_when_the_write_is_over(tmp_path, elsewhere):
    (tmp_path / "config").write_text("a file where the folder should be", encoding="utf-8")
    store, told = SettingsStore(SettingsFile(tmp_path / "config"), elsewhere.run), []
    store.on_written = lambda: told.append(store.file.trouble)
    store.change(theme="dark")
    assert told == []
    elsewhere.finish_one()
    assert len(told) == 1
    assert told[0]
