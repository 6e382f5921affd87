"""The parts of an environment as data: frozen values with a JSON form.

An environment consists of components: classes of Kickabout with short names, such as `velocity_to_ball`, or users'
classes, named `package.module:Class`. Their parameters are the keyword arguments of the class.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Annotated, Any, Final, TypeVar

from runtime.documents.choices import ARENA_MODES
from runtime.model.keys import Key, keys_of, whole
from runtime.model.messages import Message, message

T = TypeVar("T")

_NUMBERS: Final[Mapping[type[Any], type[Any]]] = {int: Integral, float: Real}

ALL: Final = "all"
"""Agents control the cars of both teams: self-play."""
BLUE: Final = "blue"
"""Agents control the blue cars; `opponents` drive the orange ones."""
ONE: Final = "one"
"""One agent controls the first blue car; `opponents` drive all others, including its team mates."""
MAX_CARS_PER_TEAM: Final = 4
"""With more than eight cars the same seed would not always give the same episode."""
MAX_TICK_SKIP: Final = 120


class SpecificationError(ValueError):
    """A specification cannot be used; `key` names the place, such as `rewards[1].weight`."""

    def __init__(self, key: str, reason: Message) -> None:
        super().__init__(f"{key}: {reason}" if key else str(reason))
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A class, given by its name, with its keyword arguments."""

    name: str
    """A built-in name, or `package.module:Class`."""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Returns the JSON form; `from_json` also accepts a plain text as the name, and a component."""
        return {"name": self.name, "parameters": dict(self.parameters)}

    @classmethod
    def from_json(cls, value: object, key: str = "") -> "Component":
        """Reads the JSON form.

        Raises:
            SpecificationError: a key is unknown or a value has the wrong type.
        """
        if isinstance(value, Component):
            return value
        if isinstance(value, str):
            return cls(name=value)
        table = _table(value, key, ("name", "parameters"))
        return cls(
            name=_value(table, "name", key, str), parameters=dict(_value(table, "parameters", key, Mapping, default={}))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardTerm:
    """One term of the reward."""

    component: Component
    weight: float = 1.0

    def as_json(self) -> dict[str, Any]:
        """Returns the JSON form: the component's, plus the weight."""
        return {**self.component.as_json(), "weight": self.weight}

    @classmethod
    def from_json(cls, value: object, key: str = "") -> "RewardTerm":
        """Reads the JSON form; raises like `Component.from_json`."""
        if isinstance(value, RewardTerm):
            return value
        if isinstance(value, str | Component):
            return cls(component=Component.from_json(value))
        table = _table(value, key, ("name", "parameters", "weight"))
        weight = _value(table, "weight", key, float, default=1.0)
        rest = {name: inner for name, inner in table.items() if name != "weight"}
        return cls(component=Component.from_json(rest, key), weight=weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentSpec:
    """One kind of environment. An agent drives one car; agents are numbered like the cars: blue first, then orange.

    Each field may also be given in its JSON form, such as `observation="ball"`.
    """

    mode: Annotated[str, Key("Game mode", names=ARENA_MODES)] = "Soccar"
    """Soccar, Hoops, Heatseeker or Snowday."""
    blue: Annotated[int, Key("Blue cars", number=whole(1, MAX_CARS_PER_TEAM))] = 1
    orange: Annotated[int, Key("Orange cars", number=whole(0, MAX_CARS_PER_TEAM))] = 1
    """Number of cars of each team."""
    controlled: Annotated[
        str, Key("The policy drives", names=(ALL, BLUE), words=("All cars: self-play", "Blue cars"))
    ] = ALL
    """`all` for self-play; `blue` or `one` if `opponents` drive the other cars."""
    opponents: Component | None = None
    """Drives the cars without an agent; if it is None, they stand still."""
    tick_skip: Annotated[
        int,
        Key(
            "Tick skip",
            "Ticks for which an action is held; 8 of 120 are 15 actions per second",
            whole(1, MAX_TICK_SKIP),
        ),
    ] = 8
    """Number of ticks (1/120 s) for which an action is held."""
    action_delay: Annotated[int, Key(number=whole(0, MAX_TICK_SKIP))] = 0
    """Number of ticks at the beginning of a step in which the previous action still applies; less than `tick_skip`."""
    observation: Component = field(default_factory=lambda: Component(name="default"))
    actions: Component = field(default_factory=lambda: Component(name="lookup"))
    rewards: tuple[RewardTerm, ...] = (
        RewardTerm(component=Component(name="goal"), weight=10.0),
        RewardTerm(component=Component(name="touch"), weight=0.5),
        RewardTerm(component=Component(name="velocity_to_ball"), weight=0.05),
        RewardTerm(component=Component(name="ball_to_goal"), weight=0.1),
    )
    terminations: tuple[Component, ...] = (Component(name="goal"),)
    """Conditions that end the episode for good; for a learner, what follows has no value."""
    truncations: tuple[Component, ...] = (
        Component(name="no_touch", parameters={"seconds": 30.0}),
        Component(name="time_limit", parameters={"seconds": 300.0}),
    )
    """Conditions that cut the episode off although it could continue."""
    start: Component = field(default_factory=lambda: Component(name="kickoff"))
    mutators: Mapping[str, str] = field(default_factory=dict)
    """Mutators by their names in match documents, such as `{"gravity": "Low"}`."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Named numbers that may change from episode to episode (`environment.parameters`): a number, or a distribution
    such as `{"uniform": [0.5, 1.5]}`."""

    def __post_init__(self) -> None:
        fields = {name: getattr(self, name) for name in _FORMS}
        for name, (read, _) in _FORMS.items():
            object.__setattr__(self, name, read(fields, name, ""))
        ranges = {key.field: key.number for key in keys_of(EnvironmentSpec) if key.number is not None}
        ranges["action_delay"] = whole(0, self.tick_skip - 1)
        for name, numbers in ranges.items():
            if not numbers.accepts(getattr(self, name)):
                minimum, maximum = int(numbers.minimum), int(numbers.maximum)
                reason = message("out-of-range", "This must be from {least} to {most}.", least=minimum, most=maximum)
                raise SpecificationError(name, reason)
        if self.controlled not in (ALL, BLUE, ONE):
            reason = message("controlled-unknown", "This must be 'all', 'blue' or 'one'.")
            raise SpecificationError("controlled", reason)
        if self.opponents is not None and self.agents == len(self.teams):
            reason = message("no-place-for-opponents", "Opponents need cars that no agent controls.")
            raise SpecificationError("opponents", reason)

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each car: 0 blue, 1 orange."""
        return (0,) * self.blue + (1,) * self.orange

    @property
    def agents(self) -> int:
        """Number of agents of one arena."""
        return {ALL: self.blue + self.orange, BLUE: self.blue, ONE: 1}[self.controlled]

    @property
    def agent_names(self) -> list[str]:
        """A name for each agent of an arena: `blue_0`, `blue_1`, …, `orange_0`, …."""
        names = [f"blue_{number}" for number in range(self.blue)]
        return [*names, *(f"orange_{number}" for number in range(self.orange))][: self.agents]

    def as_json(self) -> dict[str, Any]:
        """Returns a value for `json.dumps` that `from_json` reads."""
        return {name: write(getattr(self, name)) for name, (_, write) in _FORMS.items()}

    @classmethod
    def from_json(cls, value: object, key: str = "") -> "EnvironmentSpec":
        """Reads the JSON form; missing fields have their defaults.

        Raises:
            SpecificationError: a key is unknown, or a value has the wrong type or is out of range.
        """
        table = _table(value, key, tuple(_FORMS))
        return cls(**{name: _FORMS[name][0](table, name, key) for name in table})


def reach_the_ball(*, seconds: float = 15.0, distance: float | None = None, **fields: Any) -> EnvironmentSpec:
    """Returns the environment of a first task: a car drives to the ball alone until it touches it.

    Args:
        seconds: time limit of an episode.
        distance: maximum distance of the car from the ball at the start, uu; None for the whole field.
        fields: other fields of the specification.
    """
    defaults: dict[str, Any] = {
        "blue": 1,
        "orange": 0,
        "controlled": BLUE,
        "observation": Component(name="car_frame"),
        "actions": Component(name="continuous"),
        "rewards": (
            RewardTerm(component=Component(name="touch"), weight=5.0),
            RewardTerm(component=Component(name="velocity_to_ball"), weight=0.2),
        ),
        "terminations": (Component(name="touch"),),
        "truncations": (Component(name="time_limit", parameters={"seconds": seconds}),),
        "start": Component(name="random", parameters={} if distance is None else {"distance": distance}),
    }
    return EnvironmentSpec(**(defaults | fields))


def _table(value: object, key: str, known: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SpecificationError(key, message("table-expected", "A table is expected here."))
    for name in value:
        if name not in known:
            reason = message("key-unknown", "This key is unknown. Known: {known:,}.", known=tuple(known))
            raise SpecificationError(_joined(key, str(name)), reason)
    return value


def _value(table: Mapping[str, Any], name: str, key: str, kind: type[Any], default: Any = None) -> Any:
    value = table.get(name, default)
    if kind in _NUMBERS and isinstance(value, _NUMBERS[kind]) and not isinstance(value, bool):
        value = kind(value)  # numpy has types of its own
    if not isinstance(value, kind) or isinstance(value, bool) or (kind is float and not math.isfinite(value)):
        words = {str: "a text", int: "a whole number", float: "a number", Mapping: "a table", Sequence: "a list"}
        reason = message("type-expected", "This must be {expected}.", expected=words[kind])
        raise SpecificationError(_joined(key, name), reason)
    return value


def _joined(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _plain(kind: type[Any]) -> tuple[Callable[..., Any], Callable[[Any], Any]]:
    return lambda table, name, key: _value(table, name, key, kind), lambda value: value


def _read_component(table: Mapping[str, Any], name: str, key: str) -> Component | None:
    is_none = table[name] is None and name == "opponents"
    return None if is_none else Component.from_json(table[name], _joined(key, name))


def _read_all(read: Callable[[object, str], T]) -> Callable[[Mapping[str, Any], str, str], tuple[T, ...]]:
    def read_list(table: Mapping[str, Any], name: str, key: str) -> tuple[T, ...]:
        values = _value(table, name, key, Sequence)
        if isinstance(values, str):
            raise SpecificationError(
                _joined(key, name), message("type-expected", "This must be {expected}.", expected="a list")
            )
        return tuple(read(value, f"{_joined(key, name)}[{index}]") for index, value in enumerate(values))

    return read_list


def _read_mapping(table: Mapping[str, Any], name: str, key: str) -> dict[str, Any]:
    return dict(_value(table, name, key, Mapping))


def _write(value: Component | RewardTerm | None) -> Any:
    return None if value is None else value.as_json()


def _write_all(values: Sequence[Component | RewardTerm]) -> list[Any]:
    return [value.as_json() for value in values]


_FORMS_OF_KINDS: Final[dict[Any, tuple[Callable[..., Any], Callable[[Any], Any]]]] = {
    str: _plain(str),
    int: _plain(int),
    Component: (_read_component, _write),
    tuple[RewardTerm, ...]: (_read_all(RewardTerm.from_json), _write_all),
    tuple[Component, ...]: (_read_all(Component.from_json), _write_all),
    **dict.fromkeys((Mapping[str, str], Mapping[str, Any]), (_read_mapping, dict)),
}
_FORMS: Final = {key.field: _FORMS_OF_KINDS[key.kind] for key in keys_of(EnvironmentSpec)}
"""The functions that read and write each field."""
