"""A click on the place of an error or problem opens the file in the user's editor if it is in the agent's folder."""

import shutil
import sys

import pytest
from PySide6.QtCore import Qt, QUrl

from app.services.file_opener import open_at_line
from resources.examples import example_bots
from runtime.model.events import AgentChanged
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from runtime.model.values import Traceback, TracebackFrame
from tests.clock import until
from tests.labels import named
from widgets.log.traceback_box import SourcePlace


@pytest.fixture
def bot(tmp_path):
    """An agent whose program runs in a folder below that of its document."""
    folder = tmp_path / "my bot"
    shutil.copytree(example_bots() / "chaser", folder / "src")
    (folder / "src" / "bot.toml").rename(folder / "bot.toml")
    text = (folder / "bot.toml").read_text(encoding="utf-8").replace("[settings]", '[settings]\nroot_dir = "src"')
    (folder / "bot.toml").write_text(text.replace('"loadout.toml"', '"src/loadout.toml"'), encoding="utf-8")
    return folder


@pytest.fixture
def opened(make_desktop, runner, bot, tmp_path):
    match = tmp_path / "match.toml"
    match.write_text("[[cars]]\nconfig_file = 'my bot/bot.toml'\n[[cars]]\nteam = 1\nconfig_file = 'my bot/bot.toml'\n")
    return make_desktop(lambda match, choice: runner, match)


@pytest.fixture
def noting_editor(tmp_path):
    """Returns the command of an editor that records its arguments, and a function that reads them."""
    noted = tmp_path / "noted"
    script = tmp_path / "editor.py"
    script.write_text(f"import sys\nopen({str(noted)!r}, 'w').write('\\n'.join(sys.argv[1:]) + '\\n')\n")

    def read():
        until(lambda: noted.exists() and noted.read_text().endswith("\n"))
        return noted.read_text().splitlines()

    return f"{sys.executable} {script} {{file}} {{line}}", read


def fail(desktop, make_agent, file, line=3):
    """The first blue agent prints an error at this place, and the link to the place is clicked."""
    trace = Traceback(error="ValueError: no engine", frames=(TracebackFrame(file=file, line=line),), text="...")
    desktop.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Chaser", traceback=trace)))
    desktop.panels["log"].choose("blue-1")
    named(desktop.window.log, "Traceback").linkActivated.emit("0")


def test_a_link_opens_the_line_in_the_editor(opened, make_agent, bot, noting_editor):
    editor, read = noting_editor
    opened.settings.change(editor=editor)
    fail(opened, make_agent, "bot.py", 12)
    assert read() == [str(bot / "src" / "bot.py"), "12"]


def test_without_an_editor_the_system_opens_the_agents_files(opened, make_agent, bot, opener):
    for file in ("bot.py", "./bot.py", "../bot.toml", f"{bot}/src/bot.py"):
        opener.opened.clear()
        fail(opened, make_agent, file)
        opened_file = QUrl.fromLocalFile(str(bot / ("bot.toml" if "toml" in file else "src/bot.py")))
        assert opener.opened == [opened_file.toString()]


def test_what_is_outside_or_missing_is_reported(opened, make_agent, opener):
    outside = "is outside the agent's folder"
    for file, words in (
        ("../../match.toml", outside),
        ("gone.py", "File not found"),
        ("/usr/lib/python3/asyncio/base.py", outside),
        ("<frozen importlib>", "File not found"),
    ):
        fail(opened, make_agent, file)
        assert words in opened.window.bottom.line.text()
        assert opener.opened == []


def test_an_agent_that_is_no_longer_there_is_reported(opened, opener):
    opened.window.log.place_requested.emit(SourcePlace(agent_key="blue-7", file="bot.py", line=1))
    assert "no longer in the match" in opened.window.bottom.line.text()
    assert opener.opened == []


def test_a_problem_is_shown_where_it_is(opened, bot, tmp_path, noting_editor, qtbot):
    editor, read = noting_editor
    opened.settings.change(editor=editor)
    document = tmp_path / "broken.toml"
    document.write_text("[match]\n[[cars]]\nteam = 'green'\nconfig_file = 'my bot/bot.toml'\n")
    opened.document.open(document)
    rows = opened.window.problems.rows
    place = next(row for row in range(rows.count()) if "broken.toml:3 " in rows.item(row).text())
    rows.setCurrentRow(place)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert read() == [str(document), "3"]


def test_problems_of_folders_and_lost_files(opened, tmp_path, opener):
    for path in (tmp_path, tmp_path / "gone.toml"):
        opened.window.problems.problem_chosen.emit(
            Problem(severity=Severity.ERROR, path=path, message=literal("It is odd."))
        )
    assert opener.opened == [QUrl.fromLocalFile(str(tmp_path)).toString()]
    assert opened.window.bottom.line.text() == f"File not found: {tmp_path / 'gone.toml'}"


def test_a_file_that_windows_would_run_is_shown_in_its_folder(opener, tmp_path, monkeypatch):
    program = tmp_path / "bot.PY"
    program.write_text("")
    monkeypatch.setattr("app.services.file_opener.os.name", "nt")
    assert "Choose your editor" in open_at_line(program, 3, "")
    monkeypatch.undo()
    assert opener.opened == [QUrl.fromLocalFile(str(tmp_path)).toString()]
