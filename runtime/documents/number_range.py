"""Which numbers a key of a document may have, and how people read and write them as texts."""

import math
from dataclasses import dataclass
from typing import Final

UNLIMITED: Final = "unlimited"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRange:
    """The numbers from `least` to `most`."""

    least: float
    most: float
    is_whole: bool
    """Otherwise they are seconds."""
    may_be_unlimited: bool

    def __str__(self) -> str:
        kind = "whole number" if self.is_whole else "number of seconds"
        words = f"a {kind} from {_written(self.least)} to {_written(self.most)}"
        return f'{words} or "{UNLIMITED}"' if self.may_be_unlimited else words

    def accepts(self, value: object) -> bool:
        """Whether a document may have this value, as it was read."""
        if self.may_be_unlimited and isinstance(value, str):
            return value.lower() == UNLIMITED
        is_number = type(value) is int or (type(value) is float and not self.is_whole)
        return is_number and self.least <= value <= self.most  # type: ignore[operator]

    def name_of(self, value: object) -> str | None:
        """The value as a text, `60`, `0.5` or `unlimited`; None for what is not accepted. None is no limit."""
        if value is None or (self.accepts(value) and isinstance(value, str)):
            return UNLIMITED if self.may_be_unlimited else None
        return _written(value) if self.accepts(value) and isinstance(value, int | float) else None

    def value_of(self, name: str) -> int | float | str | None:
        """The value that a document writes for a text; None for what is not accepted."""
        if self.may_be_unlimited and name.strip().lower() == UNLIMITED:
            return UNLIMITED
        try:
            number = float(name)
        except ValueError:
            return None
        value = int(number) if math.isfinite(number) and number.is_integer() else number
        return value if self.accepts(value) else None


def _written(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else repr(float(number))
