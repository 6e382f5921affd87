"""The launcher's side of the channel: silence, versions, published addresses, and the kit."""

import json
import os
import select
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.agents import LaunchContext, roster
from runtime.agents.services import ServiceGames
from runtime.games import ServerAddress
from runtime.processes import ChildEnded, SupervisorClient
from runtime.services.kit import KIT, KitError, copy_kit
from runtime.services.kit.kickabout.channel import Address, Assign, Ended, Hello, Ready, Welcome, from_line, to_line
from runtime.services.link import SILENT_S, ServiceLink, ServiceLost
from runtime.services.published import address_file, published, read_address
from tests.clock import Clock


@pytest.fixture
def server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def address(listener, **values):
    return Address(**({"service": "x/y", "port": listener.getsockname()[1], "token": "t", "pid": os.getpid()} | values))


@pytest.mark.parametrize(("after_s", "is_silent"), [(SILENT_S - 0.01, False), (SILENT_S, True), (SILENT_S + 9, True)])
def test_a_service_that_sends_nothing_for_five_seconds_is_silent(server, after_s, is_silent):
    clock = Clock(50.0)
    link = ServiceLink(address(server), clock=clock)
    with server.accept()[0] as service:
        clock.now += 3.0
        service.sendall(to_line(Ready(service="x/y", slot=1)))
        while not link.receive():
            pass
        clock.now += after_s
        assert link.is_silent is is_silent
        link.close()


def test_slots_are_taken_once(server):
    link = ServiceLink(address(server))
    with server.accept()[0] as service:
        service.sendall(b"".join(to_line(Ready(service="x/y", slot=slot)) for slot in (3, 1, 2)))
        while len(link.ready) < 3:
            link.receive()
        assert [link.take(2), link.take(2), link.take(1), link.take(1)] == [(1, 2), (), (3,), ()]
        link.close()


@pytest.mark.parametrize(
    "sent", [to_line(Welcome(service="x/y", slots=1, pid=1, version=9)), b"x" * (1 << 20) + b"xx", b""]
)
def test_a_service_of_another_version_or_that_babbles_or_leaves_is_lost(server, sent):
    link = ServiceLink(address(server))
    with server.accept()[0] as service:
        service.sendall(sent)
        service.shutdown(socket.SHUT_WR)
        with pytest.raises(ServiceLost):
            drain(link)
        link.close()


def drain(link):
    while True:
        link.receive()


def test_nobody_listens(server):
    gone = address(server)
    server.close()
    with pytest.raises(ServiceLost):
        ServiceLink(gone)


def published_at(folder, document, **values):
    found = {"service": "x/y", "port": 5, "token": "t", "pid": os.getpid()} | values
    folder.mkdir(exist_ok=True)
    address_file(folder, document).write_text(json.dumps(found))


def test_an_address_is_found_by_the_document(tmp_path):
    document = tmp_path / "bot.toml"
    published_at(tmp_path / "services", document)
    assert published(tmp_path / "services", tmp_path / "x" / ".." / "bot.toml").port == 5
    assert published(tmp_path / "services", tmp_path / "other.toml") is None
    assert published(None, document) is published(tmp_path, None) is None


def test_slots_are_kept_until_the_port_of_the_game_is_known(server, bots):
    folder = bots.folder(slots=2)
    agent = roster(bots.match(folder, cars=1))[0]
    services, port = folder / "services", server.getsockname()[1]
    published_at(services, agent.source, port=port)
    context = LaunchContext(server=ServerAddress("127.0.0.1"), python=Path(sys.executable))
    games = ServiceGames(supervisor=SupervisorClient(), context=context, standing=services)
    games.launch(agent, "blue-1", is_next=False)
    with server.accept()[0] as service:
        service.settimeout(10.0)
        service.sendall(to_line(Welcome(service="x/y", slots=2, pid=1)) + to_line(Ready(service="x/y", slot=1)))
        assert not any(isinstance(event, ChildEnded) for event in games.poll() + games.poll())
        context.server.port = 5
        games.poll()
        sent = service.makefile("rb")
        assert [type(from_line(sent.readline())) for _ in range(2)] == [Hello, Assign]
    games.release()


def test_the_address_of_a_process_that_has_ended_is_removed(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    published_at(tmp_path, tmp_path / "bot.toml", pid=process.pid)
    file = address_file(tmp_path, tmp_path / "bot.toml")
    assert read_address(file) is None
    assert not file.exists()


@pytest.mark.parametrize(
    "text", ["", "[]", "3", '{"port": 5}', '{"service": 1, "port": 5, "token": "t", "pid": 1}', "{"]
)
def test_a_file_that_is_no_address_is_none(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    assert read_address(tmp_path / "a.json") is None


def test_the_kit_is_copied_and_renewed_beside_a_bot(tmp_path):
    target = copy_kit(tmp_path)
    (target / "old.py").write_text("")
    (target / "service.py").write_text("broken(")
    assert copy_kit(tmp_path) == target
    assert sorted(path.name for path in target.iterdir()) == sorted(
        path.name for path in (KIT / "kickabout").glob("*.py")
    )
    run = subprocess.run(
        [sys.executable, "-c", "import kickabout; print(kickabout.AgentService.__module__, kickabout.__file__)"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["kickabout.service", str(target / "__init__.py")]


def test_something_else_of_that_name_is_left_alone(tmp_path):
    (tmp_path / "kickabout").mkdir()
    with pytest.raises(KitError):
        copy_kit(tmp_path)
    assert list((tmp_path / "kickabout").iterdir()) == []


def test_what_a_service_said_before_it_left_is_heard(server):
    link = ServiceLink(address(server))
    with server.accept()[0] as service:
        service.sendall(to_line(Ended(game="1", code=3, text="over")))
        service.shutdown(socket.SHUT_WR)
        select.select([link._socket], [], [], 30)
        assert link.receive() == [Ended(game="1", code=3, text="over")]
        with pytest.raises(ServiceLost):
            drain(link)
        link.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"5",
        b"[" * 30_000,
        b'{"service": "x", "port": 1' + b"0" * 5000 + b"}",
        b'{"service": 5}',
        b"\0" * 70_000,
    ],
)
def test_address_files_that_no_service_wrote_are_none(tmp_path, content):
    document = tmp_path / "bot.toml"
    address_file(tmp_path, document).write_bytes(content)
    assert published(tmp_path, document) is None
