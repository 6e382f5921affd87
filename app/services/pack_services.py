"""The folders of packs on this machine, and the client that fetches them."""

from app.services.paths import kept_edits_dir, packs_dir
from app.services.version import version
from runtime.packs import PackServices, PackStore


def pack_services() -> PackServices:
    """Returns the same services for the window and the command line."""
    from runtime.packs import HttpWeb  # noqa: PLC0415 - takes a while, and is hardly ever needed

    return PackServices(store=PackStore(packs_dir(), kept_edits_dir()), web=HttpWeb(version=version()))
