"""Agents of RLBot v4 play in the arena: bots, a hivemind, a standalone bot and a script."""

import json
import os
import threading

import pytest

from runtime import IMPORT_ROOT
from runtime.documents.model import RestartPolicy
from runtime.model.commands import FollowDrawings, StopMatch
from runtime.model.events import AgentChanged, DrawingsShown, FrameShown, SwapChanged
from runtime.model.states import AgentState, Outcome, SwapMode, SwapOutcome

EXAMPLES = IMPORT_ROOT / "resources" / "bots"
pytestmark = pytest.mark.timeout(600)  # packages are downloaded once per checkout
CHASER = "[[cars]]\nteam = 1\ntype = 'Psyonix'\n"


def cars(*documents):
    return "".join(f"[[cars]]\nteam = {place % 2}\nconfig_file = '{path}'\n" for place, path in enumerate(documents))


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    return {}


@pytest.fixture
def recorded(shared, folder, play):
    """The records of two recorders in a match of ten seconds, which is played once for the module."""
    if not shared:
        place = folder("recorder")

        def follow(run, event):
            if isinstance(event, FrameShown):
                run.post(FollowDrawings(is_wanted=True))

        text = cars(place / "recorder.cfg", place / "recorder.cfg") + CHASER
        text = f"[match]\nenable_rendering = 'OnByDefault'\n[mutators]\nmax_score = 'ThreeGoals'\n{text}"
        result, events, logs = play(text, seconds=10.0, on_event=follow)
        shared["result"], shared["events"], shared["logs"] = result, events, logs
        shared["records"] = [json.loads((place / f"record{index}.json").read_text()) for index in (0, 1)]
        shared["folder"] = place
    return shared


def test_the_match_is_played_without_an_error(recorded):
    assert recorded["result"].outcome is Outcome.FINISHED
    for record in recorded["records"]:
        assert record["errors"] == []
    assert "Traceback" not in recorded["logs"]["blue-1"]
    assert "Warning" not in recorded["logs"]["blue-1"], "rlbot's own are of no use to a bot's author"
    agents = {agent.key: agent for agent in recorded["result"].agents}
    assert agents["blue-1"].answers >= agents["blue-1"].packets - 1


def test_a_bot_knows_who_it_is(recorded):
    first, second = recorded["records"]
    assert (first["name"], first["team"], first["index"]) == ("Recorder", 0, 0)
    assert (second["name"], second["team"], second["index"]) == ("Recorder (2)", 1, 1)
    assert first["spawn_id"] == first["packet"]["spawn_id"] != second["spawn_id"]
    assert first["mood"] == "curious"
    assert first["cwd"] == str(recorded["folder"].parent)


def test_packets_have_the_form_of_v4(recorded):
    packet = recorded["records"][0]["packet"]
    assert packet["names"][:2] == ["Recorder", "Recorder (2)"]
    assert (packet["cars"], packet["after"], packet["pads"]) == (3, "", 34)
    assert packet["is_bot"] == [True, True, True]
    assert packet["hitbox"] == pytest.approx([118.007, 84.2, 36.159], abs=0.01)
    assert (packet["shape"], round(packet["diameter"], 1)) == (1, 182.5)
    assert recorded["records"][0]["flags"][:3] == [[False, False, False], [True, True, False], [True, False, False]]


def test_the_field_has_the_order_of_v4(recorded):
    field = recorded["records"][0]["field"]
    keys = [100 * y + x for x, y, _ in field["pads"]]
    assert keys == sorted(keys)
    assert {z for _, _, z in field["pads"]} == {70.0, 73.0}
    assert [goal[0] for goal in field["goals"]] == [0, 1]


def test_predictions_are_sixty_times_a_second(recorded):
    slices, first_s, step_s, height = recorded["records"][0]["prediction"]
    assert slices == 360
    assert first_s == pytest.approx(1 / 60, abs=2e-3)
    assert step_s == pytest.approx(1 / 60, abs=2e-3)
    assert height > 80
    assert recorded["records"][0]["flat_prediction"] == 360


def test_rigid_bodies_match_settings_and_configuration(recorded):
    record = recorded["records"][0]
    assert record["rigid"][0] == 3
    assert record["settings"] == {"upk": "Stadium_P", "players": 3, "max_score": 2, "state_setting": True}
    config = record["config"]
    assert (config["mode"], config["map"]) == ("Soccer", "DFHStadium")
    assert [player[0] for player in config["players"]][:2] == ["Recorder", "Recorder (2)"]
    assert config["mutators"]["boost_strength"] == "1x"
    assert config["mutators"]["max_score"] == "3 Goals"
    assert all(config["mutators"].values())


def test_quick_chats_and_matchcomms_reach_the_others(recorded):
    first, second = recorded["records"]
    assert second["chats"] == [[0, 0, 0]] * 5, "five in two seconds"
    assert first["chats"] == [[1, 1, 0]] * 5
    assert second["comms"] == [{"from": "Recorder"}]
    assert first["comms"] == [{"from": "Recorder (2)"}]


def test_states_are_set_and_the_rest_is_noted_once(recorded):
    packet = recorded["records"][0]["set"]
    assert packet["ball"] == pytest.approx([1000, 1500], abs=60)
    assert packet["gravity"] == pytest.approx(-100)
    assert packet["boost"] >= 70
    log = recorded["logs"]["blue-1"]
    assert log.count("cannot set the state of boost pads") == 1
    assert log.count("cannot set whether a car has jumped") == 1


def test_drawings_reach_the_arena_view(recorded):
    drawn = [
        drawing
        for event in recorded["events"]
        if isinstance(event, DrawingsShown)
        for group in event.groups
        for drawing in group.items
    ]
    kinds = {type(drawing).__name__ for drawing in drawn}
    assert kinds == {"DrawnLine", "DrawnText", "DrawnRect"}
    texts = {drawing.text for drawing in drawn if hasattr(drawing, "text")}
    assert texts == {"two dimensions é", "three"}


SLOW = """
import time
from rlbot.agents.base_agent import BaseAgent, SimpleControllerState

class Slow(BaseAgent):
    def initialize_agent(self):
        time.sleep(3)

    def get_output(self, packet):
        print("cars", packet.num_cars, flush=True)
        return SimpleControllerState(throttle=1.0)
"""


def test_a_hivemind_has_one_process_for_its_cars(folder, play):
    """The first packet of a hivemind is complete, even if it has to wait for an agent that loads longer."""
    place, slow = folder("drones"), folder("simple")
    (slow / "simple.py").write_text(SLOW)
    hive = "".join(f"[[cars]]\nteam = 1\nconfig_file = '{place / 'drones.cfg'}'\n" for _ in range(2))
    result, _, _ = play(cars(slow / "simple.cfg") + hive)
    assert result.outcome is Outcome.FINISHED
    agent = next(agent for agent in result.agents if agent.team == 1)
    assert (agent.cars, agent.starts) == ((1, 2), 1)
    assert json.loads((place / "hive.json").read_text()) == {"drones": [1, 2], "team": 1, "cars": 3, "goals": 2}
    assert agent.answers >= agent.packets - 1


@pytest.mark.parametrize("name", ["simple", "drones"])
def test_an_agent_is_never_called_before_the_first_packet(folder, play, name):
    """The match is stopped while one agent waits for another, which never finishes loading."""
    early, slow = folder(name, "early"), folder("simple", "slow")
    (slow / "simple.py").write_text(SLOW.replace("sleep(3)", "sleep(600)"))
    if name == "simple":
        (early / "simple.py").write_text(SLOW.replace("sleep(3)", "sleep(0)"))

    def stop(run, event):
        if isinstance(event, AgentChanged) and event.agent.state is AgentState.READY:
            threading.Timer(1.0, run.post, (StopMatch(),)).start()

    result, _, logs = play(cars(early / f"{name}.cfg", slow / "simple.cfg"), on_event=stop)
    assert result.agents[0].exit_code == 0, logs
    assert not (early / "hive.json").exists()
    assert "cars" not in logs["blue-1"]
    assert "Traceback" not in logs["blue-1"]


def test_a_standalone_bot_and_a_script(folder, play):
    bot, script = folder("standalone"), folder("referee")
    text = cars(bot / "standalone.cfg") + CHASER + f"[[scripts]]\nconfig_file = '{script / 'referee.cfg'}'\n"
    result, _, logs = play(text)
    assert result.outcome is Outcome.FINISHED, logs
    assert (bot / "played").read_text() == "Loner 0 0"
    assert (script / "seen").read_text() == "2 2"


CLINGING = """
import atexit, time
from pathlib import Path

from rlbot.agents.base_script import BaseScript

class Clinging(BaseScript):
    def run(self):
        while True:
            try:
                self.wait_game_tick_packet()
            except:
                print("caught")

atexit.register(time.sleep, 30)
Clinging("Clinging").run()
"""


def test_programs_end_with_the_match_whatever_they_catch(folder, play):
    bot, script = folder("standalone"), folder("referee")
    source = (bot / "loner.py").read_text()
    (bot / "loner.py").write_text(f"import atexit, time\natexit.register(time.sleep, 30)\n{source}")
    (script / "referee.py").write_text(CLINGING)
    text = cars(bot / "standalone.cfg") + CHASER + f"[[scripts]]\nconfig_file = '{script / 'referee.cfg'}'\n"
    result, _, logs = play(text, seconds=1.0)
    assert [agent.exit_code for agent in result.agents] == [0, 0], logs
    assert "caught" not in logs["script-1"]


WITNESS = """
import json
from pathlib import Path

from rlbot.agents.base_script import BaseScript
from rlbot.utils.structures.rigid_body_struct import RigidBodyTick

class Witness(BaseScript):
    def run(self):
        tick, throttles = RigidBodyTick(), []
        while True:
            frame = self.wait_game_tick_packet().game_info.frame_num
            self.game_interface.update_rigid_body_tick(tick)
            throttles.append([frame, tick.players[0].input.throttle])
            Path(__file__).with_name("seen").write_text(json.dumps(throttles))

Witness("Witness").run()
"""


def test_a_script_leaves_the_cars_alone(folder, play):
    """With state setting, any session may drive any car."""
    bot, script = folder("simple"), folder("referee")
    (script / "referee.py").write_text(WITNESS)
    text = cars(bot / "simple.cfg") + CHASER + f"[[scripts]]\nconfig_file = '{script / 'referee.cfg'}'\n"
    result, _, logs = play(f"[match]\nenable_state_setting = true\n{text}")
    assert result.outcome is Outcome.FINISHED, logs
    throttles = json.loads((script / "seen").read_text())
    assert len(throttles) > 50
    assert {throttle for frame, throttle in throttles if frame > 4} == {1.0}


def test_a_crash_is_restarted(folder, play):
    place = folder("simple")
    source = place / "simple.py"
    source.write_text(source.read_text().replace("return Simple", "raise SystemExit(3)\n        return Simple"))
    text = cars(place / "simple.cfg") + CHASER
    result, _, logs = play(text, seconds=120.0, restarts=RestartPolicy(limit=1, limit_in_window=1, backoff_s=0.1))
    (agent,) = result.agents
    assert agent.starts == 2
    assert "exited with code 3" in logs["blue-1"]


def test_a_saved_version_takes_over(folder, play):
    place = folder("simple")
    source = place / "simple.py"
    saved = []

    def save(run, event):
        if isinstance(event, AgentChanged) and event.agent.answers > 200 and not saved:
            saved.append(True)
            source.write_text(source.read_text().replace("THROTTLE = 1.0", "THROTTLE = -1.0"))
        if isinstance(event, SwapChanged) and event.record.outcome is SwapOutcome.SWAPPED:
            run.post(StopMatch())

    result, _, _ = play(cars(place / "simple.cfg") + CHASER, seconds=1800.0, on_event=save, swap_mode=SwapMode.AUTO)
    assert [swap.outcome for swap in result.swaps] == [SwapOutcome.SWAPPED]
    (agent,) = result.agents
    assert agent.answers >= agent.packets - 2
    assert agent.state is AgentState.STOPPED


def test_a_saved_version_that_is_as_long_and_as_old_runs(folder, play, monkeypatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    place = folder("simple")
    source, saved = place / "simple.py", []
    code = source.read_text() + "print('gain', THROTTLE, flush=True)\n"

    def write(throttle):
        place.joinpath("new").write_text(code.replace("THROTTLE = 1.0", f"THROTTLE = {throttle}"))
        os.utime(place / "new", (1_700_000_000, 1_700_000_000))
        place.joinpath("new").replace(source)

    def save(run, event):
        if isinstance(event, AgentChanged) and event.agent.answers > 200 and not saved:
            saved.append(True)
            write(0.5)
        if isinstance(event, SwapChanged) and event.record.outcome is SwapOutcome.SWAPPED:
            run.post(StopMatch())

    write(1.0)
    text = cars(place / "simple.cfg") + CHASER
    result, _, logs = play(text, seconds=1800.0, on_event=save, swap_mode=SwapMode.AUTO)
    assert [swap.outcome for swap in result.swaps] == [SwapOutcome.SWAPPED]
    assert [line for line in logs["blue-1"].splitlines() if line.startswith("gain")] == ["gain 1.0", "gain 0.5"]


def test_v4_and_v5_play_in_one_match(folder, play):
    place = folder("simple")
    text = cars(place / "simple.cfg", EXAMPLES / "chaser" / "bot.toml")
    result, _, _ = play(text)
    assert result.outcome is Outcome.FINISHED
    assert [(agent.name, agent.answers >= agent.packets - 1) for agent in result.agents] == [
        ("Simple", True),
        ("Chaser", True),
    ]


COUNTER = """
from pathlib import Path
from rlbot.agents.base_agent import BaseAgent, SimpleControllerState

class Counter(BaseAgent):
    calls = 0
    def get_output(self, packet):
        self.calls += 1
        return SimpleControllerState(throttle=1.0)
    def retire(self):
        Path(__file__).with_name("calls").write_text(str(self.calls))
"""


@pytest.mark.parametrize(("rate", "calls"), [(30, 300), (60, 600), (120, 1200)])
def test_a_bot_is_called_as_often_as_it_prefers_and_every_frame_is_answered(folder, play, rate, calls):
    place = folder("simple")
    (place / "simple.py").write_text(COUNTER)
    cfg = place / "simple.cfg"
    cfg.write_text(f"{cfg.read_text()}maximum_tick_rate_preference = {rate}\n")
    result, _, _ = play(cars(cfg) + CHASER, seconds=10.0)
    assert int((place / "calls").read_text()) == pytest.approx(calls, rel=0.1)
    (agent,) = result.agents
    assert agent.answers >= agent.packets - 1


def test_a_bot_reloads_itself_where_that_is_wanted(folder, play, monkeypatch):
    monkeypatch.setenv("RLBOT_V4_RELOAD", "1")
    place = folder("simple")
    source = place / "simple.py"
    source.write_text(COUNTER)
    saved = []

    def save(_run, event):
        if isinstance(event, AgentChanged) and event.agent.answers > 200 and not saved:
            saved.append(True)
            source.write_text(COUNTER.replace('"calls"', '"new calls"'))

    result, _, logs = play(cars(place / "simple.cfg") + CHASER, seconds=120.0, on_event=save)
    assert "Reloading Agent: Simple" in logs["blue-1"]
    assert (place / "calls").exists(), "the old one retires"
    assert int((place / "new calls").read_text()) > 100
    assert result.agents[0].starts == 1


HELPED = """
from pathlib import Path
from rlbot.agents.base_agent import BaseAgent, SimpleControllerState
from rlbot.botmanager.bot_helper_process import BotHelperProcess
from rlbot.botmanager.helper_process_request import HelperProcessRequest

class Helper(BotHelperProcess):
    def start(self):
        metadata = self.metadata_queue.get()
        Path(__file__).with_name("helped").write_text(f"{metadata.name} {self.options['colour']}")

class Helped(BaseAgent):
    def get_helper_process_request(self):
        return HelperProcessRequest(__file__, "key", options={"colour": "red"})
    def get_output(self, packet):
        return SimpleControllerState(throttle=1.0)
"""
INDEPENDENT = """
from pathlib import Path
from rlbot.agents.base_independent_agent import BaseIndependentAgent
from rlbot.utils.structures.bot_input_struct import PlayerInput
from rlbot.utils.structures.game_data_struct import GameTickPacket
from rlbot.utils.structures.game_interface import GameInterface

class Independent(BaseIndependentAgent):
    def run_independently(self, terminate_request_event):
        game, packet, frames = GameInterface(self.logger), GameTickPacket(), 0
        game.load_interface()
        while not terminate_request_event.is_set():
            game.fresh_live_data_packet(packet, 30, self.index)
            game.update_player_input(PlayerInput(throttle=1.0), self.index)
            frames += 1
        Path(__file__).with_name("frames").write_text(str(frames))
"""


@pytest.mark.parametrize(
    ("program", "file", "content"), [(HELPED, "helped", "Simple red"), (INDEPENDENT, "frames", "")]
)
def test_helpers_and_independent_bots(folder, play, program, file, content):
    place = folder("simple")
    (place / "simple.py").write_text(program)
    result, _, logs = play(cars(place / "simple.cfg") + CHASER)
    assert result.outcome is Outcome.FINISHED
    assert "Traceback" not in logs["blue-1"]
    written = (place / file).read_text()
    assert written == content or int(written) > 400
    assert result.agents[0].answers >= result.agents[0].packets - 1


def test_an_error_of_the_bot_is_logged_and_the_match_goes_on(folder, play):
    place = folder("simple")
    source = place / "simple.py"
    source.write_text(source.read_text().replace("return Simple", "raise KeyError('ball')\n        return Simple"))
    result, _, logs = play(cars(place / "simple.cfg") + CHASER, seconds=1.0)
    assert "KeyError: 'ball'" in logs["blue-1"]
    assert result.outcome is Outcome.FINISHED
    assert result.agents[0].answers >= result.agents[0].packets - 1


TALKER = """
import json
from pathlib import Path
from threading import Thread
from urllib.parse import urlunparse

from rlbot.agents.base_agent import BaseAgent, SimpleControllerState
from websockets.sync.client import connect

class Talker(BaseAgent):
    said = None

    def initialize_agent(self):
        self.heard = []
        if self.index == 0:
            Thread(target=self.talk, daemon=True).start()

    def talk(self):
        with connect(urlunparse(self.matchcomms_root._replace(path="/broadcast"))) as link:
            link.send("no JSON")
            while True:  # until the other program has joined
                link.send(json.dumps({"to": "everyone"}))
                try:
                    self.heard.append(["by socket", json.loads(link.recv(timeout=0.5))])
                    return
                except TimeoutError:
                    pass

    def get_output(self, packet):
        while not self.matchcomms.incoming_broadcast.empty():
            value = self.matchcomms.incoming_broadcast.get_nowait()
            self.heard.append(["by client", value])
            if self.index == 1 and "to" in value:
                self.matchcomms.outgoing_broadcast.put_nowait({"thanks": 1})
        Path(__file__).with_name(f"heard{self.index}").write_text(json.dumps(self.heard))
        return SimpleControllerState()
"""


def test_a_program_may_use_the_web_socket_of_matchcomms(folder, play):
    place = folder("simple")
    (place / "simple.py").write_text(TALKER)
    heard = [place / f"heard{index}" for index in (0, 1)]

    def stop_when_answered(run, event):
        is_over = isinstance(event, FrameShown) and all(file.is_file() for file in heard)
        if is_over and all(words in heard[0].read_text() for words in ("by socket", "everyone")):
            run.post(StopMatch())

    _, _, logs = play(cars(*[place / "simple.cfg"] * 2), seconds=600.0, on_event=stop_when_answered)
    first, second = (json.loads(file.read_text()) for file in heard)
    assert ["by socket", {"thanks": 1}] in first, logs
    assert ["by client", {"to": "everyone"}] in first, "another client of the same process"
    assert ["by client", {"to": "everyone"}] in second
    assert logs["blue-1"].count("is not JSON") == 1


LISTENER = """
import json
from pathlib import Path
from threading import Thread

from rlbot.agents.base_agent import SimpleControllerState
from rlbot.agents.base_script import BaseScript
from rlbot.socket.socket_manager import SocketRelay
from rlbot.utils.game_state_util import BallState, GameState, Physics, Vector3

class Listener(BaseScript):
    def __init__(self):
        super().__init__("Listener")
        self.seen = {"changes": [], "goals": 0, "map": "", "connected": 0, "ball": 0}
        self.relay = SocketRelay()
        self.relay.on_connect_handlers.append(self.on_connect)
        self.relay.player_input_change_handlers.append(self.on_change)
        self.relay.field_info_handlers.append(lambda field: self.seen.update(goals=field.GoalsLength()))
        self.relay.match_settings_handlers.append(lambda match: self.seen.update(pads=match.EnableStateSetting()))
        self.relay.packet_handlers.append(print)
        Thread(target=self.relay.connect_and_run, args=(True, True, True)).start()

    def on_connect(self):
        self.seen["connected"] += 1
        self.relay.send_game_state(GameState(ball=BallState(Physics(location=Vector3(0, 0, 1700)))))
        self.relay.send_player_input(0, SimpleControllerState())

    def on_change(self, change, seconds, frame):
        state = change.ControllerState()
        row = [change.PlayerIndex(), state.Throttle(), state.Steer(), bool(state.Boost()), change.DodgeForward(), frame]
        self.seen["changes"].append(row)

    def run(self):
        while True:
            packet = self.wait_game_tick_packet()
            self.seen["ball"] = max(self.seen["ball"], packet.game_ball.physics.location.z)
            Path(__file__).with_name("seen").write_text(json.dumps(self.seen))

Listener().run()
"""


def test_a_socket_of_v4_is_served_by_the_session(folder, play):
    bot, script = folder("simple"), folder("referee")
    (script / "referee.py").write_text(LISTENER)
    source = (bot / "simple.py").read_text()
    (bot / "simple.py").write_text(
        source.replace("return Simple", "return SimpleControllerState(0.5, 1.0, boost=True)#")
    )
    text = cars(bot / "simple.cfg") + CHASER + f"[[scripts]]\nconfig_file = '{script / 'referee.cfg'}'\n"
    result, _, logs = play(f"[match]\nenable_state_setting = true\n{text}", seconds=6.0)
    assert result.outcome is Outcome.FINISHED, logs
    seen = json.loads((script / "seen").read_text())
    assert (seen["connected"], seen["goals"], seen["pads"]) == (1, 2, True)
    assert seen["ball"] > 1000, "the state of the game was set"
    ours = [row for row in seen["changes"] if row[0] == 0]
    assert ours[-1][1:5] == [1.0, 0.5, True, 0.0]
    assert len(ours) <= 3, "changes are reported once"
    assert {row[0] for row in seen["changes"]} == {0, 1}
    assert "Traceback" not in logs["script-1"]
    assert logs["script-1"].count("PLAYER_INPUT over the socket of RLBot v4 is not sent") == 1
    assert logs["script-1"].count("The packet_handlers of a socket of RLBot v4 are not called") == 1
