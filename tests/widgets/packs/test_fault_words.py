"""What can go wrong with packs is said in the user's language, all of it."""

import ast
import re
from pathlib import Path

import runtime.packs
from runtime.packs.records import _AGAIN
from runtime.packs.source import EXPECTED
from widgets.packs.fault_words import FORMS, fault_words

ROOM = Path(runtime.packs.__file__).parent
SAID = {
    "{}": "{}",
    "{} is {}, not a .zip, .tar.xz or .tar.gz file.": "{} is a web page, not a .zip, .tar.xz or .tar.gz file.",
}
COMMAND_ONLY = ("There is no pack {}. Packs on this machine: {}.", "It was cancelled.")
PIECES = ("of type {}", "Try again in an hour.", "Try again at {}.", _AGAIN, "no document of version {}")
"""Parts of sentences; the sentences are tested whole."""


def bare(form):
    return re.sub(r"\{\w*\}", "{}", form)


def written(node):
    """The text of a node, with `{}` where a value stands; known sentences stand for the names they have."""
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return {"EXPECTED": EXPECTED, "_AGAIN": _AGAIN}.get(ast.unparse(node.value), "{}")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def sentences():
    for path in sorted(ROOM.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
        inner -= {id(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)}
        documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if id(node) in inner | documented:
                continue
            text = written(node)
            if re.search(r"[a-z] [a-z]", text) and (text.endswith(".") or text.endswith(" {}")):
                yield SAID.get(text, text)


def test_every_sentence_of_the_runtime_is_known():
    known = {bare(str(form)) for form in FORMS}
    said = set(sentences()) - set(COMMAND_ONLY) - set(PIECES)
    said.discard("{} has blocked further requests for now. {}")
    assert len(said) > 45
    assert said - known == set()


def test_the_runtime_says_every_sentence_that_is_known():
    said = {*sentences(), *(f"{{}} has blocked further requests for now. {end}" for end in PIECES[1:3])}
    said.add("{} is of type {}, not a .zip, .tar.xz or .tar.gz file.")
    said |= {EXPECTED, "and {} more"}
    assert {bare(str(form)) for form in FORMS} - said == set()


def test_values_stay_and_words_change(german):
    said = "api.github.com has blocked further requests for now. Try again at 22:41."
    assert fault_words(said) == "api.github.com nimmt vorerst keine Anfragen mehr an. Versuch es um 22:41 wieder."
    assert fault_words("The file /x/ü no longer exists.") == "Die Datei /x/ü gibt es nicht mehr."
    assert (
        fault_words("The file has 2.1 GB or more, which is too large for a pack.")
        == "Die Datei hat 2,1 GB oder mehr; das ist zu groß für ein Paket."
    )
    assert fault_words("The folder /x cannot be read: Permission denied.").endswith(
        "/x kann nicht gelesen werden: kein Zugriffsrecht."
    )
    assert fault_words("File not found: /x/ü") == "Datei nicht gefunden: /x/ü"
    assert fault_words("Something else.\nAltogether.") == "Something else.\nAltogether."


def test_every_sentence_is_found_whatever_its_values(german):
    for form in map(str, FORMS):
        names = re.findall(r"\{(\w+)\}", form)
        text = form.format(**{name: f"<{place} x.y>" for place, name in enumerate(names)})
        said = fault_words(text)
        assert said != text
        assert all(f"<{place} x.y>" in said for place in range(len(names))), form


def test_without_a_translation_all_stays_as_it_is(qapp):
    assert fault_words("File not found: /x") == "File not found: /x"
