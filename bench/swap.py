"""From a save to the first answer of the new version that drives, against the bare start of that bot until connected.

A new version answers on trial before it drives. Its first answer that drives is the first one after the old version's
last.
"""

import json
import re
import shutil
import tempfile
import time
from pathlib import Path

from bench.figures import Figure, median
from bench.start import bare_start
from resources.examples import example_bots
from runtime.documents import Match, read_match_text
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import Event, FrameShown, LinesLogged
from runtime.model.states import Phase, SwapMode

ROUNDS = 7
PAUSE_S = 1.0
"""Time between a swap and the next save."""
LIMIT_S = 3600.0
"""Time limit of the match in game time, which passes fast in lockstep."""
ALLOWED_S = 0.35
BOT = "chaser"
TELLING = """
import json as _json, time as _time

class Telling(Chaser):
    def initialize(self):
        super().initialize()
        self.times, self.runs, self.frame = [], [], 0

    def get_output(self, packet):
        controls = super().get_output(packet)
        frame, now = packet.match_info.frame_num, _time.time()
        self.frame = frame
        if self.times and self.runs[-1][1] == frame - 1:
            self.runs[-1][1] = frame
        elif len(self.runs) < 200:
            self.runs.append([frame, frame])
        if len(self.times) < 100:
            self.times.append([frame, round(now, 4)])
        if self.runs and now - self.times[0][1] > 0.5:
            print("version", VERSION, "answers", _json.dumps([self.times, self.runs]), flush=True)
            self.get_output = self.only_answer
        return controls

    def only_answer(self, packet):
        self.frame = packet.match_info.frame_num
        return super().get_output(packet)

    def retire(self):
        print("version", VERSION, "last", self.frame, flush=True)

Chaser = Telling
"""
_TOLD = re.compile(r"version (\d+) (answers|last) (.+)")


def measure(meshes: Path) -> list[Figure]:
    """Measures the seconds that Kickabout adds to the bot's own start, and the frames without an answer."""
    bare = [bare_start(BOT) for _ in range(ROUNDS)]
    clocked, exact = (_evening(meshes, pace, rounds) for pace, rounds in (("realtime", ROUNDS), ("lockstep", 3)))
    added = [wait - own for wait, own in zip(clocked.waits, bare, strict=True)]
    detail = {"swap s": median(clocked.waits), "worst s": max(clocked.waits), "bare s": median(bare)}
    gaps = {"worst": max(clocked.gaps())}
    return [
        Figure(name="swap", value=median(added), unit="s", bound=ALLOWED_S, sense="at most", detail=detail),
        Figure(
            name="swap, frames unanswered",
            value=median(clocked.gaps()),
            unit="frames",
            bound=0,
            sense="at most",
            detail=gaps,
        ),
        Figure(name="swap in lockstep, unanswered", value=max(exact.gaps()), unit="frames", bound=0, sense="at most"),
    ]


def _evening(meshes: Path, pace: str, rounds: int) -> "_Author":
    with tempfile.TemporaryDirectory() as folder:
        author = _Author(Path(folder), rounds)
        reason = author.play(meshes, pace)
    if author.swaps < rounds:
        raise RuntimeError(f"{author.swaps} swaps of {rounds}. {reason}")
    return author


class _Author:
    """Saves a new version of a bot again and again while it plays."""

    def __init__(self, folder: Path, rounds: int) -> None:
        for name in (BOT, "striker"):
            shutil.copytree(example_bots() / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        self._folder = folder
        self._rounds = rounds
        self._source = folder / BOT / "bot.py"
        self._text = self._source.read_text(encoding="utf-8")
        self._version = 0
        self._saved_at: dict[int, float] = {}
        self._save_at: float | None = None
        self._last: dict[int, int] = {}
        """By version: the frame of its last answer."""
        self._times: dict[int, dict[int, float]] = {}
        """By version: the time of each of its first hundred answers, by frame."""
        self._runs: dict[int, list[tuple[int, int]]] = {}
        """By version: the first and last frame of each unbroken run of answers; the last run may have gone on."""
        self._save()

    @property
    def swaps(self) -> int:
        """Number of swaps of which everything is known."""
        return sum(version in self._runs and version - 1 in self._last for version in self._swapped())

    @property
    def waits(self) -> list[float]:
        """Seconds from each save to the first answer that drives, of the version that was saved."""
        return [self._times[version][self._first(version)] - self._saved_at[version] for version in self._swapped()]

    def play(self, meshes: Path, pace: str) -> str:
        """Plays until there are enough swaps; returns how the match ended."""
        plan = MatchPlan(
            match=self._match(),
            game=ArenaGame(meshes=meshes),
            pace=pace,
            swap_mode=SwapMode.AUTO,
            seconds_limit=LIMIT_S,
        )
        self._runner = MatchRun(plan)
        return self._runner.run(self._watch).reason

    def gaps(self) -> list[int]:
        """For each swap, the frames between the old version's last answer and the new one's first that drives."""
        return [self._first(version) - self._last[version - 1] - 1 for version in self._swapped()]

    def _swapped(self) -> range:
        return range(2, self._rounds + 2)

    def _first(self, version: int) -> int:
        after = self._last[version - 1] + 1
        return next(max(first, after) for first, last in self._runs[version] if last >= after)

    def _watch(self, event: Event) -> None:
        now = time.time()
        if isinstance(event, LinesLogged):
            for line in event.lines:
                self._hear(line.text)
        if not isinstance(event, FrameShown) or event.view.phase not in (Phase.KICKOFF, Phase.ACTIVE):
            return
        if self._save_at is None:
            self._save_at = now + PAUSE_S
        elif now >= self._save_at and self._version in self._runs:
            if self._version > self._rounds:
                self._runner.post(StopMatch())
            else:
                self._save()
                self._save_at = now + 60.0

    def _hear(self, text: str) -> None:
        told = _TOLD.search(text)
        if told is None:
            return
        version, what, content = int(told[1]), told[2], json.loads(told[3])
        if what == "last":
            self._last[version] = content
        else:
            self._times[version], self._runs[version] = dict(content[0]), content[1]
            self._save_at = time.time() + PAUSE_S

    def _save(self) -> None:
        self._version += 1
        head, main, tail = self._text.partition('\nif __name__ == "__main__":')
        self._saved_at[self._version] = time.time()
        self._source.write_text(f"{head}\nVERSION = {self._version}\n{TELLING}\n{main}{tail}", encoding="utf-8")

    def _match(self) -> Match:
        text = f"""
            [match]
            start_without_countdown = true
            [mutators]
            match_length = "Unlimited"
            [[cars]]
            team = 0
            config_file = '{BOT}/bot.toml'
            [[cars]]
            team = 1
            config_file = 'striker/bot.toml'
        """
        match = read_match_text(text, self._folder / "match.toml").value
        assert match is not None
        return match
