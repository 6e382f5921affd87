"""Creates new agents as copies of the example bots, with their own name and id; they can play at once."""

import json
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.documents import DocumentKind, check
from runtime.files import reason_of
from runtime.folders import RESERVED_NAMES
from runtime.model.entries import EntryKind
from runtime.model.messages import Message, message
from runtime.texts import is_written

MAX_NAME: Final = 60
_UNSAFE: Final = re.compile(r"[^a-z0-9]+")
_OF_EXAMPLE: Final = shutil.ignore_patterns("__pycache__", "*.pyc", ".*", "logo.*")
"""Files of an example that a new agent does not get."""
_LOGO: Final = re.compile(r"^logo_file\b.*\n", re.MULTILINE)
_AGENT_CLASS: Final = re.compile(r"^class (\w+)\((?:Bot|Hivemind|Script)\):", re.MULTILINE)
_TAKEN_CLASSES: Final = frozenset({"Bot", "Hivemind", "Script", "None", "True", "False"})
"""Class names that already have a meaning in an agent's program."""


class NewAgentError(Exception):
    """A new agent cannot be created; `message` says why, and how to solve it."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """An example from which new agents are created."""

    kind: EntryKind
    example: str
    """Name of the example's folder."""
    document: DocumentKind


TEMPLATES: Final = {
    EntryKind.BOT: Template(kind=EntryKind.BOT, example="chaser", document=DocumentKind.BOT),
    EntryKind.HIVEMIND: Template(kind=EntryKind.HIVEMIND, example="duo", document=DocumentKind.BOT),
    EntryKind.SCRIPT: Template(kind=EntryKind.SCRIPT, example="painter", document=DocumentKind.SCRIPT),
}


def folder_name(name: str) -> str:
    """Returns the name of the folder for a new agent: only letters, digits and `_`.

    Other scripts are encoded like internet host names (punycode), so different names get different folders.
    """
    plain = _plain(unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii"))
    if plain:
        return f"{plain}_bot" if plain in RESERVED_NAMES else plain
    written = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter.isalnum())
    return f"bot_{_plain(written.encode('punycode').decode('ascii'))}" if written else "new_bot"


def _plain(text: str) -> str:
    return _UNSAFE.sub("_", text.lower()).strip("_")[:MAX_NAME]


def make_agent(template: Template, name: str, folder: Path, examples: Path) -> Path:
    """Creates an agent in a new folder within `folder` and returns its document; a failure leaves no files.

    Raises:
        NewAgentError: The folder or the name cannot be used.
    """
    with new_agent(name, folder) as (written, unfinished):
        shutil.copytree(examples / template.example, unfinished, ignore=_OF_EXAMPLE)
        _rename(unfinished, template, written)
    return folder / unfinished.name / f"{template.document.value}.toml"


@contextmanager
def new_agent(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yields the name in its stored form and a temporary folder; moves the folder to its place at the end.

    Raises:
        NewAgentError: The folder or the name cannot be used, or the new agent has problems.
    """
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME or not is_written(name):
        raise NewAgentError(
            message(
                "agent-name-invalid", "A name must have 1 to {n} visible characters. Choose another name.", n=MAX_NAME
            )
        )
    target = folder / folder_name(name)
    try:
        if not folder.is_dir():
            raise NewAgentError(
                message("no-such-folder", "There is no folder {folder}. Choose another folder.", folder=folder)
            )
        if target.exists():
            raise NewAgentError(
                message(
                    "folder-exists",
                    "There is already something at {folder}. Choose another name or folder.",
                    folder=target,
                )
            )
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as aside:
            unfinished = Path(aside) / target.name
            yield name, unfinished
            problems = check([unfinished])
            if problems:
                text = message(
                    "agent-invalid", "The new agent would be invalid: {problem}", problem=problems[0].summary
                )
                raise NewAgentError(text)
            unfinished.rename(target)
    except (OSError, ValueError, shutil.Error) as error:
        text = message(
            "files-unwritable",
            "The files cannot be written to {folder}: {reason}. Choose another folder.",
            folder=target,
            reason=reason_of(error),
        )
        raise NewAgentError(text) from error


def _rename(folder: Path, template: Template, name: str) -> None:
    """Replaces name, id and class name in the copy of an example, and removes the logo."""
    old_id, new_id = f"kickabout/{template.example}", f"local/{folder.name}"
    document = folder / f"{template.document.value}.toml"
    text = document.read_text(encoding="utf-8")
    text = _set(text, "agent_id", new_id)
    text = _set(text, "name", name)
    text = _set(text, "developer", "")
    text = _set(text, "description", "")
    text = _LOGO.sub("", text)
    document.write_text(text, encoding="utf-8", newline="\n")
    for program in folder.glob("*.py"):
        source = program.read_text(encoding="utf-8")
        renamed = source.replace(old_id, new_id)
        for old_class in _AGENT_CLASS.findall(source):
            renamed = re.sub(rf"\b{old_class}\b", class_name(name), renamed)
        if renamed != source:
            program.write_text(renamed, encoding="utf-8", newline="\n")


def class_name(name: str) -> str:
    """Returns the Python class name of an agent: `My bot 2` becomes `MyBot2`."""
    title = "".join(part[:1].upper() + part[1:] for part in folder_name(name).split("_"))
    return title if title.isidentifier() and title not in _TAKEN_CLASSES else f"Agent{title}"


def _set(text: str, key: str, value: str) -> str:
    """Replaces the value of a key in a document."""
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    return re.sub(rf"^{key} = .*$", lambda _: line, text, count=1, flags=re.MULTILINE)
