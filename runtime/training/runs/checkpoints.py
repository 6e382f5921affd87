"""Checkpoints of a run on disk: written to a temporary folder, hashed, renamed into place, and verified when read.

`FOLDER/PHASE/AGENT/STEP/` holds the files of one checkpoint, `manifest.json` with their sizes and SHA-256 sums and the
progress of the run, and `COMPLETE` with the sum of the manifest. `FOLDER/PHASE/AGENT/latest` and `best` contain names.
"""

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta

from runtime.codec import convert, encode
from runtime.deletion import discard
from runtime.files import (
    force_folder,
    is_link,
    names_in,
    open_regular,
    read_file,
    read_up_to,
    reason_of,
    write_atomically,
)
from runtime.model.messages import Message, MessageError, message, sentences
from runtime.model.sizes import size_of
from runtime.model.training import CheckpointView

MANIFEST: Final = "manifest.json"
COMPLETE: Final = "COMPLETE"
LATEST: Final = "latest"
BEST: Final = "best"
KEPT: Final = 5
"""Number of complete checkpoints to keep per phase and agent, besides the best."""
SPARE_BYTES: Final = 512 << 20
"""Disk space that must stay free after a checkpoint; in addition to twice its size."""
_STAGED: Final = ".staged-"
_FORMER: Final = ".former-"
"""Prefix of a checkpoint's name while another one of the same step replaces it."""
_NAME: Final = re.compile(r"\d{12,20}")
_SAFE: Final = re.compile(r"[^A-Za-z0-9_.-]+")
_MAX_MANIFEST: Final = 1 << 24
MAX_NUMBER: Final = 10**12
"""Limit of steps, bytes and seconds since the epoch."""
_BLOCK: Final = 1 << 20
_COUNT: Final = Meta(ge=0, lt=MAX_NUMBER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One complete checkpoint, which was verified when it was found."""

    folder: Path
    phase: str
    agent: str
    step: int
    created_s: float
    progress: Mapping[str, Any]
    """The state of the run at that time, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    size: Annotated[int, _COUNT]
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Manifest:
    phase: str
    agent: str
    step: Annotated[int, _COUNT]
    created_s: Annotated[float, _COUNT]
    files: dict[str, _File]
    progress: dict[str, Any]

    @property
    def metric_value(self) -> float | None:
        """The value of the objective.

        Raises:
            CodecError: it is not a number.
        """
        return convert(self.progress.get("metric_value"), float | None)

    def at(self, folder: Path) -> Checkpoint:
        """Returns the checkpoint in a folder."""
        return Checkpoint(
            folder=folder,
            phase=self.phase,
            agent=self.agent,
            step=self.step,
            created_s=self.created_s,
            progress=self.progress,
        )


class CheckpointError(MessageError, OSError):
    """A checkpoint cannot be written or read; `text` says why."""


class CheckpointStore:
    """The checkpoints of one run.

    Args:
        folder: folder of the checkpoints; created with the first one.
        kept: see `KEPT`.
        free_bytes: returns the free space of the disk of a folder.
        clock: returns seconds since the epoch.
    """

    def __init__(
        self,
        folder: Path,
        *,
        kept: int = KEPT,
        free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self._kept = kept
        self._free_bytes = free_bytes
        self._clock = clock

    def save(
        self,
        phase: str,
        agent: str,
        step: int,
        write: Callable[[Path], None],
        progress: Mapping[str, Any],
        *,
        is_best: bool = False,
    ) -> Checkpoint:
        """Writes a checkpoint; `write` puts the files into a folder. Replaces an existing checkpoint of the same step.

        Raises:
            CheckpointError: It could not be written, or the disk is too full; earlier checkpoints are unchanged.
        """
        home = self._home(phase, agent)
        name = f"{step:012d}"
        staged = home / f"{_STAGED}{name}-{os.getpid()}"
        try:
            self._require_no_links(home)
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._restore(home)
            self._remove_staged(home)
            staged.mkdir(mode=0o700)
            _fill(staged, write)
            self._require_space(staged)
            created_s, content = self._clock(), dict(progress)
            manifest = _Manifest(phase=phase, agent=agent, step=step, created_s=created_s, files={}, progress=content)
            _seal(staged, manifest)
            target, former = home / name, home / f"{_FORMER}{name}"
            if target.exists():
                target.rename(former)
            staged.rename(target)
            force_folder(home)
            discard(former)
            write_atomically(home / LATEST, name.encode())
            if is_best:
                write_atomically(home / BEST, name.encode())
        except OSError as error:
            discard(staged)
            self._restore(home)
            if isinstance(error, CheckpointError):
                raise
            text = message(
                "checkpoint-unwritten", "The checkpoint could not be written: {reason}.", reason=reason_of(error)
            )
            raise CheckpointError(text) from error
        self._prune(home)
        return manifest.at(target)

    def newest(
        self, phase: str, agent: str, *, on_skip: Callable[[Message], None] = lambda _: None
    ) -> Checkpoint | None:
        """Returns the newest complete checkpoint; passes a sentence to `on_skip` for each newer, unusable one."""
        for folder in self._folders(phase, agent):
            try:
                return read_checkpoint(folder)
            except CheckpointError as error:
                on_skip(
                    message(
                        "checkpoint-skipped",
                        "Checkpoint {folder} is skipped: {reason}",
                        folder=folder,
                        reason=error.text,
                    )
                )
        return None

    def best(self, phase: str, agent: str) -> Checkpoint | None:
        """Returns the best checkpoint, if it is complete."""
        name = _pointer(self._home(phase, agent) / BEST)
        try:
            return self.named(phase, agent, name) if name else None
        except CheckpointError:
            return None

    def named(self, phase: str, agent: str, name: str) -> Checkpoint:
        """Returns the checkpoint with a name.

        Raises:
            CheckpointError: It does not exist or is unusable.
        """
        return read_checkpoint(_placed(self._home(phase, agent), name))

    def set_aside(self, phase: str) -> None:
        """Renames the checkpoints of a phase that begins again; deletes those that were set aside before."""
        home, former = self.folder / safe_name(phase), self.folder / f".former-{safe_name(phase)}"
        if home.exists():
            discard(former)
            home.rename(former)

    def views(self, run: str) -> tuple[CheckpointView, ...]:
        """Returns all checkpoints for display, oldest first; checks only their marks, not their files."""
        views = (view for home in self._homes() for view in self._views_in(home, run))
        return tuple(sorted(views, key=lambda view: (view.step, view.created_s)))

    def _homes(self) -> Iterator[Path]:
        for phase in names_in(self.folder):
            if phase.startswith("."):
                continue
            yield from (self.folder / phase / agent for agent in names_in(self.folder / phase))

    def _views_in(self, home: Path, run: str) -> Iterator[CheckpointView]:
        latest, best = _pointer(home / LATEST), _pointer(home / BEST)
        for name in _names(home):
            folder = _placed(home, name)
            manifest, problem = None, None
            try:
                manifest = _manifest(folder)
            except CheckpointError as error:
                problem = error.text
            yield CheckpointView(
                run=run,
                phase=manifest.phase if manifest is not None else home.parent.name,
                agent=manifest.agent if manifest is not None else home.name,
                name=name,
                folder=folder,
                step=int(name),
                created_s=manifest.created_s if manifest is not None else 0.0,
                metric_value=manifest.metric_value if manifest is not None else None,
                is_best=name == best,
                is_latest=name == latest,
                size_bytes=sum(file.size for file in manifest.files.values()) if manifest is not None else 0,
                problem=problem,
            )

    def _home(self, phase: str, agent: str) -> Path:
        return self.folder / safe_name(phase) / safe_name(agent)

    def _folders(self, phase: str, agent: str) -> list[Path]:
        """Returns the folders of checkpoints, newest first."""
        home = self._home(phase, agent)
        return [_placed(home, name) for name in sorted(_names(home), key=int, reverse=True)]

    def _require_no_links(self, home: Path) -> None:
        for folder in (self.folder, home.parent, home):
            if is_link(folder):
                raise CheckpointError(
                    message("checkpoint-link", "{folder} is a symbolic link; checkpoints need a folder.", folder=folder)
                )

    def _require_space(self, staged: Path) -> None:
        size = sum(path.lstat().st_size for path in staged.rglob("*") if not path.is_dir())
        needed, free = SPARE_BYTES + 2 * size, self._free_bytes(staged)
        if free < needed:
            raise CheckpointError(
                message(
                    "disk-too-full",
                    "The disk is too full for a checkpoint: {free} are free, {needed} are needed.",
                    free=size_of(free),
                    needed=size_of(needed),
                )
            )

    @staticmethod
    def _restore(home: Path) -> None:
        """Puts back checkpoints whose replacement failed or was interrupted; removes replaced ones."""
        for name in names_in(home):
            if name.startswith(_FORMER):
                target = home / name.removeprefix(_FORMER)
                if target.exists():
                    discard(home / name)
                    continue
                with suppress(OSError):  # it can still be found under its current name
                    (home / name).rename(target)

    @staticmethod
    def _remove_staged(home: Path) -> None:
        """Removes the remains of an interrupted save."""
        for name in names_in(home):
            if name.startswith(_STAGED):
                discard(home / name)

    def _prune(self, home: Path) -> None:
        best = _pointer(home / BEST)
        complete = [name for name in filter(_NAME.fullmatch, names_in(home)) if (home / name / COMPLETE).is_file()]
        surplus = [name for name in sorted(complete, key=int)[: -self._kept] if name != best]
        for name in surplus:
            discard(home / name)


def read_checkpoint(folder: Path) -> Checkpoint:
    """Reads and verifies a checkpoint.

    Raises:
        CheckpointError: It is incomplete, damaged, or contains a symbolic link.
    """
    manifest = _manifest(folder)
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if is_link(path) or not path.is_dir()}
    surplus = written - set(manifest.files) - {MANIFEST, COMPLETE}
    missing = set(manifest.files) - written
    if surplus or missing:
        name = min(surplus | missing)
        raise CheckpointError(
            message("checkpoint-files", "it has other files than it was saved with: {name}.", name=name)
        )
    for name, file in manifest.files.items():
        path = folder / name
        if is_link(path):
            raise CheckpointError(message("checkpoint-file-link", "{name} in it is a symbolic link.", name=name))
        if path.stat().st_size != file.size or _sum_of(path) != file.sha256:
            raise CheckpointError(message("checkpoint-damaged", "{name} in it is damaged.", name=name))
    return manifest.at(folder)


def safe_name(name: str) -> str:
    """Returns a name as part of a path; different names may only collide if they differ in punctuation."""
    return _SAFE.sub("-", name).strip(".-") or "unnamed"


def _fill(staged: Path, write: Callable[[Path], None]) -> None:
    """Calls a learner to write its files; converts every exception to an `OSError`."""
    try:
        write(staged)
    except OSError:
        raise
    except Exception as error:  # any library may raise; torch raises a RuntimeError if the disk is full
        raise OSError(f"{type(error).__name__}: {error}".rstrip(".")) from error


def _seal(staged: Path, manifest: _Manifest) -> None:
    """Forces all files to the disk, adds them to the manifest, and writes manifest and mark."""
    for path in sorted(staged.rglob("*")):
        name = path.relative_to(staged).as_posix()
        if is_link(path):
            raise CheckpointError(message("checkpoint-file-link", "{name} in it is a symbolic link.", name=name))
        if path.is_dir():
            continue
        with path.open("rb+") as file:
            os.fsync(file.fileno())
        manifest.files[name] = _File(size=path.stat().st_size, sha256=_sum_of(path))
    for folder in (path for path in staged.rglob("*") if path.is_dir()):
        force_folder(folder)
    content = encode(manifest, indent=1)
    write_atomically(staged / MANIFEST, content)
    write_atomically(staged / COMPLETE, sha256(content).hexdigest().encode())
    force_folder(staged)


def _manifest(folder: Path) -> _Manifest:
    if is_link(folder):
        raise CheckpointError(message("checkpoint-is-link", "it is a symbolic link."))
    try:
        mark = read_file(folder / COMPLETE, 1 << 10).decode("ascii", "replace").strip()
        data = read_file(folder / MANIFEST, _MAX_MANIFEST)
    except OSError as error:
        raise CheckpointError(message("checkpoint-incomplete", "it is incomplete.")) from error
    if sha256(data).hexdigest() != mark:
        raise CheckpointError(message("checkpoint-damaged", "{name} in it is damaged.", name=MANIFEST))
    try:
        manifest = convert(json.loads(data), _Manifest)  # a configuration may contain infinity
        _ = manifest.metric_value
    except (ValueError, RecursionError) as error:
        raise CheckpointError(message("checkpoint-damaged", "{name} in it is damaged.", name=MANIFEST)) from error
    return manifest


def _sum_of(path: Path) -> str:
    digest = sha256()
    try:
        with open_regular(path) as file:
            while block := read_up_to(file, _BLOCK):
                digest.update(block)
    except OSError as error:
        raise CheckpointError(sentences(reason_of(error))) from error
    return digest.hexdigest()


def _names(home: Path) -> list[str]:
    """Returns the names of the checkpoints, including one that is being replaced."""
    return sorted({bare for name in names_in(home) if _NAME.fullmatch(bare := name.removeprefix(_FORMER))})


def _placed(home: Path, name: str) -> Path:
    """Returns the folder of a checkpoint; it has another name while a checkpoint of the same step replaces it."""
    former = home / f"{_FORMER}{name}"
    return former if former.exists() and not (home / name).exists() else home / name


def _pointer(path: Path) -> str:
    """Returns the name in a pointer file; empty if there is none."""
    try:
        name = read_file(path, 64).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return name if _NAME.fullmatch(name) else ""
