import contextlib
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

from runtime.agents import LaunchContext, StandingService, StandingServiceError, roster
from runtime.documents import Car, Match, read_bot, read_match_text
from runtime.games import ServerAddress
from runtime.services.published import address_file, read_address

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "service"
HEAD = "[match]\nstart_without_countdown = true\nskip_replays = true\n"


class Bots:
    """Folders of service bots, and matches between them."""

    def __init__(self, root):
        self.root = root

    def folder(self, code=None, name="wave", slots=16, more=""):
        """Copies the example; `code` replaces its program."""
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


@pytest.fixture
def standing(tmp_path):
    """Runs services on their own, each on a thread; returns the service once it listens."""
    with contextlib.ExitStack() as stack:

        def start(folder, **values):
            document = read_bot(folder / "bot.toml").value
            car = Car(
                name=document.name,
                agent_id=document.agent_id,
                root_dir=document.root_dir,
                run_command=document.run_command,
                source=document.path,
                service=document.service,
            )
            context = LaunchContext(server=ServerAddress("127.0.0.1", 0), python=Path(sys.executable))
            return stack.enter_context(Running(roster(Match(cars=(car,)))[0], context, tmp_path, **values))

        yield start


class Running:
    """A standing service on a thread."""

    def __init__(self, agent, context, folder, **values):
        self.folder = folder / "services"
        self.file = address_file(self.folder, agent.source)
        self.service = StandingService(agent, context=context, address_file=self.file, **values)
        self.lines, self.figures = [], []
        self.error = None
        self.thread = threading.Thread(target=self._run)

    @property
    def pid(self):
        return read_address(self.file).pid

    def __enter__(self):
        self.thread.start()
        assert self.service.is_listening.wait(30), self.lines
        return self

    def __exit__(self, *_):
        self.service.stop()
        self.thread.join(30)
        assert not self.thread.is_alive()

    def _run(self):
        try:
            self.service.run(self.lines.append, self.figures.append)
        except StandingServiceError as error:
            self.error = error


@pytest.fixture
def until():
    """Waits until a condition holds."""

    def wait(is_so, within_s=60.0):
        end_s = time.monotonic() + within_s
        while not is_so():
            assert time.monotonic() < end_s
            time.sleep(0.02)

    return wait
