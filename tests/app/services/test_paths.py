import pytest

from app.services import paths

FOLDERS = [paths.config_dir, paths.state_dir, paths.cache_dir]
"""Folders that Kickabout makes before it writes to them."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home ü"))
    return tmp_path / "home ü"


@pytest.mark.parametrize("folder", FOLDERS)
def test_one_variable_moves_every_folder_and_each_is_made(home, folder):
    assert folder().parent == home
    assert not home.exists()
    assert paths.made(folder()) == folder()
    assert folder().is_dir()
    assert paths.made(folder()) == folder()


def test_logs_lie_in_the_state_folder_and_are_made_by_the_match(home):
    assert paths.logs_dir() == home / "state" / "logs"
    assert not home.exists()


@pytest.mark.parametrize("folder", [paths.environments_dir, paths.packs_dir, paths.kept_edits_dir])
def test_what_many_never_need_is_made_by_who_fills_it(home, folder):
    assert folder().parent == home / "data"
    assert not home.exists()


def test_without_it_the_platform_decides(monkeypatch, tmp_path):
    monkeypatch.delenv(paths.HOME_VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert paths.logs_dir().name == "logs"
    assert "kickabout" in str(paths.logs_dir())


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path, monkeypatch, folder):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "file" / "home"))
    with pytest.raises(paths.FolderError) as refused:
        paths.made(folder())
    assert f"cannot make its folder {tmp_path / 'file' / 'home'}" in str(refused.value)
    assert f"set {paths.HOME_VARIABLE} to a folder that you can write to" in str(refused.value)


@pytest.mark.parametrize("folder", [*FOLDERS, paths.packs_dir])
@pytest.mark.parametrize("home", ["", "~nobody-of-this-name/kickabout"])
def test_a_user_without_a_home_is_reported_what_to_do(monkeypatch, folder, home):
    def homeless(*_values, **_options):
        raise RuntimeError("there is no home")

    monkeypatch.setenv(paths.HOME_VARIABLE, home)
    for name in ("user_config_path", "user_state_path", "user_cache_path", "user_data_path"):
        monkeypatch.setattr(paths.platformdirs, name, homeless)
    with pytest.raises(paths.FolderError, match=f"set {paths.HOME_VARIABLE} to a folder that you can write to"):
        folder()


def test_with_the_variable_nobody_needs_a_home(home, monkeypatch):
    def homeless(*_values, **_options):
        raise RuntimeError("there is no home")

    monkeypatch.setattr(paths.platformdirs, "user_cache_path", homeless)
    assert paths.cache_dir() == home / "cache"
