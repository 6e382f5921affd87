"""Modules that an arena loads before it plays, because every match waits for them."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from pathlib import Path

import runtime.arena.service
from runtime.arena.game.game import Game
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.documents.model import Car, CarKind, Match

prepare(ensure_meshes(Path(sys.argv[1])))
game = Game(Match(game_mode=sys.argv[2], cars=(Car(kind=CarKind.PSYONIX), Car(kind=CarKind.PSYONIX, team=1))), seed=1)
game.start()
for _ in range(int(sys.argv[3])):
    game.advance()
    game.packet_frame()
    b"".join(game.prediction_parts())
print("numpy" in sys.modules)
"""


@pytest.mark.parametrize(
    ("mode", "ticks", "is_needed"),
    [("Soccar", 1200, False), ("Hoops", 1200, False), ("Heatseeker", 1200, False), ("Snowday", 12, True)],
)
def test_only_a_puck_needs_numpy(mesh_cache, walls, mode, ticks, is_needed):
    """numpy takes as long to load as everything else together."""
    played = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(mesh_cache), mode, str(ticks)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60.0,
    )
    assert (played.stdout.strip(), played.stderr) == (str(is_needed), "")
