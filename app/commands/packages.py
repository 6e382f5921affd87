"""What `play` says and asks about packages that bots require, before a match and after one that lacked some."""

import contextlib
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TextIO

from app.commands.interrupts import Interrupts
from app.commands.progress import shortened
from runtime.agents.preparation import agent_sources
from runtime.agents.roster import listed
from runtime.documents import Match
from runtime.environments.building import BuildState, Verdict
from runtime.environments.provision import (
    InstallProgressed,
    InstallSaid,
    Need,
    NeedConcluded,
    NeedsFound,
    Provision,
    ProvisionEnded,
    ProvisionEvent,
)

BEAT_S: Final = 0.1
MOST_LACKS: Final = 8
"""So many missing lines of one bot are listed; of the others, the number is told."""
LAST_LINES: Final = 12
"""So many last lines of an installer are shown when it failed."""
_CLEAR: Final = "\r\x1b[K"


class Preparing:
    """Talks about one provision, and drives it; owned by one thread.

    Args:
        stream: for everything that is said.
        live: whether one line is kept up to date, as on a terminal.
        ask: puts a question to somebody, who agrees or not; None where nobody is there.
        install: whether everything is installed without a question.
        command: what installs it later, for who is told so.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        live: bool,
        ask: Callable[[str], bool] | None,
        install: bool,
        command: str,
    ) -> None:
        self._stream = stream
        self._live = live
        self._ask = ask
        self._install = install
        self._command = command
        self._title = ""
        self._is_line_open = False
        self._said: list[str] = []
        self._was_cancelled = False
        self._is_asking = False
        self._is_broken_off = False

    def run(self, provision: Provision) -> bool:
        """Checks, asks and installs; false when it was broken off, so that nothing should be played."""
        with contextlib.closing(provision):
            provision.start()
            events = provision.poll(BEAT_S)
            while events or not provision.is_over:
                for event in events:
                    self._take(event, provision)
                if self._is_broken_off:
                    provision.cancel()
                events = provision.poll(BEAT_S)
        return not self._was_cancelled

    def break_off(self) -> None:
        """Somebody wants the end; called by a signal of the thread that runs it, which a question would not notice."""
        self._is_broken_off = True
        if self._is_asking:
            raise KeyboardInterrupt

    def _take(self, event: ProvisionEvent, provision: Provision) -> None:
        match event:
            case NeedsFound(needs=needs):
                self._answer(needs, provision)
            case InstallProgressed():
                self._show(event)
            case InstallSaid(lines=lines):
                self._said = [*self._said, *lines][-LAST_LINES:]
            case NeedConcluded():
                self._conclude(event.need, event.verdict)
            case ProvisionEnded():
                self._was_cancelled = event.was_cancelled
                self._write(event.trouble)

    def _answer(self, needs: Iterable[Need], provision: Provision) -> None:
        wanted = []
        for need in needs:
            for fault in need.faults:
                self._write(str(fault))
            self._write(need.doubt)
            if need.lacks and (need.is_new or self._install):
                self._list(need)
                wanted.append(need)
        possible = [need for need in wanted if need.can_install]
        if not possible:
            provision.skip()
        elif self._install or self._agrees(question(possible)):
            provision.install()
        elif not self._is_broken_off:
            if self._ask is None:
                self._write(f"To install them, run: {self._command}")
            provision.skip()

    def _agrees(self, text: str) -> bool:
        if self._ask is None:
            return False
        self._is_asking = True
        try:
            return self._ask(text)
        except KeyboardInterrupt:
            self._write("")
            self._is_broken_off = True
            return False
        finally:
            self._is_asking = False

    def _list(self, need: Need) -> None:
        self._write(f"{listed(need.names)} {'needs' if len(need.names) == 1 else 'need'} packages that are not there:")
        for lack in need.lacks[:MOST_LACKS]:
            self._write(f"  {lack}")
        if len(need.lacks) > MOST_LACKS:
            self._write(f"  and {len(need.lacks) - MOST_LACKS} more")
        if not need.can_install:
            self._write(f"  Install them for '{need.choice.python}', {need.choice.kind.value}.")

    def _show(self, event: InstallProgressed) -> None:
        text = f"{listed(event.need.names)}: {event.text}"
        if self._live:
            line = f"{100 * event.share:3.0f} %  {text}"
            self._stream.write(_CLEAR + shortened(line, shutil.get_terminal_size().columns - 1))
            self._stream.flush()
            self._is_line_open = True
        elif text != self._title:
            self._write(f"{text} ...")
        self._title = text

    def _conclude(self, need: Need, verdict: Verdict) -> None:
        *faults, ending = conclusion(need, verdict)
        for fault in faults:
            self._write(fault)
        for line in self._said if verdict.state is BuildState.FAILED else ():
            self._write(f"  {line}")
        self._write(ending)
        self._said = []

    def _write(self, text: str) -> None:
        if text:
            self._stream.write((_CLEAR if self._is_line_open else "") + text + "\n")
            self._stream.flush()
            self._is_line_open = False


def prepare(match: Match, environments: Path, *, document: Path | None, install: bool, interrupts: Interrupts) -> bool:
    """Sees to it that the bots of a validated match have their packages, as far as the user wants.

    Returns false when the user broke it off.
    """
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    preparing = Preparing(
        sys.stderr,
        live=sys.stderr.isatty(),
        ask=ask_on_terminal if is_terminal else None,
        install=install,
        command=install_command(document),
    )
    with interrupts.to(preparing.break_off):
        return preparing.run(Provision(agent_sources(match), environments=environments))


def question(needs: Iterable[Need]) -> str:
    """`Install 3 packages for Ada and Bob?`"""
    needs = list(needs)
    count = sum(len(need.lacks) for need in needs)
    names = listed(dict.fromkeys(name for need in needs for name in need.names))
    return f"Install {count} {'package' if count == 1 else 'packages'} for {names}?"


def conclusion(need: Need, verdict: Verdict) -> tuple[str, ...]:
    """How an installation ended, in sentences: lines that cannot be installed, then the end itself."""
    names = listed(need.names)
    if verdict.state is BuildState.OFFLINE:
        missing = listed(lack.requirement.title for lack in verdict.lacks)
        ending = f"{names}: a package index could not be reached, so these are still missing: {missing}."
    elif verdict.state is BuildState.FAILED:
        ending = f"{names}: the packages were not installed. {verdict.reason}"
    else:
        ending = f"{names}: {verdict.state.value}."
    return (*map(str, verdict.faults), ending)


def ask_on_terminal(text: str, usual: bool = True) -> bool:
    """Asks once; an empty answer is the usual one, and the end of input does not agree."""
    sys.stderr.write(f"{text} {'[Y/n]' if usual else '[y/N]'} ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() in (("", "y", "yes") if usual else ("y", "yes"))


def install_command(document: Path | None) -> str:
    """What a user types to have everything installed, and then to play."""
    return shlex.join(["kickabout", "play", *([str(document)] if document is not None else []), "--install"])
