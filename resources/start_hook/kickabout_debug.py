"""Starts debugpy at the start of a program and waits for an editor; `kickabout_start` imports it if `VARIABLE` is set.

Only the first Python of a run command is debugged: the variables are removed, so that its children start as usual.
"""

import os
import sys

VARIABLE = "KICKABOUT_DEBUG"
"""The environment variable with the port, or with address and port."""
FOLDER_VARIABLE = "KICKABOUT_DEBUGPY"
"""The environment variable with the folder of debugpy, for programs whose own packages do not include it."""


def start():
    """Returns when an editor is attached; raises if there is no debugpy, or if another program uses the port."""
    host, _, port = os.environ.pop(VARIABLE).rpartition(":")
    folder = os.environ.pop(FOLDER_VARIABLE, "")
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # warnings about Python's frozen modules
    if folder:
        sys.path.append(folder)
    import debugpy

    debugpy.configure(subProcess=False)
    debugpy.listen((host or "127.0.0.1", int(port)))
    say("Waiting for the editor on port %s: attach its debugger to 127.0.0.1." % port)
    debugpy.wait_for_client()
    say("The editor is attached.")


def say(text):
    """Prints a line into the log of the program."""
    if sys.stderr is not None:
        sys.stderr.write("[Kickabout] %s\n" % text)
        sys.stderr.flush()


start()
