"""The command line's grammar and exit codes."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands import cli
from app.exit_codes import ExitCode

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can delete a working folder there")
@pytest.mark.parametrize(
    ("path", "says"),
    [("match.toml", "the working folder does not exist any more"), ("/nowhere/match.toml", "/nowhere/match.toml")],
)
def test_a_path_from_a_working_folder_that_was_deleted_is_refused(path, says, tmp_path):
    """Runs Python with `-P`, like the installed command, because Python 3.13 fails if its working folder is missing."""
    program = "import os, runpy; os.rmdir(os.getcwd()); runpy.run_module('app', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, "check", path],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == ExitCode.USAGE
    assert says in done.stdout + done.stderr


@pytest.mark.parametrize("text", ["", "-1", "65536", "x", "1e3", "\u0663"])
def test_ports_that_are_refused(text, capsys):
    with pytest.raises(SystemExit):
        cli.main(["arena", f"--port={text}"])
    err = capsys.readouterr().err
    assert "usage: kickabout arena [-h] [--port PORT]" in err
    assert f"a port is a number from 0 to 65535, not {text!r}" in err


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("plya", "There is no file or command plya; did you mean play?"),
        ("Check", "There is no file or command Check; did you mean check?"),
        ("nonsense", "There is no file or command nonsense."),
        ("play.toml", "There is no file play.toml."),
        ("x/play", "There is no file x/play."),
    ],
)
def test_a_word_that_is_no_command(word, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main([word]) == ExitCode.USAGE
    assert capsys.readouterr().err == f"{says}\n"


def test_an_unknown_option_is_reported_with_the_usage_of_its_command(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["play", "a", "b"])
    assert stopped.value.code == ExitCode.USAGE
    err = capsys.readouterr().err
    assert err.startswith("usage: kickabout play ")
    assert "kickabout play: error: unrecognized arguments: b" in err


def options_of(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    return sorted(set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"})


def refused(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(words)
    assert stopped.value.code == ExitCode.USAGE
    return capsys.readouterr().err.splitlines()[-1]


def test_an_option_without_its_command_leads_to_play(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    options = options_of("play", capsys)
    assert {"--pace", "--seed", "--seconds", "--json", "--install", "--watch", "--fair"} <= set(options)
    for option in options:
        said = refused([option, "2"], capsys)
        assert said == f"kickabout: error: {option} is for play; did you mean `kickabout play {option} 2`?"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--pace=2"], "kickabout: error: --pace is for play; did you mean `kickabout play --pace=2`?"),
        (["--sec", "5"], "kickabout: error: --sec is for play; did you mean `kickabout play --sec 5`?"),
        (["a b.toml", "--fair"], "--fair is for play; did you mean `kickabout play 'a b.toml' --fair`?"),
        (["window", "x", "--pace", "2"], "--pace is for play; did you mean `kickabout play x --pace 2`?"),
        (["--port", "3"], "--port is for arena; did you mean `kickabout arena --port 3`?"),
        (["--new-window", "--pace", "2"], "did you mean `kickabout play --new-window --pace 2`?"),
        (["--pacer", "2"], "error: unrecognized arguments: --pacer"),
        (["check", "x", "--pace", "2"], "kickabout check: error: unrecognized arguments: --pace"),
    ],
)
def test_an_option_of_another_command_names_that(words, says, capsys):
    assert says in refused(words, capsys)


def test_options_of_the_window_need_no_command():
    options = cli.parsed(["--new-window", "a.toml"])
    assert (options.command, options.new_window, options.paths) == ("window", True, [Path("a.toml")])


@pytest.mark.parametrize("word", ["LOCKSTEP", "Lockstep", " lockstep "])
def test_a_pace_is_a_word_in_any_case(word):
    assert str(cli.parsed(["play", "--pace", word]).pace) == "lockstep"


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--pace", "warp"],
        ["play", "--seconds", "0"],
        ["play", "--restarts", "-2"],
        ["play", "--memory-limit", "2GB", "--memory-warning", "1GB"],
        ["check"],
        ["--nonsense"],
    ],
)
def test_wrong_use_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)
    assert stopped.value.code == ExitCode.USAGE
    assert "usage:" in capsys.readouterr().err


def test_version_names_the_project(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("kickabout ")


def test_a_path_that_is_not_there_is_named(tmp_path, capsys):
    assert cli.main([str(tmp_path / "none.toml")]) == ExitCode.USAGE
    assert "none.toml" in capsys.readouterr().err


def test_a_match_that_cannot_begin_for_want_of_a_folder_has_a_result_like_any_other(tmp_path, capsys, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "file" / "home"))
    assert cli.main(["play", "--json"]) == ExitCode.INFRASTRUCTURE
    result = json.loads(capsys.readouterr().out)
    assert (result["outcome"], result["blame"], result["frames"]) == ("failed", "infrastructure", 0)
    assert result["reason"].startswith("Kickabout cannot make its folder ")
    assert cli.main(["play"]) == ExitCode.INFRASTRUCTURE
    assert capsys.readouterr().out.startswith("failed: Kickabout cannot make its folder ")


def test_benchmarks_that_cannot_keep_the_arena_say_so(tmp_path, capfd, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "file" / "home"))
    assert cli.main(["bench", "tick"]) == ExitCode.INFRASTRUCTURE
    err = capfd.readouterr().err
    assert err.startswith("Kickabout cannot make its folder ")
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a POSIX shell")
@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        ("| true", "3", "The result cannot be printed: Broken pipe.\n"),
        (">/dev/full", "3", "The result cannot be printed: No space left on device.\n"),
        (">&-", "2", ""),
        ("2>&-", "2", ""),
        ("<&- >&- 2>&-", "2", ""),
    ],
)
def test_streams_that_are_closed_or_full(tmp_path, streams, code, said):
    words = [sys.executable, "-m", "app", "check", str(tmp_path / "gone.toml")]
    script = f"{{ sleep 0.3; {shlex.join(words)}; echo $? >code; }} {streams}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["/bin/sh", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (tmp_path / "code").read_text().strip() == code
    assert done.stderr == said


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a POSIX shell")
@pytest.mark.parametrize("progress", ["2>/dev/full", "2>&1 | true"])
def test_a_match_whose_progress_cannot_be_written_is_played_to_its_end(tmp_path, progress):
    document = tmp_path / "match.toml"
    document.write_text('[[cars]]\ntype = "psyonix"\nteam = 0\n')
    words = [sys.executable, "-m", "app", "play", str(document), "--pace", "lockstep", "--seconds", "0.5", "--json"]
    script = f"{{ {shlex.join(words)} >result; echo $? >code; }} {progress}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(tmp_path / "home")}
    subprocess.run(["/bin/sh", "-c", script], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "code").read_text().strip() == "0"
    assert json.loads((tmp_path / "result").read_text())["frames"] == 60


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a POSIX shell")
def test_programs_that_are_started_have_streams_where_ours_are_closed(tmp_path):
    told = tmp_path / "told"
    child = (
        "import os, sys; where = [os.path.samestat(os.fstat(n), os.stat(os.devnull)) for n in range(3)]; "
        "open(sys.argv[1], 'w').write(str(where))"
    )
    code = (
        "import subprocess, sys; from app.start import open_streams; open_streams(); "
        "subprocess.run([sys.executable, '-c', *sys.argv[1:]])"
    )
    script = f"{shlex.join([sys.executable, '-c', code, child, str(told)])} <&- >&- 2>&-"
    subprocess.run(["/bin/sh", "-c", script], cwd=ROOT, check=True)
    assert told.read_text() == "[True, True, True]"


@pytest.mark.parametrize("words", [["arena", "--port", "0"], ["pack", "update"], ["install-shortcut"]])
def test_a_folder_of_kickabouts_own_that_cannot_be_made_is_reported(words, tmp_path, capsys, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "file" / "home"))
    assert cli.main(words) == ExitCode.INFRASTRUCTURE
    err = capsys.readouterr().err
    assert err.startswith("Kickabout cannot make its folder ")
    assert err.count("\n") == 1


def test_the_arena_takes_every_option_of_its_own_program(tmp_path, mesh_cache):
    words = [
        "--port",
        "0",
        "--report-port",
        "--no-goal-explosions",
        "--log-level",
        "info",
        "--seconds",
        "5",
        "--wait",
        "9",
    ]
    words += ["--only", "soccar", "--meshes", str(mesh_cache), "--step-mode", "0", "--step-listen", "127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "arena", *words],
        cwd=ROOT,
        env={**os.environ, "KICKABOUT_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        said = [process.stdout.readline() for _ in range(4)]
        process.terminate()
        assert process.wait(60) == 0
    assert [line.rsplit(" ", 1)[0] for line in said] == ["port", "A learner needs", "step mode on", "listening on"]


def test_characters_that_a_pipe_cannot_encode_are_escaped(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "app", "check", str(tmp_path / "ü.toml")],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitCode.USAGE
    assert "\\xfc.toml: error: This file does not exist." in done.stdout
    assert done.stderr == ""


def test_the_command_line_needs_no_qt(tmp_path):
    code = (
        "import sys; from app.commands.cli import main; "
        "main(['check', sys.argv[1]]); assert 'PySide6' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_check_prints_problems_with_lines_and_exits_with_2(tmp_path, capsys):
    document = tmp_path / "match.toml"
    document.write_text('[match]\ngame_mode = "Sokcar"\n[[cars]]\nteam = 7\n')
    assert cli.main(["check", str(document)]) == ExitCode.USAGE
    out = capsys.readouterr().out
    assert f"{document}:2: error:" in out
    assert "Soccar" in out
    assert f"{document}:4: error:" in out


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[match]\ngame_mode = "Rumble"\n', 2, "Rumble needs Rocket League"),
        ('[match]\n\ngame_map_upk = "HoopsStadium_P"\n', 3, "HoopsStadium_P needs Rocket League"),
        ('[mutators]\nmulti_ball = "Two"\n', 2, "multi_ball = Two; it needs Rocket League"),
    ],
)
def test_check_warns_of_what_the_arena_refuses(tmp_path, capsys, text, line, words):
    document = tmp_path / "match.toml"
    document.write_text(f'{text}[[cars]]\ntype = "Psyonix"\n')
    assert cli.main(["check", str(document)]) == ExitCode.FINE
    out = capsys.readouterr().out
    assert f"{document}:{line}: warning:" in out
    assert words in out


@pytest.mark.parametrize("mode", ["Hoops", "Heatseeker", "Snowday"])
def test_check_finds_nothing_in_the_modes_that_the_arena_plays(tmp_path, capsys, mode):
    document = tmp_path / "match.toml"
    document.write_text(f'[match]\ngame_mode = "{mode}"\n[[cars]]\ntype = "Psyonix"\n')
    assert cli.main(["check", str(document)]) == ExitCode.FINE
    assert "no problems" in capsys.readouterr().out


def test_check_names_the_line_of_a_program_that_cannot_be_compiled(tmp_path, capsys):
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text(
        '[settings]\nagent_id = "a"\nrun_command = "python bot.py"\nrun_command_linux = "python3 bot.py"\n'
    )
    (bot / "bot.py").write_text("import helper\n")
    (bot / "helper.py").write_text("pattern = '\\d'\n\ndef a(:\n")
    assert cli.main(["check", str(bot)]) == ExitCode.FINE
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "1 document: 0 errors, 1 warning."
    assert [line for line in lines if "helper.py:3: warning: This file cannot be compiled: invalid syntax." in line]
    (bot / "helper.py").write_text("pattern = '\\d'\n")
    assert cli.main(["check", str(bot)]) == ExitCode.FINE
    assert capsys.readouterr().out == "1 document: no problems.\n"


def test_check_as_json_is_one_object(tmp_path, capsys):
    document = tmp_path / "bot.toml"
    document.write_text("[settings\n")
    assert cli.main(["check", "--json", str(document)]) == ExitCode.USAGE
    found = json.loads(capsys.readouterr().out)
    assert (found["documents"], found["errors"]) == (1, 1)
    assert found["problems"][0]["line"] == 1


def test_check_of_the_examples_finds_nothing(capsys):
    assert cli.main(["check", str(ROOT / "resources")]) == ExitCode.FINE
    assert re.fullmatch(r"\d+ documents: no problems\.\n", capsys.readouterr().out)


def test_bench_names_what_there_is(capfd):
    assert cli.main(["bench", "nonsense"]) == ExitCode.USAGE
    assert "lockstep" in capfd.readouterr().err


def test_paths_follow_the_environment(tmp_path, monkeypatch):
    from app.services import paths

    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "portable"))
    assert [folder().relative_to(tmp_path) for folder in (paths.config_dir, paths.state_dir, paths.cache_dir)] == [
        Path("portable") / name for name in ("config", "state", "cache")
    ]
    assert paths.made(paths.cache_dir()).is_dir()


@pytest.mark.parametrize(
    ("words", "mode", "match"),
    [
        ([], None, None),
        (["--watch"], "auto", None),
        (["--watch", "m.toml"], "auto", "m.toml"),
        (["m.toml", "--watch"], "auto", "m.toml"),
        (["--watch", "ask"], "ask", None),
        (["--watch=ask", "m.toml"], "ask", "m.toml"),
        (["--watch", "auto", "m.toml"], "auto", "m.toml"),
        (["--watch", "--seed", "3"], "auto", None),
    ],
)
def test_watch_takes_a_mode_or_none(words, mode, match):
    options = cli.parsed(["play", *words])
    assert (options.watch, options.match) == (mode, Path(match) if match else None)


def test_watch_takes_no_other_mode(capsys):
    with pytest.raises(SystemExit):
        cli.main(["play", "--watch=always"])
    assert "invalid choice: 'always'" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["realtime", "lockstep", "0.001", "1", "4", "2.5", "1000"])
def test_paces_that_are_known(text):
    assert str(cli.parsed(["play", "--pace", text]).pace) in (text, "realtime")


@pytest.mark.parametrize("text", ["", "fast", "0", "0.0009", "-1", "1000.1", "nan", "inf"])
def test_paces_that_are_refused(text, capsys):
    assert "--pace" in refused(["play", f"--pace={text}"], capsys)


@pytest.mark.parametrize("text", ["0", "3", "100000", "unlimited"])
def test_numbers_of_restarts(text):
    assert cli.parsed(["play", "--restarts", text]).restarts == text
    assert cli.parsed(["play", "--restarts", text.upper()]).restarts == text


@pytest.mark.parametrize("text", ["", "-1", "100001", "1000000000", "2.5", "many", "\u0663"])
def test_numbers_of_restarts_that_are_refused(text, capsys):
    assert "is not a number of restarts; use a number from 0 to 100000, or unlimited" in refused(
        ["play", f"--restarts={text}"], capsys
    )


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("23234", 23234), ("65535", 65535)])
def test_ports(text, value):
    assert cli.parsed(["arena", "--port", text]).port == value


def test_the_arena_limits_only_the_memory_of_agents_that_it_starts(capsys):
    last = refused(["arena", "--port", "0", "--memory-limit", "1GB"], capsys)
    assert last == "kickabout arena: error: --memory-limit and --memory-warning are for --start-agents"
