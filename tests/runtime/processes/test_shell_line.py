"""Command lines that a user copies into a terminal."""

import os
import subprocess
import sys

import pytest

from runtime.processes.command_line import shell_line

VARIABLES = {"RLBOT_AGENT_ID": "Jäger's/bot $HOME", "RLBOT_SERVER_PORT": "23234"}


@pytest.mark.skipif(os.name == "nt", reason="cmd.exe is another shell")
def test_the_line_runs_in_the_folder_with_the_variables(tmp_path):
    folder = tmp_path / "Bötë's mit Leer"
    folder.mkdir()
    (folder / "bot.py").write_text("import os\nprint(os.getcwd(), *map(os.environ.get, " + repr([*VARIABLES]) + "))\n")
    line = shell_line(f"'{sys.executable}' -X utf8 bot.py", folder=str(folder), variables=VARIABLES)
    said = subprocess.run(line, shell=True, capture_output=True, check=True).stdout.decode()
    assert said == f"{folder} Jäger's/bot $HOME 23234\n"


def test_on_windows_it_is_one_for_its_own_shell():
    line = shell_line("python bot.py", folder=r"C:\my bots\ada", variables=VARIABLES, platform="win32")
    assert line == (
        r'cd /d "C:\my bots\ada" && set "RLBOT_AGENT_ID=Jäger'
        r"""'s/bot $HOME" && set "RLBOT_SERVER_PORT=23234" && python bot.py"""
    )
