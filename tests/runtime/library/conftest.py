"""Folders of agents like those of users."""

from types import SimpleNamespace

import pytest

from runtime.library.scanner import FolderMemory, scan_folder

BOT = """[settings]
agent_id = "{who}"
name = "{name}"
run_command = "python bot.py"
run_command_linux = "python3 bot.py"
{settings}
[details]
{details}
"""


@pytest.fixture
def write_bot():
    """Writes a bot with a program; `settings` and `details` are lines of TOML."""

    def write(folder, name="Test Bot", settings="", details="", document="bot.toml"):
        folder.mkdir(parents=True, exist_ok=True)
        who = f"test/{folder.name}"
        text = BOT.format(who=who, name=name, settings=settings, details=details)
        (folder / document).write_text(text, encoding="utf-8")
        (folder / "bot.py").write_text("print('never run')\n", encoding="utf-8")
        return folder / document

    return write


@pytest.fixture
def scan():
    """Scans a folder completely; the memory can be passed to another scan."""

    def run(root, memory=None, is_cancelled=lambda: False, hidden=()):
        events = []
        scan_folder(root, memory if memory is not None else FolderMemory(), events.append, is_cancelled, hidden)
        *found, ended = events
        entries = {entry.path: entry for batch in found for entry in batch.entries}
        return SimpleNamespace(
            entries=entries, ended=ended, batches=found, names=sorted(e.name for e in entries.values())
        )

    return run
