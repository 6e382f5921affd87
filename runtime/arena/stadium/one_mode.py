"""The meshes of one mode by themselves, for a physics engine that loads whatever lies in the folder it is given."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def meshes_of_one(folder: Path, mode: str) -> Iterator[Path]:
    """A folder with the sub-folder `mode` of `folder` alone, which is gone afterwards.

    Where no copy can be made, it is `folder` itself: to load everything takes longer, but does no harm.
    """
    with contextlib.ExitStack() as stack:
        try:
            prefix = f"kickabout-meshes-{os.getpid()}-"  # by the number, a later start knows whether it is in use
            aside = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)))
            shutil.copytree(folder / mode, aside / mode)
        except OSError:
            aside = folder
        yield aside
