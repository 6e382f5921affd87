"""Starts the host: `python runtime/v4_host DOCUMENT.cfg`, with `RLBOT_AGENT_ID` and `RLBOT_SERVER_PORT` set.

The package is loaded under its own name, which keeps the launcher's folders off the bot's `sys.path`.
"""

import sys
import warnings
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

NAME = "kickabout_v4_host"


def load_package() -> None:
    """Makes this folder importable as `NAME`, and removes it from `sys.path`."""
    folder = Path(__file__).resolve().parent
    sys.path[:] = [place for place in sys.path if not place or Path(place).resolve() != folder]
    spec = spec_from_file_location(NAME, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    package = sys.modules[NAME] = module_from_spec(spec)
    spec.loader.exec_module(package)


def main() -> int:
    """Hosts the document that the first argument names; returns the exit code."""
    load_package()
    warnings.filterwarnings("ignore", "pkg_resources is deprecated")  # rlbot 1.68.0 always imports it
    try:
        host = import_module(f"{NAME}.host")
    except ImportError as error:
        version = ".".join(map(str, sys.version_info[:2]))
        text = f"Kickabout: RLBot v4 is not installed for Python {version} ({sys.executable}): {error}"
        sys.stderr.write(f"{text}\n")
        return 1
    return int(host.main(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
