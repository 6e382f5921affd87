"""The log of games, and the ratings that are computed from it."""

import os
import random

import pytest

from runtime.model.ratings import wilson
from runtime.records.ratings import against, standings
from runtime.records.results import GameResult, ResultLog


def played(rng, strengths, games):
    for seed in range(games):
        blue, orange = rng.sample(sorted(strengths), 2)
        chance = strengths[blue] / (strengths[blue] + strengths[orange])
        wins = rng.random() < chance
        yield GameResult(blue=blue, orange=orange, score=(int(wins), int(not wins)), seed=seed)


def test_ratings_order_contestants_by_strength_and_follow_from_the_log_alone(tmp_path):
    strengths = {"weak": 1.0, "middle": 4.0, "strong": 16.0}
    log = ResultLog(tmp_path / "results.jsonl")
    games = list(played(random.Random(3), strengths, 120))
    for game in games[:3]:
        log.append(game)
    assert log.results() == tuple(games[:3])
    table = standings(games)
    assert [standing.name for standing in table] == ["strong", "middle", "weak"]
    assert standings(iter(games)) == table
    assert sum(standing.games for standing in table) == 240
    for standing in table:
        low, high = standing.interval
        assert 0.0 <= low <= standing.win_rate <= high <= 1.0
        assert standing.as_json()["ordinal"] == standing.mu - 3.0 * standing.sigma


def test_draws_forfeits_and_games_that_do_not_count():
    games = [
        GameResult(blue="a", orange="b", score=(2, 2)),
        GameResult(blue="b", orange="a", score=(5, 0), forfeited_by=0),
        GameResult(blue="a", orange="b", score=(9, 0), reason="the bot did not start"),
        GameResult(blue="a", orange="a", score=(1, 0)),
    ]
    first, second = standings(games)
    assert (first.name, first.wins, first.draws, first.losses) == ("a", 1, 1, 0)
    assert (second.name, second.wins, second.draws, second.losses) == ("b", 0, 1, 1)
    assert against(games, "a")["b"] == (0.75, wilson(0.75, 2), 2)
    assert standings([]) == ()


def test_a_result_is_added_without_reading_what_is_there(tmp_path):
    log = ResultLog(tmp_path / "results.jsonl")
    log.path.touch()
    os.truncate(log.path, 1 << 28 | 1)  # more than is ever read at once
    log.append(GameResult(blue="a", orange="b"))
    with log.path.open("rb") as file:
        file.seek(1 << 28)
        assert file.read(3) == b"\0\n{"


@pytest.mark.parametrize("garbage", [b'{"blue":"a"', b"\xff\xfe", b"[]", b'{"blue":"a","orange":"b","score":[1]}'])
def test_a_line_that_a_crash_cut_short_costs_only_itself(tmp_path, garbage):
    log = ResultLog(tmp_path / "results.jsonl")
    assert log.results() == ()
    first, second = GameResult(blue="a", orange="b", score=(1, 0)), GameResult(blue="b", orange="a", score=(3, 1))
    log.append(first)
    with log.path.open("ab") as file:
        file.write(garbage)
    assert log.results() == (first,)
    log.append(second)
    assert log.results() == (first, second)


@pytest.mark.parametrize(
    ("share", "games", "expected"),
    [(0.5, 0, (0.0, 1.0)), (0.0, 10, (0.0, 0.2775)), (1.0, 10, (0.7225, 1.0)), (0.5, 10, (0.2366, 0.7634))],
)
def test_intervals_are_those_of_wilson(share, games, expected):
    assert wilson(share, games) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    "line",
    [
        b'{"blue": "a", "orange": "b", "score": [1e999, 0]}',
        b'{"blue": "a", "orange": "b", "score": [1]}',
        b'{"blue": "a", "orange": "b", "seconds": "long"}',
        b'{"blue": [], "orange": "b"}',
        b'{"blue": "a", "orange": "b", "forfeited_by": "blue"}',
        b'{"blue": "a"}',
        b'"blue orange"',
        b"[" * 100_000,
        b'{"seed": 1' + b"0" * 5000 + b"}",
        b"\xff",
    ],
)
def test_lines_that_no_evaluation_wrote_are_skipped(tmp_path, line):
    log = ResultLog(tmp_path / "results.jsonl")
    game = GameResult(blue="a", orange="b", score=(1, 0), forfeited_by=1)
    log.append(game)
    with log.path.open("ab") as file:
        file.write(line + b"\n")
    assert log.results() == (game,)
