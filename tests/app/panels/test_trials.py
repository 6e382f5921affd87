"""The window reports trials of new versions and ways back to old ones, in both languages."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from app.services.settings import Settings, SettingsFile
from app.session.match_runner import match_runner
from runtime.agents.swaps.runner import HUNG
from runtime.model.events import AgentChanged, SwapChanged
from runtime.model.messages import literal, message, sentences
from runtime.model.problems import Problem, Severity
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from tests.labels import labels
from tests.runtime.conftest import Workshop
from tests.runtime.match.broken_versions import BOT, KINDS, line_of, program
from tests.values import a_swap
from widgets.notices.notice import BAD
from widgets.preferences.preferences_dialog import PreferencesDialog
from widgets.teams.card_words import swap_line

FAILED_WORDS = {
    "en": (
        "rejected: It raised an error on trial: bot.py:{line}: ValueError: no ball. Version 1 keeps running.",
        "ada: new version rejected. It raised an error on trial: bot.py:{line}: ValueError: no ball. "
        "Version 1 keeps running.",
        "Open line {line}",
    ),
    "de": (
        "abgelehnt: Sie hat in der Probe einen Fehler ausgelöst: bot.py:{line}: ValueError: no ball. "
        "Version 1 spielt weiter.",
        "ada: Neue Version abgelehnt. Sie hat in der Probe einen Fehler ausgelöst: bot.py:{line}: ValueError: no ball. "
        "Version 1 spielt weiter.",
        "Zeile {line} öffnen",
    ),
}
RETURNED_WORDS = {
    "en": (
        "rejected: Version 2 failed {s} s after it took over; version 1 plays on. It raised an error: bot.py:{line}: "
        "ValueError: no ball.",
        "ada plays version 1 again. Version 2 failed {s} s after it took over; version 1 plays on. It raised an error: "
        "bot.py:{line}: ValueError: no ball.",
        "Open line {line}",
    ),
    "de": (
        "abgelehnt: Version 2 ist {s} s nach der Übernahme gescheitert; Version 1 spielt weiter. Sie hat einen Fehler "
        "ausgelöst: bot.py:{line}: ValueError: no ball.",
        "ada spielt wieder Version 1. Version 2 ist {s} s nach der Übernahme gescheitert; Version 1 spielt weiter. Sie "
        "hat einen Fehler ausgelöst: bot.py:{line}: ValueError: no ball.",
        "Zeile {line} öffnen",
    ),
}
STEPS = (
    ("raises in the first answer", SwapOutcome.FAILED, FAILED_WORDS),
    ("raises in the hundredth", SwapOutcome.RETURNED, RETURNED_WORDS),
)


@pytest.fixture
def real(make_desktop, monkeypatch, mesh_cache, tmp_path):
    """Opens a window with a real match of one bot, whose source is the second value."""
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    source = Workshop(tmp_path).bot("ada", program(BOT))
    document = tmp_path / "match.toml"
    document.write_text('[match]\nstart_without_countdown = true\n[[cars]]\nteam = 0\nconfig_file = "ada/bot.toml"\n')

    def make():
        settings = Settings(swap_mode=SwapMode.AUTO.value)
        return make_desktop(lambda match, choice: match_runner(match, choice, settings), document), source

    return make


@pytest.mark.parametrize("language", FAILED_WORDS)
def test_versions_that_fail_are_told_where_the_author_looks(speak, real, qtbot, opener, language):
    speak(language)
    desktop, source = real()
    records, window = [], desktop.window
    desktop.session.bridge.swap_changed.connect(lambda event: records.append(event.record))
    window.bottom.start_button.click()
    qtbot.waitUntil(lambda: window.teams[0].cards[0].card.state is AgentState.PLAYING, timeout=60_000)
    feed = desktop.panels["feed"].panel
    for kind, outcome, words in STEPS:
        records.clear()
        text = program(BOT, KINDS[kind])
        source.write_text(text)
        qtbot.waitUntil(lambda outcome=outcome: bool(records) and records[-1].outcome is outcome)
        reason = records[-1].reason
        values = {"line": line_of(text, KINDS[kind]), "s": f"{dict(reason.args).get('seconds', 0.0):.1f}"}
        values["s"] = values["s"].replace(".", "," if language == "de" else ".")
        card, notice, button = (each.format(**values) for each in words[language])
        qtbot.waitUntil(lambda card=card: labels(window.teams[0].cards[0])[-1].text() == card)
        assert labels(window.teams[0].cards[0])[-1].property("tone") == "bad"
        assert (window.notices.notice.tone, window.notices.notice.text) == (BAD, notice)
        assert window.notices.property("tone") == BAD
        assert window.notices.action_button.text() == button
        assert feed.model.rows[-1].text == notice
        window.notices.action_button.click()
        assert opener.opened.pop() == source.as_uri()
    assert window.teams[0].cards[0].card.swap.version == 1
    assert window.teams[0].cards[0].card.state is AgentState.PLAYING
    desktop.session.stop()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "trying the new version: bot.py"), ("de", "erprobt die neue Version: bot.py")]
)
def test_a_trial_is_shown_on_the_card(speak, make_desktop, runner, make_agent, qtbot, language, words):
    speak(language)
    desktop = make_desktop(lambda match, choice: runner)
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    agent = make_agent(0, "Striker", swap_state=SwapState.TRIAL, swap_text="bot.py")
    desktop.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
    card = desktop.window.teams[0].cards[0]
    qtbot.waitUntil(lambda: bool(card.card.swap.text))
    assert (labels(card)[-1].text(), labels(card)[-1].property("tone")) == (words, "accent")
    assert swap_line(replace(card.card.swap, text="")) == words.partition(":")[0]


@pytest.mark.parametrize(
    ("how", "german"),
    [
        (
            message("x", "It answered no packet within {seconds:g} s", seconds=5.0),
            "Sie hat in 5 s kein Paket beantwortet",
        ),
        (
            message(
                "x",
                "It answered only {answers} of {packets} packets within {seconds:g} s",
                answers=2,
                packets=5,
                seconds=5.0,
            ),
            "Sie hat in 5 s nur 2 von 5 Paketen beantwortet",
        ),
        (
            message("x", "It used more than {megabytes:,} MB of memory before it took over", megabytes=4096),
            "Sie hat vor der Übernahme mehr als 4.096 MB Speicher belegt",
        ),
        (message("x", "It ended ({how})", how="exit code 3"), "Sie wurde beendet (exit code 3)"),
        (
            message("x", "It ended before it was ready ({how})", how="exit code 3"),
            "Sie endete, bevor sie bereit war (exit code 3)",
        ),
        (message("x", "It was not ready within {seconds:g} s", seconds=30.0), "Sie war binnen 30 s nicht bereit"),
        (HUNG, "Sie hat nicht mehr geantwortet"),
    ],
)
def test_every_reason_is_told_in_german_on_the_card(speak, make_desktop, runner, make_agent, qtbot, how, german):
    speak("de")
    desktop = make_desktop(lambda match, choice: runner)
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    problem = message(
        "x", "{place}: {problem}", place="bot.py:9", problem=message("x", "It was still running this line.")
    )
    cause = message("x", "{how}: {problem}", how=how, problem=problem)
    text = sentences(cause, message("x", "Version {version} keeps running.", version=1))
    agent = make_agent(0, "Striker", swap_state=SwapState.REFUSED, swap_text=text)
    desktop.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
    card = desktop.window.teams[0].cards[0]
    expected = f"abgelehnt: {german}: bot.py:9: Sie führte diese Zeile noch aus. Version 1 spielt weiter."
    qtbot.waitUntil(lambda: bool(card.card.swap.text))
    assert labels(card)[-1].text() == expected


@pytest.mark.parametrize("outcome", [SwapOutcome.FAILED, SwapOutcome.RETURNED])
@pytest.mark.parametrize("has_line", [True, False])
def test_a_failure_without_a_known_line_has_no_button(desktop, qtbot, tmp_path, outcome, has_line):
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    problem = Problem(severity=Severity.ERROR, path=tmp_path, line=7 if has_line else None, message=literal("Odd."))
    record = a_swap(outcome, reason=literal("It ended."), problems=(problem,))
    desktop.session.bridge.swap_changed.emit(SwapChanged(record=record))
    strip = desktop.window.notices
    assert (strip.notice.tone, strip.action_button.isVisible()) == (BAD, has_line)
    assert strip.notice.stays


def test_a_notice_about_a_failed_version_goes_with_the_next_one(desktop, make_agent, qtbot):
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    bridge, strip = desktop.session.bridge, desktop.window.notices
    bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker", swap_state=SwapState.REFUSED)))
    bridge.swap_changed.emit(SwapChanged(record=a_swap(SwapOutcome.RETURNED, reason=literal("It ended."))))
    assert strip.notice is not None
    bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker", swap_state=SwapState.CHECKING)))
    assert strip.notice is None


@pytest.mark.parametrize(
    ("language", "row", "boxes", "none", "name"),
    [
        ("en", "Old version", ("stays 5 s", "up to 4096 MB"), "not at all", "Memory limit of a second version"),
        ("de", "Alte Version", ("bleibt 5 s", "bis 4096 MB"), "gar nicht", "Speichergrenze einer zweiten Version"),
    ],
)
def test_the_limits_of_a_second_version_are_settings(
    speak, make_desktop, runner, home_of_its_own, language, row, boxes, none, name
):
    speak(language)
    desktop = make_desktop(lambda match, choice: runner)
    desktop.window.commands.settings.trigger()
    page = desktop.window.findChild(PreferencesDialog)
    assert row in [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    assert (page.keep_former.text(), page.second_version.text()) == boxes
    assert page.second_version.accessibleName() == name
    assert page.keep_former.toolTip() == page.second_version.toolTip() != ""
    page.keep_former.setValue(0)
    page.second_version.setValue(512)
    assert page.keep_former.text() == none
    kept = desktop.settings.settings
    assert (kept.keep_former_s, kept.second_version_mb) == (0, 512)
    desktop.settings.flush()
    kept = SettingsFile(home_of_its_own / "config").load()
    assert (kept.keep_former_s, kept.second_version_mb) == (0, 512), "also after a restart"
    page.close()
