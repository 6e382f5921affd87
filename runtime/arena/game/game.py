"""One match in the arena, frame by frame: physics, rules, scoreboard, and the messages that clients get."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from logging import getLogger
from random import Random
from typing import TYPE_CHECKING, Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.accolade_tracker import AccoladeTracker
from runtime.arena.game.car_input import CarInput
from runtime.arena.game.mutators import MatchMutators, restricted
from runtime.arena.game.packets import Nameplate, PacketBuilder
from runtime.arena.game.rules import NOTHING, Change, MatchRules, Rules
from runtime.arena.game.state_setting import (
    GAME_SPEED,
    MAX_GRAVITY_UU_S2,
    apply_ball,
    apply_car,
    game_speed,
    limited,
    names_car,
    names_physics,
    usable,
)
from runtime.arena.modes import MODES, Mode
from runtime.arena.physics.contacts import Contacts
from runtime.arena.physics.engine import Physics
from runtime.arena.physics.hitboxes import CarBuild, Hitbox, hitbox_of
from runtime.arena.physics.prediction import BallPrediction
from runtime.arena.physics.world import World
from runtime.arena.refusals import mode_of
from runtime.documents.model import Car, CarKind, Match
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.series import Series
from runtime.model.states import Phase
from runtime.protocol import HEADER_SIZE, pack_controls, unpack_core

if TYPE_CHECKING:
    from runtime.arena.bots.driving import Driver

_FROZEN_PHASE: Final = Phase.COUNTDOWN
_STILL_PHASES: Final = (Phase.PAUSED, Phase.REPLAY, Phase.ENDED)
"""Phases in which only time passes."""

_GOALS: Final = (Change.GOAL, Change.LAST_GOAL)
_ENDS: Final = (Change.END, Change.LAST_GOAL)
_KICKOFFS: Final = (Change.KICKOFF, Change.NEXT_GAME, Change.BALL)

_log = getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedState:
    """The part of a match that stays when cars are exchanged: rules with score and clock, ball, and kept cars.

    Cars that stay have their new indices.
    """

    rules: Rules
    accolades: AccoladeTracker
    """A copy for the new cars, with scoreboard and touches."""
    ball: RocketSim.BallState | None
    """None while it is absent."""
    gravity_z: float
    """Gravity and game speed as state setting left them."""
    game_speed: float
    cars: Mapping[int, RocketSim.CarState]
    """The cars that stay."""
    bodies: Mapping[int, Hitbox]
    """Their hitboxes."""
    inputs: Mapping[int, CarInput]
    """Their last inputs."""
    wreck_frames: Mapping[int, int]
    """Frames until the demolished ones respawn."""

    def set_up(self, world: World) -> None:
        """Sets ball and cars of a new world; new cars stand on kickoff spots, and all pads are full."""
        for index, car in self.cars.items():
            world.set_car(index, car)
        for index, frames in self.wreck_frames.items():
            world.wrecks[index] = world.frame + frames
        self._make_way(world)
        if self.ball is None:
            world.remove_ball()
        else:
            world.set_ball(self.ball)

    def _make_way(self, world: World) -> None:
        """Moves new cars from occupied spots to free ones."""
        field = world.mode.field
        for index in sorted(set(range(len(world.cars))) - self.cars.keys()):
            x, y, z = world.cars[index].pos.as_tuple()
            others = [
                car.pos.as_tuple()[:2] for i, car in enumerate(world.cars) if i != index and i not in world.wrecks
            ]
            spot = field.free_kickoff(world.builds[index].team, (x, y), others)
            if spot is not None:
                car = world.cars[index]
                car.pos = RocketSim.Vec(spot.x, spot.y, z)
                car.rot_mat = RocketSim.Angle(spot.yaw, 0.0, 0.0).as_rot_mat()
                world.set_car(index, car)


class Game:
    """One match; the caller decides when a frame is played. Owned by one thread.

    `world.prepare` must have loaded the walls, and `refusal` must accept the match.
    """

    def __init__(
        self,
        match: Match,
        *,
        seed: int,
        seconds_limit: float | None = None,
        has_explosions: bool = True,
        carried: CarriedState | None = None,
        rules: Rules | None = None,
        prediction: BallPrediction | None = None,
    ) -> None:
        self._match = match
        self._seed = seed
        self._has_explosions = has_explosions
        """True if a goal pushes cars away from the ball."""
        mode = MODES[mode_of(match)]
        physics = Physics.of(match.mutators, mode.physics)
        self._default_gravity_z = physics.gravity_z
        bodies = carried.bodies if carried else {}
        builds = [CarBuild(car.team, bodies.get(index) or _hitbox(car)) for index, car in enumerate(match.cars)]
        self._world = World(builds, seed=seed, walls=mode.walls(), physics=physics, mode=mode)
        rules = carried.rules if carried else rules
        self._rules = rules or Rules(MatchRules.of(match, seconds_limit=seconds_limit))
        teams = [car.team for car in match.cars]
        self._accolades = carried.accolades if carried else AccoladeTracker(teams, mode.field.goals)
        self._scoring, self._shots = self._accolades.scoring, self._accolades.shots
        self._mutators = MatchMutators(match, self._world, self._rules, self._scoring)
        nameplates = [_nameplate(car) for car in match.cars]
        touches, dodge_grace_s = self._accolades.touches, self._mutators.dodge_grace_s
        self._packets = PacketBuilder(nameplates, self._world, touches, dodge_grace_s=dodge_grace_s)
        self._prediction = prediction or BallPrediction(physics)
        self._has_changes = False
        """True if gravity or hitboxes change before the next frame."""
        self._new_bodies: dict[int, Hitbox] = {}
        self._new_gravity_z = physics.gravity_z
        self._inputs = [CarInput() for _ in match.cars]
        self._is_frozen = False
        self._stand_ins = _stand_ins(match, mode)
        self._first_frame = 0
        """Frame of the restart; stand-ins count frames from there, so that they repeat their decisions."""
        self.game_speed = GAME_SPEED[match.mutators.game_speed]
        """Speed of game time that the match or state setting asks for."""
        if carried is not None:
            carried.set_up(self._world)
            for index, given in carried.inputs.items():
                self._inputs[index] = given
                self._world.set_controls(index, given.physical)
            self.game_speed = carried.game_speed
            self._new_gravity_z = carried.gravity_z
            self._make_changes()

    @property
    def phase(self) -> Phase:
        """The phase of the match."""
        return self._rules.phase

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return self._rules.is_over

    @property
    def frame_num(self) -> int:
        """Number of frames since the start."""
        return self._rules.frames

    @property
    def seconds_elapsed(self) -> float:
        """Game time since the start."""
        return self._rules.frames / TICKS_PER_S

    @property
    def score(self) -> tuple[int, int]:
        """Goals of blue and orange."""
        return self._rules.score[0], self._rules.score[1]

    @property
    def winner(self) -> int | None:
        """The winning team once the match is over; None for a draw."""
        return self._rules.match_winner(self._game_winner()) if self.is_over else None

    @property
    def series(self) -> Series | None:
        """The finished games of a series; None if the match is one game."""
        return self._rules.series

    @property
    def has_ball(self) -> bool:
        """True if there is a ball; there is none from a goal until the next kickoff."""
        return self._world.has_ball

    @property
    def has_accolades(self) -> bool:
        """True if a car earned accolades in this frame; no other frame shows them."""
        return bool(self._scoring.accolades)

    @property
    def escapes(self) -> int:
        """Number of times that the ball or a car left the arena and was put back."""
        return self._world.escapes

    def start(self) -> None:
        """Leaves the phase Paused; a second call does nothing."""
        self._carry_out(self._rules.start(), scored_by=None)

    def set_controls(self, index: int, controls: flat.ControllerState) -> None:
        """Calls `drive` with controls that are not packed."""
        self.drive(index, pack_controls(controls))

    def drive(self, index: int, controls: bytes) -> None:
        """Sets the controls of a car from the next frame on; values out of range are clamped, NaN becomes 0.

        `controls` are packed (`runtime.protocol.inputs`). An index without a car is ignored.
        """
        if not 0 <= index < len(self._inputs):
            _log.warning("Controls came for car %d, which does not exist", index)
            return
        car_input = self._inputs[index]
        if car_input.update(controls) and not self._is_frozen:
            self._world.set_controls(index, car_input.physical)

    def advance(self) -> None:
        """Plays one frame of 1/120 s; in pause and replay only time passes, and after the end nothing happens."""
        if self._rules.is_over:
            return
        if self._has_changes or self._scoring.accolades:
            self._begin_frame()
        if not self._rules.is_in_play and self._rules.phase in _STILL_PHASES:
            self._carry_out(self._rules.advance(scored_by=None, is_touched=False, is_on_floor=False), scored_by=None)
            return
        is_frozen = self._rules.phase is _FROZEN_PHASE
        if is_frozen is not self._is_frozen:
            self._freeze(is_frozen)
        if self._stand_ins or self._mutators.restrictions:
            self._steer()
        world = self._world
        world.step(is_held=is_frozen)
        contacts = world.contacts
        if contacts.has_any or not self._shots.is_idle:
            self._note_contacts(contacts)
        scored_by = contacts.scored_by
        points = 1
        if scored_by is not None:
            points = self._mutators.points_of_goal(scored_by)
            scored_by = scored_by if self._mutators.counts_goals else None
        change = self._rules.advance(
            scored_by=scored_by,
            is_touched=bool(contacts.touches),
            is_on_floor=self._rules.minds_floor and world.is_ball_down,
            points=points,
        )
        if change is not NOTHING:
            self._carry_out(change, scored_by=scored_by)
        for after in () if self._is_frozen else self._mutators.after:
            self._carry_out(after(), scored_by=None)

    def field_info(self) -> flat.FieldInfo:
        """Returns pads and goals of the field."""
        return self._world.mode.field.info()

    def packet(self) -> flat.GamePacket:
        """Returns the present state as an object, for tests and tools."""
        packet = unpack_core(self.packet_payload())
        assert isinstance(packet, flat.GamePacket)
        return packet

    def packet_payload(self) -> bytes:
        """Returns the present state as a packed message without its frame, for tests and tools."""
        return bytes(self.packet_frame()[HEADER_SIZE:])

    def packet_frame(self) -> bytearray:
        """Returns the framed packet of the present state; the next call changes it.

        Accolades of the end are only in the first packet after the end.
        """
        if self._has_changes:
            self._make_changes()
        packet = self._packets.build(self._rules, self._scoring, self._inputs, self.game_speed)
        if self._rules.is_over:
            self._scoring.begin_frame()
        return packet

    def prediction_payload(self) -> bytes | None:
        """Returns the ball's next six seconds as a packed message, for tests and tools; None without a ball."""
        if self._has_changes:
            self._make_changes()
        return self._prediction.payload(self._world.ball, self._rules.frames) if self._world.has_ball else None

    def prediction_parts(self) -> tuple[bytes | memoryview, ...] | None:
        """Returns the framed prediction in pieces that the next frame changes; call it after `packet_frame`."""
        if not self._world.has_ball:
            return None
        return self._prediction.parts(self._world.ball, self._rules.frames)

    def toggle_pause(self) -> None:
        """Pauses or resumes the match; does nothing before its start and after its end."""
        self._rules.toggle_pause()

    def set_state(self, state: flat.DesiredGameState) -> None:
        """Sets the fields that `state` has; a car or ball that does not exist is ignored."""
        for ball_state in state.ball_states[:1]:
            if names_physics(ball_state.physics) and self._world.has_ball:
                self._world.set_ball(apply_ball(self._world.ball, ball_state.physics))
                self._prediction.forget()
        for index, car_state in enumerate(state.car_states[: len(self._inputs)]):
            if names_car(car_state):
                self._world.set_car(index, apply_car(self._world.cars[index], car_state))
        if state.match_info is not None:
            self._desire_match(state.match_info)

    def set_loadout(self, index: int, loadout: flat.PlayerLoadout) -> None:
        """Gives a car the hitbox of another body, from the next frame on; an index without a car is ignored."""
        if 0 <= index < len(self._inputs):
            self._new_bodies[index] = hitbox_of(loadout.car_id)
            self._has_changes = True

    def recast(self, match: Match, kept: Mapping[int, int]) -> "Game":
        """Returns a game with the same rules that continues from here with the cars of `match`.

        Only one of the two games may be advanced, because they share rules and inputs. `kept` maps the new index of
        each car that stays to the old one.
        """
        self._make_changes()
        world = self._world
        teams, places = [car.team for car in match.cars], {old: new for new, old in kept.items()}
        carried = CarriedState(
            rules=self._rules,
            accolades=self._accolades.exchanged(teams, places),
            ball=world.ball if world.has_ball else None,
            gravity_z=world.physics.gravity_z,
            game_speed=self.game_speed,
            cars={new: world.cars[old] for new, old in kept.items()},
            bodies={new: world.builds[old].hitbox for new, old in kept.items()},
            inputs={new: self._inputs[old] for new, old in kept.items()},
            wreck_frames={new: world.wrecks[old] - world.frame for new, old in kept.items() if old in world.wrecks},
        )
        return Game(match, seed=self._seed, has_explosions=self._has_explosions, carried=carried)

    def restarted(self, *, seed: int | None = None, has_countdown: bool = False) -> "Game":
        """Returns a game of the same match at its kickoff; frame numbers continue.

        Its course depends only on the seed, by default the seed of this game, and on changed hitboxes. Only one of the
        two games may be used, because they share rules and prediction.
        """
        game = Game(
            self._match,
            seed=self._seed if seed is None else seed,
            has_explosions=self._has_explosions,
            rules=self._rules,
            prediction=self._prediction,
        )
        self._prediction.set_physics(game._world.physics)
        self._rules.restart(has_countdown=has_countdown)
        game._first_frame = self._rules.frames
        game._new_bodies = {index: build.hitbox for index, build in enumerate(self._world.builds)}
        game._new_bodies |= self._new_bodies
        game._make_changes()
        if not has_countdown:
            game._world.launch_ball()
        return game

    def end(self) -> None:
        """Ends the match with its present score; without effect after the end."""
        self._carry_out(self._rules.end_now(), scored_by=None)

    def state_hash(self) -> str:
        """Returns a hex digest of the exact numbers of cars, ball, pads, scores and clock."""
        from hashlib import blake2b  # noqa: PLC0415 - loads a large library and is needed only at the end

        digest = blake2b(digest_size=16)
        world, rules = self._world, self._rules
        for state in (world.ball, *world.cars):
            digest.update(_floats(state))
        for car in world.cars:
            digest.update(struct.pack("<d3?", car.boost, car.is_demoed, car.has_jumped, car.has_flipped))
        for index, since_s in sorted(world.taken_pads()):
            digest.update(struct.pack("<id", index, since_s))
        for stats in self._scoring.stats:
            digest.update(struct.pack("<7i", *stats.counts()))
        digest.update(struct.pack("<4i", *rules.score, rules.clock_frames, rules.frames))
        if rules.series is not None:
            digest.update(struct.pack("<3i", *rules.series.won, len(rules.series.games)))
        return digest.hexdigest()

    def _desire_match(self, info: flat.DesiredMatchInfo) -> None:
        gravity_z = info.world_gravity_z
        if gravity_z is not None and usable(gravity_z):
            self._new_gravity_z = limited(gravity_z, MAX_GRAVITY_UU_S2) or self._default_gravity_z
            self._has_changes = True
        speed = info.game_speed
        if speed is not None and usable(speed) and speed > 0.0:
            self.game_speed = game_speed(speed)

    def _make_changes(self) -> None:
        """Applies new gravity and hitboxes, at most once a frame because this takes milliseconds."""
        self._has_changes = False
        if self._new_gravity_z != self._world.physics.gravity_z:
            self._world.set_gravity(self._new_gravity_z)
            self._prediction.set_physics(self._world.physics)
        bodies, self._new_bodies = self._new_bodies, {}
        changed = {index: body for index, body in bodies.items() if self._world.builds[index].hitbox is not body}
        if not changed:
            return
        self._world.rebuild_cars(changed)
        for index in changed:
            self._packets.body_changed(index)
        for index, car_input in enumerate(() if self._is_frozen else self._inputs):
            self._world.set_controls(index, car_input.physical)

    def _steer(self) -> None:
        """Sets the controls of stand-ins and applies the restrictions of the match."""
        world = self._world
        for index, stand_in in self._stand_ins:
            controls = stand_in.decide(self._rules.frames - self._first_frame, world.cars[index], world.ball)
            if controls is not None:
                self.set_controls(index, controls)
        if self._is_frozen or not self._mutators.restrictions:
            return
        for index, car_input in enumerate(self._inputs):
            car = self._world.cars[index]
            self._world.set_controls(index, restricted(car_input.physical, car, self._mutators.restrictions))

    def _freeze(self, is_frozen: bool) -> None:
        self._is_frozen = is_frozen
        still = RocketSim.CarControls()
        for index, car_input in enumerate(self._inputs):
            self._world.set_controls(index, still if is_frozen else car_input.physical)
        if not is_frozen:
            self._world.launch_ball()

    def _begin_frame(self) -> None:
        self._scoring.begin_frame()
        if self._has_changes:
            self._make_changes()

    def _note_contacts(self, contacts: Contacts) -> None:
        rules = self._rules
        if contacts.has_any:
            frame = rules.frames + 1
            for car in contacts.touches:
                self._accolades.touches.show(car, frame / TICKS_PER_S, self._world.cars[car].ball_hit_info)
            self._accolades.note(self._world, frame, is_in_play=rules.is_in_play)
        if rules.is_in_play and (contacts.touches or not self._shots.is_idle):
            self._accolades.judge(self._world)

    def _carry_out(self, change: Change, *, scored_by: int | None) -> None:
        if change is NOTHING:
            return
        if change in _KICKOFFS:
            if change is Change.BALL:
                self._world.reset_ball()
            else:
                self._world.kickoff()
            if change is Change.NEXT_GAME:
                self._accolades.begin_game()
            if self._rules.phase is not Phase.COUNTDOWN:
                self._world.launch_ball()
            self._accolades.kickoff()
            self._mutators.kickoff()
        elif change in _GOALS and scored_by is not None:
            scorer = self._scoring.goal(scored_by, self._rules.frames, is_overtime=self._rules.is_overtime)
            self._accolades.goal(scored_by, scorer, self._world.ball)
            self._world.remove_ball()
            if self._has_explosions:
                self._world.explode()
        if change in _ENDS:
            winner = self._game_winner()
            self._scoring.end(winner)
            self._accolades.end()
            self._rules.close_game(winner)

    def _game_winner(self) -> int | None:
        """Returns the winning team of the game that has just ended; each game draws its own tiebreak."""
        shots = (self._scoring.shots_of(0), self._scoring.shots_of(1))
        games = len(self.series.games) if self.series is not None else 0
        random = Random(f"{self._seed} lot {games}" if games else f"{self._seed} lot")
        return self._rules.winner(shots, random.randrange(2))


def _stand_ins(match: Match, mode: Mode) -> "list[tuple[int, Driver]]":
    """Returns the drivers of Psyonix bots, each with its car's index."""
    if all(car.kind is not CarKind.PSYONIX for car in match.cars):
        return []
    from runtime.arena.bots.stand_in import drivers_of  # noqa: PLC0415 - few matches have any, and each start waits

    return drivers_of(match.cars, mode, match.mutators)


def _hitbox(car: Car) -> Hitbox:
    return Hitbox.OCTANE if car.loadout is None else hitbox_of(car.loadout.car_id)


def _nameplate(car: Car) -> Nameplate:
    return Nameplate(car.name, car.team, car.player_id, car.kind is CarKind.BOT)


def _floats(state: RocketSim.CarState | RocketSim.BallState) -> bytes:
    forward, right, up = state.rot_mat.as_tuple()
    numbers = (*state.pos, *state.vel, *state.ang_vel, *forward, *right, *up)
    return struct.pack(f"<{len(numbers)}d", *numbers)
