"""Inputs of a human driver: keys and gamepads, and the resulting controls."""

from runtime.driving.gamepad import Gamepad, PadState
from runtime.driving.gamepads import open_gamepad, support
from runtime.driving.inputs import HeldActions, HumanInputs

__all__ = ["Gamepad", "HeldActions", "HumanInputs", "PadState", "open_gamepad", "support"]
