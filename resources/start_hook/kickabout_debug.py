"""Starts debugpy at the start of a program and waits for an editor; `sitecustomize` calls it if `VARIABLE` is set.

Only the first Python of a run command is debugged: the variables are removed, so that its children start as usual.
"""

import os
import sys

VARIABLE = "KICKABOUT_DEBUG"
"""The environment variable with the port, or with address and port."""
FOLDER_VARIABLE = "KICKABOUT_DEBUGPY"
"""The environment variable with the folder of debugpy, for programs whose own packages do not include it."""


def start():
    """Returns when an editor is attached; without debugpy or a free port, the program goes on without a debugger."""
    host, _, port = os.environ.pop(VARIABLE).rpartition(":")
    folder = os.environ.pop(FOLDER_VARIABLE, "")
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # warnings about Python's frozen modules
    if folder:
        sys.path.append(folder)
    try:
        import debugpy

        debugpy.configure(subProcess=False)
        debugpy.listen((host or "127.0.0.1", int(port)))
    except Exception as error:  # the program is not at fault
        say(f"This program runs without the debugger. debugpy could not start on port {port}: {error}")
        return
    say(f"Waiting for the editor on port {port}: attach its debugger to 127.0.0.1.")
    debugpy.wait_for_client()
    say("The editor is attached.")


def say(text):
    """Prints a line into the log of the program."""
    sys.stderr.write(f"[Kickabout] {text}\n")
    sys.stderr.flush()
