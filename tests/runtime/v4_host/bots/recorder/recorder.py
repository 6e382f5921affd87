"""Uses every function that RLBot v4 offers to a bot, and records what it receives."""

import json
import os
from pathlib import Path

from rlbot.agents.base_agent import BaseAgent, SimpleControllerState
from rlbot.utils.game_state_util import BallState, BoostState, CarState, GameInfoState, GameState, Physics, Vector3
from rlbot.utils.structures.quick_chats import QuickChats

FOLDER = Path(__file__).parent


class Recorder(BaseAgent):
    def __init__(self, name, team, index):
        super().__init__(name, team, index)
        self.record = {"name": name, "team": team, "index": index, "chats": [], "comms": [], "flags": [], "errors": []}
        self.ticks = 0

    def init_match_config(self, match_config):
        mutators = match_config.mutators
        self.record["config"] = {
            "mode": match_config.game_mode,
            "map": match_config.game_map,
            "players": [[p.name, p.team, p.bot, p.spawn_id] for p in match_config.player_configs],
            "mutators": dict(vars(mutators)),
        }

    @classmethod
    def create_agent_configurations(cls, config):
        config.get_header("Bot Parameters").add_value("mood", str, default="none")

    def load_config(self, header):
        self.record["mood"] = header.get("mood")

    def initialize_agent(self):
        field = self.get_field_info()
        settings = self.get_match_settings()
        self.record["field"] = {
            "goals": [[g.team_num, g.location.y, g.width, g.height] for g in field.goals[: field.num_goals]],
            "pads": [[p.location.x, p.location.y, p.location.z] for p in field.boost_pads[: field.num_boosts]],
        }
        self.record["settings"] = {
            "upk": settings.GameMapUpk().decode(),
            "players": settings.PlayerConfigurationsLength(),
            "max_score": settings.MutatorSettings().MaxScore(),
            "state_setting": settings.EnableStateSetting(),
        }
        self.record["cwd"] = os.getcwd()
        self.record["spawn_id"] = self.spawn_id

    def get_output(self, packet):
        self.ticks += 1
        try:
            self.use_everything(packet)
        except Exception as error:  # noqa: BLE001
            self.record["errors"].append(repr(error))
        controls = SimpleControllerState()
        controls.throttle = 1.0
        controls.steer = float("nan") if self.ticks % 2 else 7.0
        return controls

    def use_everything(self, packet):
        info, me = packet.game_info, packet.game_cars[self.index]
        flags = [info.is_round_active, info.is_kickoff_pause, info.is_match_ended]
        if not self.record["flags"] or self.record["flags"][-1] != flags:
            self.record["flags"].append(flags)
        self.record["packet"] = {
            "cars": packet.num_cars,
            "names": [car.name for car in packet.game_cars[: packet.num_cars]],
            "after": packet.game_cars[packet.num_cars].name,
            "boost": me.boost,
            "hitbox": [me.hitbox.length, me.hitbox.width, me.hitbox.height],
            "is_bot": [car.is_bot for car in packet.game_cars[: packet.num_cars]],
            "spawn_id": me.spawn_id,
            "ball": [packet.game_ball.physics.location.x, packet.game_ball.physics.location.z],
            "shape": packet.game_ball.collision_shape.type,
            "diameter": packet.game_ball.collision_shape.sphere.diameter,
            "pads": packet.num_boost,
            "teams": [team.score for team in packet.teams],
            "frame": info.frame_num,
            "gravity": info.world_gravity_z,
        }
        prediction = self.get_ball_prediction_struct()
        if self.ticks == 200:
            self.record["prediction"] = [
                prediction.num_slices,
                prediction.slices[0].game_seconds - info.seconds_elapsed,
                prediction.slices[1].game_seconds - prediction.slices[0].game_seconds,
                prediction.slices[0].physics.location.z,
            ]
        tick = self.get_rigid_body_tick()
        self.record["rigid"] = [tick.num_players, tick.ball.state.location.z, tick.players[self.index].state.rotation.w]
        self.draw()
        if self.ticks == 5:
            self.record["flat_prediction"] = self.get_ball_prediction().SlicesLength()
            for _ in range(7):
                self.send_quick_chat(QuickChats.CHAT_EVERYONE, QuickChats.Information_IGotIt)
            self.send_quick_chat(QuickChats.CHAT_TEAM_ONLY, QuickChats.CHAT_NONE)
            self.matchcomms.outgoing_broadcast.put_nowait({"from": self.name})
        while not self.matchcomms.incoming_broadcast.empty():
            self.record["comms"].append(self.matchcomms.incoming_broadcast.get_nowait())
        if self.ticks == 300 and self.index == 0:
            self.set_game_state(
                GameState(
                    ball=BallState(Physics(location=Vector3(x=1000, z=1500), velocity=Vector3(0, 0, 0))),
                    cars={0: CarState(boost_amount=77, jumped=True)},
                    boosts={1: BoostState(3.0)},
                    game_info=GameInfoState(world_gravity_z=-100),
                )
            )
        if self.ticks == 310:
            self.record["set"] = dict(self.record["packet"])

    def draw(self):
        draw = self.renderer
        draw.draw_line_3d((0, 0, 0), [100, 100, 100], draw.red())
        draw.draw_polyline_3d([(0, 0, 0), (1, 1, 1), (2, 2, 2)], draw.lime())
        draw.draw_string_2d(10, 20, 2, 2, "two dimensions é", draw.white())
        draw.draw_string_3d((0, 0, 200), 1, 1, "three", draw.team_color())
        draw.draw_rect_2d(0, 0, 192, 108, True, draw.create_color(128, 1, 2, 3))
        draw.draw_rect_2d(0, 0, 192, 108, False, draw.black())
        draw.draw_rect_3d((0, 0, 0), 10, 10, True, draw.cyan(), True)
        draw.draw_rect_3d((0, 0, 0), 10, 10, False, draw.cyan())

    def handle_quick_chat(self, index, team, quick_chat):
        self.record["chats"].append([index, team, quick_chat])

    def retire(self):
        self.record["ticks"] = self.ticks
        (FOLDER / f"record{self.index}.json").write_text(json.dumps(self.record))
