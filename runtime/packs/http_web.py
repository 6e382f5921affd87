"""HTTP with time limits and the system's proxies; the only module that opens connections for packs."""

import contextlib
import errno
import functools
import http.client
import re
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message as Headers
from email.utils import parsedate_to_datetime
from typing import IO, Any, Final

from runtime.model.messages import Message, message
from runtime.packs.model import FetchError, FetchKind, NetworkLimits
from runtime.packs.progress import Progress

PIECE: Final = 128 << 10
AGENT: Final = "kickabout"
_RANGE: Final = re.compile(r"bytes (\d{1,18})-\d+/(\d{1,18})")
_UNREACHABLE: Final = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL)


MAX_ANSWER: Final = 4 << 20
"""Maximum bytes of an answer that is read completely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Information about a file from the headers of its answer."""

    address: str
    """Address after all redirects."""
    start: int = 0
    """Position of the first byte that is sent."""
    total: int | None = None
    """Bytes of the complete file; None if unknown."""
    validator: str = ""
    """Value for `If-Range` with which a download can be resumed; empty if there is none."""
    mark: str = ""
    """Identifies the version of the file: ETag, else the time of the last change."""
    changed: str = ""
    """Date of the last change as YYYY-MM-DD; empty if unknown."""
    media_type: str = ""
    """Media type, such as `text/html`; empty if unknown."""


class HttpWeb:
    """Downloads over HTTP. Any thread may use it."""

    def __init__(self, limits: NetworkLimits | None = None, *, version: str = "") -> None:
        self._limits = limits or NetworkLimits()
        self._agent = f"{AGENT}/{version}" if version else AGENT

    def read(self, address: str, progress: Progress) -> bytes:
        """Returns a short answer completely; raises FetchError or CancelledError."""
        deadline = time.monotonic() + self._limits.answer_s
        read = bytearray()
        with self._answer(address, {"Accept": "application/json"}, progress) as stream:
            while piece := stream.piece():
                read += piece
                if len(read) > MAX_ANSWER:
                    raise FetchError(
                        FetchKind.TOO_LARGE,
                        message("answer-too-long", "The answer of {host} is too long.", host=_host(address)),
                    )
                if time.monotonic() > deadline:
                    raise FetchError(
                        FetchKind.STALLED,
                        message("host-slow", "{host} answers too slowly. Try again later.", host=_host(address)),
                    )
        return bytes(read)

    @contextlib.contextmanager
    def open(self, address: str, progress: Progress, *, start: int = 0, validator: str = "") -> Iterator["HttpStream"]:
        """Opens a file, from byte `start` on if the server's version still matches `validator`; raises FetchError."""
        headers = {"Accept": "*/*", "Accept-Encoding": "identity"}
        if start and validator:
            headers |= {"Range": f"bytes={start}-", "If-Range": validator}
        with self._answer(address, headers, progress) as stream:
            yield stream

    @contextlib.contextmanager
    def _answer(self, address: str, headers: dict[str, str], progress: Progress) -> Iterator["HttpStream"]:
        request = urllib.request.Request(address, headers={"User-Agent": self._agent, **headers})  # noqa: S310 - checked
        try:
            response = self._opener(progress).open(request, timeout=self._limits.connect_s)
        except urllib.error.HTTPError as error:
            with error:
                progress.check()
                raise _refusal(address, error.code, error.headers) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            progress.check()
            raise _fault(address, error, self._limits) from error
        with response:
            try:
                yield HttpStream(response, address, progress, self._limits)
            finally:
                _release(progress)

    def _opener(self, progress: Progress) -> urllib.request.OpenerDirector:
        connected = functools.partial(_on_connected, progress, self._limits.stall_s)
        director = urllib.request.OpenerDirector()
        for handler in (
            urllib.request.ProxyHandler(),
            urllib.request.UnknownHandler(),
            _Http(connected),
            _Https(connected),
            urllib.request.HTTPDefaultErrorHandler(),
            _Redirects(),
            urllib.request.HTTPErrorProcessor(),
        ):
            director.add_handler(handler)
        return director


class HttpStream:
    """A download in progress."""

    def __init__(
        self, response: http.client.HTTPResponse, address: str, progress: Progress, limits: NetworkLimits
    ) -> None:
        self._response = response
        self._progress = progress
        self._limits = limits
        self._address = address
        self._left = response.length
        self.head = _head(response, address)

    def piece(self) -> bytes:
        """Returns the next bytes, empty at the end; raises FetchError or CancelledError."""
        self._progress.check()
        try:
            piece = self._response.read1(PIECE)
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            self._progress.check()  # a cancelled connection can raise any error
            raise _fault(self._address, error, self._limits, is_open=True) from error
        self._progress.check()
        if self._left is not None:
            self._left -= len(piece)
            if not piece and self._left > 0:
                raise FetchError(
                    FetchKind.BROKEN,
                    message(
                        "download-interrupted",
                        "{host} interrupted the download. Try again.",
                        host=_host(self._address),
                    ),
                )
        return piece


Connected = Callable[[Any], None]


class _Plain(http.client.HTTPConnection):
    """Calls `connected` with its socket as soon as it is connected."""

    def __init__(self, connected: Connected, host: str, **others: Any) -> None:
        super().__init__(host, **others)
        self._connected = connected

    def connect(self) -> None:
        super().connect()
        self._connected(self.sock)


class _Secure(_Plain, http.client.HTTPSConnection):
    """The same over TLS."""


class _Http(urllib.request.HTTPHandler):
    def __init__(self, connected: Connected) -> None:
        super().__init__()
        self._make = functools.partial(_Plain, connected)

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._make, req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, connected: Connected) -> None:
        super().__init__()
        self._make = functools.partial(_Secure, connected)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._make, req, context=_context())


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, but never from https to another scheme and never to local files."""

    def redirect_request(  # noqa: PLR0917 - as the library calls it
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        scheme = urllib.parse.urlsplit(newurl).scheme.lower()
        if scheme not in ("http", "https") or (req.type == "https" and scheme != "https"):
            fp.close()
            raise FetchError(
                FetchKind.REFUSED,
                message(
                    "unsafe-redirect",
                    "{host} redirects to {address}, which is not safe.",
                    host=_host(req.full_url),
                    address=newurl,
                ),
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _release(progress: Progress) -> None:
    """Ends the wait for the network; the next check raises the cancellation."""
    with contextlib.suppress(Exception):
        progress.interrupt_with(None)


def _on_connected(progress: Progress, stall_s: float, connection: socket.socket) -> None:
    connection.settimeout(stall_s)
    progress.interrupt_with(functools.partial(connection.shutdown, socket.SHUT_RDWR))


@functools.cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _head(response: http.client.HTTPResponse, address: str) -> Head:
    headers = response.headers
    content_range = (
        _RANGE.fullmatch(headers.get("Content-Range", ""))
        if response.status == http.HTTPStatus.PARTIAL_CONTENT
        else None
    )
    etag, modified = headers.get("ETag", ""), headers.get("Last-Modified", "")
    is_strong = bool(etag) and not etag.startswith("W/")
    return Head(
        address=response.geturl() or address,
        start=int(content_range[1]) if content_range else 0,
        total=int(content_range[2]) if content_range else response.length,
        validator=etag if is_strong else modified,
        mark=etag.removeprefix("W/") or modified,
        changed=_date(modified),
        media_type=headers.get_content_type() if headers.get("Content-Type") else "",
    )


def _date(written: str) -> str:
    try:
        return parsedate_to_datetime(written).strftime("%Y-%m-%d") if written else ""
    except (ValueError, TypeError):
        return ""


def _refusal(address: str, status: int, headers: Headers) -> FetchError:
    host = _host(address)
    is_counted = headers.get("X-RateLimit-Remaining") == "0" or headers.get("Retry-After") is not None
    if status == http.HTTPStatus.TOO_MANY_REQUESTS or (status == http.HTTPStatus.FORBIDDEN and is_counted):
        return FetchError(FetchKind.RATE_LIMIT, _blocked(host, headers))
    if status in (http.HTTPStatus.NOT_FOUND, http.HTTPStatus.GONE):
        text = message("not-found", "{address} was not found on {host}. Check the address.", address=address, host=host)
        return FetchError(FetchKind.NOT_FOUND, text)
    if status in (http.HTTPStatus.UNAUTHORIZED, http.HTTPStatus.FORBIDDEN):
        text = message(
            "access-denied",
            "{host} denies access to {address} (status {status}).",
            host=host,
            address=address,
            status=str(status),
        )
        return FetchError(FetchKind.REFUSED, text)
    if status >= http.HTTPStatus.INTERNAL_SERVER_ERROR:
        text = message(
            "host-error",
            "{host} has an internal error (status {status}). Try again later.",
            host=host,
            status=str(status),
        )
        return FetchError(FetchKind.SERVER, text)
    text = message(
        "request-refused",
        "{host} answers {status} to {address}. Check the address.",
        host=host,
        status=str(status),
        address=address,
    )
    return FetchError(FetchKind.REFUSED, text)


def _blocked(host: str, headers: Headers) -> Message:
    """Returns a message with the local time after which requests are allowed again."""
    after, reset = headers.get("Retry-After", ""), headers.get("X-RateLimit-Reset", "")
    with contextlib.suppress(ValueError, OverflowError, OSError):
        if at := time.time() + int(after) if after.isdecimal() else float(reset) if reset.isdecimal() else 0.0:
            return message(
                "rate-limit",
                "{host} has blocked further requests for now. Try again at {time}.",
                host=host,
                time=time.strftime("%H:%M", time.localtime(at)),
            )
    return message("rate-limit", "{host} has blocked further requests for now. Try again in an hour.", host=host)


def _fault(address: str, error: Exception, limits: NetworkLimits, *, is_open: bool = False) -> FetchError:
    """Returns the error for a failed request; `is_open` if the answer had begun."""
    host = _host(address)
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError) and is_open:
        text = message(
            "download-stalled",
            "Nothing arrived from {host} for {seconds:g} seconds. Try again.",
            host=host,
            seconds=limits.stall_s,
        )
        return FetchError(FetchKind.STALLED, text)
    if isinstance(reason, ssl.SSLError):
        text = message(
            "connection-untrusted",
            "The connection to {host} cannot be trusted: {reason}. Check this machine's clock and any network filter.",
            host=host,
            reason=str(getattr(reason, "verify_message", "") or reason.reason),
        )
        return FetchError(FetchKind.UNTRUSTED, text)
    return FetchError(*_kind_and_text(host, address, reason, is_open=is_open))


def _kind_and_text(host: str, address: str, reason: object, *, is_open: bool) -> tuple[FetchKind, Message]:
    if isinstance(reason, TimeoutError):
        text = message("no-answer", "{host} does not answer. Check the connection, then try again.", host=host)
        return FetchKind.NO_ANSWER, text
    if isinstance(reason, ConnectionRefusedError):
        text = message(
            "connection-refused", "{host} refuses the connection. Check the address, then try again.", host=host
        )
        return FetchKind.NO_ANSWER, text
    if isinstance(reason, socket.gaierror) or (isinstance(reason, OSError) and reason.errno in _UNREACHABLE):
        text = message("offline", "{host} cannot be reached: this machine seems to be offline.", host=host)
        return FetchKind.OFFLINE, text
    if isinstance(reason, ValueError) and not is_open:
        text = message("address-invalid", "{address} is not a valid download address.", address=address)
        return FetchKind.REFUSED, text
    return FetchKind.BROKEN, message("connection-closed", "{host} closed the connection. Try again.", host=host)


def _host(address: str) -> str:
    return urllib.parse.urlsplit(address).hostname or address
