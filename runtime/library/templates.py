"""New agents made from the example bots: a copy with a name and an id of its own, which plays at once."""

import json
import re
import shutil
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.documents import DocumentKind, check
from runtime.model.entries import EntryKind
from runtime.texts import is_written

MAX_NAME: Final = 60
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
)
"""Names that Windows does not take for files or folders."""
_UNLIKED: Final = re.compile(r"[^a-z0-9]+")
_OF_EXAMPLE: Final = shutil.ignore_patterns("__pycache__", "*.pyc", ".*", "logo.*")
"""Files of an example that a new agent does not get."""
_LOGO: Final = re.compile(r"^logo_file\b.*\n", re.MULTILINE)
_AGENT_CLASS: Final = re.compile(r"^class (\w+)\((?:Bot|Hivemind|Script)\):", re.MULTILINE)
_TAKEN_CLASSES: Final = frozenset({"Bot", "Hivemind", "Script", "None", "True", "False"})
"""Names that the program of an agent uses for something else."""


class NewAgentError(Exception):
    """A new agent cannot be made; the text says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """An example that new agents are made from."""

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
    """The name of the folder that an agent of this name gets; letters, digits and `_` only.

    A name in another script is written as host names of the internet are, so that two names have two folders.
    """
    made = _plain(unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii"))
    if made:
        return f"{made}_bot" if made in _RESERVED else made
    written = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter.isalnum())
    return f"bot_{_plain(written.encode('punycode').decode('ascii'))}" if written else "new_bot"


def _plain(text: str) -> str:
    return _UNLIKED.sub("_", text.lower()).strip("_")[:MAX_NAME]


def make_agent(template: Template, name: str, folder: Path, examples: Path) -> Path:
    """Makes an agent in a new folder within `folder`, and returns its document; nothing is left of a failure.

    Raises:
        NewAgentError: it cannot be made there, or not under that name.
    """
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME or not is_written(name):
        raise NewAgentError(f"A name must have 1 to {MAX_NAME} visible characters. Choose another name.")
    target = folder / folder_name(name)
    try:
        if not folder.is_dir():
            raise NewAgentError(f"There is no folder {folder}. Choose another folder.")
        if target.exists():
            raise NewAgentError(f"There is already something at {target}. Choose another name or folder.")
        _make(template, name, target, examples / template.example)
    except (OSError, ValueError, shutil.Error) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise NewAgentError(f"The files cannot be written to {target}: {reason}. Choose another folder.") from error
    return target / f"{template.document.value}.toml"


def _make(template: Template, name: str, target: Path, example: Path) -> None:
    """Makes everything aside and renames it, so that nobody finds half an agent."""
    with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent) as aside:
        made = Path(aside) / target.name
        shutil.copytree(example, made, ignore=_OF_EXAMPLE)
        _rename(made, template, name)
        problems = check([made])
        if problems:
            raise NewAgentError(f"The new agent would be invalid: {problems[0]}")
        made.rename(target)


def _rename(made: Path, template: Template, name: str) -> None:
    """Gives a copy of an example its own name, id and class name, wherever they are written; the logo goes."""
    old_id, new_id = f"kickabout/{template.example}", f"local/{made.name}"
    document = made / f"{template.document.value}.toml"
    text = document.read_text(encoding="utf-8")
    text = _set(text, "agent_id", new_id)
    text = _set(text, "name", name)
    text = _set(text, "developer", "")
    text = _set(text, "description", "")
    text = _LOGO.sub("", text)
    document.write_text(text, encoding="utf-8", newline="\n")
    for program in made.glob("*.py"):
        source = program.read_text(encoding="utf-8")
        renamed = source.replace(old_id, new_id)
        for old_class in _AGENT_CLASS.findall(source):
            renamed = re.sub(rf"\b{old_class}\b", class_name(name), renamed)
        if renamed != source:
            program.write_text(renamed, encoding="utf-8", newline="\n")


def class_name(name: str) -> str:
    """Returns a Python class name for an agent: `My bot 2` becomes `MyBot2`."""
    made = "".join(part[:1].upper() + part[1:] for part in folder_name(name).split("_"))
    return made if made.isidentifier() and made not in _TAKEN_CLASSES else f"Agent{made}"


def _set(text: str, key: str, value: str) -> str:
    """Writes a value in place of the one that a line of the document holds."""
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    return re.sub(rf"^{key} = .*$", lambda _: line, text, count=1, flags=re.MULTILINE)
