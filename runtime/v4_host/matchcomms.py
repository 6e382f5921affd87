"""Matchcomms of RLBot v4: JSON values that programs broadcast to each other, over the session and a web socket."""

import asyncio
import json
import select
import socket
import threading
from collections.abc import Callable
from queue import Queue
from typing import Any

from .connection import MATCHCOMMS, Connection
from .notes import note_once

Listener = Callable[[object], None]


class Broadcaster:
    """Relays a value from one client to all others: directly in this process, elsewhere through the server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._listeners: list[Listener] = []
        connection.matchcomms_listeners.append(self._relay)

    def join(self, listener: Listener) -> None:
        """Adds a client; it is called with each value of the others, in any thread."""
        self._listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        """Removes a client; may be called twice."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def broadcast(self, value: Any, sender: Listener) -> None:
        """Sends a JSON value to all clients but the sender."""
        try:
            json.dumps(value)
        except (TypeError, ValueError) as error:
            note_once(f"A matchcomms message is not JSON and was not sent: {error}.")
            return
        self._relay(value, sender)
        if not self._connection.send_comm(self._connection.index, display="", value={MATCHCOMMS: value}):
            note_once("A matchcomms message is longer than a message of RLBot v5 and was not sent.")

    def _relay(self, value: object, sender: "Listener | None" = None) -> None:
        for listener in tuple(self._listeners):
            if listener != sender:
                listener(value)


class Client:
    """Replaces `rlbot.matchcomms.client.MatchcommsClient`."""

    broadcaster: "Broadcaster | None" = None
    """Set once per process."""

    def __init__(self, _root: object) -> None:
        assert self.broadcaster is not None
        self.incoming_broadcast: Queue[object] = Queue()
        self.outgoing_broadcast = _Outgoing(self.broadcaster, self.incoming_broadcast.put)
        self.broadcaster.join(self.incoming_broadcast.put)

    def close(self) -> None:
        """Stops receiving; may be called twice."""
        assert self.broadcaster is not None
        self.broadcaster.leave(self.incoming_broadcast.put)


class _Outgoing(Queue):  # type: ignore[type-arg] # not generic at run time in every Python
    """A queue that sends each value as soon as it is put."""

    def __init__(self, broadcaster: Broadcaster, sender: Listener) -> None:
        super().__init__()
        self._broadcaster, self._sender = broadcaster, sender

    def put(self, item: Any, block: bool = True, timeout: "float | None" = None) -> None:  # noqa: ARG002 - never full
        """Sends a JSON value."""
        self._broadcaster.broadcast(item, self._sender)


class WebSocket:
    """The matchcomms address for programs that connect to it themselves.

    It uses v4's protocol and the package that v4 requires. The package is imported when the first program connects.
    """

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self._listener.getsockname()[1]}/"
        threading.Thread(target=self._run, name="v4 matchcomms", daemon=True).start()

    def _run(self) -> None:
        select.select([self._listener], [], [])
        try:
            asyncio.run(self._serve())
        except Exception as error:  # noqa: BLE001 - the bot's own environment may have an unfit version of websockets
            note_once(f"The web socket of matchcomms could not be opened: {error!r}")

    async def _serve(self) -> None:
        from websockets.server import serve  # noqa: PLC0415 - most bots never need it

        async with serve(self._talk, sock=self._listener):
            await asyncio.Event().wait()

    async def _talk(self, client: Any, _path: str = "") -> None:
        """Relays between one client and the others until it disconnects."""
        loop = asyncio.get_running_loop()
        outgoing: asyncio.Queue[object] = asyncio.Queue()

        def deliver(value: object) -> None:
            loop.call_soon_threadsafe(outgoing.put_nowait, value)

        async def forward() -> None:
            while True:
                await client.send(json.dumps(await outgoing.get()))

        self._broadcaster.join(deliver)
        forwarding = asyncio.ensure_future(forward())
        try:
            async for text in client:
                try:
                    self._broadcaster.broadcast(json.loads(text), deliver)
                except ValueError as error:
                    note_once(f"A matchcomms message is not JSON and was not sent: {error}.")
        finally:
            self._broadcaster.leave(deliver)
            forwarding.cancel()
