"""Reference pictures; `python -m tests.app.pictures.references [VARIANT ...]` updates those that differ.

The command prints the name of each picture that it replaces: look at all of them before you commit.
"""

import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Final

import numpy as np

from tests.app.pictures.comparison import differing_blocks, highlighted, load, save
from tests.app.pictures.render import FAMILIES, ROOT, VARIANTS, render

REFERENCES: Final = Path(__file__).resolve().parent / "references"


def reference(variant: str, scene: str) -> Path:
    """The file of a reference picture, whether it exists or not."""
    return REFERENCES / variant / f"{scene}.webp"


def stray_references() -> list[Path]:
    """Files of the folder that no variant uses."""
    used = {reference(variant.name, scene) for variant in VARIANTS for scene in variant.references}
    return sorted(path for path in REFERENCES.rglob("*") if path.is_file() and path not in used)


def difference(expected: Path, actual: Path) -> str:
    """A phrase that says how a picture differs from its reference; empty if they are equal.

    If only parts of the picture differ, they are highlighted in a picture beside the actual one.
    """
    if not expected.is_file():
        return "has no reference"
    stored, drawn = load(expected), load(actual)
    if stored.shape != drawn.shape:
        return f"has {drawn.shape[1]} x {drawn.shape[0]} pixels instead of {stored.shape[1]} x {stored.shape[0]}"
    blocks = differing_blocks(stored, drawn)
    if not blocks.any():
        return ""
    marks = actual.with_name(f"{actual.stem}-difference.png")
    save(highlighted(drawn, blocks), marks)
    return f"differs in {np.count_nonzero(blocks)} blocks, see {marks}"


def main(names: Collection[str]) -> int:
    for variant in VARIANTS:
        if names and variant.name not in names:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            report = render(variant, folder)
            if not FAMILIES.issubset(report.families):
                sys.exit("The fonts of the references are not available; update the references on Linux.")
            for scene in variant.references:
                path, actual = reference(variant.name, scene), folder / f"{scene}.png"
                if difference(path, actual):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    save(load(actual), path)
                    print(f"replaced {path.relative_to(ROOT)}")
            for scene, faults in report.faults.items():
                print(*(f"{variant.name}, {scene}: {fault}" for fault in faults), sep="\n", end="")
    for path in stray_references():
        path.unlink()
        print(f"removed {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
