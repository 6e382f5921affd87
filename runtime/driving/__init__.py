"""Inputs of a human driver: keys, gamepads, and the controls that follow from them."""

from runtime.driving.gamepads import Gamepad, PadState, open_gamepad, support
from runtime.driving.inputs import HeldActions, HumanInputs

__all__ = ["Gamepad", "HeldActions", "HumanInputs", "PadState", "open_gamepad", "support"]
