"""Reports of a match: versions, folders and results, without the user's name."""

import platform
import sys
from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from app.services.doctor import PACKAGES, package_version, shortened
from app.services.version import version
from runtime.model.values import AgentStatus, LogLine, MatchOverview, MatchResult
from runtime.texts import counted
from widgets.log.log_lines import plain_text

LAST_LINES: Final = 40


def facts() -> tuple[tuple[str, str], ...]:
    """Returns names and values that may explain a fault."""
    return (
        ("Kickabout", version()),
        ("System", f"{platform.system()} {platform.release()} ({platform.machine()})"),
        ("Python", f"{platform.python_version()} {shortened(sys.executable)}"),
        ("Qt", qt_fact()),
        *((name, package_version(name)) for name in PACKAGES),
    )


def qt_fact() -> str:
    """Returns the version of Qt, and on what it draws."""
    screen = QGuiApplication.primaryScreen()
    size = f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}" if screen else "none"
    return f"{qVersion()} on {QGuiApplication.platformName()}, screen {size}"


def report(
    overview: MatchOverview | None,
    agents: Iterable[AgentStatus],
    result: MatchResult | None,
    logs: Mapping[str, tuple[LogLine, ...]],
) -> str:
    """Returns a report of the running or last match as text; the user's folder is written as `~`."""
    parts = [f"{name}: {value}" for name, value in facts()]
    if overview is not None:
        cars = counted(len(overview.cars), "car")
        parts += ["", f"Match: {overview.title}, {overview.game_mode}, {overview.game_map}, {cars}"]
        parts += [f"  {problem}" for problem in overview.problems]
    if result is not None:
        if result.drawn_map:
            parts.append(f"Random map: {result.drawn_map}")
        parts.append(f"Result: {result.outcome.value}, {result.score[0]}:{result.score[1]}. {result.reason}")
    for agent in agents:
        parts += ["", _agent_line(agent)]
        if agent.traceback is not None:
            parts += ["", agent.traceback.text.rstrip()]
        parts += [f"  {line.time_s:8.2f}  {plain_text(line.text)}" for line in logs.get(agent.key, ())]
    return shortened("\n".join(parts)) + "\n"


def _agent_line(agent: AgentStatus) -> str:
    reason = f": {agent.reason}" if agent.reason else ""
    answers = f"{counted(agent.packets, 'packet')}, {counted(agent.answers, 'answer')}, {agent.late} late"
    return f"{agent.name} ({agent.key}): {agent.state.value}{reason}; {answers}, {counted(agent.starts, 'start')}"
