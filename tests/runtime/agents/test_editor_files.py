"""Launch configurations of editors: new files, and files that the author has written."""

import json
import sys
import xml.etree.ElementTree as ET

import pytest

from runtime.agents.editor_files import MAX_BYTES, editor_files, merge_launch_json
from runtime.agents.program import OwnStart

ATTACH = {"name": "Kickabout: attach to Ada", "type": "debugpy", "request": "attach"}
WRITTEN = {"version": "0.2.0", "configurations": [{"name": "Mine", "type": "node"}], "compounds": []}


def start_of(*argv, python=sys.executable):
    variables = {"RLBOT_AGENT_ID": "tests/ada", "RLBOT_SERVER_PORT": "23235"}
    return OwnStart(argv=argv, folder="/bots/ada", variables=variables, python=python)


@pytest.fixture
def write(tmp_path):
    """Writes the files for a start, as often as wanted; returns those that were written by name."""

    def write(start, name="Ada", port=5678):
        files = editor_files(name, tmp_path, start, port)
        for file in files:
            assert file.is_safe
            assert file.is_new is not file.path.exists()
            file.path.parent.mkdir(exist_ok=True)
            file.path.write_text(file.text)
        return {file.path.name: file.text for file in files}

    return write


def test_new_files_name_everything(write):
    files = write(start_of("/env/bin/python", "-u", "bot.py", "--fast", "two words"))
    attach, start = json.loads(files["launch.json"])["configurations"]
    assert attach == {**ATTACH, "connect": {"host": "127.0.0.1", "port": 5678}}
    assert start == {
        "name": "Kickabout: start Ada",
        "type": "debugpy",
        "request": "launch",
        "python": "/env/bin/python",
        "pythonArgs": ["-u"],
        "program": "/bots/ada/bot.py",
        "args": ["--fast", "two words"],
        "cwd": "/bots/ada",
        "env": {"RLBOT_AGENT_ID": "tests/ada", "RLBOT_SERVER_PORT": "23235"},
        "console": "integratedTerminal",
    }
    options = {option.get("name"): option.get("value") for option in ET.fromstring(files["Kickabout Ada.run.xml"])[0]}
    assert options["SCRIPT_NAME"] == "/bots/ada/bot.py"
    assert options["PARAMETERS"] == '--fast "two words"'
    assert options["SDK_HOME"] == "/env/bin/python"


def test_a_module_is_started_as_one(write):
    files = write(start_of("/env/bin/python3.11", "-m", "ada", "--fast"))
    start = json.loads(files["launch.json"])["configurations"][1]
    assert (start["module"], start["args"], "program" in start) == ("ada", ["--fast"], False)
    assert 'name="MODULE_MODE" value="true"' in files["Kickabout Ada.run.xml"]


@pytest.mark.parametrize(
    "argv", [(), ("/bin/sh", "-c", "exec python bot.py"), ("/bots/ada/ada",), ("/bin/python", "-u")]
)
def test_what_is_no_python_program_can_only_be_attached_to(write, argv):
    files = write(start_of(*argv))
    assert list(files) == ["launch.json"]
    (attach,) = json.loads(files["launch.json"])["configurations"]
    assert attach["request"] == "attach"


def test_files_that_are_up_to_date_are_not_written_again(write):
    start = start_of("/env/bin/python", "bot.py")
    assert len(write(start)) == 2
    assert write(start) == {}
    assert list(write(start, port=5679)) == ["launch.json"]


def test_a_name_that_no_file_may_have(write):
    files = write(start_of("/bin/python", "bot.py"), name="A/B: <2>")
    assert list(files) == ["launch.json", "Kickabout A_B_ _2_.run.xml"]


def test_what_the_author_wrote_stays(tmp_path, write):
    place = tmp_path / ".vscode" / "launch.json"
    place.parent.mkdir()
    place.write_text(json.dumps(WRITTEN))
    write(start_of("/env/bin/python", "bot.py"))
    document = json.loads(place.read_text())
    assert {**document, "configurations": document["configurations"][2:]} == WRITTEN
    write(start_of("/env/bin/python", "bot.py"), port=6000)
    assert '"port": 6000' in place.read_text()
    assert place.read_text().count("attach to Ada") == 1


def test_own_changes_of_our_configuration_stay():
    before = json.dumps({"configurations": [{**ATTACH, "justMyCode": False, "port": 1}]})
    merged = merge_launch_json(before, [{**ATTACH, "port": 2}])
    assert json.loads(merged)["configurations"] == [{**ATTACH, "justMyCode": False, "port": 2}]


def test_an_empty_list_is_filled_once():
    merged = merge_launch_json('{"configurations": []}', [ATTACH])
    assert json.loads(merged) == {"configurations": [ATTACH]}
    assert merge_launch_json(merged, [ATTACH]) == merged


@pytest.mark.parametrize(
    "before",
    [
        "",
        "{}",
        "[]",
        '{"configurations": [{}]}',
        "null",
        '{"configurations": [1]}',
        '{"configurations": [',
        '{"configurations": []} // mine',
        '{"configurations": [],}',
        "{'configurations': []}",
        10_000 * "[",
    ],
)
def test_what_cannot_be_changed_safely_is_not(before):
    assert merge_launch_json(before, [ATTACH]) is None


@pytest.mark.parametrize("content", [b"{ not json", b"\xff\xfe", b" " * (MAX_BYTES + 1)])
def test_the_text_to_paste_is_given_instead(tmp_path, content):
    place = tmp_path / ".vscode" / "launch.json"
    place.parent.mkdir()
    place.write_bytes(content)
    launch, _run = editor_files("Ada", tmp_path, start_of("/bin/python", "bot.py"), 5678)
    assert not launch.is_safe
    assert launch.path == place
    assert [each["request"] for each in json.loads(f"[{launch.text}]")] == ["attach", "launch"]


@pytest.mark.parametrize("content", [b"<component/>", b"\xff", b" " * (MAX_BYTES + 1)])
def test_our_run_configuration_is_written_anew(tmp_path, content):
    place = tmp_path / ".run" / "Kickabout Ada.run.xml"
    place.parent.mkdir()
    place.write_bytes(content)
    _launch, run = editor_files("Ada", tmp_path, start_of("/bin/python", "bot.py"), 5678)
    assert (run.is_safe, run.is_new) == (True, False)
    assert ET.fromstring(run.text).tag == "component"
