from pathlib import Path

from rlbot.agents.base_agent import SimpleControllerState
from rlbot.agents.standalone.standalone_bot import StandaloneBot, run_bot


class Loner(StandaloneBot):
    def get_output(self, packet):
        Path(__file__).with_name("played").write_text(f"{self.name} {self.team} {self.index}")
        return SimpleControllerState(throttle=1.0)


if __name__ == "__main__":
    run_bot(Loner)
