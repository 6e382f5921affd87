import sys
from dataclasses import replace
from pathlib import Path

import pytest

import runtime
from runtime.documents.model import Car, CarKind, Match
from runtime.games import ArenaGame, AttachedGame, Game, GameOrder
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


def test_the_arena_names_what_it_cannot_play_and_takes_humans():
    cars = (Car(name="A"), Car(kind=CarKind.HUMAN, team=1))
    refused = Match(cars=cars, game_mode="Dropshot")
    assert [
        (remark.is_error, "Dropshot" in str(remark.message)) for remark in ArenaGame.capabilities.problems(refused)
    ] == [(True, True)]
    assert ArenaGame.capabilities.problems(Match(cars=cars)) == AttachedGame.capabilities.problems(refused) == ()
