"""Where packs stand on this machine, and what they are fetched with."""

from app.services.paths import kept_edits_dir, packs_dir
from app.services.version import version
from runtime.packs import Means, Shelf


def pack_means() -> Means:
    """The same for the window and the command."""
    from runtime.packs.http_web import HttpWeb  # noqa: PLC0415 - takes a while, and is hardly ever needed

    return Means(shelf=Shelf(packs_dir(), kept_edits_dir()), web=HttpWeb(version=version()))
