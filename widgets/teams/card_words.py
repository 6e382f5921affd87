"""Texts of a card."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from runtime.model.game_facts import TICK_MS
from runtime.model.states import AgentState, SwapState
from runtime.model.values import ServiceFigures
from widgets.looks import AGENT_TONES
from widgets.messages import rendered
from widgets.teams.card_value import CardAction, CardKind, CardValue, Figures, SwapValue
from widgets.words import key_text, number, percentage, size_words, skill_name, word_of

translate = QCoreApplication.translate

LATE_WARNING: Final = 0.01
MIN_RATE: Final = 0.5
"""Answers per second below which an agent counts as silent."""
MANY_CORES: Final = 0.9
"""CPU share above which a bot has no time left."""
KEYS: Final = {
    CardAction.LOG: "Return",
    CardAction.SWAP: "S",
    CardAction.RESTART: "R",
    CardAction.BENCH: "B",
    CardAction.DRAWING: "D",
    CardAction.RENAME: "F2",
    CardAction.DUPLICATE: "Ctrl+D",
    CardAction.OTHER_TEAM: "Ctrl+Right",
    CardAction.UP: "Ctrl+Up",
    CardAction.DOWN: "Ctrl+Down",
    CardAction.REMOVE: "Del",
}
"""Shortcuts of the focused card."""
_ACTIONS: Final[Mapping[CardAction, object]] = MappingProxyType(
    {
        CardAction.LOG: QT_TRANSLATE_NOOP("AgentCard", "Show log"),
        CardAction.SWAP: QT_TRANSLATE_NOOP("AgentCard", "Reload from source"),
        CardAction.DECLINE: QT_TRANSLATE_NOOP("AgentCard", "Keep the running version"),
        CardAction.RESTART: QT_TRANSLATE_NOOP("AgentCard", "Restart"),
        CardAction.BENCH: QT_TRANSLATE_NOOP("AgentCard", "Bench bot"),
        CardAction.ERROR: QT_TRANSLATE_NOOP("AgentCard", "Show the last error"),
        CardAction.DRAWING: QT_TRANSLATE_NOOP("AgentCard", "Allow drawing"),
        CardAction.BACK: QT_TRANSLATE_NOOP("AgentCard", "Back to version"),
        CardAction.WRITE_BACK: QT_TRANSLATE_NOOP("AgentCard", "Put this version's source into the folder …"),
        CardAction.FIX: QT_TRANSLATE_NOOP("AgentCard", "Fix"),
        CardAction.DEBUG: QT_TRANSLATE_NOOP("AgentCard", "Debug"),
        CardAction.END_DEBUG: QT_TRANSLATE_NOOP("AgentCard", "Stop debugging"),
        CardAction.COPY_START: QT_TRANSLATE_NOOP("AgentCard", "Copy the start command"),
        CardAction.WRITE_LAUNCH: QT_TRANSLATE_NOOP("AgentCard", "Write launch configuration …"),
        CardAction.DEBUG_HELP: QT_TRANSLATE_NOOP("AgentCard", "How to debug"),
        CardAction.DUPLICATE: QT_TRANSLATE_NOOP("AgentCard", "Duplicate"),
        CardAction.REPLACE: QT_TRANSLATE_NOOP("AgentCard", "Replace with another bot …"),
        CardAction.RENAME: QT_TRANSLATE_NOOP("AgentCard", "Rename …"),
        CardAction.LOADOUT: QT_TRANSLATE_NOOP("AgentCard", "Choose a loadout …"),
        CardAction.SKILL: QT_TRANSLATE_NOOP("AgentCard", "Skill"),
        CardAction.AUTO_START: QT_TRANSLATE_NOOP("AgentCard", "Start automatically"),
        CardAction.OTHER_TEAM: QT_TRANSLATE_NOOP("AgentCard", "Move to the other team"),
        CardAction.UP: QT_TRANSLATE_NOOP("AgentCard", "Move up"),
        CardAction.DOWN: QT_TRANSLATE_NOOP("AgentCard", "Move down"),
        CardAction.EDIT_SOURCE: QT_TRANSLATE_NOOP("AgentCard", "Edit source"),
        CardAction.OPEN_FOLDER: QT_TRANSLATE_NOOP("AgentCard", "Open folder"),
        CardAction.REMOVE: QT_TRANSLATE_NOOP("AgentCard", "Remove from the match"),
    }
)


def action_words(action: CardAction, kind: CardKind = CardKind.BOT) -> str:
    """Returns the name of an action on a card of this kind."""
    if action is CardAction.BENCH and kind is CardKind.SCRIPT:
        return translate("AgentCard", "Stop script")
    return translate("AgentCard", str(_ACTIONS[action]))


def no_drawing() -> str:
    """Returns why agents of this match cannot draw."""
    return translate("AgentCard", "Drawing is disabled: “Drawing by bots” is off in this match's settings.")


def driver_words(kind: CardKind, developer: str) -> str:
    """Returns the developer of a car's driver, or the kind of driver."""
    if developer:
        return translate("AgentCard", "by {0}").format(developer)
    words = {
        CardKind.BOT: translate("AgentCard", "bot"),
        CardKind.HIVEMIND: translate("AgentCard", "hivemind"),
        CardKind.PSYONIX: translate("AgentCard", "Psyonix bot"),
        CardKind.HUMAN: translate("AgentCard", "human player"),
        CardKind.SCRIPT: translate("AgentCard", "script"),
    }
    return words[kind]


def version_words(version: int) -> str:
    """Returns the words for the return to a version."""
    return translate("AgentCard", "Back to version {0}").format(version)


def hint(action: CardAction, kind: CardKind = CardKind.BOT) -> str:
    """Returns the name of an action with its key."""
    keys, words = KEYS.get(action), action_words(action, kind)
    return f"{words} ({key_text(keys)})" if keys else words


def state_line(card: CardValue) -> str:
    """Returns the state, with its reason if there is one."""
    if card.state is None:
        return f"{card.about}, {skill_name(card.skill)}" if card.skill else card.about
    if words := _special_words(card):
        return f"● {words}"
    is_waiting = card.state in (AgentState.RESTARTING, AgentState.MANUAL)
    is_told = card.state.is_over or is_waiting or card.is_faulty or card.fix
    word = word_of(card.state)
    if card.reason and is_told:
        return f"● {word}: {rendered(card.reason)}"
    if is_slow(card):
        word = translate("AgentCard", "slow: {0} ms").format(number(card.figures.slow_ms or 0.0, 1))
    return f"● {word}"


def _special_words(card: CardValue) -> str:
    """Returns what matters more than the state; empty if nothing does."""
    if card.debug_port and not card.is_debugger_attached:
        return translate("AgentCard", "waiting for the debugger on port {0}").format(card.debug_port)
    if card.is_paused:
        return translate("AgentCard", "match paused")
    if is_debugged(card):
        return translate("AgentCard", "being debugged")
    return translate("AgentCard", "not answering") if _is_mute(card) else ""


def is_debugged(card: CardValue) -> bool:
    """Returns whether the match waits for the agent, because a debugger may hold it."""
    is_there = card.state is not None and card.state is not AgentState.MANUAL and not card.state.is_over
    return card.debug_port is not None and is_there


def state_tone(card: CardValue) -> str:
    """Returns the tone of the state; waiting, or stopping for a reason, is a warning."""
    if card.state is None:
        return "muted"
    if card.is_faulty:
        return "bad"
    if _is_mute(card) or is_slow(card):
        return "bad"
    if is_debugged(card) or card.is_paused or (card.state is AgentState.STOPPED and card.reason):
        return "warning"
    return AGENT_TONES[card.state]


def swap_line(swap: SwapValue) -> str:
    """Returns the progress of a swap; empty if there is none."""
    if swap.state is SwapState.IDLE:
        if swap.source_copy is not None:
            return translate("AgentCard", "version {0}; its folder has other source").format(swap.version)
        if swap.version > 1 or swap.earlier:
            return translate("AgentCard", "version {0}").format(swap.version)
        return ""
    word = word_of(swap.state)
    words = f"{word}: {rendered(swap.text)}" if swap.text else word
    if swap.has_gap and swap.state is SwapState.CHANGED:
        return translate("AgentCard", "{0}; the car stands still during a reload").format(words)
    if swap.has_gap and swap.state in (SwapState.CLEARING, SwapState.STARTING):
        return translate("AgentCard", "{0}; the car stands still").format(words)
    return words


def gap_words(swap: SwapValue) -> str:
    """Returns what a reload means in a game without standby; empty in other games."""
    if not swap.has_gap:
        return ""
    return translate("AgentCard", "A reload restarts the bot in this game: the car stands still until it plays again.")


def rate_words(card: CardValue) -> tuple[str, ...]:
    """Returns wordings of the answers per second, or of the description before a match; the longest first."""
    if card.state is None:
        return ("",)
    rate = card.figures.answers_per_s
    if rate is None or card.is_paused:
        return (card.about,)
    count = number(rate)
    return translate("AgentCard", "{0} answers/s").format(count), f"{count}/s"


def rate_tone(card: CardValue) -> str:
    """Returns the tone of the answers per second."""
    return "bad" if _is_mute(card) else "muted"


def _is_mute(card: CardValue) -> bool:
    """Returns whether the agent plays but sends no answers."""
    rate = card.figures.answers_per_s
    is_expected = card.state is AgentState.PLAYING and not card.is_paused and not is_debugged(card)
    return rate is not None and rate < MIN_RATE and is_expected


def is_slow(card: CardValue) -> bool:
    """Returns whether the agent plays and is one of the slow ones of the match."""
    return card.figures.slow_ms is not None and card.state is AgentState.PLAYING and not card.is_faulty


def slow_words(card: CardValue) -> str:
    """Returns what makes an agent slow; empty if it is not."""
    if not is_slow(card):
        return ""
    words = translate("AgentCard", "Slow: 5 % of its answers take {0} ms or longer; a tick lasts {1} ms.")
    return words.format(number(card.figures.slow_ms or 0.0, 1), number(TICK_MS, 1))


def usage_words(figures: Figures) -> tuple[str, ...]:
    """Returns wordings of CPU and memory usage and of the slots of a service, the longest first."""
    share = "" if figures.cpu_share is None else number(100 * figures.cpu_share)
    memory = size_words(figures.rss_bytes) if figures.rss_bytes else ""
    shares = (translate("AgentCard", "{0} % CPU").format(share), f"{share} %") if share else ("",)
    service = figures.service
    slots = "" if service is None else translate("AgentCard", "slots {0}/{1}").format(service.used, service.slots)
    wordings = [" · ".join(filter(None, (words, memory, more))) for more in (slots, "") for words in shares]
    return tuple(dict.fromkeys(wordings))


def service_words(service: ServiceFigures | None) -> tuple[str, ...]:
    """Returns what is to be said of the service that plays an agent, a line each; none without a service."""
    if service is None:
        return ()
    lines = [
        translate("AgentCard", "Agent service: {0} of {1} slots, matches: {2}").format(
            service.used, service.slots, service.matches
        ),
        translate("AgentCard", "{0} cars at once on average").format(number(service.batch, 1)) if service.batch else "",
    ]
    if service.latency_ms is not None and service.worst_ms is not None:
        lines.append(
            translate("AgentCard", "This car: {0} answers/s, {1} ms each, {2} ms at worst").format(
                number(service.answers_per_s), number(service.latency_ms, 1), number(service.worst_ms, 1)
            )
        )
    if service.reward is not None:
        lines.append(translate("AgentCard", "Mean reward: {0}").format(number(service.reward, 2)))
    if service.refused or service.restarts:
        lines.append(
            translate("AgentCard", "Refused games: {0}, restarts: {1}").format(service.refused, service.restarts)
        )
    if service.is_silent:
        lines.append(translate("AgentCard", "It does not answer."))
    return tuple(filter(None, lines))


def late_words(card: CardValue) -> str:
    """Returns the share of late answers; empty if it is unknown or there are none."""
    share = card.figures.late_share
    if share is None or _is_mute(card):
        return ""
    return translate("AgentCard", "{0} % late").format(percentage(share))


def late_tone(card: CardValue) -> str:
    """Returns the tone of the share of late answers; all agents of a busy machine have some, so slow ones are bad."""
    if is_slow(card):
        return "bad"
    return "warning" if (card.figures.late_share or 0.0) >= LATE_WARNING else "muted"
