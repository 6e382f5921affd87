import shutil
from pathlib import Path

import pytest

from runtime.documents import read_match_text

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "service"
HEAD = "[match]\nstart_without_countdown = true\nskip_replays = true\n"


class Bots:
    """Folders of service bots, and matches between them."""

    def __init__(self, root):
        self.root = root

    def folder(self, code=None, name="wave", slots=16, more=""):
        """Copies the example; `code` replaces the body of its class."""
        folder = self.root / name
        shutil.copytree(EXAMPLE, folder)
        document = (folder / "bot.toml").read_text()
        (folder / "bot.toml").write_text(document.replace("slots = 16", f"slots = {slots}") + more)
        if code is not None:
            (folder / "service.py").write_text(code)
        return folder

    def match(self, folder, cars=2, agents=None):
        """Returns a match of this many cars of the bot in `folder`, half of them blue."""
        car = '[[cars]]\nteam = {}\nconfig_file = "bot.toml"\n'
        text = HEAD + "".join(car.format(place % 2) for place in range(cars))
        reading = read_match_text(text, folder / "match.toml")
        assert reading.value is not None, reading.problems
        return reading.value


@pytest.fixture
def bots(tmp_path):
    return Bots(tmp_path)
