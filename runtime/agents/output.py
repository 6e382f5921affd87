"""The output of a program: tracebacks of Python, panics of Rust, and the line that best explains its end."""

import re
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Generic, TypeVar

from runtime.model.values import Traceback, TracebackFrame
from runtime.texts import unstyled

MAX_CHARACTERS: Final = 300
"""Maximum number of characters of the explaining line."""
_TRACEBACK: Final = "Traceback (most recent call last):"
_PANICKED: Final = "panicked at"
_CHATTER: Final = re.compile(r"\b(?:INFO|DEBUG|TRACE)\b|^\[The service .*\]$")
"""Log levels of routine lines, and our own lines about services, which do not explain the end of a program."""
_LOG_HEAD: Final = re.compile(r"\d\d:\d\d:\d\d\s+[A-Z]+:.*?\[\s*\S+:\d+ -\s+\S+\(\) \]\s+")
"""Time, level, agent and place in the log of the rlbot package, which say nothing about the bot's own source."""
FIRST: Final = 20
LAST: Final = 80
"""Number of frames kept from the beginning and from the end of a traceback; of its lines, twice as many are kept."""
_OPENING: Final = re.compile(r"(?:Exception Group )?Traceback \(most recent call last\):")
_GROUP: Final = re.compile(r"\s*(?:\+ (?=Exception Group)|\| ?)")
"""The prefix of the lines of an exception group."""
_MEMBER: Final = re.compile(r"\s*\| (?:Exception Group )?Traceback ")
"""First line of the traceback of a member of a group."""
_FRAME: Final = re.compile(r'\s+File "(?P<file>.+)", line (?P<line>\d{1,9})(?:, in (?P<function>.+))?')
_MARKS: Final = re.compile(r"[\s~^]+|\s*\[Previous line repeated .*\]")
_LINKS: Final = (
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
)
_STACK: Final = re.compile(r"(?:Current thread|Thread) 0x[0-9a-f]+ .*\(most recent call first\):$")
"""First line of the stack of each thread, as `faulthandler` of Python prints it, perhaps behind a line without end."""
_STACK_FRAME: Final = re.compile(r'  File "(?P<file>.+)", line (?P<line>\d{1,9}) in (?P<function>.+)')
MAX_STACK: Final = 100
"""Maximum number of threads, and of frames of each."""
_PANIC: Final = re.compile(r"thread '.*' (?:\(\d+\) )?panicked at (?P<file>\S.*?):(?P<line>\d{1,9}):\d+:")


_Item = TypeVar("_Item")


class _Ends(Generic[_Item]):
    """The first and the last of many items."""

    __slots__ = ("_first", "_last", "_room")

    def __init__(self, first: int, last: int) -> None:
        self._first: list[_Item] = []
        self._last: deque[_Item] = deque(maxlen=last)
        self._room = first

    @property
    def kept(self) -> tuple[_Item, ...]:
        return (*self._first, *self._last)

    @property
    def last(self) -> _Item | None:
        newest = self._last or self._first
        return newest[-1] if newest else None

    def add(self, item: _Item) -> None:
        (self._first if len(self._first) < self._room else self._last).append(item)

    def replace_last(self, item: _Item) -> None:
        (self._last or self._first)[-1] = item


class TracebackReader:
    """Follows a program's output line by line, without colours; owned by one thread."""

    __slots__ = ("_count", "_frames", "_is_link_due", "_is_linked", "_is_open", "_is_panic", "_newest", "_text")

    def __init__(self) -> None:
        self._count = 0
        self._newest: Traceback | None = None
        self._frames: _Ends[TracebackFrame] = _Ends(FIRST, LAST)
        self._text: _Ends[str] = _Ends(2 * FIRST, 2 * LAST)
        self._is_open = False
        self._is_panic = False
        self._is_link_due = False
        self._is_linked = False
        """True if the open or next traceback continues the one before it."""

    @property
    def count(self) -> int:
        """The number of complete tracebacks; chained errors and the members of a group count as one."""
        return self._count

    @property
    def newest(self) -> Traceback | None:
        """The last complete traceback."""
        return self._newest

    def add(self, line: str) -> None:
        """Takes the next line."""
        is_member = _MEMBER.match(line) is not None
        line = _GROUP.sub("", line, count=1).rstrip()
        if _OPENING.fullmatch(line) or _PANIC.match(line) or (not self._is_open and _is_syntax_frame(line)):
            self._is_linked = self._is_linked or is_member
            self._begin(line)
        elif self._is_open:
            self._go_on(line)
        elif self._is_link_due and line:
            self._is_link_due = self._is_linked = line in _LINKS
            if self._is_linked:
                self._text.add(line)

    def _begin(self, line: str) -> None:
        if not self._is_linked:
            self._text = _Ends(2 * FIRST, 2 * LAST)
        self._frames = _Ends(FIRST, LAST)
        self._is_open, self._is_link_due = True, False
        panic = _PANIC.match(line)
        self._is_panic = panic is not None
        if panic is not None:
            self._frames.add(TracebackFrame(file=panic["file"], line=int(panic["line"])))
        self._go_on(line)

    def _go_on(self, line: str) -> None:
        """Takes a line of an open traceback; the first that is not indented names the error."""
        self._text.add(line)
        frame = _FRAME.fullmatch(line)
        if frame is not None:
            function = frame["function"] or ""
            self._frames.add(TracebackFrame(file=frame["file"], line=int(frame["line"]), function=function))
        elif line[:1].isspace():
            self._add_code(line)
        elif line and not _OPENING.fullmatch(line) and not _PANIC.match(line):
            self._end(line)

    def _add_code(self, line: str) -> None:
        last = self._frames.last
        if last is not None and not last.code and not _MARKS.fullmatch(line):
            self._frames.replace_last(
                TracebackFrame(file=last.file, line=last.line, function=last.function, code=line.strip())
            )

    def _end(self, line: str) -> None:
        self._newest = Traceback(error=line, frames=self._frames.kept, text="\n".join(self._text.kept))
        self._count += not self._is_linked
        self._is_open = self._is_linked = False
        self._is_link_due = not self._is_panic


def _is_syntax_frame(line: str) -> bool:
    """Returns whether a line begins a traceback without a heading, as Python prints it for a syntax error."""
    frame = _FRAME.fullmatch(line)
    return frame is not None and frame["function"] is None and line.startswith('  File "')


class StackReader:
    """Follows the stacks that a program prints on request; owned by one thread."""

    __slots__ = ("_is_open", "threads")

    def __init__(self) -> None:
        self.threads: list[list[TracebackFrame]] = []
        """The stacks of the newest print, the innermost frame first; Python prints the main thread last."""
        self._is_open = False

    def add(self, line: str) -> bool:
        """Takes the next line; returns whether it belongs to the stacks."""
        if _STACK.search(line):
            self.threads = [*self.threads[-MAX_STACK:], []] if self._is_open else [[]]
            self._is_open = True
        elif self._is_open and (frame := _STACK_FRAME.fullmatch(line)) is not None:
            if len(self.threads[-1]) < MAX_STACK:
                self.threads[-1].append(
                    TracebackFrame(file=frame["file"], line=int(frame["line"]), function=frame["function"])
                )
        elif self._is_open:
            self._is_open = not line or line.startswith("  ")
        return self._is_open


class AgentOutput:
    """Follows a program's output and keeps the one line that explains its end; owned by one thread.

    This is the exception line of the last Python traceback, or a panic line. If there is neither, it is the last line
    that is not empty and not a routine log line. Colours are left out.
    """

    __slots__ = ("_fault", "_in_traceback", "_last", "_stacks", "_tracebacks")

    def __init__(self) -> None:
        self._fault = ""
        self._last = ""
        self._in_traceback = False
        self._tracebacks = TracebackReader()
        self._stacks = StackReader()

    @property
    def traceback(self) -> Traceback | None:
        """The newest complete traceback, however old it is."""
        return self._tracebacks.newest

    @property
    def errors(self) -> int:
        """The number of tracebacks."""
        return self._tracebacks.count

    @property
    def has_error(self) -> bool:
        """True if `text` is an error, and not just the last line."""
        return bool(self._fault)

    @property
    def text(self) -> str:
        """The explanation, at most 300 characters; empty if the program printed nothing."""
        line = self._fault or self._last
        head = _LOG_HEAD.match(line)
        return line[head.end() if head is not None else 0 :][:MAX_CHARACTERS]

    def culprit(self, folder: Path) -> TracebackFrame | None:
        """Returns the innermost frame of the newest error in the agent's own source; None if there is none.

        Packages that are installed below the agent's folder are not its own source.
        """
        frames = self.traceback.frames if self.traceback is not None else ()
        return next((frame for frame in reversed(frames) if _is_own(frame.file, folder)), None)

    def hung_at(self, folder: Path) -> TracebackFrame | None:
        """Returns where the agent was in its own source when it printed its stack, in the main thread if possible.

        None if it printed no stack, or does not run its own source.
        """
        own = (frame for stack in reversed(self._stacks.threads) for frame in stack if _is_own(frame.file, folder))
        return next(own, None)

    def explained(self, folder: Path) -> str:
        """Returns `text` after its place in the agent's own source, if any: `bot.py:12: ValueError: no engine`."""
        culprit = self.culprit(folder)
        is_error = self.traceback is not None and self.traceback.error[:MAX_CHARACTERS] == self.text
        if culprit is None or not is_error:
            return self.text
        return f"{place_of(culprit, folder)}: {self.text}"

    def add(self, lines: Iterable[str]) -> None:
        """Takes the next lines of output."""
        for line in lines:
            plain = unstyled(line)
            if self._stacks.add(plain):
                continue
            self._tracebacks.add(plain)
            if plain.strip() and (self._in_traceback or not _CHATTER.search(plain)):
                self._add(plain)

    def _add(self, line: str) -> None:
        self._last = line.strip()
        if line.startswith(_TRACEBACK):
            self._in_traceback = True
        elif self._in_traceback and not line[0].isspace():
            self._in_traceback = False
            self._fault = self._last
        elif _PANICKED in line:
            self._fault = self._last


def place_of(frame: TracebackFrame, folder: Path) -> str:
    """Returns the place of a frame in the agent's own source: `bot.py:12`."""
    return f"{(folder / frame.file).relative_to(folder)}:{frame.line}"


def _is_own(file: str, folder: Path) -> bool:
    """Returns whether a file name in a traceback is one of the agent's own files; `<string>` and the like are not."""
    path = folder / file
    return not file.startswith("<") and path.is_relative_to(folder) and "site-packages" not in path.parts
