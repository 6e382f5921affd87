"""Every command and option that a document or a message names is one that the program takes."""

import argparse
import ast
import re
from pathlib import Path

import pytest

import launch
from app.commands.registry import COMMANDS as REGISTRY
from app.commands.registry import parser_of

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "runtime/arena/README.md"]
SOURCES = [path for name in ("app", "runtime", "widgets", "resources") for path in (ROOT / name).rglob("*.py")]
OF_OTHERS = {"--find-links", "--target"}
"""Options of pip that a document explains by name alone."""
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
PROGRAM = re.compile(r"(?:(?:python3? )?launch\.py|kickabout|python3? (?:-P )?-m app)(?![\w.-])")


def options_of(parser):
    """Returns the options of a parser and of its sub-commands."""
    found = set(parser._option_string_actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found = found.union(*map(options_of, action.choices.values()))
    return found


COMMANDS = {name: options_of(parser_of(name)) for name in REGISTRY}
COMMANDS |= {"": {"--help", "--version"} | COMMANDS["window"]}
ALL = set().union(*COMMANDS.values()) | {*launch.OPTIONS}


def spans_in(text):
    """Returns the code of a document: lines of blocks, with the lines that continue them, and spans in sentences."""
    blocks = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    for block in blocks.findall(text):
        yield from re.sub(r"\\?\n\s+", " ", block).splitlines()
    for span in re.findall(r"`([^`]+)`", blocks.sub("", text)):
        yield " ".join(span.split())


def strings_in(source):
    """Returns the texts of a module, those in backticks alone where there are any."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"`([^`]+)`", node.value) or [node.value]


def refused(code):
    """Returns the options in a piece of code that the command there does not take."""
    code = code.lstrip("$ ")
    named = PROGRAM.match(code)
    words = re.sub(r"[][|()]", " ", code[named.end() if named else 0 :].partition(" #")[0]).split()
    command = next((word for word in words if not word.startswith("-")), "")
    options = [word for word in words if OPTION.fullmatch(word)]
    if named and command in ("test", "lint", "fix"):
        known = launch.OPTIONS
    elif named or (command and command in COMMANDS):
        known = COMMANDS.get(command, COMMANDS[""])
    elif code.startswith("--"):
        known = ALL | OF_OTHERS
    else:
        return []  # a command of another program
    return [word for word in options if word not in known]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_name_options_that_their_command_takes(path):
    wrong = {code: found for code in spans_in(path.read_text(encoding="utf-8")) if (found := refused(code))}
    assert not wrong


def test_messages_name_options_that_their_command_takes():
    wrong = {
        code: found
        for path in SOURCES
        for code in strings_in(path.read_text(encoding="utf-8"))
        if PROGRAM.match(code) and (found := refused(code))
    }
    assert not wrong


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("kickabout arena --no-goal-explosions", []),
        ("kickabout arena --goal-explosions", ["--goal-explosions"]),
        ("kickabout check PATH ... [--json] [--fair]", ["--fair"]),
        ("kickabout export RUN.toml [-o DIR] [-x]", ["-x"]),
        ("play --install", []),
        ("play --slots", ["--slots"]),
        ("--slots 3", []),
        ("--no-such-option", ["--no-such-option"]),
        ("python3 launch.py play --pace lockstep", []),
        ("python3 launch.py play --pase lockstep", ["--pase"]),
        ("pip install --anything", []),
        ("kickabout --new-window", []),
        ("kickabout --old-window", ["--old-window"]),
        ("launch.py test --slow", ["--slow"]),
    ],
)
def test_what_counts_as_refused(code, wrong):
    assert refused(code) == wrong
