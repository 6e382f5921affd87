"""A launcher that a test kills: plays a match of the agents in a folder and prints each stage as it begins."""

import sys
from pathlib import Path

from runtime.documents.model import Car, Match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.events import StageChanged
from runtime.model.states import StageState


def main(agents: Path, meshes: Path) -> None:
    """Plays until it is killed."""
    cars = [
        Car(name=folder.name, team=place % 2, agent_id=folder.name, root_dir=str(folder), run_command="python bot.py")
        for place, folder in enumerate(sorted(agents.iterdir()))
    ]
    plan = MatchPlan(match=Match(cars=tuple(cars)), game=ArenaGame(meshes=meshes), pace="realtime")
    MatchRun(plan).run(lambda event: tell(event) if isinstance(event, StageChanged) else None)


def tell(event: StageChanged) -> None:
    """Prints the name of a stage that begins."""
    if event.state is StageState.RUNNING and not str(event.text or ""):
        print(event.stage.name, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
