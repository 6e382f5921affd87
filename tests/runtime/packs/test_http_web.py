"""Servers that are slow, silent, unreachable or refuse."""

import ast
import socket
import threading
import time
from pathlib import Path

import pytest

import runtime.packs
from runtime.packs.http_web import MAX_ANSWER, HttpWeb
from runtime.packs.model import CancelledError, FetchError, FetchKind, NetworkLimits
from runtime.packs.progress import Progress


def fails(web, address, progress):
    with pytest.raises(FetchError) as caught:
        web.read(address, progress)
    assert str(caught.value).endswith(".")
    return caught.value


def test_an_answer(server, web, progress):
    server.serve("/a", b"{}")
    assert web.read(server.address("/a"), progress) == b"{}"
    assert server.asked[0][1]["User-Agent"] == "kickabout/1"


def test_the_headers_of_a_file(server, web, progress):
    server.serve("/a.zip", b"12345", ETag='"7"', Content_Type="application/zip",
                 Last_Modified="Fri, 01 May 2026 10:00:00 GMT")  # fmt: skip
    with web.open(server.address("/a.zip"), progress) as stream:
        head = stream.head
        assert b"".join(iter(stream.piece, b"")) == b"12345"
    assert (head.total, head.start, head.validator, head.mark) == (5, 0, '"7"', '"7"')
    assert (head.changed, head.media_type) == ("2026-05-01", "application/zip")


@pytest.mark.parametrize(
    ("etag", "modified", "validator", "mark"),
    [
        ('W/"7"', "Fri, 01 May 2026 10:00:00 GMT", "Fri, 01 May 2026 10:00:00 GMT", '"7"'),
        ('W/"7"', None, "", '"7"'),
        (None, "yesterday", "yesterday", "yesterday"),
        (None, None, "", ""),
    ],
)
def test_the_validator_and_the_mark_of_a_version(server, web, progress, etag, modified, validator, mark):
    headers = {"ETag": etag, "Last_Modified": modified}
    server.serve("/a", b"1", **{name: value for name, value in headers.items() if value})
    with web.open(server.address("/a"), progress) as stream:
        assert (stream.head.validator, stream.head.mark) == (validator, mark)


@pytest.mark.parametrize(
    ("status", "headers", "kind"),
    [
        (404, {}, FetchKind.NOT_FOUND),
        (410, {}, FetchKind.NOT_FOUND),
        (401, {}, FetchKind.REFUSED),
        (403, {}, FetchKind.REFUSED),
        (403, {"X_RateLimit_Remaining": "1"}, FetchKind.REFUSED),
        (403, {"X_RateLimit_Remaining": "0"}, FetchKind.RATE_LIMIT),
        (403, {"Retry_After": "60"}, FetchKind.RATE_LIMIT),
        *((403, {"Retry_After": text}, FetchKind.RATE_LIMIT) for text in ("9" * 6000, "\xb2", "-1")),
        (429, {"X_RateLimit_Reset": "9" * 6000}, FetchKind.RATE_LIMIT),
        (429, {}, FetchKind.RATE_LIMIT),
        (418, {}, FetchKind.REFUSED),
        (499, {}, FetchKind.REFUSED),
        (500, {}, FetchKind.SERVER),
        (503, {}, FetchKind.SERVER),
    ],
)
def test_refusals(server, web, progress, status, headers, kind):
    server.serve("/a", b"no", status=status, **headers)
    assert fails(web, server.address("/a"), progress).kind is kind


def test_a_rate_limit_names_its_end(server, web, progress):
    at = time.time() + 600
    server.serve("/a", b"", status=403, X_RateLimit_Remaining="0", X_RateLimit_Reset=str(int(at)))
    assert time.strftime("%H:%M", time.localtime(int(at))) in str(fails(web, server.address("/a"), progress))
    server.serve("/b", b"", status=429, Retry_After="soon")
    assert "in an hour" in str(fails(web, server.address("/b"), progress))


def test_redirects_are_followed_up_to_a_limit(server, web, progress):
    server.serve("/there", b"here")
    server.serve("/go", b"", status=302, Location="/there")
    server.serve("/round", b"", status=302, Location="/round")
    assert web.read(server.address("/go"), progress) == b"here"
    assert fails(web, server.address("/round"), progress).kind is FetchKind.REFUSED


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/a.zip", "data:,hello"])
def test_redirects_to_files_are_refused(server, web, progress, target):
    server.serve("/go", b"", status=302, Location=target)
    assert fails(web, server.address("/go"), progress).kind is FetchKind.REFUSED


def test_redirects_from_https_to_http_are_refused():
    from urllib.request import Request

    from runtime.packs.http_web import _Redirects

    class Body:
        def close(self):
            pass

    secure = Request("https://example.org/a")
    follow = _Redirects().redirect_request
    with pytest.raises(FetchError):
        follow(secure, Body(), 302, "", {}, "http://example.org/a")
    assert follow(secure, Body(), 302, "", {}, "https://example.org/b").full_url == "https://example.org/b"


def test_a_port_without_a_server(web, progress):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert fails(web, f"http://127.0.0.1:{port}/", progress).kind is FetchKind.NO_ANSWER


def test_a_server_that_does_not_answer(progress):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        web = HttpWeb(NetworkLimits(connect_s=0.2, stall_s=0.2))
        fault = fails(web, f"http://127.0.0.1:{silent.getsockname()[1]}/", progress)
    assert fault.kind is FetchKind.NO_ANSWER


def test_an_unknown_host_name(web, progress, monkeypatch):
    def unknown(*_, **__):
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    fault = fails(web, "https://api.example.org/", progress)
    assert fault.kind is FetchKind.OFFLINE
    assert "offline" in str(fault)
    assert "api.example.org" in str(fault)


def test_a_server_of_another_protocol(web, progress):
    with socket.create_server(("127.0.0.1", 0)) as odd:

        def answer():
            with odd.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(b"SSH-2.0-nonsense\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        fault = fails(web, f"http://127.0.0.1:{odd.getsockname()[1]}/", progress)
        thread.join()
    assert fault.kind is FetchKind.BROKEN


def test_an_untrusted_connection(server, web, progress):
    fault = fails(web, f"https://127.0.0.1:{server.port}/", progress)
    assert fault.kind is FetchKind.UNTRUSTED


def test_a_stalled_answer(server, web, progress):
    server.stall("/a", b"x" * 100, 10)
    began = time.monotonic()
    fault = fails(web, server.address("/a"), progress)
    assert fault.kind is FetchKind.STALLED
    assert 0.15 < time.monotonic() - began < 10


def test_an_answer_that_arrives_too_slowly(server, progress):
    def trickle(handler):
        handler.send_response(200)
        handler.end_headers()
        for _ in range(40):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.02)

    server.routes["/a"] = trickle
    assert (
        fails(HttpWeb(NetworkLimits(stall_s=1, answer_s=0.2)), server.address("/a"), progress).kind is FetchKind.STALLED
    )


def test_the_longest_answer(server, web, progress):
    server.serve("/most", b" " * MAX_ANSWER)
    assert len(web.read(server.address("/most"), progress)) == MAX_ANSWER
    server.serve("/more", b" " * (MAX_ANSWER + 1))
    assert fails(web, server.address("/more"), progress).kind is FetchKind.TOO_LARGE


def test_cancelling_wakes_a_thread_that_waits_for_the_network(server):
    server.stall("/a", b"x" * 100, 10)
    progress, web = Progress(), HttpWeb(NetworkLimits(stall_s=15))
    timer = threading.Timer(0.15, progress.cancel)
    timer.start()
    began = time.monotonic()
    with pytest.raises(CancelledError):
        web.read(server.address("/a"), progress)
    timer.join()
    assert time.monotonic() - began < 10


def test_one_module_uses_the_network():
    folder = Path(runtime.packs.__file__).parent
    outward = {"http", "socket", "ssl", "urllib.request", "urllib.error"}
    knowing = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name in outward or name.split(".")[0] in outward for name in names):
                knowing.add(path.name)
    assert knowing == {"http_web.py"}
