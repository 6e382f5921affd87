import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import runtime
from runtime.documents.model import Car, CarKind, Match
from runtime.games import (
    ArenaGame,
    AttachedGame,
    Game,
    GameError,
    GameOrder,
    GameSettings,
    capabilities_of,
    new_game,
    numeric_form,
)
from runtime.games.addresses import is_this_computer
from runtime.model.messages import literal
from runtime.model.values import GAME_LOG

ROOT = Path(runtime.__file__).resolve().parent.parent


@pytest.fixture
def order():
    return GameOrder(
        port=4321, pace="lockstep", is_port_fixed=True, seed=7, seconds_limit=2.5, game_mode="Soccar", wait_s=95
    )


def test_the_arena_is_our_own_module_wherever_we_are(order, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    spec = ArenaGame(meshes=tmp_path / "with space").child_spec(order)
    assert spec.key == GAME_LOG
    assert spec.argv[:3] == (sys.executable, "-m", "runtime.arena")
    assert spec.argv[3] == "--report-port"
    options = dict(zip(spec.argv[4::2], spec.argv[5::2], strict=True))
    assert options == {
        "--listen": "127.0.0.1",
        "--port": "4321",
        "--log-level": "error",
        "--pace": "lockstep",
        "--seed": "7",
        "--wait": "95",
        "--seconds": "2.5",
        "--only": "soccar",
        "--meshes": str(tmp_path / "with space"),
    }
    assert spec.environment["PYTHONPATH"] == str(ROOT)


def test_the_arena_keeps_the_launchers_python_path(order, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/a")
    spec = ArenaGame().child_spec(order)
    assert spec.environment["PYTHONPATH"].startswith(str(ROOT))
    assert spec.environment["PYTHONPATH"].endswith("/a")


@pytest.mark.parametrize(
    ("mode", "walls"), [("Soccar", "soccar"), ("Heatseeker", "soccar"), ("Hoops", "hoops"), ("Dropshot", "soccar")]
)
def test_the_arena_loads_the_walls_of_the_match_alone(order, mode, walls):
    spec = ArenaGame().child_spec(replace(order, game_mode=mode))
    assert spec.argv[spec.argv.index("--only") + 1] == walls


def test_no_limit_and_no_folder_are_left_out(order):
    spec = ArenaGame().child_spec(replace(order, seconds_limit=None))
    assert "--seconds" not in spec.argv
    assert "--meshes" not in spec.argv


def test_an_attached_server_is_not_ours(order):
    game: Game = AttachedGame(port=5000)
    assert game.child_spec(order) is None
    assert (game.host, game.port, game.capabilities.keeps_limit) == ("127.0.0.1", 5000, False)


def test_failures_name_the_address(order):
    assert "did not listen within 10 s" in str(ArenaGame().explain_absence(10))
    how = literal("exited with code 1")
    assert str(ArenaGame().explain_crash(how, "boom")) == "The arena crashed (exited with code 1): boom"
    assert str(ArenaGame().explain_crash(how, "listening on 127.0.0.1:5")) == "The arena crashed (exited with code 1)."
    assert str(ArenaGame().explain_loss(literal("It closed."))) == "The arena ended the session. It closed."
    assert "127.0.0.1:5000" in str(AttachedGame(port=5000).explain_absence(3))
    assert "127.0.0.1:5000" in str(AttachedGame(port=5000).explain_loss(literal("Gone.")))


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("", "127.0.0.1", 23234),
        (" pc-2.local ", "pc-2.local", 23234),
        ("10.0.0.7:1", "10.0.0.7", 1),
        (":65535", "127.0.0.1", 65_535),
        ("::1", "::1", 23234),
        ("[::1]:7", "::1", 7),
        ("häuser.example.:8", "häuser.example.", 8),
        (".".join(["a" * 63] * 3 + ["b" * 61]), ".".join(["a" * 63] * 3 + ["b" * 61]), 23234),
    ],
)
def test_addresses_are_read(text, host, port):
    game = AttachedGame.create(GameSettings(address=text))
    assert (game.host, game.port) == (host, port)
    assert str(game.title).endswith(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        *(("pc:0", "port"), ("pc:65536", "port"), ("pc:", "port"), ("pc:http", "port"), ("pc:²", "port")),
        *(("999.1.1.1", "address"), ("0.0.0.0", "address"), ("224.0.0.1:5", "address"), ("a b", "address")),
        *(("-pc", "address"), ("[::1", "address"), ("http://pc", "port"), ("a" * 64, "address")),
        (".".join(["a" * 63] * 3 + ["b" * 62]), "address"),
    ],
)
def test_wrong_addresses_are_explained(text, what):
    with pytest.raises(GameError) as refusal:
        AttachedGame.create(GameSettings(address=text))
    assert what in str(refusal.value.text)
    assert "Write a n" in str(refusal.value.text)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST."])
def test_there_is_nothing_to_know_about_a_server_of_this_computer(host):
    assert AttachedGame(host=host).warning is ArenaGame().warning is None


@pytest.mark.parametrize("host", ["10.0.0.7", "fe80::1", "pc", "localhost.evil.example"])
def test_another_computer_is_reached_without_a_password(host):
    game = AttachedGame(host=host)
    assert f"The connection to {host} has no password and no encryption" in str(game.warning)
    assert "firewall of its computer" in str(game.explain_absence(3))


def finish(run):
    for _ in run.prepare():
        pass


def test_bots_get_the_number_of_a_named_computer(order):
    known = threading.Event()

    def look_up(name):
        assert known.wait(20)
        return {"pc": "10.0.0.7"}[name]

    run = AttachedGame(host="pc", look_up=look_up, lookup_s=20).begin(order)
    steps = run.prepare()
    assert str(next(steps)).startswith("looking up the address of pc")
    known.set()
    assert all("looking" in str(step) for step in steps)
    assert run.host == "10.0.0.7"


def test_a_number_is_not_looked_up(order):
    run = AttachedGame(host="::1", look_up=lambda name: 1 / 0).begin(order)
    finish(run)
    assert run.host is None


def test_an_unknown_computer_and_a_late_answer_are_explained(order):
    def fail(_name):
        raise OSError(-2, "Name or service not known")

    with pytest.raises(GameError, match=r"address of pc cannot be found \(Name or service not known\). Check the name"):
        finish(AttachedGame(host="pc", look_up=fail).begin(order))
    late = threading.Event()
    with pytest.raises(GameError, match="no answer within 0 s"):
        finish(AttachedGame(host="pc", look_up=lambda name: str(late.wait(20)), lookup_s=0).begin(order))
    late.set()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_names_of_this_computer_are_known(host):
    assert is_this_computer(numeric_form(host))
    with pytest.raises(OSError, match=r"\w"):
        numeric_form(f"{host}..")


def test_the_arena_names_what_it_cannot_play_and_takes_humans():
    cars = (Car(name="A"), Car(kind=CarKind.HUMAN, team=1))
    refused = Match(cars=cars, game_mode="Dropshot")
    assert [
        (remark.is_error, "Dropshot" in str(remark.message)) for remark in ArenaGame.capabilities.problems(refused)
    ] == [(True, True)]
    assert ArenaGame.capabilities.problems(Match(cars=cars)) == AttachedGame.capabilities.problems(refused) == ()


def test_an_unknown_game_is_the_built_in_one():
    assert capabilities_of("no such game") is capabilities_of() is ArenaGame.capabilities
    assert isinstance(new_game("no such game"), ArenaGame)


def test_a_server_that_reports_is_an_arena_and_stays_when_the_match_ends():
    reporting = capabilities_of("attached").as_reporting()
    assert reporting.takes_commands
    assert not reporting.has_own_window
    assert not reporting.ends_with_match


def test_capabilities_are_known_without_the_physics_and_processes():
    heavy = {"RocketSim", "numpy", "psutil", "runtime.processes.client"}
    code = f"import runtime.games, sys; print({heavy!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
