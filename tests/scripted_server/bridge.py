"""The half of the scripted server that talks to the game and starts matches."""

import asyncio
import json
import os
import shlex
import subprocess

import psutil
import rlbot_flatbuffers as flat

from runtime.protocol import pack_core
from tests.scripted_server.log import log
from tests.scripted_server.packets import BallPrediction, field_info, game_packet
from tests.scripted_server.rules import AgentTable, is_different, number_names, player_kind

BEHAVIOR = flat.ExistingMatchBehavior
DOTNET = {FileNotFoundError: "System.IO.FileNotFoundException", NotImplementedError: "System.NotSupportedException"}
STANDING = ("Replay", "Paused", "Ended", "Inactive")
OVER = (None, "Inactive", "Ended")
LENGTHS = {"FiveMinutes": 300.0, "TenMinutes": 600.0, "TwentyMinutes": 1200.0, "Unlimited": 0.0}
GOALS = {"OneGoal": 1, "ThreeGoals": 3, "FiveGoals": 5, "SevenGoals": 7}


def name_of(member):
    return str(member).rpartition(".")[2]


def processes(mark):
    """Returns name and command line of the running programs named like Rocket League."""
    found = []
    for process in psutil.process_iter(["name", "cmdline", "status"]):
        words = process.info["cmdline"] or []
        if "RocketLeague" in (process.info["name"] or "") and any(mark in word for word in words):
            found.append(words)
    return found


def is_running_with_arguments(mark):
    return any("rlbot" in word for words in processes(mark) for word in words)


class GameLink:
    """The connection to the game; sends nothing while there is none."""

    def __init__(self):
        self.writer = None

    def send(self, **order):
        if self.writer is not None:
            self.writer.write(json.dumps(order).encode() + b"\n")


class Bridge:
    """Starts matches in the game and distributes its state."""

    def __init__(self, server, game_port):
        self.server, self.behaviour, self.game_port = server, server.behaviour, game_port
        self.agents = AgentTable()
        self.game = GameLink()
        self.queue = asyncio.Queue()
        self.may_handle = asyncio.Event()
        self.deferred = self.config = None
        self.has_map = self.has_cars = False
        self.phase, self.state, self.map = None, None, None
        self.skipped = self.ticks_since_map = 0
        self.waiting_sessions, self.waiting_loadouts, self.spawns = [], [], []
        self.held_order = None
        self.prediction = BallPrediction()

    @property
    def match(self):
        return self.deferred or self.config

    # ---- messages of the server and its sessions

    async def handle_messages(self):
        if not is_running_with_arguments(self.behaviour.games):
            self.may_handle.set()
        await self.may_handle.wait()
        while (message := await self.queue.get()) is not None:
            try:
                message(self)
            except Exception as error:  # noqa: BLE001 - like the server, which logs and goes on
                words = f"{DOTNET.get(type(error), type(error).__name__)}: {error}\n   at RLBotCS.ManagerTools..."
                log("error", "BridgeHandler", f"Error while handling message in BridgeHandler: {words}")
            if self.behaviour.hangs_at_launch and self.deferred is not None:
                await asyncio.Event().wait()

    def reserve(self, session):
        if self.match is None:
            self.waiting_sessions.append(session)
            return
        varieties = [player.variety for player in self.match.player_configurations]
        bots = [bot for bot in varieties if isinstance(bot, flat.CustomBot) and bot.agent_id == session.agent_id]
        seats = self.agents.reserve(session.id, session.agent_id, is_hivemind=bool(bots) and bots[0].hivemind)
        if seats:
            session.put("seats", seats)
        else:
            log("error", "BridgeHandler", f"Failed to reserve bot/script with agent id {session.agent_id}")

    def mark_ready(self, session_id):
        self.agents.mark_ready(session_id)
        if self.deferred is not None and not self.has_cars:
            log("info", "MatchStarter", f"Agents ready: {self.agents.ready} / {len(self.agents.agents)}")
            if self.agents.ready >= len(self.agents.agents) and self._spawn_cars(self.deferred):
                self.config, self.deferred = self.deferred, None

    def set_loadout(self, player_id, loadout):
        if self.match is None:
            self.waiting_loadouts.append((player_id, loadout))
        elif self.has_cars:
            log(
                "warn",
                "BridgeHandler",
                f"Cannot set initial loadout of bot with player id {player_id}. Cars have already spawned.",
            )
        else:
            players = [player for player in self.match.player_configurations if player.player_id == player_id]
            if players and isinstance(players[0].variety, flat.CustomBot):
                players[0].variety.loadout = loadout
            else:
                log("error", "BridgeHandler", f"Cannot set loadout of player with player id {player_id}.")

    def change_body(self, index, loadout):
        self.game.send(body=[index, loadout.car_id])

    def drive(self, index, controls):
        numbers = [controls.throttle, controls.steer, controls.pitch, controls.yaw, controls.roll]
        numbers = [max(-1.0, min(1.0, number)) if number == number else 0.0 for number in numbers]
        buttons = [controls.jump, controls.boost, controls.handbrake]
        known = [car["i"] for car in (self.state or {}).get("cars", ())]
        if index in known:
            self.game.send(input=[index, [*numbers, *buttons]])
        elif index not in [order["index"] for order in self.spawns]:
            log("error", "BridgeHandler", f"Got input from unknown player index {index}")

    def set_state(self, state, commands):
        for command in commands:
            self.game.send(console=command)
        info = state.match_info
        for name, field in (("WorldGravityZ", "world_gravity_z"), ("TimeDilation", "game_speed")):
            if info is not None and (value := _part(getattr(info, field))) is not None:
                self.game.send(console=f"Set WorldInfo {name} {value}")
        balls = {index: _body(ball) for index, ball in enumerate(state.ball_states)}
        cars = {index: _body(car) for index, car in enumerate(state.car_states)}
        self.game.send(set={"balls": balls, "cars": cars})

    def end_match(self):
        self.game.send(end=True)
        self._forget()

    # ---- starting a match

    def _forget(self):
        self.deferred = self.config = self.held_order = None
        self.has_map = self.has_cars = False

    def start_match(self, match):
        self.agents.set(match)
        self._start(match)
        waiting, self.waiting_sessions = self.waiting_sessions, []
        for session in waiting:
            self.reserve(session)
        loadouts, self.waiting_loadouts = self.waiting_loadouts, []
        for player_id, loadout in loadouts:
            self.set_loadout(player_id, loadout)
        if self.has_map:
            self.server.tell(lambda: self.server.distribute_field(field_info()))

    def _start(self, match):
        number_names(match)
        if not is_running_with_arguments(self.behaviour.games):
            self.phase = None
            self._launch(match)
            if match.existing_match_behavior == BEHAVIOR.ContinueAndSpawn:
                match.existing_match_behavior = BEHAVIOR.Restart
        if self.phase is None:
            self._forget()
            self.deferred = match
        else:
            self._load(match)

    def _launch(self, match):
        arguments = [
            "-rlbot",
            f"RLBot_ControllerURL=127.0.0.1:{self.game_port}",
            "RLBot_PacketSendRate=240",
            "-nomovie",
        ]
        launcher = match.launcher
        if launcher == flat.Launcher.NoLaunch or self.behaviour.hangs_at_launch:
            return
        if self.behaviour.game:
            log("info", "LaunchManager", f"Launching Rocket League: {self.behaviour.game} {' '.join(arguments)}")
            subprocess.Popen([self.behaviour.game, *arguments])
        elif launcher == flat.Launcher.Epic:
            raise NotImplementedError("Epic Games Store is not directly supported on Linux.")
        elif launcher == flat.Launcher.Steam:
            raise FileNotFoundError(
                "Could not find Rocket League installation. Ensure Rocket League is installed via Steam."
            )
        elif match.launcher_arg == "legendary":
            subprocess.Popen(["/bin/sh", "-c", f"legendary launch Sugar {shlex.join(arguments)} -noeac"])
        else:
            words = "".join(f"&arg={word}" for word in arguments)
            url = f"heroic://launch?appName=Sugar&runner=legendary{words}&arg=-noeac"
            subprocess.Popen(["/bin/sh", "-c", f"xdg-open '{url}'"])

    def _load(self, match):
        self._start_agents(match)
        is_over = self.phase in OVER
        behaviour = match.existing_match_behavior
        if behaviour == BEHAVIOR.ContinueAndSpawn:
            is_new = is_over
        else:
            is_new = behaviour == BEHAVIOR.Restart or is_over or is_different(self.config, match)
        self.has_map, self.has_cars = not is_new, False
        if not is_new:
            self._despawn(match)
            self._spawn_cars(match, is_forced=True)
            self.config, self.deferred = match, None
            return
        self.config, self.deferred = None, match
        self.spawns = []
        mutators = match.mutators
        order = {
            "map": match.game_map_upk or "Stadium_P",
            "instant_start": match.instant_start,
            "skip_replays": match.skip_replays,
            "length_s": LENGTHS[name_of(mutators.match_length)],
            "max_score": GOALS.get(name_of(mutators.max_score), 0),
        }
        log("info", "MatchStarter", f"Loading map with command: Open {order['map']}?game=TAGame.GameInfo_Soccar_TA")
        self.held_order = order
        self.release_map()

    def release_map(self):
        """Lets the game load the map, unless it is held."""
        if self.held_order is not None and not self.behaviour.holds_map:
            self.game.send(open=self.held_order)
            self.held_order = None

    def _start_agents(self, match):
        if not match.auto_start_agents:
            log(
                "warn",
                "MatchStarter",
                "AutoStartBots is disabled in match settings. Bots & scripts will not be started automatically!",
            )
            return
        programs = {}
        for player in match.player_configurations:
            if isinstance(bot := player.variety, flat.CustomBot):
                key = (bot.root_dir, bot.run_command, player.team) if bot.hivemind else bot.name
                programs.setdefault(key, bot)
        for program in [*programs.values(), *match.script_configurations]:
            if not program.run_command:
                log("warn", "LaunchManager", f"Bot {program.name} must be started manually.")
                continue
            variables = {variable.name: variable.value for variable in program.environment or ()}
            own = {"RLBOT_AGENT_ID": program.agent_id, "RLBOT_SERVER_PORT": str(self.server.port)}
            command = ["/bin/sh", "-c", program.run_command]
            subprocess.Popen(command, cwd=program.root_dir or None, env=os.environ | variables | own)
            log("info", "LaunchManager", f"Launched bot: {program.name}")

    def _despawn(self, match):
        if self.config is None:
            return
        new = [(player.team, player_kind(player.variety)) for player in match.player_configurations]
        old = [(player.team, player_kind(player.variety)) for player in self.config.player_configurations]
        gone = [
            player.player_id
            for position, player in enumerate(self.config.player_configurations)
            if position >= len(new) or new[position] != old[position]
        ]
        if gone:
            log("info", "MatchStarter", f"Despawning old player(s): {gone}")
            self.game.send(despawn=gone)

    def _spawn_cars(self, match, *, is_forced=False):
        if not is_forced and (self.has_cars or not self.has_map):
            return False
        ready, expected = self.agents.ready, len(self.agents.agents)
        if not is_forced and match.wait_for_agents and ready < expected:
            text = f"Spawning deferred due to unready agents. Ready: {ready} / {expected}"
            log("info", "MatchStarter", text)
            return False
        self.has_cars = True
        known = {car["id"] for car in self.state["cars"]} if self.state else set()
        for index, player in enumerate(match.player_configurations):
            variety = player.variety
            if isinstance(variety, flat.Human):
                log("info", "MatchStarter", f"Spawning human (index {index}, team {player.team})")
                kind, name, body = "human", "Human", 23
            else:
                kind = "bot" if isinstance(variety, flat.CustomBot) else "psyonix"
                name, body = variety.name, variety.loadout.car_id
                log("info", "MatchStarter", f"Spawning {name} (index {index}, team {player.team})")
            if player.player_id not in known or kind == "human":
                order = {"index": index, "id": player.player_id, "name": name, "team": player.team}
                self.spawns.append({**order, "kind": kind, "body": body})
        if is_forced:
            self._flush_spawns()
        return True

    def _flush_spawns(self):
        self.game.send(spawn=self.spawns)
        self.spawns = []

    # ---- the game

    async def read_game(self, reader, writer):
        """Handles the lines of the game until it ends."""
        log("info", "BridgeHandler", "Connected to Rocket League")
        self.game.writer = writer
        buffer = b""
        try:
            while data := await reader.read(1 << 16):
                await self.server.awake.wait()
                *lines, buffer = (buffer + data).split(b"\n")
                for line in lines:
                    self._on_line(json.loads(line))
                    self.may_handle.set()
        except OSError:
            pass
        finally:
            self.game.writer = None
            writer.close()

    def _on_line(self, line):
        state, before = line["state"], self.state
        self.state = state
        has_advanced = before is None or state["t"] - before["t"] > 0.001
        self.skipped = 0 if has_advanced else self.skipped + 1
        self.ticks_since_map += 1
        self._consider_distributing(state, has_advanced=has_advanced)
        self._on_phase(state["phase"])
        if "map" in line:
            self._on_map(line["map"])
            return
        if self.has_map and self.ticks_since_map >= 2 and state["phase"] == "Paused" and self.spawns:
            self._flush_spawns()

    def _on_phase(self, phase):
        was_unknown, self.phase = self.phase is None, phase
        if was_unknown and self.deferred is not None:
            self._load(self.deferred)

    def _on_map(self, name):
        self.ticks_since_map = 0
        self.map, self.has_map = name, True
        log("info", "MatchStarter", f"Got map info for {name}")
        if self.deferred is not None and self._spawn_cars(self.deferred):
            self.config, self.deferred = self.deferred, None
        self.server.tell(lambda: self.server.distribute_field(field_info()))

    def _consider_distributing(self, state, *, has_advanced):
        match = self.match
        if match is None or not (has_advanced or (self.skipped > 1 and state["phase"] in STANDING)):
            return
        if not self.has_map and not self.behaviour.sends_old_packets:
            return
        players = match.player_configurations
        bots = [player for player in players if not isinstance(player.variety, flat.Human)]
        required = len(players if state["phase"] in OVER else bots)
        if set(range(required)) - {car["i"] for car in state["cars"]}:
            return
        self.server.tell(lambda: self._distribute(state))

    def _distribute(self, state):
        sessions = self.server.sessions.values()
        if state["balls"] and any(session.is_ready and session.wants_predictions for session in sessions):
            self.server.distribute("prediction", self.prediction.payload(state))
        self.server.has_packet = True
        self.server.distribute("tick", pack_core(game_packet(state)))


def _part(value):
    """Returns a number, or None where it is missing or no usable one."""
    return value if value is not None and abs(value) < 1e9 else None


def _body(desired):
    """Returns the wanted state of a ball or car for the game, without what is no usable number."""
    physics, body = desired.physics, {}
    for key, vector in zip("pvw", ("location", "velocity", "angular_velocity"), strict=True):
        if physics is not None and (value := getattr(physics, vector)) is not None:
            body[key] = [_part(value.x), _part(value.y), _part(value.z)]
    if physics is not None and (turn := physics.rotation) is not None:
        body["r"] = [_part(turn.pitch), _part(turn.yaw), _part(turn.roll)]
    if (boost := _part(getattr(desired, "boost_amount", None))) is not None:
        body["boost"] = int(boost)
    return body
