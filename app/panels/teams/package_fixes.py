"""The fixes that cards show for agents with missing packages."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from app.panels.teams.cards import CardFix, car_key, script_key
from runtime.documents import Match, validate
from runtime.model.messages import sentences
from runtime.model.teams import SCRIPTS
from widgets.messages import rendered

if TYPE_CHECKING:
    from runtime.agents.preparation import MissingPackages
    from runtime.environments import AgentSource, Need
    from runtime.model.problems import Problem

translate = QCoreApplication.translate
MAX_NAMED: Final = 4
"""Maximum number of missing packages named in one sentence."""


def on_cards(fixes: Mapping[str, CardFix], match: Match) -> dict[str, CardFix]:
    """Returns the fixes of agents by the keys of all their cards; a hivemind has several."""
    return {card: fixes[agent] for agent, cards in cards_of(match).items() if agent in fixes for card in cards}


def cards_of(match: Match) -> dict[str, tuple[str, ...]]:
    """Returns the keys of the cards of every agent, by the agent's key; none for a match that cannot be played."""
    from runtime.agents.roster import roster  # noqa: PLC0415 - loaded after the first paint

    judged = validate(match, random=Random(0)).value
    if judged is None:
        return {}
    positions = {car.place: position for position, car in enumerate(match.cars)}
    cars = [car_key(positions[car.place]) for car in judged.cars]
    agents = roster(judged)
    scripts = [agent.key for agent in agents if agent.team == SCRIPTS]
    drivers = {agent.key: tuple(cars[index] for index in agent.cars) for agent in agents if agent.team != SCRIPTS}
    return {**drivers, **{key: (script_key(place),) for place, key in enumerate(scripts)}}


def of_needs(needs: "Iterable[Need]") -> dict[str, CardFix]:
    """Returns the fixes for agents whose requirements are not met, by their keys."""
    return {agent.key: _fix_of(need, agent) for need in needs if need.unmet for agent in need.agents}


def of_remarks(problems: "Mapping[str, Problem]") -> dict[str, CardFix]:
    """Returns the fixes for agents whose Python or `rlbot` has the wrong version, by their keys."""
    return {
        key: CardFix(reason=sentences(problem.message, problem.fix), words=_edit_words(problem.path), file=problem.path)
        for key, problem in problems.items()
    }


def of_missing(packages: "Iterable[MissingPackages]", *, is_running: bool = False) -> dict[str, CardFix]:
    """Returns the fixes for agents that failed to import something, by their keys, before or during a match."""
    fixes = {}
    for missing in packages:
        if missing.can_install:
            words = _restart_words() if is_running else _install_words()
            fixes[missing.key] = CardFix(reason=missing.fix, words=words, installs=True)
        else:
            words = _edit_words(missing.requirements)
            fixes[missing.key] = CardFix(reason=missing.fix, words=words, file=missing.requirements)
    return fixes


def installing() -> CardFix:
    """Returns what a card shows during the installation."""
    return CardFix(reason=translate("PackageController", "Installing its packages, then restarting it."), words="")


def _fix_of(need: "Need", agent: "AgentSource") -> CardFix:
    if need.unmet and not need.is_new:  # an earlier installation has failed, and another one would fail as well
        reasons = sentences(*(fault.message for fault in need.faults))
        file = need.faults[0].file
        return CardFix(reason=rendered(reasons), words=_edit_words(file), file=file)
    missing = [f"{package.requirement.title} {rendered(package.reason)}" for package in need.unmet]
    reason = ", ".join(missing[:MAX_NAMED]) + (", ..." if len(missing) > MAX_NAMED else "")
    if need.can_install:
        return CardFix(reason=reason, words=_install_words(), installs=True)
    how = translate("PackageController", "Install it for '{0}': {1}.").format(
        need.choice.python, rendered(need.choice.kind.text)
    )
    return CardFix(reason=f"{reason}. {how}", words=_edit_words(agent.document), file=agent.document)


def _install_words() -> str:
    return translate("PackageController", "Install and play")


def _restart_words() -> str:
    return translate("PackageController", "Install and restart")


def _edit_words(file: Path | None) -> str:
    if file is None:
        return translate("PackageController", "Open folder")
    return translate("PackageController", "Edit {0}").format(file.name)
