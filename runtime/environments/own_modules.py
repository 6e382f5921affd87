"""Modules that Python did not find and that may belong to a bot's own source: who imports them, and what is there.

Reads the names of the bot's files and the lines of its Python files; runs nothing.
"""

import re
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from runtime.documents.v4_files import is_v4_name, v4_program
from runtime.environments.choice import AgentSource
from runtime.environments.interpreter import Layout
from runtime.environments.missing import is_module_name, missing_modules
from runtime.files import read_start
from runtime.model.messages import Message, message, sentences
from runtime.processes import named_files
from runtime.watching.walk import TooLargeError, Walk

MAX_READ: Final = 300
"""Maximum number of Python files that are searched for imports."""
MAX_BYTES: Final = 256 << 10
"""Maximum number of bytes to read of each."""
ALIKE: Final = 0.75
"""Minimum similarity of a name that is offered instead (`difflib`)."""
_MODULES: Final = (".py", ".pyw", ".pyd", ".so")
_NO_NAME: Final = re.compile(
    r"ImportError: cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'"
)
_NO_PARENT: Final = "attempted relative import with no known parent package"
_RELATIVE: Final = re.compile(r"\s*from\s+\.+([\w.]*)\s+import\s+(\w[\w, ]*)")


class OwnModules:
    """The modules in a bot's folder; all paths are relative to it.

    Args:
        source: the bot.
        former: files that the bot had earlier in the match.
    """

    def __init__(self, source: AgentSource, former: Collection[str] = ()) -> None:
        self._name, self._folder = source.name, source.folder.absolute()
        self._former = {Path(file).with_suffix("") for file in former}
        self._home = _program_folder(source, self._folder)
        self._files = _python_files(self._folder)
        folders = {folder: folder for file in self._files for folder in file.parents if folder != Path()}
        self._modules = folders | {file.with_name(file.name.partition(".")[0]): file for file in self._files}
        """Files and folders that can be imported, by their paths without a suffix."""

    def existed(self, module: str) -> bool:
        """Returns whether the bot had this module earlier: the match or a compiled file names it."""
        path = self._path(module)
        place = self._folder / path
        compiled = (place.with_suffix(".pyc"), *(place.parent / "__pycache__").glob(f"{path.name}.*.pyc"))
        return path in self._former or any(file.is_file() for file in compiled)

    def explain(self, text: str, requirements: Path, layout: Layout | None) -> tuple[str, Path | None, Message] | None:
        """Returns the first module in an error message that the bot lacks, the importing file, and what is wrong.

        None if the message is about something else, or if the module has been written or installed since.

        Args:
            text: the message.
            requirements: the file for packages, which need not exist.
            layout: the bot's interpreter, if it is known.
        """
        names = [f"{match[2]}.{match[1]}" for match in _NO_NAME.finditer(text)]
        for module in dict.fromkeys([*missing_modules(text), *filter(is_module_name, names)]):
            top = module.partition(".")[0]
            path, package = self._path(module), self._path(top)
            if layout is not None and layout.has_module(top):
                continue
            if path not in self._modules and ("." not in module or package in self._modules):
                found = self._explain(module, path, text, requirements, may_be_name=module in names)
                if found is not None:
                    return (module, *found)
        file, place, line = self._import(_RELATIVE, text) if _NO_PARENT in text else (None, "", "")
        match = _RELATIVE.match(line)
        if match is None:
            return None
        statement = f"from {match[1]} import {match[2]}" if match[1] else f"import {match[2]}"
        fix = message(
            "relative-import-in-program",
            "{place} imports relative to a package, but the program belongs to none: write '{statement}'.",
            place=place,
            statement=statement.strip(),
        )
        return match[1] or match[2].strip(), file, fix

    def _explain(
        self, module: str, path: Path, text: str, requirements: Path, *, may_be_name: bool
    ) -> tuple[Path | None, Message] | None:
        parent, leaf = ".".join(module.split(".")[:-1]), path.name
        plain = rf"\s*(?:from\s+|import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*){re.escape(module)}\b"
        from_parent = rf"\s*from\s+{re.escape(parent or '.')}\s+import\b.*\b{leaf}\b"
        inside = rf"\s*from\s+\.[\w.]*(?:\b{leaf}|\s+import\b.*\b{leaf})\b"
        is_relative = self._import(re.compile(inside), text)[0] is not None
        file, place, line = self._import(re.compile(f"{plain}|{from_parent}|{inside}"), text)
        hint = self._hint(module, path)
        if hint is not None or is_relative or ("." in module and not may_be_name):
            is_folder = re.search(rf"\b{re.escape(module)}\.", line) is not None
            lack = message(
                "own-module-missing",
                "{place} imports '{module}', but the bot's folder has no {file}.",
                place=place or self._name,
                module=module,
                file=path if is_folder else path.with_suffix(".py"),
            )
            return file, sentences(lack, hint)
        if may_be_name:
            return None
        return file, message(
            "module-unknown",
            "{place} imports '{module}', which is neither a file of the bot nor a package that its requirements name. "
            "Correct the name, or write the package that provides it into {requirements}.",
            place=place or self._name,
            module=module,
            requirements=requirements,
        )

    def _hint(self, module: str, path: Path) -> Message | None:
        """Returns what happened to a module of the bot; None if nothing says that the bot has or had it."""
        leaf = path.name.lower()
        beside = {other.name.lower(): file for other, file in self._modules.items() if other.parent == path.parent}
        elsewhere = {other.name.lower(): file for other, file in self._modules.items() if other.parent != path.parent}
        if leaf in beside:
            return message(
                "own-module-case", "{other} differs in upper and lower case: rename one of them.", other=beside[leaf]
            )
        if leaf in elsewhere:
            return message(
                "own-module-elsewhere", "There is {other}: import it from there, or move it.", other=elsewhere[leaf]
            )
        if self.existed(module):
            return message("own-module-gone", "It was there before: was it renamed, moved or deleted?")
        for alike in get_close_matches(leaf, beside, n=1, cutoff=ALIKE):
            return message("own-module-alike", "There is {other}: is that meant?", other=beside[alike])
        return None

    def _path(self, module: str) -> Path:
        """Returns where Python looks for a module of the bot first, without a suffix."""
        return self._home.joinpath(*module.split("."))

    def _import(self, statement: re.Pattern[str], text: str) -> tuple[Path | None, str, str]:
        """Returns file, place and line of the first import of this form, preferably of one whose place is in `text`."""
        first: tuple[Path | None, str, str] = (None, "", "")
        sources = (file for file in self._files if file.suffix in (".py", ".pyw"))
        for file in sorted(sources, key=lambda file: str(file) not in text)[:MAX_READ]:
            try:
                content = read_start(self._folder / file, MAX_BYTES).decode("utf-8", "replace")
            except OSError:
                continue
            for number, line in enumerate(content.splitlines(), 1):
                if statement.match(line):
                    found = (self._folder / file, f"{file}:{number}", line)
                    if found[1] in text:
                        return found
                    first = first if first[1] else found
        return first


def _program_folder(source: AgentSource, folder: Path) -> Path:
    """Returns the folder of the program's file, where Python looks first, relative to the bot's folder."""
    if source.document is not None and is_v4_name(source.document):
        program = v4_program(source.document)
    else:
        files = named_files(source.run_command, folder)
        program = next((file for file in files if file.suffix in _MODULES), None)
    home = program.absolute().parent if program is not None else folder
    return home.relative_to(folder) if home.is_relative_to(folder) else Path()


def _python_files(folder: Path) -> tuple[Path, ...]:
    """Returns the Python files of a bot, relative to its folder; none if there are too many."""
    try:
        names = Walk(str(folder)).files(lambda _folder, _identity: None)
    except (TooLargeError, OSError):
        return ()
    return tuple(sorted(Path(name).relative_to(folder) for name in names if name.endswith(_MODULES)))
