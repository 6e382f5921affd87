from rlbot.agents.base_loadout_generator import BaseLoadoutGenerator


class Generator(BaseLoadoutGenerator):
    def generate_loadout(self, player_index, team):
        loadout = self.load_cfg_file("looks.cfg", team)
        loadout.boost_id = 35
        return loadout
