"""Fair shares of a machine's processors: equal for both teams, separate for the game; pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

Core = tuple[int, ...]
"""Numbers of the processors of one core: two if the core runs two threads at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreShares:
    """The processors of each team and of the game; empty for all processors."""

    teams: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Blue and orange: the same number of processors, on cores of the same kind."""
    game: tuple[int, ...] = ()
    """The game and the scripts: processors that no team uses."""

    @property
    def is_any(self) -> bool:
        """True if processors are shared out at all."""
        return bool(self.teams[0])

    def __str__(self) -> str:
        blue, orange = map(listed_cores, self.teams)
        game = f", game {listed_cores(self.game)}" if self.game else ""
        return f"blue {blue}, orange {orange}{game}"


def fair_shares(cores: Sequence[Core]) -> CoreShares:
    """Gives each team one core of each pair of equal cores; the game gets the unpaired cores, or the first pair.

    With two cores, each team has one and the game runs on both. With one core, or without equal cores, there are no
    shares.
    """
    pairs: list[tuple[Core, Core]] = []
    game: list[Core] = []
    rest = sorted(cores, key=lambda core: (-len(core), core))
    while rest:
        first, *rest = rest
        if rest and len(rest[0]) == len(first):
            pairs.append((first, rest.pop(0)))
        else:
            game.append(first)
    if not game and len(pairs) > 1:
        game = [*pairs.pop(0)]
    if not pairs:
        return CoreShares()
    blue, orange = zip(*pairs, strict=True)
    return CoreShares(teams=(_processors(blue), _processors(orange)), game=_processors(game))


def listed_cores(processors: Collection[int]) -> str:
    """Returns processors as people write them: `0-3, 6`."""
    runs: list[list[int]] = []
    for number in sorted(processors):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _processors(cores: Sequence[Core]) -> tuple[int, ...]:
    return tuple(sorted(number for core in cores for number in core))
