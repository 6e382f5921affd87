"""Finds the version that a source offers, without downloading it."""

import platform
import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from runtime.codec import CodecError, decode
from runtime.files import reason_of
from runtime.model.messages import message
from runtime.packs.model import FetchError, FetchKind, Offer, Origin, PackError, PackRecord, Source, SourceKind
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import sha256_of

if TYPE_CHECKING:
    from runtime.packs.http_web import HttpWeb

_SYSTEMS: Final = {
    "linux": frozenset({"linux", "linux64", "ubuntu", "gnu", "musl", "manylinux"}),
    "windows": frozenset({"windows", "win", "win64", "win32", "msvc", "mingw"}),
    "macos": frozenset({"macos", "darwin", "mac", "osx", "apple"}),
}
_MACHINES: Final = {
    "x64": frozenset({"x64", "amd64", "linux64", "win64"}),
    "arm64": frozenset({"arm64", "aarch64"}),
    "x86": frozenset({"x86", "i386", "i686", "win32"}),
}
_WORD: Final = re.compile(r"[^a-z0-9]+")
_LIKED: Final = (".tar.xz", ".txz", ".zip", ".tar.gz", ".tgz")


def this_system() -> tuple[str, str]:
    """Returns the system and the machine in the words used in file names."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    machine = platform.machine().lower()
    return system, next((name for name, words in _MACHINES.items() if machine in {*words, name}), _plain(machine))


def choose(names: Iterable[str], system: str, machine: str) -> str:
    """Returns the archive that fits best; empty if none is for this system or for all systems."""
    rated = [(rating, name) for name in names if (rating := _rating(name, system, machine)) is not None]
    return min(rated, default=((0, 0), ""))[1]


def _rating(name: str, system: str, machine: str) -> tuple[int, int] | None:
    """Returns a rating, the smaller the better; None if the archive does not fit."""
    name = name.lower()
    form = next((place for place, suffix in enumerate(_LIKED) if name.endswith(suffix)), None)
    if form is None:
        return None
    words = set(_WORD.split(_plain(name)))
    systems = {key for key, known in _SYSTEMS.items() if words & known}
    machines = {key for key, known in _MACHINES.items() if words & known}
    is_other = (systems and system not in systems) or (machines and machine not in machines)
    if is_other:
        return None
    return -2 * (system in systems) - (machine in machines), form


def _plain(text: str) -> str:
    return text.replace("x86_64", "x64").replace("x86-64", "x64")


API: Final = "https://api.github.com"
MAX_NOTES_LENGTH: Final = 4_000
SHORT_COMMIT: Final = 7


class GitHub:
    """Queries repositories. Any thread may use it.

    `choose_asset` returns the asset of a release for a system and a machine; empty if none is.
    """

    def __init__(
        self,
        web: "HttpWeb",
        api: str = API,
        system: tuple[str, str] | None = None,
        *,
        choose_asset: Callable[[Iterable[str], str, str], str] = choose,
    ) -> None:
        self._web = web
        self._api = api
        self._system, self._machine = system or this_system()
        self._choose_asset = choose_asset

    def offer(self, source: Source, progress: Progress) -> Offer:
        """Returns the newest version of a pack.

        Raises:
            FetchError: the repository does not exist or cannot be queried.
        """
        base = f"{self._api}/repos/{source.place}"
        release = None if source.branch else self._ask(f"{base}/releases/latest", progress)
        if release is not None:
            return self._of_release(source, base, release)
        branch = source.branch
        if not branch:
            about = self._ask(base, progress)
            if about is None:
                raise _unknown(source)
            branch = _text(about, "default_branch")
        commit = self._ask(f"{base}/commits/{quote(branch, safe='')}", progress)
        if commit is None:
            raise _unknown(source)
        return _of_commit(source, base, commit)

    def _of_release(self, source: Source, base: str, release: dict[str, Any]) -> Offer:
        tag = _text(release, "tag_name")
        written = release.get("assets")
        assets = {
            asset["name"]: asset
            for asset in (written if isinstance(written, list) else [])
            if isinstance(asset, dict) and isinstance(asset.get("name"), str) and asset.get("browser_download_url")
        }
        asset = assets.get(self._choose_asset(assets, self._system, self._machine), {})
        size, digest = asset.get("size"), str(asset.get("digest") or "")
        return Offer(
            source=source,
            version=tag,
            identity=f"release {tag} {asset.get('name', '')} {asset.get('updated_at', '')}".strip(),
            origin=Origin.BUILD if asset else Origin.RELEASE,
            address=str(asset.get("browser_download_url") or f"{base}/tarball/{quote(tag, safe='')}"),
            size=size if isinstance(size, int) else None,
            published=str(release.get("published_at") or "")[:10],
            notes=str(release.get("body") or "")[:MAX_NOTES_LENGTH],
            sha256=digest.removeprefix("sha256:") if digest.startswith("sha256:") else "",
        )

    def _ask(self, address: str, progress: Progress) -> dict[str, Any] | None:
        """Returns a JSON object; None if the address does not exist."""
        try:
            text = self._web.read(address, progress)
        except FetchError as fault:
            if fault.kind is FetchKind.NOT_FOUND:
                return None
            raise
        try:
            return decode(text, dict[str, Any])
        except CodecError as error:
            host = urlsplit(address).hostname
            raise FetchError(
                FetchKind.SERVER,
                message(
                    "answer-invalid",
                    "{host} sent an answer that Kickabout does not understand, perhaps a network login page. Open a "
                    "page in the browser, then try again.",
                    host=str(host),
                ),
            ) from error


def _of_commit(source: Source, base: str, commit: dict[str, Any]) -> Offer:
    sha = _text(commit, "sha")
    about = commit.get("commit")
    committer = about.get("committer") if isinstance(about, dict) else None
    date = str(committer.get("date") or "") if isinstance(committer, dict) else ""
    return Offer(
        source=source,
        version=sha[:SHORT_COMMIT],
        identity=f"commit {sha}",
        origin=Origin.BRANCH,
        address=f"{base}/tarball/{sha}",
        published=date[:10],
        notes=str(about.get("message") or "")[:MAX_NOTES_LENGTH] if isinstance(about, dict) else "",
    )


def _text(answer: dict[str, Any], name: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str) or not value:
        raise FetchError(
            FetchKind.SERVER,
            message("answer-incomplete", "The answer about the repository lacks {name}. Try again later.", name=name),
        )
    return value


def _unknown(source: Source) -> FetchError:
    return FetchError(
        FetchKind.NOT_FOUND,
        message(
            "repository-not-found",
            "The repository or branch {source} does not exist or is private. Check the name.",
            source=str(source),
        ),
    )


def newest(source: Source, web: "HttpWeb", progress: Progress, github: GitHub | None = None) -> Offer:
    """Returns the newest version of a source.

    Raises:
        PackError: the source has no version or cannot be queried.
    """
    progress.begin(Stage.LOOKING)
    if source.kind is SourceKind.GITHUB:
        return (github or GitHub(web)).offer(source, progress)
    if source.kind is SourceKind.FILE:
        return _of_file(source, progress)
    with web.open(source.place, progress) as stream:
        head = stream.head
    size = "" if head.total is None else str(head.total)
    return Offer(
        source=source,
        version=head.changed or "undated",
        identity=f"file {head.mark or size}" if head.mark or size else "",
        origin=Origin.ADDRESS,
        address=source.place,
        size=head.total,
        published=head.changed,
    )


def same_again(record: PackRecord) -> Offer:
    """Returns an offer of the installed version, to download it again."""
    return Offer(
        source=record.source,
        version=record.version,
        identity=record.identity,
        origin=record.origin,
        address=record.address,
        size=record.archive_size,
        published=record.published,
        sha256=record.archive_sha256 if record.origin is Origin.FILE else "",
    )


def is_installed(offer: Offer, record: PackRecord) -> bool:
    """Returns whether an offer is the installed version; False if the server does not report versions."""
    return bool(offer.identity) and offer.identity == record.identity


def _of_file(source: Source, progress: Progress) -> Offer:
    path = Path(source.place)
    try:
        status = path.stat()
        digest = sha256_of(path, progress)
    except OSError as error:
        raise PackError(
            message("file-unreadable", "The file {path} cannot be read: {reason}.", path=path, reason=reason_of(error))
        ) from error
    changed = time.strftime("%Y-%m-%d", time.localtime(status.st_mtime))
    return Offer(
        source=source,
        version=changed,
        identity=f"sha256 {digest}",
        origin=Origin.FILE,
        address=str(path),
        size=status.st_size,
        published=changed,
        sha256=digest,
    )
