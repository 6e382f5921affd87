"""Environments for agents of RLBot v4, made by the launcher's own means and kept beside the packages of a checkout."""

import sys
from pathlib import Path

from runtime import IMPORT_ROOT
from runtime.documents import read_bot
from runtime.environments import AgentSource, NeedConcluded, Provision
from runtime.environments.choice import v4_python


def source_of(document: Path) -> AgentSource:
    """Returns what the launcher knows of a v4 bot before it starts it, read from the bot's document."""
    bot = read_bot(document).value
    assert bot is not None
    return AgentSource(key="x", name="x", folder=document.parent, run_command=bot.run_command, document=document)


def v4_environments(document: Path, elsewhere: Path) -> Path | None:
    """Returns a folder with an environment for the bot; None if there is no Python that can run RLBot v4.

    The folder is in `.venv` of the checkout, so that packages are downloaded once. Without `.venv` it is `elsewhere`.
    """
    if v4_python(Path(sys.executable)) is None:
        return None
    home = IMPORT_ROOT / ".venv"
    folder = home / "v4-bots" if home.is_dir() else elsewhere
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
