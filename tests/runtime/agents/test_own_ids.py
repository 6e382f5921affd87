"""Agent ids of copies of one bot."""

import pytest

from runtime.agents.roster import roster, with_own_ids
from runtime.documents.model import Car, CarKind, Match, Script


def bot(team, agent_id="me/bot", **values):
    given = {"name": "Bot", "root_dir": "/bots/one", "run_command": "python bot.py", **values}
    return Car(kind=CarKind.BOT, team=team, agent_id=agent_id, **given)


def ids(*cars, **values):
    return [car.agent_id for car in with_own_ids(Match(cars=cars, **values)).cars]


def test_copies_are_numbered_and_the_first_keeps_its_id():
    assert ids(bot(0), bot(0), bot(1), bot(1, "you/other")) == ["me/bot", "me/bot#2", "me/bot#3", "you/other"]


def test_cars_of_one_hivemind_share_an_id_and_its_other_team_has_another():
    hive = [bot(team, hivemind=True, given_name="Hive") for team in (0, 0, 1, 1)]
    assert ids(*hive) == ["me/bot", "me/bot", "me/bot#2", "me/bot#2"]


def test_an_id_that_looks_numbered_is_not_given_twice():
    assert ids(bot(0, "me/bot#2"), bot(0), bot(0)) == ["me/bot#2", "me/bot", "me/bot#3"]


@pytest.mark.parametrize("manual", [0, 1])
def test_an_agent_that_the_user_starts_keeps_its_id(manual):
    cars = [bot(0), bot(1)]
    cars[manual] = bot(manual, run_command="")
    found = ids(*cars)
    assert found[manual] == "me/bot"
    assert found[1 - manual] == "me/bot#2"


@pytest.mark.parametrize(("written", "own"), [("me/bot", "me/bot#3"), ("me/bot#2", "me/bot#2#2"), ("me/s", "me/s")])
def test_a_script_never_shares_the_id_of_a_car(written, own):
    """With the id of another program the script would get that program's key, and with the key its car."""
    script = Script(name="S", agent_id=written, root_dir="", run_command="python s.py")
    match = with_own_ids(Match(cars=(bot(0), bot(1)), scripts=(script,)))
    assert [car.agent_id for car in match.cars] == ["me/bot", "me/bot#2"]
    assert [script.agent_id for script in match.scripts] == [own]


def test_people_stand_ins_and_scripts_are_left_alone():
    script = Script(name="S", agent_id="me/script", root_dir="", run_command="python s.py")
    cars = (Car(kind=CarKind.PSYONIX, team=0), bot(0), Car(kind=CarKind.HUMAN, team=1))
    match = Match(cars=cars, scripts=(script,))
    assert with_own_ids(match) == match


def test_no_two_programs_share_an_id():
    match = with_own_ids(Match(cars=tuple(bot(index % 2) for index in range(8))))
    found = [agent.agent_id for agent in roster(match)]
    assert len(set(found)) == 8
