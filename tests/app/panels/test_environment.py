"""The environment page in a real window: findings, settings, and the download of a server with consent."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPushButton

from app.panels.environment.controller import EnvironmentController
from app.panels.environment.download import ServerDownload
from runtime.model.findings import Finding, FindingAction, FindingState
from runtime.model.messages import literal, message
from runtime.packs.model import FetchError, FetchKind, Offer, Origin
from runtime.packs.rlbot_server import SOURCE, InstalledServer
from tests.labels import labels
from widgets.packs.values import PackAction

AREA = message("area-server", "RLBotServer")
OFFER = Offer(
    source=SOURCE,
    version="v5.0.0",
    identity="1",
    origin=Origin.BUILD,
    address="https://example.org/RLBotServer",
    size=60_000_000,
    sha256="ab" * 32,
)


def a_finding(**changes):
    return replace(Finding("thing", FindingState.GOOD, literal("It is there.")), **changes)


class Page:
    """The page of a window, with findings and a download that a test controls."""

    def __init__(self, qtbot, desktop):
        self.qtbot, self.desktop = qtbot, desktop
        self.findings = [a_finding()]
        self.checks = []
        self.may_end = threading.Event()
        self.may_end.set()
        self.error = None
        self.downloads = []
        self.progress = None
        self.notices = []
        desktop.notifications.shown.connect(self.notices.append)
        self.download = ServerDownload(desktop.notifications, desktop.window, find=self._find, download=self._download)
        self.controller = EnvironmentController(desktop.context, self.download, collect=self._collect)
        self.controller.show_page()

    @property
    def dialog(self):
        return self.controller.dialog

    @property
    def texts(self):
        return [label.text() for label in labels(self.dialog)]

    @property
    def card(self):
        return self.dialog.download

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.controller.is_busy)

    def button(self, text):
        buttons = [each for each in self.dialog.findChildren(QPushButton) if each.isVisible() and each.text() == text]
        (button,) = buttons
        return button

    def press(self, action):
        self.qtbot.waitUntil(lambda: action in self.card.buttons)
        self.card.buttons[action].click()

    def _collect(self, checks):
        self.checks.append([probe.key for probe in checks])
        assert self.may_end.wait(20)
        return {AREA: tuple(self.findings)}

    def _find(self, progress):
        if self.error is not None:
            raise self.error
        return OFFER

    def _download(self, offer, progress):
        self.downloads.append(offer)
        self.progress = progress
        while not self.may_end.wait(0.01):
            progress.check()
        if self.error is not None:
            raise self.error
        return InstalledServer(path=Path("/servers/RLBotServer"), version=offer.version, sha256=offer.sha256)


@pytest.fixture
def page(qtbot, desktop):
    page = Page(qtbot, desktop)
    yield page
    page.may_end.set()
    if page.dialog is not None:
        page.dialog.close()


def test_the_command_opens_the_page_at_once_and_a_check_fills_it(desktop, qtbot):
    assert desktop.window.commands.environment in [
        action for group in desktop.window.commands.of_menu for action in group
    ]
    desktop.window.commands.environment.trigger()
    controller = desktop.panels["environment"]
    texts = [label.text() for label in labels(controller.dialog)]
    assert {"System", "RLBotServer", "Rocket League", "Folders", "Checking …"} <= set(texts)
    assert not controller.dialog.check_button.isEnabled()
    qtbot.waitUntil(lambda: not controller.is_busy)
    texts = [label.text() for label in labels(controller.dialog)]
    assert controller.dialog.summary.text() == "Matches can be played."
    assert any("The arena is painted in software." in text for text in texts)
    controller.dialog.close()


def test_a_finding_has_a_mark_with_words_its_text_and_its_fix(page):
    page.settle()
    page.findings = [
        a_finding(state=state, text=literal(f"It is {state.value}."), fix=literal("Mend it.")) for state in FindingState
    ]
    page.dialog.check_button.click()
    page.settle()
    names = {label.accessibleName() for label in labels(page.dialog)}
    words = ("Good", "For information", "Warning", "Missing")
    assert {f"{word}: It is {state.value}." for word, state in zip(words, FindingState, strict=True)} <= names
    assert page.texts.count("Mend it.") == 4


def test_what_prevents_all_matches_is_in_the_summary(page):
    page.settle()
    page.findings = [a_finding(prevents_matches=True)]
    page.dialog.check_button.click()
    page.settle()
    assert page.dialog.summary.text() == "No match can be played until this is fixed."


def test_a_request_during_a_check_leads_to_another_one(page):
    page.settle()
    page.may_end.clear()
    page.controller.check()
    page.controller.check()
    page.controller.check()
    page.may_end.set()
    page.qtbot.waitUntil(lambda: len(page.checks) == 3)
    page.settle()
    assert len(page.checks) == 3


def test_the_copied_report_has_no_names_of_the_user(page):
    page.findings = [a_finding(text=message("at", "It is {path}.", path=Path.home() / "server"))]
    page.settle()
    page.controller.check()
    page.settle()
    page.dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == "RLBotServer\n  ok       It is ~/server.\n"


def test_choices_about_the_game_are_settings_and_are_checked_again(page):
    page.settle()
    dialog, settings = page.dialog, page.desktop.settings
    dialog.command.setText(" wrapper -rlbot ")
    dialog.command.editingFinished.emit()
    dialog.starter.setCurrentIndex(dialog.starter.findData("kickabout"))
    dialog.starter.activated.emit(dialog.starter.currentIndex())
    dialog.anti_cheat.click()
    kept = settings.settings
    assert (kept.game_command, kept.game_starter, kept.has_anti_cheat) == ("wrapper -rlbot", "kickabout", True)
    page.qtbot.waitUntil(lambda: len(page.checks) >= 2)
    settings.change(game_command="other", theme="dark")
    assert dialog.command.text() == "other"
    page.settle()
    count = len(page.checks)
    settings.change(theme="light")
    assert len(page.checks) == count
    assert not page.controller.is_busy


def test_a_chosen_file_is_the_program_of_the_server(page, tmp_path):
    page.settle()
    page.findings = [a_finding(actions=(FindingAction.CHOOSE_SERVER,))]
    page.dialog.check_button.click()
    page.settle()
    page.button("Choose RLBotServer …").click()
    chooser = page.dialog.findChild(QFileDialog)
    chooser.fileSelected.emit(str(tmp_path / "RLBotServer"))
    chooser.close()
    assert page.desktop.settings.settings.server_program == str(tmp_path / "RLBotServer")
    assert page.dialog.program.text() == str(tmp_path / "RLBotServer")
    page.settle()


def test_stop_ends_the_server_that_matches_share(page, monkeypatch):
    stopped = []
    monkeypatch.setattr(page.desktop.session.kept_server, "stop", lambda: stopped.append(True))
    page.settle()
    page.findings = [a_finding(actions=(FindingAction.STOP_SERVER,))]
    page.dialog.check_button.click()
    page.settle()
    page.button("Stop server").click()
    assert stopped == [True]


@pytest.fixture
def offered(page):
    """A page with an offer, which waits for the user's consent."""
    page.settle()
    page.findings = [a_finding(actions=(FindingAction.DOWNLOAD_SERVER,))]
    page.dialog.check_button.click()
    page.settle()
    assert not page.card.isVisible()
    page.button("Download RLBotServer …").click()
    page.qtbot.waitUntil(lambda: PackAction.FETCH in page.card.buttons)
    return page


def test_an_offer_names_version_size_source_and_checksum_and_downloads_nothing(offered):
    for part in ("v5.0.0", "60 MB", "https://example.org/RLBotServer", "ab" * 32):
        assert part in offered.card.row.state
    assert offered.downloads == []
    offered.press(PackAction.DISMISS)
    assert not offered.card.isVisible()
    assert offered.downloads == []


def test_a_download_with_consent_replaces_a_configured_server(offered):
    offered.desktop.settings.change(server_program="/old/RLBotServer")
    offered.settle()
    count = len(offered.checks)
    offered.press(PackAction.FETCH)
    offered.qtbot.waitUntil(lambda: bool(offered.notices))
    assert offered.downloads == [OFFER]
    assert "/servers/RLBotServer" in offered.notices[0].text
    assert "ab" * 32 in offered.notices[0].text
    assert offered.desktop.settings.settings.server_program == ""
    assert not offered.card.isVisible()
    offered.qtbot.waitUntil(lambda: len(offered.checks) > count)
    offered.settle()


def test_a_download_shows_progress_can_be_cancelled_and_outlives_the_page(offered):
    offered.may_end.clear()
    offered.press(PackAction.FETCH)
    offered.qtbot.waitUntil(lambda: PackAction.CANCEL in offered.card.buttons)
    assert offered.card.bar.isVisible()
    offered.dialog.close()
    offered.controller.show_page()
    offered.press(PackAction.CANCEL)
    offered.qtbot.waitUntil(lambda: not offered.card.isVisible())
    assert offered.notices == []


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (FetchError(FetchKind.OFFLINE, literal("There is no network.")), "There is no network."),
        (ZeroDivisionError("division by zero"), "division by zero"),
    ],
)
def test_a_failed_download_says_why_and_can_be_tried_again(offered, error, part):
    offered.error = error
    offered.press(PackAction.FETCH)
    offered.qtbot.waitUntil(lambda: PackAction.RETRY in offered.card.buttons)
    assert part in offered.card.row.state
    offered.error = None
    offered.press(PackAction.RETRY)
    offered.press(PackAction.FETCH)
    offered.qtbot.waitUntil(lambda: len(offered.downloads) == 2)
    offered.qtbot.waitUntil(lambda: bool(offered.notices))
    offered.settle()


def test_the_focus_goes_from_top_to_bottom(offered):
    dialog = offered.dialog
    expected = [
        *dialog.download.buttons.values(),
        offered.button("Download RLBotServer …"),
        *(dialog.program, dialog.browse, dialog.command, dialog.starter, dialog.anti_cheat),
        *(dialog.copy_button, dialog.check_button, dialog.close_button),
    ]
    place = expected[0]
    order = []
    for _ in range(200):
        order += [place] if place in expected else []
        place = place.nextInFocusChain()
        if place is expected[0]:
            break
    assert order == expected
