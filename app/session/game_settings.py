"""The user's choices about games, for the games."""

from app.services.paths import cache_dir, logs_dir, made, servers_dir
from app.services.settings import Settings
from runtime.games import GameSettings
from runtime.games.kept_server import KeptServer


def game_settings(
    settings: Settings, kept_server: KeptServer | None = None, *, closes_game: bool = False
) -> GameSettings:
    """Returns the choices of the window's settings; see `GameSettings` for the others."""
    return GameSettings(
        cache=lambda: made(cache_dir()),
        address=settings.server_address,
        server_program=settings.server_program,
        downloads=servers_dir(),
        game_command=settings.game_command,
        starter=settings.game_starter,
        has_anti_cheat=settings.has_anti_cheat,
        closes_game=closes_game,
        kept_server=kept_server or KeptServer(),
        logs=logs_dir(),
    )
