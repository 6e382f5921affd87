"""Trials and the way back: a launcher decides when a standby takes over, and a spare gets the cars back."""

import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.lockstep import ANSWER_DEADLINE_S
from runtime.arena.match.slots import SlotTable, agents_of
from runtime.documents import Car, CarKind, Match


def agent(report, place=0):
    return report["agents"][place]


def command(peer, text):
    peer.send(flat.ConsoleCommand(f"kickabout {text}"))


def frames(peer):
    return [packet.match_info.frame_num for packet in peer.of(flat.GamePacket)]


def newest(peer):
    return max(frames(peer), default=0)


@pytest.fixture
def trial(arena, make):
    """Starts a match of a against b in which the manager requires trials; returns server, manager, a and b."""

    def start(pace="lockstep", **changes):
        server = arena(pace)
        manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1), **changes))
        command(manager, "trial on")
        manager.settle()
        peers = [server.agent(agent_id) for agent_id in "ab"]
        for peer in peers:
            peer.wait_for_kind(flat.GamePacket)
        return server, manager, *peers

    return start


def on_trial(server, manager, agent_id="a"):
    """Returns a standby that is ready, and its session number."""
    peer = server.join(agent_id)
    peer.wait_for_kind(flat.FieldInfo)
    peer.send(flat.InitComplete())
    known = [agent(report)["session"] for report in manager.reports()]
    trial = manager.wait_for_report(lambda report: (trial := agent(report)["trial"]) and trial["session"] not in known)
    return peer, agent(trial)["trial"]["session"]


def swapped(server, manager, a, b, *, keep=True):
    """Returns a new version that has taken over in lockstep, and the numbers of both sessions."""
    old = agent(manager.wait_for_report(lambda report: agent(report)["ready"]))["session"]
    new, number = on_trial(server, manager)
    command(manager, f"takeover {number}{' keep' if keep else ''}")
    manager.settle()
    a.answer(0)
    b.answer(1)
    manager.wait_for_report(lambda report: agent(report)["session"] == number)
    new.wait_for(lambda peer: newest(peer) == server.games[0].frame_num)
    return new, number, old


def test_a_standby_on_trial_gets_frames_whose_answers_count_but_do_not_drive(trial):
    server, manager, a, b = trial()
    new, _ = on_trial(server, manager)
    for number in range(2, 8):
        a.answer(0, throttle=1.0)
        b.answer(1)
        new.wait_for(lambda peer, number=number: number in frames(peer))
        new.answer(0, throttle=-1.0)
        new.settle()
    report = manager.wait_for_report(lambda report: agent(report)["trial"]["answers"] >= 5)
    assert (agent(report)["swaps"], agent(report)["standby"]) == (0, True)
    assert all(controls.throttle == 1.0 for _, car, controls in server.games[0].controls if car == 0)
    assert not a.of(flat.DisconnectSignal)


def test_a_standby_on_trial_gets_the_next_frame_only_after_its_answer(trial):
    server, manager, a, b = trial()
    new, _ = on_trial(server, manager)
    for number in range(2, 5):
        a.answer(0)
        b.answer(1)
        a.wait_for_kind(flat.GamePacket, number)
    new.settle()
    assert len(frames(new)) == 1


def test_an_answer_to_a_frame_on_trial_does_not_count_for_a_later_frame(trial):
    server, manager, a, b = trial()
    new, number = on_trial(server, manager)
    a.answer(0)
    b.answer(1)
    new.wait_for_kind(flat.GamePacket)
    command(manager, f"takeover {number}")
    manager.settle()
    for count in range(3, 6):
        a.answer(0)
        b.answer(1)
        a.wait_for_kind(flat.GamePacket, count)
    assert len(frames(new)) == 1, "it owes an answer, and gets no further frame on trial"
    new.answer(0)
    new.settle()
    a.answer(0)
    b.answer(1)
    new.wait_for(lambda peer: newest(peer) == server.games[0].frame_num)
    a.wait_until_closed()


def test_without_approval_a_standby_stays_on_trial(trial):
    server, manager, a, b = trial()
    new, number = on_trial(server, manager)
    for count in range(2, 5):
        a.answer(0)
        b.answer(1)
        a.wait_for_kind(flat.GamePacket, count)
    command(manager, f"takeover {number + 1}")
    manager.settle()
    assert not a.of(flat.DisconnectSignal)
    assert not new.of(flat.DisconnectSignal)


def test_a_standby_leaves_on_command_and_the_cars_stay(trial):
    server, manager, a, b = trial()
    new, number = on_trial(server, manager)
    command(manager, f"dismiss {number}")
    command(manager, f"takeover {number}")
    new.wait_until_closed()
    manager.wait_for_report(lambda report: not agent(report)["standby"])
    frame = server.games[0].frame_num
    a.answer(0)
    b.answer(1)
    a.wait_for(lambda peer: newest(peer) == frame + 1)
    assert not a.of(flat.DisconnectSignal)


def test_the_session_that_drives_is_not_dismissed(trial):
    _, manager, a, _ = trial()
    number = agent(manager.wait_for_report(lambda report: agent(report)["ready"]))["session"]
    command(manager, f"dismiss {number}")
    manager.settle()
    a.settle()
    assert not a.of(flat.DisconnectSignal)


def test_the_former_version_is_kept_without_frames(trial):
    server, manager, a, b = trial()
    new, number, old = swapped(server, manager, a, b)
    report = manager.wait_for_report(lambda report: agent(report)["spare"] == old)
    assert (agent(report)["session"], agent(report)["swaps"], agent(report)["trial"]) == (number, 1, None)
    count = len(frames(a))
    frame = newest(new)
    new.answer(0)
    b.answer(1)
    new.wait_for(lambda peer: newest(peer) == frame + 1)
    a.settle()
    assert len(frames(a)) == count
    assert not a.of(flat.DisconnectSignal)


def test_without_keep_the_former_version_is_ended(trial):
    server, manager, a, b = trial()
    swapped(server, manager, a, b, keep=False)
    a.wait_until_closed()


@pytest.mark.usefixtures("unhurried")
def test_a_session_that_leaves_gives_the_cars_back_within_the_tick(trial):
    server, manager, a, b = trial()
    new, _, old = swapped(server, manager, a, b)
    frame = newest(new)
    b.answer(1)
    count = len(frames(a))
    new.close()
    a.wait_for_kind(flat.GamePacket, count + 1)
    assert newest(a) == frame, "the same frame again"
    assert server.games[0].frame_num == frame, "the match waits for its answer"
    a.answer(0, throttle=0.25)
    a.wait_for(lambda peer: newest(peer) == frame + 1)
    report = manager.wait_for_report(lambda report: agent(report)["session"] == old)
    assert (agent(report)["spare"], agent(report)["late"]) == (None, 0)


@pytest.mark.usefixtures("unhurried")
def test_the_launcher_gives_the_cars_back_within_the_tick(trial):
    server, manager, a, b = trial()
    new, number, old = swapped(server, manager, a, b)
    frame = newest(new)
    b.answer(1)
    command(manager, f"return {number}")
    new.wait_until_closed()
    a.wait_for(lambda peer: newest(peer) == frame)
    assert server.games[0].frame_num == frame
    a.answer(0)
    a.wait_for(lambda peer: newest(peer) == frame + 1)
    manager.wait_for_report(lambda report: agent(report)["session"] == old and agent(report)["spare"] is None)


@pytest.mark.usefixtures("unhurried")
def test_a_spare_does_not_answer_a_frame_again_that_was_answered(trial):
    """Its second answer would count for the next frame."""
    server, manager, a, b = trial()
    new, number, _ = swapped(server, manager, a, b)
    frame, count = newest(new), len(frames(a))
    new.answer(0)
    new.settle()
    command(manager, f"return {number}")
    new.wait_until_closed()
    a.settle()
    assert len(frames(a)) == count
    b.answer(1)
    a.wait_for(lambda peer: newest(peer) == frame + 1)
    b.answer(1)
    b.settle()
    assert server.games[0].frame_num == frame + 1, "the match waits for its answer"
    a.answer(0)
    a.wait_for(lambda peer: newest(peer) == frame + 2)


def test_lockstep_gives_the_cars_back_after_the_deadline_of_one_answer(trial):
    server, manager, a, b = trial()
    new, _, old = swapped(server, manager, a, b)
    frame = newest(new)
    b.answer(1)
    began = time.monotonic()
    a.wait_for(lambda peer: newest(peer) == frame)
    assert time.monotonic() - began >= ANSWER_DEADLINE_S - 0.2
    assert server.games[0].frame_num == frame
    a.answer(0)
    a.wait_for(lambda peer: newest(peer) == frame + 1)
    new.wait_until_closed()
    report = manager.wait_for_report(lambda report: agent(report)["session"] == old)
    assert not any("the match goes on without" in note for note in report["notes"])


def test_a_clocked_match_gives_the_cars_back_after_the_deadline_of_one_answer(trial):
    server, manager, a, _b = trial("realtime")
    new, number = on_trial(server, manager)
    command(manager, f"takeover {number} keep")
    manager.settle()
    new.wait_for_kind(flat.GamePacket)
    new.answer(0)
    manager.wait_for_report(lambda report: agent(report)["session"] == number)
    a.settle()
    count, began = len(frames(a)), time.monotonic()
    a.wait_for(lambda peer: len(frames(peer)) > count)
    assert time.monotonic() - began >= ANSWER_DEADLINE_S - 0.3
    new.wait_until_closed()


def test_a_spare_leaves_on_command_and_is_not_missed(trial):
    server, manager, a, b = trial()
    new, _, old = swapped(server, manager, a, b)
    command(manager, f"dismiss {old}")
    a.wait_until_closed()
    report = manager.wait_for_report(lambda report: agent(report)["spare"] is None and agent(report)["swaps"] == 1)
    assert agent(report)["connected"]
    frame = newest(new)
    new.answer(0)
    b.answer(1)
    new.wait_for(lambda peer: newest(peer) == frame + 1)


def test_a_third_version_replaces_the_spare(trial):
    server, manager, a, b = trial()
    second, number, _ = swapped(server, manager, a, b)
    third, third_number, _ = swapped(server, manager, second, b)
    a.wait_until_closed()
    report = manager.wait_for_report(lambda report: agent(report)["session"] == third_number)
    assert agent(report)["spare"] == number
    assert not second.of(flat.DisconnectSignal)
    third.wait_for_kind(flat.GamePacket)


def test_messages_of_a_standby_and_of_a_spare_do_not_affect_the_match(trial):
    server, manager, a, b = trial(enable_state_setting=True, enable_rendering=flat.DebugRendering.OnByDefault)
    command(manager, "drawings on")
    new, number = on_trial(server, manager)
    state = flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=0.5))
    group = flat.RenderGroup([flat.RenderMessage(flat.PolyLine3D([], flat.Color()))], id=1)
    new.send(state, group, flat.PlayerInput(1, flat.ControllerState(throttle=1.0)), flat.SetLoadout(1))
    new.settle()
    command(manager, f"takeover {number} keep")
    manager.settle()
    a.answer(0)
    b.answer(1)
    manager.wait_for_report(lambda report: agent(report)["session"] == number)
    a.send(state, flat.PlayerInput(0, flat.ControllerState(throttle=0.7)), flat.PlayerInput(1, flat.ControllerState()))
    a.settle()
    game = server.games[0]
    assert (game.desired, game.loadouts) == ([], [])
    assert all(controls.throttle not in (0.7, 1.0) for _, _, controls in game.controls)


def test_a_paused_match_still_gives_frames_on_trial(trial):
    server, manager, _, _ = trial()
    command(manager, "pause")
    manager.wait_for_report(lambda report: report["paused"])
    new, number = on_trial(server, manager)
    for count in range(1, 6):
        new.wait_for_kind(flat.GamePacket, count)
        new.answer(0)
    manager.wait_for_report(lambda report: (agent(report)["trial"] or {}).get("answers") == 5)
    assert len(set(frames(new))) == 1
    command(manager, f"takeover {number} keep")
    manager.settle()
    new.answer(0)
    manager.wait_for_report(lambda report: agent(report)["session"] == number)


def test_trials_end_with_the_session_that_required_them(trial):
    server, manager, a, b = trial()
    watcher = server.join("")
    watcher.wait_for_kind(flat.MatchConfiguration)
    new, _ = on_trial(server, manager)
    manager.close()
    a.answer(0)
    b.answer(1)
    new.wait_for_kind(flat.GamePacket)
    a.wait_until_closed()


def table():
    return SlotTable(agents_of(Match(cars=(Car(kind=CarKind.BOT, agent_id="a", name="a"),))))


def test_only_a_standby_that_is_ready_can_be_approved():
    slots = table()
    slots.take(1, "a")
    slots.stand_by(2, "a")
    assert not slots.approve(1, 0.0, keeps_former=True)
    assert not slots.approve(2, 0.0, keeps_former=True)
    slots.mark_ready(2, 1.0)
    assert slots.approve(2, 2.0, keeps_former=True)


def test_a_spare_that_leaves_leaves_no_trace():
    slots = table()
    slot = slots.take(1, "a")
    slots.stand_by(2, "a")
    slots.mark_ready(2, 1.0)
    assert slots.due_takeovers(9.0, is_answered=True, needs_approval=True) == []
    slots.approve(2, 2.0, keeps_former=True)
    assert slots.due_takeovers(2.0, is_answered=True, needs_approval=True) == [slot]
    assert slots.hand_over(slot) == 2
    assert (slot.spare, slots.has_use_for(1), slots.is_aside(1)) == (1, True, True)
    assert slots.release(1) is None
    assert (slot.spare, slot.holder, slots.has_use_for(1)) == (None, 2, False)
    assert slots.give_back(slot) is None
