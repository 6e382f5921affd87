"""A computer with a scripted RLBotServer and a scripted Rocket League, for the game of a match."""

from dataclasses import replace

from runtime.games import GameSettings
from runtime.games.kept_server import KeptServer
from runtime.games.rocket_league.game import RocketLeagueGame
from runtime.games.rocket_league.system import native_system
from tests.scripted_server.driver import Controls, free_port, install_game, install_server

FAST = {"match_s": 3.0, "pace": 4.0}


class Computer(Controls):
    """A computer whose only server and games are the scripted ones of a folder."""

    def __init__(self, folder):
        super().__init__(folder)
        self.kept = KeptServer()
        folder.mkdir(exist_ok=True)

    def install(self, game=None, **server):
        program = install_game(self.folder, **(FAST | (game or {})))
        install_server(self.folder, game=str(program), **server)

    def game(self, **settings):
        """The game of the next match."""
        choices = {
            "server_program": str(self.folder / "RLBotServer"),
            "game_command": str(self.folder / "RocketLeague.exe"),
            "kept_server": self.kept,
            "logs": self.folder,
        }
        settings = GameSettings(**(choices | settings))
        return RocketLeagueGame(settings=settings, system=self.system, first_port=free_port())

    @property
    def system(self):
        everything = native_system()

        def processes(part):
            return tuple(
                process
                for process in everything.processes(part)
                if any(str(self.folder) in word for word in process.command)
            )

        return replace(everything, processes=processes, environment={"PATH": ""}, home=self.folder)
