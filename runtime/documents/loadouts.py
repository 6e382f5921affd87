"""Reading of loadout.toml: what a car wears on either team."""

from dataclasses import fields
from pathlib import Path
from typing import Final

from runtime.documents.model import Loadout, Paint, Reading
from runtime.documents.source import load
from runtime.documents.table import Table
from runtime.model.problems import Problem

TEAM_TABLES: Final = ("blue_loadout", "orange_loadout")
ITEM_KEYS: Final = tuple(field.name for field in fields(Loadout) if field.name != "paint")
PAINT_KEYS: Final = tuple(field.name for field in fields(Paint))

Loadouts = tuple[Loadout, Loadout]
"""What a car wears on blue and on orange."""


def read_loadout(path: Path) -> Reading[Loadouts]:
    """Reads a loadout.toml; a team that it leaves out wears the default items."""
    source, problems = load(path)
    findings: list[Problem] = list(problems)
    if source is None:
        return Reading.of(None, findings)
    top = Table(source, (), source.data, findings)
    top.check_keys(TEAM_TABLES, dict.fromkeys(ITEM_KEYS, "[blue_loadout] and [orange_loadout]"))
    blue, orange = (_loadout(top.table(name)) for name in TEAM_TABLES)
    return Reading.of((blue, orange), findings)


def _loadout(table: Table) -> Loadout:
    table.check_keys((*ITEM_KEYS, "paint"), dict.fromkeys(PAINT_KEYS, "the paint table of this team"))
    paint = table.table("paint")
    paint.check_keys(PAINT_KEYS, dict.fromkeys(ITEM_KEYS, "the team's table, above its paint"))
    return Loadout(
        **{key: table.item_number(key) for key in ITEM_KEYS},
        paint=Paint(**{key: paint.item_number(key) for key in PAINT_KEYS}),
    )
