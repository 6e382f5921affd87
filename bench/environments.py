"""Environments with packages that only benchmarks and tests need; they are kept, so that each is downloaded once."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from app.services.paths import cache_dir
from runtime import IMPORT_ROOT
from runtime.documents import read_bot
from runtime.environments import AgentSource, NeedConcluded, Provision
from runtime.environments.choice import v4_python


def kept(name: str) -> Path:
    """Returns a folder in `.venv` of the checkout; without `.venv`, in the cache of Kickabout."""
    home = IMPORT_ROOT / ".venv"
    return (home if home.is_dir() else cache_dir()) / name


def python_with(name: str, packages: Iterable[str], *, is_made: bool = True) -> str | None:
    """Returns the Python of an environment with packages, creating it if `is_made`; None if it is missing."""
    folder = kept(name)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    complete = folder / "complete"
    if not complete.exists():
        if not is_made:
            return None
        sys.stderr.write(f"Installing {', '.join(packages)} in {folder} ...\n")
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True, stdout=sys.stderr)
        complete.touch()
    return str(python)


def source_of(document: Path) -> AgentSource:
    """Returns what the launcher knows about a v4 bot before it starts it, read from the bot's document."""
    bot = read_bot(document).value
    assert bot is not None
    return AgentSource(key="x", name="x", folder=document.parent, run_command=bot.run_command, document=document)


def v4_environments(document: Path) -> Path | None:
    """Returns a folder with an environment for a v4 bot; None if there is no Python that can run RLBot v4."""
    if v4_python(Path(sys.executable)) is None:
        return None
    folder = kept("v4-bots")
    provision = Provision([source_of(document)], environments=folder)
    provision.start()
    events = []
    while not provision.is_over:
        events += provision.poll(0.1)
        if provision.state.name == "ASKING":
            provision.install()
    provision.close()
    for event in events:
        assert not isinstance(event, NeedConcluded) or not event.verdict.faults, event.verdict
    return folder
