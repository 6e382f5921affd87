"""A stand-in for Rocket League: connects to the port in its arguments, loads maps and plays a simple game.

It exchanges lines of JSON with the scripted server. Cars drive and push the ball by a few simple rules, at 120 Hz.
"""

import contextlib
import json
import math
import os
import select
import signal
import socket
import sys
import time

import msgspec

from tests.scripted_server.behaviour import GameBehaviour

TICK_S = 1 / 120
MAX_BEHIND = 8
"""Ticks that it catches up; on a busy machine its time runs slower, but no tick is left out."""
GRAVITY = -650.0
FIELD = (4096.0, 5120.0, 2044.0)
GOAL = (893.0, 643.0)
BALL_RADIUS = 91.25
BALL_Z = 93.15
CAR_Z = 17.0
REACH = BALL_RADIUS + 60.0
SPOTS = ((-2048, -2560, 0.25), (2048, -2560, 0.75), (-256, -3840, 0.5), (256, -3840, 0.5), (0, -4608, 0.5))
"""Kickoff positions of blue; the third number is the yaw as a part of pi."""
MOVING = ("Kickoff", "Active")
NO_INPUT = (0.0, 0.0, 0.0, 0.0, 0.0, False, False, False)
AIR_STATES = {"ground": 0, "air": 4}


def move_ball(ball, gravity, *, has_goals=True):
    """Moves a ball, a dict of vectors `p` and `v`, by one tick."""
    place, speed = ball["p"], ball["v"]
    if abs(speed[2]) > 1 or place[2] > BALL_Z + 1:
        speed[2] += gravity * TICK_S
    for axis in range(3):
        place[axis] += speed[axis] * TICK_S
    if place[2] < BALL_Z:
        place[2], speed[2] = BALL_Z, -speed[2] * 0.6 if speed[2] < -80 else 0.0
        for axis in (0, 1):
            speed[axis] *= 0.998
    in_goal = has_goals and abs(place[0]) < GOAL[0] and place[2] < GOAL[1]
    for axis, wall in enumerate(FIELD):
        limit = wall - BALL_RADIUS
        if abs(place[axis]) > limit and not (axis == 1 and in_goal):
            place[axis] = math.copysign(limit, place[axis])
            speed[axis] = -math.copysign(abs(speed[axis]) * 0.6, place[axis])


class Car:
    def __init__(self, order):
        self.index, self.id, self.name = order["index"], order["id"], order["name"]
        self.team, self.kind, self.body = order["team"], order["kind"], order["body"]
        self.goals = self.points = 0
        self.input = NO_INPUT
        self.accolades = []
        self.place_at(0)

    def place_at(self, spot):
        x, y, yaw = SPOTS[spot % len(SPOTS)]
        side = -1 if self.team else 1
        y -= 300 * (spot // len(SPOTS))
        self.p, self.v = [float(side * x), float(side * y), CAR_Z], [0.0, 0.0, 0.0]
        self.r, self.w = [0.0, yaw * math.pi - (math.pi if self.team else 0.0), 0.0], [0.0, 0.0, 0.0]
        self.boost, self.touch, self.has_jumped = 33.0, None, False

    @property
    def on_ground(self):
        return self.p[2] <= CAR_Z + 1

    def think(self, ball):
        """Drives a Psyonix bot to the ball."""
        angle = math.atan2(ball["p"][1] - self.p[1], ball["p"][0] - self.p[0]) - self.r[1]
        angle = (angle + math.pi) % (2 * math.pi) - math.pi
        self.input = (0.7, max(-1.0, min(1.0, angle * 2)), 0.0, 0.0, 0.0, False, False, False)

    def move(self, gravity):
        throttle, steer, _, _, _, jump, boost, _ = self.input
        boost = boost and self.boost > 0
        if boost:
            self.boost = max(0.0, self.boost - 33.3 * TICK_S)
        forward = (math.cos(self.r[1]), math.sin(self.r[1]))
        if self.on_ground:
            self._roll(forward, 1.0 if boost else throttle, steer, boost=boost)
            self.has_jumped = bool(jump)
            self.v[2] = 292.0 if jump else 0.0
        else:
            self.v[2] += gravity * TICK_S
            if boost:
                self.v = [self.v[i] + (*forward, 0.0)[i] * 1058 * TICK_S for i in range(3)]
        for axis, limit in enumerate(FIELD):
            self.p[axis] = max(-limit, min(limit, self.p[axis] + self.v[axis] * TICK_S))
        self.p[2] = max(CAR_Z, self.p[2])

    def _roll(self, forward, throttle, steer, *, boost):
        speed = self.v[0] * forward[0] + self.v[1] * forward[1]
        if throttle and (boost or abs(speed) < 1410 or throttle * speed < 0):
            speed += throttle * (2100 if boost else 1400) * TICK_S
        elif not throttle:
            speed -= math.copysign(min(abs(speed), 525 * TICK_S), speed)
        speed = max(-2300.0, min(2300.0, speed))
        self.r[1] += steer * max(-1.0, min(1.0, speed / 600)) * 2.3 * TICK_S
        self.r[1] = (self.r[1] + math.pi) % (2 * math.pi) - math.pi
        self.v[0], self.v[1] = math.cos(self.r[1]) * speed, math.sin(self.r[1]) * speed

    def hit(self, ball, now):
        """Pushes a ball within reach; returns whether it did."""
        away = [ball["p"][i] - self.p[i] for i in range(3)]
        distance = math.hypot(*away)
        if distance >= REACH or not distance:
            return False
        normal = [part / distance for part in away]
        closing = sum((self.v[i] - ball["v"][i]) * normal[i] for i in range(3))
        for axis in range(3):
            ball["v"][axis] += normal[axis] * max(0.0, closing) * 1.4
            ball["p"][axis] = self.p[axis] + normal[axis] * REACH
        at = [self.p[i] + normal[i] * 60 for i in range(3)]
        self.touch = [now, *at, *normal]
        return True

    def shown(self):
        accolades, self.accolades = self.accolades, []
        return {
            "i": self.index,
            "id": self.id,
            "name": self.name,
            "team": self.team,
            "kind": self.kind,
            "body": self.body,
            "p": self.p,
            "v": self.v,
            "r": self.r,
            "w": self.w,
            "boost": self.boost,
            "in": self.input,
            "air": AIR_STATES["ground" if self.on_ground else "air"],
            "jumped": self.has_jumped and not self.on_ground,
            "goals": self.goals,
            "points": self.points,
            "touch": self.touch,
            "accolades": accolades,
        }


class Game:
    """The state of the game; `handle` takes a line of the server, `tick` moves the time on."""

    def __init__(self, behaviour, pads):
        self.behaviour = behaviour
        self.pad_places = pads
        self.cars = {}
        self.phase, self.map = "Inactive", None
        self.loads_at = None
        self.order = {}
        self.gravity, self.speed = GRAVITY, 1.0
        self.is_paused = False
        self._reset()

    def _reset(self):
        self.time, self.frame, self.phase_time, self.played = 0.0, 0, 0.0, 0.0
        self.score, self.is_overtime = [0, 0], False
        self.clock = self.order.get("length_s", 300.0)
        self.due_goals = list(self.behaviour.goals)
        self.cars = {}
        self.is_paused = False
        self.gravity, self.speed = GRAVITY, 1.0
        self._new_ball()
        self.pads = [None] * len(self.pad_places)

    def _new_ball(self):
        self.balls = [{"p": [0.0, 0.0, BALL_Z], "v": [0.0, 0.0, 0.0]}]

    def handle(self, line):
        (verb, value), *_ = line.items()
        getattr(self, f"_on_{verb}")(value)

    def _on_open(self, order):
        self.order, self.phase, self.map = order, "Inactive", None
        self.loads_at = time.monotonic() + self.behaviour.map_load_s

    def _on_spawn(self, orders):
        for order in orders:
            self.cars[order["index"]] = car = Car(order)
            car.place_at(sum(other.team == car.team for other in self.cars.values()) - 1)
        if self.phase == "Paused" and not self.is_paused:
            self._kick_off()

    def _on_despawn(self, ids):
        self.cars = {index: car for index, car in self.cars.items() if car.id not in ids}

    def _on_input(self, value):
        index, state = value
        if index in self.cars and self.cars[index].kind != "psyonix":
            self.cars[index].input = tuple(state)

    def _on_body(self, value):
        index, body = value
        if index in self.cars:
            self.cars[index].body = body

    def _on_set(self, change):
        for index, state in change.get("cars", {}).items():
            car = self.cars.get(int(index))
            if car is None:
                continue
            for name in "pvrw":
                self._merge(getattr(car, name), state.get(name))
            if (boost := state.get("boost")) is not None:
                car.boost = float(max(0, min(100, boost)))
        for index, state in change.get("balls", {}).items():
            if int(index) < len(self.balls):
                for name in "pv":
                    self._merge(self.balls[int(index)][name], state.get(name))

    @staticmethod
    def _merge(old, new):
        for axis, part in enumerate(new or ()):
            if part is not None:
                old[axis] = part

    def _on_console(self, text):
        words = text.split()
        if text.lower() == "pause" and self.map:
            self.is_paused = not self.is_paused
        elif len(words) == 4 and words[:2] == ["Set", "WorldInfo"]:
            value = float(words[3])
            if words[2] == "WorldGravityZ":
                self.gravity = value or GRAVITY
            elif words[2] == "TimeDilation":
                self.speed = max(0.01, value)

    def _on_end(self, _value):
        if self.map:
            self._enter("Ended")

    def _on_goal(self, team):
        if self.map:
            self._score(team)

    def _on_die(self, code):
        os._exit(code)

    def _enter(self, phase):
        self.phase, self.phase_time = phase, 0.0

    def _kick_off(self):
        self._new_ball()
        counts = [0, 0]
        for car in self.cars.values():
            car.place_at(counts[car.team])
            counts[car.team] += 1
        self._enter("Kickoff" if self.order.get("instant_start") else "Countdown")

    def _score(self, team):
        self.score[team] += 1
        scorers = [car for car in self.cars.values() if car.team == team]
        if scorers:
            scorer = max(scorers, key=lambda car: car.touch[0] if car.touch else -1)
            scorer.goals += 1
            scorer.points += 100
            scorer.accolades.append("Goal")
        self._enter("GoalScored")

    def load(self):
        """Returns the name of the map if it has just been loaded."""
        if self.loads_at is None or time.monotonic() < self.loads_at:
            return None
        self.loads_at = None
        self._reset()
        self._enter("Paused")
        self.map = self.order["map"]
        return self.map

    @property
    def stands_still(self):
        return self.is_paused or self.phase in ("Inactive", "Paused", "Ended")

    def tick(self):
        if self.stands_still:
            return
        self.time += TICK_S
        self.frame += 1
        self.phase_time += TICK_S
        if self.phase in MOVING:
            self._move()
        if self.phase == "Active":
            self._run_clock()
        elif self.phase == "Countdown" and self.phase_time >= 3:
            self._enter("Kickoff")
        elif self.phase == "Kickoff" and self.phase_time >= 2:
            self._enter("Active")
        elif self.phase == "GoalScored" and self.phase_time >= 1:
            self._after_goal()
        elif self.phase == "Replay" and self.phase_time >= 1:
            self._kick_off()

    def _after_goal(self):
        if self.is_overtime or max(self.score) >= (self.order.get("max_score") or math.inf):
            self._enter("Ended")
        elif self.order.get("skip_replays"):
            self._kick_off()
        else:
            self._enter("Replay")

    def _run_clock(self):
        self.played += TICK_S
        is_unlimited = not self.order.get("length_s")
        self.clock += TICK_S if is_unlimited or self.is_overtime else -TICK_S
        if self.due_goals and self.played >= self.due_goals[0]:
            self.due_goals.pop(0)
            self._score((len(self.behaviour.goals) - len(self.due_goals) - 1) % 2)
        elif self.behaviour.match_s is not None and self.played >= self.behaviour.match_s:
            self._enter("Ended")
        elif not is_unlimited and self.clock <= 0 and not self.is_overtime:
            self.clock = 0.0
            if self.score[0] != self.score[1]:
                self._enter("Ended")
            else:
                self.is_overtime = True
                self._kick_off()

    def _move(self):
        ball = self.balls[0]
        move_ball(ball, self.gravity)
        for car in self.cars.values():
            if car.kind == "psyonix":
                car.think(ball)
            car.move(self.gravity)
            if car.hit(ball, self.time):
                if self.phase == "Kickoff":
                    self._enter("Active")
                if not car.points:
                    car.points += 2
            self._collect(car)
        self.pads = [
            None if since is not None and since + TICK_S >= (10 if big else 4) else since and since + TICK_S
            for since, (_, _, big) in zip(self.pads, self.pad_places, strict=True)
        ]
        if abs(ball["p"][1]) > FIELD[1] + BALL_RADIUS and self.phase in MOVING:
            self._score(0 if ball["p"][1] > 0 else 1)

    def _collect(self, car):
        for number, (x, y, big) in enumerate(self.pad_places):
            if self.pads[number] is None and car.boost < 100 and math.dist(car.p[:2], (x, y)) < (208 if big else 144):
                car.boost = min(100.0, car.boost + (100 if big else 12))
                self.pads[number] = 1e-9

    def shown(self):
        return {
            "t": self.time,
            "n": self.frame,
            "phase": "Paused" if self.is_paused else self.phase,
            "clock": self.clock,
            "overtime": self.is_overtime,
            "unlimited": not self.order.get("length_s"),
            "gravity": self.gravity,
            "speed": self.speed,
            "score": self.score,
            "cars": [car.shown() for car in self.cars.values()],
            "balls": [] if self.phase in ("GoalScored", "Replay") else self.balls,
            "pads": [[since is None, since or 0.0] for since in self.pads],
        }


class Link:
    """The connection of a game to its server."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def send(self, value):
        self.socket.sendall(json.dumps(value).encode() + b"\n")

    def receive(self, timeout_s):
        """Returns the lines that arrive within the time; raises OSError at the end of the connection."""
        if not select.select([self.socket], [], [], timeout_s)[0]:
            return []
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        return [json.loads(line) for line in lines]


def play(link, game):
    """Plays until the connection ends."""
    link.send({"state": game.shown()})
    last = time.monotonic()
    while True:
        wait_s = TICK_S / (game.behaviour.pace * game.speed)
        for line in link.receive(max(0.0, last + wait_s - time.monotonic())):
            game.handle(line)
        if (name := game.load()) is not None:
            last = time.monotonic()
            link.send({"map": name, "state": game.shown()})
        now = time.monotonic()
        if now < last + wait_s or game.loads_at is not None:
            continue
        last = max(last + wait_s, now - MAX_BEHIND * wait_s)
        game.tick()
        link.send({"state": game.shown()})


def controller_port(arguments):
    """Returns the port of the server; None without the arguments that RLBotServer gives."""
    urls = [word.partition("=")[2] for word in arguments if word.startswith("RLBot_ControllerURL=")]
    return int(urls[0].rpartition(":")[2]) if urls and "-rlbot" in arguments else None


def main(options, pads=()):
    """Runs a game; `options` are the fields of its behaviour."""
    behaviour = msgspec.convert(options, GameBehaviour)
    if behaviour.drops_arguments and len(sys.argv) > 1:
        os.execv(sys.argv[0], sys.argv[:1])
    if behaviour.ignores_terminate:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if behaviour.dies_after_s is not None:
        signal.signal(signal.SIGALRM, lambda *_: os._exit(1))
        signal.setitimer(signal.ITIMER_REAL, max(0.001, behaviour.dies_after_s))
    port = controller_port(sys.argv)
    time.sleep(behaviour.connects_after_s)
    game = Game(behaviour, pads)
    deadline = time.monotonic() + behaviour.waits_s
    while time.monotonic() < deadline:
        if port is not None and behaviour.connects:
            with contextlib.suppress(OSError):
                link = Link(port)
                with link.socket:
                    play(link, game)
                deadline = time.monotonic() + behaviour.waits_s
        time.sleep(0.1)
