"""A delivery takes its place, a pack is repaired or removed; what users changed in it is never lost."""

import contextlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from runtime.deletion import discard
from runtime.packs.prepare import Delivery, Means
from runtime.packs.digests import digest_of
from runtime.packs.faults import PackError
from runtime.packs.manifest import compare, mark_of
from runtime.packs.progress import Meter, Stage
from runtime.packs.records import read_manifest, read_pack, record_of, write_records
from runtime.packs.store import GONE, OLD
from runtime.packs.model import Differences, Manifest, Pack, Placed

KEPT_STAMP: Final = "%Y-%m-%d %H.%M.%S"


def place(delivery: Delivery, means: Means, meter: Meter) -> Placed:
    """Puts a delivery in the place of the version before; the delivery is used up.

    Files that the user added are taken along; those that the user changed are copied, unless the new version has them
    just so.

    Raises:
        PackError: it did not work; the version before is in its place, as it was.
    """
    root = means.shelf.root
    target, aside = root / delivery.key, root / (OLD + delivery.key)
    meter.begin(Stage.PLACING)
    try:
        kept, carried = _keep(delivery, means, target, meter) if target.is_dir() else (None, 0)
        write_records(delivery.folder, delivery.record, delivery.manifest)
        discard(aside)
        _swap(delivery.folder, target, aside)
        discard(aside)  # while the pack is still ours: afterwards it may be what somebody else has put aside
        return Placed(pack=read_pack(target), changes=delivery.changes, kept=kept, carried=carried)
    except OSError as error:
        raise PackError(
            f"The new version cannot be installed in {target}: {error.strerror or error}. The old version is "
            "unchanged. Close the programs that use its files, then try again."
        ) from error
    finally:
        delivery.discard()


def differences(pack: Pack, meter: Meter, *, is_thorough: bool = False) -> Differences:
    """How a pack's folder differs from what was unpacked.

    Raises:
        PackError: it cannot be looked at.
    """
    meter.begin(Stage.COMPARING)
    try:
        return compare(pack.folder, read_manifest(pack.folder), meter, is_thorough=is_thorough)
    except OSError as error:
        raise PackError(f"The folder {pack.folder} cannot be read: {error.strerror or error}.") from error


def repair(pack: Pack, delivery: Delivery, means: Means, meter: Meter) -> Placed:
    """Puts the files that differ back to what they were, from a delivery of the same version, which is used up.

    Of what was changed, and of what stands in the way of a file, a copy is kept.

    Raises:
        PackError: the source has another version by now, or the disk does not take it.
    """
    try:
        manifest = read_manifest(pack.folder)
        damage = differences(pack, meter, is_thorough=True)
        for path in damage.damaged:
            if path not in delivery.manifest or delivery.manifest[path].digest != manifest[path].digest:
                raise PackError(f"The installed version of {pack.title} is no longer available. Update it.")
        obstacles = _obstacles(pack.folder, damage.damaged)
        kept = _copy_all(pack.folder, [*damage.changed, *obstacles], _kept_folder(means, pack.key))
        meter.begin(Stage.PLACING)
        for obstacle in obstacles:
            discard(pack.folder / obstacle)
        for path in damage.damaged:
            _put_back(delivery.folder / path, pack.folder / path)
            manifest[path] = mark_of(pack.folder / path, manifest[path].digest, manifest[path].is_executable)
        write_records(pack.folder, record_of(pack), manifest)
        return Placed(pack=read_pack(pack.folder), changes=delivery.changes, kept=kept)
    except OSError as error:
        raise PackError(f"{pack.title} cannot be repaired: {error.strerror or error}. Try again.") from error
    finally:
        delivery.discard()


def remove(pack: Pack, means: Means, meter: Meter, *, keep_own: bool) -> Path | None:
    """Deletes a pack; returns the folder with copies of what the user changed and added, if that is to be kept.

    Raises:
        PackError: it cannot be moved away; it is as it was.
    """
    with means.shelf.held(pack.key):
        gone = means.shelf.root / (GONE + pack.key)
        try:
            own = differences(pack, meter).own if keep_own else ()
            kept = _copy_all(pack.folder, own, _kept_folder(means, pack.key))
            discard(gone)
            pack.folder.rename(gone)
        except OSError as error:
            raise PackError(
                f"{pack.folder} cannot be removed: {error.strerror or error}. Close the programs that use its files."
            ) from error
        discard(gone)
    return kept


def _swap(new: Path, target: Path, aside: Path) -> None:
    """Two renames; if the second fails, the first is undone."""
    is_first = not target.exists()
    if not is_first:
        target.rename(aside)
    try:
        new.rename(target)
    except OSError:
        if not is_first:
            aside.rename(target)
        raise


def _keep(delivery: Delivery, means: Means, target: Path, meter: Meter) -> tuple[Path | None, int]:
    """Takes what the user added along, and copies what the new version would replace."""
    own = compare(target, read_manifest(target), meter)
    replaced = [path for path in own.changed if not _is_in(delivery.manifest, target, path, meter)]
    carried = 0
    for path in own.added:
        clashes = list(_carry(target, delivery.folder, path.rstrip("/")))
        replaced += [clash for clash in clashes if not _is_in(delivery.manifest, target, clash, meter)]
        carried += not clashes
    return _copy_all(target, replaced, _kept_folder(means, delivery.key)), carried


def _carry(target: Path, new: Path, path: str) -> list[str]:
    """Copies a file, link or folder into the new version; returns the files that it has already."""
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


def _is_in(manifest: Manifest, target: Path, path: str, meter: Meter) -> bool:
    """Whether the new version has just this file."""
    mark = manifest.get(path)
    file = target / path
    return mark is not None and file.is_file() and not file.is_symlink() and digest_of(file, meter) == mark.digest


def _copy_all(folder: Path, paths: Sequence[str], kept: Path) -> Path | None:
    """Copies these of a folder's files and folders; None where there are none."""
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
    """What stands where these files or their folders have to be: a folder in place of a file, a link or file of one."""
    found: dict[str, None] = {}
    for path in paths:
        above = reversed(PurePosixPath(path).parents[:-1])
        blocked = next((str(each) for each in above if _is_no_folder(folder / each)), "")
        if blocked or _is_folder(folder / path):
            found[blocked or path] = None
    return list(found)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_no_folder(path: Path) -> bool:
    return os.path.lexists(path) and not _is_folder(path)


def _put_back(source: Path, target: Path) -> None:
    """Replaces a file by its first state."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _kept_folder(means: Means, key: str) -> Path:
    """A folder for copies that does not exist yet."""
    wanted = means.shelf.kept / key / means.clock().strftime(KEPT_STAMP)
    number, place = 2, wanted
    while place.exists():
        place = wanted.with_name(f"{wanted.name} ({number})")
        number += 1
    return place
