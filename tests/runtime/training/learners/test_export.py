"""Exported bots: folders that work on their own and play as in training."""

import json
import re
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import rlbot_flatbuffers as flat

from runtime.documents import check, read_match_text
from runtime.library import NewAgentError
from runtime.model.events import FrameShown
from runtime.model.states import Outcome
from runtime.training.environment import Environment
from runtime.training.learners import Policy, load_policy
from runtime.training.learners.export import PARTS, export_bot, playable_bot
from runtime.training.learners.player import PolicyPlayer
from runtime.training.specification import Component, EnvironmentSpec

SIZE = 26


def chaser(observation="car_frame", **changes):
    """Drives at the ball at full throttle, steering by the angle between the car's nose and the ball."""
    weights, bias = np.zeros((SIZE, 8)), np.zeros(8)
    weights[3, 1] = 6.0
    bias[0] = 1.0
    interface = {
        "observation": {"name": observation, "parameters": {}},
        "actions": {"name": "continuous", "parameters": {}},
        "tick_skip": 8,
        "action_delay": 0,
        "blue": 1,
        "orange": 0,
    }
    return Policy({"w0": weights, "b0": bias}, interface={**interface, **changes})


def seconds_to_the_ball(policy, spec, seeds):
    environment = Environment(spec, arenas=len(seeds))
    observations, found = environment.reset(list(seeds)), {}
    while len(found) < len(seeds):
        result = environment.step(policy.act(observations[:, 0])[:, None])
        observations = result.observations
        for episode in result.episodes:
            found.setdefault(episode.arena, episode.first_touch_s)
    return [found[arena] for arena in sorted(found)]


def test_an_exported_bot_reaches_the_ball_in_a_match_as_in_training(tmp_path, stage):
    policy = chaser()
    spec = EnvironmentSpec(
        orange=0,
        controlled="blue",
        observation=Component(name="car_frame"),
        actions=Component(name="continuous"),
        rewards=(),
        terminations=(Component(name="touch"),),
    )
    trained = seconds_to_the_ball(policy, spec, range(12))
    document = export_bot(policy, tmp_path, name="Trained bot", origin="Twelve episodes.")
    assert document == tmp_path / "trained_bot" / "bot.toml"
    assert "Twelve episodes." in (document.parent / "README.md").read_text()
    text = f"""
        [match]
        start_without_countdown = true
        [[cars]]
        config_file = {json.dumps(str(document))}
        team = 0
    """
    match = read_match_text(textwrap.dedent(text), tmp_path / "match.toml")
    assert not match.errors
    result = stage.play(match.value, pace="lockstep", seconds_limit=8.0)
    assert result.outcome is Outcome.FINISHED, result.reason
    views = [event.view for event in stage.of(FrameShown)]
    moved = [view.seconds_elapsed for view in views if view.balls and abs(view.balls[0].speed) > 50.0]
    assert min(trained) - 0.2 < moved[0] < max(trained) + 0.5


OWN = '''
"""What one user observes."""
import numpy as np
from kickabout import (
    ArenaState as State,
)
{more}

class Height:
    def size(self, teams, pads):
        return 1

    def observe(self, state: State, out):
        out[:, :, 0] = state.car_position[:, : out.shape[1], 2]
'''


def write_module(folder, source, name="own_observation"):
    (folder / f"{name}.py").write_text(source)
    return folder


def height_policy(module="own_observation"):
    interface = chaser(observation=f"{module}:Height").interface
    return Policy({"w0": np.ones((1, 8)), "b0": np.zeros(8)}, interface=interface)


def test_a_class_of_the_user_is_copied_into_the_bot(tmp_path):
    modules = write_module(tmp_path, OWN.format(more=""))
    (tmp_path / "bots").mkdir()
    document = export_bot(height_policy(), tmp_path / "bots", name="Own", modules=[modules])
    assert (
        load_policy(document.with_name("policy.npz")).interface["observation"]["name"]
        == ".custom_own_observation:Height"
    )
    program = """
        import numpy, rlbot_flatbuffers as flat
        from policy_parts.policy import Policy
        from policy_parts.player import PolicyPlayer
        policy = Policy.from_bytes(open("policy.npz", "rb").read())
        player = PolicyPlayer(policy, flat.FieldInfo(), 0, 0)
        me = flat.PlayerInfo(physics=flat.Physics(location=flat.Vector3(0, 0, 0.25)))
        packet = flat.GamePacket([me], [], [flat.BallInfo()], flat.MatchInfo(match_phase=flat.MatchPhase.Active))
        assert player.controls(packet).throttle == 0.25
    """
    words = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(words, cwd=document.parent, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ("import RocketSim", "RocketSim"),
        ("from runtime.model import states", "runtime.model"),
        ("import numpy, torch.nn", "torch.nn"),
        ("from . import neighbour", "."),
        ("from kickabout import Environment", "kickabout.Environment"),
        ("import kickabout", "kickabout"),
        ("def broken(:", "cannot be read"),
    ],
)
def test_a_class_that_needs_more_than_numpy_is_refused_with_the_reason(tmp_path, more, named):
    modules = write_module(tmp_path, OWN.format(more=more))
    with pytest.raises(NewAgentError) as caught:
        export_bot(height_policy(), tmp_path, name="Own", modules=[modules])
    assert named in str(caught.value)
    assert "own_observation:Height" in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own_observation.py"]


@pytest.mark.parametrize(
    "named",
    ["no.such_module:Height", "subprocess:Popen", "pytest:Item", "../own:Height", ".custom_own:Height", "own:Popen"],
)
def test_a_class_that_is_none_of_the_users_is_refused_and_nothing_is_imported(tmp_path, named):
    write_module(tmp_path, "from subprocess import Popen\n", name="own")
    (tmp_path / "bots").mkdir()
    policy = height_policy().with_interface(chaser(observation=named).interface)
    with pytest.raises(NewAgentError, match=re.escape(f"'{named}' cannot be copied into a bot: the source")):
        export_bot(policy, tmp_path / "bots", name="Own", modules=[tmp_path])
    assert list((tmp_path / "bots").iterdir()) == []


def test_a_policy_does_not_import_what_it_names(tmp_path, monkeypatch):
    write_module(tmp_path, "raise SystemExit", name="own")
    monkeypatch.syspath_prepend(tmp_path)
    for named in ("own:Height", ".custom_own:Height", "os:system", "unknown"):
        policy = height_policy().with_interface(chaser(observation=named).interface)
        with pytest.raises(ValueError, match=re.escape(f"policy.npz, names the class '{named}'")):
            PolicyPlayer(policy, flat.FieldInfo(), 0, 0)


def test_other_code_on_the_line_of_an_import_stays(tmp_path):
    more = """
if True: from kickabout import (
    ArenaState as Öther, NO_TEAM
); FIRST = 1  # é
ÄRGER = 2; from kickabout import ArenaState; SECOND = 2
LINE = 22
"""
    modules = write_module(tmp_path, OWN.format(more=more))
    (tmp_path / "bots").mkdir()
    document = export_bot(height_policy(), tmp_path / "bots", name="Own", modules=[modules])
    copied = document.parent / PARTS / "custom_own_observation.py"
    program = (
        "from policy_parts import custom_own_observation as own; print(own.FIRST, own.SECOND, own.ÄRGER, own.Öther)"
    )
    words = [sys.executable, "-X", "utf8", "-c", program]
    done = subprocess.run(words, cwd=document.parent, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 2 2 <class 'policy_parts.state.ArenaState'>")
    lines = OWN.format(more=more).splitlines().index("LINE = 22")
    assert copied.read_text(encoding="utf-8").splitlines()[lines] == "LINE = 22"


@pytest.mark.parametrize(
    ("name", "reason"), [("", "1 to 60"), ("x" * 61, "1 to 60"), ("Taken", "already something"), ("\u200b", "1 to 60")]
)
def test_names_that_cannot_be_used_are_refused(tmp_path, name, reason):
    (tmp_path / "taken").mkdir()
    with pytest.raises(NewAgentError, match=reason):
        export_bot(chaser(), tmp_path, name=name)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_an_exported_bot_is_valid_and_alone(tmp_path):
    export_bot(chaser(), tmp_path, name='A "quoted" näme')
    (folder,) = tmp_path.iterdir()
    assert check([folder]) == ()
    sources = [path.read_text() for path in folder.rglob("*.py")]
    assert not any("kickabout" in line for text in sources for line in text.splitlines() if "import" in line)
    assert not any("from runtime" in text or "from resources" in text for text in sources)
    assert (folder / PARTS / "player.py").is_file()


def test_a_checkpoint_is_exported_once_however_often_it_is_played(tmp_path):
    home = tmp_path / "played" / "policies"
    first = playable_bot(chaser(), home, name="run, step 1000")
    stamp = first.stat().st_mtime_ns
    assert playable_bot(chaser(), home, name="run, step 1000") == first
    assert first.stat().st_mtime_ns == stamp
    other = playable_bot(chaser(tick_skip=4), home, name="run, step 1000")
    assert other != first
    (first.parent / "bot.py").unlink()
    assert playable_bot(chaser(), home, name="run, step 1000") == first
    assert (first.parent / "bot.py").is_file()
