"""Packages whose modules are imported when one of their names is first used."""

import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any


def lazy_names(package: str, names: Collection[str], modules: Sequence[str]) -> Callable[[str], Any]:
    """Returns the `__getattr__` of a package; the modules with its `names` are searched in this order."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(name)
        loaded = (import_module(f"{package}.{module}") for module in modules)
        value = next(getattr(module, name) for module in loaded if hasattr(module, name))
        setattr(sys.modules[package], name, value)
        return value

    return find
