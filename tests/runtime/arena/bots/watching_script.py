"""A script of the official package that counts packets and draws."""

from rlbot.flat import GamePacket
from rlbot.managers import Script


class WatchingScript(Script):
    calls = 0

    def initialize(self):
        print(f"initialized index={self.index} name={self.name} can_render={self.renderer.can_render}", flush=True)

    def handle_packet(self, packet: GamePacket):
        self.calls += 1
        with self.renderer.context():
            self.renderer.draw_string_2d("frame", 0.1, 0.1, 1, self.renderer.white)
        if self.calls == 60:
            print("sixty", flush=True)

    def retire(self):
        print("retired", flush=True)


if __name__ == "__main__":
    WatchingScript("test/watching").run(wants_ball_predictions=False)
