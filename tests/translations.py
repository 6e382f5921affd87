"""Updates the translation files: `python -m tests.translations [LANGUAGE ...]`, all languages by default."""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import PySide6

from resources.languages import LANGUAGES, SOURCE_LANGUAGE, translation_file, translation_source

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "widgets")
TEXTS = {"message": slice(1, 2), "measure": slice(1, 3), "share_measure": slice(1, 3)}
"""The arguments of each function that are texts for translators."""
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE_LANGUAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One text of the window and its translation."""

    context: str
    source: str
    comment: str
    translations: tuple[str, ...]
    """One per plural form if the text has a number."""
    is_finished: bool


def messages(source: Path) -> tuple[Message, ...]:
    """Reads the texts of a translation file."""
    found = []
    for context in ElementTree.parse(source).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = translation.findall("numerusform") or [translation]
            found.append(
                Message(
                    context=context.findtext("name"),
                    source=message.findtext("source"),
                    comment=message.findtext("comment") or "",
                    translations=tuple(form.text or "" for form in forms),
                    is_finished=translation.get("type") is None and all(form.text for form in forms),
                )
            )
    return tuple(found)


def update(source: Path, language: str) -> None:
    """Adds new texts of the program to a translation file, and removes those that are no longer used."""
    files = sorted(str(path) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    options = ("-locations", "none", "-no-obsolete", "-source-language", SOURCE_LANGUAGE, "-target-language", language)
    with tempfile.TemporaryDirectory() as folder:
        templates = Path(folder) / "templates.py"
        marks = (f"QT_TRANSLATE_NOOP('Runtime', {text!r})" for text in sorted(set(runtime_templates())))
        templates.write_text("\n".join(marks), encoding="utf-8")
        _run("lupdate", *files, str(templates), *options, "-ts", str(source))


def runtime_templates() -> Iterator[str]:
    """The templates of the messages that the window may show: literals in the calls of `TEXTS`, and texts of a `Key`.

    Those of the command line, which stay English, do not count.
    """
    files = (path for package in ("runtime", *PACKAGES) for path in (ROOT / package).rglob("*.py"))
    for path in sorted(path for path in files if not path.is_relative_to(ROOT / "app" / "commands")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            texts = TEXTS.get(getattr(call.func, "id", "")) if isinstance(call, ast.Call) else None
            if texts is not None:
                yield from (text.value for text in call.args[texts] if isinstance(text, ast.Constant))
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Key":
                shown = [
                    *call.args,
                    *(word.value for word in call.keywords if word.arg in ("label", "help", "words", "placeholder")),
                ]
                texts = [part for argument in shown for part in getattr(argument, "elts", [argument])]
                yield from (text.value for text in texts if isinstance(text, ast.Constant))


def release(source: Path, target: Path) -> None:
    """Compiles a translation file for the window."""
    _run("lrelease", "-silent", str(source), "-qm", str(target))


def _run(name: str, *arguments: str) -> None:
    tool = shutil.which(name, path=str(Path(PySide6.__file__).parent))
    if tool is None:
        raise FileNotFoundError(f"This PySide6 has no {name}.")
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
    if done.returncode or "warning" in (done.stdout + done.stderr).lower():
        raise RuntimeError(f"{name}: {done.stdout}{done.stderr}")


def main(languages: list[str]) -> int:
    """Updates and compiles; prints which texts are not translated yet."""
    for language in languages or TRANSLATED:
        source = translation_source(language)
        update(source, language)
        release(source, translation_file(language))
        found = messages(source)
        left = [message for message in found if not message.is_finished]
        print(f"{language}: {len(found)} texts, {len(left)} of them still to be translated in {source.name}")
        for message in left:
            print(f"  {message.context}: {message.source}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
