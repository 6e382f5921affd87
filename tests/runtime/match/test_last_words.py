import pytest

from runtime.match.last_words import LONGEST, LastWords

TRACEBACK = [
    "Traceback (most recent call last):",
    '  File "bot.py", line 3, in <module>',
    "    import nothing",
    "ModuleNotFoundError: No module named 'nothing'",
]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], ""),
        (["", "  "], ""),
        (["one", "two", ""], "two"),
        (TRACEBACK, TRACEBACK[-1]),
        ([*TRACEBACK, "cleaning up"], TRACEBACK[-1]),
        ([*TRACEBACK, "During handling", TRACEBACK[0], "  File", "OSError: second"], "OSError: second"),
        (["thread 'main' panicked at src/main.rs:2:5:", "oh no"], "thread 'main' panicked at src/main.rs:2:5:"),
        (["\x1b[38;20m10:56\x1b[0m \x1b[31mERROR: no weights\x1b[0m"], "10:56 ERROR: no weights"),
        (["no weights", "\x1b[94;20m  INFO:\x1b[0m connected to port 36913", "DEBUG bye"], "no weights"),
        (["INFO: connected"], ""),
        ([*TRACEBACK[:-1], "KeyError: 'INFO'"], "KeyError: 'INFO'"),
        (["INFORMATION IS POWER"], "INFORMATION IS POWER"),
        (["\x1b[0m", "\x1b[2K"], ""),
        (TRACEBACK[:2], 'File "bot.py", line 3, in <module>'),
    ],
)
def test_the_line_that_explains(lines, expected):
    words = LastWords()
    words.add(lines)
    assert words.text == expected


@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1])
def test_the_explanation_is_bounded(length):
    words = LastWords()
    words.add(["x" * length])
    assert len(words.text) == min(length, LONGEST)


def test_the_traceback_is_kept_without_colours_whatever_comes_later():
    words = LastWords()
    words.add(["\x1b[31mTraceback (most recent call last):", '  File "bot.py", line 3, in go', "    run()", ""])
    words.add(["KeyError: 'ball'\x1b[0m", "INFO going on"])
    assert words.traceback.error == "KeyError: 'ball'"
    assert [(frame.file, frame.line) for frame in words.traceback.frames] == [("bot.py", 3)]
    assert "\x1b" not in words.traceback.text
