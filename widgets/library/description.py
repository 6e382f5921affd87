"""An entry's details as text that can be selected, read aloud and followed; whatever it says, it is only text."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from html import escape
from itertools import count
from pathlib import Path
from typing import Final

from resources.looks import Looks
from runtime.model.entries import EntryDetails, LibraryEntry, Relation, RelationKind
from runtime.model.problems import Problem
from widgets.library.words import translate
from widgets.sentences import spoken
from widgets.words import size_words

MANY = 1_000_000
PARTNER: Final = "partner:"
"""How links to other entries begin; the number of the partner follows, counted through all relations."""


def description_html(entry: LibraryEntry, looks: Looks, relations: Sequence[Relation] = ()) -> str:
    """Problems first, then what the entry says of itself, whom it needs, and what it is made of."""
    parts = [_problem_html(problem, entry.path, looks) for problem in entry.problems]
    if entry.description.strip():
        parts.append(f"<p>{_lines(entry.description)}</p>")
    if entry.fun_fact.strip():
        parts.append(f"<p><i>{_lines(entry.fun_fact)}</i></p>")
    rows = "".join(_row(label, value, looks) for label, value in _relation_facts(relations, looks))
    rows += "".join(_row(label, value, looks) for label, value in _facts(entry) if value)
    parts.append(f'<table cellspacing="0" cellpadding="0" style="margin-top:6px">{rows}</table>')
    return "".join(parts)


def partner_of(address: str, relations: Sequence[Relation]) -> LibraryEntry | None:
    """The entry that a link leads to; None where it leads elsewhere."""
    partners = [partner for relation in relations for partner in relation.partners]
    number_ = address.removeprefix(PARTNER)
    is_known = address.startswith(PARTNER) and number_.isdecimal() and len(number_) < len(str(MANY))
    return partners[int(number_)] if is_known and int(number_) < len(partners) else None


def files_html(details: EntryDetails, looks: Looks) -> str:
    """The files with their sizes."""
    rows = "".join(
        f'<tr><td>{escape(file.name)}</td><td align="right" style="color:{looks.muted};padding-left:10px">'
        f"{size_words(file.size)}</td></tr>"
        for file in details.files
    )
    more = f'<p style="color:{looks.muted}">{_more_words()}</p>' if details.is_cut else ""
    return f'<table cellspacing="0" cellpadding="1">{rows}</table>{more}'


def version_words(entry: LibraryEntry) -> str:
    """The digest of the sources and when they last changed; empty where it is not known."""
    version = entry.version
    if version is None:
        return ""
    mark = "~" if version.is_partial else ""
    if not version.changed_s:
        return f"{mark}{version.digest}"
    try:
        changed = datetime.fromtimestamp(version.changed_s).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return f"{mark}{version.digest}"
    return translate("Library", "{digest}, changed {when}").format(digest=f"{mark}{version.digest}", when=changed)


def _more_words() -> str:
    return translate("Library", "More files are not shown.")


def _facts(entry: LibraryEntry) -> tuple[tuple[str, str], ...]:
    return (
        (translate("Library", "Developer"), escape(entry.developer)),
        (translate("Library", "Language"), escape(entry.language)),
        (translate("Library", "Tags"), escape(", ".join(entry.tags))),
        (translate("Library", "Version"), escape(version_words(entry))),
        (translate("Library", "Source"), _link(entry.source_link)),
        (translate("Library", "Command"), f"<code>{escape(entry.run_command)}</code>" if entry.run_command else ""),
        (translate("Library", "Agent id"), escape(entry.agent_id)),
        (translate("Library", "Document"), escape(str(entry.path))),
    )


def _relation_facts(relations: Sequence[Relation], looks: Looks) -> Iterator[tuple[str, str]]:
    labels = {
        RelationKind.REQUIRES: translate("Library", "Requires"),
        RelationKind.SUPPORTS: translate("Library", "Supports"),
        RelationKind.ENABLES: translate("Library", "Provides"),
    }
    numbers = count()
    for relation in relations:
        links = [f'<a href="{PARTNER}{next(numbers)}">{escape(partner.name)}</a>' for partner in relation.partners]
        if links and relation.kind is RelationKind.ENABLES:
            words = translate("Library", "for {names}")
        elif links:
            words = translate("Library", "with {names}")
        elif relation.kind is RelationKind.REQUIRES:
            missing = translate("Library", "no script in the library provides it")
            words = f'<span style="color:{looks.warning}">{escape(missing)}</span>'
        elif relation.kind is RelationKind.SUPPORTS:
            words = escape(translate("Library", "no script in the library provides it"))
        else:
            words = escape(translate("Library", "nothing in the library needs it"))
        yield labels[relation.kind], f"{escape(relation.word)}: {words.format(names=', '.join(links))}"


def _row(label: str, value: str, looks: Looks) -> str:
    return f'<tr><td style="color:{looks.muted};padding-right:8px">{escape(label)}</td><td>{value}</td></tr>'


def _problem_html(problem: Problem, document: Path, looks: Looks) -> str:
    colour = looks.bad if problem.is_error else looks.warning
    name = problem.path.name if problem.path != document or problem.line is not None else ""
    place = f"{name}:{problem.line} " if problem.line is not None else f"{name} "
    fix = f"<br>→ {escape(spoken(problem.fix))}" if problem.fix else ""
    return f'<p><span style="color:{colour}">{escape(place.strip())} {escape(spoken(problem.message))}</span>{fix}</p>'


def _link(address: str) -> str:
    """A link where the address is one of the web, else its text."""
    if address.startswith(("https://", "http://")):
        return f'<a href="{escape(address, quote=True)}">{escape(address)}</a>'
    return escape(address)


def _lines(text: str) -> str:
    return "<br>".join(escape(line) for line in text.strip().splitlines())
