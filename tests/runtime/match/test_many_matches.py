"""A thousand matches in one launcher: it keeps nothing of them."""

import gc
import sys
import time
from collections import namedtuple

import psutil
import pytest
import rlbot_flatbuffers as flat

from runtime.documents.agent_keys import new_key
from runtime.documents.model import Car, Match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, Outcome, StageState
from runtime.protocol import frame, pack_interface
from tests.process_table import is_alive

MATCHES = 1000
WARM = 100
"""By then every cache is filled, and memory use should stay level."""
EVERY = 50
ALLOWED_GROWTH = 4 << 20
BOT = """
import os, socket, time
link = None
while link is None:
    try:
        link = socket.create_connection((os.environ["RLBOT_SERVER_IP"], int(os.environ["RLBOT_SERVER_PORT"])))
    except OSError:
        time.sleep(0.01)
agent_id = os.environ["RLBOT_AGENT_ID"].encode()
link.sendall(open("greeting", "rb").read().replace(open("placeholder", "rb").read(), agent_id))
while link.recv(1 << 16):
    pass
"""
"""Says hello and ready, and listens until it is told to end; imports no library, so that it starts at once."""

Look = namedtuple("Look", "match rss_kb files threads children seconds")


def sender(folder, name, team):
    place = folder / name
    place.mkdir()
    (place / "bot.py").write_text(BOT)
    agent_id = f"tests/{name}"
    placeholder = new_key(agent_id)
    (place / "placeholder").write_text(placeholder)
    messages = (flat.ConnectionSettings(placeholder, False, False, True), flat.InitComplete())
    (place / "greeting").write_bytes(b"".join(frame(pack_interface(message)) for message in messages))
    return Car(name=name, team=team, agent_id=agent_id, root_dir=str(place), run_command="python -S -E bot.py")


def play_one(plan):
    """Starts a match, and stops it as soon as it runs."""
    runner = MatchRun(plan)

    def watch(event):
        if isinstance(event, StageChanged) and event.stage is MatchStage.PLAY and event.state is StageState.RUNNING:
            runner.post(StopMatch())

    result = runner.run(watch)
    assert result.outcome is Outcome.INTERRUPTED, str(result.reason or "")


def look(match, began):
    gc.collect()
    process = psutil.Process()
    children = [child for child in process.children() if is_alive(child)]
    return Look(
        match=match,
        rss_kb=process.memory_info().rss >> 10,
        files=process.num_handles() if sys.platform == "win32" else process.num_fds(),
        threads=process.num_threads(),
        children=len(children),
        seconds=round(time.monotonic() - began, 1),
    )


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_matches_leave_memory_files_and_threads_as_they_were(tmp_path, mesh_cache, capsys):
    match = Match(cars=(sender(tmp_path, "one", 0), sender(tmp_path, "two", 1)), instant_start=True)
    plan = MatchPlan(match=match, game=ArenaGame(meshes=mesh_cache), logs=tmp_path / "logs")
    began = time.monotonic()
    looks = []
    for number in range(MATCHES + 1):
        if number % EVERY == 0:
            looks.append(look(number, began))
            with capsys.disabled():
                print(looks[-1], flush=True)
        play_one(plan)
    warm = [seen for seen in looks if seen.match >= WARM]
    assert {(seen.files, seen.threads, seen.children) for seen in warm} == {warm[0][2:5]}
    assert (warm[-1].rss_kb - warm[0].rss_kb) << 10 <= ALLOWED_GROWTH
