import errno
import os

import pytest

from runtime.processes.endings import ending, start_error


@pytest.mark.parametrize(
    ("returncode", "windows", "shell", "expected"),
    [
        (0, False, False, (0, None, "exited with code 0")),
        (1, False, False, (1, None, "exited with code 1")),
        (-1, False, False, (None, 1, "killed by signal 1, SIGHUP")),
        (-11, False, False, (None, 11, "killed by signal 11, SIGSEGV")),
        (-9, False, False, (None, 9, "killed by signal 9, SIGKILL")),
        (-63, False, False, (None, 63, "killed by signal 63")),
        (127, False, False, (127, None, "exited with code 127")),
        (127, False, True, (127, None, "exited with code 127: the shell did not find the command")),
        (126, False, True, (126, None, "exited with code 126: the shell could not run the command")),
        (3, True, False, (3, None, "exited with code 3")),
        (-1, True, False, (-1, None, "exited with code 0xFFFFFFFF")),
        (
            0xC0000005,
            True,
            False,
            (0xC0000005, None, "ended by Windows with 0xC0000005: access violation"),
        ),
        (
            -1073741510,
            True,
            False,
            (-1073741510, None, "ended by Windows with 0xC000013A: interrupted with Ctrl+C"),
        ),
    ],
)
def test_endings_in_words(returncode, windows, shell, expected):
    how = ending(returncode, windows=windows, through_shell=shell)
    assert (how.code, how.signal, str(how.text)) == expected


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.E2BIG, errno.EMFILE, errno.EIO])
def test_every_refusal_is_a_sentence(number, tmp_path):
    text = str(start_error(OSError(number, os.strerror(number)), "/x/bot", str(tmp_path)))
    assert text.startswith("Could not start: ")
    assert text.endswith(".")


def test_a_missing_folder_is_named_first(tmp_path):
    text = str(start_error(FileNotFoundError(errno.ENOENT, "x"), "/x/bot", str(tmp_path / "no")))
    assert text == f"The working folder '{tmp_path / 'no'}' does not exist."
