"""The behaviours that a test can choose; they travel as JSON."""

import msgspec


class ServerBehaviour(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How a scripted server differs from a healthy one. The fields marked with * can be changed while it runs."""

    version: str = "5.0.0-rc.16"
    games: str = ""
    """Only programs whose command line has this text count as Rocket League; empty for all of this computer."""
    game: str = ""
    """The program that it starts as Rocket League; empty to start what RLBotServer starts."""
    first_game_port: int = 23233
    """The first port that it tries for the game; tests take another one, so that they do not take each other's."""
    listens_after_s: float = 0.0
    exit_code: int | None = None
    """It ends at once with this code; None to run."""
    last_words: str = ""
    """What it prints to stderr before it ends with `exit_code`."""
    resets: int = 0
    """* Number of further connections that it accepts and resets."""
    refuses: int = 0
    """* Number of further matches that it refuses as invalid."""
    is_silent: bool = False
    """* It accepts connections, but reads and answers nothing."""
    holds_map: bool = False
    """* The game does not load the map until this becomes false."""
    hangs_at_launch: bool = False
    """It waits for ever while it starts the game, and no longer handles anything that concerns the game."""
    ignores_terminate: bool = False
    """* It ignores SIGTERM, SIGINT and StopCommand(true)."""
    survives_game: bool = False
    """When the game ends, it stays, without any packet; otherwise it shuts down, as rc.16 does."""
    sends_old_packets: bool = False
    """* Between the start of a match and its map, clients get packets of the match before."""
    sends_raw_names: bool = False
    """* Sessions that wait for a match get names that are not numbered; in RLBotServer this is a matter of luck."""
    knows_console_command: bool = False
    """It handles ConsoleCommand, which rc.16 does not know."""
    state: str = ""
    """Folder for the file `control.port`; empty for no control."""


class GameBehaviour(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How a scripted game behaves."""

    connects: bool = True
    connects_after_s: float = 0.0
    dies_after_s: float | None = None
    """It ends by itself, counted from its start."""
    drops_arguments: bool = False
    """It starts itself again without arguments, as a store does that ignores them."""
    map_load_s: float = 0.2
    match_s: float | None = None
    """Game seconds in play after which the match ends; None for the length of the match."""
    goals: tuple[float, ...] = ()
    """Game seconds in play at which blue and orange score in turn."""
    pace: float = 1.0
    """Speed of its clock."""
    waits_s: float = 60.0
    """It ends after this time without a connection; the real game stays."""
    ignores_terminate: bool = False
