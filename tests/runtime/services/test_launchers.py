"""Slots and launchers of a service, over real connections."""

import json
import os
import selectors
import sys
from functools import partial
from pathlib import Path

import pytest

from runtime.agents import Agent, LaunchContext
from runtime.agents.services import STUCK_S, ServiceGames
from runtime.documents.model import ServiceKeys
from runtime.games import ServerAddress
from runtime.processes import ChildEnded, ChildOutput, SupervisorClient
from runtime.services.kit.kickabout.channel import (
    Accepted,
    Address,
    Assign,
    Ended,
    Leave,
    Ready,
    Reason,
    Refused,
    Release,
    Setup,
    Welcome,
)
from runtime.services.kit.kickabout.launchers import READY_S, Launchers
from runtime.services.link import ServiceLink, ServiceLost
from runtime.services.published import address_file, read_address

TOKEN = "secret"


class Service:
    """The slots and launchers of a service, without games."""

    def __init__(self, folder, slots, clock):
        self.folder, self.document = folder, folder / "bot.toml"
        self.file = address_file(folder, self.document)
        self.selector = selectors.DefaultSelector()
        self.assigned, self.released = [], []
        setup = Setup(service="x/y", name="Y", slots=slots, token=TOKEN, address_file=str(self.file))
        self.launchers = Launchers(
            setup, self.selector, assign=self.assigned.append, release=self._release, clock=lambda: clock.now
        )
        self.links = []
        self.is_closed = False

    def _release(self, game):
        self.released.append(game)
        self.launchers.answer(game, Ended(game=game, code=0, text="released"))

    def link(self, token=TOKEN, **values):
        address = read_address(self.file)
        link = ServiceLink(Address(service="x/y", port=address.port, token=token, pid=address.pid), **values)
        self.links.append(link)
        return link

    def turn(self):
        """Handles everything that has arrived."""
        while ready := self.selector.select(0.05):
            for key, _ in ready:
                key.data()

    def news(self, link):
        self.turn()
        return link.receive()

    def close(self):
        if self.is_closed:
            return
        self.is_closed = True
        for link in self.links:
            link.close()
        self.launchers.close()
        self.selector.close()


class Clock:
    now = 100.0


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def new_service(tmp_path, clock):
    made = []

    def make(slots=2):
        made.append(Service(tmp_path, slots, clock))
        return made[-1]

    yield make
    for service in made:
        service.close()


def assignment(game="a", slots=(1,), service="x/y"):
    return Assign(game=game, service=service, slots=slots, agent_id="x/y", host="127.0.0.1", port=1)


def test_every_free_slot_is_announced_to_a_launcher_that_knows_the_token(new_service):
    service = new_service(slots=3)
    link = service.link()
    assert isinstance(service.news(link)[0], Welcome)
    assert sorted(link.ready) == [1, 2, 3]
    assert link.slots == 3


@pytest.mark.parametrize("token", ["guess", "\ud800"], ids=["wrong", "no text"])
def test_a_launcher_without_the_token_is_told_nothing(new_service, token):
    service = new_service()
    link = service.link(token=token)
    service.turn()
    with pytest.raises(ServiceLost):
        link.receive()


@pytest.mark.parametrize("first", [assignment(), Release(game="a"), Leave()])
def test_a_launcher_has_to_say_hello_first(new_service, first, monkeypatch):
    service = new_service()
    monkeypatch.setattr(ServiceLink, "send", lambda link, message: None)
    link = service.link()
    monkeypatch.undo()
    link.send(first)
    service.turn()
    with pytest.raises(ServiceLost):
        link.receive()
    assert (service.assigned, service.launchers.is_leaving) == ([], False)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (assignment(service="x/z"), Reason.OTHER_SERVICE),
        (assignment(game="first"), Reason.LATE),
        (assignment(slots=(1,)), Reason.LATE),
        (assignment(slots=(7,)), Reason.LATE),
        (assignment(slots=(2, 3)), None),
        (assignment(slots=(2, 3, 4)), Reason.SURPLUS),
        (assignment(slots=()), Reason.SURPLUS),
    ],
)
def test_games_that_cannot_be_played_are_answered_and_counted(new_service, order, reason):
    service = new_service(slots=3)
    link = service.link()
    link.send(assignment(game="first", slots=(1,)))
    link.send(order)
    refusals = [message for message in service.news(link) if isinstance(message, Refused)]
    assert [refusal.reason for refusal in refusals] == ([reason] if reason else [])
    assert [each.game for each in service.assigned] == (["first"] if reason else ["first", "a"])
    assert service.launchers.refused.total() == len(refusals)
    assert service.launchers.used == (1 if reason else 3)


def test_two_launchers_that_want_one_slot_get_an_answer_each(new_service):
    service = new_service(slots=2)
    first, second = service.link(), service.link()
    service.turn()
    first.send(assignment(game="a"))
    service.turn()
    second.send(assignment(game="b"))
    service.turn()
    assert next(each for each in second.receive() if isinstance(each, Refused)).reason == Reason.LATE
    assert [each.game for each in service.assigned] == ["a"]


def test_a_message_about_an_unknown_game_is_answered_and_counted(new_service):
    service = new_service()
    link, other = service.link(), service.link()
    other.send(assignment(game="others"))
    link.send(Release(game="nobody's"))
    service.turn()
    link.send(Release(game="others"))
    refusals = [message for message in service.news(link) if isinstance(message, Refused)]
    assert [refusal.reason for refusal in refusals] == [Reason.UNKNOWN] * 2
    assert service.launchers.refused[Reason.UNKNOWN] == 2
    assert service.released == []


def test_the_slots_of_a_game_that_is_over_are_announced_again(new_service, clock):
    service = new_service()
    link, other = service.link(), service.link()
    link.send(assignment(slots=(1, 2)))
    service.turn()
    service.launchers.answer("a", Accepted(game="a"))
    clock.now += 3.0
    assert service.launchers.waited_s == 0.0
    service.launchers.answer("a", Ended(game="a", code=0, text="over"))
    clock.now += 2.0
    assert service.launchers.waited_s == 2.0
    news = service.news(link)
    assert [message for message in news if isinstance(message, Accepted | Ended)][1].text == "over"
    assert [message.slot for message in news if isinstance(message, Ready)][-2:] == [1, 2]
    assert [message.slot for message in other.receive() if isinstance(message, Ready)][-2:] == [1, 2]


@pytest.mark.parametrize(("after_s", "is_announced"), [(READY_S - 0.01, False), (READY_S, True), (READY_S + 1, True)])
def test_a_slot_without_a_game_is_announced_from_time_to_time(new_service, clock, after_s, is_announced):
    service = new_service(slots=2)
    link = service.link()
    link.send(assignment(slots=(1,)))
    service.news(link)
    clock.now += after_s
    service.launchers.tick()
    announced = [(message.slot, message.waited_s) for message in service.news(link) if isinstance(message, Ready)]
    assert announced == ([(2, after_s)] if is_announced else [])
    service.launchers.tick()
    assert service.news(link) == []


def test_the_end_of_a_connection_releases_its_games_only(new_service):
    service = new_service()
    link, other = service.link(), service.link()
    link.send(assignment(game="a", slots=(1,)))
    other.send(assignment(game="b", slots=(2,)))
    service.turn()
    link.close()
    service.turn()
    assert (service.released, service.launchers.used) == (["a"], 1)
    assert not service.launchers.is_leaving


@pytest.mark.parametrize("way", ["leave", "close"])
@pytest.mark.parametrize("is_owner", [True, False])
def test_a_service_leaves_with_its_owner(new_service, way, is_owner):
    service = new_service()
    link, other = service.link(is_owner=is_owner), service.link()
    service.turn()
    if way == "leave":
        link.send(Leave())
    else:
        link.close()
    service.turn()
    assert service.launchers.is_leaving is is_owner
    other.send(assignment())
    refusals = [message.reason for message in service.news(other) if isinstance(message, Refused)]
    assert refusals == ([Reason.SURPLUS] if is_owner else [])


def test_bytes_that_are_no_message_are_counted(new_service):
    service = new_service()
    link = service.link()
    link._socket.sendall(b'{"type": "Launch"}\nnonsense\n')
    link.send(assignment())
    service.turn()
    assert service.launchers.malformed == 2
    assert len(service.assigned) == 1


def test_the_address_is_private_and_removed_with_the_service(new_service):
    service = new_service()
    assert service.file.stat().st_mode & 0o077 == 0
    assert json.loads(service.file.read_text())["token"] == TOKEN
    service.close()
    assert not service.file.exists()


def test_the_address_of_a_newer_version_stays(new_service):
    service = new_service()
    service.file.write_text('{"token": "newer"}')
    service.close()
    assert service.file.exists()


class Match:
    """The games of a match with one bot car per key; its supervisor starts no process."""

    def __init__(self, service, clock, *keys):
        self.clock = clock
        context = LaunchContext(server=ServerAddress("127.0.0.1", 1), python=Path(sys.executable))
        self.games = ServiceGames(
            supervisor=SupervisorClient(), context=context, standing=service.folder, clock=lambda: clock.now
        )
        self.events = []
        for car, key in enumerate(keys):
            agent = Agent(
                key=key,
                name="Y",
                agent_id="x/y",
                team=0,
                cars=(car,),
                root_dir=str(service.folder),
                run_command="python bot.py",
                environment=(),
                is_manual=False,
                source=service.document,
                service=ServiceKeys(slots=len(service.launchers.slots)),
            )
            self.games.launch(agent, key, is_next=False)

    def ends(self):
        self.events += self.games.poll()
        return [(event.key, event.code, str(event.text)) for event in self.events if isinstance(event, ChildEnded)]


@pytest.fixture
def new_match(clock):
    made = []

    def make(service, *keys):
        made.append(Match(service, clock, *keys))
        return made[-1]

    yield make
    for match in made:
        match.games.release()


def turns(service, match, number=4):
    for _ in range(number):
        service.turn()
        match.ends()


def test_a_match_assigns_each_car_and_reports_its_process(new_service, new_match):
    service = new_service()
    match = new_match(service, "blue-1", "orange-1")
    turns(service, match)
    assert [(each.slots, each.service, each.title) for each in service.assigned] == [
        ((1,), "x/y", "Y (blue-1)"),
        ((2,), "x/y", "Y (orange-1)"),
    ]
    assert [(each.key, each.pid) for each in match.events] == [("blue-1", os.getpid()), ("orange-1", os.getpid())]
    match.games.stop("blue-1")
    turns(service, match)
    assert service.released == [service.assigned[0].game]
    assert match.ends() == [("blue-1", 0, "the game was taken from its service")]


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        (partial(Refused, reason=Reason.DECLINED, text="No room."), "its service declined the game: No room"),
        (partial(Refused, reason=Reason.OTHER_SERVICE, text="This is z."), "its service declined the game: This is z"),
        (partial(Ended, code=1, text="Worn out."), "its service ended the game: Worn out"),
        (partial(Accepted), None),
        (partial(Refused, reason=Reason.LATE), None),
    ],
)
def test_answers_of_the_service_are_ends_of_the_process(new_service, new_match, answer, end):
    service = new_service()
    match = new_match(service, "blue-1")
    turns(service, match)
    first = service.assigned[0].game
    service.launchers.answer(first, answer(game=first))
    turns(service, match)
    assert match.ends() == ([("blue-1", 1, end)] if end else [])
    is_late = answer(game="").__class__ is Refused and end is None
    assert len(service.assigned) == 1 + is_late


@pytest.mark.parametrize("first_words", [True, False])
@pytest.mark.parametrize(("after_s", "is_given_up"), [(STUCK_S - 0.01, False), (STUCK_S, True), (STUCK_S + 1, True)])
def test_a_service_that_neither_accepts_nor_speaks_is_given_up(
    new_service, new_match, clock, first_words, after_s, is_given_up
):
    service = new_service()
    match = new_match(service, "blue-1")
    turns(service, match)
    if first_words:
        service.launchers.answer(service.assigned[0].game, Accepted(game=service.assigned[0].game))
        turns(service, match)
    clock.now += after_s
    is_ended = is_given_up and not first_words
    assert match.ends() == ([("blue-1", 1, "its service does not answer")] if is_ended else [])
    silences = [event for event in match.events if isinstance(event, ChildOutput)]
    assert [event.lines for event in silences] == ([] if is_ended else [("[The service has sent nothing for 5 s.]",)])
    assert match.games.owns("blue-1") is not is_ended


def test_the_end_of_a_standing_service_is_the_end_of_its_processes(new_service, new_match):
    service = new_service()
    match = new_match(service, "blue-1", "blue-2")
    turns(service, match)
    service.close()
    assert [(key, code) for key, code, _ in match.ends()] == [("blue-1", 1), ("blue-2", 1)]
    assert match.ends()[0][2] == "its service stopped unexpectedly"
