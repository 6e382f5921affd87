from dataclasses import replace
from pathlib import Path

import pytest

from runtime.agents.roster import roster
from runtime.agents.swaps.agent_documents import AgentDocuments
from runtime.agents.swaps.records import few, swap_text
from runtime.agents.swaps.state import STARTED, TRANSITIONS, SwapEvent
from runtime.agents.swaps.swap import Swap
from runtime.agents.table import AgentTable
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from runtime.model.states import SwapMode, SwapOutcome, SwapState
from tests.values import a_swap

FOLDER = Path("/bots/ada")
RECORD = a_swap(name="Ada")


@pytest.fixture
def swap(bot, match_of):
    match = match_of(bot("Ada", root_dir=str(FOLDER)))
    entry = AgentTable(roster(match))["blue-1"]
    return Swap(entry=entry, documents=AgentDocuments(entry.agent, match), mode=SwapMode.AUTO)


def test_a_swap_brings_all_that_changed_since_the_last_one_that_came_to_play(swap):
    swap.note([FOLDER / "bot.py"], 5.0)
    swap.note([FOLDER / "more.py", Path("/else/loadout.toml")], 6.0)
    assert (swap.begin(7.0), swap.began_at, swap.state) == (False, 5.0, SwapState.CHECKING)
    assert swap.names() == ("bot.py", "more.py", "/else/loadout.toml")
    swap.note([FOLDER / "late.py"], 8.0)
    assert swap.names() == ("bot.py", "more.py", "/else/loadout.toml")
    swap.apply(SwapEvent.REFUSED, literal("no"))
    assert str(swap.changed_text()) == "bot.py, more.py, /else/loadout.toml and 1 more"
    swap.begin(9.0)
    assert (swap.names()[-1], swap.began_at) == ("late.py", 8.0)


def test_the_time_before_the_user_agrees_does_not_count(swap):
    swap.note([FOLDER / "bot.py"], 5.0)
    swap.approve(26.0)
    assert (swap.begin(26.4), swap.began_at, swap.is_due) == (False, 26.0, False)
    assert swap.names() == ("bot.py",)


def test_a_request_needs_no_change_and_counts_once(swap):
    swap.approve(5.0)
    swap.is_forced = True
    assert swap.begin(6.0)
    assert (swap.names(), swap.began_at, swap.is_due, swap.is_forced) == ((), 5.0, False, False)
    swap.apply(SwapEvent.APPLIED)
    assert not swap.begin(7.0)
    assert swap.began_at == 7.0


def test_an_abandoned_swap_comes_with_the_next_one(swap):
    swap.note([FOLDER / "bot.py"], 5.0)
    swap.apply(SwapEvent.NOTICED, literal("bot.py"))
    swap.give_up(SwapEvent.DECLINED, 6.0)
    assert (swap.state, swap.began_at, swap.changed) == (SwapState.IDLE, 5.0, {})
    swap.begin(7.0)
    assert swap.names() == ("bot.py",)


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "a0"), (3, "a0, a1, a2"), (4, "a0, a1, a2 and 1 more"), (99, "a0, a1, a2 and 96 more")],
)
def test_a_few_of_many_files_are_named(count, text):
    assert few([]) is None
    assert str(few(f"a{number}" for number in range(count))) == text


@pytest.mark.parametrize(
    ("path", "line", "text"),
    [
        (FOLDER / "bot.py", 3, "bot.py:3: Odd."),
        (FOLDER / "parts" / "x.py", None, f"{Path('parts', 'x.py')}: Odd."),
        (Path("/else/bot.py"), 3, "/else/bot.py:3: Odd."),
    ],
)
def test_a_finding_is_told_with_its_place(swap, path, line, text):
    problem = Problem(severity=Severity.ERROR, path=path, line=line, message=literal("Odd."))
    assert str(swap.describe(problem)) == text


def test_the_culprit_is_the_innermost_line_of_the_agents_own(swap):
    assert swap.culprit(swap.output, FOLDER) is None
    swap.output.add(
        [
            "Traceback (most recent call last):",
            f'  File "{FOLDER}/bot.py", line 9, in <module>',
            "    start()",
            f'  File "{FOLDER}/parts.py", line 4, in start',
            "    json.loads('')",
            '  File "/usr/lib/python3/json/decoder.py", line 355, in raw_decode',
            "    raise JSONDecodeError",
            "json.decoder.JSONDecodeError: Expecting value",
        ]
    )
    culprit = swap.culprit(swap.output, FOLDER)
    assert (culprit.path, culprit.line) == (FOLDER / "parts.py", 4)
    assert str(culprit.message) == "json.decoder.JSONDecodeError: Expecting value."


def test_an_error_elsewhere_has_no_culprit(swap):
    swap.output.add(["Traceback (most recent call last):", '  File "/usr/x.py", line 1, in <module>', "OSError: no"])
    assert swap.culprit(swap.output, FOLDER) is None


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "reloaded as version 2 (0a1b2c3d) after 0.41 s: bot.py"),
        ({"files": ()}, "reloaded as version 2 (0a1b2c3d) after 0.41 s: on request"),
        ({"reason": literal("Odd.")}, "reloaded as version 2 (0a1b2c3d) after 0.41 s: bot.py. Odd."),
        ({"outcome": SwapOutcome.APPLIED}, "change applied after 0.41 s: bot.py"),
        (
            {"outcome": SwapOutcome.FAILED, "reason": literal("Odd.")},
            "new version failed after 0.41 s: bot.py. Odd.",
        ),
        ({"outcome": SwapOutcome.DECLINED}, "new version declined after 0.41 s: bot.py"),
        ({"outcome": SwapOutcome.CANCELLED}, "reload cancelled after 0.41 s: bot.py"),
        (
            {
                "outcome": SwapOutcome.REFUSED,
                "reason": literal("bot.py:3: Odd."),
                "problems": (
                    Problem(severity=Severity.ERROR, path=FOLDER / "bot.py", line=3, message=literal("Odd.")),
                ),
            },
            "new version rejected after 0.41 s: bot.py:3: Odd.",
        ),
    ],
)
def test_a_record_in_a_line(changes, text):
    assert str(swap_text(replace(RECORD, **changes))) == text


@pytest.mark.parametrize("state", SwapState)
def test_a_swap_can_always_end_and_only_what_is_under_way_can_be_refused(state):
    assert (TRANSITIONS.get(state, SwapEvent.REFUSED) is SwapState.REFUSED) is state.is_busy
    assert TRANSITIONS.get(state, SwapEvent.CANCELLED) is (None if state is SwapState.IDLE else SwapState.IDLE)
    assert TRANSITIONS.get(state, SwapEvent.BEGUN) is (None if state.is_busy else SwapState.CHECKING)
    assert (TRANSITIONS.get(state, SwapEvent.TAKEN_OVER) is SwapState.IDLE) is (state in STARTED)


def test_every_event_is_possible_and_leads_to_a_known_state():
    for event in SwapEvent:
        assert any(TRANSITIONS.get(state, event) for state in SwapState)
