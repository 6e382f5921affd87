"""From a save to the first answer of the new version, against the bare start of that bot until it has connected."""

import re
import shutil
import tempfile
import time
from pathlib import Path

from resources.examples import example_bots
from runtime.documents import Match, read_match_text
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import Event, FrameShown, LinesLogged
from runtime.model.states import Phase, SwapMode
from tests.bench.figures import Figure, median
from tests.bench.start import bare_start

ROUNDS = 7
PAUSE_S = 1.0
"""Time between a swap and the next save."""
LIMIT_S = 3600.0
"""Time limit of the match in game time, which passes fast in lockstep."""
ALLOWED_S = 0.35
BOT = "chaser"
TELLING = """
import time as _time

class Telling(Chaser):
    frame = None

    def get_output(self, packet):
        controls = super().get_output(packet)
        if self.frame is None:
            print("version", VERSION, "first", packet.match_info.frame_num, _time.time(), flush=True)
        self.frame = packet.match_info.frame_num
        return controls

    def retire(self):
        print("version", VERSION, "last", self.frame, _time.time(), flush=True)

Chaser = Telling
"""
_TOLD = re.compile(r"version (\d+) (first|last) (\d+) ([\d.]+)")


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
    if len(author.waits) < rounds:
        raise RuntimeError(f"{len(author.waits)} swaps of {rounds}. {reason}")
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
        self._saved_at = 0.0
        self._save_at: float | None = None
        self._frames: dict[tuple[int, str], int] = {}
        self.waits: list[float] = []
        """From each save to the first answer of the version that was saved."""
        self._save()

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
        """For each swap, the frames between the old version's last answer and the new one's first."""
        swaps = range(1, self._rounds + 1)
        return [self._frames[version + 1, "first"] - self._frames[version, "last"] - 1 for version in swaps]

    def _watch(self, event: Event) -> None:
        now = time.time()
        if isinstance(event, LinesLogged):
            for line in event.lines:
                self._hear(line.text)
        if not isinstance(event, FrameShown) or event.view.phase not in (Phase.KICKOFF, Phase.ACTIVE):
            return
        if self._save_at is None:
            self._save_at = now + PAUSE_S
        elif now >= self._save_at and (self._version, "first") in self._frames:
            if len(self.waits) == self._rounds:
                self._runner.post(StopMatch())
            else:
                self._save()
                self._save_at = now + 60.0

    def _hear(self, text: str) -> None:
        told = _TOLD.search(text)
        if told is None:
            return
        version, what, frame, at = int(told[1]), told[2], int(told[3]), float(told[4])
        self._frames[version, what] = frame
        if what == "first" and version > 1:
            self.waits.append(at - self._saved_at)
            self._save_at = time.time() + PAUSE_S

    def _save(self) -> None:
        self._version += 1
        head, main, tail = self._text.partition('\nif __name__ == "__main__":')
        self._saved_at = time.time()
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
