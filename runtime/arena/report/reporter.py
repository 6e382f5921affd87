"""Sends the reports of `report.py` to the launchers among the sessions, and measures how fast the match runs."""

import logging
import time
from dataclasses import replace
from typing import Final, TypedDict

from runtime.arena.match.gate import Gate
from runtime.arena.match.pace import FRAME_S
from runtime.arena.match.running_match import Playing
from runtime.arena.match.session import Session
from runtime.arena.match.tempo import Tempo
from runtime.arena.net.connection_server import Hub
from runtime.arena.report.agent_stats import percentiles
from runtime.arena.report.report import PERIOD_S, Notes, Report, one_line
from runtime.model.series import Series
from runtime.model.values import Interference
from runtime.protocol import ProtocolError, frame, pack_core

log = logging.getLogger(__name__)

MAX_REASON: Final = 2000
"""Characters of a refusal."""
SHORTEST_MEASURE_S: Final = 0.5
"""Speed is not measured over less."""
MAX_LOGGED: Final = 20
"""Lines logged within `PERIOD_S`, so that nobody can flood the log."""


class _Common(TypedDict):
    notes: tuple[str, ...]
    interference: tuple[Interference, ...]
    key: str


class Reporter:
    """The notes since the match began, and the reports; owned by the server's thread."""

    def __init__(self, hub: Hub, tempo: Tempo, gate: Gate) -> None:
        self._hub = hub
        self._gate = gate
        self._tempo = tempo
        self._notes = Notes()
        self._logged = 0
        self._logged_since_s = 0.0
        self._is_due = False
        self._next_s = 0.0
        self._is_finished = False
        self._was_paused = False
        self._series: Series | None = None
        """As it was told last."""
        self._since_frame = 0
        self._since_s = 0.0
        self._speed = 0.0

    def note(self, text: str) -> None:
        """Keeps a sentence for the next report."""
        text = one_line(text)
        if self._notes.add(text):
            self._log(text)

    def expedite(self) -> None:
        """Lets the next report go out soon: an agent came, went or became ready."""
        self._is_due = True

    def begin(self) -> None:
        """Forgets the match before."""
        self._notes = Notes()
        self._is_finished = False
        self._is_due = True
        self._since_frame = 0
        self._since_s = 0.0
        self._speed = 0.0

    def send_if_due(self, playing: Playing, now_s: float) -> None:
        """Sends a report when the last one is a second old or something happened, such as the end of a step."""
        is_due = self._is_due or now_s >= self._next_s or self._tempo.is_paused is not self._was_paused
        is_due = is_due or playing.game.series is not self._series
        if is_due and not self._is_finished:
            self._send(self._report(playing, now_s))
            self._next_s = now_s + PERIOD_S
            self._is_due = False

    def finish(self, playing: Playing, now_s: float) -> None:
        """Sends the one final report of a match."""
        if not self._is_finished:
            self._is_finished = True
            self._send(self._report(playing, now_s, is_final=True))

    def refuse(self, reason: str, playing: Playing | None = None, *, only_to: Session | None = None) -> None:
        """Says why no match starts, and how far the agents of a match came that was to begin."""
        reason = one_line(reason, MAX_REASON)
        self._log(reason)
        agents = playing.figures() if playing is not None else ()
        self._send(Report(pace=str(self._tempo.pace), agents=agents, refused=reason, **self._common()), only_to)

    def _report(self, playing: Playing, now_s: float, *, is_final: bool = False) -> Report:
        game = playing.game
        self._measure(game.frame_num, now_s)
        self._was_paused = self._tempo.is_paused
        clock = self._tempo.clock
        self._series = playing.game.series
        return Report(
            frame=game.frame_num,
            phase=game.phase.value,
            series=self._series,
            pace=str(self._tempo.pace),
            speed=self._speed,
            is_paused=self._tempo.is_paused,
            steps_left=self._tempo.steps_left,
            is_final=is_final,
            state_hash=game.state_hash() if is_final else None,
            overruns=clock.overruns,
            tick_error=percentiles(clock.errors_s) if is_final and clock.errors_s else None,
            agents=playing.figures(),
            **self._common(),
        )

    def _common(self) -> _Common:
        """What every report says."""
        return {"notes": self._notes.all, "interference": self._gate.interference, "key": self._gate.manager_key}

    def _measure(self, frame_num: int, now_s: float) -> None:
        took_s = now_s - self._since_s
        if took_s < SHORTEST_MEASURE_S:
            return
        if self._since_s:
            self._speed = max(0, frame_num - self._since_frame) * FRAME_S / took_s
        self._since_s = now_s
        self._since_frame = frame_num

    def _log(self, text: str) -> None:
        now_s = time.perf_counter()
        if now_s - self._logged_since_s >= PERIOD_S:
            self._logged_since_s, self._logged = now_s, 0
        self._logged += 1
        if self._logged <= MAX_LOGGED:
            log.warning("%s", text)
        elif self._logged == MAX_LOGGED + 1:
            log.warning("More went wrong in this second than is logged.")

    def _send(self, report: Report, only_to: Session | None = None) -> None:
        packed: dict[bool | None, bytes] = {}
        for session in list(self._hub.sessions.values()):
            is_addressee = session.is_owner if self._gate.is_owned else session.is_manager
            if not (is_addressee and session.wants_comms and only_to in (None, session)):
                continue
            is_yours = self._gate.has_started(session)
            if is_yours not in packed:
                try:
                    packed[is_yours] = frame(pack_core(replace(report, is_yours=is_yours).to_message()))
                except ProtocolError:
                    log.warning("A report was too long to be sent.", exc_info=True)
                    return
            self._hub.send(session, packed[is_yours])
