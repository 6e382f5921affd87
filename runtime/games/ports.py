"""Findings about ports: free, or used by which program."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import Argument, Message, message

PORTS: Final = message("area-ports", "Ports")


def port_probe(port: int, use: Message) -> Probe:
    """Returns the check of a port; `use` is a phrase on what it is for."""
    return Probe(key=f"port-{port}", area=PORTS, find=partial(_port_findings, port, use))


def _port_findings(port: int, use: Message) -> Iterator[Finding]:
    from runtime.endpoints import is_free  # noqa: PLC0415 - a choice of games needs no sockets
    from runtime.processes.platforms.lookup import listener  # noqa: PLC0415 - loads processes

    state = FindingState.INFO
    values: dict[str, Argument] = {"port": str(port), "use": use}
    if is_free(port):
        state, text = FindingState.GOOD, message("port-free", "Port {port}, {use}, is free.", **values)
    elif process := listener(port):
        values |= {"pid": str(process[0]), "name": process[1]}
        text = message("port-used", "Port {port}, {use}, is used by {name} (process {pid}).", **values)
    else:
        text = message(
            "port-unseen",
            "Port {port}, {use}, is used by another user's process, or by one that the system does not show.",
            **values,
        )
    yield Finding(f"port-{port}", state, text)
