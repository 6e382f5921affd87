"""Packages that load their modules when one of their names is first used."""

import sys
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any


def lazy(package: str, names: Collection[str], modules: str) -> Callable[[str], Any]:
    """Returns a function for `__getattr__` of a package.

    Args:
        package: Its name.
        names: The names that its modules define.
        modules: Its modules, separated by spaces, the fastest to load first; a name is searched in this order.
    """

    def attribute(name: str) -> Any:
        if name not in names:
            raise AttributeError(name)
        loaded = (import_module(f"{package}.{module}") for module in modules.split())
        value = next(getattr(module, name) for module in loaded if hasattr(module, name))
        setattr(sys.modules[package], name, value)
        return value

    return attribute
