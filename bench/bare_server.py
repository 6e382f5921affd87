"""The reference of the speed benchmarks: bare sockets around the same steps, sending bytes packed beforehand.

`python -m bench.bare_server PORT CARS MESHES [--prediction] [--pack] [--weave]` plays RLBot's opening with CARS
sessions. For each tick it then makes one RocketSim step, with `--pack` packs a packet, sends the bytes to every
session, and reads every answer. Its cars start and drive like those of the match: with `--weave` to and fro.
With `--realtime SECONDS` it sends a numbered packet 120 times a second for this time, and then ends.
"""

import selectors
import socket
import sys
import time
from pathlib import Path

import rlbot_flatbuffers as flat
import RocketSim

from bench.matches import CIRCLE_STEER, WEAVE_FRAMES, bench_match, weave_steer
from runtime.arena.game.game import Game
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.documents import from_wire
from runtime.model.game_facts import TICKS_PER_S
from runtime.protocol import frame, pack_core, unpack_interface


class Session:
    """One accepted connection, read whole frames at a time."""

    def __init__(self, link: socket.socket) -> None:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link = link
        self.buffer = bytearray()

    def read(self) -> bytes:
        """Blocks until one whole payload is there."""
        while len(self.buffer) < 2 or len(self.buffer) < 2 + int.from_bytes(self.buffer[:2], "big"):
            data = self.link.recv(65536)
            if not data:
                sys.exit(0)
            self.buffer += data
        end = 2 + int.from_bytes(self.buffer[:2], "big")
        payload = bytes(self.buffer[2:end])
        del self.buffer[:end]
        return payload


def open_session(listener: socket.socket, index: int, opening: bytes) -> Session:
    """Accepts one bot and plays the opening with it."""
    session = Session(listener.accept()[0])
    while not isinstance(unpack_interface(session.read()), flat.ConnectionSettings):
        pass
    controllable = flat.ControllableTeamInfo(index % 2, [flat.ControllableInfo(index, index + 1)])
    session.link.sendall(opening + frame(pack_core(controllable)))
    while not isinstance(unpack_interface(session.read()), flat.InitComplete):
        pass
    return session


def serve(
    port: int, cars: int, *, with_prediction: bool, with_pack: bool, weaves: bool, realtime_s: float | None
) -> None:
    """Listens, opens `cars` sessions and runs until they are gone, or for `realtime_s`."""
    match = bench_match(cars)
    game = Game(from_wire(match), seed=0)
    game.start()
    pitch = Pitch(game.packet(), weaves=weaves)
    for _ in range(600):
        game.advance()
    opening = frame(pack_core(match)) + frame(pack_core(game.field_info()))
    packet = game.packet()
    prediction = game.prediction_payload()
    payload = frame(pack_core(packet))
    if with_prediction and prediction is not None:
        payload = frame(prediction) + payload
    listener = socket.create_server(("127.0.0.1", port))
    print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", flush=True)
    sessions = [open_session(listener, index, opening) for index in range(cars)]
    if realtime_s is not None:
        play_in_real_time(sessions, pitch, packet, realtime_s)
    else:
        play(sessions, pitch, payload, packet if with_pack else None)


class Pitch:
    """The physics of the match and nothing else; its cars start and drive like those of the match."""

    def __init__(self, packet: flat.GamePacket, *, weaves: bool) -> None:
        config = RocketSim.ArenaConfig(use_custom_broadphase=False, no_ball_rot=False)
        self._arena = RocketSim.Arena(RocketSim.GameMode.SOCCAR, config=config)
        self._weaves = weaves
        self._frame = 0
        self._cars = []
        for player in packet.players:
            car = self._arena.add_car(player.team, RocketSim.CarConfig.OCTANE)
            state = car.get_state()
            place, turn = player.physics.location, player.physics.rotation
            state.pos = RocketSim.Vec(place.x, place.y, place.z)
            state.rot_mat = RocketSim.Angle(turn.yaw, turn.pitch, turn.roll).as_rot_mat()
            car.set_state(state)
            self._cars.append(car)
        self._steer(CIRCLE_STEER)

    def step(self) -> None:
        """One frame."""
        if self._weaves and not self._frame % WEAVE_FRAMES:
            self._steer(weave_steer(self._frame))
        self._frame += 1
        self._arena.step(1)

    def _steer(self, steer: float) -> None:
        for car in self._cars:
            car.set_controls(RocketSim.CarControls(throttle=1.0, steer=steer))


def play(sessions: list[Session], pitch: Pitch, payload: bytes, packet: flat.GamePacket | None) -> None:
    """The loop that is measured."""
    selector = selectors.DefaultSelector()
    for session in sessions:
        selector.register(session.link, selectors.EVENT_READ, session)
    while True:
        pitch.step()
        if packet is not None:
            flat.CorePacket(packet).pack()
        for session in sessions:
            session.link.sendall(payload)
        awaited = len(sessions)
        while awaited:
            for key, _ in selector.select():
                key.data.read()
                awaited -= 1


def play_in_real_time(sessions: list[Session], pitch: Pitch, packet: flat.GamePacket, seconds: float) -> None:
    """Sends each packet at its time, and reads answers until the next one is due."""
    selector = selectors.DefaultSelector()
    for session in sessions:
        selector.register(session.link, selectors.EVENT_READ, session)
    begun_s = time.monotonic()
    for tick in range(1, round(seconds * TICKS_PER_S) + 1):
        while (left_s := begun_s + tick / TICKS_PER_S - time.monotonic()) > 0.0:
            for key, _ in selector.select(left_s):
                key.data.read()
        pitch.step()
        info = flat.MatchInfo(frame_num=tick, match_phase=flat.MatchPhase.Active)
        payload = frame(pack_core(flat.GamePacket(packet.players, packet.boost_pads, packet.balls, info, packet.teams)))
        for session in sessions:
            session.link.sendall(payload)


if __name__ == "__main__":
    prepare(ensure_meshes(Path(sys.argv[3])))
    flags = sys.argv[4:]
    serve(
        int(sys.argv[1]),
        int(sys.argv[2]),
        with_prediction="--prediction" in flags,
        with_pack="--pack" in flags,
        weaves="--weave" in flags,
        realtime_s=float(flags[flags.index("--realtime") + 1]) if "--realtime" in flags else None,
    )
