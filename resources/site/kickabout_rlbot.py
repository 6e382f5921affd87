"""Makes `set_game_state` of rlbot 2.0.0b55 and 2.0.0b56 work.

These versions pass `fill_desired_game_state` an argument that it no longer takes, so every call raises TypeError. The
last version before them, 2.0.0b54, needs rlbot_flatbuffers 0.18 and loses its place in the stream if a message arrives
in pieces. Python imports this module at startup, so it imports as little as possible and waits until a program imports
`rlbot.managers`.
"""

from __future__ import annotations

import sys

VERSIONS = ("2.0.0-beta.55", "2.0.0-beta.56")
MANAGERS = ("Bot", "Hivemind", "MatchManager", "Script")
_MODULE = "rlbot.managers"


class Finder:
    """Finds `rlbot.managers` once, and repairs it after its import."""

    def find_spec(self, name, path=None, target=None):
        if name != _MODULE:
            return None
        sys.meta_path.remove(self)
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_repair(module):
            execute(module)
            repair(module)

        spec.loader.exec_module = execute_and_repair
        return spec


def repair(managers):
    """Replaces `set_game_state` in the managers of a version that needs it."""
    from rlbot import flat
    from rlbot.utils import fill_desired_game_state
    from rlbot.version import __version__

    if __version__ not in VERSIONS:
        return

    def set_game_state(self, balls=None, cars=None, match_info=None, commands=()):
        """Sets the game to the desired state, as `rlbot` documents it; console commands follow as messages."""
        interface = getattr(self, "_game_interface", None) or self.rlbot_interface
        interface.send_msg(fill_desired_game_state(balls or {}, cars or {}, match_info))
        for command in commands:
            interface.send_msg(flat.ConsoleCommand(command))

    for name in MANAGERS:
        getattr(managers, name).set_game_state = set_game_state


sys.meta_path.insert(0, Finder())
