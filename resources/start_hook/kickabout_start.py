"""What Kickabout changes in a Python program of an agent: see docs/decisions/0023.

Nothing here may raise, need a module that costs time, or use syntax that Python 3.6 does not know.
"""

import _frozen_importlib_external as machinery
import os
import sys
from binascii import crc32

_explained = set()
_skipped = ()
"""Beginnings of the paths of modules that nobody edits: the standard library and Kickabout's runtime."""
_INSTALLED = tuple(os.sep + name + os.sep for name in ("site-packages", "dist-packages"))


def install(folder):
    """Changes this program; `folder` is that of this module."""
    global _skipped
    standard = os.path.dirname(getattr(os, "__file__", "") or sys.executable)
    runtime = os.path.join(os.path.dirname(os.path.dirname(folder)), "runtime")
    _skipped = (standard + os.sep, runtime + os.sep)
    machinery.SourceFileLoader.get_code = _get_code
    _print_stacks_on_request()
    if hasattr(sys, "breakpointhook") and "PYTHONBREAKPOINT" not in os.environ:
        sys.breakpointhook = _explain_breakpoint


def _print_stacks_on_request():
    """Prints the stacks of all threads on the signal that `PosixPlatform.print_stacks` sends."""
    import _signal
    import faulthandler

    if hasattr(faulthandler, "register") and hasattr(_signal, "SIGWINCH"):
        faulthandler.register(_signal.SIGWINCH, file=2, all_threads=True)


def _explain_breakpoint(*_, **__):
    """Takes the place of pdb, which cannot ask anybody here; debugpy replaces it. Each place is named once."""
    frame = sys._getframe(1)
    place = "%s:%s" % (os.path.basename(frame.f_code.co_filename), frame.f_lineno)
    if place not in _explained:
        _explained.add(place)
        advice = "choose Debug on this bot's card, then attach your editor."
        sys.stderr.write("[Kickabout] breakpoint() at %s has no effect: %s\n" % (place, advice))


def _is_own(path):
    """Returns whether a module belongs to somebody who may be editing it."""
    return not path.startswith(_skipped) and not any(folder in path for folder in _INSTALLED)


def _get_code(loader, name):
    """Returns the code of a module; takes bytecode only of the same source, and not of one that is as long and as old.

    The checksum of the source takes the place of its time, in the comparison with the bytecode and in new bytecode. The
    source is read once, so the source that is compared is also the one that is compiled.
    """
    read = machinery.SourceLoader.get_code
    path = loader.get_filename(name)
    if not _is_own(path):
        return read(loader, name)
    try:
        source = loader.get_data(path)
    except OSError:
        return read(loader, name)

    def get_data(asked):
        if asked == path:
            return source
        data = type(loader).get_data(loader, asked)
        if data[4:5] == b"\x01":
            raise OSError("This bytecode asks not to be compared with its source.")
        return data

    loader.get_data = get_data
    loader.path_stats = lambda _: {"mtime": crc32(source), "size": len(source)}
    try:
        return read(loader, name)
    finally:
        del loader.get_data, loader.path_stats
