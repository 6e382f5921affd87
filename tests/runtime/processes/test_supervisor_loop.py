"""The supervisor's loop with simulated clock, pipes and system."""

import io
from dataclasses import replace

import pytest

from runtime.model.messages import literal
from runtime.processes.census import Census, ProcessRow
from runtime.processes.child import GIVE_UP_S, MAX_BATCH_BYTES
from runtime.processes.pipes import PEER
from runtime.processes.platforms.interface import Spawned
from runtime.processes.supervisor import MAX_BACKLOG, Supervisor
from runtime.processes.wire import (
    ChildCleared,
    ChildEnded,
    ChildNotice,
    ChildOutput,
    ChildSurvived,
    ChildUsage,
    Launch,
    Stop,
    SupervisorClosed,
    event_from_line,
    to_line,
)


class World:
    """Simulates clock, pipes and system; `script` lists (time, action) in order."""

    is_windows = False
    is_cut = False
    backlog = 0
    max_wait_s = float("inf")
    refusal = None

    def __init__(self):
        self.now = 0.0
        self.script = []
        self.events = []
        self.log = []
        self.living = {}
        self.codes = {}
        self.turns = 0
        self.forgotten = []

    def clock(self):
        return self.now

    def at(self, time_s, action):
        self.script.append((time_s, action))

    # pipes
    def add(self, source, stream):
        pass

    def remove(self, source):
        pass

    def pause(self, source):
        self.log.append((self.now, "pause", source))

    def resume(self, source):
        pass

    def send(self, data):
        self.events.append((round(self.now, 6), event_from_line(data)))

    def wait(self, timeout_s):
        self.turns += 1
        assert self.turns < 5000, "the loop spins"
        if self.script and self.script[0][0] <= self.now + timeout_s:
            time_s, action = self.script.pop(0)
            self.now = max(self.now, time_s)
            return action() or []
        self.now += timeout_s
        return []

    # platform
    def become_root(self):
        pass

    def spawn(self, serial, argv, cwd, environment):
        self.living[serial] = {100 * serial}
        return Spawned(pid=100 * serial, output=io.BytesIO())

    def returncode(self, serial):
        return self.codes.get(serial)

    def reap_orphans(self):
        return False

    def census(self):
        return Census(members={serial: tuple(map(_row, pids)) for serial, pids in self.living.items() if pids})

    def is_childless(self):
        return not self.living

    def descendants(self):
        return tuple(_row(pid) for pids in self.living.values() for pid in pids)

    def handles(self, rows):
        return 5 * len(rows)

    def set_processors(self, pids, cores):
        self.log.append((round(self.now, 6), "tie", list(pids), tuple(cores)))
        return self.refusal

    def terminate(self, rows):
        self.log.append((round(self.now, 6), "terminate", sorted(row.pid for row in rows)))

    def kill(self, rows):
        self.log.append((round(self.now, 6), "kill", sorted(row.pid for row in rows)))

    def forget(self, serial):
        self.forgotten.append(serial)
        self.living.pop(serial, None)

    def emitted(self, *kinds):
        return [(time_s, event) for time_s, event in self.events if isinstance(event, kinds)]


def _row(pid):
    return ProcessRow(pid=pid, started=1.0, parent=1, group=0, session=0, name="bot", cpu_s=0.0, rss_bytes=1, threads=1)


@pytest.fixture
def world():
    return World()


def run(world):
    supervisor = Supervisor(platform=world, pipes=world, clock=world.clock, run_id="r")
    world.at(world.script[-1][0] + 1 if world.script else 1.0, supervisor.close)
    return supervisor.run()


def say(command):
    return lambda: [(PEER, to_line(command))]


LAUNCH = Launch(key="a", argv=("bot",), cwd="/", grace_s=1.0, terminate_s=0.25)


def die(world, serial, code, *, leaving=()):
    def action():
        world.codes[serial] = code
        world.living[serial] = set(leaving)

    return action


def test_steps_of_a_stop_come_at_their_times(world):
    world.at(0.0, say(LAUNCH))
    world.at(5.0, say(Stop(key="a")))
    world.at(6.3, die(world, 1, -9))
    run(world)
    signals = [entry for entry in world.log if entry[1] != "pause"]
    assert signals[0] == (6.0, "terminate", [100])
    assert signals[1] == (6.25, "kill", [100])
    assert [entry[1] for entry in signals[2:]] == ["kill"] * len(signals[2:])
    ((_, ended),) = world.emitted(ChildEnded)
    assert (ended.signal, ended.asked) == (9, True)
    assert world.forgotten == [1]


def test_survivors_are_reported_once_and_at_the_end(world):
    world.at(0.0, say(LAUNCH))
    world.at(1.0, say(Stop(key="a", grace_s=0.0)))
    world.at(1.25 + GIVE_UP_S + 1.0, lambda: None)
    assert run(world) == ("bot (pid 100)",)
    ((time_s, survived),) = world.emitted(ChildSurvived)
    assert time_s == pytest.approx(1.25 + GIVE_UP_S, abs=0.05)
    assert survived.survivors == ("bot (pid 100)",)
    ((_, closed),) = world.emitted(SupervisorClosed)
    assert closed.survivors == ("bot (pid 100)",)
    assert world.emitted(ChildEnded) == []


def test_an_ending_waits_for_output_only_so_long(world):
    world.at(0.0, say(LAUNCH))
    world.at(2.0, die(world, 1, 0))
    world.at(2.01, lambda: [(1, b"last words")])
    run(world)
    ((_, output),) = world.emitted(ChildOutput)
    assert output.lines == ("last words",)
    ((time_s, ended),) = world.emitted(ChildEnded)
    assert time_s == pytest.approx(2.1)
    assert ended.leftovers == 0


def test_output_after_silence_is_passed_on_at_once_and_more_of_it_in_batches(world):
    world.at(0.0, say(LAUNCH))
    for time_s in (1.0, 1.01, 1.02, 1.07, 2.0):
        world.at(time_s, lambda time_s=time_s: [(1, f"{time_s}\n".encode())])
    world.at(3.0, lambda: None)
    run(world)
    reported = [(pytest.approx(time_s), event.lines) for time_s, event in world.emitted(ChildOutput)]
    assert reported == [(1.0, ("1.0",)), (1.05, ("1.01", "1.02")), (1.1, ("1.07",)), (2.0, ("2.0",))]


def test_an_ending_does_not_wait_when_the_output_ended(world):
    world.at(0.0, say(LAUNCH))
    world.at(1.5, lambda: [(1, b"")])
    world.at(2.0, die(world, 1, 0))
    run(world)
    assert [time_s for time_s, _ in world.emitted(ChildEnded)] == [2.0]


def test_leftovers_after_an_asked_ending_are_terminated_at_once(world):
    world.at(0.0, say(LAUNCH))
    world.at(1.0, say(Stop(key="a", grace_s=10.0)))
    world.at(2.0, die(world, 1, 0, leaving=[101]))
    world.at(2.1, die(world, 1, 0))
    run(world)
    assert world.log[0] == (2.0, "terminate", [101])
    ((_, ended),) = world.emitted(ChildEnded)
    assert (ended.code, ended.asked, ended.leftovers) == (0, True, 0)
    assert world.emitted(ChildCleared) == []


def test_leftovers_of_an_ending_of_its_own_have_the_whole_grace(world):
    world.at(0.0, say(LAUNCH))
    world.at(2.0, die(world, 1, 0, leaving=[101, 102]))
    world.at(3.0, say(Stop(key="a")))
    world.at(3.9, die(world, 1, 0))
    run(world)
    assert world.log == []
    ((_, ended),) = world.emitted(ChildEnded)
    assert (ended.leftovers, ended.asked) == (2, False)
    assert len(world.emitted(ChildCleared)) == 1


def test_a_torn_command_is_put_together(world):
    line = to_line(LAUNCH)
    world.at(0.0, lambda: [(PEER, line[:10])])
    world.at(0.1, lambda: [(PEER, line[10:])])
    run(world)
    assert world.living == {1: {100}}


@pytest.mark.parametrize(("size", "paused"), [(-1, False), (0, True), (1, True)])
def test_a_child_that_prints_too_much_has_to_wait(world, size, paused):
    world.at(0.0, say(LAUNCH))
    world.at(1.0, lambda: [(1, b"x" * (MAX_BATCH_BYTES + size))])
    run(world)
    assert bool([entry for entry in world.log if entry[1] == "pause"]) is paused


def test_output_waits_while_the_client_is_behind(world):
    world.at(0.0, say(LAUNCH))

    def fall_behind():
        world.backlog = MAX_BACKLOG

    def catch_up():
        world.backlog = MAX_BACKLOG - 1

    world.at(0.99, fall_behind)
    world.at(1.0, lambda: [(1, b"x\n")])
    world.at(2.0, catch_up)
    run(world)
    ((time_s, _),) = world.emitted(ChildOutput)
    assert 2.0 <= time_s <= 2.1


@pytest.mark.parametrize(("limit", "is_above"), [(0, True), (1, False), (2, False), (None, False)])
def test_a_child_above_its_memory_limit_is_ended_without_grace(world, limit, is_above):
    world.at(0.0, say(replace(LAUNCH, memory_limit_bytes=limit)))
    world.at(1.3, die(world, 1, -9) if is_above else lambda: None)
    run(world)
    assert [entry for entry in world.log if entry[1] == "terminate"] == (
        [(1.0, "terminate", [100])] if is_above else []
    )
    assert ((1.25, "kill", [100]) in world.log) is is_above
    assert world.emitted(ChildNotice) == []
    endings = [(event.signal, event.asked, str(event.text)) for _, event in world.emitted(ChildEnded)]
    assert endings == ([(9, False, "killed above its memory limit: used 1.0 B, limit 0 B")] if is_above else [])


def test_usage_is_reported_once_a_second_with_its_handles(world):
    world.at(0.0, say(LAUNCH))
    world.at(3.5, lambda: None)
    run(world)
    reported = world.emitted(ChildUsage)
    assert [time_s for time_s, _ in reported] == [1.0, 2.0, 3.0, 4.0]
    assert {(event.handles, event.threads, event.rss_bytes) for _, event in reported} == {(5, 1, 1)}


def test_processors_are_set_at_the_start_and_checked_once_a_second(world):
    world.at(0.0, say(replace(LAUNCH, cores=(2, 3))))
    world.at(0.0, say(replace(LAUNCH, key="b")))
    world.at(1.5, lambda: None)
    run(world)
    ties = [entry for entry in world.log if entry[1] == "tie"]
    assert ties == [(0.0, "tie", [100], (2, 3)), (1.0, "tie", [100], (2, 3)), (2.0, "tie", [100], (2, 3))]


def test_a_refusal_of_processors_is_reported_once(world):
    world.refusal = literal("No.")
    for key in ("a", "b"):
        world.at(0.0, say(replace(LAUNCH, key=key, cores=(1,))))
    world.at(2.5, lambda: None)
    run(world)
    assert [(event.key, str(event.text)) for _, event in world.emitted(ChildNotice)] == [("", "No.")]


@pytest.mark.parametrize("failing", ["census", "wait", "reap_orphans", "returncode"])
def test_everything_is_killed_at_the_end_whatever_fails(world, capsys, failing):
    def fail(*_):
        raise RuntimeError("no ink")

    def kill(rows):
        world.log.append(("kill", sorted(row.pid for row in rows)))
        world.living.clear()

    def break_down():
        setattr(world, failing, fail)
        world.kill = kill
        return []

    world.at(0.0, say(LAUNCH))
    world.at(0.5, break_down)
    with pytest.raises(RuntimeError, match="no ink"):
        run(world)
    assert world.log[-1] == ("kill", [100])
    assert "no ink" in capsys.readouterr().err
