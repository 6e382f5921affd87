"""What a repository offers: the build of its latest release for this system, else its source."""

import json
import re
from typing import Any, Final
from urllib.parse import quote, urlsplit

from runtime.packs.assets import choose, this_system
from runtime.packs.faults import FetchError, FetchKind
from runtime.packs.progress import Meter
from runtime.packs.model import Offer, Origin, Source, SourceKind
from runtime.packs.web import Web

API: Final = "https://api.github.com"
_HOSTS: Final = ("github.com", "www.github.com")
_NAME: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})"
REPOSITORY: Final = re.compile(_NAME + r"/[A-Za-z0-9._-]{1,100}")
LONGEST_NOTES: Final = 4_000
SHORT_COMMIT: Final = 7


class GitHub:
    """Asks about repositories; any thread."""

    def __init__(self, web: Web, api: str = API, system: tuple[str, str] | None = None) -> None:
        self._web = web
        self._api = api
        self._system, self._machine = system or this_system()

    def offer(self, source: Source, meter: Meter) -> Offer:
        """The newest version of a pack.

        Raises:
            FetchError: there is no such repository, or it cannot be asked.
        """
        base = f"{self._api}/repos/{source.place}"
        release = None if source.branch else self._ask(f"{base}/releases/latest", meter)
        if release is not None:
            return self._of_release(source, base, release)
        branch = source.branch
        if not branch:
            about = self._ask(base, meter)
            if about is None:
                raise _unknown(source)
            branch = _text(about, "default_branch")
        commit = self._ask(f"{base}/commits/{quote(branch, safe='')}", meter)
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
        asset = assets.get(choose(assets, self._system, self._machine), {})
        size, digest = asset.get("size"), str(asset.get("digest") or "")
        return Offer(
            source=source,
            version=tag,
            identity=f"release {tag} {asset.get('name', '')} {asset.get('updated_at', '')}".strip(),
            origin=Origin.BUILD if asset else Origin.RELEASE,
            address=str(asset.get("browser_download_url") or f"{base}/tarball/{quote(tag, safe='')}"),
            size=size if isinstance(size, int) else None,
            published=str(release.get("published_at") or "")[:10],
            notes=str(release.get("body") or "")[:LONGEST_NOTES],
            sha256=digest.removeprefix("sha256:") if digest.startswith("sha256:") else "",
        )

    def _ask(self, address: str, meter: Meter) -> dict[str, Any] | None:
        """An object; None where there is nothing of the kind."""
        try:
            text = self._web.read(address, meter)
        except FetchError as fault:
            if fault.kind is FetchKind.NOT_FOUND:
                return None
            raise
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            host = urlsplit(address).hostname
            raise FetchError(
                FetchKind.SERVER,
                f"{host} sent an answer that Kickabout does not understand, perhaps a network login page. Open a "
                "page in the browser, then try again.",
            )
        return found


def repository_in(address: str) -> Source | None:
    """The repository that the address of a web page is about; None for files and for all else."""
    parts = urlsplit(address)
    if parts.hostname not in _HOSTS:
        return None
    words = [word for word in parts.path.split("/") if word]
    place = "/".join(words[:2]).removesuffix(".git")
    if not REPOSITORY.fullmatch(place) or words[2:3] not in ([], ["releases"], ["tree"]):
        return None
    if words[2:4] == ["releases", "download"]:
        return None
    branch = "/".join(words[3:]) if words[2:3] == ["tree"] else ""
    return Source(kind=SourceKind.GITHUB, place=place, branch=branch)


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
        notes=str(about.get("message") or "")[:LONGEST_NOTES] if isinstance(about, dict) else "",
    )


def _text(answer: dict[str, Any], name: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str) or not value:
        raise FetchError(FetchKind.SERVER, f"The answer about the repository lacks {name}. Try again later.")
    return value


def _unknown(source: Source) -> FetchError:
    return FetchError(
        FetchKind.NOT_FOUND, f"The repository or branch {source} does not exist or is private. Check the name."
    )
