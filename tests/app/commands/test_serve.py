"""`kickabout serve`."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psutil
import pytest

from app.commands import cli
from app.exit_codes import ExitCode
from app.services.paths import services_dir
from runtime.documents import read_match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.services.published import address_file, published
from tests.clock import until

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "service"


@pytest.fixture
def bot(tmp_path):
    return Path(shutil.copytree(EXAMPLE, tmp_path / "wave"))


def served(bot, *options):
    return subprocess.Popen(
        [sys.executable, "-m", "app", "serve", str(bot), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(EXAMPLE.parents[2])},
    )


def test_a_bot_without_the_table_is_no_service(bot, capsys):
    document = bot / "bot.toml"
    document.write_text(document.read_text().partition("[kickabout]")[0])
    assert cli.main(["serve", str(bot)]) == ExitCode.USAGE
    assert "is not an agent service: it needs a table [kickabout] with service = true." in capsys.readouterr().err


def test_a_folder_without_a_bot_cannot_be_served(tmp_path, capsys):
    assert cli.main(["serve", str(tmp_path)]) == ExitCode.USAGE
    assert "contains no bot.toml" in capsys.readouterr().err


def test_the_kit_is_put_beside_a_bot(bot, capsys):
    assert cli.main(["serve", str(bot), "--copy-kit"]) == ExitCode.FINE
    assert (bot / "kickabout" / "service.py").is_file()
    (bot / "kickabout" / "launchers.py").unlink()
    assert cli.main(["serve", str(bot), "--copy-kit"]) == ExitCode.INFRASTRUCTURE
    assert "is something else" in capsys.readouterr().err


def test_a_served_match_is_recorded_and_the_recordings_give_the_same_controls_twice(bot, tmp_path, mesh_cache, capsys):
    records = tmp_path / "records"
    with served(bot, "--record", str(records), "--json") as process:
        until(lambda: published(services_dir(), bot / "bot.toml"))
        second = served(bot)
        assert "Wave is already served." in second.communicate(timeout=60)[1]
        assert second.returncode == ExitCode.INFRASTRUCTURE
        plan = MatchPlan(
            match=read_match(bot / "match.toml").value,
            game=ArenaGame(meshes=mesh_cache),
            pace="lockstep",
            seconds_limit=2.0,
            services=services_dir(),
        )
        result = MatchRun(plan).run(lambda event: None)
        assert all(agent.answers > 200 for agent in result.agents), result.reason
        assert json.loads(process.stdout.readline())["slots"] == 16
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        threading.Thread(target=process.stdout.read).start()
        assert process.wait(30) == ExitCode.INTERRUPTED
        process.stderr.read()
    assert not psutil.wait_procs(children, 10)[1]
    assert not address_file(services_dir(), bot / "bot.toml").exists()
    files = sorted(map(str, records.iterdir()))
    outputs = []
    for _ in range(2):
        assert cli.main(["serve", str(bot), "--recorded", *files]) == ExitCode.FINE
        outputs.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    assert [each["recording"] for each in outputs[0]] == files
    assert all(each["answers"] == each["packets"] > 200 for each in outputs[0])
    assert [each["inputs"] for each in outputs[0]] == [each["inputs"] for each in outputs[1]]
    assert outputs[0][0]["inputs"] != outputs[0][1]["inputs"]


def test_a_file_that_is_no_recording_is_reported(bot, capsys):
    assert cli.main(["serve", str(bot), "--recorded", str(bot / "bot.toml")]) == 1
    assert "bot.toml is not a recording" in capsys.readouterr().out
