import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runtime.processes.command import CommandError, Flavour, find_environment, resolve_command
from runtime.processes.command_line import needs_cmd, needs_sh, split_windows

OURS = Path(sys.executable)
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="runs POSIX programs")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "bot ü 'x'"
    folder.mkdir()
    return folder


@pytest.fixture
def programs(tmp_path):
    """An empty folder that is on PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


@pytest.fixture
def posix(programs):
    return Flavour(is_windows=False, path=f"/nowhere:{programs}:/usr/bin:/bin")


@pytest.fixture
def windows(programs):
    return Flavour(is_windows=True, path=str(programs))


def program(path, content="#!/bin/sh\nprintf '%s\\n' \"$@\"\n", mode=0o755):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    path.chmod(mode)
    return path


def environment(folder, name, place="bin/python"):
    return program(folder / name / place)


@posix_only
class TestPosix:
    def test_a_plain_command_needs_no_shell(self, folder, posix, programs):
        tool = program(programs / "tool")
        assert resolve_command("tool --a 'b c' \"d'e\" f\\ g x=1", folder, OURS, flavour=posix) == (
            str(tool),
            "--a",
            "b c",
            "d'e",
            "f g",
            "x=1",
        )

    @pytest.mark.parametrize("text", ["./bot", "./bot ", "'./bot'", "sub/../bot"])
    def test_paths_start_at_the_folder(self, folder, posix, text):
        program(folder / "bot")
        (folder / "sub").mkdir()
        (found,) = resolve_command(text, folder, OURS, flavour=posix)
        assert Path(found).samefile(folder / "bot")
        assert Path(found).is_absolute()

    def test_an_absolute_path_stays(self, folder, posix, programs):
        tool = program(programs / "tool")
        assert resolve_command(f"{tool} x", folder, OURS, flavour=posix) == (str(tool), "x")

    def test_a_relative_entry_of_path_starts_at_the_folder(self, folder):
        tool = program(folder / "tools" / "tool")
        assert resolve_command("tool", folder, OURS, flavour=Flavour(is_windows=False, path="tools")) == (str(tool),)

    @pytest.mark.parametrize(
        "text",
        [
            "./bot && ./bot",
            "./bot > log",
            "./bot; ./bot",
            "./bot &",
            "A=1 ./bot",
            "./bot $HOME",
            './bot "$HOME"',
            "./bot `pwd`",
            "./bot *.py",
            "./bot ~/x",
            "./bot # note",
            "cd sub",
            "exec ./bot",
            "(./bot)",
            "./bot\n./bot",
        ],
    )
    def test_shell_syntax_goes_to_the_shell_whole(self, folder, posix, text):
        assert resolve_command(text, folder, OURS, flavour=posix) == ("/bin/sh", "-c", text)

    @pytest.mark.parametrize("text", ["./bot '$HOME'", "./bot \\$HOME", "./bot 'a;b' \"c&d\"", "./bot a~b a#b {}"])
    def test_quoted_syntax_is_no_syntax(self, folder, posix, text):
        program(folder / "bot")
        argv = resolve_command(text, folder, OURS, flavour=posix)
        assert argv[0] == str(folder / "bot")
        shell = subprocess.run(["/bin/sh", "-c", text], cwd=folder, capture_output=True, check=True)
        direct = subprocess.run(argv, cwd=folder, capture_output=True, check=True)
        assert direct.stdout == shell.stdout

    @example(text="\\;\\ ")
    @given(text=st.text("ab \\'\"$;&*~#=-", max_size=12))
    def test_without_a_shell_the_words_are_the_same(self, text):
        command = f"printf '<%s>' x {text}"
        if needs_sh(command):
            return
        with_shell = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
        try:
            argv = resolve_command(command, Path("/"), OURS)
        except CommandError:
            assert with_shell.returncode != 0
            return
        assert subprocess.run(argv, capture_output=True, check=False).stdout == with_shell.stdout

    @pytest.mark.parametrize("word", ["python", "python3", "py", "Python3"])
    def test_python_is_ours_where_the_bot_has_none(self, folder, posix, word, programs):
        program(programs / word)
        assert resolve_command(f"{word} bot.py 'a b'", folder, OURS, flavour=posix) == (str(OURS), "bot.py", "a b")

    def test_the_given_python_is_final(self, folder, posix):
        environment(folder, "venv")
        assert resolve_command("python bot.py", folder, OURS, flavour=posix) == (str(OURS), "bot.py")

    @pytest.mark.parametrize("word", ["../venv/bin/python", "/gone/.venv/bin/python3", "venv/bin/python3.12"])
    def test_an_environment_that_does_not_exist_means_any_python(self, folder, posix, word):
        assert resolve_command(f"{word} bot.py", folder, OURS, flavour=posix) == (str(OURS), "bot.py")
        shell = resolve_command(f"{word} bot.py && echo done", folder, OURS, flavour=posix)
        assert shell == ("/bin/sh", "-c", f"{OURS} bot.py && echo done")

    def test_an_environment_that_is_there_runs(self, folder, posix):
        python = environment(folder.parent, "venv")
        (found, _) = resolve_command("../venv/bin/python bot.py", folder, OURS, flavour=posix)
        assert Path(found).samefile(python)

    @pytest.mark.parametrize("word", ["../venv/bin/pythonic", "./python", "../venv/bin/pip", "bin/python/x"])
    def test_other_programs_that_are_missing_are_missing(self, folder, posix, word):
        with pytest.raises(CommandError, match="does not exist"):
            resolve_command(f"{word} bot.py", folder, OURS, flavour=posix)

    def test_python_within_shell_syntax(self, folder, posix):
        (folder / "bot.py").write_text("import sys; print(sys.executable)", encoding="utf-8")
        own = folder / "venv" / "bin" / "python"
        own.parent.mkdir(parents=True)
        own.symlink_to(sys.executable)
        argv = resolve_command("python3 bot.py && echo done", folder, own, flavour=posix)
        assert argv[:2] == ("/bin/sh", "-c")
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[1] == "done"
        assert done.stdout.startswith(str(own))

    @pytest.mark.parametrize("word", ["python3.11", "pythonw", "pypy", "./python", "pyrun"])
    def test_other_words_are_looked_up(self, folder, posix, programs, word):
        tool = program(folder / word) if word.startswith("./") else program(programs / word)
        assert resolve_command(f"{word} bot.py", folder, OURS, flavour=posix) == (str(tool), "bot.py")

    def test_the_version_option_of_the_windows_launcher_is_dropped(self, folder, posix):
        assert resolve_command("py -3.11 bot.py", folder, OURS, flavour=posix) == (str(OURS), "bot.py")
        assert resolve_command("python -3 bot.py", folder, OURS, flavour=posix) == (str(OURS), "-3", "bot.py")

    def test_a_script_without_a_first_line_runs_in_the_shell(self, folder, posix):
        program(folder / "run.sh", "echo hello $1\n")
        assert resolve_command("./run.sh x", folder, OURS, flavour=posix) == ("/bin/sh", str(folder / "run.sh"), "x")

    def test_a_binary_is_run_as_it_is(self, folder, posix):
        (folder / "bot").write_bytes(b"\x7fELF\0\0")
        (folder / "bot").chmod(0o755)
        assert resolve_command("./bot", folder, OURS, flavour=posix) == (str(folder / "bot"),)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "empty"),
            ("   ", "empty"),
            ("a\0b", "null character"),
            ("./missing", "'./missing' does not exist in"),
            ("missing", "not found on PATH."),
            ("wine bot.exe", "'wine' was not found on PATH. It runs programs for Windows; a run_command_linux would"),
            ("here", "not found on PATH. The folder has a file of this name: write './here'."),
            ("./plain", "not executable. Run `chmod +x`"),
            ("plain", "not executable. Run `chmod +x`"),
            ("./folder", "is a folder"),
            ("./crlf", "CR LF"),
            ("./lost", "names '/no/such/interpreter', which does not exist"),
            ("./bot 'x", "quotation that does not end"),
            ("''", "not found"),
            ("x" * 5000, "not found on PATH."),
            (f"./{'x' * 5000}", "does not exist in"),
        ],
    )
    def test_errors_are_sentences(self, folder, posix, programs, text, words):
        program(folder / "bot")
        program(folder / "here")
        program(folder / "plain", mode=0o644)
        program(programs / "plain", mode=0o644)
        (folder / "folder").mkdir()
        program(folder / "lost", "#!/no/such/interpreter -x\n")
        (folder / "crlf").write_bytes(b"#!/bin/sh\r\necho\r\n")
        (folder / "crlf").chmod(0o755)
        with pytest.raises(CommandError) as caught:
            resolve_command(text, folder, OURS, flavour=posix)
        assert words in str(caught.value)
        assert str(caught.value).endswith(".")

    def test_a_missing_folder_is_named(self, folder, posix):
        with pytest.raises(CommandError, match="does not exist"):
            resolve_command("./bot", folder / "gone", OURS, flavour=posix)

    def test_the_rules_of_this_system_are_the_default(self, folder):
        assert resolve_command("sh -x", folder, OURS)[0].endswith("/sh")


class TestWindows:
    def test_a_name_is_looked_up_in_the_folder_first_with_endings(self, folder, windows, programs):
        here = program(folder / "bot.EXE")
        there = program(programs / "bot.EXE")
        assert resolve_command("bot -x", folder, OURS, flavour=windows) == (str(here), "-x")
        here.unlink()
        assert resolve_command("bot -x", folder, OURS, flavour=windows) == (str(there), "-x")

    def test_backslashes_are_separators(self, folder, windows):
        own = program(folder / "sub" / "bot.exe")
        assert resolve_command(r'.\sub\bot.exe "a b" c\d', folder, OURS, flavour=windows) == (str(own), "a b", r"c\d")

    @pytest.mark.parametrize("word", [r"..\venv\Scripts\python", r'"..\venv\Scripts\python.exe"'])
    def test_an_environment_that_does_not_exist_means_any_python(self, folder, windows, word):
        assert resolve_command(f"{word} bot.py", folder, OURS, flavour=windows) == (str(OURS), "bot.py")
        assert resolve_command(f"{word} bot.py > log", folder, OURS, flavour=windows)[-1] == f'"{OURS}" bot.py > log'
        made = program(folder.parent / "venv" / "Scripts" / "python.exe")
        words = resolve_command(r"..\venv\Scripts\python.exe bot.py", folder, OURS, flavour=windows)
        assert Path(words[0]).samefile(made)

    def test_a_batch_file_needs_cmd(self, folder, windows):
        own = program(folder / "run.BAT")
        expected = ("cmd.exe", "/d", "/s", "/c", f'"{own}" x "y z"')
        assert resolve_command('run x "y z"', folder, OURS, flavour=windows) == expected

    @pytest.mark.parametrize("text", ["bot && bot", "echo x", "bot > log", "bot %HOME%", 'bot "%HOME%"', "CD sub"])
    def test_syntax_of_cmd_goes_to_cmd_whole(self, folder, windows, text):
        assert needs_cmd(text)
        assert resolve_command(text, folder, OURS, flavour=windows) == ("cmd.exe", "/d", "/s", "/c", text)

    def test_quoted_operators_are_no_syntax(self):
        assert not needs_cmd('bot "a&b|c"')

    @pytest.mark.parametrize("word", ["python", "py", "python3", "python.exe", "PY"])
    def test_python(self, folder, windows, word):
        assert resolve_command(f"{word} bot.py", folder, OURS, flavour=windows) == (str(OURS), "bot.py")
        environment(folder, ".venv", "Scripts/python.exe")
        shell = resolve_command(f"{word} bot.py & pause", folder, OURS, flavour=windows)
        assert shell == ("cmd.exe", "/d", "/s", "/c", f'"{OURS}" bot.py & pause')

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("missing", "neither in"),
            (r".\missing", "does not exist in"),
            (r".\folder", "is a folder"),
            ('""', "no program"),
        ],
    )
    def test_errors_are_sentences(self, folder, windows, text, words):
        (folder / "folder").mkdir()
        with pytest.raises(CommandError, match=words):
            resolve_command(text, folder, OURS, flavour=windows)

    @given(st.lists(st.text('ab \\"\t', max_size=8).filter(bool), min_size=1, max_size=5))
    def test_words_survive_the_rules_of_the_c_runtime(self, words):
        assert split_windows(subprocess.list2cmdline(words)) == words


FOREIGN = [b"MZ\x90\x00", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\x7fELF\x02\x01" + bytes(12) + b"\xff\xff"]


@posix_only
class TestEnvironments:
    @pytest.mark.parametrize("name", ["venv", ".venv", "env"])
    def test_the_folders_of_environments(self, folder, name):
        own = environment(folder, name)
        assert find_environment(folder) == own

    def test_a_broken_one_does_not_count_and_the_next_is_used(self, folder):
        (folder / "venv" / "bin").mkdir(parents=True)
        (folder / "venv" / "bin" / "python").symlink_to("/gone/python")
        environment(folder, ".venv", "Scripts/python.exe")
        assert find_environment(folder) is None
        own = environment(folder, "env")
        assert find_environment(folder) == own

    @pytest.mark.parametrize("start", FOREIGN)
    def test_a_program_of_another_system_does_not_count(self, folder, start):
        own = environment(folder, "venv")
        own.write_bytes(start + bytes(64))
        assert find_environment(folder) is None or (sys.platform == "darwin" and start in FOREIGN[1:3])
        own.write_bytes(OURS.resolve().read_bytes()[:64])
        assert find_environment(folder) == own

    def test_a_file_that_cannot_be_executed_does_not_count(self, folder):
        own = environment(folder, "venv")
        own.chmod(0o644)
        assert find_environment(folder) is None

    @pytest.mark.parametrize(
        ("home", "works"), [("/gone/bin", False), (str(OURS.parent), True), ("C:\\Python", True), ("", True)]
    )
    def test_a_copy_needs_the_python_that_it_was_copied_from(self, folder, home, works):
        own = environment(folder, "venv")
        (folder / "venv" / "pyvenv.cfg").write_text(f"Home = {home}\n", encoding="utf-8")
        assert (find_environment(folder) == own) is works

    def test_a_link_to_a_python_that_is_there_works_wherever_its_home_was(self, folder):
        own = folder / "venv" / "bin" / "python"
        own.parent.mkdir(parents=True)
        own.symlink_to("python3")
        (folder / "venv" / "bin" / "python3").symlink_to(sys.executable)
        (folder / "venv" / "pyvenv.cfg").write_text("home = /gone/bin\n", encoding="utf-8")
        assert find_environment(folder) == own

    def test_a_command_that_names_a_copy_without_its_python_means_any_python(self, folder, posix):
        environment(folder, "venv")
        assert resolve_command("venv/bin/python bot.py", folder, OURS, flavour=posix)[0] != str(OURS)
        (folder / "venv" / "pyvenv.cfg").write_text("home = /gone/bin\n", encoding="utf-8")
        assert resolve_command("venv/bin/python bot.py", folder, OURS, flavour=posix)[0] == str(OURS)
