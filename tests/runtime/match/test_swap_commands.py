"""Commands of users for agents in real matches: answers, modes, swaps on request, restarts, and stops."""

import pytest

from runtime.model.events import AgentChanged, MatchNoted
from runtime.model.states import AgentState, Outcome, SwapMode, SwapOutcome, SwapState
from tests.runtime.match.versions import CANCELLED, DRIVER, REFUSED, SWAPPED, outcomes


def test_the_answer_to_the_question_decides(author, workshop, stage):
    bot = workshop.bot("ada")
    runner = lambda: stage.runner  # noqa: E731
    answers = iter([False, True])

    def answer(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent is not None and agent.swap_state is SwapState.CHANGED and str(agent.swap_text or "") not in seen:
            seen.append(str(agent.swap_text or ""))
            runner().answer_swap(["blue-1"], is_wanted=next(answers))

    seen = []
    result = author(
        workshop.match(("ada", 0), head="enable_state_setting = false"),
        lambda: bot.write_text(DRIVER + "#"),
        lambda: bot.with_name("loadout.toml").write_text("[blue_loadout]\ncar_id = 403\n"),
        on_change=answer,
        swap_mode=SwapMode.ASK,
    )
    assert seen == ["bot.py", "bot.py, loadout.toml"]
    assert outcomes(result) == [(SwapOutcome.DECLINED, 1), (SWAPPED, 2)]
    assert result.swaps[1].files == ("bot.py", "loadout.toml")
    assert str(result.swaps[1].reason or "").startswith(
        "The new loadout takes effect in the next match, since this one allows no"
    )


def test_what_was_declined_may_be_wanted_later_and_who_asks_for_nothing_is_told_so(author, workshop, stage):
    bot = workshop.bot("ada")

    def ask_for_nothing():
        stage.runner.answer_swap([], is_wanted=True)
        stage.runner.request_restart(["blau", "orange"])
        bot.write_text(DRIVER + "#")

    def decline(event):
        if isinstance(event, AgentChanged) and event.agent.swap_state is SwapState.CHANGED:
            stage.runner.answer_swap([], is_wanted=False)

    result = author(
        workshop.match(("ada", 0)),
        ask_for_nothing,
        lambda: stage.runner.answer_swap(["blue"], is_wanted=True),
        on_change=decline,
        swap_mode=SwapMode.ASK,
    )
    assert outcomes(result) == [(SwapOutcome.DECLINED, 1), (SWAPPED, 2)]
    notes = [str(event.text or "") for event in stage.of(MatchNoted)]
    assert notes[:2] == [
        "No change is waiting for an answer.",
        "No agent or team is called blau orange.",
    ]
    assert result.agents[0].restarts == 0


def test_modes_change_while_the_match_goes_on_and_its_end_breaks_a_swap_off(author, workshop, stage):
    bot = workshop.bot("ada")
    workshop.bot("bob")
    by_hand = '[rlbot]\nwait_for_agents = false\n[[cars]]\nteam = 1\nconfig_file = "bob/bot.toml"\nauto_start = false\n'

    def unwatched():
        stage.runner.set_swap_mode(mode=SwapMode.OFF)
        bot.write_text(DRIVER + "#")
        stage.runner.request_swap(["blue-1"])

    def act(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent is None or agent.key != "blue-1":
            return
        if not modes or modes[-1] is not agent.swap_mode:
            modes.append(agent.swap_mode)
            if modes == [SwapMode.AUTO, SwapMode.OFF, SwapMode.AUTO]:
                bot.write_text(DRIVER + "##")
        if agent.version == 3 and agent.swap_state is SwapState.STARTING:
            stage.runner.request_stop()

    modes = []

    result = author(
        workshop.match(("ada", 0), tail=by_hand),
        lambda: stage.runner.request_swap(["orange-1"]),
        unwatched,
        lambda: stage.runner.set_swap_mode(["blue"], mode=SwapMode.AUTO),
        lambda: bot.write_text("import time\ntime.sleep(60)\n"),
        on_change=act,
    )
    manual, asked, saved, broken_off = result.swaps
    assert (manual.key, manual.outcome) == ("orange-1", REFUSED)
    assert str(manual.reason or "").startswith("You started this agent, so start its new version yourself")
    assert (asked.outcome, asked.version, asked.files) == (SWAPPED, 2, ())
    assert (saved.outcome, saved.version, saved.files) == (SWAPPED, 3, ("bot.py",))
    assert (broken_off.outcome, broken_off.version, str(broken_off.reason)) == (CANCELLED, 3, "The match ended.")
    ada, bob = result.agents
    assert (ada.swap_mode, bob.swap_mode, ada.swap_state) == (SwapMode.AUTO, SwapMode.OFF, SwapState.IDLE)
    assert [str(record.reason or "") for record in result.swaps[1:3]] == ["", ""]


@pytest.mark.parametrize("names", [[], ["blue", "orange"]])
@pytest.mark.parametrize("mode", [SwapMode.OFF, SwapMode.ASK])
def test_a_request_for_many_reloads_only_agents_whose_source_changed(author, workshop, stage, mode, names):
    bot = workshop.bot("ada")
    workshop.bot("bob")

    def note(event):
        if isinstance(event, MatchNoted) and not notes:
            notes.append(str(event.text or ""))
            bot.write_text(DRIVER + "#")
            if mode is SwapMode.OFF:
                stage.runner.request_swap(names)
        elif isinstance(event, AgentChanged) and event.agent.swap_state is SwapState.CHANGED:
            stage.runner.request_swap(names)

    notes = []
    result = author(
        workshop.match(("ada", 0), ("bob", 1)),
        lambda: stage.runner.request_swap(names),
        on_change=note,
        swap_mode=mode,
    )
    assert [str(note) for note in notes] == ["No bot has changed since it was loaded."]
    assert [(record.key, record.outcome, record.version) for record in result.swaps] == [("blue-1", SWAPPED, 2)]
    assert 0 < result.swaps[0].duration_s < 60


def test_agents_can_be_restarted_and_stopped_while_the_others_play(author, workshop, stage):
    workshop.bot("ada")
    workshop.bot("bob")
    moments = []

    def act(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent is None or agent.state is not AgentState.PLAYING:
            return
        if agent.key == "blue-1" and agent.starts == 1 and not moments:
            moments.append("restart")
            stage.runner.request_restart(["blue-1"])
        elif agent.key == "blue-1" and agent.starts == 2 and len(moments) == 1:
            moments.append("stop")
            stage.runner.request_stop_agent(["blue-1"])

    def end(event):
        act(event)
        if isinstance(event, AgentChanged) and len(moments) == 2 and event.agent.state is AgentState.STOPPED:
            stage.runner.request_stop()

    stage.on_event = end
    result = stage.play(workshop.match(("ada", 0), ("bob", 1)), pace="realtime", seconds_limit=60.0)
    ada, bob = result.agents
    assert (ada.state, ada.starts, str(ada.reason or ""), bob.state) == (AgentState.STOPPED, 2, "", AgentState.STOPPED)
    assert result.outcome is Outcome.INTERRUPTED


def test_the_end_of_a_match_overtakes_a_restart(stage, workshop):
    workshop.bot("ada", "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + DRIVER)

    def act(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent and agent.state is AgentState.PLAYING:
            stage.runner.request_restart()
        elif agent and agent.state is AgentState.RESTARTING:
            stage.runner.request_stop()

    stage.on_event = act
    result = stage.play(workshop.match(("ada", 0)), pace="realtime", seconds_limit=60.0)
    (agent,) = result.agents
    assert (agent.state, agent.starts, agent.pid) == (AgentState.STOPPED, 1, None)


def test_a_restart_with_the_present_source_leaves_no_rejected_version(author, workshop, stage):
    bot = workshop.bot("ada")

    def restart(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent is None:
            return
        states.append((agent.starts, agent.state, agent.swap_state))
        if agent.swap_state is SwapState.REFUSED and agent.starts == 1 and len(restarted) < 1:
            restarted.append(str(agent.swap_text or ""))
            stage.runner.request_restart(["blue-1"])

    restarted, states = [], []
    author(
        workshop.match(("ada", 0)),
        lambda: bot.write_text("def broken(:\n"),
        lambda: bot.write_text(DRIVER + "#"),
        on_change=restart,
    )
    assert restarted[0].startswith("bot.py:1: ")
    after = states[[swap for _, _, swap in states].index(SwapState.REFUSED) + 1 :]
    assert SwapState.IDLE in [swap for _, _, swap in after[:3]]
