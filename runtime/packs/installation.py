"""Installs a prepared version, repairs and removes packs; keeps all changes of the user."""

import contextlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from runtime.deletion import discard
from runtime.files import reason_of
from runtime.model.messages import message
from runtime.packs.model import Differences, Manifest, Pack, PackError, Placed
from runtime.packs.preparation import PackServices, PreparedPack
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import compare, digest_of, mark_of, read_manifest, read_pack, record_of, write_records
from runtime.packs.store import GONE, OLD

KEPT_STAMP: Final = "%Y-%m-%d %H.%M.%S"


def place(prepared: PreparedPack, services: PackServices, progress: Progress) -> Placed:
    """Replaces the installed version by a prepared one, which cannot be used again.

    Files that the user added are copied into the new version. Files that the user changed are copied to the folder of
    kept files, unless the new version has the same content.

    Raises:
        PackError: the installation failed; the previous version is unchanged.
    """
    root = services.store.root
    target, aside = root / prepared.key, root / (OLD + prepared.key)
    progress.begin(Stage.PLACING)
    try:
        kept, carried = _keep(prepared, services, target, progress) if target.is_dir() else (None, 0)
        write_records(prepared.folder, prepared.record, prepared.manifest)
        discard(aside)
        _swap(prepared.folder, target, aside)
        discard(aside)  # before releasing the lock, because then another process may use the folder
        return Placed(pack=read_pack(target), changes=prepared.changes, kept=kept, carried=carried)
    except OSError as error:
        raise PackError(
            message(
                "pack-not-installed",
                "The new version cannot be installed in {folder}: {reason}. The old version is unchanged. Close the "
                "programs that use its files, then try again.",
                folder=target,
                reason=reason_of(error),
            )
        ) from error
    finally:
        prepared.discard()


def differences(pack: Pack, progress: Progress, *, is_thorough: bool = False) -> Differences:
    """Returns how a pack's folder differs from its archive.

    Raises:
        PackError: the folder cannot be read.
    """
    progress.begin(Stage.COMPARING)
    try:
        return compare(pack.folder, read_manifest(pack.folder), progress, is_thorough=is_thorough)
    except OSError as error:
        raise PackError(
            message(
                "folder-unreadable",
                "The folder {folder} cannot be read: {reason}.",
                folder=pack.folder,
                reason=reason_of(error),
            )
        ) from error


def repair(pack: Pack, prepared: PreparedPack, services: PackServices, progress: Progress) -> Placed:
    """Restores the files that differ from a prepared pack of the same version, which cannot be used again.

    Changed files, and anything that takes the place of a file, are copied to the folder of kept files.

    Raises:
        PackError: the source has another version now, or files cannot be written.
    """
    try:
        manifest = read_manifest(pack.folder)
        damage = differences(pack, progress, is_thorough=True)
        for path in damage.damaged:
            if path not in prepared.manifest or prepared.manifest[path].digest != manifest[path].digest:
                raise PackError(
                    message(
                        "pack-version-gone",
                        "The installed version of {name} is no longer available. Update it.",
                        name=pack.title,
                    )
                )
        obstacles = _obstacles(pack.folder, damage.damaged)
        kept = _copy_all(pack.folder, [*damage.changed, *obstacles], _kept_folder(services, pack.key))
        progress.begin(Stage.PLACING)
        for obstacle in obstacles:
            discard(pack.folder / obstacle)
        for path in damage.damaged:
            _put_back(prepared.folder / path, pack.folder / path)
            manifest[path] = mark_of(pack.folder / path, manifest[path].digest, manifest[path].is_executable)
        write_records(pack.folder, record_of(pack), manifest)
        return Placed(pack=read_pack(pack.folder), changes=prepared.changes, kept=kept)
    except OSError as error:
        raise PackError(
            message(
                "pack-not-repaired",
                "{name} cannot be repaired: {reason}. Try again.",
                name=pack.title,
                reason=reason_of(error),
            )
        ) from error
    finally:
        prepared.discard()


def remove(pack: Pack, services: PackServices, progress: Progress, *, keep_own: bool) -> Path | None:
    """Deletes a pack; with `keep_own`, returns the folder with copies of the user's changed and added files.

    Raises:
        PackError: the pack cannot be removed; it is unchanged.
    """
    with services.store.held(pack.key):
        gone = services.store.root / (GONE + pack.key)
        try:
            own = differences(pack, progress).own if keep_own else ()
            kept = _copy_all(pack.folder, own, _kept_folder(services, pack.key))
            discard(gone)
            pack.folder.rename(gone)
        except OSError as error:
            raise PackError(
                message(
                    "pack-not-removed",
                    "{folder} cannot be removed: {reason}. Close the programs that use its files.",
                    folder=pack.folder,
                    reason=reason_of(error),
                )
            ) from error
        discard(gone)
    return kept


def _swap(new: Path, target: Path, aside: Path) -> None:
    """Replaces a folder by two renames; if the second fails, the first is undone."""
    is_first = not target.exists()
    if not is_first:
        target.rename(aside)
    try:
        new.rename(target)
    except OSError:
        if not is_first:
            aside.rename(target)
        raise


def _keep(prepared: PreparedPack, services: PackServices, target: Path, progress: Progress) -> tuple[Path | None, int]:
    """Copies added files into the new version, and keeps copies of files that it would replace."""
    own = compare(target, read_manifest(target), progress)
    replaced = [path for path in own.changed if not _is_in(prepared.manifest, target, path, progress)]
    carried = 0
    for path in own.added:
        clashes = list(_carry(target, prepared.folder, path.rstrip("/")))
        replaced += [clash for clash in clashes if not _is_in(prepared.manifest, target, clash, progress)]
        carried += not clashes
    return _copy_all(target, replaced, _kept_folder(services, prepared.key)), carried


def _carry(target: Path, new: Path, path: str) -> list[str]:
    """Copies a file, link or folder into the new version; returns the paths that exist there already."""
    source, copy = target / path, new / path
    if not os.path.lexists(copy):
        with contextlib.suppress(FileExistsError, NotADirectoryError):
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copy(source, copy)
            return []
        return [path]
    if _is_folder(source) and copy.is_dir():
        return [clash for inner in sorted(source.iterdir()) for clash in _carry(target, new, f"{path}/{inner.name}")]
    return [path]


def _is_in(manifest: Manifest, target: Path, path: str, progress: Progress) -> bool:
    """Returns whether the new version contains this file with the same content."""
    mark = manifest.get(path)
    file = target / path
    return mark is not None and file.is_file() and not file.is_symlink() and digest_of(file, progress) == mark.digest


def _copy_all(folder: Path, paths: Sequence[str], kept: Path) -> Path | None:
    """Copies paths of a folder to `kept`; returns `kept`, or None if there are no paths."""
    for path in paths:
        copy = kept / path.rstrip("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        _copy(folder / path.rstrip("/"), copy)
    return kept if paths else None


def _copy(source: Path, copy: Path) -> None:
    if _is_folder(source):
        shutil.copytree(source, copy, symlinks=True)
    else:
        shutil.copy2(source, copy, follow_symlinks=False)


def _obstacles(folder: Path, paths: Sequence[str]) -> list[str]:
    """Returns the paths that block files: folders in place of files, and links or files in place of folders."""
    obstacles: dict[str, None] = {}
    for path in paths:
        above = reversed(PurePosixPath(path).parents[:-1])
        blocked = next((str(each) for each in above if _is_no_folder(folder / each)), "")
        if blocked or _is_folder(folder / path):
            obstacles[blocked or path] = None
    return list(obstacles)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_no_folder(path: Path) -> bool:
    return os.path.lexists(path) and not _is_folder(path)


def _put_back(source: Path, target: Path) -> None:
    """Replaces a file by its original."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _kept_folder(services: PackServices, key: str) -> Path:
    """Returns a path for a new folder of kept files."""
    folder = services.store.kept / key / services.clock().strftime(KEPT_STAMP)
    number, place = 2, folder
    while place.exists():
        place = folder.with_name(f"{folder.name} ({number})")
        number += 1
    return place
