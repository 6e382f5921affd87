from pathlib import Path

import pytest

from runtime.agents.output import MAX_CHARACTERS, MAX_STACK, AgentOutput

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
        (
            ["15:12:58    ERROR:      ada[         bot.py:210 -              run() ] Unexpected error: 'int' object"],
            "Unexpected error: 'int' object",
        ),
        (["15:12:58 ERROR: no weights"], "15:12:58 ERROR: no weights"),
        (["no weights", "\x1b[94;20m  INFO:\x1b[0m connected to port 36913", "DEBUG bye"], "no weights"),
        (["INFO: connected"], ""),
        (["no weights", "[The service has sent nothing for 5 s.]"], "no weights"),
        (["[The service] no weights"], "[The service] no weights"),
        ([*TRACEBACK[:-1], "KeyError: 'INFO'"], "KeyError: 'INFO'"),
        (["INFORMATION IS POWER"], "INFORMATION IS POWER"),
        (["\x1b[0m", "\x1b[2K"], ""),
        (TRACEBACK[:2], 'File "bot.py", line 3, in <module>'),
    ],
)
def test_the_line_that_explains(lines, expected):
    words = AgentOutput()
    words.add(lines)
    assert words.text == expected


@pytest.mark.parametrize("length", [MAX_CHARACTERS - 1, MAX_CHARACTERS, MAX_CHARACTERS + 1])
def test_the_explanation_is_bounded(length):
    words = AgentOutput()
    words.add(["x" * length])
    assert len(words.text) == min(length, MAX_CHARACTERS)


STACKS = [
    "Thread 0x00007f1 [worker] (most recent call first):",
    '  File "/bots/ada/worker.py", line 7 in wait',
    "  ...",
    "",
    "Current thread 0x00007f2 (most recent call first):",
    '  File "/usr/lib/python3.12/selectors.py", line 468 in select',
    '  File "bot.py", line 14 in <listcomp>',
    '  File "bot.py", line 20 in <module>',
    "",
]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (STACKS, "bot.py:14"),
        (STACKS[:3], "/bots/ada/worker.py:7"),
        (["7" + STACKS[4], *STACKS[5:]], "bot.py:14"),
        ([*STACKS[:6], "", "over"], "/bots/ada/worker.py:7"),
        ([*STACKS, "over", *STACKS[:2]], "/bots/ada/worker.py:7"),
        ([], None),
        (STACKS[1:4], None),
        (["Current thread 0x1 (most recent call first):", "  <no Python frame>"], None),
        (["Current thread 0x1 (most recent call first):", '  File "/bots/other.py", line 1 in x'], None),
        (["Current thread 0x1 (most recent call first):", "over", '  File "bot.py", line 1 in x'], None),
    ],
)
def test_the_place_of_a_hang_comes_from_the_printed_stacks(lines, place):
    words = AgentOutput()
    words.add(["\x1b[31mloading\x1b[0m", *lines])
    frame = words.hung_at(Path("/bots/ada"))
    assert (frame and f"{frame.file}:{frame.line}") == place
    assert words.errors == 0


def test_printed_stacks_are_neither_an_error_nor_the_last_words():
    words = AgentOutput()
    words.add(["loading", *TRACEBACK[:2], *STACKS, *TRACEBACK[2:], *STACKS])
    assert words.text == TRACEBACK[-1]
    assert words.errors == 1
    words = AgentOutput()
    words.add(["loading", *STACKS])
    assert (words.text, words.errors, words.has_error) == ("loading", 0, False)


@pytest.mark.parametrize("count", [MAX_STACK - 1, MAX_STACK, MAX_STACK + 1])
def test_printed_stacks_are_bounded(count):
    words = AgentOutput()
    frames = [f'  File "/lib/{number}.py", line 1 in x' for number in range(count - 1)]
    words.add([STACKS[4], *frames, '  File "bot.py", line 3 in x'])
    assert (words.hung_at(Path("/bots/ada")) is None) is (count > MAX_STACK)
    words.add(["", *[STACKS[0], STACKS[1]] * count])
    assert words.hung_at(Path("/bots/ada")).line == 7


def test_the_traceback_is_kept_without_colours_whatever_comes_later():
    words = AgentOutput()
    words.add(["\x1b[31mTraceback (most recent call last):", '  File "bot.py", line 3, in go', "    run()", ""])
    words.add(["KeyError: 'ball'\x1b[0m", "INFO going on"])
    assert words.traceback.error == "KeyError: 'ball'"
    assert [(frame.file, frame.line) for frame in words.traceback.frames] == [("bot.py", 3)]
    assert "\x1b" not in words.traceback.text


FOLDER = Path("/bots/ada")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["bot.py"], "bot.py:1: KeyError: 'ball'"),
        ([f"{FOLDER}/bot.py"], "bot.py:1: KeyError: 'ball'"),
        (
            [f"{FOLDER}/bot.py", f"{FOLDER}/parts/x.py", "/usr/lib/python3/json/decoder.py"],
            "parts/x.py:2: KeyError: 'ball'",
        ),
        (["bot.py", f"{FOLDER}/.venv/lib/site-packages/rlbot/bot.py"], "bot.py:1: KeyError: 'ball'"),
        (["bot.py", "<string>", "<frozen runpy>"], "bot.py:1: KeyError: 'ball'"),
        (["/bots/adam/bot.py"], "KeyError: 'ball'"),
        ([], "KeyError: 'ball'"),
    ],
)
def test_an_error_is_told_with_its_place_in_the_agents_own_source(files, expected):
    words = AgentOutput()
    frames = [f'  File "{file}", line {number}, in go' for number, file in enumerate(files, start=1)]
    words.add([TRACEBACK[0], *frames, "KeyError: 'ball'"])
    assert words.explained(FOLDER).replace("\\", "/") == expected


def test_what_is_no_error_of_the_traceback_has_no_place():
    words = AgentOutput()
    assert words.explained(FOLDER) == ""
    words.add([*TRACEBACK, "thread 'main' panicked at src/main.rs:2:5:"])
    assert words.explained(FOLDER) == words.text == "thread 'main' panicked at src/main.rs:2:5:"
