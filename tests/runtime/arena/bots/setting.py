"""Agents of the official package that set the game state: `setting.py bot|hivemind|script|manager [PORT]`.

Each kind puts the ball at its own height and prints that height once packets show it.
"""

import sys

from rlbot import flat
from rlbot.managers import Bot, Hivemind, MatchManager, Script

KIND = sys.argv[1]
HEIGHT_UU = {"bot": 700.0, "hivemind": 900.0, "script": 1100.0, "manager": 1300.0}[KIND]
NEAR_UU = 60.0


def height(packet: flat.GamePacket) -> float:
    return packet.balls[0].physics.location.z if packet.balls else 0.0


class Setting:
    is_done = False

    def put(self, packet: flat.GamePacket):
        if self.is_done or not packet.balls:
            return
        if abs(height(packet) - HEIGHT_UU) < NEAR_UU:
            self.is_done = True
            print(f"{KIND} has set the ball", flush=True)
            return
        place = flat.DesiredPhysics(flat.Vector3Partial(0, 0, HEIGHT_UU), velocity=flat.Vector3Partial(0, 0, 0))
        self.set_game_state(balls={0: flat.DesiredBallState(place)}, cars={0: flat.DesiredCarState(boost_amount=7)})


class SettingBot(Setting, Bot):
    def get_output(self, packet):
        self.put(packet)
        return flat.ControllerState()


class SettingHivemind(Setting, Hivemind):
    def get_outputs(self, packet):
        self.put(packet)
        return {index: flat.ControllerState() for index in self.indices}


class SettingScript(Setting, Script):
    def handle_packet(self, packet):
        self.put(packet)


class SettingManager(Setting, MatchManager):
    def _packet_reporter(self, packet):
        super()._packet_reporter(packet)
        self.put(packet)


def main():
    if KIND == "manager":
        manager = SettingManager()
        manager.rlbot_server_port = int(sys.argv[2])
        manager.connect(wants_match_communications=False, wants_ball_predictions=False)
        manager.rlbot_interface.send_msg(flat.InitComplete())
        manager.run()
        return
    kinds = {"bot": SettingBot, "hivemind": SettingHivemind, "script": SettingScript}
    kinds[KIND](f"test/{KIND}").run()


if __name__ == "__main__":
    main()
