"""One arena of an environment: RocketSim, the rules between two goals, and its row of the state.

Unlike the `World` of a match, it plays several ticks in one call of RocketSim and then reads the state once. This works
because callbacks report touches, goals, demolitions and pads. With a mutator that acts in every tick, it plays tick by
tick.
"""

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

import RocketSim

from runtime.arena.game.mutators import dodge_clock_of, effects_of, restricted, restrictions_of
from runtime.arena.game.scoring import Scoring, Shot, ShotDetector
from runtime.arena.game.touches import Contact, TouchLog
from runtime.arena.modes import MODES
from runtime.arena.modes.mode import Mode
from runtime.arena.physics.bodies import BALL, LIFT_Z, NUDGE_UU_S, Bodies
from runtime.arena.physics.contacts import Contacts
from runtime.arena.physics.engine import Physics
from runtime.arena.physics.hitboxes import CarBuild, Hitbox
from runtime.documents import Mutators
from runtime.model.game_facts import CAR_REST_Z, DODGE_S, TICKS_PER_S
from runtime.model.states import AirState, Phase
from runtime.training.environment.opponents import StandInDriver
from runtime.training.environment.starts import BodyStart, StartState
from runtime.training.environment.state import BALL_COLUMNS, CAR_COLUMNS, EVENTS, NO_TEAM, ArenaState

if TYPE_CHECKING:
    from runtime.model.values import ArenaView, CarView

_APART_UU: Final = 500.0
_LOOK_STEPS: Final = 16
"""Number of steps between two checks for objects outside the arena."""
_NEUTRAL: Final = RocketSim.CarControls()
_PACK_BALL: Final = struct.Struct(f"{BALL_COLUMNS}f").pack_into
_PACK_CAR: Final = struct.Struct(f"{CAR_COLUMNS}f").pack_into
_TOUCHES, _GOALS, _OWN_GOALS, _ASSISTS, _SHOTS, _SAVES, _DEMOLITIONS, _DEMOLISHED, _BUMPS, _SMALL, _BIG = range(
    len(EVENTS)
)


class Simulation(Bodies):
    """One arena; writes into row `row` of `state`. For one thread.

    `controls` of cars are RocketSim's; they hold until they are set again.
    """

    def __init__(self, row: int, state: ArenaState, mode: str, mutators: Mutators) -> None:
        self._row, self._state = row, state
        self._teams = state.layout.teams
        self._mutators = mutators
        known = MODES[mode]
        self._usual = physics = Physics.of(mutators, known.physics)
        super().__init__([CarBuild(team, Hitbox.OCTANE) for team in self._teams], known, physics, known.walls())
        self._build(physics.new_arena_for_training)
        self._arena.set_goal_score_callback(partial(_note_ball_in_goal, self.contacts, self.mode))
        self._taken_pads: dict[int, int] = {}
        """The tick of the episode at which each taken pad comes back."""
        self.drivers: Sequence[tuple[int, StandInDriver]] = ()
        """Stand-ins with the indices of their cars."""
        self._restrictions = restrictions_of(mutators)
        self.random = Random(0)
        self._numbers = state.block[row]
        self._timers = state.pad_timers[row]
        self._read_ball = self._arena.ball.get_state
        self._readers = [
            (index, self._numbers[BALL_COLUMNS + index * CAR_COLUMNS :], car.get_state)
            for index, car in enumerate(self._cars)
        ]
        """For each car: its index, its numbers (and those after them), and the function that reads its state."""
        self._setters = [car.set_controls for car in self._cars]
        self._events = state.events[row]
        self._begin()

    def begin(self, random: Random, physics: Mapping[str, float]) -> None:
        """Begins an episode; call `place` next.

        Args:
            random: the episode's random generator, for respawns.
            physics: values of `Physics` that differ from the mutators.
        """
        self.random = random
        changed = replace(self._usual, **cast("dict[str, Any]", physics))
        if changed != self.physics:
            self.physics = changed
            changed.configure(self._arena)
        self._begin()

    def place(self, start: StartState) -> None:
        """Puts ball and cars in the places of `start`, and fills the pads.

        First, all cars are in the air for a tick and on the ground for a tick; otherwise the episode would depend on
        the one before. RocketSim keeps pushing a car away from a ramp until the car touches nothing, and keeps the
        friction of a wheel until it touches the ground.
        """
        for z in (LIFT_Z, CAR_REST_Z):
            for index, car in enumerate(self._cars):
                car.set_controls(_NEUTRAL)
                x = _APART_UU * (index - len(self._cars) / 2.0)
                car.set_state(self._car_state(BodyStart(position=(x, 0.0, z))))
            self._set_ball(BodyStart(position=(0.0, 2000.0, LIFT_Z)))
            self._arena.step(1)
        self._set_ball(start.ball)
        self.wrecks.clear()
        for index, (car, body) in enumerate(zip(self._cars, start.cars, strict=True)):
            car.set_state(self._car_state(body))
            self._fence.put(index, body.position)
        self._fill_pads()
        self._taken_pads.clear()
        self._numbers[self._state.layout.pads :] = 0.0
        self._given = [_NEUTRAL] * len(self._cars)
        self.contacts.clear()
        self._touch_log.kickoff()
        self._shots.kickoff()

    def play(self, controls: Sequence[RocketSim.CarControls], delay: int, ticks: int) -> None:
        """Plays a step: `delay` ticks with the previous controls, then `ticks` with new ones.

        `controls` are for the first cars. Stand-ins drive the others, or these keep their controls.
        """
        if delay:
            self._step(delay)
        for set_controls, given in zip(self._setters, controls, strict=False):
            set_controls(given)
        if self._restrictions:
            self._given[: len(controls)] = controls
        if self.drivers:
            ball = self._arena.ball.get_state()
            for index, driver in self.drivers:
                driver.decide(self.frame, ticks, self._cars[index].get_state(), ball)
                self._setters[index](driver.controls)
                self._given[index] = driver.controls
        self._step(ticks)

    def _step(self, ticks: int) -> None:
        if self.wrecks or self._is_tickwise:
            self._step_slowly(ticks)
        else:
            self._arena.step(ticks)
            self.frame += ticks
        contacts = self.contacts
        if contacts.has_any or not self._shots.is_idle:
            self._note(contacts)
        if contacts.scored_by is not None:
            if (
                self._state.goal[self._row] == NO_TEAM
            ):  # with a delay, the ball may be in the goal in both parts of a step
                self._note_goal(contacts.scored_by)
            contacts.scored_by = None
        self._steps += 1
        if not self._steps % _LOOK_STEPS:
            cars = [car.get_state() for car in self._cars]
            self._watch(self._steps // _LOOK_STEPS, self._arena.ball.get_state(), cars)

    def read(self) -> None:
        """Writes the current numbers of ball, cars and pads into the state."""
        ball, wrecks = self._read_ball(), self.wrecks
        _PACK_BALL(self._numbers, 0, *ball.pos.as_tuple(), *ball.vel.as_tuple(), *ball.ang_vel.as_tuple())
        for index, numbers, read in self._readers:
            now = read()
            forward, right, up = now.rot_mat.as_tuple()
            on_ground, holds_jump, air_time = now.is_on_ground, now.last_controls.jump, now.air_time_since_jump
            has_flipped, has_double_jumped = now.has_flipped, now.has_double_jumped
            is_spent = on_ground or holds_jump or has_flipped or has_double_jumped
            _PACK_CAR(  # a bool takes twice as long as a float
                numbers,
                0,
                *now.pos.as_tuple(),
                *now.vel.as_tuple(),
                *now.ang_vel.as_tuple(),
                *forward,
                *right,
                *up,
                now.boost,
                1.0 if on_ground else 0.0,
                1.0 if index in wrecks else 0.0,
                1.0 if now.is_supersonic else 0.0,
                1.0 if now.time_spent_boosting > 0.0 else 0.0,
                now.handbrake_val,
                1.0 if now.has_jumped else 0.0,
                1.0 if now.is_jumping else 0.0,
                1.0 if has_flipped else 0.0,
                1.0 if now.is_flipping else 0.0,
                1.0 if has_double_jumped else 0.0,
                1.0 if not is_spent and air_time < DODGE_S else 0.0,
                air_time,
                1.0 if holds_jump else 0.0,
                (wrecks[index] - self.frame) / TICKS_PER_S if index in wrecks else 0.0,
            )
        if self._taken_pads:
            self._read_pads()

    def _read_pads(self) -> None:
        timers = self._timers
        for pad, due in tuple(self._taken_pads.items()):
            left = due - self.frame
            if left <= 0:
                left = 0
                del self._taken_pads[pad]
            timers[pad] = left / TICKS_PER_S

    def _begin(self) -> None:
        self.frame = self._steps = 0
        self.wrecks.clear()
        self._touch_log = TouchLog(self._teams)
        self.scoring = Scoring(self._teams, self._touch_log)
        self._shots = ShotDetector(self._teams, self._touch_log)
        self.score = [0, 0]
        self._given = [_NEUTRAL] * len(self._cars)
        count = len(self._cars)
        clock = dodge_clock_of(self._mutators, count)
        self._effects = (*(() if clock is None else (clock,)), *effects_of(self._mutators, count))
        self._move = self.physics.mover(self._arena)
        has_pull = self.physics.ball_gravity_z is not None
        self._is_tickwise = bool(self._effects or self._restrictions or has_pull or self.mode.physics.is_puck)

    def _step_slowly(self, ticks: int) -> None:
        """Plays ticks up to each respawn, or one by one if a mutator acts in every tick."""
        end = self.frame + ticks
        while self.frame < end:
            self._respawn()
            span = 1 if self._is_tickwise else min([end, *self.wrecks.values()]) - self.frame
            if self._is_tickwise:
                self._play_tick()
            else:
                self._arena.step(span)
                self.frame += span
        self._respawn()

    def _play_tick(self) -> None:
        for index, given in enumerate(self._given if self._restrictions else ()):
            car = self._cars[index]
            car.set_controls(restricted(given, car.get_state(), self._restrictions))
        before = len(self.contacts.touches)
        self._move()
        self.frame += 1
        if self._effects:
            self.cars = [car.get_state() for car in self._cars]
            touches = self.contacts.touches
            self.contacts.touches = touches[before:]
            for effect in self._effects:
                effect(self)
            self.contacts.touches = touches

    def _note(self, contacts: Contacts) -> None:
        """Applies the events of the step."""
        state, events, row = self._state, self._events, self._row
        if contacts.has_any:
            state.has_events = True
            for attacker, victim in contacts.demolitions:
                if victim not in self.wrecks:
                    self._wreck(victim)
                    events[_DEMOLITIONS, attacker] += 1
                    self.scoring.demolition(attacker)
            for bumper, victim in contacts.bumps:
                events[_BUMPS, bumper] += (bumper, victim) not in contacts.demolitions
            for car, pad in contacts.pickups:
                events[_BIG if self.mode.field.pads[pad].is_big else _SMALL, car] += 1
                self._taken_pads[pad] = self.frame + round(self._pads[pad].get_state().cooldown * TICKS_PER_S)
        touches = contacts.touches
        if touches:
            ball = self._arena.ball.get_state()
            for car in touches:
                events[_TOUCHES, car] += 1
            for car in dict.fromkeys(touches):
                passer = self._touch_log.passer(car, self.frame)
                contact = Contact.of(self.frame, self._cars[car].get_state(), ball, passer=passer)
                self.scoring.touch(car, contact)
            state.touched_at[row] = state.clock
            state.last_touch[row] = touches[-1]
        self._judge(is_touched=bool(touches))
        scored_by = contacts.scored_by
        contacts.clear()
        contacts.scored_by = scored_by
        self.scoring.begin_frame()

    def _judge(self, *, is_touched: bool) -> None:
        """Detects shots and saves from the flight of the ball."""
        ball = self._arena.ball.get_state()
        scorer = self.mode.scorer(self._arena, ball, self.physics.pull_of_ball_z)
        for verdict in self._shots.observe(scorer, self.mode.line_uu(ball), is_touched=is_touched):
            self._state.has_events = True
            self.scoring.record(verdict)
            self._events[_SHOTS if isinstance(verdict, Shot) else _SAVES, verdict.car] += 1

    def _note_goal(self, team: int) -> None:
        state = self._state
        state.has_goal = state.has_events = True
        state.goal[self._row] = team
        self.score[team] += 1
        before = [(stats.goals, stats.own_goals, stats.assists) for stats in self.scoring.stats]
        self.scoring.goal(team, self.frame, is_overtime=False)
        for car, (stats, (goals, own_goals, assists)) in enumerate(zip(self.scoring.stats, before, strict=True)):
            self._events[_GOALS, car] += stats.goals - goals
            self._events[_OWN_GOALS, car] += stats.own_goals - own_goals
            self._events[_ASSISTS, car] += stats.assists - assists

    def _wreck(self, index: int) -> None:
        super()._wreck(index)
        self._events[_DEMOLISHED, index] += 1

    def _respawn(self) -> None:
        if self.wrecks and min(self.wrecks.values()) <= self.frame:
            self._respawn_due([car.get_state() for car in self._cars], self.random)

    def _car_state(self, body: BodyStart) -> RocketSim.CarState:
        state = RocketSim.CarState()
        pitch, yaw, roll = body.rotation
        state.pos = RocketSim.Vec(*body.position)
        state.vel = RocketSim.Vec(*body.velocity)
        state.ang_vel = RocketSim.Vec(*body.angular_velocity)
        state.rot_mat = RocketSim.Angle(yaw, pitch, roll).as_rot_mat()
        state.boost = self.physics.kickoff_boost if body.boost is None else body.boost
        is_standing = body.position[2] <= CAR_REST_Z and not (pitch or roll)
        state.is_on_ground = is_standing
        state.wheels_with_contact = (is_standing,) * 4
        return state

    def _set_ball(self, body: BodyStart) -> None:
        state = RocketSim.BallState()
        state.pos = RocketSim.Vec(*body.position)
        velocity, spin = body.velocity, body.angular_velocity
        if self._would_hover(body.position[2], (*velocity, *spin)):
            velocity = (0.0, 0.0, NUDGE_UU_S)
        state.vel = RocketSim.Vec(*velocity)
        state.ang_vel = RocketSim.Vec(*spin)
        self._place_ball(state)
        self._fence.put(BALL, body.position)

    def snapshot(self) -> "ArenaView":
        """Returns what a spectator sees."""
        from runtime.model.values import ArenaView, BallView, PadPlace  # noqa: PLC0415 - nobody watches most processes

        ball = self._arena.ball.get_state()
        turn = ball.rot_mat.as_angle()
        timers = [
            max(0, self._taken_pads.get(pad, 0) - self.frame) / TICKS_PER_S for pad in range(len(self.mode.field.pads))
        ]
        return ArenaView(
            frame=self.frame,
            phase=Phase.ACTIVE if self._touch_log.in_play else Phase.KICKOFF,
            seconds_elapsed=self.frame / TICKS_PER_S,
            clock_s=self.frame / TICKS_PER_S,
            is_overtime=False,
            is_unlimited=True,
            score=(self.score[0], self.score[1]),
            cars=tuple(map(self._car_view, range(len(self._cars)))),
            balls=(
                BallView(
                    x=ball.pos.x,
                    y=ball.pos.y,
                    z=ball.pos.z,
                    speed=math.hypot(*ball.vel.as_tuple()),
                    radius=self.physics.ball_radius,
                    is_puck=self.mode.physics.is_puck,
                    pitch=turn.pitch,
                    yaw=turn.yaw,
                    roll=turn.roll,
                    velocity=ball.vel.as_tuple(),
                    angular_velocity=ball.ang_vel.as_tuple(),
                ),
            ),
            pads=tuple(PadPlace(x=pad.x, y=pad.y, is_big=pad.is_big) for pad in self.mode.field.pads),
            pads_active=tuple(bool(self._pads) and not timer for timer in timers),
            pad_timers=tuple(
                pad.cooldown_s - timer if timer else 0.0
                for pad, timer in zip(self.mode.field.pads, timers, strict=True)
            ),
            gravity_z=self.physics.gravity_z,
        )

    def _car_view(self, index: int) -> "CarView":
        from runtime.model.values import CarView  # noqa: PLC0415 - nobody watches most processes

        state, stats = self._cars[index].get_state(), self.scoring.stats[index]
        turn, team = state.rot_mat.as_angle(), self._teams[index]
        air = AirState.ON_GROUND
        if not state.is_on_ground:
            air = (
                AirState.DODGING
                if state.is_flipping
                else AirState.JUMPING
                if state.is_jumping
                else AirState.DOUBLE_JUMPING
                if state.has_double_jumped
                else AirState.IN_THE_AIR
            )
        return CarView(
            index=index,
            name=f"{('Blue', 'Orange')[team]} {1 + sum(other == team for other in self._teams[:index])}",
            team=team,
            x=state.pos.x,
            y=state.pos.y,
            z=state.pos.z,
            pitch=turn.pitch,
            yaw=turn.yaw,
            roll=turn.roll,
            speed=math.hypot(*state.vel.as_tuple()),
            boost=state.boost,
            is_demolished=index in self.wrecks,
            is_supersonic=state.is_supersonic,
            goals=stats.goals,
            saves=stats.saves,
            shots=stats.shots,
            assists=stats.assists,
            own_goals=stats.own_goals,
            demolitions=stats.demolitions,
            score=stats.score,
            velocity=state.vel.as_tuple(),
            angular_velocity=state.ang_vel.as_tuple(),
            air_state=air,
            has_jumped=state.has_jumped,
            has_dodged=state.has_flipped,
            demolished_for_s=(self.wrecks[index] - self.frame) / TICKS_PER_S if index in self.wrecks else 0.0,
        )


def _note_ball_in_goal(contacts: Contacts, mode: Mode, *, arena: RocketSim.Arena, team: int, **_: Any) -> None:
    """Records a goal in its tick, because some ticks later the ball may have left the goal again.

    It must not hold the simulation: Python never frees a cycle through a callback of RocketSim.
    """
    if contacts.scored_by is None and mode.is_in_goal(arena.ball.get_state()):
        contacts.scored_by = int(team)
