"""Creates the components of a specification, by built-in name or from a user's module."""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from numbers import Real
from typing import Any, Final, TypeAlias

from runtime.model.messages import message
from runtime.training.environment.actions import ACTIONS
from runtime.training.environment.checked import CHECKED
from runtime.training.environment.endings import ENDINGS
from runtime.training.environment.observations import OBSERVATIONS
from runtime.training.environment.opponents import OPPONENTS
from runtime.training.environment.rewards import REWARDS
from runtime.training.environment.starts import STARTS
from runtime.training.environment.state import ArenaState
from runtime.training.specification import Component, SpecificationError

KINDS: Final[Mapping[str, Mapping[str, Callable[..., Any]]]] = {
    "observation": OBSERVATIONS,
    "actions": ACTIONS,
    "rewards": REWARDS,
    "terminations": ENDINGS,
    "truncations": ENDINGS,
    "start": STARTS,
    "opponents": OPPONENTS,
}
"""Built-in classes by name, for each kind of component."""
METHODS: Final[Mapping[str, tuple[str, ...]]] = {
    "observation": ("size", "observe"),
    "actions": ("controls",),
    "rewards": ("__call__",),
    "terminations": ("__call__",),
    "truncations": ("__call__",),
    "start": ("draw",),
    "opponents": ("act",),
}


Listener: TypeAlias = Callable[[ArenaState], object]
"""Takes the rows of the affected arenas."""


def make(kind: str, component: Component, key: str = "", **defaults: Any) -> Any:
    """Returns a new component; the results of users' classes are checked.

    Args:
        kind: a key of `KINDS`.
        component: its name and parameters.
        key: the place in the specification, for errors.
        defaults: keyword arguments for classes that accept them; the component's own parameters override them.

    Raises:
        SpecificationError: there is no such class, or it rejects the parameters.
    """
    key = key or kind
    name, parameters = component.name, dict(component.parameters)
    factory = load(name, KINDS[kind], key)
    if kind == "start" and name == "mix":
        starts = parameters.get("starts", ())
        if not isinstance(starts, list | tuple):
            reason = message("type-expected", "This must be {expected}.", expected="a list")
            raise SpecificationError(f"{key}.starts", reason)
        parameters["starts"] = [
            make(kind, Component.from_json(start, f"{key}.starts[{index}]"), f"{key}.starts[{index}]")
            for index, start in enumerate(starts)
        ]
    accepted = _parameters_of(factory) or {}
    parameters = {parameter: value for parameter, value in defaults.items() if parameter in accepted} | parameters
    instance = built(factory, name, parameters, key)
    for method in METHODS[kind]:
        if not callable(getattr(instance, method, None)):
            reason = message("component-incomplete", "'{name}' has no method '{method}'.", name=name, method=method)
            raise SpecificationError(key, reason)
    return instance if name in KINDS[kind] else CHECKED[kind](instance, name, key)


def built(factory: Callable[..., Any], name: str, parameters: Mapping[str, Any], key: str = "") -> Any:
    """Returns a new object of a class.

    Raises:
        SpecificationError: the class does not have one of the parameters, or rejects its value.
    """
    accepted = _parameters_of(factory)
    if accepted is not None:
        _check_parameters(name, parameters, accepted, key)
    return tried(partial(factory, **parameters), name, key)


def tried(call: Callable[[], Any], name: str, key: str) -> Any:
    """Returns the result of calling a component that may reject its arguments.

    Raises:
        SpecificationError: the call raised an exception.
    """
    try:
        return call()
    except Exception as error:
        reason = message("component-refused", "'{name}' refuses this: {error}.", name=name, error=_text(error))
        raise SpecificationError(key, reason) from error


def load(name: str, known: Mapping[str, Callable[..., Any]], key: str) -> Callable[..., Any]:
    """Returns the class with this name.

    Raises:
        SpecificationError: there is no such class.
    """
    if name in known:
        return known[name]
    module_name, colon, attribute = name.partition(":")
    if not colon or not module_name or not attribute:
        reason = message(
            "component-unknown",
            "'{name}' is unknown. Known: {known:,}. A class of your own is named 'package.module:Class'.",
            name=name,
            known=tuple(known),
        )
        raise SpecificationError(key, reason)
    try:
        module = import_module(module_name)
    except Exception as error:
        reason = message(
            "component-module-failed",
            "The module '{module}' cannot be imported: {error}.",
            module=module_name,
            error=_text(error),
        )
        raise SpecificationError(key, reason) from error
    value: Any = module
    for part in attribute.split("."):
        value = getattr(value, part, None)
    if not callable(value):
        reason = message(
            "component-not-in-module",
            "The module '{module}' has no class '{name}'.",
            module=module_name,
            name=attribute,
        )
        raise SpecificationError(key, reason)
    factory: Callable[..., Any] = value
    return factory


def listeners(playing: Sequence[Any], endings: Sequence[Any]) -> tuple[list[Listener], list[Listener]]:
    """Returns the methods to call when an episode begins, and when a new start follows a goal within an episode.

    The first are the `reset` methods. The second are the `kick_off` methods. A component that plays but has no
    `kick_off` is reset instead; an ending is not, because it judges the whole episode.
    """
    resets = [getattr(component, "reset", None) for component in (*playing, *endings)]
    kick_offs = [getattr(component, "kick_off", getattr(component, "reset", None)) for component in playing]
    kick_offs += [getattr(component, "kick_off", None) for component in endings]
    return list(filter(callable, resets)), list(filter(callable, kick_offs))


def _check_parameters(name: str, parameters: Mapping[str, Any], accepted: Mapping[str, Any], key: str) -> None:
    """Rejects unknown parameters, and values other than numbers for numeric parameters of Kickabout's classes."""
    for parameter, value in parameters.items():
        if parameter not in accepted:
            reason = message(
                "component-parameter-unknown",
                "'{name}' has no parameter '{parameter}'. It has {accepted:,}.",
                name=name,
                parameter=parameter,
                accepted=tuple(accepted) or ("none",),
            )
            raise SpecificationError(f"{key}.{parameter}", reason)
        if ":" not in name and type(accepted[parameter]) in (int, float) and not _is_number(value):
            reason = message(
                "component-parameter-number",
                "The parameter '{parameter}' of '{name}' must be a number.",
                parameter=parameter,
                name=name,
            )
            raise SpecificationError(f"{key}.{parameter}", reason)


def _parameters_of(factory: Callable[..., Any]) -> dict[str, Any] | None:
    """Returns the keyword arguments with their defaults; None if any is accepted or the signature is unknown."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return {parameter.name: parameter.default for parameter in parameters if parameter.kind in kinds}


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and not math.isnan(value)


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(".")
