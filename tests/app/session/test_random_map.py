"""The random map in the window: chosen, shown, drawn at each start, and named in a notice."""

import shutil

import pytest

from app.services.diagnostics import report
from app.session.random_map import RecentMaps
from resources.examples import example_bots
from runtime.documents import option_values
from runtime.documents.maps import MAPS, maps_of
from runtime.model.values import GameChoice
from widgets.options.option_value import OptionChosen

MAP = "match.game_map_upk"


@pytest.fixture
def starts(make_desktop, runner, qtbot):
    """A window with a random map, and a function that starts a match and returns it with its notice."""
    played = []

    def make_runner(match, _wish):
        played.append(match)
        return runner

    desktop = make_desktop(make_runner)
    desktop.window.options.option_chosen.emit(OptionChosen(key=MAP, value="random"))
    told = []
    desktop.notifications.shown.connect(lambda notice: told.append(notice.text))

    def start():
        runner.stopped.clear()
        desktop.session.start()
        qtbot.waitUntil(lambda: len(played) == len(told))
        desktop.session.stop()
        qtbot.waitUntil(lambda: not desktop.session.is_running)
        return played[-1], told[-1]

    return desktop, start


def test_each_start_draws_another_map_and_tells_it(starts):
    desktop, start = starts
    assert "random map" in desktop.document.overview.game_map
    seen = [start() for _ in range(4)]
    names = [match.game_map_upk for match, _ in seen]
    assert len(set(names)) == 4
    assert RecentMaps().drawn == tuple(names)
    assert all(MAPS[name] in text and "looks the same" in text for name, (_, text) in zip(names, seen, strict=True))
    rows = desktop.window.history.rows
    assert any(MAPS[names[-1]] in rows.item(row).text() for row in range(rows.count()))
    assert option_values(desktop.document.document.text)[MAP] == "Stadium_P", "the document is not touched"


def test_another_game_draws_from_all_maps_of_the_mode(starts):
    desktop, start = starts
    desktop.window.bottom.chooser.show_choice(GameChoice(game="attached"))
    desktop.window.bottom.choice_changed.emit(GameChoice(game="attached"))
    match, text = start()
    assert match.game_map_upk in maps_of("Soccar")
    assert "looks the same" not in text
    desktop.window.bottom.choice_changed.emit(GameChoice(game="arena"))


def test_a_named_map_is_played_and_nothing_is_reported(make_desktop, runner, qtbot):
    played = []
    desktop = make_desktop(lambda match, _wish: (played.append(match), runner)[1])
    with qtbot.assertNotEmitted(desktop.notifications.shown):
        desktop.session.start()
        qtbot.waitUntil(lambda: bool(played))
    assert (played[0].game_map_upk, played[0].map_choice) == ("Stadium_P", "named")
    assert RecentMaps().drawn == ()
    desktop.session.stop()
    qtbot.waitUntil(lambda: not desktop.session.is_running)


def test_there_is_no_draw_where_there_is_no_match(starts):
    desktop, _ = starts
    desktop.document.edit("spoil", lambda document: document.edit(lambda text: text.replace('"random"', '"randon"')))
    assert any("randon" in str(problem.message) for problem in desktop.document.overview.problems)
    assert desktop.match_to_play() is None


def test_the_report_of_a_match_names_the_map(make_result):
    assert "\nRandom map: Park_P\n" in report(None, (), make_result(drawn_map="Park_P"), {})
    assert "Random map" not in report(None, (), make_result(), {})


def test_bots_that_are_gone_when_start_is_pressed_are_reported(make_desktop, tmp_path):
    shutil.copytree(example_bots() / "chaser", tmp_path / "bot")
    path = tmp_path / "own.toml"
    path.write_text('[[cars]]\nteam = 0\nconfig_file = "bot/bot.toml"\n')
    desktop = make_desktop(lambda *_: pytest.fail("there is nothing to play"), path)
    assert desktop.session.reasons.start == ""
    shutil.rmtree(tmp_path / "bot")
    desktop.session.start()
    assert not desktop.session.is_running
    assert "Problems" in desktop.session.reasons.start
    assert desktop.window.problems.rows.count() > 0
