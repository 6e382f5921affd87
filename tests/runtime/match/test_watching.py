"""Problems with watching files reach the observers of the match, and the log."""

from runtime.model.events import FrameShown, MatchNoted
from runtime.model.states import SwapMode
from runtime.model.values import GAME_LOG


def test_a_folder_that_can_no_longer_be_watched_is_told(stage, workshop):
    folder = workshop.bot("ada").parent
    workshop.bot("bob")

    def take_away(event):
        if isinstance(event, FrameShown) and folder.exists():
            folder.rename(folder.with_name("away"))
        if isinstance(event, MatchNoted):
            stage.runner.request_stop()

    stage.on_event = take_away
    match = workshop.match(("ada", 0), ("bob", 1))
    stage.play(match, pace="realtime", seconds_limit=20.0, swap_mode=SwapMode.ASK)
    (noted,) = stage.of(MatchNoted)
    assert str(folder) in str(noted.text or "")
    assert noted.topic == f"watching {folder}", "it holds no longer than the match"
    assert str(noted.text or "") in stage.lines(GAME_LOG)
