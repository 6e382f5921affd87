"""`kickabout pack` manages the packs of the window; with a real server."""

import io
import json
from pathlib import Path

import pytest

from app.commands import pack as room
from app.commands import packages
from app.commands.cli import main
from app.exit_codes import ExitCode
from app.services.pack_services import pack_services
from app.services.settings import SettingsFile
from runtime.packs import Stage
from tests.runtime.packs.conftest import Server, bot_files, tarred


@pytest.fixture
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def address(server):
    publish(server, 1)
    return server.address("/bots.tar.xz")


def publish(server, version, names=("Ada", "Bob"), text="print(1)\n"):
    server.serve("/bots.tar.xz", tarred(bot_files(*names, text=text)), ETag=f'"{version}"')


def packs():
    return pack_services().store.packs()


def run(*words):
    return main(["pack", *words])


def library(home):
    return SettingsFile(Path(home) / "config").load().library_folders


@pytest.mark.parametrize("action", ["list", "update"])
def test_without_packs_there_is_nothing_to_do_and_that_is_reported(action, capsys):
    assert run(action) is ExitCode.FINE
    said = capsys.readouterr()
    assert said.out + said.err == "There are no packs.\n"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("list",), ExitCode.FINE, "There are no packs."),
        (("list", "--json"), ExitCode.FINE, '{"packs": []}'),
        (("update",), ExitCode.INFRASTRUCTURE, "Kickabout cannot make its folder"),
    ],
)
def test_a_list_needs_no_folder_that_can_be_written(tmp_path, monkeypatch, capsys, words, code, told):
    (tmp_path / "file").write_text("in the way of the folders")
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "file"))
    assert run(*words) == code
    said = capsys.readouterr()
    assert (said.out + said.err).startswith(told)


def test_from_add_to_remove(server, address, capsys, home_of_its_own):
    assert run("add", address, "--yes") is ExitCode.FINE
    (pack,) = packs()
    assert library(home_of_its_own) == (str(pack.folder),)
    assert "2 bots" in capsys.readouterr().err
    assert run("list") is ExitCode.FINE
    assert address in capsys.readouterr().out
    assert run("update") is ExitCode.FINE
    assert "newest version" in capsys.readouterr().err
    publish(server, 2, ("Ada", "Carl"))
    assert run("update", pack.key, "--yes") is ExitCode.FINE
    said = capsys.readouterr().err
    assert "New: Carl" in said
    assert "Removed: Bob" in said
    assert (pack.folder / "Carl").is_dir()
    assert run("remove", pack.key) is ExitCode.FINE
    assert packs() == ()
    assert library(home_of_its_own) == ()


def test_nothing_is_done_where_nobody_can_be_asked(address, capsys):
    assert run("add", address) is ExitCode.USAGE
    said = capsys.readouterr().err
    assert address in said
    assert "not encrypted" in said
    assert "--yes" in said
    assert packs() == ()


def test_a_person_is_asked_before_fetching_and_before_replacing(server, address, monkeypatch, capsys):
    questions, answers = [], []

    def ask(text, default):
        assert default
        questions.append(text)
        return answers.pop(0)

    monkeypatch.setattr(packages, "ask_on_terminal", ask)
    monkeypatch.setattr(room.sys, "stdin", _Terminal())
    monkeypatch.setattr(room.sys, "stderr", _Terminal())
    answers[:] = [False]
    assert run("add", address) is ExitCode.FINE
    assert packs() == ()
    answers[:] = [True]
    assert run("add", address) is ExitCode.FINE
    assert "download" in questions[-1]
    publish(server, 2, text="print(2)\n")
    answers[:] = [True, False]
    assert run("update") is ExitCode.FINE
    assert questions[-1].startswith("Use ")
    (pack,) = packs()
    assert (pack.folder / "Ada" / "bot.py").read_text() == "print(1)\n"
    answers[:] = [True, True]
    assert run("update") is ExitCode.FINE
    assert (pack.folder / "Ada" / "bot.py").read_text() == "print(2)\n"


class _Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self):
        return True


def test_repair(address, capsys):
    run("add", address, "--yes")
    (pack,) = packs()
    assert run("repair", pack.key) is ExitCode.FINE
    assert "all files are unmodified" in capsys.readouterr().err
    (pack.folder / "Ada" / "bot.py").write_text("broken")
    assert run("repair", pack.key) is ExitCode.USAGE
    assert (pack.folder / "Ada" / "bot.py").read_text() == "broken"
    assert run("repair", pack.key, "--yes") is ExitCode.FINE
    said = capsys.readouterr().err
    assert "Ada/bot.py" in said
    assert "A copy of your changes is in" in said
    assert (pack.folder / "Ada" / "bot.py").read_text() == "print(1)\n"


def test_own_files_are_not_deleted_without_a_word(address, capsys):
    run("add", address, "--yes")
    (pack,) = packs()
    (pack.folder / "Ada" / "mine.py").write_text("mine")
    assert run("remove", pack.key) is ExitCode.USAGE
    assert "Ada/mine.py" in capsys.readouterr().err
    assert packs() == (pack,)
    assert run("remove", pack.key, "--keep") is ExitCode.FINE
    kept = pack_services().store.kept
    assert [path.read_text() for path in kept.rglob("mine.py")] == ["mine"]


@pytest.mark.parametrize(("answer", "is_removed"), [("\n", False), ("y\n", True)])
def test_own_files_are_not_deleted_by_pressing_enter(address, monkeypatch, answer, is_removed):
    assert run("add", address, "--yes") is ExitCode.FINE
    (pack,) = packs()
    (pack.folder / "Ada" / "mine.txt").write_text("")
    monkeypatch.setattr(room.sys, "stdin", _Terminal(answer))
    monkeypatch.setattr(room.sys, "stderr", _Terminal())
    assert run("remove", pack.key) is ExitCode.FINE
    assert (packs() == ()) is is_removed


def test_own_files_are_deleted_when_that_is_reported(address):
    run("add", address, "--yes")
    (pack,) = packs()
    (pack.folder / "Ada" / "mine.py").write_text("mine")
    assert run("remove", pack.key, "--yes") is ExitCode.FINE
    assert not pack_services().store.kept.exists()


def test_as_json(address, capsys):
    assert run("list", "--json") is ExitCode.FINE
    assert json.loads(capsys.readouterr().out) == {"packs": []}
    run("add", address, "--yes")
    capsys.readouterr()
    run("list", "--json")
    (told,) = json.loads(capsys.readouterr().out)["packs"]
    assert told["record"]["source"] == {"kind": "address", "place": address, "branch": ""}
    assert [bot["name"] for bot in told["record"]["bots"]] == ["Ada", "Bob"]
    (Path(told["folder"]) / ".kickabout" / "pack.json").write_text("")
    run("list", "--json")
    (told,) = json.loads(capsys.readouterr().out)["packs"]
    assert told["record"] is None
    assert "add the pack again" in told["fault"]


@pytest.mark.parametrize("words", [("add", "nonsense"), ("update", "x"), ("repair", "x"), ("remove", "x")])
def test_what_cannot_be_meant(words, capsys):
    assert run(*words) is ExitCode.USAGE
    assert capsys.readouterr().err


def test_refused_values(server, address, capsys):
    assert run("add", server.address("/none.zip"), "--yes") is ExitCode.INFRASTRUCTURE
    assert "was not found on" in capsys.readouterr().err
    run("add", address, "--yes")
    server.serve("/bots.tar.xz", b"", status=403)
    assert run("update") is ExitCode.INFRASTRUCTURE
    assert "denies access" in capsys.readouterr().err


@pytest.mark.parametrize("words", [(), ("fly",), ("add",), ("list", "x")])
def test_wrong_use_is_reported_with_the_usage(words, capsys):
    with pytest.raises(SystemExit) as caught:
        run(*words)
    assert caught.value.code == ExitCode.USAGE
    assert "usage" in capsys.readouterr().err


def test_progress_is_one_line_on_a_screen(monkeypatch):
    written = []
    screen = _Terminal()
    screen.write = written.append
    monkeypatch.setattr(room.sys, "stderr", screen)
    line = room._Line()
    line.begin(Stage.FETCHING, 10_000_000)
    line.advance(2_500_000)
    line.advance(2_500_000)
    line.begin(Stage.UNPACKING)
    assert written == ["\r\x1b[Kfetching: 2.5 MB of 10 MB", "\r\x1b[K"]
