#!/usr/bin/env python3
"""Starts Kickabout from a checkout: creates `.venv` from the lock file if needed, then runs Kickabout in it.

`python3 launch.py [ARGS]` runs Kickabout, `python3 launch.py test [OPTIONS] [PYTEST ARGS]` its checks and tests.
Options: `--soak` adds the long tests, `--no-checks` runs the tests alone, `--system-packages` first installs what the
tests need of a Debian system, `--all-pythons` repeats the tests on each Python of SUITE_PYTHONS that is found.
`python3 launch.py lint` runs the checks alone; `python3 launch.py fix` corrects what ruff can correct.
Standard library only. The syntax is valid for Python 2 too, so that an old Python can report that it is too old.
"""

import sys

OLDEST = (3, 11)
NEWEST = (3, 14)
"""The packages in the lock files support no newer version."""


def dotted(version):
    """Returns a version tuple as text: "3.11"."""
    return ".".join(map(str, version[:2]))


def complaint_about(version):
    """Returns the error message for an unsupported Python version (a tuple), or an empty text."""
    if OLDEST <= tuple(version[:2]) <= NEWEST:
        return ""
    return (
        "Kickabout needs Python {} to {}; this is Python {}.\n"
        "Install one of these from python.org or your system's packages, then start Kickabout with it.\n"
    ).format(dotted(OLDEST), dotted(NEWEST), dotted(version))


if complaint_about(sys.version_info):
    sys.stderr.write(complaint_about(sys.version_info))
    sys.exit(3)

import hashlib
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WINDOWS = os.name == "nt"


def interpreter_of(environment):
    """Returns the path of an environment's interpreter."""
    return environment / ("Scripts/python.exe" if WINDOWS else "bin/python")


def environment_for(root, version):
    """Returns the folder of the environment: `.venv`, or `.venv-X.Y` if `.venv` belongs to another Python version."""
    folder = root / ".venv"
    wanted = dotted(version)
    try:
        config = (folder / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return folder
    made_by = re.search(r"^version(?:_info)? *= *(\d+\.\d+)", config, re.MULTILINE)
    is_taken = made_by and made_by.group(1) != wanted and interpreter_of(folder).exists()
    return root / (".venv-" + wanted) if is_taken else folder


VENV = environment_for(ROOT, sys.version_info)
PYTHON = interpreter_of(VENV)


def path_line():
    """Returns the line of a .pth file that makes this checkout importable.

    It is a statement, because a bare path would be decoded with the encoding of the user's locale.
    """
    return "import os, sys; sys.path.append(os.fsdecode({!r}))\n".format(os.fsencode(ROOT))


def fingerprint(lock):
    """Returns a digest that changes with the lock file, the Python version and the place of this checkout."""
    return hashlib.sha256(lock.read_bytes() + sys.version.encode() + path_line().encode()).hexdigest()


def lock_file():
    """Returns the lock file that the environment was made from: that of the tests if they have run."""
    return ROOT / ("requirements-test.lock" if (VENV / "requirements-test.stamp").exists() else "requirements.lock")


def is_prepared(lock):
    """Returns whether `.venv` is up to date with the lock file."""
    try:
        return (VENV / (lock.stem + ".stamp")).read_text(encoding="utf-8") == fingerprint(lock) and PYTHON.exists()
    except OSError:
        return False


def hand_over(command):
    """Replaces this process by `command`; on Windows runs it and returns its exit code."""
    if not WINDOWS:
        os.execv(command[0], command)
    import subprocess

    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130


def start(arguments):
    """Runs Kickabout in `.venv`; returns its exit code."""
    # -P: a folder named app in the user's working folder must not be imported
    return hand_over([str(PYTHON), "-P", "-m", "app"] + arguments)


if __name__ == "__main__" and sys.argv[1:2] not in (["test"], ["lint"], ["fix"]):
    try:
        if is_prepared(lock_file()):
            sys.exit(start(sys.argv[1:]))  # before the imports below, which take as long as Python itself
    except OSError:
        pass  # `main` reports it
    except KeyboardInterrupt:
        sys.exit(130)

import contextlib
import errno
import importlib.util
import shutil
import subprocess
import tempfile
import time

INSTALL_TIMEOUT_S = 1800
LOCK_RETRY_S = 0.2
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Errors of file systems that do not support locks."""
MAX_TESTERS = 4
"""Maximum number of test processes; more would disturb tests that measure time."""
NOT_INSTALLED = (
    "Kickabout could not install its packages; the lines above say why. The first start needs a network connection\n"
    "and 500 MB of disk space. Run the same command again then: what was downloaded is kept."
)
GUARD = """
import os, signal, subprocess, sys, threading

def follow():
    os.read(0, 1)
    if os.name == "nt":
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(os.getpid())])
    else:
        os.killpg(0, signal.SIGKILL)

threading.Thread(target=follow, daemon=True).start()
os._exit(subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL))
"""
"""Runs a command and kills it, with everything that it started, when standard input ends."""
SUITE_PYTHONS = ((3, 11), (3, 13))
"""The versions of `test --all-pythons`."""
SYSTEM_PACKAGES = (
    "python3-venv",
    "git",
    # Qt, also without a screen
    "libglib2.0-0",
    "libgl1",
    "libegl1",
    "libxkbcommon0",
    "libfontconfig1",
    "libdbus-1-3",
    "libgssapi-krb5-2",
    "fonts-dejavu-core",
    # Qt on the virtual screen of the end-to-end tests, and the programs that operate it
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libxkbcommon-x11-0",
    "xvfb",
    "openbox",
    "xdotool",
    # The desktop entry is started by gio and, in a long test, by a file manager
    "libglib2.0-bin",
    "dbus",
    "pcmanfm",
)
"""The Debian packages that the tests need besides Python."""
QT_PROBE = "from PySide6.QtWidgets import QApplication; QApplication([])"
PYTHON_PROBE = """
import sys, sysconfig
is_usable = sys.version_info.releaselevel == "final" and not sysconfig.get_config_var("Py_GIL_DISABLED")
if is_usable and "{}.{}".format(*sys.version_info) == sys.argv[1]:
    sys.stdout.buffer.write(sys.executable.encode())
"""
"""Writes the path of the interpreter if it has the requested version."""
NO_VENV = (
    "This Python cannot create virtual environments: its 'venv' or 'ensurepip' module is missing.\n"
    "On Debian and Ubuntu, run:  sudo apt install python3-venv"
)


OPTIONS = ("--system-packages", "--all-pythons", "--soak", "--no-checks")
"""The options of `launch.py test`; the first two are not for the tests themselves."""


class SetupError(Exception):
    """Kickabout cannot be set up; the message says what to do."""


def say(text):
    """Writes a line to the error stream."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def try_lock(handle):
    """Locks an open file until it is closed or this process ends; returns False if another process has the lock.

    Returns True on a file system without locks.
    """
    try:
        if WINDOWS:
            import msvcrt

            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
    return True


@contextlib.contextmanager
def one_at_a_time():
    """Prevents two first starts from filling the same environment at once; the second one waits with a message."""
    with (ROOT / ".venv.lock").open("a+") as handle:
        if not try_lock(handle):
            say("Waiting for another start of Kickabout, which sets it up ...")
            while not try_lock(handle):
                time.sleep(LOCK_RETRY_S)
        yield


def run(command, quiet=False):
    """Runs a step of the set-up and returns whether it succeeded; its output goes to standard error.

    The output of a quiet step is shown only if the step fails. No step outlives this program. The steps run in the
    checkout, because Python imports modules from its working folder.
    """
    with tempfile.TemporaryFile() as unheard:
        guarded = subprocess.Popen(
            [sys.executable, "-c", GUARD] + [str(word) for word in command],
            stdin=subprocess.PIPE,
            stdout=unheard if quiet else sys.stderr,
            stderr=subprocess.STDOUT if quiet else None,
            cwd=ROOT,
            env=dict(os.environ, PYTHONUTF8="1"),  # else venv fails if the locale cannot encode the path
            start_new_session=True,
        )
        with guarded:
            try:
                code = guarded.wait(INSTALL_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                say("Ended, as it took longer than {:g} s:  {}".format(INSTALL_TIMEOUT_S, " ".join(map(str, command))))
                return False
        unheard.seek(0)
        if code != 0:
            sys.stderr.write(unheard.read().decode(errors="replace"))
    return code == 0


def environment_runs(code):
    """Returns whether the interpreter in `.venv` runs `code`; an update of the system's Python can break it."""
    try:
        return subprocess.run([str(PYTHON), "-P", "-c", code], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def can_make_environments():
    """Returns whether this Python has the modules for virtual environments; Debian packages one of them separately."""
    return all(importlib.util.find_spec(module) for module in ("venv", "ensurepip"))


def make_environment(uv):
    """Creates an empty `.venv` and replaces a broken one."""
    if (VENV / "pyvenv.cfg").exists():
        shutil.rmtree(VENV)
    if uv and run([uv, "venv", "--quiet", "--python", sys.executable, VENV]):
        return
    if not can_make_environments() or not run([sys.executable, "-m", "venv", VENV], quiet=True):
        raise SetupError(NO_VENV)


def install(lock, uv):
    """Installs the packages of the lock file and verifies their hashes."""
    if uv:
        command = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON, "--require-hashes"]
        if run(command + ["-r", lock]):
            return
    if not environment_runs("import pip") and not run([PYTHON, "-m", "ensurepip"], quiet=True):
        raise SetupError(NO_VENV)
    command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    if not run(command + ["-r", lock]):
        raise SetupError(NOT_INSTALLED)


def show_source_to_environment():
    """Makes this checkout importable in the environment, and removes what earlier versions added to it."""
    code = (
        "import pathlib, sys, sysconfig; "
        "site = pathlib.Path(sysconfig.get_path('purelib')); "
        "site.joinpath('kickabout.pth').write_text(sys.argv[1], encoding='ascii'); "
        "[file.unlink() for file in site.glob('kickabout_rlbot.*')]"
    )
    subprocess.run([str(PYTHON), "-P", "-c", code, path_line()], check=True)


def compile_source():
    """Compiles the source, so that later starts are fast even if Python does not write bytecode."""
    sources = [ROOT / name for name in ("app", "widgets", "runtime", "resources")]
    run([PYTHON, "-m", "compileall", "-q"] + sources)


def prepare(lock):
    """Updates `.venv` to the lock file; fast if it is up to date."""
    if is_prepared(lock):
        return
    stamp = VENV / (lock.stem + ".stamp")
    wanted = fingerprint(lock)
    with one_at_a_time():
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and environment_runs(""):
            return
        say("Setting Kickabout up (first start only, about a minute) ...")
        uv = shutil.which("uv")
        if not environment_runs(""):
            make_environment(uv)
        install(lock, uv)
        show_source_to_environment()
        compile_source()
        stamp.write_text(wanted, encoding="utf-8")


def processors(quota=Path("/sys/fs/cgroup/cpu.max")):
    """Returns the number of usable processors: affinity and a container's quota can allow fewer than the machine has.

    `quota` is the file of Linux control groups with microseconds per period.
    """
    if hasattr(os, "process_cpu_count"):
        allowed = os.process_cpu_count() or 1
    elif hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    else:
        allowed = os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError, ZeroDivisionError):
        share_us, period_us = quota.read_text(encoding="utf-8").split()
        if share_us != "max":
            allowed = min(allowed, -(-int(share_us) // int(period_us)))
    return max(1, allowed)


def missing_packages():
    """Returns the system packages that are not installed; None if the system has no apt."""
    if not all(shutil.which(tool) for tool in ("apt-get", "dpkg-query")):
        return None
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status}, ${Package}, ${Provides}\n"]
    listed = subprocess.run(query, stdout=subprocess.PIPE, check=True).stdout.decode(errors="replace")
    installed = set()
    for line in listed.splitlines():
        status, _, names = line.partition(", ")
        if status == "installed":
            installed.update(name.split()[0] for name in names.split(", ") if name.strip())
    return [name for name in SYSTEM_PACKAGES if name not in installed]


def install_system_packages():
    """Announces and installs the missing system packages, as root or with sudo."""
    missing = missing_packages()
    if missing is None:
        raise SetupError(packages_advice())
    if not missing:
        return
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    install = ["apt-get", "-q", "install", "-y", "--no-install-recommends"] + missing
    if sudo and not shutil.which("sudo"):
        raise SetupError("Only root can install system packages. Run as root:  " + " ".join(install))
    say("Installing system packages:  " + " ".join(sudo + install))
    subprocess.call(sudo + ["apt-get", "-q", "update"], stdout=subprocess.DEVNULL)
    command = sudo + ["env", "DEBIAN_FRONTEND=noninteractive"] + install
    if subprocess.call(command, stdout=subprocess.DEVNULL) != 0:
        raise SetupError("apt-get could not install the system packages; the lines above say why.")


def packages_advice():
    """Returns how to install the system packages that the tests need."""
    if missing_packages() is not None:
        return "Install the system packages that the tests need with:  python3 launch.py test --system-packages"
    if sys.platform.startswith("linux"):
        names = ", ".join(SYSTEM_PACKAGES)
        return "Install the packages that Debian calls {}; your system may use other names.".format(names)
    return "Install it and try again; --system-packages does that only on Debian, Ubuntu and their relatives."


def check_before_setup():
    """Raises SetupError if a program that the tests need is missing."""
    trouble = "" if shutil.which("git") else "The tests need git, which was not found."
    if not (PYTHON.exists() or shutil.which("uv") or can_make_environments()):
        trouble = "This Python cannot create virtual environments."
    if trouble:
        raise SetupError(trouble + "\n" + packages_advice())


def check_after_setup():
    """Raises SetupError if Qt does not start; warns about missing packages."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    done = subprocess.run([str(PYTHON), "-c", QT_PROBE], env=environment, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip().split("\n")[-1]
        reason = reason or "it ended with code {}".format(done.returncode)
        raise SetupError("Qt does not start: {}\n{}".format(reason, packages_advice()))
    missing = missing_packages()
    if missing:
        say("Some tests may be skipped or fail without {}.\n{}".format(", ".join(missing), packages_advice()))


def find_python(version, home=None):
    """Returns the path of an installed Python of this version, a tuple; None if there is none."""
    home = home or Path.home()
    name = dotted(version)
    pyenv = Path(os.environ.get("PYENV_ROOT") or home / ".pyenv")
    data = os.environ.get("APPDATA" if WINDOWS else "XDG_DATA_HOME") or home / ".local" / "share"
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR") or Path(data, "uv", "python"))
    inside = "python.exe" if WINDOWS else "bin/python" + name
    folders = [
        path
        for place, pattern in ((pyenv, "versions/{}.*"), (pyenv, "pyenv-win/versions/{}.*"), (uv, "cpython-{}.*"))
        for path in sorted(place.glob(pattern.format(name)), reverse=True)
    ]
    commands = [["python" + name], ["py", "-" + name]] if WINDOWS else [["python" + name]]
    for command in commands + [[str(folder / inside)] for folder in folders]:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            probe = command + ["-P", "-c", PYTHON_PROBE, name]
            found = subprocess.run(probe, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=False)
            if found.stdout:
                return found.stdout.decode()
    return None


def test(arguments):
    """Sets up and runs the tests, on one or several Python versions; returns 0 if all pass."""
    rest = [argument for argument in arguments if argument not in OPTIONS[:2]]
    if "--system-packages" in arguments:
        install_system_packages()
    check_before_setup()
    prepare(ROOT / "requirements-test.lock")
    check_after_setup()
    this = sys.version_info[:2]
    codes = {this: run_tests(rest)}
    if "--all-pythons" not in arguments:
        return codes[this]
    for version in SUITE_PYTHONS:
        if version == this:
            continue
        python = find_python(version)
        if python is None:
            say("Python {} was not found; the tests do not run on it.".format(dotted(version)))
            continue
        say("Python {}:  {}".format(dotted(version), python))
        codes[version] = subprocess.call([python, str(ROOT / "launch.py"), "test"] + rest)
    for version, code in codes.items():
        say("Python {}: {}".format(dotted(version), "failed" if code else "passed"))
    return 1 if any(codes.values()) else 0


def run_tests(arguments):
    """Runs all checks, unless `--no-checks` is given, and the tests; returns 0 if all of them pass."""
    os.chdir(ROOT)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of many hundred programs compiles all it imports
    marker = [] if "--soak" in arguments else ["-m", "not soak"]
    tests = [argument for argument in arguments if argument not in OPTIONS]
    testers = str(min(processors() + 2, MAX_TESTERS))  # tests wait for nearly half of their time
    is_whole = not tests and "--soak" not in arguments
    shared = ["-n", testers, "--dist", "loadfile", "--no-loadscope-reorder"] if is_whole else []
    failed = []
    if "--no-checks" not in arguments:
        with compiling(shared):
            failed = failing(tools("lint"))
    return verdict(failed + failing([[PYTHON, "-m", "pytest"] + marker + shared + tests]))


def tools(word):
    """Returns the commands of `launch.py lint` or `launch.py fix`."""
    ruff = PYTHON.parent / "ruff"
    if word == "fix":
        return [[ruff, "check", "--fix", "."], [ruff, "format", "."]]
    return [
        [ruff, "check", "."],
        [ruff, "format", "--check", "."],
        [PYTHON, "-m", "mypy"],
        [PYTHON.parent / "lint-imports"],
    ]


def failing(commands):
    """Runs all commands and returns those that fail."""
    return [command for command in commands if not passes(command)]


def verdict(failed):
    """Names the commands that failed; returns the exit code."""
    for command in failed:
        say("failed: " + shown(command))
    return 1 if failed else 0


def run_tools(word, arguments):
    """Sets up and runs `tools`; returns 0 if all of them succeed."""
    if arguments:
        say("`launch.py {}` is for the whole checkout and takes no arguments.".format(word))
        return 2
    prepare(ROOT / "requirements-test.lock")
    os.chdir(ROOT)
    return verdict(failing(tools(word)))


@contextlib.contextmanager
def compiling(is_wanted):
    """Compiles the tests, if wanted, while the block runs; otherwise every test process would compile them."""
    collect = [str(PYTHON), "-m", "pytest", "--collect-only", "-q", "-m", "not soak"]
    process = subprocess.Popen(collect, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) if is_wanted else None
    try:
        yield
        if process is not None:
            process.wait()
    finally:
        if process is not None and process.poll() is None:
            process.kill()


def shown(words):
    """Returns a command as text, its program without the folder."""
    return " ".join([Path(words[0]).name] + [str(word) for word in words[1:]])


def passes(check):
    """Shows a command and runs it; returns whether it succeeds."""
    sys.stdout.write("$ " + shown(check) + "\n")
    sys.stdout.flush()
    return subprocess.call([str(word) for word in check]) == 0


def main(arguments):
    """Prepares the environment and runs Kickabout or its tests; returns the exit code."""
    if sys.stderr is None:  # closed by the parent process
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - until the end of the program
    try:
        if arguments[:1] == ["test"]:
            return test(arguments[1:])
        if arguments[:1] in (["lint"], ["fix"]):
            return run_tools(arguments[0], arguments[1:])
        prepare(lock_file())
        return start(arguments)
    except SetupError as error:
        say(str(error))
        return 3
    except (OSError, subprocess.SubprocessError) as error:
        say("Kickabout could not be set up in {}: {}".format(ROOT, error))
        return 3
    except KeyboardInterrupt:
        say("Interrupted.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
