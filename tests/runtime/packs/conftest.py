"""A faulty server for each test, and archives of all kinds."""

import io
import json
import tarfile
import threading
import zipfile
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from runtime.packs import newest, parse_source, place, prepare
from runtime.packs.http_web import HttpWeb
from runtime.packs.model import NetworkLimits
from runtime.packs.preparation import PackServices
from runtime.packs.progress import Progress
from runtime.packs.store import PackStore

LIMITS = NetworkLimits(connect_s=10.0, stall_s=1.0, answer_s=10.0, tries=3, pause_s=0.01)
BOT = """[settings]
agent_id = "test/{0}"
name = "{0}"
run_command = "python bot.py"
run_command_linux = "python bot.py"
"""


class Server:
    """Answers with its routes; a route is a function of the handler."""

    def __init__(self):
        self.routes = {}
        self.asked = []
        self.released = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                owner.asked.append((self.path, dict(self.headers)))
                route = owner.routes.get(self.path)
                if route is None:
                    self.send_error(404)
                else:
                    route(self)
                self.close_connection = True

            def log_message(self, *_):
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, *_):
                """Ignores clients that close the connection."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def port(self):
        return self._server.server_address[1]

    def address(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"

    def close(self):
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def serve(self, path, body, *, status=200, length=True, ranges=True, **headers):
        """Serves a file, also from an offset; header names have `_` for `-`."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}

        def answer(handler):
            first, asked = 0, handler.headers.get("Range")
            is_same = handler.headers.get("If-Range") in (names.get("ETag"), names.get("Last-Modified"))
            if asked and ranges and is_same:
                first = int(asked.removeprefix("bytes=").rstrip("-"))
            handler.send_response(206 if first else status)
            for name, value in names.items():
                handler.send_header(name, value)
            if first:
                handler.send_header("Content-Range", f"bytes {first}-{len(body) - 1}/{len(body)}")
            if length:
                handler.send_header("Content-Length", str(len(body) - first))
            handler.send_header("Connection", "close")
            handler.end_headers()
            handler.wfile.write(body[first:])

        self.routes[path] = answer

    def serve_json(self, path, value, **others):
        self.serve(path, json.dumps(value).encode(), Content_Type="application/json", **others)

    def break_off(self, path, body, after, *, times=1, **headers):
        """For the first `times` requests, sends the first bytes and closes the connection; then sends everything."""
        self.serve(path, body, **headers)
        whole, left = self.routes[path], [times]

        def answer(handler):
            if not left[0]:
                whole(handler)
                return
            left[0] -= 1
            handler.send_response(200)
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body[:after])
            handler.wfile.flush()

        self.routes[path] = answer

    def stall(self, path, body, after):
        """Sends the first bytes and nothing more."""

        def answer(handler):
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body[:after])
            handler.wfile.flush()
            self.released.wait(20)

        self.routes[path] = answer


@pytest.fixture
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def web():
    return HttpWeb(LIMITS, version="1")


@pytest.fixture
def progress():
    return Progress()


@pytest.fixture
def store(tmp_path):
    return PackStore(tmp_path / "data" / "packs", tmp_path / "data" / "kept")


@pytest.fixture
def services(store, web):
    return PackServices(store=store, web=web, limits=LIMITS, clock=lambda: datetime(2026, 11, 21, 20, 30, 1))


def bot_files(*names, text="print(1)\n", folder=""):
    """Returns the files of bots by their paths."""
    files = {}
    for name in names:
        files[f"{folder}{name}/bot.toml"] = BOT.format(name)
        files[f"{folder}{name}/bot.py"] = text
    return files


def zipped(files, *, executable=()):
    """Returns a .zip as bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name, (2026, 5, 1, 12, 0, 0))
            info.create_system = 3
            info.external_attr = (0o100755 if name in executable else 0o100644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)
    return made.getvalue()


def tarred(files, *, form="xz", executable=(), others=()):
    """Returns a .tar.xz or .tar.gz as bytes; `others` are members without content."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=f"w:{form}") as archive:
        for name, text in files.items():
            content = text if isinstance(text, bytes) else text.encode()
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(content), 1_777_000_000
            info.mode = 0o755 if name in executable else 0o644
            archive.addfile(info, io.BytesIO(content))
        for info in others:
            archive.addfile(info)
    return made.getvalue()


def link(name, target, kind=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.fixture
def archives():
    """Functions that make archives: `zipped`, `tarred`, `link` and `bots`."""

    class Archives:
        pass

    made = Archives()
    made.zipped, made.tarred, made.link, made.bots = zipped, tarred, link, bot_files
    return made


@pytest.fixture
def publish(server, archives):
    """Puts a version of a pack on the server."""

    def run(files, version, **others):
        server.serve("/bots.tar.xz", archives.tarred(files, **others), ETag=f'"{version}"')

    return run


@pytest.fixture
def install(server, services, progress):
    """Downloads and installs the newest version."""

    def run(text=None):
        offer = newest(parse_source(text or server.address("/bots.tar.xz")), services.web, progress)
        return place(prepare(offer, services, progress), services, progress)

    return run


def contents(folder):
    found = (path for path in folder.rglob("*") if path.is_file() and ".kickabout" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def only_packs(store, *keys):
    hidden = {path.name for path in store.root.iterdir()} - set(keys)
    assert hidden <= {".locks", ".fetched"}
    assert not (store.fetched.is_dir() and list(store.fetched.iterdir()))
