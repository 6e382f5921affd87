"""The document is opened and saved, agents are added and removed; what fails is reported."""

import shutil

import pytest

from app.document.edits import Edits
from app.document.incoming import DropKind, found_at
from app.document.open_document import DocumentController
from resources.examples import example_bots, example_match
from runtime.documents import MatchDocument
from runtime.documents.surgery import set_value
from runtime.model.values import GameChoice
from widgets.shared.drops import PathsDropped


@pytest.fixture
def controller(qapp):
    return DocumentController()


@pytest.fixture
def overviews(controller):
    seen = []
    controller.overview_changed.connect(seen.append)
    return seen


def teams(overview):
    return [[car.name for car in overview.cars if car.team == team] for team in (0, 1)]


def test_the_example_is_opened_when_nothing_is_asked_for(controller, overviews):
    controller.open_first(None, (), "")
    assert overviews[-1].title == "1v1"
    assert overviews[-1].can_start
    assert len(overviews[-1].cars) == 2
    assert overviews[-1].cars[0].developer
    assert overviews[-1].match_length == "5 minutes"
    assert controller.path is None
    assert controller.match() is not None


def test_cars_have_the_names_they_will_have_in_the_match(controller, overviews, copied_match):
    controller.open(copied_match("3v3"))
    assert teams(overviews[-1]) == [["Chaser", "Striker", "Keeper"], ["Chaser (2)", "Striker (2)", "Keeper (2)"]]


def test_persons_and_game_driven_cars_have_names_too(controller, overviews, tmp_path):
    path = tmp_path / "mixed.toml"
    path.write_text('[[cars]]\ntype = "Human"\nteam = 0\n[[cars]]\ntype = "Psyonix"\nteam = 1\n')
    controller.open(path)
    you, other = overviews[-1].cars
    assert (you.name, you.kind, you.position) == ("You", "human", 0)
    assert other.name
    assert (other.kind, other.team) == ("psyonix", 1)


def test_the_last_document_is_opened(controller, overviews, copied_match):
    path = copied_match("2v2")
    controller.open_first(None, (), str(path))
    assert overviews[-1].path == path
    assert controller.path == path


def test_a_last_document_that_is_gone_makes_way_for_the_example(controller, overviews, tmp_path):
    controller.open_first(None, (), str(tmp_path / "gone.toml"))
    assert overviews[-1].title == "1v1"


@pytest.mark.parametrize("name", ["broken.toml", "missing.toml"])
def test_a_named_document_that_cannot_be_read_is_refused(controller, tmp_path, name):
    (tmp_path / "broken.toml").write_text("[match\n")
    order = []
    controller.overview_changed.connect(lambda overview: order.append(overview.title))
    controller.unreadable.connect(lambda problem: order.append(problem.path.name == name))
    controller.open_first(tmp_path / name, (), "")
    assert order == ["1v1", True]


def test_bots_alone_make_a_new_match(controller, overviews):
    bots = tuple(example_bots() / name / "bot.toml" for name in ("chaser", "keeper", "striker"))
    controller.open_first(None, bots, "")
    assert overviews[-1].title == "Untitled match"
    assert teams(overviews[-1]) == [["Chaser", "Striker"], ["Keeper"]]
    assert overviews[-1].is_dirty


def test_a_dropped_bot_joins_its_team_and_can_leave(controller, overviews, copied_match):
    assert controller.open(copied_match())
    before = teams(overviews[-1])
    controller.take_bots(PathsDropped(paths=(example_bots() / "keeper",), team=1))
    assert teams(overviews[-1]) == [before[0], [*before[1], "Keeper"]]
    assert controller.is_dirty
    Edits(controller).remove_car(len(overviews[-1].cars) - 1)
    assert teams(overviews[-1]) == before


def test_a_dropped_script_becomes_a_script(controller, overviews, copied_match):
    controller.open(copied_match())
    controller.take_bots(PathsDropped(paths=(example_bots() / "painter",), team=0))
    assert [script.name for script in overviews[-1].scripts] == ["Painter"]


def test_removing_what_is_not_there_is_refused(controller, copied_match, qtbot):
    controller.open(copied_match())
    with qtbot.waitSignal(controller.refused):
        assert not Edits(controller).remove_car(99)


def test_saving_keeps_comments(controller, overviews, copied_match):
    path = copied_match()
    before = path.read_text(encoding="utf-8")
    controller.open(path)
    controller.take_bots(PathsDropped(paths=(path.parent.parent / "bots" / "keeper",), team=0))
    controller.save()
    assert not controller.is_dirty
    after = path.read_text(encoding="utf-8")
    assert after.startswith(before.rstrip("\n")[:200])
    assert "keeper/bot.toml" in after


def test_an_example_is_saved_elsewhere(controller, overviews, qtbot, tmp_path):
    controller.open(example_match("1v1"))
    before = example_match("1v1").read_bytes()
    controller.take_bots(PathsDropped(paths=(example_bots() / "keeper",), team=0))
    with qtbot.waitSignal(controller.place_requested):
        controller.save()
    assert controller.save_as(tmp_path / "mine")
    assert controller.path == tmp_path / "mine.toml"
    assert controller.match() is not None
    assert example_match("1v1").read_bytes() == before


def test_a_place_that_cannot_be_written_is_refused(controller, qtbot, tmp_path):
    controller.open(example_match("1v1"))
    with qtbot.waitSignal(controller.refused):
        assert not controller.save_as(tmp_path / "no" / "folder" / "x.toml")


def test_a_document_with_errors_still_shows_its_cars(controller, overviews, copied_match):
    path = copied_match()
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("bots/chaser/bot.toml", "bots/nowhere/bot.toml"), encoding="utf-8")
    assert controller.open(path)
    assert not overviews[-1].can_start
    assert "nowhere" in str([car.name for car in overviews[-1].cars])
    assert overviews[-1].problems[0].line is not None
    assert controller.match() is None


@pytest.mark.parametrize(
    "text",
    ["cars = 3\n", "cars = [1, 2]\n", '[[cars]]\nteam = [1]\nconfig_file = 7\nname = ""\n', "[[cars]]\nteam = 9\n"],
)
def test_odd_documents_are_problems_not_faults(controller, overviews, tmp_path, text):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    assert controller.open(path)
    assert overviews[-1].problems


def test_kinds_of_paths(tmp_path, copied_match):
    (tmp_path / "empty").mkdir()
    (tmp_path / "match.cfg").write_text("[Match Configuration]\n")
    (tmp_path / "looks.cfg").write_text("[Bot Loadout]\n")
    (tmp_path / "notes.txt").write_text("hello")
    for path, kind in {
        copied_match(): DropKind.MATCH,
        example_bots() / "chaser": DropKind.BOT,
        example_bots() / "chaser" / "bot.toml": DropKind.BOT,
        tmp_path / "missing.toml": DropKind.MISSING,
        tmp_path / "missing": DropKind.MISSING,
        example_bots() / "chaser" / "bot.py": DropKind.OTHER,
        tmp_path / "empty": DropKind.LIBRARY,
        example_bots(): DropKind.LIBRARY,
        tmp_path / "match.cfg": DropKind.MATCH,
        tmp_path / "looks.cfg": DropKind.OTHER,
        tmp_path / "notes.txt": DropKind.OTHER,
    }.items():
        assert found_at(path).kind is kind, path


def test_the_game_decides_what_stands_in_the_way(controller, overviews, tmp_path):
    path = tmp_path / "knockout.toml"
    path.write_text('[match]\ngame_mode = "Knockout"\n[[cars]]\ntype = "Psyonix"\n')
    controller.choose_game(GameChoice(game="attached"))
    assert overviews == []
    controller.open(path)
    assert overviews[-1].can_start
    controller.choose_game(GameChoice(game="arena"))
    assert not overviews[-1].can_start
    controller.choose_game(GameChoice(game="arena", pace="2"))
    assert len(overviews) == 2


@pytest.fixture
def own_bot(tmp_path):
    """A bot in a folder of its own, and a match of that bot beside it."""
    shutil.copytree(example_bots() / "chaser", tmp_path / "bot")
    path = tmp_path / "own.toml"
    path.write_text('[[cars]]\nteam = 0\nconfig_file = "bot/bot.toml"\n')
    return path


def test_recovered_edits_are_reported_with_the_present_state_of_their_bots(controller, overviews, own_bot):
    controller.open(own_bot)
    assert [overview.can_start for overview in overviews] == [True]
    controller.save()
    controller.apply_to_file(MatchDocument.lose_file)
    assert len(overviews) == 1, "the match is the same"
    (own_bot.parent / "bot").rename(own_bot.parent / "elsewhere")
    controller.save()
    assert [overview.can_start for overview in overviews] == [True, False]
    (own_bot.parent / "elsewhere").rename(own_bot.parent / "bot")
    controller.apply_to_file(MatchDocument.lose_file)
    assert [overview.can_start for overview in overviews] == [True, False, True]


def test_a_second_look_reports_changes_only(controller, overviews, own_bot):
    controller.read_again()
    assert overviews == []
    controller.open(own_bot)
    controller.read_again()
    assert len(overviews) == 1
    (own_bot.parent / "bot" / "bot.toml").write_text("oops")
    controller.read_again()
    assert not overviews[-1].can_start
    assert controller.overview is overviews[-1]
    assert not overviews[-1].is_dirty
    controller.read_again()
    assert len(overviews) == 2


def test_a_bot_with_script_in_its_name_joins_the_team_it_is_dropped_on(controller, overviews, tmp_path):
    bot = tmp_path / "typescript.bot.toml"
    bot.write_text('[settings]\nname = "Typed"\nagent_id = "me/typed"\nrun_command = "run"\n', encoding="utf-8")
    controller.new()
    controller.take_bots(PathsDropped(paths=(bot,), team=1))
    assert teams(overviews[-1]) == [[], ["Typed"]]
    assert overviews[-1].scripts == ()


def test_a_document_with_the_suffix_of_scripts_becomes_a_script(controller, overviews, tmp_path):
    script = tmp_path / "bot.script.toml"
    script.write_text('[settings]\nname = "Helper"\nagent_id = "me/helper"\nrun_command = "run"\n', encoding="utf-8")
    controller.new()
    controller.take_bots(PathsDropped(paths=(script,), team=1))
    assert teams(overviews[-1]) == [[], []]
    assert [script.name for script in overviews[-1].scripts] == ["Helper"]


def test_bots_without_a_team_join_both_teams_alternately_and_scripts_do_not_count(controller, overviews):
    controller.new()
    folders = tuple(example_bots() / name for name in ("keeper", "painter", "chaser", "striker"))
    controller.take_bots(PathsDropped(paths=folders, team=None))
    assert teams(overviews[-1]) == [["Keeper", "Striker"], ["Chaser"]]
    assert [script.name for script in overviews[-1].scripts] == ["Painter"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "match"),
        ('[[cars]]\nconfig_file = "{bots}/chaser/bot.toml"\n', "chaser"),
        (
            '[[cars]]\nconfig_file = "{bots}/chaser/bot.toml"\n'
            '[[cars]]\nteam = 1\ntype = "Psyonix"\nname = "Ice / Cold"\n',
            "chaser_ice_cold",
        ),
        ("[[cars]]\n[[cars]]\n[[cars]]\nteam = 1\n", "2v1"),
    ],
)
def test_a_match_without_a_file_has_a_name_made_of_its_cars(qapp, text, name):
    document = DocumentController()
    document.new()
    document.edit("x", lambda made: made.edit(lambda _: text.replace("{bots}", example_bots().as_posix())))
    assert document.file_name() == name


def test_a_match_with_a_file_keeps_its_name(qapp):
    document = DocumentController()
    document.open(example_match("3v3"))
    assert document.file_name() == "3v3"


WRONG = (
    '# Mine\n[match]\ngame_mod = "Hoops" # fun\nskip_replays = "true"\nfreeplay = 0\n'
    "[rlbot]\nauto_start_bots = false\nlauncher_arg = 3\n"
)


def test_problems_are_fixed_one_by_one_and_those_that_cannot_be_wrong_in_one_step(desktop, tmp_path):
    path = tmp_path / "match.toml"
    path.write_text(WRONG, encoding="utf-8")
    assert desktop.document.open(path)
    problems = desktop.window.problems
    assert len(desktop.document.repairable()) == 5
    assert not problems.fix_all_button.isHidden()
    problems.fix_all_button.click()
    certain = WRONG.replace('"true"', "true").replace("= 0", "= false").replace("= 3", '= "3"')
    assert desktop.document.document.text == certain
    assert problems.fix_all_button.isHidden()
    for _ in range(2):
        problems.fix_button.click()
    assert desktop.document.repairable() == ()
    assert problems.fix_button.isHidden()
    right = certain.replace("game_mod ", "game_mode ").replace("auto_start_bots", "auto_start_agents")
    assert desktop.document.document.text == right
    desktop.document.undo()
    assert len(desktop.document.repairable()) == 1


def test_wrong_settings_are_reset_or_chosen_again(desktop, qtbot, tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\nskip_replays = 7\ngame_mode = "xyzzy"\n', encoding="utf-8")
    assert desktop.document.open(path)
    wrong = {"match.skip_replays", "match.game_mode"}
    qtbot.waitUntil(lambda: desktop.window.options.shown is not None)
    options = desktop.window.options
    qtbot.waitUntil(lambda: {option.key for option in options.shown.options if option.is_changed} == wrong)
    options.reset_button.click()
    assert desktop.document.document.text.split() == ["[match]"]


def test_a_file_that_is_not_toml_is_named_with_its_line_and_not_called_fine(desktop, tmp_path, monkeypatch):
    window, path = desktop.window, tmp_path / "broken.toml"
    path.write_text("[match]\ngame_mode = Hoops\n", encoding="utf-8")
    assert not desktop.document.open(path)
    assert window.problems.title == "broken.toml cannot be opened"
    assert "broken.toml:2" in window.problems.rows.item(0).text()
    assert window.workspace.is_shown("problems")
    assert "broken.toml:2: error: This is not valid TOML" in window.notices.notice.text
    assert window.notices.action_button.text() == "Open line 2"
    opened = []
    monkeypatch.setattr("app.document.places.open_at_line", lambda *place: opened.append(place[:2]) or "")
    window.notices.notice.on_action()
    assert opened == [(path, 2)]
    assert desktop.document.open(example_match("2v2"))
    assert window.problems.title == "No problems. The match can start."
    assert window.notices.notice is None


def test_a_syntax_error_saved_in_an_editor_is_shown_with_its_line_until_it_is_undone(desktop, qtbot, tmp_path):
    path, window = tmp_path / "match.toml", desktop.window
    good = '[match]\ngame_mode = "Hoops"\n[[cars]]\ntype = "Psyonix"\n'
    path.write_text(good, encoding="utf-8")
    assert desktop.document.open(path)
    path.write_text(good.replace('"Hoops"', "Hoops"), encoding="utf-8")
    qtbot.waitUntil(lambda: window.notices.notice is not None)
    assert window.problems.title == "match.toml cannot be opened"
    assert "match.toml:2" in window.problems.rows.item(0).text()
    assert window.notices.action_button.text() == "Open line 2"
    assert desktop.document.document.text == good
    notice = window.notices.notice
    desktop.disk.check()
    assert window.notices.notice is notice
    path.write_text(good, encoding="utf-8")
    qtbot.waitUntil(lambda: window.notices.notice is None)
    assert window.problems.title == "No problems. The match can start."


def test_a_syntax_error_saved_in_an_editor_is_gone_once_it_is_fixed(desktop, qtbot, tmp_path):
    path, window = tmp_path / "match.toml", desktop.window
    path.write_text("[match]\n", encoding="utf-8")
    assert desktop.document.open(path)
    path.write_text("[match]\ngame_mode = Hoops\n", encoding="utf-8")
    qtbot.waitUntil(lambda: window.problems.title == "match.toml cannot be opened")
    path.write_text('[match]\ngame_mode = "Hoops"\n', encoding="utf-8")
    qtbot.waitUntil(lambda: window.problems.title != "match.toml cannot be opened")
    assert "has been reloaded" in window.notices.notice.text


def with_a_wrong_key(document):
    document.edit(lambda text: set_value(text, ("match", "freeplay"), 7))


def rows_of(window):
    return [window.problems.rows.item(row).text() for row in range(window.problems.rows.count())]


@pytest.mark.parametrize("step", ["edit", "undo", "save"])
def test_the_problems_are_headed_by_an_unreadable_file_until_the_user_goes_on_with_the_match(desktop, tmp_path, step):
    window, path = desktop.window, tmp_path / "broken.toml"
    assert desktop.document.edit("edit", with_a_wrong_key)
    path.write_text("[match\n", encoding="utf-8")
    assert not desktop.document.open(path)
    assert window.problems.title == "broken.toml cannot be opened"
    assert "broken.toml:1" in rows_of(window)[0]
    assert any("freeplay" in row for row in rows_of(window)[1:])
    assert str(tmp_path) not in window.bottom.line.text()
    if step == "edit":
        desktop.document.take_bots(PathsDropped(paths=(example_bots() / "chaser",), team=0))
    elif step == "undo":
        desktop.document.undo()
    else:
        assert desktop.document.save_as(tmp_path / "other.toml")
    assert window.problems.title == (
        "No problems. The match can start." if step == "undo" else "1 error, the match cannot start"
    )
    assert not any("broken" in row for row in rows_of(window))
    assert window.notices.notice is None


def test_the_problem_of_the_matchs_own_file_outlasts_edits(desktop, qtbot, tmp_path):
    path = tmp_path / "match.toml"
    path.write_text("[match]\n", encoding="utf-8")
    assert desktop.document.open(path)
    path.write_text("[match\n", encoding="utf-8")
    qtbot.waitUntil(lambda: desktop.window.problems.title == "match.toml cannot be opened")
    assert desktop.document.edit("edit", with_a_wrong_key)
    assert desktop.window.problems.title == "match.toml cannot be opened"


@pytest.mark.parametrize(("mark", "title"), [("example:3v3", "3v3"), ("example:gone", "1v1")])
def test_an_example_that_was_open_comes_back(controller, overviews, mark, title):
    controller.open_first(None, (), mark)
    assert overviews[-1].title == title
    assert controller.bookmark == f"example:{title}"


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_examples_are_in_the_open_menu_in_the_palette_and_on_the_empty_field(make_desktop, runner, qtbot):
    desktop = make_desktop(lambda match, choice: runner)
    window = desktop.window
    assert window.stage.examples_button.isHidden()
    desktop.document.new()
    assert window.stage.examples_button.isVisible()
    window.stage.examples_button.click()
    assert window.header.examples_menu.isVisible()
    window.header.examples_menu.close()
    (action,) = [action for action in window.commands.all if action.text() == "Open example: 3v3"]
    assert action in window.header.examples_menu.actions()
    assert window.header.examples_menu.menuAction() in window.header.open_button.menu().actions()
    action.trigger()
    assert desktop.document.bookmark == "example:3v3"
    assert window.stage.examples_button.isHidden()
    desktop.session.start()
    assert not action.isEnabled()
