from runtime.processes.environment import child_environment


def test_marked_processes_stay_with_their_owner():
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
