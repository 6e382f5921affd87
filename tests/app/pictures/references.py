"""The reference pictures; drawn anew with `python -m tests.app.pictures.references [VARIANT ...]`.

A picture that is the same as before is left alone. Those that have changed are named: look at each of them before it is
committed.
"""

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
from PySide6.QtGui import QImage

from tests.app.pictures.comparing import differences, load, marked, pixels_of, places, save, save_whole
from tests.app.pictures.still import FONTS, ROOT, render
from tests.app.pictures.variants import VARIANTS, Variant

REFERENCES: Final = Path(__file__).resolve().parent / "references"
COMMAND: Final = "python -m tests.app.pictures.references"
MOST_PLACES: Final = 6
TIMEOUT_S: Final = 300


def reference(variant: Variant, scene: str) -> Path:
    """Where a reference is stored."""
    return REFERENCES / variant.name / f"{scene}.png"


def stray_references() -> list[Path]:
    """Stored pictures that belong to no scene of a variant."""
    known = {reference(variant, scene) for variant in VARIANTS for scene in variant.scenes}
    return sorted(path for path in REFERENCES.rglob("*") if path.is_file() and path not in known)


class Drawing:
    """A variant that a program of its own draws."""

    def __init__(self, variant: Variant, folder: Path) -> None:
        self.variant = variant
        self.folder = folder / variant.name
        self._home = folder / f"home of {variant.name}"
        for made in (self.folder, self._home):
            made.mkdir(parents=True)
        self._process = render(variant, self.folder, self._home)
        self._told: dict[str, Any] | None = None

    def told(self) -> dict[str, Any]:
        """What the program says, once it has drawn everything.

        Raises:
            RuntimeError: it could not draw; the message is its complaint.
        """
        if self._told is None:
            said, complaint = self._process.communicate(timeout=TIMEOUT_S)
            if self._process.returncode:
                raise RuntimeError(f"{self.variant.name} ended with {self._process.returncode}: {complaint}")
            self._told = json.loads(said)
        return self._told

    def end(self) -> None:
        """Ends the program if it still draws."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


def changes(drawing: Drawing, shown: Path) -> dict[str, str]:
    """What each scene that is not as it was says; for those, the pictures to look at are put into a folder."""
    drawing.told()
    found = {}
    for scene in drawing.variant.scenes:
        drawn = pixels_of(QImage(str(drawing.folder / f"{scene}.png")))
        name = f"{drawing.variant.name}-{scene}"
        complaint = _complaint(drawn, reference(drawing.variant, scene), shown / f"{name}-difference.png")
        if complaint:
            actual = shown / f"{name}-actual.png"
            save_whole(drawn, actual)
            found[scene] = f"{name} {complaint}; see {actual}"
    return found


def _complaint(drawn: np.ndarray, stored: Path, marks: Path) -> str:
    """How a picture is not the stored one; empty when it is."""
    if not stored.is_file():
        return "has no reference"
    expected = load(stored)
    if expected.pixels.shape != drawn.shape:
        sizes = (f"{shape[1]} x {shape[0]}" for shape in (drawn.shape, expected.pixels.shape))
        return "is {} instead of {} pixels".format(*sizes)
    blocks = differences(expected, drawn)
    if not blocks.any():
        return ""
    save_whole(marked(drawn, blocks), marks)
    boxes = [f"{width} x {height} at ({left}, {top})" for left, top, width, height in places(blocks)]
    more = f" and {len(boxes) - MOST_PLACES} more" if len(boxes) > MOST_PLACES else ""
    return f"differs in {', '.join(boxes[:MOST_PLACES])}{more}; see {marks}"


def main(names: Iterable[str]) -> int:
    wanted = [variant for variant in VARIANTS if not names or variant.name in names]
    with tempfile.TemporaryDirectory() as folder:
        for variant in wanted:
            drawing = Drawing(variant, Path(folder))
            try:
                _renew(drawing, Path(folder))
            finally:
                drawing.end()
    for path in stray_references():
        path.unlink()
        print(f"removed {path.relative_to(ROOT)}")
    size = sum(path.stat().st_size for path in REFERENCES.rglob("*.png"))
    print(f"{size / 1e6:.2f} MB in all")
    return 0


def _renew(drawing: Drawing, shown: Path) -> None:
    if "DejaVu Sans" not in drawing.told()["families"]:
        raise SystemExit(f"The fonts of {FONTS.relative_to(ROOT)} cannot be used here; draw the references on Linux.")
    for scene, complaint in changes(drawing, shown).items():
        path = reference(drawing.variant, scene)
        path.parent.mkdir(parents=True, exist_ok=True)
        save(pixels_of(QImage(str(drawing.folder / f"{scene}.png"))), path)
        print(f"{path.relative_to(ROOT)}: {complaint.partition(';')[0]}")
    for scene, faults in drawing.told()["faults"].items():
        for fault in faults:
            print(f"{drawing.variant.name}, {scene}: {fault}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
