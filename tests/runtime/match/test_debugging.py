"""Agents under a debugger: a script attaches like an editor, stops at a breakpoint, reads a variable and continues."""

import threading
import time
from pathlib import Path

import pytest

from resources.examples import example_bots
from runtime.documents import read_match_text
from runtime.model.commands import DebugAgents
from runtime.model.events import AgentChanged, LinesLogged
from runtime.model.states import AgentState, Outcome
from tests.dap import DebugClient

BOTS = example_bots()


def line_of(file, text):
    return next(number for number, line in enumerate(file.read_text().splitlines(), 1) if text in line)


class Editor:
    """Attaches on a thread as soon as a match is ready for it."""

    def __init__(self, use):
        self._use = use
        self._thread = None
        self.fault = None

    def attach(self, port):
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, args=(port,), daemon=True)
            self._thread.start()

    def _run(self, port):
        try:
            self._use(port)
        except BaseException as error:
            self.fault = error

    def finish(self):
        assert self._thread is not None, "nothing to attach to"
        self._thread.join(30)
        assert not self._thread.is_alive()
        if self.fault is not None:
            raise self.fault


def match_of(*documents, head=""):
    cars = "".join(f"[[cars]]\nteam = {place % 2}\nconfig_file = '{path}'\n" for place, path in enumerate(documents))
    return read_match_text(f"[match]\nstart_without_countdown = true\n{head}\n{cars}", Path("match.toml")).value


def debug(stage, editor, key="blue-1"):
    def on_event(event):
        if isinstance(event, AgentChanged) and event.agent.key == key and event.agent.debug_port:
            editor.attach(event.agent.debug_port)

    stage.on_event = on_event


def play(stage, match, *, debugged=(), **values):
    """Plays a match in which agents are debugged from the start."""
    run = stage.prepare(match, **values)
    if debugged:
        run.post(DebugAgents(keys=debugged, is_on=True))
    return stage.run()


def test_a_bot_stops_at_a_breakpoint_and_the_match_ends_as_without(stage):
    program = BOTS / "chaser" / "bot.py"
    match = match_of(BOTS / "chaser" / "bot.toml", BOTS / "keeper" / "bot.toml")
    usual = play(stage, match)
    seen = {}

    def use(port):
        line = line_of(program, "now = packet.match_info.seconds_elapsed")
        with DebugClient(port, {program: [line]}) as client:
            thread, frame = client.stop()
            seen["line"], seen["index"] = frame["line"], client.value(frame, "self.index")
            seen["names"] = client.variables(frame)
            time.sleep(3.0)
            client.set_breakpoints(program, [])
            client.go_on(thread)
            client.disconnect()

    editor = Editor(use)
    debug(stage, editor)
    result = play(stage, match, debugged=("blue-1",))
    editor.finish()
    assert result.outcome is Outcome.FINISHED, result.reason
    assert seen["index"] == "0"
    assert "packet" in seen["names"]
    assert result.state_hash == usual.state_hash
    assert [agent.late for agent in result.agents] == [0, 0]
