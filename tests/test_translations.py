"""Every text of the window can be translated, and every shipped language translates all of them."""

import ast
import re
import shutil
from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from resources.languages import LANGUAGES, SOURCE_LANGUAGE, translation_file, translation_source
from tests.translations import PACKAGES, ROOT, TRANSLATED, messages, release, update

PLACEHOLDERS = re.compile(r"\{[^{}]*\}|%n|\((?:\S+\.toml ?)+\)|…$|:$|\n")
FORMS = {"de": 2}
SHOWING = {
    *("QAction", "QCheckBox", "QGroupBox", "QLabel", "QMenu", "QPushButton", "QRadioButton", "ElidedLabel", "Notice"),
    *("addAction", "addItem", "addMenu", "addRow", "addTab", "setAccessibleDescription", "setAccessibleName"),
    *("setInformativeText", "setItemText", "setLabelText", "setPlaceholderText", "setSpecialValueText", "setStatusTip"),
    *(
        "setTabText",
        "setTabToolTip",
        "setText",
        "setTitle",
        "setToolTip",
        "setWhatsThis",
        "setWindowTitle",
        "show_line",
        "show_refusal",
    ),
    *("show_note", "Panel", "Lamp", "CardFix", "tool_button", "push_button", "label", "heading", "list_widget"),
    *("ElidingBox", "ChoiceBox", "SearchLine"),
}
"""Calls that show a text to the user."""
TRANSLATING = {"tr", "translate", "QT_TRANSLATE_NOOP"}
NAMES = {"Kickabout", "[*] - Kickabout", " - Kickabout", " MB"}
"""The same in every language."""
TONES = {"good", "warning", "bad", "muted"}
NOT_SHOWN = {"key", "keys", "other_request", "request", "role", "tone"}
WINDOW = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if path.parent != ROOT / "app/commands"
)


@pytest.fixture(params=TRANSLATED)
def language(request):
    return request.param


def name_of(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def shown_literals(node):
    """Texts with words that a call shows untranslated."""
    if isinstance(node, ast.Call):
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and re.search(r"[A-Za-z]{2}", node.value) and node.value not in NAMES | TONES:
            yield node.value
    elif isinstance(node, ast.IfExp | ast.BoolOp | ast.BinOp | ast.JoinedStr | ast.Tuple | ast.List):
        for child in ast.iter_child_nodes(node):
            yield from shown_literals(child)


def untranslated(source):
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and name_of(call) in SHOWING:
            arguments = [*call.args, *(word.value for word in call.keywords if word.arg not in NOT_SHOWN)]
            for argument in arguments:
                yield from shown_literals(argument)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('label.setText("Hello")', ["Hello"]),
        ('QLabel(f"{count} cars")', [" cars"]),
        ('box.setToolTip(reason or "No match")', ["No match"]),
        ('box.setToolTip("One" if one else "Two")', ["One", "Two"]),
        ('label.setText(self.tr("Hello"))', []),
        ('label.setText(f"{name}: {value}")', []),
        ('label.setObjectName("Hello")', []),
    ],
)
def test_missing_translations_are_found(line, found):
    assert list(untranslated(line)) == found


@pytest.mark.parametrize("path", WINDOW, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_all_texts_of_the_window_are_translated(path):
    assert list(untranslated(path.read_text(encoding="utf-8"))) == []


def hidden(source):
    """Returns the lines of texts to translate that stand inside an f-string, where Qt's tools do not find them."""
    strings = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    calls = [node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if name_of(call) in TRANSLATING]


def test_texts_to_translate_stand_outside_f_strings():
    assert hidden("a = 1\nb = f\"{self.tr('Hello')} {a}\"") == [2]
    assert hidden('a = self.tr("Hello")\nb = f"{a}"') == []
    found = [f"{path.relative_to(ROOT)}:{line}" for path in WINDOW for line in hidden(path.read_text(encoding="utf-8"))]
    assert found == []


def test_every_language_has_its_files():
    assert set(TRANSLATED) == set(LANGUAGES) - {SOURCE_LANGUAGE}
    assert all(translation_source(code).is_file() and translation_file(code).is_file() for code in TRANSLATED)
    assert set(FORMS) == set(TRANSLATED)


def test_no_text_is_missing_unfinished_or_obsolete(language, tmp_path):
    held = messages(translation_source(language))
    copy = tmp_path / "copy.ts"
    shutil.copyfile(translation_source(language), copy)
    update(copy, language)
    there = {(message.context, message.source, message.comment) for message in messages(copy)}
    ours = {(message.context, message.source, message.comment) for message in held}
    assert there - ours == set(), "new texts: run python -m tests.translations, and translate them"
    assert ours - there == set(), "texts that are gone: run python -m tests.translations"
    assert [message for message in held if not message.is_finished] == []
    assert len(held) > 700


def test_every_message_of_the_window_is_translated_wherever_it_is_written(language):
    there = {message.source for message in messages(translation_source(language)) if message.context == "Runtime"}
    for package in ("app/session", "app/panels", "widgets", "runtime"):
        for path in (ROOT / package).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(call, ast.Call) and name_of(call) == "message" and len(call.args) == 2:
                    assert call.args[1].value in there, f"{path}:{call.lineno}"


def test_the_compiled_translation_matches_its_source(language, tmp_path):
    made = tmp_path / "made.qm"
    release(translation_source(language), made)
    assert made.read_bytes() == translation_file(language).read_bytes(), "run python -m tests.translations"


def test_placeholders_survive(language):
    wrong = [
        (message.source, translation)
        for message in messages(translation_source(language))
        for translation in message.translations
        if Counter(PLACEHOLDERS.findall(message.source)) != Counter(PLACEHOLDERS.findall(translation))
    ]
    assert wrong == []


def test_numbers_have_all_their_forms(language):
    counted = [message for message in messages(translation_source(language)) if "%n" in message.source]
    assert len(counted) >= 10
    assert {len(message.translations) for message in counted} == {FORMS[language]}


def mnemonic(text):
    return QKeySequence.mnemonic(text).toString()


def test_keys_of_labels_do_not_clash(language):
    keys: dict[str, list[str]] = {}
    for message in messages(translation_source(language)):
        (translation, *_) = message.translations
        assert bool(mnemonic(message.source)) is bool(mnemonic(translation)), translation
        if mnemonic(translation):
            keys.setdefault(message.context, []).append(mnemonic(translation))
    assert keys
    assert all(len(set(of_context)) == len(of_context) for of_context in keys.values()), keys
