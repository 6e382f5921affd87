"""An RLBot v4 bot under a debugger: started by Kickabout, and by the configurations for editors."""

import threading

import pytest

from runtime.documents.v4_files import is_v4_document
from runtime.endpoints import Endpoints
from runtime.environments.debugger import debugger_folder, has_debugger, install_debugger
from runtime.model.commands import DebugAgents
from runtime.model.events import AgentChanged, LinesLogged
from runtime.model.states import AgentState, Outcome
from tests.dap import Editor, line_of, look_at
from tests.editors import attaching, pycharm_start, vscode_start, write_files

pytestmark = pytest.mark.timeout(600)  # packages are downloaded once per checkout
HOLD_S = 2.5


@pytest.fixture(scope="session")
def debugpy(v4_interpreter, v4_environments):
    """The folder of debugpy for the interpreter of v4 bots, installed by the launcher's own means."""
    folder = debugger_folder(v4_interpreter, v4_environments)
    if not has_debugger(folder):
        assert install_debugger(v4_interpreter, folder) is None
    return folder


@pytest.fixture
def simple(folder, match_text):
    """Makes a match of a v4 bot; returns it, its text and the bot's folder."""
    place = folder("simple")
    assert is_v4_document(place / "simple.cfg")

    def make(*, is_own=False):
        auto_start = str(not is_own).lower()
        text = f"[match]\nstart_without_countdown = true\n[[cars]]\nconfig_file = '{place}/simple.cfg'\n"
        text += f"auto_start = {auto_start}\n[[cars]]\nteam = 1\ntype = 'Psyonix'\n"
        return match_text(text), text

    return place, make


def test_a_bot_stops_at_a_breakpoint_and_the_match_ends_as_without(simple, play, debugpy, v4_environments):
    place, make = simple
    match, text = make()
    endpoints, seen = Endpoints(), []
    usual, _, _ = play(text, seconds=2.0)
    program = place / "simple.py"
    line = line_of(program, "return")
    write_files(match, place, endpoints, environments=v4_environments)
    _, port = attaching(place)
    editor = Editor(lambda _: seen.append(look_at(port, program, line, "self.index", hold_s=HOLD_S)))
    posted = []

    def on_event(run, event):
        if not posted:
            posted.append(run.post(DebugAgents(keys=("blue-1",), is_on=True, debugpy=debugpy)))
        editor.follow(event)

    result, events, _ = play(text, seconds=2.0, on_event=on_event, endpoints=endpoints)
    editor.finish()
    assert result.outcome is Outcome.FINISHED, result.reason
    assert seen[0][:2] == (line, "0")
    assert "packet" in seen[0][2]
    assert result.state_hash == usual.state_hash
    lines = [line.text for event in events if isinstance(event, LinesLogged) for line in event.lines]
    assert "[Kickabout] The editor is attached." in lines


@pytest.mark.parametrize("start", [vscode_start, pycharm_start])
def test_editors_start_a_bot_with_the_written_configuration(simple, play, start, v4_environments):
    place, make = simple
    endpoints, seen, processes = Endpoints(), [], []
    usual, _, _ = play(make()[1], seconds=2.0)
    match, text = make(is_own=True)
    write_files(match, place, endpoints, environments=v4_environments)
    program, port = place / "simple.py", endpoints.free_port("the editor's own")
    line = line_of(program, "return")
    thread = threading.Thread(target=lambda: seen.append(look_at(port, program, line, "self.index", hold_s=HOLD_S)))

    def on_event(run, event):
        is_manual = isinstance(event, AgentChanged) and event.agent.state is AgentState.MANUAL
        if is_manual and not processes:
            run.post(DebugAgents(keys=("blue-1",), is_on=True))
            processes.append(start(place, port))
            thread.start()

    result, _, _ = play(text, seconds=2.0, on_event=on_event, endpoints=endpoints)
    thread.join(60)
    processes[0].communicate(timeout=20)
    assert result.outcome is Outcome.FINISHED, result.reason
    assert seen[0][:2] == (line, "0")
    assert result.state_hash == usual.state_hash
