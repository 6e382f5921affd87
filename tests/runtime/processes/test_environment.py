import pytest

from runtime.processes.environment import MAX_SERIAL, child_environment, serial_in


def test_our_variables_are_removed_or_set_and_the_mark_wins():
    inherited = {
        "PATH": "/bin",
        "PYTHONHOME": "/x",
        "PYTHONPATH": "/libs",
        "PYTHONUNBUFFERED": "",
        "KICKABOUT_RUN": "other",
        "KICKABOUT_SECRET": "1",
        "KICKABOUT_HOME": "/home",
    }
    additions = [("PATH", "/usr/bin"), ("KICKABOUT_CHILD", "99"), ("RLBOT_AGENT_ID", "me/bot")]
    assert child_environment(inherited, additions, run_id="r", serial=7) == {
        "PATH": "/usr/bin",
        "PYTHONPATH": "/libs",
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
        "KICKABOUT_HOME": "/home",
        "RLBOT_AGENT_ID": "me/bot",
        "KICKABOUT_RUN": "r",
        "KICKABOUT_CHILD": "7",
    }


def test_a_document_may_change_what_we_add():
    environment = child_environment({}, [("PYTHONIOENCODING", "latin-1")], run_id="r", serial=1)
    assert environment["PYTHONIOENCODING"] == "latin-1"


def test_the_owners_of_the_run_replace_inherited_ones():
    inherited = {"KICKABOUT_OWNERS": "1@2.0"}
    environment = child_environment(inherited, [], run_id="r", serial=1, owners="12@34.0,13@35.0")
    assert environment["KICKABOUT_OWNERS"] == "12@34.0,13@35.0"
    assert "KICKABOUT_OWNERS" not in child_environment(inherited, [], run_id="r", serial=1)


@pytest.mark.parametrize(
    ("mark", "serial"),
    [("7", 7), (str(MAX_SERIAL), MAX_SERIAL), (str(MAX_SERIAL + 1), 0), ("9" * 40, 0), ("", 0), ("-1", 0), ("x", 0)],
)
def test_a_mark_with_another_text_than_a_launch_number_is_zero(mark, serial):
    assert serial_in(mark) == serial_in(mark.encode()) == serial
