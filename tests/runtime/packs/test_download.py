"""Downloads that are interrupted, stall, or have a wrong size or type."""

import hashlib
import json
import os
import threading

import pytest

from runtime.packs import download as download_module
from runtime.packs.download import Download, fetch
from runtime.packs.model import CancelledError, FetchError, FetchKind, PackError
from runtime.packs.progress import Progress, Stage
from tests.runtime.packs.conftest import LIMITS

BODY = b"PK\x03\x04" + os.urandom(300_000)
SIZES = (len(BODY), len(BODY) + 1)


@pytest.fixture
def download(server, tmp_path):
    def make(path="/a.zip", **others):
        place = tmp_path / "fetched" / "a"
        return Download(
            address=server.address(path),
            place=place,
            limits=LIMITS,
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


@pytest.mark.parametrize(
    ("options", "requested"),
    [
        ({"ETag": '"1"'}, "bytes=100000-"),
        ({"ETag": '"1"', "ranges": False}, "bytes=100000-"),
        ({"ETag": 'W/"1"'}, None),
        ({}, None),
    ],
)
def test_an_interrupted_download_is_resumed_if_its_version_is_certain(
    server, web, progress, download, options, requested
):
    server.break_off("/a.zip", BODY, 100_000, **options)
    assert fetch(download(), web, progress).read_bytes() == BODY
    assert [asked.get("Range") for _, asked in server.asked] == [None, requested]


def test_an_incomplete_download_is_kept_and_resumed(server, web, progress, download):
    server.break_off("/a.zip", BODY, 50_000, times=LIMITS.tries, ETag='"1"')
    assert fails(download(), web, progress) is FetchKind.BROKEN
    assert len(server.asked) == LIMITS.tries
    assert download().part.stat().st_size == 50_000
    assert fetch(download(), web, progress).read_bytes() == BODY
    assert server.asked[-1][1]["Range"] == "bytes=50000-"


def test_a_new_version_on_the_server_is_downloaded_from_the_start(server, web, progress, download):
    server.break_off("/a.zip", BODY, 50_000, times=LIMITS.tries, ETag='"1"')
    assert fails(download(), web, progress) is FetchKind.BROKEN
    newer = b"PK\x03\x04 newer and shorter"
    server.serve("/a.zip", newer, ETag='"2"')
    assert fetch(download(), web, progress).read_bytes() == newer


@pytest.mark.parametrize(
    ("size", "note"),
    [
        *((7, note) for note in ("", "[]", "{}", '{"address": "other", "validator": "1", "total": 9}')),
        *((size, json.dumps({"address": "ADDRESS", "validator": '"1"', "total": len(BODY)})) for size in SIZES),
    ],
)
def test_an_unknown_or_too_long_part_is_not_resumed(server, web, progress, download, size, note):
    made = download()
    made.part.parent.mkdir(parents=True)
    made.part.write_bytes(b"x" * size)
    made.note.write_text(note.replace("ADDRESS", made.address))
    server.serve("/a.zip", BODY, ETag='"1"')
    assert fetch(made, web, progress).read_bytes() == BODY


def test_a_stalled_download_is_retried_and_reported(server, web, progress, download):
    server.stall("/a.zip", BODY, 1_000)
    assert fails(download(), web, progress) is FetchKind.STALLED
    assert len(server.asked) == LIMITS.tries


def test_an_error_of_the_server_is_retried_but_a_missing_file_is_not(server, web, progress, download):
    server.serve("/a.zip", b"", status=503)
    assert fails(download(), web, progress) is FetchKind.SERVER
    assert len(server.asked) == LIMITS.tries
    assert fails(download("/none.zip"), web, progress) is FetchKind.NOT_FOUND
    assert len(server.asked) == LIMITS.tries + 1


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><html>Log in</html>", b"PK", b"", b"MZ\x90 a program"])
def test_a_web_page_is_no_archive(server, web, progress, download, body):
    server.serve("/a.zip", body, Content_Type="text/html")
    assert fails(download(), web, progress) is FetchKind.NO_ARCHIVE
    assert nothing_left(download())


@pytest.mark.parametrize("first", [1, 3, 8])
def test_the_type_of_a_file_in_small_pieces_is_recognized(server, web, progress, download, first):
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


@pytest.mark.parametrize("length", [True, False])
def test_the_maximum_size(server, web, progress, download, monkeypatch, length):
    server.serve("/a.zip", BODY, length=length)
    monkeypatch.setattr(download_module, "MAX_BYTES", len(BODY) - 1)
    assert fails(download(), web, progress) is FetchKind.TOO_LARGE
    assert nothing_left(download())
    monkeypatch.setattr(download_module, "MAX_BYTES", len(BODY))
    assert fetch(download(), web, progress).stat().st_size == len(BODY)


def test_a_huge_content_length_is_rejected_before_anything_is_written(server, web, progress, download):
    def announce(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(1 << 50))
        handler.end_headers()

    server.routes["/a.zip"] = announce
    assert fails(download(), web, progress) is FetchKind.TOO_LARGE
    assert nothing_left(download())


def test_a_place_that_cannot_be_written_is_reported(server, web, progress, download):
    server.serve("/a.zip", BODY)
    in_a_file = download()
    in_a_file.place.parent.write_text("")
    with pytest.raises(PackError, match="cannot be written"):
        fetch(in_a_file, web, progress)
    in_a_file.place.parent.unlink()
    in_a_file.place.mkdir(parents=True)
    with pytest.raises(PackError, match="cannot be written"):
        fetch(in_a_file, web, progress)


def test_a_full_disk_is_reported_before_the_download(server, web, progress, download, monkeypatch):
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
def test_a_disk_that_becomes_full_ends_the_download(server, web, progress, download, monkeypatch, length, spare):
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


def test_a_file_with_another_checksum_is_deleted(server, web, progress, download):
    server.serve("/a.zip", BODY)
    assert fails(download(sha256="0" * 64), web, progress) is FetchKind.CHANGED
    assert nothing_left(download())


def test_an_unwritable_path_is_reported(server, web, progress, download):
    server.serve("/a.zip", BODY)
    made = download()
    made.part.mkdir(parents=True)
    with pytest.raises(PackError, match="cannot be written"):
        fetch(made, web, progress)


@pytest.mark.parametrize("etag", ['"1"', 'W/"1"'])
def test_cancelling_keeps_a_part_that_can_be_resumed(server, web, download, etag):
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
