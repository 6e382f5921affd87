"""The scripted server behaves as RLBotServer does, quirks included."""

import json
import re
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest
import rlbot_flatbuffers as flat

from tests.conformance.peers import Lab
from tests.process_table import is_alive
from tests.scripted_server.driver import ROOT, Controls, free_port, install_game, install_server, wait_until

PHASE = flat.MatchPhase
STEAM = {"launcher": flat.Launcher.Steam}
BOTS = ROOT / "resources" / "bots"

MANAGER = """
import json, sys, time
import rlbot_flatbuffers as flat
from rlbot.managers import MatchManager

bots, port = sys.argv[1], int(sys.argv[2])
cars = []
for team, name in enumerate(("keeper", "striker")):
    folder = f"{bots}/{name}"
    variety = flat.CustomBot(
        name="Twin", agent_id=f"tests/{name}", root_dir=folder, run_command=f"{sys.executable} bot.py"
    )
    cars.append(flat.PlayerConfiguration(variety, team, 0))
match = flat.MatchConfiguration(
    launcher=flat.Launcher.Steam, auto_start_agents=True, wait_for_agents=True, game_map_upk="Stadium_P",
    instant_start=True, skip_replays=True, player_configurations=cars,
)
manager = MatchManager()
manager.rlbot_server_port = port
manager.start_match(match, ensure_server_started=False)
while manager.packet.match_info.match_phase != flat.MatchPhase.Ended:
    time.sleep(0.01)
players = [[player.name, player.is_bot, player.last_input.throttle] for player in manager.packet.players]
print(json.dumps([[team.score for team in manager.packet.teams], players]))
manager.shut_down()
"""


def is_phase(*phases):
    return lambda packet: packet.match_info.match_phase in phases


def test_official_manager_and_bots_play_a_match(serve):
    server = serve(game={"pace": 1.0, "match_s": 2.0, "goals": (0.2,)})
    server.wait_for_port()
    command = [sys.executable, "-c", MANAGER, str(BOTS), str(server.port)]
    result = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    score, players = json.loads(result.stdout.splitlines()[-1])
    assert score == [1, 0]
    assert [player[:2] for player in players] == [["Twin", True], ["Twin (2)", True]]
    assert server.process.wait(10) == 0
    assert "Got map info for Stadium_P" in "\n".join(server.log)


def test_programs_are_found_by_name_and_arguments(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    process = psutil.Process(server.process.pid)
    assert (process.name(), process.cmdline()[1:]) == ("RLBotServer", [str(server.path), str(server.port)])
    game = wait_until(server.games)[0]
    wait_until(lambda: server.state["is_game_connected"])
    assert "RocketLeague" in game.name()
    url = f"RLBot_ControllerURL=127.0.0.1:{server.state['game_port']}"
    assert game.cmdline()[2:] == ["-rlbot", url, "RLBot_PacketSendRate=240", "-nomovie"]


def test_version_is_printed(tmp_path):
    for version in ("5.0.0-rc.16", "5.0.0-beta.7"):
        server = install_server(tmp_path, version=version)
        printed = subprocess.run([server, "--version"], check=True, capture_output=True, text=True).stdout
        assert printed.splitlines()[0] == f"RLBotServer v{version}"
        assert printed.splitlines()[2] == "@ https://www.rlbot.org & https://github.com/RLBot/core"


def test_server_can_be_slow(serve, lab_of):
    server = serve(listens_after_s=0.5)
    assert not server.state["is_listening"]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(server.address)
    lab_of(server).peer("").settle()
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([install_server(server.folder, is_silent=True), "--version"], check=True, timeout=0.5)


def test_log_lines_have_time_level_and_logger(serve):
    server = serve()
    line = server.wait_for_log("Waiting for connections...")
    assert re.fullmatch(r"\d\d:\d\d:\d\d  INFO RLBotServer               Main: Waiting for connections\.\.\.", line)
    first = server.log[0]
    assert re.search(rf"Main: Server will use port {server.port}, expecting Rocket League on port \d+$", first)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["none"], 134, "System.FormatException"),
        (["70000"], 0, "\x1b[31;20mPort number must be between 0 and 65535."),
        (["{taken}"], 0, "Port {taken} is already in use. Is another instance of RLBot already running?"),
    ],
)
def test_unusable_port_ends_the_server(tmp_path, arguments, code, words):
    server = install_server(tmp_path)
    with socket.create_server(("", 0)) as taken:
        number = taken.getsockname()[1]
        command = [server, *(word.format(taken=number) for word in arguments)]
        result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=20)
    assert result.returncode == code
    assert words.format(taken=number) in result.stdout + result.stderr


CUSTOM = {"launcher": flat.Launcher.Custom, "launcher_arg": "wine"}


@pytest.mark.parametrize(
    ("cars", "scripts", "changes", "words"),
    [
        ([("a", 2)], (), {}, "Invalid cars[0].team of '2'. Must be 0 (blue) or 1 (orange)."),
        ([(" ", 0)], (), {}, "cars[0].agent_id is empty"),
        ([("a", 0)], ("",), {}, "scripts[0].agent_id is empty"),
        ([("a", 0)], ("s", "s"), {}, 'scripts[1].agent_id "s" is already in use'),
        ([("human", 0), ("human", 1)], (), {}, 'Only one player can be of type "Human".'),
        ([("a", 0)], (), CUSTOM, 'Invalid rlbot.launcher_arg value "wine"'),
    ],
)
def test_only_the_log_tells_that_a_match_is_refused(serve, lab_of, cars, scripts, changes, words):
    server = serve()
    lab = lab_of(server)
    players = [
        flat.PlayerConfiguration(flat.Human(), team, 0) if name == "human" else lab.bot(name, team)
        for name, team in cars
    ]
    manager = lab.peer("")
    manager.send(lab.match(*players, scripts=scripts, **changes))
    manager.settle()
    assert set(manager.kinds) == {flat.PingResponse}
    assert f"ERROR RLBotServer    ConfigValidator: {words}"[:40] in server.wait_for_log(words)
    assert not server.state["has_match"]


def test_refusals_can_be_ordered(serve, lab_of):
    server = serve(refuses=1)
    lab = lab_of(server)
    manager = lab.peer("")
    manager.send(lab.match(lab.bot("a")))
    server.wait_for_log("ConfigValidator: ")
    manager.send(lab.match(lab.bot("a")))
    manager.wait(flat.MatchConfiguration)
    assert [len(match.player_configurations) for match in server.matches] == [1, 1]


def test_field_comes_when_the_map_has_loaded(serve, lab_of):
    server = serve(holds_map=True)
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    a = lab.peer("a")
    a.wait(flat.ControllableTeamInfo)
    wait_until(lambda: server.state["is_game_connected"])
    a.settle()
    assert flat.FieldInfo not in a.kinds
    server.set(holds_map=False)
    a.ready().wait(flat.GamePacket)


def test_no_launch_starts_nothing_and_a_later_game_plays_the_match(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    manager = lab.start(lab.bot("a"))
    a = lab.peer("a")
    a.wait(flat.ControllableTeamInfo)
    assert server.games() == []
    with server.start_game():
        a.ready().wait(flat.GamePacket)
        manager.wait(flat.GamePacket)
        server.end_games()


def test_messages_wait_for_a_running_game_that_has_not_connected(serve, lab_of):
    server = serve(game={"connects": False})
    with server.start_game():
        server.stop()
        server.start()
        lab = lab_of(server)
        lab.start(lab.bot("a"), **STEAM)
        a = lab.peer("a")
        a.wait(flat.MatchConfiguration)
        a.settle()
        assert flat.ControllableTeamInfo not in a.kinds
        assert len(server.games()) == 1
        server.end_games()


def test_manager_gets_match_and_field_once_per_connection(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    manager = lab.start(lab.bot("a"), **STEAM)
    lab.agent("a").wait(flat.GamePacket)
    for name in "bc":
        manager.send(lab.match(lab.bot(name), **STEAM))
        manager.settle()
        lab.agent(name).wait(flat.GamePacket)
    assert len(manager.of(flat.MatchConfiguration)) == len(manager.of(flat.FieldInfo)) == 1
    assert len(server.games()) == 1, "a game that runs is used again"


def test_early_agent_is_sent_away_at_the_start(serve, lab_of):
    lab = lab_of(serve())
    early = lab.peer("a")
    early.settle()
    lab.start(lab.bot("a"))
    early.wait_until_closed()
    assert lab.peer("a").cars == (0, [0])


def test_dead_session_that_asked_before_the_match_keeps_its_seat(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    gone = lab.peer("a")
    gone.settle()
    gone.send(flat.DisconnectSignal())
    gone.wait_until_closed()
    lab.start(lab.bot("a"))
    lab.peer("a").settle()
    server.wait_for_log("Failed to reserve bot/script with agent id a")


def test_init_complete_before_the_reservation_is_forgotten(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    hasty = lab.peer()
    hasty.link.sendall(
        b"".join(
            len(payload).to_bytes(2, "big") + payload
            for message in (flat.ConnectionSettings("a", False, True, True), flat.InitComplete())
            for payload in [flat.InterfacePacket(message).pack()]
        )
    )
    hasty.wait(flat.FieldInfo)
    hasty.send(flat.InitComplete())
    hasty.settle()
    assert (server.state["ready"], server.state["agents"]) == (0, 1)
    assert flat.GamePacket not in hasty.kinds


def test_slow_reader_loses_control_messages_too(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    a = lab.agent("a")
    a.wait(flat.GamePacket)
    slow = lab.peer("", prediction=True)
    slow.send(flat.InitComplete())
    slow.wait(flat.GamePacket)
    line = server.wait_for_log("outbound message queue is full (1 messages missed)")
    assert "WARN RLBotServer  FlatBuffersServer" in line
    for number in range(100):
        a.send(flat.MatchComm(0, 0, False, None, b"%d" % number))
    a.settle()
    newest = a.of(flat.GamePacket)[-1].match_info.frame_num
    slow.until(lambda: slow.of(flat.GamePacket)[-1].match_info.frame_num > newest + 60)
    assert len(slow.comms()) < 100


@pytest.mark.parametrize("survives", [False, True])
def test_server_ends_with_the_game(serve, lab_of, survives):
    server = serve(survives_game=survives)
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    a = lab.agent("a")
    a.wait(flat.GamePacket)
    server.end_game()
    if survives:
        wait_until(lambda: not server.state["is_game_connected"])
        a.settle()
        assert is_alive(server.process.pid)
    else:
        a.wait_until_closed()
        assert server.process.wait(10) == 0


def test_game_connects_to_the_next_server(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    lab.agent("a").wait(flat.GamePacket)
    [game] = server.games()
    server.stop()
    server.start()
    lab = lab_of(server)
    lab.start(lab.bot("b"), **STEAM)
    lab.agent("b").wait(flat.GamePacket)
    assert [process.pid for process in server.games()] == [game.pid]


def test_silent_server_goes_on_where_it_stopped(serve, lab_of):
    server = serve(is_silent=True)
    lab = lab_of(server)
    peer = lab.peer("")
    peer.send(flat.PingRequest(1))
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        peer.read()
    assert peer.messages == []
    server.set(is_silent=False)
    assert peer.wait(flat.PingResponse).cookie == 1


def test_sessions_can_be_dropped_without_a_word(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    lab.start(lab.bot("a"))
    a, other = lab.peer("a"), lab.peer("")
    a.wait(flat.ControllableTeamInfo)
    server.drop("a")
    while not a.is_closed:
        a.read()
    assert flat.DisconnectSignal not in a.kinds
    other.settle()


def test_first_connection_can_be_reset(serve, lab_of):
    server = serve(resets=1)
    server.wait_for_port()
    with socket.create_connection(server.address) as link, pytest.raises(ConnectionResetError):
        link.recv(1)
    lab_of(server).peer("").settle()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signals_end_it_with_an_announcement(serve, lab_of, number, code):
    server = serve()
    peer = lab_of(server).peer("")
    peer.settle()
    server.process.send_signal(number)
    peer.wait_until_closed()
    assert server.process.wait(10) == code
    assert server.wait_for_log("Server shut down successfully.")


def test_stubborn_server_ignores_requests_to_end(serve, lab_of):
    server = serve(ignores_terminate=True)
    peer = lab_of(server).peer("")
    peer.send(flat.StopCommand(True))
    server.process.terminate()
    peer.settle()
    assert server.heard["StopCommand"] == 1


def test_crash_has_code_and_words(serve, lab_of):
    server = serve()
    peer = lab_of(server).peer("")
    server.crash(7)
    assert server.process.wait(10) == 7
    while not peer.is_closed:
        peer.read()
    assert server.wait_for_log("Unhandled exception.")


def test_failed_and_hanging_launches(serve, lab_of):
    server = serve(game=False)
    lab = lab_of(server)
    manager = lab.peer("")
    manager.send(lab.match(lab.bot("a"), **STEAM))
    manager.wait(flat.MatchConfiguration)
    line = server.wait_for_log("Could not find Rocket League installation.")
    assert "ERROR RLBotServer      BridgeHandler: Error while handling message in BridgeHandler: System.IO." in line
    hanging = serve(hangs_at_launch=True)
    lab = lab_of(hanging)
    lab.start(lab.bot("a"), **STEAM)
    a = lab.peer("a")
    a.wait(flat.MatchConfiguration)
    a.settle()
    assert flat.ControllableTeamInfo not in a.kinds


def test_state_is_set_with_game_speed_and_old_console_commands(serve, lab_of):
    server = serve(game={"pace": 1.0})
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    a = lab.agent("a")
    a.drive(is_phase(PHASE.Kickoff, PHASE.Active))
    a.set_state(game_speed=0.5)
    packet = a.drive(lambda packet: packet.match_info.game_speed == 0.5)
    started = time.monotonic()
    later = a.drive(lambda other: other.match_info.frame_num >= packet.match_info.frame_num + 60)
    assert time.monotonic() - started > 0.8
    passed = later.match_info.seconds_elapsed - packet.match_info.seconds_elapsed
    assert passed == pytest.approx(0.5, abs=0.1)
    a.send(flat.ConsoleCommand("Pause"))
    a.settle()
    assert not is_phase(PHASE.Paused)(a.next(flat.GamePacket)), "rc.16 does not know this message"


def test_human_comes_last_and_ids_are_any_number(serve, lab_of):
    server = serve()
    lab = lab_of(server)
    human = flat.PlayerConfiguration(flat.Human(), 0, 0)
    psyonix = flat.PlayerConfiguration(flat.PsyonixBot("", None, flat.PsyonixSkill.Pro), 1, 0)
    bots = [lab.bot(f"bot {number}", number % 2) for number in range(12)]
    manager = lab.start(human, psyonix, *bots, **STEAM)
    ids = [player.player_id for player in manager.wait(flat.MatchConfiguration).player_configurations]
    assert ids[-1] == 0
    assert min(ids) < 0 < max(ids)
    indices = [lab.agent(f"bot {number}").cars[1] for number in range(12)]
    assert indices == [*([number + 2] for number in range(11)), [0]], "the human has changed places with the last bot"
    packet = manager.wait(flat.GamePacket)
    assert [player.player_id for player in packet.players] == ids
    assert packet.players[-1].is_bot is False


def test_match_goes_on_after_goals_and_ends(serve, lab_of):
    server = serve(game={"goals": (0.1, 0.3), "match_s": 1.0})
    lab = lab_of(server)
    lab.start(lab.bot("a"), **STEAM)
    a = lab.agent("a")
    packet = a.drive(is_phase(PHASE.Ended))
    assert [team.score for team in packet.teams] == [1, 1]
    lab.start(lab.bot("a"), **STEAM)
    a.wait_until_closed()
    a = lab.agent("a")
    a.drive(is_phase(PHASE.Active))
    server.goal(1)
    assert a.drive(is_phase(PHASE.GoalScored)).teams[1].score == 1
    server.end_match()
    a.drive(is_phase(PHASE.Ended))


@pytest.mark.parametrize("sends", [False, True])
def test_packets_of_the_old_match_may_follow_the_start(serve, lab_of, sends):
    server = serve(sends_old_packets=sends, game={"map_load_s": 1.0})
    lab = lab_of(server)
    manager = lab.start(lab.bot("a"), **STEAM)
    a = lab.agent("a")
    a.wait(flat.GamePacket)
    server.end_match()
    a.drive(is_phase(PHASE.Ended))
    server.set(holds_map=True)
    manager.settle()
    seen = len(manager.of(flat.GamePacket))
    manager.send(lab.match(lab.bot("b"), **STEAM))
    lab.peer("b").wait(flat.ControllableTeamInfo)
    manager.settle()
    old = len(manager.of(flat.GamePacket))
    if sends:
        assert is_phase(PHASE.Ended)(manager.next(flat.GamePacket))
    else:
        manager.settle()
        assert len(manager.of(flat.GamePacket)) == old >= seen


@pytest.mark.parametrize(
    ("behaviour", "has_arguments", "ends"),
    [
        ({"connects": False}, True, False),
        ({"dies_after_s": 0.3}, True, True),
        ({"drops_arguments": True}, False, False),
    ],
    ids=["ignores", "dies", "without arguments"],
)
def test_games_that_do_not_play(tmp_path, behaviour, has_arguments, ends):
    game = install_game(tmp_path, **behaviour)
    with subprocess.Popen([game, "-rlbot", f"RLBot_ControllerURL=127.0.0.1:{free_port()}"]) as process:
        if ends:
            assert process.wait(10) == 1
            return
        wait_until(lambda: ("-rlbot" in psutil.Process(process.pid).cmdline()) is has_arguments)
        assert is_alive(process.pid)
        process.kill()


def test_server_and_game_run_by_hand(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "tests.scripted_server", str(port)]
    command += ["--folder", str(tmp_path), "--start-game", "--game", "pace=4.0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert f"Port {port}" in program.stdout.readline()
        wait_until(lambda: Controls(tmp_path).state["is_listening"])
        lab = Lab(("127.0.0.1", port))
        lab.start(lab.bot("a"), **STEAM)
        lab.agent("a").wait(flat.GamePacket)
        program.send_signal(signal.SIGINT)
        for peer in lab.peers:
            peer.close()
        assert program.wait(15) == 0
