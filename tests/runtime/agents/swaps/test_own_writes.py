"""Files that an agent writes at each of its starts are told apart from a person's saves."""

from pathlib import Path

import pytest

from runtime.agents.swaps.own_writes import EARLY_S, SOON_S, SPREAD_S, SPREAD_SHARE, STARTS, OwnWrites, own_writes_note

BOT, TABLE, LEVELS = Path("/bots/ada/bot.py"), Path("/bots/ada/table.py"), Path("/bots/ada/levels.py")
EVERY_S = 60.0


def rounds(own, *saves):
    """Starts the agent once for each entry (changed files, seconds after the start); returns how they were sorted."""
    changes = []
    for number, (files, delay_s) in enumerate(saves):
        own.started(number * EVERY_S)
        changes.append(own.sort(files, number * EVERY_S + delay_s))
    return changes


@pytest.mark.parametrize(("starts", "is_found"), [(STARTS - 1, False), (STARTS, True), (STARTS + 1, True)])
def test_what_follows_several_starts_in_a_row_is_written_by_the_agent(starts, is_found):
    changes = rounds(OwnWrites(), *[([TABLE], 0.2)] * starts)
    assert [each.counting for each in changes] == [
        (TABLE,) if number < STARTS else () for number in range(1, starts + 1)
    ]
    assert sum((each.own for each in changes), ()) == ((TABLE,) if is_found else ())


def test_other_files_count_as_before():
    own = OwnWrites()
    rounds(own, *[([TABLE], 0.2)] * STARTS)
    own.started(1000.0)
    changes = own.sort([BOT, TABLE], 1000.2)
    assert (changes.counting, changes.own) == ((BOT,), ())


def test_several_files_are_found_together():
    *_, last = rounds(OwnWrites(), *[([LEVELS, TABLE], 0.2)] * STARTS)
    assert (last.counting, last.own) == ((), (LEVELS, TABLE))


def test_a_start_without_a_change_begins_the_count_anew():
    changes = [([TABLE], 0.2)] * STARTS
    changes = rounds(OwnWrites(), *changes[1:], ([BOT], 0.2), *changes[1:])
    assert not any(each.own for each in changes)


def test_two_changes_after_one_start_are_one():
    own = OwnWrites()
    own.started(0.0)
    assert [own.sort([TABLE], 0.1 * number).own for number in range(STARTS + 1)] == [()] * (STARTS + 1)


@pytest.mark.parametrize(
    ("delay_s", "is_found"),
    [(-EARLY_S - 0.01, False), (-EARLY_S, True), (0.0, True), (SOON_S, True), (SOON_S + 0.01, False)],
)
def test_only_what_comes_soon_after_a_start_belongs_to_it(delay_s, is_found):
    changes = rounds(OwnWrites(), *[([TABLE], delay_s)] * STARTS)
    assert bool(changes[-1].own) is is_found


@pytest.mark.parametrize("least_s", [1.0, 7.5])
@pytest.mark.parametrize(("more_s", "is_found"), [(-0.01, True), (0.0, True), (0.01, False)])
def test_a_person_does_not_keep_time_like_a_program(least_s, more_s, is_found):
    """The spread of the delays is below, at and above the limit, which is larger for slow starters."""
    longest_s = max(least_s + SPREAD_S, least_s / (1 - SPREAD_SHARE)) + more_s
    changes = rounds(OwnWrites(), ([TABLE], longest_s), *[([TABLE], least_s)] * (STARTS - 1))
    assert bool(changes[-1].own) is is_found


@pytest.mark.parametrize(("later_s", "is_found"), [(-0.01, True), (0.0, True), (0.01, False)])
def test_what_comes_when_the_agent_is_ready_does_not_belong_to_its_start(later_s, is_found):
    own = OwnWrites()
    for number in range(STARTS):
        own.started(number * EVERY_S)
        own.settled(number * EVERY_S + 1.0)
        own.settled(number * EVERY_S + 5.0)
        changes = own.sort([TABLE], number * EVERY_S + 1.0 + later_s)
    assert bool(changes.own) is is_found


def test_only_the_last_starts_have_to_agree():
    changes = [([TABLE], 5.0), *[([TABLE], 0.2)] * STARTS]
    assert bool(rounds(OwnWrites(), *changes)[-1].own)


def test_a_file_taken_for_a_program_output_by_mistake_counts_again_with_the_next_save():
    own = OwnWrites()
    rounds(own, *[([BOT], 2.0)] * STARTS)
    later = (STARTS - 1) * EVERY_S + SOON_S + 1.0
    assert own.sort([BOT], later).counting == (BOT,)
    own.started(later)
    assert own.sort([BOT], later + 7.0).counting == (BOT,)


def test_before_any_start_everything_counts():
    assert OwnWrites().sort([BOT], 5.0).counting == (BOT,)


@pytest.mark.parametrize(
    ("files", "text"),
    [
        (
            ["/bots/ada/table.py"],
            "Ada (blue-1) writes table.py at each start, so changes to it no longer cause a reload. "
            "To make this permanent, add the line /table.py to /bots/ada/.gitignore.",
        ),
        (
            ["/bots/ada/a[1].py", "/bots/ada/src/b.py"],
            "Ada (blue-1) writes a[1].py and src/b.py at each start, so changes to them no longer cause a "
            "reload. To make this permanent, add the lines /a\\[1\\].py and /src/b.py to /bots/ada/.gitignore.",
        ),
        (
            ["/elsewhere/loadout.toml"],
            "Ada (blue-1) writes /elsewhere/loadout.toml at each start, so changes to it no longer cause a "
            "reload. Reload from source to use it.",
        ),
    ],
)
def test_the_notice_says_which_files_and_how_to_make_it_final(files, text):
    assert str(own_writes_note("Ada (blue-1)", map(Path, files), Path("/bots/ada"))) == text
