"""Broken versions of agents, and programs that show how long an agent's cars were without an answer."""

from dataclasses import dataclass

from runtime.model.states import SwapOutcome

REFUSED, FAILED, RETURNED = SwapOutcome.REFUSED, SwapOutcome.FAILED, SwapOutcome.RETURNED
SWAPPED = SwapOutcome.SWAPPED


@dataclass(frozen=True, kw_only=True)
class Broken:
    """One kind of a broken version: statements at four places of its program, and how its swap must end."""

    top: str = "pass"
    constructor: str = "pass"
    initialize: str = "pass"
    answer: str = "pass"
    """Runs in each answer; `self.count` is its number."""
    outcomes: tuple[SwapOutcome, ...]
    reason: str
    """A regular expression that the reason of the last outcome must contain."""
    place: str = ""
    """The name of the field whose line the reason must name; empty if there is none."""


LATE = (SWAPPED, RETURNED)
HANGS = "__import__('time').sleep(600)"
SLOW = "__import__('time').sleep(2)"
SPINS = "exec('while True: pass')"
FLOODS = "exec('while True: print(7, flush=True)')"
EATS = 'exec(\'x = []\\nwhile True: x.append(b"7" * (1 << 20)); __import__("time").sleep(0.002)\')'
DRIVES = "exec('while True: print(\\'driving\\', flush=True); __import__(\"time\").sleep(0.1)')"
RAISES = "raise ValueError('no ball')"
LEAVES = "__import__('os')._exit(3)"
SAID = "ValueError: no ball"
STOPPED = "It stopped answering"
NOT_READY = "It was not ready within 4 s"
NO_ANSWER = "It answered no packet within 5 s"
TOO_BIG = "It used more than 400 MB of memory before it took over"
LEFT = "It ended .*exited with code 3"


def later(statement, number=100):
    """Returns `statement` for the hundredth answer and all that follow."""
    return f"exec({statement!r}) if self.count >= {number} else None"


def early(place, statement, reason):
    """Returns a version that fails before it takes over; the reason names the line."""
    return Broken(**{place: statement}, outcomes=(FAILED,), reason=reason, place=place)


def late(statement, reason, place="answer"):
    """Returns a version that fails in its hundredth answer, on trial or after its takeover."""
    return Broken(answer=statement, outcomes=LATE, reason=reason, place=place)


KINDS = {
    "syntax": Broken(top="def broken(:", outcomes=(REFUSED,), reason="nvalid syntax", place="top"),
    "raises at import": early("top", RAISES, SAID),
    "missing module": early("top", "import paths", "No module named 'paths'"),
    "missing package": early("top", "import torchless", "No module named 'torchless'"),
    "raises in the constructor": early("constructor", RAISES, SAID),
    "raises in initialize": early("initialize", RAISES, SAID),
    "raises in the first answer": early("answer", RAISES, SAID),
    "raises in the third answer": early("answer", later(RAISES, 3), SAID),
    "raises in the hundredth": late(later(RAISES), SAID),
    "raises once": late(f"exec({RAISES!r}) if self.count == 100 else None", SAID),
    "recursion": late(later("(lambda again: again(again))(lambda again: again(again))"), "RecursionError"),
    "raises in a thread": late(
        "self.count >= 100 and __import__('threading').Thread(target=lambda: 1 / 0).start()", "ZeroDivisionError"
    ),
    "hangs at import": early("top", HANGS, NOT_READY),
    "hangs in the constructor": early("constructor", HANGS, NOT_READY),
    "hangs in initialize": early("initialize", HANGS, NOT_READY),
    "hangs in the first answer": early("answer", HANGS, NO_ANSWER),
    "hangs in the hundredth": late(later(HANGS), STOPPED),
    "spins in the first answer": early("answer", SPINS, NO_ANSWER),
    "spins in the hundredth": late(later(SPINS), STOPPED),
    "answers after seconds": early("answer", SLOW, "It answered only [12] of 5 packets within 5 s"),
    "answers after seconds from the hundredth on": late(later(SLOW), STOPPED),
    "leaves at import": Broken(top="raise SystemExit", outcomes=(FAILED,), reason="It ended .*exited with code 0"),
    "leaves in the first answer": Broken(answer=LEAVES, outcomes=(FAILED,), reason=LEFT),
    "leaves in the hundredth": late(later(LEAVES), LEFT, place=""),
    "is killed in the hundredth": late(later("__import__('os').abort()"), "It ended .*killed by signal 6", place=""),
    "prints without end at import": early("top", FLOODS, NOT_READY),
    "prints without end in the first answer": early("answer", FLOODS, NO_ANSWER),
    "prints without end from the hundredth on": late(later(FLOODS), STOPPED),
    "eats memory at import": early("top", EATS, TOO_BIG),
    "eats memory in the first answer": early("answer", EATS, TOO_BIG),
    "eats memory from the hundredth on": late(later(EATS), f"{STOPPED}|{TOO_BIG}"),
    "drives but never connects": early("top", DRIVES, NOT_READY),
}
"""The kinds of broken versions by name."""
SILENT = {name for name, broken in KINDS.items() if broken.answer != "pass" and broken.reason != SAID} - {
    "recursion",
    "raises in a thread",
    "leaves in the first answer",
    "leaves in the hundredth",
    "is killed in the hundredth",
}
"""The kinds that only miss answers, which nobody expects of a script."""

BOT = """
import rlbot_flatbuffers as flat
from rlbot.managers import Bot
# {number}
{top}

class Agent(Bot):
    count = 0

    def __init__(self, *given):
        super().__init__(*given)
        {constructor}

    def initialize(self):
        {initialize}

    def get_output(self, packet):
        self.count += 1
        {answer}
        return flat.ControllerState(handbrake=True, steer=packet.match_info.frame_num % 1000 / 1000)

if __name__ == "__main__":
    Agent("tests/ada").run(wants_ball_predictions=False)
"""
HIVEMIND = """
import rlbot_flatbuffers as flat
from rlbot.managers import Hivemind
# {number}
{top}

class Agent(Hivemind):
    count = 0

    def __init__(self, *given):
        super().__init__(*given)
        {constructor}

    def initialize(self):
        {initialize}

    def get_outputs(self, packet):
        self.count += 1
        {answer}
        controls = flat.ControllerState(handbrake=True, steer=packet.match_info.frame_num % 1000 / 1000)
        return {{index: controls for index in self.indices}}

if __name__ == "__main__":
    Agent("tests/ada").run(wants_ball_predictions=False)
"""
V4 = """
from rlbot.agents.base_agent import BaseAgent, SimpleControllerState
# {number}
{top}

class Agent(BaseAgent):
    count = 0

    def __init__(self, *given):
        super().__init__(*given)
        {constructor}

    def initialize_agent(self):
        {initialize}

    def get_output(self, packet):
        self.count += 1
        {answer}
        return SimpleControllerState(handbrake=True, steer=packet.game_info.frame_num % 1000 / 1000)
"""
SERVICE = """
import kickabout, numpy as np
# {number}
{top}

class Agent(kickabout.AgentService):
    count = 0

    def __init__(self, *given):
        super().__init__(*given)
        {constructor}

    def load(self):
        {initialize}

    def observe(self, game, packet, car):
        return packet.match_info.frame_num

    def act(self, frames):
        self.count += 1
        {answer}
        return np.array([[0, frame % 1000 / 1000, 0, 0, 0, 0, 0, 1] for frame in frames])

if __name__ == "__main__":
    Agent().run()
"""
SCRIPT = """
from rlbot.managers import Script
# {number}
{top}

class Agent(Script):
    count = 0

    def __init__(self, *given):
        super().__init__(*given)
        {constructor}

    def initialize(self):
        {initialize}

    def handle_packet(self, packet):
        self.count += 1
        {answer}

if __name__ == "__main__":
    Agent("tests/ada").run(wants_ball_predictions=False)
"""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of agent: its program, its document, and its cars."""

    template: str
    more: str = ""
    """Keys for its document."""
    document: str = "bot.toml"
    cars: int = 1
    is_answered_for: bool = False
    """True if its host answers for an author's method that has raised."""


AGENTS = {
    "bot": Kind(template=BOT),
    "hivemind": Kind(template=HIVEMIND, more="hivemind = true", cars=2),
    "v4 bot": Kind(template=V4, document="ada.cfg", is_answered_for=True),
    "service": Kind(template=SERVICE, more="[kickabout]\nservice = true\nslots = 4", is_answered_for=True),
    "script": Kind(template=SCRIPT, document="script.toml", cars=0),
}
"""The kinds of agents by name."""
WATCHER = """
import time
import rlbot_flatbuffers as flat
from raw_agent import Raw

raw = Raw()
cars = raw.join()
lag, gap = 0, 0.0
answers = {}  # by car: the steering of its newest answer, the frame that it answers, and when it was seen
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        frame, now = message.match_info.frame_num, time.monotonic()
        for car, player in enumerate(message.players[:-1]):
            steer = round(1000 * player.last_input.steer)
            known, answered, seen = answers.get(car, (None, frame, now))
            if player.last_input.handbrake and steer != known:
                answered = frame - (frame - steer) % 1000
                gap = max(gap, now - seen)
                answers[car] = (steer, answered, now)
            if frame > 10:
                lag = max(lag, frame - answered)
        if frame % 60 == 0:
            print("lag", frame, lag, round(gap, 3), flush=True)
            lag, gap = 0, 0.0
        raw.drive(cars)
"""
"""Prints for each sixty frames how old the newest answers of the other cars were, at most, in ticks, and the longest
time in seconds without a new one. Inputs that a host sends for an author's method that has raised are no answers.
"""


def program(template, broken=None, number=0):
    """Returns the program of a working version, or of a broken one."""
    places = {"top": "pass", "constructor": "pass", "initialize": "pass", "answer": "pass"}
    if broken is not None:
        places = {name: getattr(broken, name) for name in places}
    return template.format(number=number, **places)


def line_of(text, broken):
    """Returns the line of the broken statement in its program."""
    statement = getattr(broken, broken.place)
    return next(number for number, line in enumerate(text.splitlines(), start=1) if statement in line)
