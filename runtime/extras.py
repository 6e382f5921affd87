"""Optional packages: imported when needed, with a clear message if one is missing."""

import subprocess
import sys
from importlib import import_module
from types import ModuleType

from runtime.model.messages import Message, message


class MissingExtraError(ImportError):
    """A package of an optional extra is not installed; `reason` says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        self.reason: Message = message(
            "extra-missing",
            "{package}, of the extra {extra}, is not installed. Install it with: {command}",
            package=package,
            extra=extra,
            command=subprocess.list2cmdline([sys.executable, "-m", "pip", "install", package]),
        )
        super().__init__(str(self.reason))


def require(module: str, extra: str) -> ModuleType:
    """Imports `module`, which the optional `extra` installs.

    Raises:
        MissingExtraError: It is not installed.
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        raise MissingExtraError(package, extra) from error
