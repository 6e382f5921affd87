"""Nothing that a bot starts outlives its match: one trial of each kind and ending; see `ownership_trials`."""

import sys

import pytest

from runtime.processes.records import records_folder
from tests.runtime.processes.ownership_trials import ENDINGS, trial

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bots use system calls of Linux")

TRIALS = [
    *((kind, ending) for kind in ("chain of sessions", "bare chain") for ending in ENDINGS[:-1]),
    *((kind, "bot kills guard, bot kills supervisor") for kind in ("thread", "chain")),
]


@pytest.mark.parametrize(("kind", "ending"), TRIALS)
def test_nothing_outlives_a_match(tmp_path, kind, ending):
    assert trial(kind, ending, 0.0005, tmp_path, records_folder()) == ""
