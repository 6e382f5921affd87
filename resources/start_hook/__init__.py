"""The start hook: the first folder on PYTHONPATH of every agent's process, which Python therefore runs at its start."""

from pathlib import Path
from typing import Final

START_HOOK: Final = Path(__file__).resolve().parent
