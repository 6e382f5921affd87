"""The folder on the path of a service's Python; it holds the package `kickabout` that authors import there."""

from pathlib import Path
from typing import Final

KIT: Final = Path(__file__).resolve().parent
PACKAGE: Final = KIT / "kickabout"
