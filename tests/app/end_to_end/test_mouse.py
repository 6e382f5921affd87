"""The whole program on a screen, with a mouse and a second program: from a folder to a match, a swap, and the end."""

from tests.app.end_to_end.display import until


def test_a_folder_is_dropped_played_swapped_and_closed(
    screen, scorer, empty_match, save_other_source, programs_of_home
):
    window = screen.open("watched_program", "window", "--new-window", empty_match)
    window.find(name="Team blue")
    source = screen.open("drag_source", scorer)
    screen.drag(source.find(name="The folder to drag"), window.find(name="Team blue"))
    window.wait_for("Scorer")

    screen.click(window.find(name="Start the match"))
    stop = window.find(name="Stop the match")
    until(lambda: shown(window, "Goals of Blue") not in ("-", "0"), window.texts)

    save_other_source()
    screen.click(window.find(text="Reload"))
    assert "Scorer reloaded" in window.wait_for(" reloaded (version ")
    before = shown(window, "Goals of Blue")
    until(lambda: shown(window, "Goals of Blue") != before, window.texts)

    screen.click(stop)
    window.wait_for("Stopped at")
    screen.mouse("key", "alt+F4")
    screen.click(window.find(text="Discard"))
    assert window.wait_end() == 0
    source.process.terminate()
    source.wait_end()
    assert programs_of_home() == []


def shown(window, name):
    """The text of the label of this accessible name."""
    return next(widget["text"] for widget in window.widgets() if widget["name"] == name)
