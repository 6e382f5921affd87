"""A bot of the official package that drives at full throttle, sends one chat line, and prints what it receives."""

import sys

from rlbot.flat import ControllerState, GamePacket
from rlbot.managers import Bot


class SteadyBot(Bot):
    calls = 0

    def initialize(self):
        names = [player.variety.name for player in self.match_config.player_configurations]
        print(f"initialized index={self.index} team={self.team} name={self.name} of={names}", flush=True)
        print(f"pads={len(self.field_info.boost_pads)} goals={len(self.field_info.goals)}", flush=True)

    def get_output(self, packet: GamePacket) -> ControllerState:
        self.calls += 1
        if self.calls == 10:
            self.send_match_comm(f"from {self.index}".encode(), "hello")
        if self.calls == 60:
            speed = packet.players[self.index].physics.velocity
            moved = abs(speed.x) + abs(speed.y) > 10
            print(f"sixty slices={len(self.ball_prediction.slices)} moved={moved}", flush=True)
        return ControllerState(throttle=1.0)

    def handle_match_comm(self, index, team, content, display, team_only):
        print(f"heard {content.decode()} from team {team}", flush=True)

    def retire(self):
        print("retired", flush=True)


if __name__ == "__main__":
    SteadyBot("test/steady").run(wants_ball_predictions="--prediction" in sys.argv)
