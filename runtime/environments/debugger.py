"""debugpy, with which editors debug bots: one folder per version of Python, outside of all environments."""

import os
from pathlib import Path
from typing import Final

from runtime.deletion import discard
from runtime.environments.installer import Installer, find_installer
from runtime.environments.interpreter import layout_of, version_of
from runtime.environments.steps import Step, StepRunner, last_words
from runtime.model.messages import Message, message
from runtime.processes import SupervisorClient, SupervisorError

MODULE: Final = "debugpy"
SIZE_MB: Final = 20
"""Size of the folder; the download is about 3 MB."""
LIMIT_S: Final = 600.0


def debugger_folder(python: Path, cache: Path) -> Path | None:
    """Returns the folder of debugpy for an interpreter, which may not exist; None if its packages include debugpy."""
    layout = layout_of(python)
    if layout is not None and layout.has_module(MODULE):
        return None
    return cache / "-".join(filter(None, (MODULE, ".".join(version_of(python).split(".")[:2]))))


def has_debugger(folder: Path | None) -> bool:
    """Returns whether an interpreter with this folder finds debugpy."""
    return folder is None or (folder / MODULE).is_dir()


def install_debugger(python: Path, folder: Path, installer: Installer | None = None) -> Message | None:
    """Installs debugpy for an interpreter; returns the reason if that fails. Takes some seconds.

    A folder that exists is complete, because the packages are installed beside it.
    """
    installer = installer or find_installer()
    aside = folder.with_name(f".{folder.name}.{os.getpid()}")
    step = Step(
        title=message("installing-debugger", "installing debugpy"),
        argv=installer.install_into(python, aside, MODULE),
        cwd=folder.parent,
        limit_s=LIMIT_S,
        environment=installer.environment(),
    )
    supervisor = SupervisorClient()
    runner = StepRunner(supervisor, lambda _lines: None)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        supervisor.start()
        runner.start(step)
        while (result := runner.result()) is None:
            runner.handle(supervisor.poll(0.1))
        if not result.is_success or not has_debugger(aside):
            return last_words(result)
        if not has_debugger(folder):
            aside.rename(folder)
    except SupervisorError as error:
        return error.text
    except OSError as error:
        return message("packages-not-written", "A file could not be written: {error}.", error=str(error))
    finally:
        supervisor.close()
        discard(aside)
    return None
