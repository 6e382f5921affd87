"""Plays a minute of a match between stand-ins and prints its state hash four times: MESHES CARS SEED [MODE]."""

import sys
from pathlib import Path

from runtime.arena.game.game import Game
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.documents.model import Car, CarKind, Match


def main() -> None:
    prepare(ensure_meshes(Path(sys.argv[1])))
    cars = tuple(Car(kind=CarKind.PSYONIX, team=index % 2, name=str(index)) for index in range(int(sys.argv[2])))
    mode = sys.argv[4] if len(sys.argv) > 4 else "Soccar"
    game = Game(Match(game_mode=mode, cars=cars), seed=int(sys.argv[3]))
    game.start()
    for _ in range(4):
        for _ in range(1800):
            game.advance()
        sys.stdout.write(game.state_hash() + "\n")


if __name__ == "__main__":
    main()
