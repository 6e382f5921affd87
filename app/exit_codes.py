"""Exit codes of the command line."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The five ways in which a command ends."""

    FINE = 0
    MATCH_FAILED = 1
    USAGE = 2
    """Wrong use, or a document that cannot be used."""
    INFRASTRUCTURE = 3
    INTERRUPTED = 130
