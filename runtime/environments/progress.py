"""How far an installation is, from what pip or uv print."""

import re
from collections.abc import Iterable
from typing import Final

_FOUND: Final = re.compile(r"^\s*(?:Collecting|Requirement already satisfied:|Obtaining|Processing) ")
_LATER: Final = (
    (re.compile(r"^Resolved \d+ package"), 0.3),
    (re.compile(r"^(?:Prepared|Downloaded) \d+ package"), 0.8),
    (re.compile(r"^Building wheels? for"), 0.75),
    (re.compile(r"^Installing collected packages"), 0.8),
    (re.compile(r"^(?:Successfully installed|Installed \d+ package)"), 1.0),
)
_FETCHED: Final = re.compile(r"^\s*Downloading (\S+) \(([\d.]+)\s*([MG])i?B\)")
LARGE_MB: Final = 10.0
"""Downloads from this size on are worth a word, for they take a while."""
_FINDING: Final = 0.7
"""The share of the time that finding and fetching takes, as a rule."""


class InstallMeter:
    """Reads the lines of one installation of `parts` packages; its share only grows."""

    def __init__(self, parts: int) -> None:
        self._parts = parts
        self._found = 0
        self._share = 0.0
        self.fetching = ""
        """The large file that is being fetched, with its size; empty while there is none."""

    @property
    def share(self) -> float:
        """0 to 1."""
        return self._share

    def take(self, lines: Iterable[str]) -> None:
        """The next lines. Packages that others need come on top, so each counts for less than its part."""
        for line in lines:
            self._note(line)
            if _FOUND.match(line):
                self._found += 1
            reached = next((share for pattern, share in _LATER if pattern.match(line)), 0.0)
            found = _FINDING * self._found / (self._found + self._parts) if self._parts else 0.0
            self._share = max(self._share, found, reached if self._parts else 0.0)

    def _note(self, line: str) -> None:
        fetched = _FETCHED.match(line)
        if fetched is not None and float(fetched[2]) * (1000.0 if fetched[3] == "G" else 1.0) >= LARGE_MB:
            self.fetching = f"{'-'.join(fetched[1].split('-')[:2])}, {fetched[2]} {fetched[3]}B"
        elif fetched is not None or any(pattern.match(line) for pattern, _ in _LATER):
            self.fetching = ""
