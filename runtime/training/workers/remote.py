"""Workers on other machines: environments in the worker processes of Dask clusters (`distributed`).

Dask unpickles all data that it receives, in both directions. So only connections that are encrypted or stay on this
machine are accepted. An environment lives as long as the handle that Dask keeps for the pool. When the pool closes or
dies, the scheduler drops the handle and with it the environment.
"""

import contextlib
import ipaddress
import os
import platform
import socket
import time
import uuid
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from multiprocessing.synchronize import Semaphore
from typing import Any, Final
from urllib.parse import urlsplit

from numpy.typing import NDArray

from runtime.extras import require
from runtime.model.messages import Message, message
from runtime.quota import RestartQuota
from runtime.training.workers.block import Block, Command, Field, Layout
from runtime.training.workers.program import EnvironmentRunner, Failure, Note, WorkerSetup, failure_of
from runtime.training.workers.worker import Worker, WorkerError, WorkerFailure, WorkerLostError

DEFAULT_PORT: Final = 8786
CONNECT_S: Final = 10.0
LOOK_S: Final = 1.0
"""Interval between requests to the scheduler whether a worker's process is still there."""
REPORT_S: Final = 5.0
"""Interval between progress reports of a rollout on another machine."""
NO_BOTS_IN_CLUSTERS: Final = message(
    "no-bots-in-clusters", "A bot plays only with workers on this machine: on others, its folder is missing."
)
_CERTIFICATES: Final = ("tls_ca_file", "tls_client_cert", "tls_client_key")
_RETURNED: Final = ("observations", "rewards", "reward_terms", "terminated", "truncated", "final_observations")


class ClusterError(WorkerError):
    """A cluster cannot be used; `text` says why."""

    def __init__(self, text: Message) -> None:
        super().__init__(text, ())


def check_addresses(addresses: str | Sequence[str]) -> list[str]:
    """Returns the addresses of schedulers from a comma-separated text or a list.

    Raises:
        ClusterError: others could read and change the connections to one of them.
    """
    parts = addresses.split(",") if isinstance(addresses, str) else addresses
    checked = [address.strip() for address in parts if address.strip()]
    for address in checked:
        check_address(address)
    return checked


def check_address(address: str) -> None:
    """Accepts `tls://host:port`, and `tcp://host:port` on this machine.

    Raises:
        ClusterError: others could read and change the connections to this address.
    """
    parts = urlsplit(address)
    if parts.scheme == "tls" or (parts.scheme == "tcp" and _is_loopback(parts.hostname or "")):
        return
    if parts.scheme != "tcp":
        raise ClusterError(
            message(
                "cluster-address-invalid",
                "'{address}' is not the address of a scheduler, such as tls://10.0.0.5:8786.",
                address=address,
            )
        )
    raise ClusterError(
        message(
            "cluster-not-encrypted",
            "The connection to {address} is not encrypted: anybody on the way could run programs on both machines. Use "
            "tls:// with certificates, or a scheduler on this machine.",
            address=address,
        )
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Cluster:
    """The connection to one scheduler and its workers."""

    def __init__(self, address: str) -> None:
        """Connects; certificates come from Dask's configuration (`distributed.comm.tls`).

        Raises:
            ClusterError: the address is not safe, a certificate is missing, or nobody answers.
            MissingExtraError: `distributed` is not installed.
        """
        check_address(address)
        distributed = require("distributed", "cluster")
        security = None
        if address.startswith("tls:"):
            security = distributed.Security(require_encryption=True)
            if missing := [name for name in _CERTIFICATES if not getattr(security, name)]:
                raise ClusterError(
                    message(
                        "cluster-certificates-missing",
                        "The configuration of Dask has no {missing} in distributed.comm.tls.",
                        missing=tuple(missing),
                    )
                )
        self.address = address
        parts = urlsplit(address)
        try:
            socket.create_connection((parts.hostname, parts.port or DEFAULT_PORT), CONNECT_S).close()
            self.client = distributed.Client(address, timeout=CONNECT_S, security=security, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(
                message(
                    "cluster-unreachable",
                    "The scheduler {address} cannot be reached: {error}.",
                    address=address,
                    error=str(error),
                )
            ) from error
        self._looked_s = 0.0
        self._processes: tuple[str, ...] = ()

    def processes(self, *, now: bool = False) -> tuple[str, ...]:
        """Returns the addresses of the cluster's worker processes, at most a second old; none if the cluster is gone.

        Raises:
            ClusterError: a process has an unencrypted connection.
        """
        if now or time.monotonic() >= self._looked_s + LOOK_S:
            try:
                known = self.client.scheduler_info(n_workers=-1)["workers"]
            except (OSError, TimeoutError, RuntimeError, KeyError):
                known = {}
            self._processes = tuple(sorted(known))
            self._looked_s = time.monotonic()
            for address in self._processes:
                check_address(address)
        return self._processes

    def close(self) -> None:
        """Disconnects; the scheduler drops all data of this client."""
        with contextlib.suppress(OSError, TimeoutError, RuntimeError):
            self.client.close(timeout=CONNECT_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """The result of an order."""

    note: Note
    arrays: dict[str, NDArray[Any]]
    progress: int


class _Handle:
    """The object that Dask keeps for a pool; the environment is closed when the object is dropped."""

    def __init__(self, setup: WorkerSetup, topic: str) -> None:
        self.topic = topic
        runner = _RemoteRunner(setup, topic)
        self.layout, self.pid, self.machine = runner.layout, os.getpid(), platform.node()
        _RUNNERS[topic] = runner
        weakref.finalize(self, _RUNNERS.pop, topic, None)


class _RemoteRunner(EnvironmentRunner):
    def __init__(self, setup: WorkerSetup, topic: str) -> None:
        super().__init__(setup)
        self.block = Block(self.layout)
        self._topic = topic
        self._due_s = time.monotonic() + REPORT_S

    def on_step(self) -> None:
        """Reports the progress of a rollout from time to time."""
        if time.monotonic() >= self._due_s:
            self._due_s = time.monotonic() + REPORT_S
            require("distributed", "cluster").get_worker().log_event(self._topic, self.block.get(Field.PROGRESS))


_RUNNERS: Final[dict[str, _RemoteRunner]] = {}
"""The environments in this process."""


def start_runner(setup: WorkerSetup, topic: str) -> _Handle | Failure:
    """Creates an environment in a process of a cluster."""
    try:
        return _Handle(setup, topic)
    except Exception as error:  # noqa: BLE001 - whatever a user's class raises is reported to the pool
        return failure_of(error)


def describe(handle: _Handle | Failure) -> tuple[Layout, int, str] | Failure:
    """Returns the sizes of the environment's arrays, and its process and machine."""
    return handle if isinstance(handle, Failure) else (handle.layout, handle.pid, handle.machine)


def execute(
    handle: _Handle, command: int, parameters: Mapping[str, Any], payload: Any, actions: NDArray[Any] | None
) -> _Answer | Failure:
    """Executes an order in the process with the environment."""
    try:
        runner = _RUNNERS[handle.topic]
        if actions is not None:
            runner.block["actions"][...] = actions
        note = runner.execute(command, parameters, payload)
    except Exception as error:  # noqa: BLE001 - whatever a user's class raises is reported to the pool
        return failure_of(error)
    names = _RETURNED if command == Command.STEP else _RETURNED[:1]
    arrays = {name: runner.block[name].copy() for name in names}
    return _Answer(note=note, arrays=arrays, progress=runner.block.get(Field.PROGRESS))


def ask_to_end(topic: str) -> None:
    """Makes a rollout end after its current step."""
    if topic in _RUNNERS:
        _RUNNERS[topic].block.put(Field.CLOSING, 1)


class RemoteWorker(Worker):
    """Starts and commands environments in the processes of a cluster; `wake` is released after each result."""

    _block: Block | None

    def __init__(self, setup: WorkerSetup, quota: RestartQuota, cluster: Cluster, wake: Semaphore) -> None:
        super().__init__(setup, quota)
        self._cluster = cluster
        self._wake = wake
        self._handle: Any = None
        self._running: Any = None
        """The future of the current order."""
        self._reported = True
        self._process = ""

    def _launch(self, setup: WorkerSetup) -> None:
        self._topic = f"kickabout-{uuid.uuid4().hex}"
        self._handle = self._running = None
        self._setup = setup

    def _finish_start(self, deadline_s: float) -> tuple[Layout, Block]:
        while not (processes := self._cluster.processes(now=True)):
            if time.monotonic() >= deadline_s:
                raise self._late()
            time.sleep(LOOK_S)  # a process of the cluster may still be starting
        self._process = processes[self.number % len(processes)]
        client = self._cluster.client
        self._handle = client.submit(start_runner, self._setup, self._topic, **self._here())
        description = self._result(client.submit(describe, self._handle, **self._here()), deadline_s)
        layout, self.pid, self.machine = description
        client.subscribe_topic(self._topic, self._note_progress)
        return layout, Block(layout)

    def _here(self) -> dict[str, Any]:
        return {"workers": [self._process], "allow_other_workers": False, "pure": False, "retries": 0}

    def _note_progress(self, event: tuple[float, int]) -> None:
        if self._block is not None:
            self._block.put(Field.PROGRESS, event[1])

    def _result(self, future: Any, deadline_s: float) -> Any:
        """Returns the result of a task.

        Raises:
            WorkerLostError: it failed, was lost, or took too long.
        """
        while not future.done():
            if time.monotonic() >= deadline_s:
                raise self._late()
            if self._is_gone():
                raise WorkerLostError(self._dead())
            _wait(future, LOOK_S)
        try:
            found = future.result(timeout=CONNECT_S)
        except (Exception, CancelledError) as error:
            raise WorkerLostError(self._dead(str(error))) from error
        if isinstance(found, Failure):
            raise WorkerLostError(self._raised(found))
        return found

    def _send(self, command: Command, parameters: Mapping[str, Any], payload: Any) -> None:
        assert self._block is not None
        actions = self._block["actions"].copy() if command is Command.STEP else None
        self._running = self._cluster.client.submit(
            execute, self._handle, int(command), dict(parameters), payload, actions, **self._here()
        )
        self._reported = False
        self._running.add_done_callback(lambda _: self._wake.release())

    def is_done(self) -> bool:
        """Returns True once for each result."""
        if self._reported or self._running is None or not self._running.done():
            return False
        self._reported = True
        return True

    def _take(self) -> Note:
        running, self._running = self._running, None
        answer = self._result(running, time.monotonic() + CONNECT_S)
        assert isinstance(answer, _Answer)
        assert self._block is not None
        for name, array in answer.arrays.items():
            self._block[name][...] = array
        self._block.put(Field.PROGRESS, answer.progress)
        return answer.note

    def _is_gone(self) -> bool:
        return self._process not in self._cluster.processes()

    @property
    def is_dead(self) -> bool:
        """True if the process in the cluster is gone, or the environment was released."""
        return self._handle is None or self._is_gone()

    def failure(self) -> WorkerFailure:
        """Returns the reason why the worker ended."""
        return self._dead()

    def _dead(self, error: str = "") -> WorkerFailure:
        cause = message(
            "remote-worker-lost",
            "Worker {worker} on {machine} was lost: {error}.",
            worker=self.setup.shown_number,
            machine=self.machine or self._cluster.address,
            error=error or message("cluster-process-gone", "its process is no longer in the cluster"),
        )
        return WorkerFailure(worker=self.number, cause=cause)

    def ask_to_end(self) -> None:
        """Asks a rollout to end; an idle worker releases its environment at once."""
        if self._running is None or self._is_gone():
            self.release()
        else:
            with contextlib.suppress(OSError, TimeoutError, RuntimeError):
                self._cluster.client.run(
                    ask_to_end, self._topic, workers=[self._process], on_error="ignore", wait=False
                )

    def terminate(self) -> None:
        """Abandons the current order without waiting for its end."""
        if self._running is not None:
            self._running.cancel(force=True)
            self._running = None

    def join(self, timeout_s: float) -> None:
        """Waits for the end of the current order, and then releases the environment."""
        if self._running is not None:
            _wait(self._running, timeout_s)
            if self._running.done():
                self.release()

    def release(self) -> None:
        """Releases the environment; may be called twice."""
        self.terminate()
        if self._handle is not None:
            with contextlib.suppress(OSError, TimeoutError, RuntimeError, KeyError, ValueError):
                self._cluster.client.unsubscribe_topic(self._topic)
            self._handle.release()
            self._handle = None
        self._block = None


def _wait(future: Any, timeout_s: float) -> None:
    """Waits until a task is done, with or without success."""
    with contextlib.suppress(Exception, CancelledError):
        future.result(timeout=timeout_s)
