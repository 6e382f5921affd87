"""The base class of agent services."""

import json
import os
import sys
from pathlib import Path

from .channel import RECORDED_VARIABLE, VARIABLE, Setup, value_of
from .games import RecordingError
from .loop import ServiceFailedError
from .methods import ServiceMethods
from .runners import play, replay, serve


class AgentService(ServiceMethods):
    """One program that drives many cars in many games with one model.

    A derived class overrides `act`, and other methods if needed. Each batch mixes games, so the methods should rely
    only on their arguments. If another launcher starts the program, it drives the cars of its agent id like any bot.

    Args:
        agent_id: used if the launcher does not set one.
    """

    def run(self) -> None:
        """Plays games that our launcher assigns, recordings, or the cars of one agent id; then exits the program."""
        setup, recorded = os.environ.get(VARIABLE), os.environ.get(RECORDED_VARIABLE)
        try:
            self.load()
            if setup:
                code = serve(self, value_of(Setup, json.loads(setup)))
            elif recorded:
                code = replay(self, [Path(name) for name in recorded.split(os.pathsep)])
            else:
                code = play(self)
        except (ServiceFailedError, RecordingError) as error:
            print(error, file=sys.stderr)
            code = 1
        except KeyboardInterrupt:
            code = 130
        sys.stdout.flush()
        sys.exit(code)
