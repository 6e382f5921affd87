"""Cards combine the document's cars with the agents of a match."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.panels.teams.cards import CardBook
from runtime.model.game_facts import TICK_MS
from runtime.model.messages import message
from runtime.model.problems import Problem, Severity
from runtime.model.states import AgentState
from runtime.model.values import SLOW_MS, CarEntry, MatchOverview, ScriptEntry, slow_agents


@pytest.fixture
def book():
    return CardBook()


def overview(*cars, scripts=()):
    return MatchOverview(
        title="x",
        path=Path("/x.toml"),
        is_dirty=False,
        cars=tuple(
            CarEntry(position=place, name=name, team=team, kind=kind, source=None)
            for place, (name, team, kind) in enumerate(cars)
        ),
        scripts=tuple(ScriptEntry(name=name) for name in scripts),
        game_mode="Soccar",
        game_map="Stadium",
        match_length="five minutes",
        problems=(),
    )


def test_before_a_match_every_car_has_a_card(book):
    book.open(overview(("A", 0, "bot"), ("B", 1, "bot"), ("C", 0, "psyonix"), ("D", 1, "human"), scripts=("S",)))
    assert [(card.name, card.state, card.position) for card in book.cards(0)] == [
        ("A", AgentState.IDLE, 0),
        ("C", None, 2),
    ]
    assert [card.about for card in book.cards(1)] == ["bot", "human player"]
    assert [card.name for card in book.cards(2)] == ["S"]


def test_an_agent_takes_the_car_of_its_name(book, make_agent):
    book.open(overview(("A", 0, "bot"), ("B", 0, "bot")))
    book.update(make_agent(0, "B", key="blue-2"))
    book.update(make_agent(0, "A", key="blue-1"))
    assert [card.log_key for card in book.cards(0)] == ["blue-1", "blue-2"]
    assert book.card_key("blue-2") == "car:1"
    assert book.card_key("nobody") == ""


def test_a_renamed_agent_takes_the_next_free_car_of_its_team(book, make_agent):
    book.open(overview(("A", 0, "bot"), ("A", 0, "bot"), ("A", 1, "bot")))
    book.update(make_agent(0, "A", key="blue-1"))
    book.update(make_agent(0, "A (2)", key="blue-2"))
    book.update(make_agent(1, "A (3)", key="orange-1"))
    assert [card.log_key for team in (0, 1) for card in book.cards(team)] == ["blue-1", "blue-2", "orange-1"]


def test_a_hivemind_takes_as_many_cars_as_it_drives(book, make_agent):
    book.open(overview(("Duo", 0, "hivemind"), ("P", 0, "psyonix"), ("Duo", 0, "hivemind"), ("Duo", 1, "hivemind")))
    book.update(make_agent(0, "Duo", cars=(0, 2)))
    assert [card.log_key for card in book.cards(0)] == ["blue-1", "", "blue-1"]
    assert book.cards(1)[0].log_key == ""


def test_figures_are_those_of_the_newest_status(book, make_agent):
    book.open(overview(("A", 0, "bot")))
    book.update(make_agent(0, "A", answers=0, packets=0))
    assert book.cards(0)[0].figures.answers_per_s is None
    assert book.cards(0)[0].figures.late_share is None
    book.update(make_agent(0, "A", answers=100, packets=100, late=10, answers_per_s=119.5))
    assert book.cards(0)[0].figures.answers_per_s == 119.5
    assert book.cards(0)[0].figures.late_share == pytest.approx(0.1)
    book.update(make_agent(0, "A", answers=100, packets=200, answers_per_s=0.0))
    assert book.cards(0)[0].figures.answers_per_s == 0.0


def test_an_agent_that_is_gone_answers_no_more(book, make_agent):
    book.open(overview(("A", 0, "bot")))
    book.update(make_agent(0, "A", answers=240, packets=240, answers_per_s=120.0))
    gone = {"state": AgentState.CRASHED, "reason": "exit code 1", "answers_per_s": 120.0}
    book.update(make_agent(0, "A", answers=240, packets=240, **gone))
    card = book.cards(0)[0]
    assert (card.state, card.reason, card.figures.answers_per_s) == (AgentState.CRASHED, "exit code 1", None)


def test_only_agents_that_play_are_paused_with_the_match(book, make_agent):
    book.open(overview(("A", 0, "bot"), ("B", 0, "bot"), ("P", 0, "psyonix")))
    book.update(make_agent(0, "A", key="blue-1"))
    book.update(make_agent(0, "B", key="blue-2", state=AgentState.STARTING))
    assert book.follow(is_paused=True)
    assert not book.follow(is_paused=True)
    assert [card.is_paused for card in book.cards(0)] == [True, False, False]
    assert book.follow(is_paused=False)
    assert not any(card.is_paused for card in book.cards(0))


def test_scripts_have_cards_too(book, make_agent):
    book.open(overview(("A", 0, "bot"), scripts=("S",)))
    book.update(make_agent(2, "S"))
    (card,) = book.cards(2)
    assert (card.name, card.state, card.log_key, card.figures.answers_per_s) == (
        "S",
        AgentState.PLAYING,
        "script-1",
        None,
    )
    assert book.card_key("script-1") == card.key


def test_a_script_before_the_match_has_its_logo_and_what_is_wrong_with_it(book):
    said = message("gone", "This file does not exist.")
    problem = Problem(severity=Severity.ERROR, path=Path("/x.toml"), message=said)
    shown = overview(("A", 0, "bot"))
    home = Path("/painter/script.toml")
    fine = ScriptEntry(name="Painter", source=home, developer="Kickabout", logo=Path("/logo.svg"))
    book.open(replace(shown, scripts=(fine, ScriptEntry(name="lost", problems=(problem,)))))
    good, bad = book.cards(2)
    assert (good.logo, good.about, good.is_faulty) == (Path("/logo.svg"), "by Kickabout", False)
    assert (bad.is_faulty, bad.reason) == (True, said)
    assert [(card.has_source, book.source(card)) for card in (good, bad)] == [(True, home), (False, None)]


def test_a_new_match_forgets_the_agents(book, make_agent):
    book.open(overview(("A", 0, "bot")))
    book.update(make_agent(0, "A"))
    book.begin(can_draw=True)
    assert book.cards(0)[0].state is AgentState.IDLE
    assert book.log_names == ()


def test_whether_agents_may_draw_is_what_the_running_match_says(book, make_agent):
    book.open(overview(("A", 0, "bot")))
    book.begin(can_draw=False)
    book.update(make_agent(0, "A"))
    assert book.cards(0)[0].is_drawing_forbidden
    book.open(overview(("A", 0, "bot"), ("B", 1, "bot")))
    book.update(make_agent(0, "A"))
    assert book.cards(0)[0].is_drawing_forbidden, "another document is open, but the match is the same"
    book.begin(can_draw=True)
    book.update(make_agent(0, "A"))
    assert not book.cards(0)[0].is_drawing_forbidden


def test_a_faulty_car_says_why_on_its_card(book, make_problem, make_agent):
    seen = overview(("A", 0, "bot"), ("B", 0, "bot"))
    faulty = replace(seen.cars[0], problems=(make_problem(), make_problem()))
    book.open(replace(seen, cars=(faulty, seen.cars[1])))
    assert [(str(card.reason), card.is_faulty) for card in book.cards(0)] == [("It is wrong.", True), ("", False)]
    book.update(make_agent(0, "A", key="blue-1"))
    assert (book.cards(0)[0].reason, book.cards(0)[0].is_faulty) == ("", False)


@pytest.mark.parametrize(
    ("agents", "slow"),
    [
        ([(6, (1.0, 9.0, 12.0)), (30, (1.0, 8.9, 9.0))], {1: 8.9}),
        ([(6, (1.0, TICK_MS, 12.0)), (30, (1.0, TICK_MS - 0.01, 90.0))], {}),
        ([(6, (1.0, TICK_MS + 0.01, 12.0)), (30, (1.0, 2.0, 90.0))], {0: TICK_MS + 0.01}),
        ([(60, (SLOW_MS + 0.01, 20.0, 30.0)), (90, (13.0, 14.0, 15.0))], {1: 14.0, 0: 20.0}),
        ([(60, (SLOW_MS, 20.0, 30.0)), (90, (13.0, 14.0, 15.0))], {1: 14.0}),
        ([(1, (1.0, 9.0, 12.0)), (0, None)], {}),
        ([(2, (1.0, 9.0, 12.0)), (0, None)], {0: 9.0}),
    ],
)
def test_the_agent_that_is_late_most_is_slow_and_all_whose_median_is_half_a_tick_late(make_agent, agents, slow):
    """Each agent is given by late answers per 100 and percentiles of response times."""
    statuses = [
        make_agent(0, "A", key=str(place), answers=100, late=late, response_ms=times)
        for place, (late, times) in enumerate(agents)
    ]
    found = slow_agents(statuses)
    assert list(found.items()) == [(str(place), ms) for place, ms in slow.items()]
    assert not slow_agents([replace(status, state=AgentState.CRASHED) for status in statuses])


def test_the_slow_agent_is_marked_on_its_card(book, make_agent):
    book.open(overview(("A", 0, "bot"), ("A", 1, "bot")))
    for team, p95 in ((0, 3.0), (1, 9.0)):
        book.update(make_agent(team, "A", answers=100, packets=100, late=10, response_ms=(1.0, p95, 12.0)))
    assert [card.figures.slow_ms for team in (0, 1) for card in book.cards(team)] == [None, 9.0]


def test_copies_in_different_teams_have_no_numbers_on_their_cards(book, make_agent):
    book.open(overview(("A", 0, "bot"), ("A (2)", 1, "bot"), ("B", 1, "bot"), ("B (2)", 1, "bot")))
    assert [card.label for team in (0, 1) for card in book.cards(team)] == ["A", "A", "B", "B (2)"]
    book.update(make_agent(0, "A", key="blue-1"))
    book.update(make_agent(1, "A (2)", key="orange-1"))
    assert [(card.label, card.log_key) for card in book.cards(1)] == [("A", "orange-1"), ("B", ""), ("B (2)", "")]
    assert book.log_names == (("blue-1", "A", 0), ("orange-1", "A", 1))
