"""The notes, log lines and chat of a match; lines and chat are emitted in batches, so that a flood does no harm."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.events import CommsReceived, Event, LinesLogged, MatchNoted, NoteWithdrawn
from runtime.model.messages import Message
from runtime.model.values import GAME_LOG, Comm, LogLine

BATCH_S: Final = 0.075
LINES_PER_PROGRAM: Final = 200
"""Maximum number of lines of one program in a batch; the newest are kept, and a line tells how many are left out."""
COMMS: Final = 100
"""Maximum number of match communications in a batch; the newest are kept."""
COMM_CHARACTERS: Final = 200
COMM_BYTES: Final = 16
"""Maximum number of bytes shown of a content that is not text."""


class MatchLog:
    """Collects lines and chat and emits them every 75 ms at most; owned by the match's thread."""

    def __init__(self, emit: Callable[[Event], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._emit = emit
        self._clock = clock
        self._origin = clock()
        self._told_at = float("-inf")
        self._lines: dict[str, deque[LogLine]] = {}
        self._left_out: Counter[str] = Counter()
        self._comms: deque[Comm] = deque(maxlen=COMMS)
        self._dropped_comms = 0

    def add(self, key: str, lines: Iterable[str], dropped: int = 0) -> None:
        """Adds lines that the program `key` printed; `dropped` is the number of lines lost before them."""
        kept = self._lines.setdefault(key, deque(maxlen=LINES_PER_PROGRAM))
        time_s = self._clock() - self._origin
        self._left_out[key] += dropped
        for text in lines:
            self._left_out[key] += len(kept) == LINES_PER_PROGRAM
            kept.append(LogLine(key=key, text=text, time_s=time_s))

    def note(self, text: Message, topic: str = "", *, is_logged: bool = True) -> None:
        """Emits a note and logs it; a note with a topic holds until the next note of that topic."""
        self.add(GAME_LOG, [str(text)] if is_logged else [])
        self._emit(MatchNoted(text=text, topic=topic))

    def withdraw_note(self, topic: str, text: Message) -> None:
        """Takes back the note of a topic; `text` is the reason for the log."""
        self.add(GAME_LOG, [str(text)])
        self._emit(NoteWithdrawn(topic=topic))

    def add_comms(self, comms: Iterable[flat.MatchComm], game_s: float, dropped: int = 0) -> None:
        """Adds match communication that came at the game time `game_s`; `dropped` older ones are lost."""
        self._dropped_comms += dropped
        for comm in comms:
            self._dropped_comms += len(self._comms) == COMMS
            self._comms.append(comm_of(comm, game_s, self._clock() - self._origin))

    def flush(self, *, at_once: bool = False) -> None:
        """Emits what was added, in its order, if a batch is due or with `at_once`."""
        now = self._clock()
        if not (self._lines or self._comms) or (now - self._told_at < BATCH_S and not at_once):
            return
        self._told_at = now
        lines = [line for key, kept in self._lines.items() for line in (*self._gap(key, kept), *kept)]
        self._lines.clear()
        self._left_out.clear()
        if lines:
            self._emit(LinesLogged(lines=tuple(sorted(lines, key=lambda line: line.time_s))))
        if self._comms:
            self._emit(CommsReceived(comms=tuple(self._comms), dropped=self._dropped_comms))
            self._comms.clear()
            self._dropped_comms = 0

    def _gap(self, key: str, kept: deque[LogLine]) -> tuple[LogLine, ...]:
        left_out = self._left_out[key]
        if not left_out:
            return ()
        time_s = kept[0].time_s if kept else self._clock() - self._origin
        return (LogLine(key=key, text=f"[{left_out:,} lines left out]", time_s=time_s),)


def comm_of(comm: flat.MatchComm, game_s: float, time_s: float) -> Comm:
    """Returns a match communication as one line of printable text of at most `COMM_CHARACTERS` and an ellipsis."""
    content = bytes(comm.content)
    text = _line(comm.display or "")
    return Comm(
        team=comm.team,
        index=comm.index,
        is_team_only=comm.team_only,
        text=text or _preview(content),
        size=None if text else len(content),
        game_s=game_s,
        time_s=time_s,
    )


def _line(text: str) -> str:
    """Returns the beginning of a text without unprintable characters, such as line breaks and lone surrogates."""
    part = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * COMM_CHARACTERS])
    words = " ".join(part.split())
    is_whole = len(words) <= COMM_CHARACTERS and len(text) <= 4 * COMM_CHARACTERS
    return words if is_whole else f"{words[:COMM_CHARACTERS]}…"


def _preview(content: bytes) -> str:
    try:
        text = content[: 4 * COMM_CHARACTERS].decode("utf-8")
    except UnicodeDecodeError as error:
        text = content[: error.start].decode("utf-8") if error.start >= 4 * COMM_CHARACTERS - 3 else ""
    if text and sum(letter.isprintable() or letter.isspace() for letter in text) == len(text):
        return _line(text)
    return content[:COMM_BYTES].hex(" ") + ("…" if len(content) > COMM_BYTES else "")
