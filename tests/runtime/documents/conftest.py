"""Folders of documents that the tests write."""

import pytest
from hypothesis import strategies as st

BOT = """\
[settings]
agent_id = "tester/plain"
name = "Plain"
root_dir = ""
run_command = "python plain.py"
run_command_linux = "python3 plain.py"
loadout_file = "looks.toml"

[settings.environment]
MODE = "quick"
LEVEL = "3"

[details]
description = "Drives."
developer = "Tester"
language = "Python"
tags = ["1v1", "goalie"]
"""

SCRIPT = """\
[settings]
agent_id = "tester/painter"
name = "Painter"
run_command = "python painter.py"
run_command_linux = "python3 painter.py"

[settings.environment]
MODE = "bright"
"""

LOADOUT = """\
[blue_loadout]
car_id = 23
hat_id = 7

[blue_loadout.paint]
car_paint_id = 5

[orange_loadout]
car_id = 24

[orange_loadout.paint]
car_paint_id = 12
hat_paint_id = 12
"""

MATCH = """\
#:schema https://rlbot.org/schemas/match.json
[rlbot]
launcher = "Steam" # the shop
auto_start_agents = true

[match]
game_mode = "Soccar"
game_map_upk = "Stadium_P"
skip_replays = true

[mutators]
match_length = "TenMinutes"
max_score = "SevenGoals"

[[cars]]
team = 0
config_file = "plain/bot.toml"

[[cars]]
team = "Orange"
config_file = "plain/bot.toml"
name = "Other"

[[cars]]
type = "Psyonix"
team = 1
skill = "Pro"
name = "Tusk"

[[scripts]]
config_file = "plain/script.toml"
"""


class Folder:
    """A folder in which a test writes documents."""

    def __init__(self, path):
        self.path = path

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8", newline="")
        return path

    def line(self, name, part):
        """Returns the number of the first line of a file that contains `part`, from 1."""
        lines = (self.path / name).read_text(encoding="utf-8").split("\n")
        return next(number for number, line in enumerate(lines, 1) if part in line)


@pytest.fixture
def folder(tmp_path):
    """An empty folder."""
    return Folder(tmp_path)


@pytest.fixture
def league(folder):
    """A folder with a valid match, a bot, a script and a loadout."""
    folder.write("plain/bot.toml", BOT)
    folder.write("plain/script.toml", SCRIPT)
    folder.write("plain/looks.toml", LOADOUT)
    folder.write("plain/plain.py", "")
    folder.write("plain/painter.py", "")
    folder.write("match.toml", MATCH)
    return folder


@pytest.fixture
def documents():
    """The texts of the valid documents."""
    return {"bot": BOT, "script": SCRIPT, "loadout": LOADOUT, "match": MATCH}


BLOCKS = st.sampled_from(
    [
        "# note\n",
        "\n",
        "[[cars]]\nteam = 0 # t\n",
        '[[cars]]\nconfig_file = "x" \nname = """\n[[cars]]\n"""\n',
        "  [[cars]]\n  team=1\n\n",
        "[[scripts]]\n",
        "[[other]]\nx = [\n1, # one\n]\n",
        "# about\n[[cars]]\n# inside\nteam = 'blue'\n[cars.sub]\nz = 1\n# after\n\n",
    ]
)
"""Parts of documents with cars, for generated texts."""
