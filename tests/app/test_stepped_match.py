"""The window shows a match that a learner steps."""

import queue
import re
import socket
import threading

import pytest

from app.services.settings import Settings
from app.session.match_runner import match_runner
from resources.examples import example_bots
from runtime.model.states import AgentState
from runtime.model.step_mode import KEY_VARIABLE
from runtime.training.stepping import StepClient

PATIENCE_S = 60.0
LEARNER = '[settings]\nagent_id = "test/learner"\nname = "Learner"\n'
MATCH = """
[match]
start_without_countdown = true
[[cars]]
config_file = "learner.toml"
auto_start = false
[[cars]]
team = 1
config_file = '{bot}'
[kickabout.step_mode]
port = {port}
"""


@pytest.fixture
def stepped(make_desktop, monkeypatch, mesh_cache, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    bot = example_bots() / "chaser" / "bot.toml"
    (tmp_path / "learner.toml").write_text(LEARNER)
    document = tmp_path / "match.toml"
    document.write_text(MATCH.format(bot=bot, port=port))
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    return make_desktop(lambda match, choice: match_runner(match, choice, Settings()), document), port


def test_a_learner_is_watched_and_its_silence_is_shown(stepped, qtbot):
    desktop, port = stepped
    window, has_stepped, goes_on = desktop.window, threading.Event(), threading.Event()
    keys = queue.SimpleQueue()

    def learn():
        with StepClient(port, key=keys.get(timeout=PATIENCE_S), connect_s=PATIENCE_S, timeout_s=PATIENCE_S) as client:
            client.enable(deadline_s=PATIENCE_S)
            for _ in range(25):
                client.step([[1, 0, 0, 0, 0, 0, 1, 0]])
            has_stepped.set()
            goes_on.wait(PATIENCE_S)
            for _ in range(25):
                client.step([[1, 0, 0, 0, 0, 0, 1, 0]])
            client.end()

    thread = threading.Thread(target=learn, name="learner of the test")
    thread.start()
    try:
        window.bottom.start_button.click()
        qtbot.waitUntil(lambda: f"{KEY_VARIABLE}=" in window.notices.text.text(), timeout=30_000)
        keys.put(re.search(rf"{KEY_VARIABLE}=([\w~]+)", window.notices.text.text())[1])
        qtbot.waitUntil(has_stepped.is_set, timeout=60_000)
        qtbot.waitUntil(lambda: window.stage.canvas.view.frame == 200, timeout=30_000)
        cards = window.teams[0].cards
        qtbot.waitUntil(lambda: cards[0].card.state is AgentState.PLAYING, timeout=30_000)
        qtbot.waitUntil(lambda: "learner is busy" in window.notices.text.text(), timeout=30_000)
        assert cards[0].card.figures.answers_per_s is None, "a match that waits is no fault of its agents"
        goes_on.set()
        qtbot.waitUntil(lambda: not desktop.session.is_running, timeout=60_000)
    finally:
        goes_on.set()
        thread.join(PATIENCE_S)
    assert not thread.is_alive()
    assert desktop.session.result.frames == 400
