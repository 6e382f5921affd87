"""Reads the source of a pack from text that the user entered."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from runtime.files import expanded
from runtime.model.messages import message, sentences
from runtime.packs.model import PackError, Source, SourceKind

_HOSTS: Final = ("github.com", "www.github.com")
_NAME: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})"
REPOSITORY: Final = re.compile(_NAME + r"/[A-Za-z0-9._-]{1,100}")
SUFFIXES: Final = (".zip", ".tar.xz", ".tar.gz", ".txz", ".tgz")
EXPECTED: Final = message(
    "source-expected",
    "Enter a repository (owner/name), or the address or path of a .zip, .tar.xz or .tar.gz file.",
)
MAX_CHARACTERS: Final = 2_000
MAX_KEY_LENGTH: Final = 60
_UNSAFE: Final = re.compile(r"[^\w.-]+")


def parse_source(text: str) -> Source:
    """Returns the source that the user typed, pasted or dropped.

    Raises:
        PackError: the text is not a source; the message says what is expected.
    """
    text = text.strip().strip("\"'").strip()
    if not text or len(text) > MAX_CHARACTERS or not text.isprintable():
        raise PackError(EXPECTED)
    if re.match(r"[a-z][a-z0-9+.-]+://", text, re.IGNORECASE):
        return _address(text)
    if is_archive_name(text):
        return _file(expanded(text))
    if REPOSITORY.fullmatch(text):
        if Path(text).exists():
            raise _not_an_archive(text)
        return Source(kind=SourceKind.GITHUB, place=text.removesuffix(".git"))
    repository = repository_in(f"https://{text}")
    if repository is not None:
        return repository
    raise PackError(sentences(message("no-source", "{text} is not a pack source.", text=text), EXPECTED))


def repository_in(address: str) -> Source | None:
    """Returns the repository of a web page's address; None for files, other pages and broken addresses."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
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


def is_archive_name(name: str) -> bool:
    """Returns whether a file name has the suffix of a supported archive."""
    return name.lower().endswith(SUFFIXES)


def bare_name(name: str) -> str:
    """Returns the name of an archive without its suffix."""
    suffix = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    return name[: len(name) - len(suffix)]


def key_of(source: Source) -> str:
    """Returns a folder name for a source: letters, digits, `.`, `-` and `_` only."""
    if source.kind is SourceKind.GITHUB:
        name = source.place.replace("/", "--") + (f"--{source.branch}" if source.branch else "")
    elif source.kind is SourceKind.ADDRESS:
        parts = urlsplit(source.place)
        name = f"{parts.hostname}--{bare_name(unquote(parts.path).rsplit('/', 1)[-1])}"
    else:
        name = bare_name(Path(source.place).name)
    return safe_name(name) or "pack"


def safe_name(text: str) -> str:
    """Returns a text as a file name: letters, digits, `.`, `-` and `_` only; may be empty."""
    return _UNSAFE.sub("-", text).strip("-._ ")[:MAX_KEY_LENGTH].rstrip("-._ ")


def _address(text: str) -> Source:
    try:
        parts = urlsplit(text)
        is_whole = parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole:
        raise PackError(
            message(
                "address-invalid",
                "{text} is not a valid address: it must begin with https:// or http:// and a host.",
                text=text,
            )
        )
    if parts.username or parts.password:
        raise PackError(
            message(
                "address-has-password",
                "The address contains a user name or password, which would be saved in a file. Remove it.",
            )
        )
    repository = repository_in(text)
    if repository is not None:
        return repository
    if not is_archive_name(unquote(parts.path)):
        raise _not_an_archive(text)
    return Source(kind=SourceKind.ADDRESS, place=parts._replace(fragment="").geturl())


def _not_an_archive(text: str) -> PackError:
    reason = message("no-archive", "{text} does not have the suffix of an archive.", text=text)
    return PackError(sentences(reason, EXPECTED))


def _file(path: Path) -> Source:
    path = path.absolute()
    if not path.is_file():
        raise PackError(message("file-not-found", "File not found: {path}", path=path))
    return Source(kind=SourceKind.FILE, place=str(path))
