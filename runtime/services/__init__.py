"""Agent services: one program that drives many cars in many matches; the kit for their authors is in `kit`."""

from runtime.services.kit import KIT, PACKAGE
from runtime.services.kit.kickabout.channel import (
    VARIABLE,
    Accepted,
    Address,
    Assign,
    Ended,
    Figures,
    GameFigures,
    Leave,
    Ready,
    Reason,
    Refused,
    Release,
    Said,
    Setup,
    ToLauncher,
    Welcome,
    content,
)
from runtime.services.link import ServiceLink, ServiceLost
from runtime.services.published import address_file, kit_path, published, read_address, service_environment

__all__ = [
    "KIT",
    "PACKAGE",
    "VARIABLE",
    "Accepted",
    "Address",
    "Assign",
    "Ended",
    "Figures",
    "GameFigures",
    "Leave",
    "Ready",
    "Reason",
    "Refused",
    "Release",
    "Said",
    "ServiceLink",
    "ServiceLost",
    "Setup",
    "ToLauncher",
    "Welcome",
    "address_file",
    "content",
    "kit_path",
    "published",
    "read_address",
    "service_environment",
]
