"""The arena's program after it listens: loading meshes, serving, ending."""

import gc
import logging
import os
import socket
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from runtime.arena.game.game import Game
from runtime.arena.match.lifecycle import MatchOptions, StartsAgents
from runtime.arena.match.loop import ArenaServer
from runtime.arena.net.listening import is_open_to_others, shown, warning_of_openness
from runtime.arena.physics.world import prepare
from runtime.arena.program_exit import EXIT_BROKEN, EXIT_INFRASTRUCTURE, on_termination
from runtime.arena.refusals import MODES, missing_walls, refusal, unloaded_walls, walls_of
from runtime.arena.stadium.mesh_files import default_mesh_folder, ensure_meshes, meshes_of_one
from runtime.arena.stadium.mesh_format import MeshError, mesh_folders
from runtime.documents import Match
from runtime.documents.agent_keys import MANAGER_KEY_VARIABLE, new_key
from runtime.model.messages import Message
from runtime.model.step_mode import KEY_VARIABLE, WhenLearnerLeaves

if TYPE_CHECKING:
    from runtime.arena.match.step_mode import StepOptions

log = logging.getLogger(__name__)

_QUIET_ALLOCATIONS: Final = 50_000
"""New objects before the garbage collector runs again: ticks leave no garbage, and a run takes as long as a tick."""


class ClosableStarter(StartsAgents, Protocol):
    """Starts agents, and ends with the arena."""

    def close(self) -> None:
        """Ends all agents and returns when none of their processes is left."""


MakeStarter: TypeAlias = Callable[[str, int], ClosableStarter]
"""Makes the object that starts agents, from the address and port of the arena."""


def serve(
    listeners: Sequence[socket.socket],
    options: Namespace,
    make_starter: MakeStarter | None,
    step_listeners: Sequence[socket.socket] = (),
) -> int:
    """Runs the arena behind sockets that listen already, until it is stopped, and returns the exit code."""
    folders = _load_walls(options)
    if folders is None:
        return EXIT_INFRASTRUCTURE
    host, port = listeners[0].getsockname()[:2]
    starter = make_starter(host, port) if make_starter is not None else None
    match_options = MatchOptions(
        open_game=partial(
            Game, seed=options.seed, seconds_limit=options.seconds, has_explosions=not options.no_goal_explosions
        ),
        refusal=partial(_refusal, folders, options.only),
        wait_s=options.wait,
        seed=options.seed,
        starter=starter,
    )
    manager_key = os.environ.pop(MANAGER_KEY_VARIABLE, "")
    step_mode = _step_options(step_listeners, options)
    server = ArenaServer(listeners, match_options, pace=options.pace, manager_key=manager_key, step_mode=step_mode)
    codes = [0]

    def stop(code: int) -> None:
        codes.append(code)
        server.request_stop()

    on_termination(stop)
    gc.freeze()
    gc.set_threshold(_QUIET_ALLOCATIONS)
    gc.enable()
    _warn(host, port, folders)
    if step_listeners:
        sys.stdout.write(f"step mode on {shown(*step_listeners[0].getsockname()[:2])}\n")
    sys.stdout.write(f"listening on {shown(host, port)}\n")
    sys.stdout.flush()
    try:
        server.run()
    except Exception:
        log.exception("The arena broke down.")
        return EXIT_BROKEN
    finally:
        if starter is not None:
            starter.close()
    return max(codes)


def _load_walls(options: Namespace) -> frozenset[str] | None:
    """Loads the walls and returns their folders; prints an error and returns None if that fails."""
    meshes = options.meshes or default_mesh_folder()
    try:
        walls = options.walls or ensure_meshes(meshes)
        folders = mesh_folders(walls)
        with meshes_of_one(walls, options.only) if options.only else nullcontext(walls) as loaded:
            prepare(loaded)
    except (OSError, MeshError) as error:
        purpose = f"use the walls in {options.walls}" if options.walls else f"build its walls in {meshes}"
        sys.stderr.write(f"The arena cannot {purpose}: {error}\n")
        return None
    return folders


def _step_options(listeners: Sequence[socket.socket], options: Namespace) -> "StepOptions | None":
    if not listeners:
        return None
    from runtime.arena.match.step_mode import StepOptions  # noqa: PLC0415 - most arenas have no learner

    when_gone = WhenLearnerLeaves(options.when_learner_leaves)
    key = os.environ.pop(KEY_VARIABLE, "")
    if not key:
        key = new_key("learner")
        sys.stdout.write(f"A learner needs {KEY_VARIABLE}={key}\n")
    situations = tuple(options.situations or ())
    return StepOptions(listeners=listeners, key=key, situations=situations, when_gone=when_gone)


def _refusal(folders: frozenset[str], only: str | None, match: Match) -> Message | None:
    return refusal(match) or unloaded_walls(match, only) or missing_walls(match, folders)


def _warn(host: str, port: int, folders: frozenset[str]) -> None:
    if is_open_to_others(host):
        sys.stderr.write(f"WARNING {warning_of_openness(host, port)}\n")
    if unplayed := [mode for mode in MODES if walls_of(mode) not in folders]:
        log.warning("The folder of --walls has no walls for %s, which are refused.", " and ".join(unplayed))
