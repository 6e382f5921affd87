"""The window in another language."""

import functools
import logging
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QLabel, QTabBar, QWidget

from app.services import translation
from app.services.paths import config_dir
from app.services.settings import Settings, SettingsFile
from resources.languages import LANGUAGES, translation_source
from resources.looks import Theme, looks
from runtime.model.events import AgentChanged, MatchNoted, PackagesWanted, StageChanged, SwapChanged
from runtime.model.messages import Message, sentences
from runtime.model.states import AgentState, MatchStage, Outcome, StageState, SwapMode, SwapOutcome, SwapState
from tests.labels import texts
from tests.translations import messages, runtime_templates
from tests.values import a_swap
from widgets.stage.stage_panel import StagePanel
from widgets.words import Counts, key_text

ROOT = Path(__file__).resolve().parents[3]


class Speaker:
    """A system whose user prefers these languages, in this order."""

    def __init__(self, *names):
        self._names = names

    def __call__(self):
        return self

    def uiLanguages(self):  # noqa: N802 - Qt's name
        return list(self._names)


def start_word():
    return QCoreApplication.translate("Commands", "Start the match")


@pytest.mark.parametrize(("language", "word"), [("de", "Spiel starten"), ("en", "Start the match")])
def test_the_language_that_was_chosen(speak, language, word):
    assert speak(language) == language
    assert start_word() == word
    assert QLocale().name().startswith(language) or QLocale.system().name().startswith(language)


@pytest.mark.parametrize(
    ("names", "language"),
    [
        (("de-Latn-AT", "de-AT", "de"), "de"),
        (("de_DE",), "de"),
        (("en-GB", "de-DE"), "en"),
        (("fr-FR", "de-DE", "en"), "de"),
        (("fr-FR", "den"), "en"),
        (("C",), "en"),
        ((), "en"),
    ],
)
@pytest.mark.parametrize("asked", ["", "xx"])
def test_else_the_first_language_of_the_system_that_we_have(monkeypatch, names, language, asked):
    monkeypatch.setattr(translation, "system_languages", Speaker(*names).uiLanguages)
    assert translation.chosen_language(asked) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_was_chosen_wins_over_the_system(monkeypatch, language):
    monkeypatch.setattr(translation, "system_languages", Speaker("de" if language == "en" else "en").uiLanguages)
    assert translation.chosen_language(language) == language


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 Warnungen"), (1, "1 Warnung"), (2, "2 Warnungen"), (21, "21 Warnungen")]
)
def test_counts_in_german(speak, count, words):
    speak("de")
    assert Counts().warnings(count) == words


def test_qt_speaks_the_language_too(speak, qtbot):
    speak("de")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert box.buttons()[0].text() == "Abbrechen"
    assert key_text("Ctrl+Return") == "Strg+Enter"
    stage = StagePanel(looks(Theme.DARK))
    qtbot.addWidget(stage)
    assert stage.replay.skip_button.text() == "Überspringen (Leertaste)"


def test_without_files_the_window_speaks_english_and_the_log_says_so(speak, monkeypatch, tmp_path, caplog):
    monkeypatch.setattr(translation, "translation_file", lambda language: tmp_path / f"{language}.qm")
    with caplog.at_level(logging.WARNING):
        speak("de")
    assert start_word() == "Start the match"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "de.qm" in caplog.text


def test_a_broken_file_is_no_end(speak, monkeypatch, tmp_path):
    broken = tmp_path / "broken.qm"
    broken.write_bytes(b"\x3c\xb8\x64\x18\xca\xef\x9c\x95 and then nothing of use")
    monkeypatch.setattr(translation, "translation_file", lambda _language: broken)
    speak("de")
    assert start_word() == "Start the match"


def test_a_german_window(speak, make_desktop, runner):
    speak("de")
    window = make_desktop(lambda match, choice: runner).window
    labels = {label.text() for label in window.findChildren(QLabel)}
    assert {"Blau", "Orange", "Anstoß", "Läuft", "Nicht gestartet"} <= labels
    assert window.bottom.start_button.toolTip() == "Spiel starten (Strg+Enter)"
    assert window.bottom.stop_button.text() == "Stopp"
    assert window.header.save_button.text().strip() == "Speichern"
    assert [window.pages.tabText(index) for index in range(2)] == ["Teams", "Spieleinstellungen"]
    assert [action.text() for action in window.workspace.actions_of_panels] == [
        *("Bibliothek", "Kurven", "Protokoll", "Probleme", "Meldungen", "Ticker", "Sandbox")
    ]
    assert texts(window.header)[1].startswith("2 Autos · Soccar")
    assert texts(window.header)[1].endswith("5 Minuten")
    assert window.stage.canvas.accessibleDescription() == "Drück Start, um dieses Spiel zu spielen."
    assert texts(window.teams[0].cards[0])[1] == "● nicht gestartet"
    assert "Befehlspalette" in {action.text() for action in window.commands.all}


SAYING = (
    *("text", "toolTip", "accessibleName", "accessibleDescription", "placeholderText", "windowTitle", "title"),
    *("specialValueText", "currentText"),
)
"""Properties of Qt whose texts the user sees or hears."""


def said(window):
    """Returns every text of a window and its menus."""
    parts = [window, *window.findChildren(QWidget), *window.findChildren(QAction)]
    found = {str(value) for part in parts for name in SAYING if (value := part.property(name))}
    for box in window.findChildren(QComboBox):
        found |= {box.itemText(place) for place in range(box.count())}
    for tabs in window.findChildren(QTabBar):
        found |= {tabs.tabText(place) for place in range(tabs.count())}
    return {line.strip(" ✓") for text in found for line in (text, *text.splitlines())}


def test_nothing_in_a_german_window_is_english(speak, make_desktop, runner):
    speak("de")
    window = make_desktop(lambda match, choice: runner).window
    texts = said(window)
    held = messages(translation_source("de"))
    german = {translation for message in held for translation in message.translations}
    english = {message.source for message in held} - german
    assert len(texts & german) > 120
    assert texts & english == set()


@functools.cache
def templates():
    return frozenset(runtime_templates())


def runtime_message(template, **args):
    """A message as the runtime creates it; fails if no module of the runtime has this template."""
    assert template in templates()
    return Message("test", template, tuple(args.items()))


ORDINARY = (
    lambda agent, record: StageChanged(
        stage=MatchStage.AGENTS,
        state=StageState.RUNNING,
        text=runtime_message(
            "{what}, {seconds:g} s left",
            what=runtime_message("waiting for {what}", what=("Ada (blue-1)", "Bob (orange-1)")),
            seconds=45.0,
        ),
    ),
    lambda agent, record: AgentChanged(
        agent=agent(
            0,
            "Ada",
            AgentState.RESTARTING,
            reason=sentences(
                runtime_message(
                    "{end}: {error}.",
                    end=runtime_message(
                        "Ended while playing ({how})", how=runtime_message("exited with code {code}", code=1)
                    ),
                    error="bot.py:3: KeyError",
                ),
                runtime_message(
                    "Restarts in {seconds:g} s ({count}).",
                    seconds=2.0,
                    count=runtime_message("{number} of {limit} in {seconds:g} s", number=1, limit=3, seconds=60.0),
                ),
            ),
        )
    ),
    lambda agent, record: AgentChanged(
        agent=agent(
            1,
            "Bob",
            AgentState.HUNG,
            reason=runtime_message("Answered nothing for {frames:,} frames, so it was killed.", frames=1200),
        )
    ),
    lambda agent, record: AgentChanged(
        agent=agent(
            1,
            "Bob",
            swap_state=SwapState.REFUSED,
            swap_text=sentences(
                runtime_message(
                    "It ended before it was ready ({how})", how=runtime_message("exited with code {code}", code=1)
                ),
                runtime_message("Version {version} keeps running.", version=1),
            ),
        )
    ),
    lambda agent, record: AgentChanged(
        agent=agent(
            0,
            "Ada",
            swap_mode=SwapMode.ASK,
            swap_state=SwapState.CHANGED,
            swap_text=runtime_message("{files:,} and {more} more", files=("a.py", "b.py"), more=2),
        )
    ),
    lambda agent, record: SwapChanged(record=record),
    lambda agent, record: MatchNoted(text=runtime_message("No change is waiting for an answer.")),
    lambda agent, record: PackagesWanted(
        names=("Ada",),
        missing=(
            runtime_message(
                "{requirement} {reason} ({location})",
                requirement="numpy>=2",
                reason=runtime_message("is not installed"),
                location="requirements.txt:3",
            ),
        ),
    ),
    lambda agent, record: StageChanged(
        stage=MatchStage.READY,
        state=StageState.FAILED,
        text=sentences(
            runtime_message("{agents} did not become ready within {seconds:g} s.", agents=("Ada",), seconds=90.0),
            runtime_message("Last output: {output}.", output="x"),
        ),
    ),
)
"""Common events of matches, with messages of the runtime."""
ENGLISH = re.compile(
    r"\b(?:waiting|within|while|the|is|it|with|for|of|and|more|plays|killed|not|did|ended|last|left)\b"
)


def test_what_happens_in_matches_is_reported_in_german(speak, make_desktop, runner, make_agent, make_result, qtbot):
    speak("de")
    desktop = make_desktop(lambda match, choice: runner)
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    record = a_swap(
        SwapOutcome.FAILED,
        name="Ada",
        version=1,
        reason=sentences(
            runtime_message("It was not ready within {seconds:g} s", seconds=60.0),
            runtime_message("Version {version} keeps running.", version=1),
        ),
    )
    before = said(desktop.window)
    for make in ORDINARY:
        desktop.session.bridge.post(make(make_agent, record))
        qtbot.wait(1)
        news = said(desktop.window) - before
        assert news
        assert [text for text in news if ENGLISH.search(text)] == []
        before |= news
    desktop.window.bottom.show_result(
        make_result(
            outcome=Outcome.FAILED, reason=runtime_message("The game sent nothing for {seconds:g} s.", seconds=30.0)
        )
    )
    assert desktop.window.bottom.line.text() == "Fehlgeschlagen: Das Spiel hat 30 s lang nichts gesendet."
    desktop.window.bottom.show_result(make_result(reason=runtime_message("Orange won {score}.", score="2:1")))
    assert desktop.window.bottom.line.toolTip().endswith("Orange gewann 2:1.")


BROKEN = """[match]
game_mode = "Soccer Ball"
gravity = "Low"
[mutators]
gravity = "Lowest"
[[cars]]
config_file = "nobody/bot.toml"
team = 7
[[scripts]]
config_file = "nobody/script.toml"
"""


def test_what_is_wrong_with_documents_is_reported_in_german(speak, make_desktop, runner, tmp_path, qtbot):
    speak("de")
    match = tmp_path / "match.toml"
    match.write_text(BROKEN, encoding="utf-8")
    desktop = make_desktop(lambda match, choice: runner)
    before = said(desktop.window)
    assert desktop.document.open(match)
    rows = desktop.window.problems.rows
    assert rows.count() == 6
    told = said(desktop.window) - before
    told |= {rows.item(row).text() for row in range(6)} | {rows.item(row).toolTip() for row in range(6)}
    told = {line.replace(f"{tmp_path}", "") for line in told if not line.startswith("nobody")}
    assert [text for text in told if re.search(r"\b(?:is|has|but|does|not|you|of|Use|belongs)\b", text)] == []
    place = "/match.toml:5: Fehler: "
    assert f'{place}Für gravity gibt es den Wert "Lowest" nicht. Meintest du "Low"?' in told
    assert not desktop.document.open(tmp_path / "match.tml")
    notice = desktop.window.notices.notice.text
    assert f'{tmp_path / "match.tml"}: Fehler: Diese Datei gibt es nicht. Meintest du "' in notice
    with qtbot.waitSignal(desktop.document.refused) as refused:
        desktop.document.edit("", lambda document: document.remove_car(3))
    assert refused.args == ["cars[3] gibt es nicht, also lässt es sich nicht entfernen."]


def test_paths_that_cannot_be_opened_are_reported_in_german(speak, make_desktop, runner, tmp_path):
    speak("de")
    desktop = make_desktop(lambda match, choice: runner)
    matches = (tmp_path / "a.toml", tmp_path / "b.toml")
    for path in matches:
        path.write_text("", encoding="utf-8")
    told = []
    for paths in ((tmp_path,), (tmp_path / "c.toml",), matches):
        desktop.incoming.take_start(paths)
        told.append(desktop.window.bottom.line.text())
    assert told == [
        f"Der Ordner {tmp_path} enthält keine bot.toml.",
        f"Datei nicht gefunden: {tmp_path / 'c.toml'}",
        "Es kann nur ein Spiel offen sein: Gib eine Spieldatei an und beliebig viele Bots.",
    ]


START = """
import os, sys
import app.program
from PySide6.QtCore import QCoreApplication

def furnish(frame):
    print(QCoreApplication.translate("Commands", "Start the match"), flush=True)
    os._exit(0)

app.program.Frame.furnish = furnish
app.program.run_window(None, (), is_new=True)
"""
"""A program that starts the window in its own process and ends just before the window is filled."""


@pytest.mark.parametrize(("language", "word"), [("de", "Spiel starten"), ("en", "Start the match")])
def test_a_start_sets_the_language_before_it_fills_the_window(language, word):
    SettingsFile(config_dir()).save(Settings(language=language))
    done = subprocess.run([sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{word}\n"


def test_the_folder_of_qt_holds_its_german(qapp):
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    assert QTranslator().load(f"{folder}/qtbase_de.qm")
