"""Ticks per second of a 1v1 of two Python bots that the launcher plays in lockstep, against bare sockets.

The match goes the way of `kickabout play`: supervisor, arena, bots and a ready manager session in the launcher's own
process. Rates are those that a bot measures.
"""

import contextlib
import re
import tempfile
from pathlib import Path
from statistics import mean

from runtime.documents import Match, read_match_text
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRunner
from runtime.model.events import Event, LinesLogged
from tests.bench.figures import Figure
from tests.bench.matches import AGENT
from tests.bench.processes import BOTS, bot_environment, matched, started
from tests.bench.servers import bare_server

ROUNDS = {False: 35, True: 21}
"""Without and with prediction.

Many short rounds and means of them: where the system puts the processes changes from start to start, and with it the
rates, of bare sockets too. A round of the launcher takes about three seconds.
"""
FRAMES = "1000"
LIMIT_S = 3600.0
"""Of game time; the match is stopped long before."""
BAR = 0.85
_CALLED = r"called (\d+) frames in ([\d.]+) seconds"


def measure(meshes: Path) -> list[Figure]:
    """One figure without and one with ball prediction."""
    return [_compare(meshes, prediction=False), _compare(meshes, prediction=True)]


def _compare(meshes: Path, *, prediction: bool) -> Figure:
    rates = [
        (played_rate(meshes, prediction=prediction), _bare_rate(meshes, prediction=prediction))
        for _ in range(ROUNDS[prediction])
    ]
    ours, bare = (mean(column) for column in zip(*rates, strict=True))
    return Figure(
        name="lockstep with prediction" if prediction else "lockstep",
        value=ours / bare,
        unit="ratio",
        bound=BAR,
        sense="at least",
        detail={"frames/s": ours, "bare": bare},
    )


def played_rate(meshes: Path, *, prediction: bool) -> float:
    """Ticks per second of one match that the launcher plays.

    Raises:
        RuntimeError: no bot measured a rate; the text is the match's reason.
    """
    rates: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        plan = MatchPlan(
            match=_match(Path(folder), prediction=prediction),
            game=ArenaGame(meshes=meshes),
            pace="lockstep",
            seconds_limit=LIMIT_S,
        )
        runner = MatchRunner(plan)

        def watch(event: Event) -> None:
            for line in event.lines if isinstance(event, LinesLogged) else ():
                if found := re.search(_CALLED, line.text):
                    rates.append(_rate(found))
                    runner.request_stop()

        result = runner.run(watch)
    if not rates:
        raise RuntimeError(result.reason)
    return rates[0]


def _match(folder: Path, *, prediction: bool) -> Match:
    command = f'"{BOTS / "steady.py"}"{" --prediction" if prediction else ""}'
    settings = f"""
        [settings]
        agent_id = "{AGENT}"
        name = "Steady"
        run_command = 'python {command}'
        run_command_linux = 'python3 {command}'
        environment = {{ BENCH_COUNT = "{FRAMES}" }}
    """
    (folder / "bot.toml").write_text(settings, encoding="utf-8")
    text = """
        [match]
        start_without_countdown = true
        skip_replays = true
        [mutators]
        match_length = "Unlimited"
        [[cars]]
        team = 0
        config_file = "bot.toml"
        [[cars]]
        team = 1
        config_file = "bot.toml"
    """
    match = read_match_text(text, folder / "match.toml").value
    assert match is not None
    return match


def _bare_rate(meshes: Path, *, prediction: bool) -> float:
    arguments = [str(BOTS / "steady.py"), *(["--prediction"] if prediction else [])]
    with contextlib.ExitStack() as stack:
        port, _process = stack.enter_context(bare_server(2, meshes, prediction=prediction, weave=True))
        environment = {**bot_environment(port, AGENT), "BENCH_COUNT": FRAMES}
        bots = [stack.enter_context(started(arguments, environment)) for _ in range(2)]
        return _rate(matched(bots[0], _CALLED))


def _rate(found: re.Match[str]) -> float:
    return int(found[1]) / float(found[2])
