"""Names of cars in a few letters, still told apart; pure."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

LETTERS: Final = 3
"""So many of a name of one word are kept where that tells it apart."""
MOST_LETTERS: Final = 6
INITIALS: Final = 3
"""So many words of a name give their first letter."""
_WORD: Final = re.compile(r"\d+|[^\W\d_]+")


def short_names(names: Iterable[str]) -> Mapping[str, str]:
    """`Cha`, `Cha2` and `RB` for `Chaser`, `Chaser (2)` and `Red Baron`; those that would be alike get more letters."""
    wanted = dict.fromkeys(names)
    short: dict[str, str] = {}
    for letters in range(LETTERS, MOST_LETTERS + 1):
        tried = {name: _shortened(name, letters) for name in wanted if name not in short}
        taken = Counter([*tried.values(), *short.values()])
        is_last = letters == MOST_LETTERS
        short |= {name: words for name, words in tried.items() if is_last or taken[words] == 1}
    return short


def _shortened(name: str, letters: int) -> str:
    words: list[str] = _WORD.findall(name)
    spelt = [word for word in words if not word.isdigit()]
    numbers = "".join(word for word in words if word.isdigit())
    if not spelt:
        return (numbers or name)[:MOST_LETTERS]
    if len(spelt) == 1:
        return spelt[0][:letters] + numbers[:MOST_LETTERS]
    initials = [word[:1] for word in spelt[:INITIALS]]
    return spelt[0][: letters - LETTERS + 1] + "".join(initials[1:]) + numbers[:MOST_LETTERS]
