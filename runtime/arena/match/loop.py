"""The server: one thread and one loop that serves sessions and plays a match between them, frame by frame."""

import socket
import time
from collections.abc import Iterable
from typing import Final

from runtime.arena.match.commands import Pace
from runtime.arena.match.handlers import GameOf, Host, RefusalOf, StartsAgents
from runtime.arena.match.running_match import Playing
from runtime.arena.match.tempo import Tempo

_clock: Final = time.perf_counter

CHORES_S: Final = 0.05
"""How often the loop looks after deadlines, reports and ended sessions."""
CHORES_TAKE_S: Final = 0.002
"""At most, with a report of many agents; a frame that is due within this goes first."""
ENDED_PACKET_S: Final = 0.25
"""How often the last packet of an ended match is sent again."""
FAREWELL_S: Final = 0.5
"""How long a server that ends waits for its sessions to read the news."""


class Server:
    """Serves sessions and plays one match at a time; all of it on the thread that calls `run`.

    `open_game` builds the game of a match; `refusal` says in a sentence why a match cannot be played, or None.
    `wait_s` is how long a match waits for its agents; `seed` decides what validation leaves to chance. `starter` starts
    the agents of matches that ask for it; None for nobody.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        *,
        open_game: GameOf,
        refusal: RefusalOf,
        pace: Pace,
        wait_s: float,
        seed: int,
        starter: StartsAgents | None = None,
        manager_key: str = "",
    ) -> None:
        self._tempo = Tempo(pace, _clock())
        self._host = Host(
            listeners,
            self._tempo,
            open_game=open_game,
            refusal=refusal,
            wait_s=wait_s,
            seed=seed,
            starter=starter,
            manager_key=manager_key,
        )
        self._hub = self._host.hub
        self._is_stopping = False
        self._is_polled = False
        self._chores_s = 0.0
        self._ended_packet_s = 0.0

    def run(self) -> None:
        """Serves until `request_stop`, or until a session shuts the server down; then ends all sessions."""
        try:
            while not (self._is_stopping or self._host.is_shut_down):
                self._take_turn()
            self._host.stop_match()
        finally:
            self._hub.close(FAREWELL_S)

    def request_stop(self) -> None:
        """Lets `run` return soon; any thread and any signal handler may call it."""
        self._is_stopping = True
        self._hub.wake()

    def _take_turn(self) -> None:
        now_s = _clock()
        if now_s >= self._chores_s and not self._is_frame_near(now_s):
            self._do_chores(now_s)
        playing = self._host.playing
        if playing is None or not playing.has_begun or playing.has_ended or self._tempo.is_paused:
            self._hub.poll(max(0.0, self._chores_s - now_s))
        elif self._tempo.is_lockstep:
            self._take_lockstep_turn(playing, now_s)
        else:
            self._take_clock_turn(playing, now_s)

    def _is_frame_near(self, now_s: float) -> bool:
        """Whether chores can wait until the next frame has been played, which is due by the clock soon."""
        playing = self._host.playing
        if playing is None or not playing.is_running or self._tempo.is_paused or self._tempo.is_lockstep:
            return False
        return self._tempo.clock.due_s - now_s < CHORES_TAKE_S and now_s < self._chores_s + CHORES_S

    def _take_lockstep_turn(self, playing: Playing, now_s: float) -> None:
        roll = playing.roll
        if not roll.owed:
            if self._is_polled:
                self._play_frame(playing)
            else:
                self._poll(0.0)
        elif now_s < roll.deadline_s:
            self._is_polled = True
            if self._hub.collect(roll, until_s=min(roll.deadline_s, self._chores_s)):
                self._play_frame(playing)
        else:
            for session in playing.miss():
                self._host.reporter.note(
                    f"{session.label} did not answer within a second; the match goes on without its answer."
                )

    def _take_clock_turn(self, playing: Playing, now_s: float) -> None:
        due_s = self._tempo.clock.due_s
        if now_s < due_s:
            self._hub.poll_until(min(due_s, now_s + CHORES_S), now_s)
            self._is_polled = True
        elif self._is_polled:
            self._tempo.clock.begin(now_s)
            self._play_frame(playing)
        else:
            self._poll(0.0)

    def _poll(self, timeout_s: float) -> None:
        self._hub.poll(timeout_s)
        self._is_polled = True

    def _play_frame(self, playing: Playing) -> None:
        self._is_polled = False
        self._hub.begin_turn()
        playing.game.advance()
        if playing.game.is_over:
            self._end_play(playing)
        else:
            playing.deliver(in_lockstep=self._tempo.is_lockstep)
            self._tempo.count_frame()

    def _end_play(self, playing: Playing) -> None:
        playing.has_ended = True
        playing.interrupt()
        playing.deliver_last()
        now_s = _clock()
        self._ended_packet_s = now_s + ENDED_PACKET_S
        self._host.reporter.finish(playing, now_s)

    def _do_chores(self, now_s: float) -> None:
        self._chores_s = now_s + CHORES_S
        self._hub.begin_turn()
        self._hub.close_ended(now_s)
        self._host.look_after(now_s)
        playing = self._host.playing
        if playing is None:
            return
        if playing.has_ended and now_s >= self._ended_packet_s:
            self._ended_packet_s = now_s + ENDED_PACKET_S
            playing.deliver_last()
        self._host.reporter.send_if_due(playing, now_s)
