import pytest

from runtime.agents.roster import chosen, roster


def test_every_bot_car_has_its_own_process_and_a_key_of_side_and_place(bot, match_of):
    agents = roster(match_of(bot("Ada"), bot("Ada (2)", team=1), bot("Bob")))
    assert [agent.key for agent in agents] == ["blue-1", "orange-1", "blue-2"]
    assert [agent.cars for agent in agents] == [(0,), (1,), (2,)]
    assert [agent.name for agent in agents] == ["Ada", "Ada (2)", "Bob"]


def test_a_hivemind_has_one_process_per_team(bot, match_of):
    names = [("Duo", 0), ("Duo (2)", 1), ("Duo (3)", 0), ("Duo (4)", 1)]
    cars = [bot(name, team, hivemind=True, given_name="Duo") for name, team in names]
    agents = roster(match_of(*cars))
    assert [(agent.key, agent.name, agent.cars) for agent in agents] == [
        ("blue-1", "Duo", (0, 2)),
        ("orange-1", "Duo", (1, 3)),
    ]


def test_hiveminds_that_differ_in_folder_command_or_given_name_are_apart(bot, match_of):
    cars = [
        bot("A", hivemind=True),
        bot("A", hivemind=True, root_dir="/elsewhere"),
        bot("A", hivemind=True, run_command="other"),
        bot("A", hivemind=True, given_name="B"),
        bot("A", hivemind=False),
    ]
    assert len(roster(match_of(*cars))) == 5


def test_humans_and_psyonix_bots_are_no_agents_and_scripts_come_last(bot, human, script, match_of):
    match = match_of(bot("Ada"), human, scripts=(script("One", "s/1"), script("Two", "s/2")))
    agents = roster(match)
    assert [(agent.key, agent.team, agent.cars) for agent in agents] == [
        ("blue-1", 0, (0,)),
        ("script-1", 2, ()),
        ("script-2", 2, ()),
    ]


def test_without_a_command_or_without_auto_start_the_user_starts_it(bot, script, match_of):
    (ours, theirs, spaces) = roster(match_of(bot(), bot(run_command=""), bot(run_command="  ")))
    assert (ours.is_manual, theirs.is_manual, spaces.is_manual) == (False, True, True)
    assert all(agent.is_manual for agent in roster(match_of(bot(), scripts=(script(),), auto_start_agents=False)))


def test_an_empty_match_has_no_agents(match_of):
    assert roster(match_of()) == ()


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        ([], ["blue-1", "blue-2", "orange-1", "script-1"]),
        (["blue-2"], ["blue-2"]),
        (["blue"], ["blue-1", "blue-2"]),
        (["orange", "script-1"], ["orange-1", "script-1"]),
        (["script", "script-1"], ["script-1"]),
        (["blue-3", "green"], []),
    ],
)
def test_agents_are_chosen_by_key_or_side(bot, script, match_of, names, keys):
    agents = roster(match_of(bot("A"), bot("B"), bot("C", team=1), scripts=(script(),)))
    assert [agent.key for agent in chosen(agents, names)] == keys


def test_an_agent_without_a_name_is_called_by_its_id_in_one_line(bot, script, match_of):
    cars = [bot(""), bot(" (2)", given_name="", agent_id="tests/ada#2"), bot("a\n\x1b[31mb"), bot(" ", agent_id="i\td")]
    agents = roster(match_of(*cars, scripts=(script("", "s/1"),)))
    assert [agent.name for agent in agents] == ["tests/ada", "tests/ada#2", "a\ufffd\ufffd[31mb", "i d", "s/1"]
