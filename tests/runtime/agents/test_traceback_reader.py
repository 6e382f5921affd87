import subprocess
import sys

import pytest

from runtime.agents.output import FIRST, LAST, StackReader, TracebackReader
from runtime.model.values import TracebackFrame


def reader_of(text):
    reader = TracebackReader()
    for line in text.splitlines():
        reader.add(line)
    return reader


def read(text):
    return reader_of(text).newest


@pytest.fixture
def crash(tmp_path):
    """Runs a program and reads the traceback from its output."""

    def run(source, name="bot.py"):
        (tmp_path / name).write_text(source, encoding="utf-8")
        done = subprocess.run([sys.executable, name], cwd=tmp_path, capture_output=True, timeout=20, check=False)
        return read(f"loaded\n{done.stderr.decode()}\nbye")

    return run


def test_frames_lead_to_the_error(crash):
    found = crash("def drive(car):\n    return car.boost + 1\n\ntry_it = [None]\nfor car in try_it:\n    drive(car)\n")
    assert found.error == "AttributeError: 'NoneType' object has no attribute 'boost'"
    assert [(frame.line, frame.function, frame.code) for frame in found.frames] == [
        (6, "<module>", "drive(car)"),
        (2, "drive", "return car.boost + 1"),
    ]
    assert found.frames[0].file.endswith("bot.py")
    assert found.text.startswith("Traceback (most recent call last):\n")
    assert found.text.endswith(found.error)


def test_a_program_that_cannot_be_compiled_has_one_frame(crash):
    found = crash("x = 1\ny = = 2\n")
    assert found.error == "SyntaxError: invalid syntax"
    assert [(frame.line, frame.function, frame.code) for frame in found.frames] == [(2, "", "y = = 2")]


def test_of_chained_errors_the_last_counts_and_the_text_has_all(crash):
    found = crash("try:\n    {}['a']\nexcept KeyError as error:\n    raise ValueError('no a') from error\n")
    assert found.error == "ValueError: no a"
    assert [frame.line for frame in found.frames] == [4]
    assert found.text.count("Traceback") == 2
    assert "KeyError: 'a'\nThe above exception was" in found.text


def test_the_last_member_of_a_group_counts(crash):
    source = "def fail():\n    raise OSError('gone')\n"
    source += "try:\n    fail()\nexcept OSError as e:\n    error = e\nraise ExceptionGroup('one', [error])\n"
    found = crash(source)
    assert found.error == "OSError: gone"
    assert found.frames[-1].function == "fail"


def test_an_endless_recursion_is_bounded(crash):
    found = crash("def a():\n    b()\ndef b():\n    a()\na()\n")
    assert found.error.startswith("RecursionError")
    assert 3 <= len(found.frames) <= FIRST + LAST
    assert found.frames[0].function == "<module>"


@pytest.mark.parametrize(
    ("count", "kept"), [(FIRST + LAST - 1, FIRST + LAST - 1), (FIRST + LAST, FIRST + LAST), (500, FIRST + LAST)]
)
def test_both_ends_of_a_long_text_are_kept(count, kept):
    frames = "\n".join(f'  File "a.py", line {number}, in f\n    code {number}' for number in range(count))
    found = read(f"Traceback (most recent call last):\n{frames}\nE: x")
    assert len(found.frames) == kept
    assert (found.frames[0].line, found.frames[-1].line) == (0, count - 1)
    assert found.frames[-1].code == f"code {count - 1}"


def test_a_panic_of_rust_names_its_place():
    found = read("thread 'main' panicked at src/bot.rs:12:5:\nindex out of bounds\nnote: run with RUST_BACKTRACE=1")
    assert found.error == "index out of bounds"
    assert found.frames == (TracebackFrame(file="src/bot.rs", line=12),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ValueError: no engine",
        "  indented\nTraceback of a car",
        "Traceback (most recent call last):",
        'Traceback (most recent call last):\n  File "x", line 1, in f\n    code',
        "thread 'main' panicked at src/bot.rs:12:5:",
    ],
)
def test_missing_and_unfinished_entries_are_left_out(text):
    assert read(text) is None


def test_a_newer_one_replaces_it_and_later_lines_do_not():
    reader = TracebackReader()
    for word in ("one", "two"):
        for line in ("Traceback (most recent call last):", '  File "x", line 1, in f', f"E: {word}", "fine", ""):
            reader.add(line)
    assert reader.newest.error == "E: two"
    assert reader.newest.text.count("Traceback") == 1


CRASH = 'Traceback (most recent call last):\n  File "bot.py", line 3, in go\nValueError: no pad\n'
LINK = "\nDuring handling of the above exception, another exception occurred:\n\n"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("loaded\n", 0),
        (CRASH, 1),
        (CRASH.removesuffix("ValueError: no pad\n"), 0),
        (2 * CRASH, 2),
        (f"{CRASH}\n{CRASH}", 2),
        (f"{CRASH}on\n{CRASH}", 2),
        (f"{CRASH}{LINK}{CRASH}", 1),
        (f"{CRASH}{LINK}{CRASH}{CRASH}", 2),
    ],
)
def test_each_error_counts_once(text, count):
    assert reader_of(text).count == count


def test_an_error_is_not_part_of_the_one_before_without_a_link():
    assert read(2 * CRASH).text == CRASH.rstrip()


def test_a_group_and_its_members_count_once():
    source = "raise ExceptionGroup('two', [OSError('gone'), ExceptionGroup('in', [KeyError('a')])])"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, timeout=20, check=False)
    members = "try:\n    raise OSError('gone')\nexcept OSError as e:\n    error = e\n"
    source = f"{members}raise ExceptionGroup('two', [error, ExceptionGroup('in', [error])])"
    raised = subprocess.run([sys.executable, "-c", source], capture_output=True, timeout=20, check=False)
    assert reader_of(done.stderr.decode()).count == 1
    assert reader_of(f"{raised.stderr.decode()}{CRASH}").count == 2


@pytest.mark.parametrize("line", ["9" * 6000, "9" * 10])
def test_lines_of_very_many_digits_are_no_frames(line):
    newest = read(f'Traceback (most recent call last):\n  File "bot.py", line {line}, in f\nValueError: x')
    assert (newest.error, newest.frames) == ("ValueError: x", ())
    assert read(f"thread 'main' panicked at src/main.rs:{line}:5:\nx") is None
    stacks = StackReader()
    stacks.add("Current thread 0x1 (most recent call first):")
    assert stacks.add(f'  File "bot.py", line {line} in f')
    assert stacks.threads == [[]]
