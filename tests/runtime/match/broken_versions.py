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
    """A part of the reason of the last outcome; `{line}` stands for the place of the broken statement."""
    place: str = ""
    """The name of the field whose line the reason must name; empty if there is none."""


LATE = (SWAPPED, RETURNED)
HANGS = "__import__('time').sleep(600)"
SPINS = "exec('while True: pass')"
FLOODS = "exec('while True: print(7, flush=True)')"
EATS = 'exec(\'x = []\\nwhile True: x.append(b"7" * (1 << 20)); __import__("time").sleep(0.002)\')'
RAISES = "raise ValueError('no ball')"
SAID = "ValueError: no ball"
STOPPED = "It stopped answering"
NOT_READY = "It was not ready within"
NO_ANSWER = "It answered no packet within"


def later(statement, number=100):
    """Returns `statement` for the hundredth answer and all that follow."""
    return f"exec({statement!r}) if self.count >= {number} else None"


KINDS = {
    "syntax": Broken(top="def broken(:", outcomes=(REFUSED,), reason="nvalid syntax", place="top"),
    "raises at import": Broken(top=RAISES, outcomes=(FAILED,), reason=SAID, place="top"),
    "missing module": Broken(top="import paths", outcomes=(FAILED,), reason="No module named 'paths'", place="top"),
    "missing package": Broken(top="import torchless", outcomes=(FAILED,), reason="No module named", place="top"),
    "raises in the constructor": Broken(constructor=RAISES, outcomes=(FAILED,), reason=SAID, place="constructor"),
    "raises in initialize": Broken(initialize=RAISES, outcomes=(FAILED,), reason=SAID, place="initialize"),
    "raises in the first answer": Broken(answer=RAISES, outcomes=(FAILED,), reason=SAID, place="answer"),
    "raises in the third answer": Broken(answer=later(RAISES, 3), outcomes=(FAILED,), reason=SAID, place="answer"),
    "raises in the hundredth": Broken(answer=later(RAISES), outcomes=LATE, reason=SAID, place="answer"),
    "raises once": Broken(
        answer=f"exec({RAISES!r}) if self.count == 100 else None", outcomes=LATE, reason=SAID, place="answer"
    ),
    "recursion": Broken(
        answer=later("(lambda again: again(again))(lambda again: again(again))"), outcomes=LATE, reason="RecursionError"
    ),
    "raises in a thread": Broken(
        answer=later("__import__('threading').Thread(target=lambda: 1 / 0).start()"),
        outcomes=LATE,
        reason="ZeroDivisionError",
    ),
    "hangs at import": Broken(top=HANGS, outcomes=(FAILED,), reason=NOT_READY),
    "hangs in the constructor": Broken(constructor=HANGS, outcomes=(FAILED,), reason=NOT_READY),
    "hangs in initialize": Broken(initialize=HANGS, outcomes=(FAILED,), reason=NOT_READY),
    "hangs in the first answer": Broken(answer=HANGS, outcomes=(FAILED,), reason=NO_ANSWER),
    "hangs in the hundredth": Broken(answer=later(HANGS), outcomes=LATE, reason=STOPPED),
    "spins in the first answer": Broken(answer=SPINS, outcomes=(FAILED,), reason=NO_ANSWER),
    "spins in the hundredth": Broken(answer=later(SPINS), outcomes=LATE, reason=STOPPED),
    "answers after seconds": Broken(
        answer="__import__('time').sleep(2)", outcomes=(FAILED,), reason="It answered only"
    ),
    "answers after seconds from the hundredth on": Broken(
        answer=later("__import__('time').sleep(2)"), outcomes=LATE, reason=STOPPED
    ),
    "leaves at import": Broken(
        top="raise SystemExit", outcomes=(FAILED,), reason="It ended before it was ready (exited with code 0)"
    ),
    "leaves in the first answer": Broken(
        answer="__import__('os')._exit(3)", outcomes=(FAILED,), reason="(exited with code 3)"
    ),
    "leaves in the hundredth": Broken(
        answer=later("__import__('os')._exit(3)"), outcomes=LATE, reason="(exited with code 3)"
    ),
    "is killed in the hundredth": Broken(
        answer=later("__import__('os').abort()"), outcomes=LATE, reason="killed by signal"
    ),
    "prints without end at import": Broken(top=FLOODS, outcomes=(FAILED,), reason=NOT_READY),
    "prints without end in the first answer": Broken(answer=FLOODS, outcomes=(FAILED,), reason=NO_ANSWER),
    "prints without end from the hundredth on": Broken(answer=later(FLOODS), outcomes=LATE, reason=STOPPED),
    "eats memory at import": Broken(top=EATS, outcomes=(FAILED,), reason="MB of memory"),
    "eats memory in the first answer": Broken(answer=EATS, outcomes=(FAILED,), reason="MB of memory"),
    "eats memory from the hundredth on": Broken(answer=later(EATS), outcomes=LATE, reason=STOPPED),
    "drives but never connects": Broken(
        top="exec('while True: print(\\'driving\\', flush=True); __import__(\"time\").sleep(0.1)')",
        outcomes=(FAILED,),
        reason=NOT_READY,
    ),
}
"""The kinds of broken versions by name."""

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
        return flat.ControllerState(steer=packet.match_info.frame_num % 1000 / 1000)

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
        controls = flat.ControllerState(steer=packet.match_info.frame_num % 1000 / 1000)
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
        return SimpleControllerState(steer=packet.game_info.frame_num % 1000 / 1000)
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

    def act(self, observations):
        self.count += 1
        {answer}
        return np.zeros((len(observations), 8))

if __name__ == "__main__":
    Agent().run()
"""
WATCHER = """
import rlbot_flatbuffers as flat
from raw_agent import Raw

raw = Raw()
cars = raw.join()
lag = 0
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        frame = message.match_info.frame_num
        if frame > 10:
            lag = max(lag, (frame - round(1000 * message.players[0].last_input.steer)) % 1000)
        if frame % 60 == 0:
            print("lag", frame, lag, flush=True)
            lag = 0
        raw.drive(cars)
"""
"""Prints how many ticks ago the first car's newest input was an answer, at most, in the last sixty frames."""


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
