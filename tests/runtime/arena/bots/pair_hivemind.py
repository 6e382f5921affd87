"""A hivemind of the official package that drives all its cars straight ahead."""

from rlbot.flat import ControllerState, GamePacket
from rlbot.managers import Hivemind


class PairHivemind(Hivemind):
    calls = 0

    def initialize(self):
        print(f"initialized indices={self.indices} team={self.team} names={self.names}", flush=True)

    def get_outputs(self, packet: GamePacket) -> dict[int, ControllerState]:
        self.calls += 1
        if self.calls == 60:
            print(f"sixty cars={len(packet.players)}", flush=True)
        return {index: ControllerState(throttle=1.0) for index in self.indices}

    def retire(self):
        print("retired", flush=True)


if __name__ == "__main__":
    PairHivemind("test/pair").run(wants_ball_predictions=False)
