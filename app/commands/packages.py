"""Installs missing packages of bots before a match of `play`, and reports them during it."""

import contextlib
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TextIO, TypeAlias

from app.commands.interrupts import Interrupts
from app.commands.output import LiveLine
from app.session.package_results import conclusion
from runtime.agents.preparation import agent_sources, missing_packages, printed_errors
from runtime.agents.roster import listed, roster
from runtime.documents import Match
from runtime.environments import (
    BuildState,
    InstallProgressed,
    InstallSaid,
    Need,
    NeedConcluded,
    NeedsFound,
    Provision,
    ProvisionEnded,
    ProvisionEvent,
    Verdict,
)
from runtime.model.events import AgentChanged, Event

BEAT_S: Final = 0.1
"""Interval between polls of the installation."""
MAX_LISTED: Final = 8
"""Maximum number of missing packages listed for one bot; the others are counted."""
LAST_LINES: Final = 12
"""Number of the installer's last lines shown after a failure."""
Ask: TypeAlias = Callable[[str, bool], bool]
"""Asks a question with a default answer; returns whether the user agrees."""


class Preparing:
    """Runs one check and installation and prints its progress; owned by one thread.

    Args:
        stream: receives the output.
        live: whether one line is updated in place, as on a terminal.
        ask: asks a question and returns whether the user agreed; None without a terminal.
        install: whether everything is installed without a question.
        command: the command that installs the packages later.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        live: bool,
        ask: Ask | None,
        install: bool,
        command: str,
    ) -> None:
        self._line = LiveLine(stream)
        self._live = live
        self._ask = ask
        self._install = install
        self._command = command
        self._title = ""
        self._output: list[str] = []
        self._was_cancelled = False
        self._is_asking = False
        self._is_cancelled = False

    def run(self, provision: Provision) -> bool:
        """Checks, asks and installs; returns False if the user cancelled, so that the match must not start."""
        with contextlib.closing(provision):
            provision.start()
            events = provision.poll(BEAT_S)
            while events or not provision.is_over:
                for event in events:
                    self._take(event, provision)
                if self._is_cancelled:
                    provision.cancel()
                events = provision.poll(BEAT_S)
        return not self._was_cancelled

    def cancel(self) -> None:
        """Cancels the run, also during a question; called by a signal handler on the running thread."""
        self._is_cancelled = True
        if self._is_asking:
            raise KeyboardInterrupt

    def _take(self, event: ProvisionEvent, provision: Provision) -> None:
        match event:
            case NeedsFound(needs=needs):
                self._answer(needs, provision)
            case InstallProgressed():
                self._show(event)
            case InstallSaid(lines=lines):
                self._output = [*self._output, *lines][-LAST_LINES:]
            case NeedConcluded():
                self._conclude(event.need, event.verdict)
            case ProvisionEnded():
                self._was_cancelled = event.was_cancelled
                self._write(str(event.trouble or ""))

    def _answer(self, needs: Iterable[Need], provision: Provision) -> None:
        lacking = []
        for need in needs:
            for fault in need.faults:
                self._write(str(fault))
            self._write(str(need.doubt or ""))
            if need.unmet and (need.is_new or self._install):
                self._list(need)
                lacking.append(need)
        possible = [need for need in lacking if need.can_install]
        if not possible:
            provision.skip()
        elif self._install or self._agrees(question(possible)):
            provision.install()
        elif not self._is_cancelled:
            if self._ask is None:
                self._write(f"To install them, run: {self._command}")
            provision.skip()

    def _agrees(self, text: str) -> bool:
        if self._ask is None:
            return False
        self._is_asking = True
        try:
            return self._ask(text, True)
        except KeyboardInterrupt:
            self._write("")
            self._is_cancelled = True
            return False
        finally:
            self._is_asking = False

    def _list(self, need: Need) -> None:
        verb = "needs" if len(need.names) == 1 else "need"
        self._write(f"{listed(need.names)} {verb} packages that are not installed:")
        for package in need.unmet[:MAX_LISTED]:
            self._write(f"  {package}")
        if len(need.unmet) > MAX_LISTED:
            self._write(f"  and {len(need.unmet) - MAX_LISTED} more")
        if not need.can_install:
            self._write(f"  Install them for '{need.choice.python}', {need.choice.kind.text}.")

    def _show(self, event: InstallProgressed) -> None:
        text = f"{listed(event.need.names)}: {event.text}"
        if self._live:
            self._line.show(f"{100 * event.share:3.0f} %  {text}")
        elif text != self._title:
            self._write(f"{text} ...")
        self._title = text

    def _conclude(self, need: Need, verdict: Verdict) -> None:
        *faults, ending = conclusion(need, verdict)
        for fault in faults:
            self._write(str(fault))
        for line in self._output if verdict.state is BuildState.FAILED else ():
            self._write(f"  {line}")
        self._write(str(ending))
        self._output = []

    def _write(self, text: str) -> None:
        if text:
            self._line.write(text)


def prepare(match: Match, environments: Path, *, document: Path | None, install: bool, interrupts: Interrupts) -> bool:
    """Installs the packages of a validated match's bots if the user agrees; returns False if the user cancelled."""
    preparing = Preparing(
        sys.stderr,
        live=sys.stderr.isatty(),
        ask=terminal_ask(),
        install=install,
        command=install_command(document),
    )
    with interrupts.to(preparing.cancel):
        return preparing.run(Provision(agent_sources(match), environments=environments))


def question(needs: Iterable[Need]) -> str:
    """Returns the question, such as `Install 3 packages for Ada and Bob?`"""
    needs = list(needs)
    count = sum(len(need.unmet) for need in needs)
    names = listed(dict.fromkeys(name for need in needs for name in need.names))
    return f"Install {count} {'package' if count == 1 else 'packages'} for {names}?"


def terminal_ask() -> Ask | None:
    """Returns `ask_on_terminal`; None without a terminal."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    return ask_on_terminal if is_terminal else None


def ask_on_terminal(text: str, default: bool = True) -> bool:
    """Asks once; an empty answer means `default`, the end of input means no."""
    sys.stderr.write(f"{text} {'[Y/n]' if default else '[y/N]'} ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() in (("", "y", "yes") if default else ("y", "yes"))


def install_command(document: Path | None) -> str:
    """Returns the command that installs everything and then plays."""
    return shlex.join(["kickabout", "play", *([str(document)] if document is not None else []), "--install"])


class PackageAdvice:
    """Advises once on each agent of a running match that lacks a package; owned by the match's thread.

    Args:
        match: the validated match.
        environments: the folder with the environments of bots.
        document: the match's file; None for the example.
    """

    def __init__(self, match: Match, environments: Path, *, document: Path | None) -> None:
        self._agents = {agent.key: agent for agent in roster(match)}
        self._environments = environments
        self._document = document
        self._seen: set[tuple[str, str]] = set()
        self._known: set[tuple[str, tuple[str, ...]]] = set()

    def on_event(self, event: Event) -> str:
        """Returns the advice on an event in sentences; empty if there is none, or if it is not new."""
        if not isinstance(event, AgentChanged):
            return ""
        key, text = event.agent.key, printed_errors(event.agent)
        if not text or key not in self._agents or (key, text) in self._seen:
            return ""
        self._seen.add((key, text))
        agent = self._agents[key]
        missing = missing_packages(agent, text, configured=Path(sys.executable), environments=self._environments)
        if missing is None or (key, missing.modules) in self._known:
            return ""
        self._known.add((key, missing.modules))
        how = f" Run: {install_command(self._document)}" if missing.can_install else ""
        what = f"{agent} lacks {listed(missing.modules)}." if missing.packages else f"{agent}:"
        return f"{what} {missing.fix}{how}"
