"""Runs agents written for RLBot v4 against a v5 server, in the bot's own interpreter.

The package uses the standard library, `rlbot_flatbuffers` and RLBot v4 (`rlbot==1.68.0`). The managers and base classes
of v4 run unmodified. Only `GameInterface.load_interface` is replaced, so the native library is never loaded.
"""
