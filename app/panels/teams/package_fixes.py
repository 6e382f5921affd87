"""What cards say of agents that lack packages, and the button that helps."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from app.panels.teams.cards import CardFix
from runtime.documents import Match
from runtime.model.messages import sentences
from widgets.sentences import spoken

if TYPE_CHECKING:
    from runtime.agents.preparation import MissingPackages
    from runtime.environments.choice import AgentSource
    from runtime.environments.provision import Need
    from runtime.model.problems import Problem

translate = QCoreApplication.translate
MOST_NAMED: Final = 4
"""So many missing packages are named in one breath."""


def on_cards(fixes: Mapping[str, CardFix], match: Match) -> dict[str, CardFix]:
    """What helps agents, by the keys of all cards of theirs: one program drives all cars of a hivemind."""
    from app.session.provisioning import cards_of  # noqa: PLC0415 - the first paint comes before what only a match needs

    return {card: fixes[agent] for agent, cards in cards_of(match).items() if agent in fixes for card in cards}


def of_needs(needs: "Iterable[Need]") -> dict[str, CardFix]:
    """What helps agents whose requirements are not met, by their keys."""
    return {agent.key: _fix_of(need, agent) for need in needs if need.lacks for agent in need.agents}


def of_remarks(found: "Mapping[str, Problem]") -> dict[str, CardFix]:
    """What cards say of agents whose Python or `rlbot` has a version that does not fit."""
    return {
        key: CardFix(reason=sentences(problem.message, problem.fix), words=_edit_words(problem.path), file=problem.path)
        for key, problem in found.items()
    }


def of_missing(found: "Iterable[MissingPackages]", *, is_running: bool = False) -> dict[str, CardFix]:
    """What helps agents that could not import something, by their keys; `is_running` is while their match goes on."""
    fixes = {}
    for missing in found:
        if missing.can_install:
            words = _restart_words() if is_running else _install_words()
            fixes[missing.key] = CardFix(reason=missing.fix, words=words, installs=True)
        else:
            words = _edit_words(missing.requirements)
            fixes[missing.key] = CardFix(reason=missing.fix, words=words, file=missing.requirements)
    return fixes


def installing() -> CardFix:
    """What the card says meanwhile."""
    return CardFix(reason=translate("PackageController", "Installing its packages, then restarting it."), words="")


def _fix_of(need: "Need", agent: "AgentSource") -> CardFix:
    lacks = [f"{lack.requirement.title} {spoken(lack.reason)}" for lack in need.lacks]
    reason = ", ".join(lacks[:MOST_NAMED]) + (", ..." if len(lacks) > MOST_NAMED else "")
    if need.can_install:
        return CardFix(reason=reason, words=_install_words(), installs=True)
    how = translate("PackageController", "Install it for '{0}': {1}.").format(
        need.choice.python, need.choice.kind.value
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
