#!/usr/bin/env python3
"""Starts Kickabout from a checkout: makes `.venv` from the lock file when needed, then runs it there.

`python3 launch.py [ARGS]` runs Kickabout, `python3 launch.py test [PYTEST ARGS]` its checks and tests.
Standard library only, and readable by old Pythons so that they can be told apart from a broken one.
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
OLDEST = (3, 11)
INSTALL_TIMEOUT_S = 1800
MOST_TESTERS = 4
"""Processes that share the tests out; more would disturb the tests that measure time."""
NO_NETWORK = (
    "Kickabout could not install its packages. The first start needs a network connection;\n"
    "when you are online, run the same command again: what was downloaded is kept."
)
NO_VENV = (
    "This Python cannot make virtual environments: its 'venv' or 'ensurepip' module is missing.\n"
    "On Debian and Ubuntu, run:  sudo apt install python3-venv"
)


class SetupError(Exception):
    """Kickabout cannot be set up; the text tells the user what to do."""


def check_python(version):
    """Raises SetupError when `version`, a tuple like sys.version_info, is too old."""
    if tuple(version[:2]) < OLDEST:
        raise SetupError(
            "Kickabout needs Python {}.{} or newer; this is Python {}.{}.\n"
            "Install a newer one from python.org or your system's packages, then start Kickabout with it.".format(
                OLDEST[0], OLDEST[1], version[0], version[1]
            )
        )


def fingerprint(lock):
    """Tells whether an environment was made from this lock file by this Python."""
    text = lock.read_bytes() + sys.version.encode() + str(ROOT).encode()
    return hashlib.sha256(text).hexdigest()


@contextlib.contextmanager
def one_at_a_time():
    """Keeps two first starts from filling the same environment; the lock ends with its process."""
    with (ROOT / ".venv.lock").open("a+") as handle:
        if WINDOWS:
            import msvcrt

            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run(command, quiet=False):
    """Runs a step of the set-up and returns whether it succeeded; its output goes to the error stream.

    A quiet step is heard only when it fails: Ctrl+C reaches it too, and its traceback is of no use. The steps run in
    the checkout, since Python imports modules from the folder it is started in, and the user's may hold anything.
    """
    try:
        done = subprocess.run(
            [str(word) for word in command],
            stdout=subprocess.PIPE if quiet else sys.stderr,
            stderr=subprocess.STDOUT if quiet else None,
            cwd=ROOT,
            timeout=INSTALL_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return False
    if done.returncode != 0 and done.stdout:
        print(done.stdout.decode(errors="replace"), file=sys.stderr)
    return done.returncode == 0


def environment_works():
    """Whether the interpreter in `.venv` starts; an update of the system's Python can break it."""
    try:
        return subprocess.run([str(PYTHON), "-c", ""], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def make_environment(uv):
    """Creates an empty `.venv`, in place of a broken one."""
    if (VENV / "pyvenv.cfg").exists():
        shutil.rmtree(VENV)
    if uv and run([uv, "venv", "--quiet", "--python", sys.executable, VENV]):
        return
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        raise SetupError(NO_VENV)
    if not run([sys.executable, "-m", "venv", VENV], quiet=True):
        raise SetupError(NO_VENV)


def install(lock, uv):
    """Installs exactly what `lock` names, by its hashes."""
    if uv:
        command = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON, "--require-hashes"]
        if run([*command, "-r", lock]):
            return
    if run([PYTHON, "-c", "import pip"]) or run([PYTHON, "-m", "ensurepip"]):
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        if run([*command, "-r", lock]):
            return
    raise SetupError(NO_NETWORK)


def show_source_to_environment():
    """Lets the environment's Python import Kickabout from this checkout, wherever it is started."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    asked = subprocess.run([str(PYTHON), "-P", "-c", code], capture_output=True, text=True, check=True)
    packages = asked.stdout.strip()
    (Path(packages) / "kickabout.pth").write_text(str(ROOT) + "\n", encoding="utf-8")


def compile_source():
    """Saves every later start the compilation, also where Python is told not to write bytecode."""
    run([PYTHON, "-m", "compileall", "-q", *(ROOT / name for name in ("app", "widgets", "runtime", "resources"))])


def prepare(lock):
    """Makes `.venv` hold what `lock` names; quick when it already does."""
    stamp = VENV / (lock.stem + ".stamp")
    wanted = fingerprint(lock)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and PYTHON.exists():
        return
    with one_at_a_time():
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and environment_works():
            return
        print("Setting Kickabout up (first start only, about a minute) ...", file=sys.stderr, flush=True)
        uv = shutil.which("uv")
        if not environment_works():
            make_environment(uv)
        install(lock, uv)
        show_source_to_environment()
        compile_source()
        stamp.write_text(wanted, encoding="utf-8")


def hand_over(command):
    """Lets `command` take this process's place, or on Windows waits for it, and returns its exit code."""
    if not WINDOWS:
        os.execv(command[0], command)
    with contextlib.suppress(KeyboardInterrupt):
        return subprocess.call(command)
    return 130


def test(arguments):
    """Runs every check and the tests; returns 0 only when all of them pass."""
    os.chdir(ROOT)
    marker = [] if "--soak" in arguments else ["-m", "not soak"]
    tests = [argument for argument in arguments if argument != "--soak"]
    testers = str(min(os.cpu_count() or 1, MOST_TESTERS))
    shared = [] if arguments else ["-n", testers, "--dist", "loadfile"]
    scripts = PYTHON.parent
    checks = (
        [scripts / "ruff", "check", "."],
        [scripts / "ruff", "format", "--check", "."],
        [PYTHON, "-m", "mypy"],
        [scripts / "lint-imports"],
        [PYTHON, "-m", "pytest", *marker, *shared, *tests],
    )
    failed = []
    for check in checks:
        words = [str(word) for word in check]
        print("$ " + " ".join([Path(words[0]).name, *words[1:]]), flush=True)
        if subprocess.call(words) != 0:
            failed.append(" ".join([Path(words[0]).name, *words[1:]]))
    for check in failed:
        print("failed: " + check, file=sys.stderr)
    return 1 if failed else 0


def main(arguments):
    """Prepares the environment and runs Kickabout or its tests; returns the exit code."""
    try:
        check_python(sys.version_info)
        if arguments[:1] == ["test"]:
            prepare(ROOT / "requirements-test.lock")
            return test(arguments[1:])
        if not (VENV / "requirements-test.stamp").exists():
            prepare(ROOT / "requirements.lock")
        else:
            prepare(ROOT / "requirements-test.lock")
        # -P: else a folder named app in the user's working folder would be taken for ours
        return hand_over([str(PYTHON), "-P", "-m", "app", *arguments])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
