"""A small client of the Debug Adapter Protocol, which editors speak with debugpy."""

import json
import socket
import threading
import time

WAIT_S = 60.0


class DebugClient:
    """Attaches to a program like an editor; its breakpoints are set before the program goes on."""

    def __init__(self, port, breakpoints, *, host="127.0.0.1", within_s=WAIT_S):
        """`breakpoints` are line numbers by file."""
        self._seq = 0
        self._buffer = b""
        self.events = []
        self._link = _connect(host, port, within_s)
        self.request("initialize", adapterID="debugpy", pathFormat="path", linesStartAt1=True)
        attaching = self._send("attach", {"justMyCode": True})
        self.wait_for("initialized")
        for file, lines in breakpoints.items():
            self.set_breakpoints(file, lines)
        self.request("configurationDone")
        self._answer(attaching)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def set_breakpoints(self, file, lines):
        body = self.request(
            "setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": line} for line in lines]
        )
        assert all(point["verified"] for point in body["breakpoints"]), body

    def stop(self):
        """Waits until the program stops at a breakpoint; returns its thread and the innermost frame."""
        thread = self.wait_for("stopped")["threadId"]
        return thread, self.request("stackTrace", threadId=thread)["stackFrames"][0]

    def value(self, frame, expression):
        """Returns the value of an expression in a frame."""
        return self.request("evaluate", expression=expression, frameId=frame["id"], context="watch")["result"]

    def variables(self, frame):
        """Returns the texts of a frame's local variables by name."""
        scope = self.request("scopes", frameId=frame["id"])["scopes"][0]
        found = self.request("variables", variablesReference=scope["variablesReference"])["variables"]
        return {variable["name"]: variable["value"] for variable in found}

    def go_on(self, thread):
        self.request("continue", threadId=thread)

    def disconnect(self):
        """Detaches; the program goes on."""
        self.request("disconnect", terminateDebuggee=False)
        self.close()

    def close(self):
        self._link.close()

    def request(self, command, **arguments):
        return self._answer(self._send(command, arguments))

    def wait_for(self, event):
        while True:
            for place, message in enumerate(self.events):
                if message["event"] == event:
                    del self.events[place]
                    return message.get("body", {})
            self._take(self._read())

    def _send(self, command, arguments):
        self._seq += 1
        content = json.dumps({"seq": self._seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self._link.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        return self._seq

    def _answer(self, seq):
        while True:
            message = self._read()
            if message["type"] == "response" and message["request_seq"] == seq:
                assert message["success"], message
                return message.get("body", {})
            self._take(message)

    def _take(self, message):
        if message["type"] == "event":
            self.events.append(message)

    def _read(self):
        while b"\r\n\r\n" not in self._buffer:
            self._receive()
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        size = int(head.split(b":")[1])
        while len(self._buffer) < size:
            self._receive()
        content, self._buffer = self._buffer[:size], self._buffer[size:]
        return json.loads(content)

    def _receive(self):
        data = self._link.recv(1 << 16)
        assert data, "the debugger has closed the connection"
        self._buffer += data


def _connect(host, port, within_s):
    deadline_s = time.monotonic() + within_s
    while True:
        try:
            return socket.create_connection((host, port), timeout=WAIT_S)
        except OSError:
            if time.monotonic() > deadline_s:
                raise
            time.sleep(0.05)


def line_of(file, text):
    """Returns the number of the first line of a file with this text."""
    return next(number for number, line in enumerate(file.read_text().splitlines(), 1) if text in line)


class Editor:
    """Attaches to a match's agent as soon as its debugger has a port, and does `use(port)` on a thread."""

    def __init__(self, use, key="blue-1"):
        self._use = use
        self._key = key
        self._thread = None
        self._fault = None

    def follow(self, event):
        """Takes the events of the match."""
        agent = getattr(event, "agent", None)
        if self._thread is None and getattr(agent, "key", "") == self._key and agent.debug_port:
            self._thread = threading.Thread(target=self._run, args=(agent.debug_port,), daemon=True)
            self._thread.start()

    def _run(self, port):
        try:
            self._use(port)
        except (OSError, AssertionError, KeyError, ValueError) as error:
            self._fault = error

    def finish(self):
        """Returns when it has done everything; raises what has failed."""
        assert self._thread is not None, "nothing to attach to"
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive(), "the editor still waits"
        if self._fault is not None:
            raise self._fault


def look_at(port, file, line, expression, *, hold_s=0.0):
    """Stops a program at a line once, waits, lets it go on; returns line, value and names of local variables."""
    with DebugClient(port, {file: [line]}) as client:
        thread, frame = client.stop()
        value, names = client.value(frame, expression), client.variables(frame)
        time.sleep(hold_s)
        client.set_breakpoints(file, [])
        client.go_on(thread)
        client.disconnect()
    return frame["line"], value, set(names)
