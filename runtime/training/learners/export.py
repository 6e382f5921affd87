"""Exports a policy as an ordinary bot: a self-contained folder that plays in any match, including Rocket League."""

import ast
import hashlib
import json
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from sysconfig import get_path
from typing import Any, Final

from resources.examples import policy_bot
from runtime.deletion import delete
from runtime.files import read_text, reason_of, write_atomically
from runtime.library import NewAgentError, folder_name, new_agent
from runtime.model import game_facts
from runtime.model.messages import message
from runtime.training.learners.learner import POLICY_FILE
from runtime.training.learners.policy import Policy

PARTS: Final = "policy_parts"
"""The package in the bot's folder that converts packets to controls."""
_ENVIRONMENT: Final = ("state", "observations", "actions", "from_packet")
_LEARNERS: Final = ("policy", "player")
_OWN_IMPORT: Final = re.compile(
    r"^from (?:kickabout\.)?runtime\.(?:model|training\.environment|training\.learners)\.(\w+) import", re.M
)
_PUBLIC: Final = "kickabout"
_MAX_SOURCE: Final = 1 << 20
_PLAIN: Final = frozenset(sys.stdlib_module_names) | {"numpy"}
"""Modules that a copied module may import."""
_SITES: Final = frozenset(("site-packages", "dist-packages"))
"""Names of folders with installed packages."""
_DOCUMENT: Final = "bot.toml"
_PROGRAM: Final = "bot.py"


def export_bot(
    policy: Policy, folder: Path | str, *, name: str, origin: str = "", modules: Sequence[Path] = ()
) -> Path:
    """Writes the bot `name` into a new folder within `folder` and returns its document; a failure leaves no files.

    Args:
        policy: the policy that drives the bot.
        folder: an existing folder.
        name: the name of the bot.
        origin: origin of the policy, a line in the README.
        modules: folders to search for users' modules, before those of `sys.path`; installed packages and Python's own
            modules are left out.

    Raises:
        NewAgentError: the folder or the name cannot be used, or a user's class cannot be copied; its message says why
            and how to solve it.
        ValueError: the policy does not say what it observes and how it acts.
    """
    folder = Path(folder)
    named = [policy.interface.get(kind) for kind in ("observation", "actions")]
    counts = [policy.interface.get(key) for key in ("tick_skip", "blue", "orange")]
    if not all(isinstance(part, Mapping) and isinstance(part.get("name"), str) for part in named) or not all(
        isinstance(count, int) for count in counts
    ):
        raise ValueError("the policy does not say what it observes and how it acts")
    sources, interface = _parts(policy.interface, modules)
    with new_agent(name, folder) as (written, made):
        _write(made, sources, policy.with_interface(interface), written, origin)
    return folder / made.name / _DOCUMENT


def playable_bot(policy: Policy, folder: Path, *, name: str, origin: str = "", modules: Sequence[Path] = ()) -> Path:
    """Returns the document of a bot in `folder` that plays by `policy`; creates it if it does not exist.

    The bot's folder is inside a folder that is named after a digest of the policy, so each checkpoint has only one bot.

    Raises:
        NewAgentError: as `export_bot`.
    """
    digest = hashlib.sha256(policy.to_bytes() + name.encode()).hexdigest()[:16]
    home = folder / digest
    document = home / folder_name(name) / _DOCUMENT
    if all(document.with_name(file).is_file() for file in (_DOCUMENT, _PROGRAM, POLICY_FILE)):
        return document
    if document.parent.exists():
        delete(document.parent)
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = message("no-such-folder", "There is no folder {folder}. Choose another folder.", folder=folder)
        raise NewAgentError(text) from error
    return export_bot(policy, home, name=name, origin=origin, modules=modules)


def _write(made: Path, sources: Mapping[str, str], policy: Policy, name: str, origin: str) -> None:
    shutil.copytree(policy_bot(), made, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    name_line = f"name = {json.dumps(name, ensure_ascii=False)}"
    for path in (made / _DOCUMENT, made / _PROGRAM):
        text = read_text(path, _MAX_SOURCE).replace("local/policy_bot", f"local/{made.name}")
        text = re.sub(r"^name = .*$", lambda _: name_line, text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8", newline="\n")
    (made / PARTS).mkdir()
    for module, source in sources.items():
        (made / PARTS / f"{module}.py").write_text(source, encoding="utf-8", newline="\n")
    (made / "README.md").write_text(_readme(policy, name, origin), encoding="utf-8", newline="\n")
    write_atomically(made / POLICY_FILE, policy.to_bytes())


def _readme(policy: Policy, name: str, origin: str) -> str:
    interface = policy.interface
    lines = [
        f"# {name}",
        "",
        f"A policy trained with Kickabout. {origin}".rstrip(),
        "",
        f"It observes `{interface['observation']['name']}`, acts by `{interface['actions']['name']}` every "
        f"{interface['tick_skip']} ticks, and was trained with {interface['blue']} against {interface['orange']} cars. "
        f"`bot.py` needs the packages in `requirements.txt`; everything else is in `{PARTS}` and `{POLICY_FILE}`.",
    ]
    return "\n".join([*lines, ""])


def _parts(interface: Mapping[str, Any], modules: Sequence[Path]) -> tuple[dict[str, str], dict[str, Any]]:
    """Returns the sources of the bot's package by module, and the interface with the names used there."""
    here = Path(__file__).parent
    paths = {module: here.parent / "environment" / f"{module}.py" for module in _ENVIRONMENT}
    paths |= {module: here / f"{module}.py" for module in _LEARNERS}
    paths["game_facts"] = Path(game_facts.__file__)
    sources = {"__init__": '"""Turns packets into controls; copied from Kickabout."""\n'}
    for module, path in paths.items():
        sources[module] = _OWN_IMPORT.sub(r"from .\1 import", read_text(path, _MAX_SOURCE))
    changed = dict(interface)
    for kind in ("observation", "actions"):
        name = str(interface[kind]["name"])
        module, colon, made = name.partition(":")
        if colon:
            copied = f"custom_{module.replace('.', '_')}"
            sources[copied] = _copied(name, module, made, modules)
            changed[kind] = {**interface[kind], "name": f".{copied}:{made}"}
    return sources, changed


def _copied(name: str, module: str, made: str, folders: Sequence[Path]) -> str:
    """Returns the source of a user's module, with relative imports of Kickabout's names.

    The class `made` must be defined in the module, not imported by it, such as `Popen`.

    Raises:
        NewAgentError: it imports something that the bot would not have.
    """
    path = _found(module, folders)
    if path is None:
        raise _without_source(name)
    try:
        source = read_text(path, _MAX_SOURCE)
        tree = ast.parse(source)
    except (OSError, ValueError, SyntaxError) as error:
        reason = str(error) if isinstance(error, SyntaxError) else reason_of(error)
        raise NewAgentError(
            message(
                "export-unreadable",
                "'{name}' cannot be copied into a bot: {file} cannot be read: {reason}.",
                name=name,
                file=path,
                reason=reason,
            )
        ) from error
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    relative: list[tuple[ast.ImportFrom, str]] = []
    for node in found:
        is_public = isinstance(node, ast.ImportFrom) and not node.level and node.module == _PUBLIC
        foreign = _unknown(node) if is_public else _foreign(node)
        if foreign:
            raise NewAgentError(
                message(
                    "export-imports",
                    "'{name}' cannot be copied into a bot: {file}, line {line}, imports {module}. Its module may "
                    "import only numpy, the standard library, and what kickabout has for observations and actions.",
                    name=name,
                    file=path,
                    line=node.lineno,
                    module=foreign[0],
                )
            )
        if not is_public and made.partition(".")[0] in {alias.asname or alias.name for alias in node.names}:
            raise _without_source(name)
        if isinstance(node, ast.ImportFrom) and is_public:
            relative.append((node, _relative(node)))
    return _replaced(source, relative)


def _without_source(name: str) -> NewAgentError:
    return NewAgentError(
        message(
            "export-no-source",
            "'{name}' cannot be copied into a bot: the source of its module was not found.",
            name=name,
        )
    )


def _foreign(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Returns the imports of a node that a bot does not have."""
    whole = "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    names = [whole] if whole else [alias.name for alias in node.names]
    return [name for name in names if name.partition(".")[0] not in _PLAIN]


def _unknown(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Returns the imported names of Kickabout that the copied modules do not have."""
    places = _public_places()
    return [f"{_PUBLIC}.{alias.name}" for alias in node.names if alias.name not in places]


def _relative(node: ast.ImportFrom) -> str:
    """Returns relative imports from the copied modules that replace `from kickabout import ...`."""
    places = _public_places()
    return "; ".join(
        f"from .{places[alias.name]} import {alias.name}{f' as {alias.asname}' if alias.asname else ''}"
        for alias in node.names
    )


def _replaced(source: str, imports: Sequence[tuple[ast.ImportFrom, str]]) -> str:
    """Returns a source with some imports replaced; the rest keeps its place and its line."""
    lines = source.encode().splitlines(keepends=True)  # AST columns count bytes
    for node, text in sorted(imports, key=lambda one: (one[0].lineno, one[0].col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        rest = lines[last][node.end_col_offset :]
        lines[first : last + 1] = [lines[first][: node.col_offset] + text.encode() + rest, *[b"\n"] * (last - first)]
    return b"".join(lines).decode()


def _public_places() -> dict[str, str]:
    """Returns the copied module of each public name."""
    places: dict[str, str] = {}
    for module in _ENVIRONMENT[:3]:
        tree = ast.parse(read_text(Path(__file__).parents[1] / "environment" / f"{module}.py", _MAX_SOURCE))
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                places[node.name] = module
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                places[node.target.id] = module
    return places


def _found(module: str, folders: Sequence[Path]) -> Path | None:
    """Returns the source of a module without importing anything; None if it is not a user's module.

    Python's own modules and installed packages are left out: a policy file can come from anyone and could name
    `subprocess:Popen`.
    """
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    own = (folder for folder in map(Path, sys.path) if not _is_installed(folder.absolute()))
    for folder in (*folders, *own):
        whole = folder.joinpath(*parts)
        for file in (whole.with_suffix(".py"), whole / "__init__.py"):
            if file.is_file():
                return file
    return None


def _is_installed(folder: Path) -> bool:
    is_pythons = any(folder.is_relative_to(get_path(name)) for name in ("stdlib", "platstdlib"))
    return is_pythons or not _SITES.isdisjoint(folder.parts)
