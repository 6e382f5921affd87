"""The first start on a small screen: the controls are on the screen, a match runs, and closing asks once."""

import pytest

from tests.app.end_to_end.display import until

SIZE = (1024, 640)
IN_REACH = ("Start the match", "Stop the match", "Match speed", "Arena")
UNBUILT = {"place": (-1, -1, 0, 0)}
"""Stands for a control that is not in its place yet."""


@pytest.mark.parametrize("screen", [SIZE], indirect=True, ids=["1024x640"])
def test_first_start_match_and_quit(screen, programs_of_home):
    window = screen.open("watched_program", "window", "--new-window")
    window.find(name="Start the match")

    def outside():
        """Names of the controls beyond the edges of the screen, until the window manager has placed the window."""
        places = {name: (window.named(name) or UNBUILT)["place"] for name in IN_REACH}
        return [
            name
            for name, (x, y, width, height) in places.items()
            if x < 0 or y < 0 or x + width > SIZE[0] or y + height > SIZE[1]
        ]

    def arena():
        return window.named("Arena")["place"][2:]

    until(lambda: outside() == [], outside)
    until(lambda: arena()[0] >= 0.35 * SIZE[0] and arena()[1] >= 200, arena)

    screen.click(window.find(name="Start the match"))
    until(lambda: (goals := window.named("Goals of Blue")) and goals["text"] != "-", window.texts)
    screen.mouse("key", "Escape")
    screen.mouse("key", "ctrl+shift+p")
    window.find(name="Search commands")
    screen.mouse("key", "Escape")
    until(lambda: window.named("Search commands") is None, window.texts)
    assert window.find(name="Stop the match"), "Escape must not stop the match"

    screen.mouse("key", "F11")
    until(lambda: window.named("Stop the match") is None, window.texts)
    until(lambda: arena()[0] > 0.9 * SIZE[0], arena)
    screen.mouse("key", "Escape")
    window.find(name="Stop the match")
    until(lambda: outside() == [], outside)

    screen.mouse("key", "ctrl+q")
    window.wait_for("A match is running; closing the window stops it.")
    boxes = {tuple(widget["place"]) for widget in window.widgets() if widget["kind"] == "QMessageBox"}
    assert len(boxes) == 1, "the box is listed as a window and as a child"
    screen.click(window.find(text="Stop and close"))
    assert window.wait_end() == 0
    assert programs_of_home() == []
