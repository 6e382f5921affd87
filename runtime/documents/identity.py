"""Names and numbers by which the agents of one match are told apart."""

from collections.abc import Iterable
from zlib import crc32

_I32_MAX = 0x7FFFFFFF


def agent_number(identity: str, taken: set[int]) -> int:
    """A number of 32 bits, signed, that depends on `identity` alone unless it is taken; adds itself to `taken`.

    The same match has the same numbers in every run and on every machine.
    """
    salt = 0
    while True:
        text = identity if salt == 0 else f"{identity}#{salt}"
        number = crc32(text.encode("utf-8", "replace"))
        number -= (number > _I32_MAX) << 32
        if number not in taken:
            taken.add(number)
            return number
        salt += 1


def unique_names(names: Iterable[str]) -> list[str]:
    """The names in their order, the second of a kind as "X (2)"; a number that a name already carries is left out."""
    given = list(names)
    written = set(given)
    seen: set[str] = set()
    unique: list[str] = []
    numbers: dict[str, int] = {}
    for name in given:
        number = numbers.get(name, 1)
        candidate = name if number == 1 else f"{name} ({number})"
        while candidate in seen or (number > 1 and candidate in written):
            number += 1
            candidate = f"{name} ({number})"
        numbers[name] = number
        seen.add(candidate)
        unique.append(candidate)
    return unique
