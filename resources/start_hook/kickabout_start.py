"""Changes a Python program of an agent while it starts: see docs/decisions/0023.

Nothing here may raise, need a module that costs time, or use syntax that Python 3.6 does not know.
"""

import _frozen_importlib_external as machinery
import os
import sys
from binascii import crc32

_home = ""
"""The folder in which the program started: the agent's."""
_reported = set()
_breakpoints = set()
"""The places of breakpoints that were ignored."""
_skipped = ()
"""Beginnings of the paths of modules that nobody edits: the standard library and Kickabout's runtime."""
_BROKEN_RLBOT = ("2.0.0-beta.55", "2.0.0-beta.56")
_REPAIR = b"\n__import__('kickabout_start').repair_rlbot(globals())\n"
"""The end of `rlbot.managers` in these versions."""
_INSTALLED = tuple(os.sep + name + os.sep for name in ("site-packages", "dist-packages"))


def install(folder):
    """Changes this program; `folder` is that of this module."""
    global _home, _skipped
    _home = os.getcwd()
    standard = os.path.dirname(getattr(os, "__file__", "") or sys.executable)
    runtime = os.path.join(os.path.dirname(os.path.dirname(folder)), "runtime")
    _skipped = (standard + os.sep, runtime + os.sep)
    machinery.SourceFileLoader.get_code = _get_code
    _print_stacks_on_request()
    if not _is_debugged() and not os.environ.get("PYTHONBREAKPOINT"):
        sys.breakpointhook = _ignore_breakpoint


def _print_stacks_on_request():
    """Prints the stacks of all threads on the signal that `PosixPlatform.print_stacks` sends."""
    import _signal
    import faulthandler

    if hasattr(faulthandler, "register") and hasattr(_signal, "SIGWINCH"):
        faulthandler.register(_signal.SIGWINCH, file=2, all_threads=True)


def _is_debugged():
    """Starts debugpy and waits for the editor if Kickabout asked for it; returns whether it runs."""
    if "KICKABOUT_DEBUG" not in os.environ:
        return False
    try:
        _start_debugger(*os.environ.pop("KICKABOUT_DEBUG").split(":"))
    except Exception as error:
        _print("Kickabout could not start the debugger: %r" % (error,))
        return False
    return True


def _start_debugger(host, port):
    """Debugs only this Python of a run command: its children do not get the variables, so they start as usual."""
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # warnings about Python's frozen modules
    sys.path += filter(None, [os.environ.pop("KICKABOUT_DEBUGPY", "")])
    import debugpy

    debugpy.configure(subProcess=False)
    debugpy.listen((host, int(port)))
    _print("[Kickabout] Waiting for the editor on port %s: attach its debugger to %s." % (port, host))
    debugpy.wait_for_client()
    _print("[Kickabout] The editor is attached.")


def _print(text):
    """Prints a line into the log of the program."""
    if sys.stderr is not None:  # Windows: a program without a console has none
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def _ignore_breakpoint(*_, **__):
    """Lets the program go on at a breakpoint, because `pdb` would end it: it has no standard input."""
    frame = sys._getframe(1)
    path, line = place = (frame.f_code.co_filename, frame.f_lineno)
    if place not in _breakpoints:
        _breakpoints.add(place)
        file = path[len(_home) + 1 :] if path.startswith(_home + os.sep) else path
        _print(
            "breakpoint() at %s:%s is ignored, because no debugger is attached: choose Debug on the bot's card, "
            "or see docs/debugging.md." % (file, line)
        )


def _is_own(path):
    """Returns whether a module belongs to somebody who may be editing it."""
    return not path.startswith(_skipped) and not any(folder in path for folder in _INSTALLED)


def _report(path):
    """Tells Kickabout of a module outside the agent's folder, so that its changes reload the agent too."""
    path = os.path.abspath(path)
    file = os.environ.get("KICKABOUT_IMPORTS")
    if not file or path in _reported or path.startswith(_home + os.sep) or len(_reported) >= 200:
        return
    _reported.add(path)
    try:
        with open(file, "ab") as report:
            report.write(os.fsencode(path) + b"\n")
    except (OSError, ValueError):
        pass


def repair_rlbot(managers):
    """Replaces `set_game_state` of a broken rlbot, where every call raises TypeError; `managers` has its classes.

    It passes `fill_desired_game_state` an argument that this no longer takes.
    """
    from rlbot import flat
    from rlbot.utils import fill_desired_game_state

    def set_game_state(self, balls=None, cars=None, match_info=None, commands=()):
        """Sets the game to the desired state, as `rlbot` documents it; console commands follow as messages."""
        interface = getattr(self, "_game_interface", None) or self.rlbot_interface
        interface.send_msg(fill_desired_game_state(balls or {}, cars or {}, match_info))
        for command in commands:
            interface.send_msg(flat.ConsoleCommand(command))

    for name in ("Bot", "Hivemind", "MatchManager", "Script"):
        managers[name].set_game_state = set_game_state


def _get_code(loader, name):
    """Returns the code of a module; takes bytecode only of the same source, and not of one that is as long and as old.

    The checksum of the source takes the place of its time, in the comparison with the bytecode and in new bytecode. The
    source is read once, so the source that is compared is also the one that is compiled.
    """
    read = machinery.SourceLoader.get_code
    path = loader.get_filename(name)
    if name == "rlbot.managers" and getattr(sys.modules.get("rlbot"), "__version__", "") in _BROKEN_RLBOT:
        return compile(loader.get_data(path) + _REPAIR, path, "exec", dont_inherit=True)
    if not _is_own(path):
        return read(loader, name)
    _report(path)
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
        for method in ("get_data", "path_stats"):
            loader.__dict__.pop(method, None)
