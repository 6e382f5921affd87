"""Entries and folders for the library panel, and functions that read what it shows."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from runtime.model.entries import EntryKind, LibraryEntry, Relation, RelationKind, SourceVersion, folded
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from widgets.library.values import FolderState

BROKEN = Problem(
    severity=Severity.ERROR,
    path=Path("/b/w/bot.toml"),
    line=3,
    message=literal("It is wrong."),
    fix=literal("Mend it."),
)
ROOT = Path("/bots")
CONTROL = Qt.KeyboardModifier.ControlModifier


def entry(name, **changes):
    values = {
        "path": ROOT / name / "bot.toml",
        "root": ROOT,
        "kind": EntryKind.BOT,
        "name": name,
        "version": SourceVersion(digest="abcd1234", changed_s=1000.0, files=3),
        "searchable": folded(name),
    }
    return LibraryEntry(**{**values, **changes})


def folder(root=ROOT, **changes):
    values = {"root": root, "title": str(root), "total": 1, "is_scanning": False, "is_removable": True}
    return FolderState(**{**values, **changes})


def shown(panel):
    return [one.name for one in panel.model.shown]


def keys(panel, *strokes):
    for key, modifier in strokes:
        QTest.keyClick(panel.view, key, modifier)


def relations_of(*partners):
    return (Relation(kind=RelationKind.REQUIRES, word="<b>x</b>", partners=partners),)
