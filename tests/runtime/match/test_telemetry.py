"""Telemetry of a whole match in lockstep, compared with what an agent on bare sockets saw in the same packets."""

import json

import pytest

from runtime.model.events import LinesLogged, TelemetryRecorded
from runtime.model.states import Phase
from runtime.telemetry import MarkKind, Scope
from runtime.telemetry.history import History

WITNESS = """
import json
import rlbot_flatbuffers as flat
from raw_agent import Raw
V = flat.Vector3Partial
raw = Raw()
cars = raw.join()
rows = []
def place(car, boost, ball, speed=(0, 0, 0), shot=(0, 0, 0)):
    rotation, still = flat.RotatorPartial(0.0, 1.5707963, 0.0), V(0.0, 0.0, 0.0)
    car = flat.DesiredPhysics(V(*map(float, car)), rotation, V(*map(float, speed)), still)
    ball = flat.DesiredPhysics(V(*map(float, ball)), None, V(*map(float, shot)), still)
    raw.send(flat.DesiredGameState([flat.DesiredBallState(ball)], [flat.DesiredCarState(car, float(boost))]))
AWAY, FAST = (3000, 0, 93), (0, 1400, 0)
STEPS = {
    100: lambda: place((0, -4640, 17), 20, AWAY, FAST),  # onto a small pad of blue's half
    140: lambda: place((0, 2416, 17), 95, AWAY, FAST),  # a small one of orange's
    180: lambda: place((3072, 3596, 17), 40, AWAY, FAST),  # a big one of orange's
    300: lambda: place((0, 0, 17), 0, (0, 400, 93), speed=(0, 2290, 0)),  # a touch at supersonic speed
    500: lambda: place((0, -4000, 17), 0, (0, 4500, 93), shot=(0, 2000, 0)),  # a goal
}
for message in raw.messages():
    if not isinstance(message, flat.GamePacket):
        continue
    info, car = message.match_info, message.players[0]
    v, touch = car.physics.velocity, car.latest_touch
    rows.append((
        info.frame_num, int(info.match_phase), (v.x**2 + v.y**2 + v.z**2) ** 0.5, car.boost, int(car.air_state),
        car.is_supersonic, round(touch.game_seconds * 120) if touch else 0, message.teams[0].score,
    ))
    STEPS.get(info.frame_num, int)()
    raw.drive(cars, throttle=1.0, jump=200 <= info.frame_num < 230)
    if info.frame_num == 600:
        open("rows.json", "w").write(json.dumps(rows))
"""
IN_PLAY = [list(Phase).index(phase) for phase in (Phase.KICKOFF, Phase.ACTIVE)]


def recorded(stage):
    history = History()
    for event in stage.of(TelemetryRecorded):
        history.take(event)
    return history


def test_telemetry_of_the_arena_is_exact_to_the_tick(stage, workshop):
    workshop.bot("witness", WITNESS)
    workshop.bot("driver", "from raw_agent import Raw\nraw = Raw()\nraw.play(raw.join())\n")
    match = workshop.match(("witness", 0), ("driver", 1), head="enable_state_setting = true")
    stage.play(match, seconds_limit=5.1, is_recorded=True)
    history = recorded(stage)
    rows = {row[0]: row for row in json.loads((workshop.root / "witness" / "rows.json").read_text())}
    end_s = 600 / 120

    def value(channel):
        return history.value(channel, 0 if channel.startswith("car") else None, end_s)

    assert sorted(rows) == list(range(min(rows), 601))  # no packet is missing
    played = [row for row in rows.values() if row[1] in IN_PLAY]
    assert round(value("car.play_time") * 120) == round(value("match.play_time") * 120) == len(played)
    ground = sum(row[4] == 0 for row in played)
    supersonic = sum(row[5] for row in played)
    assert value("car.ground_share") == pytest.approx(100 * ground / len(played))
    assert value("car.supersonic_share") == pytest.approx(100 * supersonic / len(played))
    assert ground < len(played)
    assert supersonic > 0

    # both of the last two cars drive over one more small pad
    collected = {
        "car.boost_collected": 12 + 5 + 60 + 12 + 12,
        "car.boost_stolen": 5 + 60 + 12,
        "car.boost_wasted": 7 + 40,
    }
    assert {channel: value(channel) for channel in collected} == collected
    speeds = history.curve("car.speed", 0)
    frames = [round(time_s * 120) for time_s in speeds.times_s]
    assert frames == sorted({frames[0], *range(-(-frames[0] // 4) * 4, frames[-1], 4), frames[-1]})
    shown = {frame: speed for frame, speed in zip(frames, speeds.values.tolist(), strict=True) if frame in rows}
    assert shown == pytest.approx({frame: rows[frame][2] for frame in shown}, abs=0.01)

    contacts = sorted({row[6] for row in rows.values()} - {0})
    touches = [frame for before, frame in zip([-99, *contacts], contacts, strict=False) if frame - before > 12]
    assert [mark.frame for mark in history.marks if mark.kind is MarkKind.TOUCH] == touches
    assert value("car.touches") == len(touches) > 0
    goal = min(frame for frame, row in rows.items() if row[7])
    marks = [(mark.frame, mark.team) for mark in history.marks if mark.kind is MarkKind.GOAL]
    assert marks == [(goal, 0)]
    assert value("match.score_blue") == 1
    assert history.subjects(Scope.AGENT) == ("blue-1", "orange-1")
    assert history.value("agent.response_p50", "blue-1") > 0


def test_a_swap_divides_a_match_for_a_comparison(stage, workshop, author):
    program = workshop.bot("driver")
    backwards = program.read_text().replace("throttle=1.0", "throttle=-1.0")
    a_second = [(int, 0)] * 60
    author(workshop.match(("driver", 0)), *a_second, lambda: program.write_text(backwards), *a_second, is_recorded=True)
    history = recorded(stage)
    (swap,) = [mark for mark in history.marks if mark.kind is MarkKind.SWAP]
    assert (swap.subject, swap.team) == ("blue-1", 0)
    rows = history.compare(*history.around(swap), (0, "blue-1"), ("car.throttle", "agent.swaps"))
    assert [row.channel.id for row in rows] == ["car.throttle", "agent.swaps"]
    assert (rows[0].before.median, rows[0].after.median) == (1, -1)
    assert (rows[1].before.minimum, rows[1].after.maximum) == (0, 1)


def test_an_agent_that_crashes_is_marked_at_its_time_in_the_log(stage, car, match_of):
    stage.play(match_of(car("mortal"), car("driver", team=1)), is_recorded=True)
    (crash,) = [mark for mark in recorded(stage).marks if mark.kind is MarkKind.CRASH]
    (line,) = [
        line
        for event in stage.of(LinesLogged)
        for line in event.lines
        if line.text.endswith("RuntimeError: out of fuel")
    ]
    assert crash.subject == "blue-1"
    assert crash.wall_s == pytest.approx(line.time_s, abs=1.0)


def test_a_match_that_nobody_watches_is_not_recorded(stage, car, match_of):
    stage.play(match_of(car("driver")), seconds_limit=0.2)
    assert not stage.of(TelemetryRecorded)
