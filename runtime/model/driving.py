"""Driving the human's car: actions, the keys that trigger them, and the source of a match's inputs."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, Protocol

from runtime.model.values import Controls


class DriveAction(Enum):
    """An action that a key or button is bound to. Forward and reverse also pitch the car in the air."""

    FORWARD = "forward"
    REVERSE = "reverse"
    LEFT = "left"
    RIGHT = "right"
    JUMP = "jump"
    BOOST = "boost"
    POWERSLIDE = "powerslide"
    AIR_ROLL = "air_roll"
    """While it is held, left and right roll the car in the air instead of turning it."""
    ROLL_LEFT = "roll_left"
    ROLL_RIGHT = "roll_right"
    BALL_CAM = "ball_cam"


MOUSE_LEFT: Final = "Mouse left"
MOUSE_RIGHT: Final = "Mouse right"
MOUSE_MIDDLE: Final = "Mouse middle"
"""Names of mouse buttons; names of keys are Qt's portable ones, such as `W` or `Shift`."""
LEAVE_KEY: Final = "Esc"
"""Ends driving, so it cannot be bound."""

Keys = Mapping[DriveAction, str]
"""The key of each action; an action without key is absent."""

DEFAULT_RAMP_MS: Final = 100
"""Time until steering by key reaches full lock."""
DEFAULT_KEYS: Final[Keys] = MappingProxyType(
    {
        DriveAction.FORWARD: "W",
        DriveAction.REVERSE: "S",
        DriveAction.LEFT: "A",
        DriveAction.RIGHT: "D",
        DriveAction.JUMP: MOUSE_RIGHT,
        DriveAction.BOOST: MOUSE_LEFT,
        DriveAction.POWERSLIDE: "Shift",
        DriveAction.AIR_ROLL: "Shift",
        DriveAction.ROLL_LEFT: "Q",
        DriveAction.ROLL_RIGHT: "E",
        DriveAction.BALL_CAM: "Space",
    }
)
"""The defaults of Rocket League on a PC."""

_GROUND_ONLY: Final = frozenset({DriveAction.POWERSLIDE})
_AIR_ONLY: Final = frozenset({DriveAction.AIR_ROLL, DriveAction.ROLL_LEFT, DriveAction.ROLL_RIGHT})


def conflicts(keys: Keys) -> dict[DriveAction, tuple[DriveAction, ...]]:
    """Returns the actions that share a key with others, each with these others.

    An action that works only on the ground may share a key with one that works only in the air.
    """
    sharers = {
        action: tuple(other for other in keys if other is not action and keys[other] == key and _clash(action, other))
        for action, key in keys.items()
    }
    return {action: others for action, others in sharers.items() if others}


def _clash(one: DriveAction, other: DriveAction) -> bool:
    pair = {one, other}
    return not (pair & _GROUND_ONLY and pair & _AIR_ONLY)


def keys_from(texts: tuple[str, ...]) -> Keys:
    """Returns the defaults with the changes from the settings: `jump=J`, or `jump=` for no key."""
    keys = dict(DEFAULT_KEYS)
    actions = {action.value: action for action in DriveAction}
    for text in texts:
        name, _, key = text.partition("=")
        action = actions.get(name)
        if action is not None and key:
            keys[action] = key
        elif action is not None:
            keys.pop(action, None)
    return keys


def texts_of(keys: Keys) -> tuple[str, ...]:
    """Returns the changes from the defaults, in the form that `keys_from` reads."""
    return tuple(
        f"{action.value}={keys.get(action, '')}"
        for action in DriveAction
        if keys.get(action) != DEFAULT_KEYS.get(action)
    )


class InputSource(Protocol):
    """Source of the inputs of a human."""

    def sample(self, ticks: int = 1) -> Controls:
        """Returns the controls for the next tick; `ticks` have passed since the last call. For one thread."""

    def close(self) -> None:
        """Releases devices when driving ends; called by the thread that samples."""
