import json
from pathlib import Path

from rlbot.agents.hivemind.python_hivemind import PythonHivemind
from rlbot.utils.structures.bot_input_struct import PlayerInput


class Hive(PythonHivemind):
    def initialize_hive(self, packet):
        record = {
            "drones": sorted(self.drone_indices),
            "team": self.team,
            "cars": packet.num_cars,
            "goals": self.get_field_info().num_goals,
        }
        Path(__file__).with_name("hive.json").write_text(json.dumps(record))

    def get_outputs(self, packet):
        self.renderer.begin_rendering()
        self.renderer.draw_line_3d((0, 0, 0), (0, 0, 9), self.renderer.red())
        self.renderer.end_rendering()
        return {index: PlayerInput(throttle=1.0) for index in self.drone_indices}
