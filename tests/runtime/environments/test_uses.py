from pathlib import Path

import pytest

from runtime.environments.records import DAY_S, MOST_USES, USES, note_use, read_uses

ADA, EVE, BASE = Path("/bots/ada/requirements.txt"), Path("/bots/eve/requirements.txt"), Path("/usr/bin/python3")
NOW = 1_800_000_000.0


@pytest.fixture
def environment(tmp_path):
    return tmp_path / "0123456789abcdef0123"


def note(environment, file, at):
    note_use(environment, file, BASE, clock=lambda: at)


def test_uses_are_kept_with_the_newest_first(environment):
    assert read_uses(environment) == ()
    note(environment, ADA, NOW)
    note(environment, EVE, NOW + 1)
    assert [(use.requirements, use.base, use.at) for use in read_uses(environment)] == [
        (EVE, BASE, NOW + 1),
        (ADA, BASE, NOW),
    ]


@pytest.mark.parametrize(("later", "is_written"), [(DAY_S - 1, False), (DAY_S, True), (DAY_S + 1, True), (-1, True)])
def test_the_same_use_is_written_once_a_day(environment, later, is_written):
    note(environment, ADA, NOW)
    note(environment, ADA, NOW + later)
    assert [use.at for use in read_uses(environment)] == [NOW + later if is_written else NOW]


def test_another_python_is_another_use(environment):
    note(environment, ADA, NOW)
    note_use(environment, ADA, Path("/other/python"), clock=lambda: NOW)
    assert len(read_uses(environment)) == 2


@pytest.mark.parametrize("count", [MOST_USES - 1, MOST_USES, MOST_USES + 1])
def test_the_newest_uses_are_kept(environment, count):
    for number in range(count):
        note(environment, Path(f"/bots/{number}/requirements.txt"), NOW + number)
    uses = read_uses(environment)
    assert len(uses) == min(count, MOST_USES)
    assert uses[0].at == NOW + count - 1


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"uses": 3}', '{"uses": [{}]}', '{"uses": [{"at": "x"}]}', '{"uses": [[]]}']
)
def test_a_broken_file_counts_as_none_and_is_replaced(environment, text):
    environment.mkdir()
    (environment / USES).write_text(text)
    assert read_uses(environment) == ()
    note(environment, ADA, NOW)
    assert len(read_uses(environment)) == 1


def test_an_unwritable_file_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    note(tmp_path / "file", ADA, NOW)
    assert read_uses(tmp_path / "file") == ()
