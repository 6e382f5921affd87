"""RLBotServer from a web server that answers like GitHub."""

import dataclasses
import hashlib
import os
import shutil
from collections import namedtuple

import pytest

from runtime.games.rocket_league.server import find_server
from runtime.games.rocket_league.system import SystemProcess
from runtime.locks import FileLock
from runtime.packs.download import RESERVE
from runtime.packs.model import CancelledError, FetchError, FetchKind, PackError
from runtime.packs.progress import Stage
from runtime.packs.rlbot_server import describe, download, server_offer
from tests.runtime.games.rocket_league.fakes import FakeSystem
from tests.runtime.packs.conftest import LIMITS

RELEASES = "/repos/RLBot/core/releases/latest"
LINUX, WINDOWS = b"\x7fELF" + os.urandom(200_000), b"MZ" + os.urandom(200_000)
PAGE = b"<!DOCTYPE html><title>Log in</title>"


def computer(home, *, is_windows=False, processes=()):
    return FakeSystem(home, is_windows=is_windows, processes=[*processes]).system


@pytest.fixture
def publish(server):
    """Publishes a version with programs for Linux and Windows."""

    def run(version="v5.0.0-rc16", *, body=LINUX, names=("RLBotServer", "RLBotServer.exe"), digest=True, **others):
        bodies = {"RLBotServer": body, "RLBotServer.exe": WINDOWS}
        assets = [
            {
                "name": name,
                "size": len(bodies.get(name, b"")),
                "browser_download_url": server.address(f"/{version}/{name}"),
                "digest": f"sha256:{hashlib.sha256(bodies.get(name, b'')).hexdigest()}" if digest else None,
            }
            for name in (*names, "symbols.zip")
        ]
        server.serve_json(RELEASES, {"tag_name": version, "assets": assets, "body": "Notes"})
        for name in names:
            server.serve(f"/{version}/{name}", bodies[name], ETag='"1"', **others)

    return run


@pytest.fixture
def offer(server, web, progress):
    return lambda system=("linux", "x64"): server_offer(web, progress, api=server.address(""), system=system)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "servers"


@pytest.fixture
def install(web, progress, folder, tmp_path):
    def run(offered, system=None):
        return download(offered, web, progress, folder, system or computer(tmp_path), limits=LIMITS)

    return run


def versions(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


@pytest.mark.parametrize(
    ("system", "name", "body"),
    [
        (("linux", "x64"), "RLBotServer", LINUX),
        (("windows", "x64"), "RLBotServer.exe", WINDOWS),
        (("windows", "arm64"), "RLBotServer.exe", WINDOWS),
    ],
)
def test_the_offer_names_source_size_and_checksum(server, publish, offer, system, name, body):
    publish()
    offered = offer(system)
    address, digest = server.address(f"/v5.0.0-rc16/{name}"), hashlib.sha256(body).hexdigest()
    assert (offered.version, offered.address, offered.size) == ("v5.0.0-rc16", address, len(body))
    assert offered.sha256 == digest
    assert all(part in str(describe(offered)) for part in ("v5.0.0-rc16", address, "200 kB", digest))
    assert [path for path, _ in server.asked] == [RELEASES]


@pytest.mark.parametrize(
    ("system", "names"),
    [
        (("linux", "arm64"), ("RLBotServer",)),
        (("linux", "x64"), ("RLBotServer.exe",)),
        (("windows", "x86"), ("RLBotServer.exe",)),
        (("windows", "x64"), ()),
        (("macos", "x64"), ("RLBotServer",)),
    ],
)
def test_no_program_for_this_system(publish, offer, system, names):
    publish(names=names)
    with pytest.raises(PackError, match=f"no RLBotServer for this system \\({system[0]}, {system[1]}\\)"):
        offer(system)


def test_an_answer_that_is_no_release(server, offer):
    with pytest.raises(FetchError, match="does not exist or is private"):
        offer()
    server.serve(RELEASES, PAGE)
    with pytest.raises(FetchError, match="login page"):
        offer()


def test_the_program_is_placed_for_the_search(publish, offer, install, folder, tmp_path, progress):
    publish()
    installed = install(offer())
    assert installed.path == folder / "RLBotServer-v5.0.0-rc16" / "RLBotServer"
    assert installed.path.read_bytes() == LINUX
    assert os.access(installed.path, os.X_OK)
    assert find_server(computer(tmp_path), downloads=folder).path == installed.path
    assert installed.sha256 == hashlib.sha256(LINUX).hexdigest()
    assert progress.read().stage is Stage.PLACING
    installed.path.write_bytes(b"damaged")
    assert install(offer()).path.read_bytes() == LINUX


def test_the_program_for_windows(publish, offer, install, folder, tmp_path):
    publish()
    installed = install(offer(("windows", "x64")), computer(tmp_path, is_windows=True))
    assert installed.path == folder / "RLBotServer-v5.0.0-rc16" / "RLBotServer.exe"
    assert installed.path.read_bytes() == WINDOWS


def test_without_a_published_checksum_the_computed_one_is_shown(publish, offer, install):
    publish(digest=False)
    offered = offer()
    assert "checksum is not published" in str(describe(offered))
    assert hashlib.sha256(LINUX).hexdigest() in str(install(offered).text)


@pytest.mark.parametrize("version", ["../../v5/ä", "v5.0.0:rc\\16", "..", "x" * 300])
def test_a_strange_tag_stays_in_the_folder(publish, server, offer, install, folder, version, tmp_path):
    publish()
    offered = offer()
    installed = install(dataclasses.replace(offered, version=version))
    assert installed.path.parent.parent == folder
    assert installed.path.is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["servers"]


def test_an_interrupted_download_is_resumed(server, publish, offer, install, folder):
    publish()
    offered = offer()
    server.break_off("/v5.0.0-rc16/RLBotServer", LINUX, 100_000, times=LIMITS.tries, ETag='"1"')
    with pytest.raises(FetchError) as caught:
        install(offered)
    assert caught.value.kind is FetchKind.BROKEN
    assert versions(folder) == []
    assert install(offered).path.read_bytes() == LINUX
    assert server.asked[-1][1]["Range"] == "bytes=100000-"


@pytest.mark.parametrize(
    ("body", "media_type", "kind", "words"),
    [
        (PAGE, "text/html", FetchKind.NO_ARCHIVE, "sent no program for this system, perhaps a network login page"),
        (WINDOWS, "application/octet-stream", FetchKind.NO_ARCHIVE, "sent no program for this system"),
        (b"\x7fELF", "", FetchKind.NO_ARCHIVE, "sent no program for this system"),
        (LINUX[:-1] + b"?" * 2, "", FetchKind.CHANGED, "does not match its checksum"),
    ],
)
def test_another_file_is_not_kept(server, publish, offer, install, folder, body, media_type, kind, words):
    publish()
    server.serve("/v5.0.0-rc16/RLBotServer", body, Content_Type=media_type)
    with pytest.raises(FetchError, match=words) as caught:
        install(offer())
    assert caught.value.kind is kind
    assert versions(folder) == []
    assert list((folder / ".fetched").iterdir()) == []


def test_a_cancelled_download_leaves_no_program(publish, offer, install, folder, progress):
    publish()
    offered = offer()
    progress.cancel()
    with pytest.raises(CancelledError):
        install(offered)
    assert versions(folder) == []


@pytest.mark.parametrize(("room", "fits"), [(-1, False), (0, True), (1, True)])
def test_the_space_on_the_disk(publish, offer, install, folder, monkeypatch, room, fits):
    publish()
    offered = offer()
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(RESERVE + len(LINUX) + room))
    if fits:
        assert install(offered).path.is_file()
        return
    with pytest.raises(PackError, match="Not enough disk space"):
        install(offered)
    assert versions(folder) == []


def test_two_downloads_at_once(publish, offer, install, folder):
    publish()
    offered = offer()
    lock = FileLock(folder / ".locks" / "RLBotServer-v5.0.0-rc16")
    assert lock.try_acquire()
    with pytest.raises(PackError, match="Another Kickabout"):
        install(offered)
    lock.release()
    assert install(offered).path.is_file()


def test_a_folder_that_cannot_be_written(publish, offer, install, folder):
    publish()
    offered = offer()
    (folder / "RLBotServer-v5.0.0-rc16" / "RLBotServer" / "inside").mkdir(parents=True)
    with pytest.raises(PackError, match=r"cannot be installed in .* stop it"):
        install(offered)


@pytest.mark.parametrize(
    ("commands", "kept"),
    [
        ([], ()),
        ([("/elsewhere/bin/RLBotServer", "23234")], ()),
        ([("{folder}/RLBotServer-v5.0.0-rc15/RLBotServer", "23234")], ("RLBotServer-v5.0.0-rc15",)),
        ([("/bin/sh", "{folder}/RLBotServer-v5.0.0-rc15/RLBotServer")], ("RLBotServer-v5.0.0-rc15",)),
        ([()], ("RLBotServer-v5.0.0-rc14", "RLBotServer-v5.0.0-rc15")),
        ([("./RLBotServer",)], ("RLBotServer-v5.0.0-rc14", "RLBotServer-v5.0.0-rc15")),
    ],
)
def test_older_versions_go_unless_they_run(publish, offer, install, folder, tmp_path, commands, kept):
    for version in ("v5.0.0-rc14", "v5.0.0-rc15"):
        publish(version)
        install(offer(), computer(tmp_path, processes=[SystemProcess(pid=1, started=0.0, name="RLBotServer")]))
    (folder / "own").mkdir()
    publish()
    processes = [
        SystemProcess(
            pid=1, started=0.0, name="RLBotServer", command=tuple(word.format(folder=folder) for word in command)
        )
        for command in commands
    ]
    install(offer(), computer(tmp_path, processes=processes))
    assert versions(folder) == sorted([*kept, "RLBotServer-v5.0.0-rc16", "own"])
