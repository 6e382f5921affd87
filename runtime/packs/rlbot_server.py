"""Offers the newest RLBotServer of RLBot's releases, and downloads it once the user has agreed.

Each version has a folder of its own, in which `find_server` looks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.deletion import discard
from runtime.files import names_in, reason_of
from runtime.games.rocket_league.server import FOLDER_PREFIX, ServerError, check_program, is_program, program_name
from runtime.games.rocket_league.system import System
from runtime.model.messages import Message, message
from runtime.model.sizes import size_of
from runtime.packs.download import Download, fetch
from runtime.packs.model import FetchError, FetchKind, NetworkLimits, Offer, Origin, PackError, Source, SourceKind
from runtime.packs.offers import API, GitHub, this_system
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import sha256_of
from runtime.packs.source import safe_name
from runtime.packs.store import PackStore

if TYPE_CHECKING:
    from runtime.packs.http_web import HttpWeb

SOURCE: Final = Source(kind=SourceKind.GITHUB, place="RLBot/core")
_SYSTEMS: Final = {("windows", "x64"), ("windows", "arm64"), ("linux", "x64")}


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledServer:
    """A server that was downloaded."""

    path: Path
    version: str
    sha256: str
    """Computed from the file."""

    @property
    def text(self) -> Message:
        """A sentence with the checksum, which the user can compare."""
        return message(
            "server-installed",
            "RLBotServer {version} is installed as {path}. SHA-256: {hash}",
            version=self.version,
            path=self.path,
            hash=self.sha256,
        )


def server_offer(web: "HttpWeb", progress: Progress, *, api: str = API, system: tuple[str, str] | None = None) -> Offer:
    """Returns the newest server for this system; downloads nothing else.

    Raises:
        FetchError: the release cannot be queried.
        PackError: there is no server for this system.
    """
    name, machine = system or this_system()
    progress.begin(Stage.LOOKING)
    offer = GitHub(web, api, (name, machine), choose_asset=_program).offer(SOURCE, progress)
    if offer.origin is Origin.BUILD:
        return offer
    raise PackError(
        message(
            "no-server-for-system",
            "RLBot {version} has no RLBotServer for this system ({system}, {machine}). Play in the arena, or on a "
            "server of another computer.",
            version=offer.version,
            system=name,
            machine=machine,
        )
    )


def _program(names: Iterable[str], system: str, machine: str) -> str:
    """Returns the asset that is the program for a system; empty if there is none.

    RLBot builds for x64 only, which Windows also runs on other 64-bit machines.
    """
    name = program_name(is_windows=system == "windows")
    return name if name in names and (system, machine) in _SYSTEMS else ""


def describe(offer: Offer) -> Message:
    """Returns what would be downloaded, to ask the user: version, size, source and checksum."""
    size = message("unknown-size", "unknown size") if offer.size is None else size_of(offer.size)
    if not offer.sha256:
        return message(
            "server-offer-unchecked",
            "RLBotServer {version} ({size}) from {address}. Its checksum is not published; Kickabout shows it after "
            "the download.",
            version=offer.version,
            size=size,
            address=offer.address,
        )
    return message(
        "server-offer",
        "RLBotServer {version} ({size}) from {address}, SHA-256 {hash}.",
        version=offer.version,
        size=size,
        address=offer.address,
        hash=offer.sha256,
    )


def download(
    offer: Offer,
    web: "HttpWeb",
    progress: Progress,
    folder: Path,
    system: System,
    *,
    limits: NetworkLimits | None = None,
) -> InstalledServer:
    """Downloads an offer that the user has accepted, into a folder of its version below `folder`.

    The program appears there in one step, and older versions that do not run are deleted. An interrupted download is
    resumed by the next call.

    Raises:
        FetchError: the download failed, or is not the program that was offered.
        CancelledError: the work was cancelled.
        PackError: the file cannot be written, or another Kickabout is downloading this version.
    """
    store, key = PackStore(folder, folder), FOLDER_PREFIX + safe_name(offer.version)
    target = folder / key / program_name(is_windows=system.is_windows)
    name = "windows" if system.is_windows else this_system()[0]
    request = Download(
        address=offer.address,
        place=store.fetched / key,
        sha256=offer.sha256,
        is_right=lambda start: is_program(start, name),
        limits=limits or NetworkLimits(),
    )
    with store.held(key):
        fetched = _fetched(request, web, progress)
        try:
            digest = sha256_of(fetched, progress)
            progress.begin(Stage.PLACING)
            fetched.chmod(0o755)
            target.parent.mkdir(exist_ok=True)
            fetched.replace(target)
            check_program(target, is_windows=system.is_windows, is_ours=True)
        except OSError as error:
            text = message(
                "server-not-installed",
                "The server cannot be installed in {folder}: {reason}. If this version runs, stop it, then try again.",
                folder=target.parent,
                reason=reason_of(error),
            )
            raise PackError(text) from error
        except ServerError as error:
            raise PackError(error.text) from error
        _delete_older(folder, key, system)
    return InstalledServer(path=target, version=offer.version, sha256=digest)


def _fetched(request: Download, web: "HttpWeb", progress: Progress) -> Path:
    try:
        return fetch(request, web, progress)
    except FetchError as fault:
        if fault.kind is not FetchKind.NO_ARCHIVE:
            raise
        text = message(
            "download-is-no-server",
            "{address} sent no program for this system, perhaps a network login page. Open a page in the browser, "
            "then try again.",
            address=request.address,
        )
        raise FetchError(FetchKind.NO_ARCHIVE, text) from fault


def _delete_older(folder: Path, key: str, system: System) -> None:
    """Deletes the other versions, unless they run or it is unknown from where a running server was started."""
    name = program_name(is_windows=system.is_windows)
    used = {key}
    for process in system.processes(name):
        words = process.command[:2]  # an interpreter runs the second one
        homes = {Path(word).parent.name for word in words if Path(word).name == name}
        if process.name == name and not all(homes or [""]):
            return
        used |= homes
    for other in names_in(folder):
        if other.startswith(FOLDER_PREFIX) and other not in used:
            discard(folder / other)
