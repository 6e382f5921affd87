"""Unused environments are found and removed, and no others."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runtime.environments.inventory import KEPT_DAYS, Standing, list_environments, remove_environment
from runtime.environments.records import (
    DAY_S,
    STAMP,
    Stamp,
    environment_key,
    interpreter_in,
    lock_path,
    note_use,
    write_stamp,
)
from runtime.environments.requirements import read_requirements
from runtime.locks import FileLock

OURS = Path(sys.executable)
NOW = time.time()
HALF_MADE = "0" * 20


@pytest.fixture
def requirements(bot_folder):
    file = bot_folder / "requirements.txt"
    file.write_text("gearbox\n")
    return file


@pytest.fixture
def made(environments):
    """Makes an environment for a requirements file, as Kickabout does, and records its use."""

    def make(file, *, used_at=None, made_at=NOW, size=1000):
        place = environments / environment_key(read_requirements(file), OURS)
        python = interpreter_in(place)
        python.parent.mkdir(parents=True)
        shutil.copy(OURS, python) if sys.platform == "win32" else python.symlink_to(OURS)
        (place / "ballast").write_bytes(bytes(size))
        write_stamp(place, Stamp(python="3", is_usable=True, is_checked=True))
        os.utime(place / STAMP, (made_at, made_at))
        if used_at is not None:
            note_use(place, file, OURS, clock=lambda: used_at)
        return place

    return make


def standings(environments):
    return [each.standing for each in list_environments(environments, clock=lambda: NOW)]


def test_a_missing_folder_has_no_environments(environments):
    assert list_environments(environments) == ()


@pytest.mark.parametrize(
    ("age_s", "standing"),
    [
        (0.0, Standing.USED),
        (KEPT_DAYS * DAY_S - 1, Standing.USED),
        (KEPT_DAYS * DAY_S, Standing.OLD),
        (KEPT_DAYS * DAY_S + 1, Standing.OLD),
    ],
)
@pytest.mark.parametrize("is_noted", [True, False])
def test_environments_are_unused_after_a_long_time(environments, made, requirements, age_s, standing, is_noted):
    """If no use is recorded, the date of creation counts."""
    made(requirements, made_at=NOW - age_s, used_at=NOW - age_s if is_noted else None)
    (found,) = list_environments(environments, clock=lambda: NOW)
    assert (found.standing, found.used_at) == (standing, pytest.approx(NOW - age_s))


def test_an_environment_whose_bot_is_gone_or_changed_is_unused(environments, made, requirements, tmp_path):
    made(requirements, used_at=NOW)
    assert standings(environments) == [Standing.USED]
    requirements.write_text("gearbox\nclutch\n")
    assert standings(environments) == [Standing.CHANGED]
    shutil.rmtree(requirements.parent)
    assert standings(environments) == [Standing.GONE]


def test_one_bot_of_several_is_enough_to_be_used(environments, made, requirements, tmp_path):
    place = made(requirements, used_at=NOW - 5)
    copy = tmp_path / "copy" / "requirements.txt"
    copy.parent.mkdir()
    copy.write_text("gearbox\n")
    note_use(place, copy, OURS, clock=lambda: NOW)
    (found,) = list_environments(environments, clock=lambda: NOW)
    assert (found.standing, found.requirements) == (Standing.USED, (copy, requirements))
    copy.unlink()
    assert standings(environments) == [Standing.USED]
    requirements.unlink()
    assert standings(environments) == [Standing.GONE]


def test_sizes_are_those_of_the_files_and_the_largest_comes_first(environments, made, requirements, bot_folder):
    small = made(requirements, size=100_000)
    requirements.write_text("clutch\n")
    large = made(requirements, size=300_000)
    os.link(large / "ballast", large / "the same again")
    found = list_environments(environments)
    assert [each.path for each in found] == [large, small]
    assert [round(each.size_bytes, -4) for each in found] == [300_000, 100_000]


def test_unused_environments_are_removed_including_read_only_files(environments, made, requirements):
    place = made(requirements, used_at=NOW)
    (place / "locked").mkdir()
    (place / "locked" / "file").write_text("")
    (place / "locked" / "file").chmod(0o400)
    (place / "locked").chmod(0o500)
    requirements.unlink()
    (found,) = list_environments(environments)
    assert remove_environment(found) is None
    assert not place.exists()
    assert list_environments(environments) == ()


def test_one_that_is_used_stays(environments, made, requirements):
    place = made(requirements, used_at=NOW)
    (found,) = list_environments(environments)
    assert str(remove_environment(found)) == f"{place} is in use."
    assert place.exists()


def test_one_that_was_used_again_since_it_was_listed_stays(environments, made, requirements):
    place = made(requirements, used_at=NOW)
    text = requirements.read_text()
    requirements.unlink()
    (found,) = list_environments(environments)
    assert found.standing is Standing.GONE
    requirements.write_text(text)
    assert str(remove_environment(found)) == f"{place} is in use."
    requirements.unlink()
    assert remove_environment(found) is None


def test_one_from_which_a_program_runs_stays(environments, made, requirements):
    place = made(requirements, used_at=NOW)
    requirements.unlink()
    (found,) = list_environments(environments)
    program = subprocess.Popen([interpreter_in(place), "-c", "import time; time.sleep(60)"])
    try:
        reason = str(remove_environment(found))
        assert reason.startswith(f"{place} is in use by python")
        assert reason.endswith(f"(pid {program.pid}).")
        assert place.exists()
    finally:
        program.kill()
        program.wait()
    assert remove_environment(found) is None


def test_one_that_is_being_made_is_used_and_stays(environments, made, requirements):
    half = environments / HALF_MADE
    half.mkdir(parents=True)
    lock = FileLock(lock_path(half))
    assert lock.try_acquire()
    assert standings(environments) == [Standing.USED]
    lock.release()
    (found,) = list_environments(environments)
    assert found.standing is Standing.HALF_MADE
    assert lock.try_acquire()
    assert str(remove_environment(found)) == f"{half} is being made by another Kickabout."
    lock.release()
    assert remove_environment(found) is None
    assert not half.exists()


@pytest.mark.parametrize(
    "name",
    ["checks", "my environment", "0123456789abcdef012", "0123456789abcdef01234", "0123456789ABCDEF0123", HALF_MADE],
)
def test_folders_that_kickabout_did_not_make_are_not_listed(environments, name):
    """Folders without a stamp or lock of Kickabout were made by others."""
    (environments / name / "bin").mkdir(parents=True)
    (environments / name / "pyvenv.cfg").write_text("")
    assert list_environments(environments) == ()


def test_links_are_not_followed(environments, made, requirements, tmp_path):
    place = made(requirements, used_at=NOW)
    requirements.unlink()
    (found,) = list_environments(environments)
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    assert list_environments(environments) == ()
    assert str(remove_environment(found)) == f"{place} is in use."
    assert (tmp_path / "elsewhere" / STAMP).exists()


def test_an_environment_that_cannot_be_removed_is_reported(environments, made, requirements, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    place = made(requirements, used_at=NOW)
    requirements.unlink()
    (found,) = list_environments(environments)
    monkeypatch.setattr("runtime.environments.inventory.delete", refuse)
    assert str(remove_environment(found)) == f"{place} cannot be removed: Permission denied."
    assert standings(environments) == [Standing.HALF_MADE]
