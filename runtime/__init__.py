"""Everything that runs a match; free of Qt."""

from pathlib import Path
from typing import Final

IMPORT_ROOT: Final = Path(__file__).resolve().parents[__name__.count(".") + 1]
"""The folder from which Python imports this package: the checkout, or the site-packages of an installed Kickabout."""
