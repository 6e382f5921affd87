"""A launcher that a test kills: plays a match of the agents in a folder and prints each stage as it begins."""

import sys
from pathlib import Path

from runtime.documents.model import Car, Match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.events import StageChanged
from runtime.model.states import StageState
from tests.scripted_server.computer import Computer


def main(agents: Path, meshes: Path, computer: Path | None = None) -> None:
    """Plays until it is killed, in the arena or in the Rocket League of a scripted computer."""
    cars = [
        Car(name=folder.name, team=place % 2, agent_id=folder.name, root_dir=str(folder), run_command="python bot.py")
        for place, folder in enumerate(sorted(agents.iterdir()))
    ]
    rocket_league = Computer(computer) if computer is not None else None
    game = ArenaGame(meshes=meshes) if rocket_league is None else rocket_league.game()
    plan = MatchPlan(match=Match(cars=tuple(cars)), game=game, pace="realtime")
    MatchRun(plan).run(lambda event: tell(event) if isinstance(event, StageChanged) else None)
    if rocket_league is not None:
        rocket_league.kept.close()


def tell(event: StageChanged) -> None:
    """Prints the name of a stage that begins."""
    if event.state is StageState.RUNNING and not str(event.text or ""):
        print(event.stage.name, flush=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
