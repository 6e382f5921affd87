"""The whole program by mouse: drop a bot's folder from another program, play, reload it, stop, and close."""

import time

import pytest

from tests.app.end_to_end.display import until

SETTLE_S = 0.7


def settled(window, name):
    """Returns a widget by its accessible name once it no longer moves, as it may in a window that has just opened."""
    place = None
    while (now := window.find(name=name)) != place:
        place = now
        time.sleep(SETTLE_S)
    return now


@pytest.mark.timeout(400)  # many steps of a whole program, beside other tests on a busy machine
def test_drop_play_reload_and_close_by_mouse(screen, scorer, empty_match, save_other_source, programs_of_home):
    window = screen.open("watched_program", "window", "--new-window", empty_match)
    window.find(name="Team blue")
    source = screen.open("drag_source", scorer)
    screen.drag(settled(source, "The folder to drag"), settled(window, "Team blue"))
    window.wait_for("Scorer")

    screen.click(window.find(name="Start the match"))
    stop = window.find(name="Stop the match")
    until(lambda: window.named("Goals of Blue")["text"] not in ("-", "0"), window.texts)

    save_other_source()
    screen.click(window.find(text="Reload"))
    assert "Scorer reloaded" in window.wait_for(" reloaded (version ")
    before = window.named("Goals of Blue")["text"]
    until(lambda: window.named("Goals of Blue")["text"] != before, window.texts)

    screen.click(stop)
    window.wait_for("Stopped at")
    screen.focus("Kickabout")
    while "Discard" not in window.texts():  # a key is lost if it comes before the focus
        screen.mouse("key", "alt+F4")
        time.sleep(SETTLE_S)
    screen.click(window.find(text="Discard"))
    assert window.wait_end() == 0
    source.process.terminate()
    source.wait_end()
    assert programs_of_home() == []
