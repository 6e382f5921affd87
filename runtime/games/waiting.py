"""Waits in short steps, which the caller of a generator can end between any two."""

import time
from collections.abc import Callable, Generator
from typing import TypeVar

from runtime.model.messages import Message, message

_Result = TypeVar("_Result")


def waiting(
    probe: Callable[[], _Result | None],
    text: Message,
    limit_s: float,
    *,
    every_s: float = 0.0,
    clock: Callable[[], float] = time.monotonic,
) -> Generator[Message, None, _Result | None]:
    """Yields a text with the time until `probe` returns a result, and returns it; None after the limit.

    `probe` is called at once, then at most every `every_s`, and once more at the limit.
    """
    begin = due = clock()
    while True:
        now = clock()
        is_over = now - begin >= limit_s
        if now >= due or is_over:
            result = probe()
            if result is not None or is_over:
                return result
            due = now + every_s
        waited = int(now - begin)
        yield message(
            "wait-progress", "{text} ({waited} of at most {limit:.0f} s)", text=text, waited=waited, limit=limit_s
        )
