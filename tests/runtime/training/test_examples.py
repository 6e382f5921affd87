"""The examples of the documentation run, and the documentation shows them as they are."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_the_first_environment(capsys):
    path = ROOT / "docs" / "examples" / "first_environment.py"
    code = path.read_text(encoding="utf-8").partition('"""\n\n')[2]
    assert code in (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    assert sum(bool(line) for line in code.splitlines()) <= 10
    runpy.run_path(str(path))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 6
    assert all(re.fullmatch(r"\d+\.\d s: (touch|time_limit)", line) for line in lines)
