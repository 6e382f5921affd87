"""Downloads that break off, stall, lie about their size or bring of type."""

import hashlib
import json
import os
import threading

import pytest

from runtime.packs import download as download_module
from runtime.packs.download import Download, fetch
from runtime.packs.model import CancelledError, FetchError, FetchKind, PackError
from runtime.packs.progress import Progress, Stage
from tests.runtime.packs.conftest import PATIENCE

BODY = b"PK\x03\x04" + os.urandom(300_000)


@pytest.fixture
def download(server, tmp_path):
    def make(path="/a.zip", **others):
        place = tmp_path / "fetched" / "a"
        return Download(
            address=server.address(path),
            place=place,
            limits=PATIENCE,
            is_right=lambda b: b.startswith(b"PK"),
            **others,
        )

    return make


def fails(download, web, progress):
    with pytest.raises(FetchError) as caught:
        fetch(download, web, progress)
    assert not download.place.exists()
    return caught.value.kind


def nothing_left(download):
    return not any(path.exists() for path in (download.place, download.part, download.note))


@pytest.mark.parametrize("length", [True, False])
def test_a_file_arrives_whole(server, web, progress, download, length):
    server.serve("/a.zip", BODY, length=length)
    made = download(sha256=hashlib.sha256(BODY).hexdigest())
    assert fetch(made, web, progress).read_bytes() == BODY
    assert progress.read().done == len(BODY)
    assert not made.part.exists()
    assert not made.note.exists()


def test_what_breaks_off_goes_on_where_it_was(server, web, progress, download):
    server.break_off("/a.zip", BODY, 100_000, ETag='"1"')
    assert fetch(download(), web, progress).read_bytes() == BODY
    assert [asked.get("Range") for _, asked in server.asked] == [None, "bytes=100000-"]


@pytest.mark.parametrize("headers", [{}, {"ETag": 'W/"1"'}])
def test_what_nobody_can_vouch_for_begins_anew(server, web, progress, download, headers):
    server.break_off("/a.zip", BODY, 100_000, **headers)
    assert fetch(download(), web, progress).read_bytes() == BODY
    assert [asked.get("Range") for _, asked in server.asked] == [None, None]


def test_a_server_without_ranges_begins_anew(server, web, progress, download):
    server.break_off("/a.zip", BODY, 100_000, ETag='"1"', ranges=False)
    assert fetch(download(), web, progress).read_bytes() == BODY
    assert server.asked[1][1]["Range"] == "bytes=100000-"


def test_a_part_stays_for_the_next_time(server, web, progress, download):
    server.break_off("/a.zip", BODY, 50_000, times=PATIENCE.tries, ETag='"1"')
    assert fails(download(), web, progress) is FetchKind.BROKEN
    assert len(server.asked) == PATIENCE.tries
    assert download().part.stat().st_size == 50_000
    assert fetch(download(), web, progress).read_bytes() == BODY
    assert server.asked[-1][1]["Range"] == "bytes=50000-"


def test_another_version_meanwhile_begins_anew(server, web, progress, download):
    server.break_off("/a.zip", BODY, 50_000, times=PATIENCE.tries, ETag='"1"')
    assert fails(download(), web, progress) is FetchKind.BROKEN
    newer = b"PK\x03\x04 newer and shorter"
    server.serve("/a.zip", newer, ETag='"2"')
    assert fetch(download(), web, progress).read_bytes() == newer


@pytest.mark.parametrize("note", ["", "[]", "{}", '{"address": "other", "validator": "1", "total": 9}'])
def test_a_part_of_something_unknown_is_not_gone_on_with(server, web, progress, download, note):
    made = download()
    made.part.parent.mkdir(parents=True)
    made.part.write_bytes(b"garbage")
    made.note.write_text(note)
    server.serve("/a.zip", BODY, ETag='"1"')
    assert fetch(made, web, progress).read_bytes() == BODY


@pytest.mark.parametrize("size", [len(BODY), len(BODY) + 1])
def test_a_part_that_is_too_long_is_not_gone_on_with(server, web, progress, download, size):
    made = download()
    made.part.parent.mkdir(parents=True)
    made.part.write_bytes(b"x" * size)
    made.note.write_text(json.dumps({"address": made.address, "validator": '"1"', "total": len(BODY)}))
    server.serve("/a.zip", BODY, ETag='"1"')
    assert fetch(made, web, progress).read_bytes() == BODY


def test_a_stall_is_tried_again_and_told(server, web, progress, download):
    server.stall("/a.zip", BODY, 1_000)
    assert fails(download(), web, progress) is FetchKind.STALLED
    assert len(server.asked) == PATIENCE.tries


def test_a_fault_of_the_server_is_tried_again_and_a_missing_file_not(server, web, progress, download):
    server.serve("/a.zip", b"", status=503)
    assert fails(download(), web, progress) is FetchKind.SERVER
    assert len(server.asked) == PATIENCE.tries
    assert fails(download("/none.zip"), web, progress) is FetchKind.NOT_FOUND
    assert len(server.asked) == PATIENCE.tries + 1


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><html>Log in</html>", b"PK", b"", b"MZ\x90 a program"])
def test_a_web_page_is_no_archive(server, web, progress, download, body):
    server.serve("/a.zip", body, Content_Type="text/html")
    assert fails(download(), web, progress) is FetchKind.NO_ARCHIVE
    assert nothing_left(download())


@pytest.mark.parametrize("first", [1, 3, 8])
def test_what_arrives_in_small_pieces_is_known_by_its_beginning_too(server, web, progress, download, first):
    def answer(handler):
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for piece in (BODY[4 : 4 + first], BODY[4 + first :]):
            handler.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        handler.wfile.write(b"0\r\n\r\n")

    server.routes["/a.zip"] = answer
    made = download()
    assert fails(made, web, progress) is FetchKind.NO_ARCHIVE
    assert nothing_left(made)


def test_no_more_than_may_be(server, web, progress, download, monkeypatch):
    server.serve("/a.zip", BODY)
    monkeypatch.setattr(download_module, "LARGEST", len(BODY) - 1)
    assert fails(download(), web, progress) is FetchKind.TOO_LARGE
    monkeypatch.setattr(download_module, "LARGEST", len(BODY))
    assert fetch(download(), web, progress).stat().st_size == len(BODY)


def test_an_endless_file_is_ended(server, web, progress, download, monkeypatch):
    monkeypatch.setattr(download_module, "LARGEST", len(BODY) - 1)
    server.serve("/a.zip", BODY, length=False)
    assert fails(download(), web, progress) is FetchKind.TOO_LARGE
    assert nothing_left(download())


def test_a_huge_announcement_is_refused_before_anything_is_written(server, web, progress, download):
    def announce(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(1 << 50))
        handler.end_headers()

    server.routes["/a.zip"] = announce
    assert fails(download(), web, progress) is FetchKind.TOO_LARGE
    assert nothing_left(download())


def test_a_full_disk_is_told_before(server, web, progress, download, monkeypatch):
    class Usage:
        free = len(BODY) + download_module.RESERVE - 1

    monkeypatch.setattr(download_module.shutil, "disk_usage", lambda _: Usage)
    server.serve("/a.zip", BODY)
    with pytest.raises(PackError, match="Free some space"):
        fetch(download(), web, progress)
    Usage.free += 1
    assert fetch(download(), web, progress).exists()


@pytest.mark.parametrize("length", [True, False])
@pytest.mark.parametrize("spare", [-1, 0])
def test_a_disk_that_becomes_full_meanwhile_ends_it(server, web, progress, download, monkeypatch, length, spare):
    looks = []

    class Usage:
        free = 10 * download_module.RESERVE

    def usage(folder):
        looks.append(folder)
        Usage.free = download_module.RESERVE + spare if len(looks) > 1 else Usage.free
        return Usage

    monkeypatch.setattr(download_module.shutil, "disk_usage", usage)
    monkeypatch.setattr(download_module, "EVERY", len(BODY) // 5)
    server.serve("/a.zip", BODY, length=length)
    made = download()
    if spare < 0:
        with pytest.raises(PackError, match="has only"):
            fetch(made, web, progress)
        assert nothing_left(made)
    else:
        assert fetch(made, web, progress).read_bytes() == BODY
    assert len(looks) > 1


def test_what_is_not_what_was_offered_is_thrown_away(server, web, progress, download):
    server.serve("/a.zip", BODY)
    assert fails(download(sha256="0" * 64), web, progress) is FetchKind.CHANGED
    assert nothing_left(download())


def test_a_place_that_cannot_be_written_is_told(server, web, progress, download):
    server.serve("/a.zip", BODY)
    made = download()
    made.part.mkdir(parents=True)
    with pytest.raises(PackError, match="cannot be written"):
        fetch(made, web, progress)


@pytest.mark.parametrize("etag", ['"1"', 'W/"1"'])
def test_cancelling_keeps_the_part_that_can_be_gone_on_with(server, web, download, etag):
    progress = Progress()

    def slowly(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(BODY)))
        handler.send_header("ETag", etag)
        handler.end_headers()
        handler.wfile.write(BODY[:20_000])
        handler.wfile.flush()
        assert arrived.wait(20)
        progress.cancel()
        server.released.wait(20)

    arrived = threading.Event()
    advance = progress.advance
    progress.advance = lambda count: (advance(count), arrived.set())
    server.routes["/a.zip"] = slowly
    with pytest.raises(CancelledError):
        fetch(download(), web, progress)
    assert download().note.exists() is download().part.exists() is (etag == '"1"')
    assert progress.read().stage is Stage.FETCHING
