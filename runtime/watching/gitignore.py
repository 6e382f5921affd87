"""The rules of .gitignore files: which paths a person does not keep; pure, reads no file.

Follows git's own matching (gitignore(5) and git's wildmatch): the last rule that matches decides, `!` takes back, a
slash anchors, `**` spans folders. Whoever walks a tree does not descend into an ignored folder, so nothing below it
can be taken back, as with git. Work is bounded: no pattern needs more than (its segments x the path's segments) steps.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

MAX_PATTERN: Final = 1000
"""Longer lines are no patterns."""
MAX_RULES: Final = 2000
"""Of one file; what follows is left out."""

_CLASSES: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "\\x21-\\x7e",
    "lower": "a-z",
    "print": "\\x20-\\x7e",
    "punct": "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
    "space": " \\t-\\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class _BadPatternError(ValueError):
    """No path matches such a pattern."""


class _Set(NamedTuple):
    """A set of characters: `[...]`."""

    regex: str


class _Star(NamedTuple):
    """`*`, or several in a row."""

    stars: int


_Token = str | _Set | _Star
_Segment = re.Pattern[str] | None
"""What one part of a path has to look like; None stands for any number of parts: `**`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line."""

    segments: tuple[_Segment, ...]
    is_anchored: bool
    """Whether the pattern starts at the folder of its .gitignore; else it judges names at any depth."""
    is_negated: bool
    is_for_folders: bool

    def matches(self, parts: Sequence[str], *, is_folder: bool) -> bool:
        """Whether the rule speaks of this path; `parts` starts at the folder of the .gitignore."""
        if self.is_for_folders and not is_folder:
            return False
        return _matches(self.segments, parts if self.is_anchored else parts[-1:])


@dataclass(frozen=True, slots=True)
class Scope:
    """The rules that hold in a folder: those of its own .gitignore after those of the folders above it."""

    rules: tuple[Rule, ...]
    folder: tuple[str, ...]
    """The parts of the absolute path of the folder that holds the .gitignore."""
    above: "Scope | None" = None

    def ignores(self, parts: tuple[str, ...], *, is_folder: bool) -> bool:
        """Whether the path is ignored, given that the folder it lies in is not; `parts` are of the absolute path."""
        scope: Scope | None = self
        while scope is not None:
            own = parts[len(scope.folder) :]
            for rule in reversed(scope.rules):
                if rule.matches(own, is_folder=is_folder):
                    return not rule.is_negated
            scope = scope.above
        return False


def parse(text: str, *, is_case_sensitive: bool = True) -> tuple[Rule, ...]:
    """The rules of one .gitignore; what git would not take for a pattern is left out."""
    flags = re.DOTALL if is_case_sensitive else re.DOTALL | re.IGNORECASE
    rules = []
    for line in text.removeprefix("\ufeff").split("\n")[:MAX_RULES]:
        rule = _rule(_trimmed(line.removesuffix("\r")), flags)
        if rule is not None:
            rules.append(rule)
    return tuple(rules)


def _rule(line: str, flags: int) -> Rule | None:
    if not line or line.startswith("#") or len(line) > MAX_PATTERN:
        return None
    is_negated = line.startswith("!")
    pattern = line[1:] if is_negated else line
    is_for_folders = pattern.endswith("/")
    pattern = pattern[:-1] if is_for_folders else pattern
    if not pattern:
        return None
    is_anchored = "/" in pattern
    try:
        segments = tuple(_segments(pattern.removeprefix("/"), flags))
    except (_BadPatternError, re.error):
        return None
    return Rule(segments=segments, is_anchored=is_anchored, is_negated=is_negated, is_for_folders=is_for_folders)


def _trimmed(line: str) -> str:
    """Without the spaces at the end, unless a backslash keeps them."""
    end = 0
    at = 0
    while at < len(line):
        if line[at] == "\\":
            if at + 1 == len(line):
                return line
            at += 1
            end = at + 1
        elif line[at] != " ":
            end = at + 1
        at += 1
    return line[:end]


def _segments(pattern: str, flags: int) -> Iterator[_Segment]:
    tokens: list[_Token] = []
    is_after_span = False
    for found in (*_tokens(pattern), "/"):
        if found != "/":
            tokens.append(found)
            continue
        is_span = len(tokens) == 1 and isinstance(tokens[0], _Star) and tokens[0].stars > 1
        if not is_span:
            yield re.compile(_regex(tokens), flags)
        elif not is_after_span:
            yield None
        is_after_span = is_span
        tokens = []


def _tokens(pattern: str) -> Iterator[_Token]:
    """Single characters as themselves, the rest as what it means."""
    at = 0
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "\\":
            if at == len(pattern):
                raise _BadPatternError(pattern)
            yield pattern[at]
            at += 1
        elif char == "*":
            start = at - 1
            while pattern[at : at + 1] == "*":
                at += 1
            yield _Star(at - start)
        elif char == "?":
            yield _Set(".")
        elif char == "[":
            regex, at = _set(pattern, at)
            yield _Set(regex)
        else:
            yield char


def _set(pattern: str, at: int) -> tuple[str, int]:
    """The regular expression for a set whose first character is at `at`, and where the pattern goes on."""
    is_negated = pattern[at : at + 1] in ("!", "^") and at < len(pattern)
    at += is_negated
    items: list[str] = []
    previous = ""
    is_first = True
    while True:
        char = _char(pattern, at)
        if char == "]" and not is_first:
            break
        is_first = False
        if char == "\\":
            at += 1
            previous = _char(pattern, at)
            items.append(re.escape(previous))
        elif char == "-" and previous and pattern[at + 1 : at + 2] not in ("", "]"):
            at += 1
            if pattern[at] == "\\":
                at += 1
            last = _char(pattern, at)
            if previous <= last:
                items.append(f"{re.escape(previous)}-{re.escape(last)}")
            previous = ""
        elif pattern.startswith("[:", at):
            name, at = _class(pattern, at)
            items.append(name)
            previous = "" if name != "\\[" else "["
        else:
            items.append(re.escape(char))
            previous = char
        at += 1
    body = "".join(items)
    if is_negated:
        return (f"[^{body}]" if body else "."), at + 1
    return (f"[{body}]" if body else r"(?!)"), at + 1


def _class(pattern: str, at: int) -> tuple[str, int]:
    """A named class such as `[:digit:]`, and the place of its last character; else a plain bracket."""
    end = pattern.find("]", at + 2)
    if end < 0:
        raise _BadPatternError(pattern)
    if pattern[end - 1] != ":" or end - 1 < at + 2:
        return "\\[", at
    try:
        return _CLASSES[pattern[at + 2 : end - 1]], end
    except KeyError:
        raise _BadPatternError(pattern) from None


def _char(pattern: str, at: int) -> str:
    if at >= len(pattern):
        raise _BadPatternError(pattern)
    return pattern[at]


def _regex(tokens: Sequence[_Token]) -> str:
    """For one part of a path; what stands between two stars is taken where it fits first, so nothing is tried twice."""
    pieces = [""]
    for token in tokens:
        if isinstance(token, _Star):
            pieces.append("")
        else:
            pieces[-1] += token.regex if isinstance(token, _Set) else re.escape(token)
    first, *middle = pieces
    if not middle:
        return first
    *middle, last = middle
    return first + "".join(f"(?>.*?{piece})" for piece in middle) + ".*" + last


def _matches(segments: Sequence[_Segment], parts: Sequence[str]) -> bool:
    reached = {0}
    for place, segment in enumerate(segments):
        if segment is not None:
            reached = {at + 1 for at in reached if at < len(parts) and segment.fullmatch(parts[at])}
        elif place == len(segments) - 1:
            return min(reached) < len(parts)
        else:
            reached = set(range(min(reached), len(parts) + 1))
        if not reached:
            return False
    return len(parts) in reached
