"""Settings survive, and nothing about them is ever fatal."""

import json

import pytest

from app.settings import VERSION, OwnPreset, Settings, SettingsFile, SettingsStore


@pytest.fixture
def file(tmp_path):
    return SettingsFile(tmp_path / "config")


def written(file, text):
    file.path.parent.mkdir(parents=True, exist_ok=True)
    file.path.write_bytes(text.encode("utf-8", "surrogateescape"))


def test_no_file_means_defaults(file):
    assert file.load() == Settings()


def test_what_is_saved_is_loaded(file):
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
    assert [path.name for path in file.path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"theme": "dark"}', '{"version": 99}', "\udcff\udcfe", "[" * 100_000]
)
def test_a_broken_file_is_set_aside(file, text, caplog):
    written(file, text)
    assert file.load() == Settings()
    assert not file.path.exists()
    assert file.path.with_suffix(".broken.json").exists()
    assert "set aside" in caplog.text
    assert file.load() == Settings()


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
