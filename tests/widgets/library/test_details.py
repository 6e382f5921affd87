"""Details of the current entry, and actions on its files."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from runtime.model.entries import EntryDetails, EntryFile
from tests.widgets.library.shown_entries import CONTROL, ROOT, entry, relations_of
from widgets.library.details_pane import ABOUT, FILES, README, partner_of
from widgets.library.values import FileAction, FileActionRequested


@pytest.mark.parametrize(
    ("key", "modifiers", "action"),
    [
        (Qt.Key.Key_F, CONTROL | Qt.KeyboardModifier.ShiftModifier, FileAction.OPEN_FOLDER),
        (Qt.Key.Key_E, CONTROL, FileAction.EDIT),
        (Qt.Key.Key_C, CONTROL | Qt.KeyboardModifier.ShiftModifier, FileAction.COPY_PATH),
    ],
)
def test_actions_for_files(full, qtbot, key, modifiers, action):
    with qtbot.waitSignal(full.other_requested) as asked:
        QTest.keyClick(full.view, key, modifiers)
    assert asked.args == [FileActionRequested(path=ROOT / "Alpha" / "bot.toml", action=action)]
    button = {
        FileAction.OPEN_FOLDER: full.details.folder,
        FileAction.EDIT: full.details.edit,
        FileAction.COPY_PATH: full.details.copy,
    }[action]
    with qtbot.waitSignal(full.other_requested) as asked:
        button.click()
    assert asked.args[0].action is action


def test_readme_and_files_follow_the_entry(full, qtbot):
    path = ROOT / "Alpha" / "bot.toml"
    full.details.tabs.setCurrentIndex(README)
    assert full.details.text.toPlainText() == "Reading …"
    files = (EntryFile(name="src/bot.py", size=2048),)
    full.show_details(EntryDetails(path=ROOT / "Beta" / "bot.toml", readme="# Wrong"))
    assert full.details.text.toPlainText() == "Reading …"
    full.show_details(EntryDetails(path=path, readme="# Right\n\n<b>raw</b> **bold**", files=files, is_cut=True))
    assert "Right" in full.details.text.toPlainText()
    full.details.tabs.setCurrentIndex(FILES)
    text = full.details.text.toPlainText()
    assert "src/bot.py" in text
    assert "2.0 kB" in text
    assert "More files" in text
    full.details.tabs.setCurrentIndex(ABOUT)
    assert "abcd1234" in full.details.text.toPlainText()


def test_texts_of_a_bot_are_only_text(full):
    evil = '<img src="file:///etc/passwd"><script>x</script><h1>big</h1>'
    full.take_entries([entry("Alpha", description=evil, developer=evil, source_link="javascript:alert(1)")])
    assert evil in full.details.text.toPlainText()
    assert "javascript" in full.details.text.toPlainText()
    assert 'href="javascript' not in full.details.text.toHtml()


def test_nothing_is_loaded_for_a_readme(full, qtbot):
    asked = []
    browser = full.details.text
    assert browser.loadResource(2, "https://example.org/x.png") is None
    full.details.link_activated.connect(asked.append)
    full.details.tabs.setCurrentIndex(README)
    full.show_details(
        EntryDetails(path=ROOT / "Alpha" / "bot.toml", readme="![x](https://example.org/x.png) [go](https://a.b)")
    )
    browser.anchorClicked.emit("https://a.b")
    assert asked == ["https://a.b"]


def test_relations_are_reported_whoever_has_them(full, qtbot):
    beta = entry("Beta <i>", tags=("enables-x",))
    full.details.show_relations(relations_of(beta, entry("Gamma")))
    assert "<b>x</b>: with Beta <i>, Gamma" in full.details.text.toPlainText()
    with qtbot.waitSignal(full.details.entry_wanted) as wanted:
        full.details.text.anchorClicked.emit(QUrl("partner:1"))
    assert wanted.args == [ROOT / "Gamma" / "bot.toml"]
    full.details.tabs.setCurrentIndex(README)
    with qtbot.waitSignal(full.other_requested) as other:
        full.details.text.anchorClicked.emit(QUrl("partner:1"))
    assert other.args == ["partner:1"], "what a README says is no more than a link"


@pytest.mark.parametrize("address", ["partner:", "partner:2", "partner:-1", "partner:1x", "partner:²", "entry:0", "x"])
def test_a_link_that_leads_to_no_partner(address):
    assert partner_of(address, relations_of(entry("A"), entry("B"))) is None
    assert partner_of("partner:9" + "9" * 5000, relations_of(entry("A"))) is None


def test_relations_go_with_their_entry(full):
    full.details.show_relations(relations_of(entry("Gamma")))
    full.view.setCurrentIndex(full.model.index(1))
    assert "Gamma" not in full.details.text.toPlainText()
