"""A made-up document: its reading, its problems and its form follow from its keys."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated

from app.document.form import apply, notes_of, rows_of
from runtime.documents import TextDocument
from runtime.documents.table import read_text
from runtime.model.keys import INTERNAL, Key, number, whole
from runtime.toml import loads
from widgets.shared.form import Entry, Section


class Format(Enum):
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    points: Annotated[int, Key("Points", number=whole(0))] = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    name: Annotated[str, Key("Name", path="cup.name")] = "Cup"
    format: Annotated[Format, Key("Format", path="cup.format", words=("All", "Knockout"))] = Format.ROUND_ROBIN
    games: Annotated[int, Key("Games", "Of each pairing", whole(1, 99), path="cup.games")] = 2
    seconds: Annotated[float | None, Key("Length (s)", number=number(1.0), path="cup.seconds")] = None
    bots: tuple[str, ...] = ()
    prizes: tuple[Prize, ...] = ()
    prize: Prize | None = None
    path: Annotated[Path, INTERNAL] = Path()


TEXT = """\
bots = ["a", "b"]
[cup]
format = "knockout"  # of 8
seconds = 90
[prize]
[[prizes]]
points = 5
"""


class CupDocument(TextDocument[Cup]):
    def reading(self):
        return read_text(self.text, self.problem_path, lambda top: top.read(Cup()))


def test_a_document_is_read_by_the_fields_of_its_class():
    cup = CupDocument(TEXT, None).reading().value
    assert cup == Cup(
        format=Format.KNOCKOUT, seconds=90.0, bots=("a", "b"), prizes=(Prize(points=5),), prize=Prize(points=3)
    )


def test_problems_have_line_key_and_fix():
    text = TEXT.replace('"knockout"', '"knockuot"').replace("= 90", '= "90"').replace("[cup]", "[cup]\ngame = 0")
    problems = CupDocument(text, None).reading().problems
    assert [(problem.line, problem.key, str(problem.fix)) for problem in problems] == [
        (3, "cup.game", 'Did you mean "games"?'),
        (4, "cup.format", 'Did you mean "knockout"?'),
        (5, "cup.seconds", "Write 90 without quotes."),
    ]


def test_the_form_shows_every_key_with_a_label_and_edits_it_in_place():
    document = CupDocument(TEXT, None)
    rows = rows_of(Cup, loads(document.text))
    assert [(row.label, row.field.entry, row.field.value, row.field.default) for row in rows] == [
        ("Name", Entry.TEXT, "", "Cup"),
        ("Format", Entry.CHOICE, "knockout", "round_robin"),
        ("Games", Entry.WHOLE, "", "2"),
        ("Length (s)", Entry.NUMBER, "90", ""),
        ("Points", Entry.WHOLE, "", "3"),
    ]
    assert rows[1].field.choices == (("round_robin", "All"), ("knockout", "Knockout"))
    assert rows[2].hint == "Of each pairing"
    apply(document, rows[1].field, "round_robin")
    apply(document, rows[2].field, "100")
    assert 'format = "round_robin"  # of 8\nseconds = 90\ngames = 100\n' in document.text
    notes = notes_of([Section(title="Cup", rows=rows)], document.reading().problems)
    assert list(notes) == [("cup", "games")]
