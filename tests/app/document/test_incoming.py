"""Files of a later start are opened in this window, or a notice gives the reason why not."""

from resources.examples import example_bots


def said(desktop):
    return desktop.window.bottom.line.text()


def test_a_match_and_bots_of_a_later_start_are_opened_here(desktop, copied_match, tmp_path):
    document = copied_match("2v2")
    desktop.incoming.take_start((document,))
    assert desktop.document.overview.path == document
    before = len(desktop.document.overview.cars)
    desktop.incoming.take_start((example_bots() / "chaser", example_bots() / "striker"))
    assert len(desktop.document.overview.cars) == before + 2
    desktop.document.undo()
    desktop.incoming.take_start(())
    assert said(desktop) == ""
    desktop.incoming.take_start((tmp_path / "nowhere.toml",))
    assert said(desktop) == f"File not found: {tmp_path / 'nowhere.toml'}"


def test_while_a_match_runs_nothing_takes_its_place(desktop, copied_match, qtbot):
    document, before = copied_match(), desktop.document.overview.path
    desktop.session.start()
    desktop.incoming.take_start((document,))
    assert said(desktop) == "A match is running; open the files when it is over."
    assert desktop.document.overview.path == before
