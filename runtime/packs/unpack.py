"""Unpacks an archive into a new folder; no file leaves the folder, and the size of a pack is limited.

Links become copies of their targets within the archive, so no path leads outside on any system. Members that a harmless
archive never has (paths outside, devices, passwords) are errors. Links to outside, which some harmless archives have,
are left out and reported.
"""

import contextlib
import os
import posixpath
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from runtime.deletion import delete, discard
from runtime.environments.pointers import is_pointer
from runtime.files import reason_of
from runtime.library import is_document
from runtime.model.messages import Message, message
from runtime.model.sizes import size_of
from runtime.packs.archive import INNER, Member, MemberKind, Opener, damage_reported, is_ignored, members, parts_of
from runtime.packs.download import DiskSpace
from runtime.packs.model import ArchiveError, Manifest, PackError
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import BLOCK, RECORDS, mark_of, new_digest
from runtime.texts import printable

MAX_FOLDERS: Final = 20_000
"""Includes folders that only occur in the paths of files."""
MAX_BYTES: Final = 12 << 30
MAX_RATIO: Final = 200
"""Maximum ratio of the unpacked size to the archive's size; ten times the ratio of known packs."""
FREE_BYTES: Final = 256 << 20
"""Unpacked size that every archive may have, whatever its ratio."""
MAX_REPORTED: Final = 20
MAX_COPIES: Final = 5_000
"""Maximum number of files and folders in all copies of folders; a link to a larger folder is left out."""
MAX_LINKS: Final = 40
"""Maximum length of a chain of links, as in Linux."""
_Parts = tuple[str, ...]
_Link = tuple[_Parts, _Parts, Member]
"""A link's place, its target, which is empty if it is outside the archive, and its member."""
_EARLIEST_S: Final = 315_532_800.0
"""The year 1980: earlier times in archives are invalid."""


def unpack(
    archive: Path, folder: Path, progress: Progress, *, is_wrapped: bool = False
) -> tuple[Manifest, tuple[Message, ...]]:
    """Unpacks into `folder`, which must not exist; returns its files and a list of everything that was left out.

    A single outer folder is removed unless it is a bot's folder; with `is_wrapped`, as in source archives, it is always
    removed. After a failure, `folder` does not exist.

    Raises:
        ArchiveError: the archive is damaged or unsafe.
        PackError: the files cannot be written.
        CancelledError: the work was cancelled.
    """
    work = _Unpacking(archive, folder, progress)
    try:
        with damage_reported(archive):
            work.run()
        return work.finish(is_wrapped=is_wrapped)
    except OSError as error:
        discard(folder)
        raise PackError(
            message(
                "archive-not-unpacked",
                "{name} cannot be unpacked into {folder}: {reason}.",
                name=archive.name,
                folder=folder.parent,
                reason=reason_of(error),
            )
        ) from error
    except BaseException:
        discard(folder)
        raise


def _above(parts: _Parts) -> list[_Parts]:
    """Returns the folders that contain a member."""
    return [parts[:depth] for depth in range(1, len(parts))]


class _Unpacking:
    def __init__(self, archive: Path, folder: Path, progress: Progress) -> None:
        self._archive = archive
        self._folder = folder
        self._progress = progress
        self._inner = folder / "x"
        self._limit = min(MAX_BYTES, max(FREE_BYTES, MAX_RATIO * archive.stat().st_size))
        self._bytes = 0
        self._space = DiskSpace(folder.parent)
        self._made: set[Path] = set()
        self._files: dict[tuple[str, ...], tuple[str, bool]] = {}
        self._folders: set[tuple[str, ...]] = set()
        self._links: list[tuple[tuple[str, ...], Member]] = []
        self._left_out: list[Message] = []
        self._copies_left = MAX_COPIES
        self._too_large: set[_Parts] = set()
        """Folders that are not copied."""

    def run(self) -> None:
        self._inner.mkdir(parents=True)
        self._progress.begin(Stage.UNPACKING)
        stated = 0
        for parts, member, _ in self._members():  # first without writing: an archive can state more than disks stand
            stated += member.size
            self._require_size(stated)
            self._count_folders(parts if member.kind is MemberKind.FOLDER else parts[:-1])
        for parts, member, opened in self._members():
            if member.kind is MemberKind.FOLDER:
                self._inner.joinpath(*parts).mkdir(parents=True, exist_ok=True)
            elif member.kind is MemberKind.LINK:
                self._links.append((parts, member))
            else:
                with opened() as file:
                    self._write(parts, member, file)
        self._follow_all()

    def _members(self) -> Iterator[tuple[tuple[str, ...], Member, Opener]]:
        for member, opened in members(self._archive):
            self._progress.check()
            parts = parts_of(member.name)
            if is_ignored(parts) or (member.kind is not MemberKind.FOLDER and not parts):
                continue
            if member.kind is MemberKind.DEVICE:
                raise ArchiveError(
                    message(
                        "archive-has-device",
                        "The archive contains a device file: {name}. It is not unpacked.",
                        name=repr(member.name[:200]),
                    )
                )
            yield parts, member, opened

    def finish(self, *, is_wrapped: bool) -> tuple[Manifest, tuple[Message, ...]]:
        """Removes the outer folder; returns the files, and everything that was left out."""
        if not self._files:
            raise ArchiveError(message("archive-empty", "The archive {name} is empty.", name=self._archive.name))
        roots = list(self._inner.iterdir())
        is_single = len(roots) == 1 and roots[0].is_dir()
        skip = int(is_single and (is_wrapped or not _is_home(roots[0])))
        root = roots[0] if skip else self._inner
        discard(root / RECORDS)
        manifest: Manifest = {}
        for parts, (digest, is_executable) in self._files.items():
            if parts[skip] != RECORDS:
                manifest["/".join(parts[skip:])] = mark_of(root.joinpath(*parts[skip:]), digest, is_executable)
        aside = self._folder.with_name(self._folder.name + INNER)
        root.rename(aside)
        delete(self._folder)
        aside.rename(self._folder)
        more = len(self._left_out) - MAX_REPORTED
        reported = self._left_out[:MAX_REPORTED]
        if more > 0:
            reported.append(message("more-left-out", "and {more} more", more=more))
        return manifest, tuple(reported)

    def _write(self, parts: tuple[str, ...], member: Member, file: IO[bytes]) -> None:
        path = self._inner.joinpath(*parts)
        digest = new_digest()
        with self._created(path) as written:
            start, name = self._bytes, "/".join(parts)
            while block := file.read(BLOCK):
                if self._bytes == start and is_pointer(block):
                    text = message("pointer-only", "{path}: the archive has only its Git LFS pointer", path=name)
                    self._left_out.append(text)
                self._count(len(block))
                digest.update(block)
                written.write(block)
        if member.is_executable:
            path.chmod(0o755)
        changed_s = min(max(member.changed_s, _EARLIEST_S), time.time())
        with contextlib.suppress(OSError, OverflowError, ValueError):
            os.utime(path, (changed_s, changed_s))
        self._files[parts] = digest.hexdigest(), member.is_executable

    def _created(self, path: Path) -> IO[bytes]:
        """Opens a new file; replaces an earlier member of the same name."""
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        try:
            return path.open("xb")
        except FileExistsError:
            path.unlink()
            return path.open("xb")

    def _count_folders(self, parts: tuple[str, ...]) -> None:
        """Counts a folder and its parent folders, each once."""
        while parts and parts not in self._folders:
            self._folders.add(parts)
            if len(self._folders) > MAX_FOLDERS:
                raise ArchiveError(
                    message(
                        "archive-too-many-folders",
                        "The archive contains more than {count} folders. It is not unpacked.",
                        count=MAX_FOLDERS,
                    )
                )
            parts = parts[:-1]

    def _follow_all(self) -> None:
        """Copies the targets of links, following chains step by step; links without a target are left out.

        A folder is copied when the links inside it have been followed.
        """
        waiting: list[_Link] = [(parts, self._target(parts, member), member) for parts, member in self._links]
        inside = Counter(folder for parts, _, _ in waiting for folder in _above(parts))
        lost: list[_Link] = []
        for _ in range(MAX_LINKS):
            settled = [link for link in waiting if self._follow(link, inside)]
            if not settled:
                places = {parts for parts, _, _ in waiting}
                impossible = [link for link in waiting if not self._is_possible(link, places)]
                circle = [link for link in waiting if link[1] in self._folders][:1]  # without it, others may go on
                settled = impossible or circle or waiting
                lost += settled
            for parts, _, _ in settled:
                inside.subtract(_above(parts))
            identities = set(map(id, settled))
            waiting = [link for link in waiting if id(link) not in identities]
        self._left_out += [
            message(
                "link-left-out",
                "{path}: a link to {target}",
                path="/".join(parts),
                target=printable(member.target[:100]),
            )
            for parts, _, member in (*lost, *waiting)
        ]

    def _is_possible(self, link: _Link, waiting: set[_Parts]) -> bool:
        """Returns whether the target of a link may still come to exist."""
        parts, target, _ = link
        if parts in self._folders or parts[: len(target)] == target or target in self._too_large:
            return False
        return target in self._folders or not waiting.isdisjoint((target, *_above(target)))

    def _follow(self, link: _Link, inside: Counter[_Parts]) -> bool:
        """Copies the target of a link; returns whether it is an unpacked file, or a folder without waiting links."""
        self._progress.check()
        parts, target, member = link
        if target in self._files and target != parts and parts not in self._folders:
            self._copy(parts, target)
            return True
        is_new = parts not in self._folders and parts not in self._files
        is_folder = target in self._folders and not member.is_from_root
        if not is_folder or inside[target] or not is_new or not self._may_copy(target):
            return False
        for place, _, names in os.walk(self._inner.joinpath(*target)):
            below = Path(place).relative_to(self._inner.joinpath(*target)).parts
            folder = parts_of("/".join((*parts, *below)))
            self._count_folders(folder)
            self._inner.joinpath(*folder).mkdir(parents=True, exist_ok=True)
            for name in names:
                self._copy(parts_of("/".join((*folder, name))), parts_of("/".join((*target, *below, name))))
        return True

    def _may_copy(self, folder: _Parts) -> bool:
        """Returns whether a folder has few enough files and folders to be copied, and counts them."""
        if folder in self._too_large:
            return False
        count = 1
        for _, folders, names in os.walk(self._inner.joinpath(*folder)):
            count += len(folders) + len(names)
            if count > self._copies_left:
                self._too_large.add(folder)
                return False
        self._copies_left -= count
        return True

    def _copy(self, parts: _Parts, target: _Parts) -> None:
        source = self._inner.joinpath(*target)
        copy = Member(
            name="/".join(parts),
            kind=MemberKind.FILE,
            is_executable=self._files[target][1],
            changed_s=source.stat().st_mtime,
        )
        with source.open("rb") as file:
            self._write(parts, copy, file)

    def _target(self, parts: tuple[str, ...], member: Member) -> tuple[str, ...]:
        """Returns the target of a link within the archive, which may be a link again; empty if it is outside."""
        if member.target.startswith("/"):
            return ()
        start = "" if member.is_from_root else "/".join(parts[:-1])
        joined = posixpath.normpath(posixpath.join(start, member.target.replace("\\", "/")))
        try:
            return parts_of(joined)
        except ArchiveError:
            return ()

    def _count(self, size: int) -> None:
        self._bytes += size
        self._progress.advance(size)
        self._space.take(size)
        self._require_size(self._bytes)

    def _require_size(self, size: int) -> None:
        if size > self._limit:
            raise ArchiveError(
                message(
                    "archive-too-large",
                    "The archive {name} unpacks to more than {size}, which is suspicious for its size. It is not "
                    "unpacked.",
                    name=self._archive.name,
                    size=size_of(self._limit),
                )
            )


def _is_home(folder: Path) -> bool:
    """Returns whether a folder contains a bot's document, in which case its name matters."""
    return any(is_document(path) for path in folder.iterdir() if path.is_file())
