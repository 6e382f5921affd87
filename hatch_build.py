"""Builds the wheel: the repository's packages become sub-packages of `kickabout`.

In a checkout the packages are `app`, `widgets`, `runtime`, `resources` and `bench`. These names are too general for
somebody's site-packages, so the wheel holds them as `kickabout.app` and so on, with their imports rewritten.
"""

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("app", "widgets", "runtime", "resources", "bench")
VERBATIM = ("resources/bots", "resources/policy_bot", "resources/start_hook")
"""Files that run in the Python of a bot and import none of these packages."""
PAGE = Path("docs/debugging.md")
"""The window shows this page."""
IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc")
_NAMES = "|".join(PACKAGES)
_FROM = re.compile(rf"^(\s*from )({_NAMES})(?=[. ])", re.MULTILINE)
_IMPORT = re.compile(rf"^(\s*)import ({_NAMES})$", re.MULTILINE)
_DOTTED_IMPORT = re.compile(rf"^\s*import ({_NAMES})\.", re.MULTILINE)
_MODULE_NAME = re.compile(rf"([\"'])((?:{_NAMES})(?:\.[a-z0-9_]+)+)\1")
INIT = "kickabout.py"
"""The module that is the package itself in the wheel."""
MAIN = '''"""Makes `python -m kickabout` the command `kickabout`."""

import sys

from kickabout.app.__main__ import main

sys.exit(main())
'''


class WheelBuildHook(BuildHookInterface):
    """Puts the rewritten packages into a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Rewrites the packages into a temporary folder and includes that.

        Raises:
            RuntimeError: an editable installation is requested, which cannot rename packages.
        """
        if version == "editable":
            raise RuntimeError("Kickabout has no editable installation. Run it from its checkout: python3 launch.py")
        self._folder = tempfile.TemporaryDirectory()
        target = Path(self._folder.name) / "kickabout"
        rewrite(Path(self.root), target)
        build_data["force_include"][str(target)] = "kickabout"

    def finalize(self, *_: Any) -> None:
        """Removes the temporary folder."""
        self._folder.cleanup()


def rewrite(root: Path, target: Path) -> None:
    """Copies the packages below `root` into the package `target`."""
    for name in PACKAGES:
        shutil.copytree(root / name, target / name, ignore=IGNORED)
    verbatim = [target / name for name in VERBATIM]
    for path in target.rglob("*.py"):
        if not any(path.is_relative_to(folder) for folder in verbatim):
            path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")
    (target / PAGE).parent.mkdir()
    shutil.copyfile(root / PAGE, target / PAGE)
    (target / "__init__.py").write_text(rewritten((root / INIT).read_text(encoding="utf-8")), encoding="utf-8")
    (target / "__main__.py").write_text(MAIN, encoding="utf-8")
    (target / "py.typed").touch()  # type checkers use the annotations of a package only with this file


def rewritten(source: str) -> str:
    """Returns a module's source with `kickabout.` before the packages that it imports or names in a string.

    Raises:
        ValueError: the module has an import that cannot be rewritten, such as `import runtime.arena`.
    """
    if found := _DOTTED_IMPORT.search(source):
        raise ValueError(f"Write {found[0].strip()}... as 'from ... import ...': the wheel renames the package.")
    source = _FROM.sub(r"\1kickabout.\2", source)
    source = _IMPORT.sub(r"\1from kickabout import \2", source)
    return _MODULE_NAME.sub(r"\1kickabout.\2\1", source)
