"""Coding rules of this project that no linter checks."""

import ast
import functools
import graphlib
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from runtime.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "widgets", "runtime", "resources")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MODULE_CEILING = 600
FUNCTION_CEILING = 50
FOLDER_CEILING = 24
MAX_FLOORS = 8


OUTWARD_MODULES = {
    *(
        "asyncio",
        "concurrent",
        "ctypes",
        "fcntl",
        "fileinput",
        "ftplib",
        "glob",
        "http",
        "io",
        "mmap",
        "multiprocessing",
    ),
    *("os", "platformdirs", "psutil", "select", "selectors", "shutil", "signal", "socket", "socketserver", "sqlite3"),
    *("ssl", "subprocess", "sys", "tempfile", "threading", "urllib", "watchdog", "zipfile"),
}
"""Through these a widget would reach disk, processes, network or other threads."""
OUTWARD_CLASSES = {
    *("QBuffer", "QDesktopServices", "QDir", "QDirIterator", "QFile", "QFileInfo", "QFileSystemModel"),
    *("QFileSystemWatcher", "QImageReader", "QLocalServer", "QLocalSocket", "QProcess", "QRunnable", "QSaveFile"),
    *("QSettings", "QSharedMemory", "QSocketNotifier", "QStandardPaths", "QTcpServer", "QTcpSocket", "QTemporaryDir"),
    *("QTemporaryFile", "QThread", "QThreadPool", "QUdpSocket"),
}
OUTWARD_METHODS = {
    *(
        "chmod",
        "exists",
        "expanduser",
        "glob",
        "is_dir",
        "is_file",
        "is_symlink",
        "iterdir",
        "lstat",
        "mkdir",
        "read_bytes",
    ),
    *(
        "read_text",
        "readlink",
        "rglob",
        "rmdir",
        "samefile",
        "symlink_to",
        "touch",
        "unlink",
        "write_bytes",
        "write_text",
    ),
}
"""Methods of paths; a widget may hold a path as a value."""


def reaches_out(node: ast.AST) -> list[str]:
    """Returns the parts of a node that a widget must not use."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names if name.name.split(".")[0] in OUTWARD_MODULES]
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        is_outward = module.split(".")[0] in OUTWARD_MODULES or module == "PySide6.QtNetwork"
        return [module] if is_outward else [name.name for name in node.names if name.name in OUTWARD_CLASSES]
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if isinstance(node.func, ast.Attribute):
            return [f"line {node.lineno}: .{name}()"] if name in OUTWARD_METHODS else []
        return [f"line {node.lineno}: {name}()"] if name in {"open", *OUTWARD_CLASSES} else []
    return []


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class Content(NamedTuple):
    """The facts about a module that the tests check."""

    lines: int
    functions: list[tuple[str, int]]
    """Each with its length in lines."""
    classes: list[str]
    attributes: set[str]
    shells: list[int]
    """Lines with an argument `shell`, true or false."""


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(parsed(path)))


@functools.cache
def content(path: Path) -> Content:
    source = path.read_text(encoding="utf-8")
    found = Content(source.count("\n"), [], [], set(), [])
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.functions.append((node.name, (node.end_lineno or node.lineno) - node.lineno + 1))
        elif isinstance(node, ast.ClassDef):
            found.classes.append(node.name)
        elif isinstance(node, ast.Attribute):
            found.attributes.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg == "shell":
            found.shells.append(node.lineno)
    return found


def test_modules_and_functions_stay_small():
    modules = {name_of(path): content(path).lines for path in SOURCES}
    functions = {f"{name_of(path)}: {name}": length for path in SOURCES for name, length in content(path).functions}
    assert {name: lines for name, lines in modules.items() if lines > MODULE_CEILING} == {}
    assert {name: lines for name, lines in functions.items() if lines > FUNCTION_CEILING} == {}


def test_folders_stay_small():
    folders = Counter(path.parent for path in SOURCES)
    assert {name_of(folder): count for folder, count in folders.items() if count > FOLDER_CEILING} == {}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


def imports_of(module: str, *, late: bool) -> set[str]:
    """Modules of the product that a module imports when it is loaded; with `late`, also for types and in functions."""
    path = MODULES[module]
    package = module.split(".") if path.stem == "__init__" else module.split(".")[:-1]
    names = set()
    for node in nodes(path) if late else parsed(path).body:
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            members = {f"{origin}.{name.name}" for name in node.names}
            names |= members if members <= MODULES.keys() else members | {origin}
    return {name for name in names if name in MODULES and name != module}


def longest_chain(modules: set[str], *, late: bool) -> list[str]:
    """Returns the longest chain of imports among modules; fails if imports are circular."""
    graph = {module: imports_of(module, late=late) & modules for module in modules}
    order = graphlib.TopologicalSorter(graph).static_order()
    chains: dict[str, list[str]] = {}
    for module in order:
        below = max((chains[other] for other in sorted(graph[module])), key=len, default=[])
        chains[module] = [module, *below]
    return max(chains.values(), key=len)


@pytest.mark.parametrize(
    "package",
    [
        *("app", "widgets", "runtime.agents", "runtime.match", "runtime.documents", "runtime.processes"),
        *(
            f"runtime.arena.{path.name}"
            for path in (ROOT / "runtime/arena").iterdir()
            if (path / "__init__.py").exists()
        ),
    ],
)
def test_a_package_has_few_floors(package):
    modules = {module for module in MODULES if f"{module}.".startswith(f"{package}.")}
    chain = longest_chain(modules, late=False)
    assert len(chain) <= MAX_FLOORS, " > ".join(chain)


def test_no_module_imports_itself_by_way_of_others():
    assert longest_chain(set(MODULES), late=True)


def test_names_say_what_a_thing_is():
    vague = [name_of(path) for path in SOURCES if path.stem in {"utils", "helpers", "misc", "common"}]
    names = [f"{name_of(path)}: {name}" for path in SOURCES for name in content(path).classes]
    assert vague == []
    assert [name for name in names if name.endswith(("Manager", "Helper", "Utils"))] == []


def test_nothing_spins_the_event_loop_or_uses_a_shell():
    assert [name_of(path) for path in SOURCES if "processEvents" in content(path).attributes] == []
    assert [name_of(path) for path in SOURCES if content(path).shells] == []


def test_widgets_touch_neither_disk_nor_processes_nor_the_network():
    faults = {
        name_of(path): [fault for node in nodes(path) for fault in reaches_out(node)]
        for path in (ROOT / "widgets").rglob("*.py")
    }
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import os.path",
        "from subprocess import run",
        "from PySide6.QtCore import QProcess, QTimer",
        "from PySide6.QtNetwork import QTcpSocket",
        "open(name)",
        "Path('x').read_text()",
        "QImageReader(name)",
        "path.is_file()",
    ],
)
def test_what_reaches_out_of_a_widget_is_found(line):
    assert any(reaches_out(node) for node in ast.walk(ast.parse(line)))


@pytest.mark.parametrize("line", ["from pathlib import Path", "Path('x') / name", "path.name", "dialog.open()"])
def test_paths_as_values_are_no_fault(line):
    assert not any(reaches_out(node) for node in ast.walk(ast.parse(line)))


GAME_FOLDER = ROOT / "runtime" / "games"
CONCRETE_GAMES = {
    node.name
    for path in GAME_FOLDER.glob("*.py")
    for node in nodes(path)
    if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "Game" for base in node.bases)
}
IS_GAME_ASKED = re.compile(rf"""([!=]=|\bis|\bis not|\bin|\bcase) *(BUILT_IN|["']({"|".join(GAMES)})["'])""")


def questions_about_the_game(source: str) -> list[str]:
    """Returns the lines that compare with the key of a game, or name the class of one."""
    classes = re.compile(rf"\b({'|'.join(CONCRETE_GAMES)})\b")
    return [line.strip() for line in source.splitlines() if IS_GAME_ASKED.search(line) or classes.search(line)]


def test_nobody_asks_which_game_it_is():
    sources = {path: path.read_text(encoding="utf-8") for path in SOURCES if not path.is_relative_to(GAME_FOLDER)}
    faults = {name_of(path): questions_about_the_game(source) for path, source in sources.items()}
    assert {name: lines for name, lines in faults.items() if lines} == {}


@pytest.mark.parametrize(
    "line", ["if choice.game == BUILT_IN:", 'game != "attached"', "case 'arena':", "ArenaGame(meshes=meshes)"]
)
def test_a_question_about_the_game_is_found(line):
    assert questions_about_the_game(line)


def test_the_model_imports_nothing_of_kickabout_but_itself():
    modules = list((ROOT / "runtime" / "model").glob("*.py"))
    assert len(modules) > 10
    for module in modules:
        for node in nodes(module):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES:
                assert node.module.startswith("runtime.model")


def test_lock_files_name_hashes_and_no_addresses():
    for name in ("requirements.lock", "requirements-test.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text
        requirements = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert requirements
        assert all(line.endswith("\\") for line in requirements), "every requirement is followed by its hashes"


def test_lock_keeps_the_pin_against_the_broken_qt_binding():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = next(line for line in lock.splitlines() if line.startswith("pyside6-essentials=="))
    major, minor = pinned.split("==")[1].split(".")[:2]
    assert (6, 8) <= (int(major), int(minor)) < (6, 12)


def test_no_generated_or_private_file_is_tracked():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    for name in done.stdout.splitlines():
        assert not name.endswith((".pyc", ".cmf", ".log")), name
        assert "__pycache__" not in name


def test_the_table_of_rules_names_every_conformance_test_and_no_other():
    tests = {
        (path.name, definition.name.removeprefix("test_").replace("_", " "))
        for path in (ROOT / "tests" / "conformance").glob("test_*.py")
        for definition in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(definition, ast.FunctionDef) and definition.name.startswith("test_")
    }
    rows = set()
    for part in (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, *lines = part.splitlines()
        if named := re.search(r"`(test_\w+\.py)`", heading):
            rows |= {(named[1], line.split(" | ")[0].removeprefix("| ")) for line in lines if line.startswith("| ")}
    assert {(name, rule) for name, rule in rows if rule != "rule"} == tests


def test_the_table_of_rocket_league_names_tests_that_exist():
    table = (ROOT / "docs" / "rocket_league.md").read_text(encoding="utf-8").split("## What is tested")[1]
    for line in table.splitlines():
        folder = ROOT
        for name in re.findall(r"`([\w/]*test_\w+\.py)`", line):  # a name without a folder follows one with it
            folder = (ROOT / name).parent if "/" in name else folder
            assert (folder / Path(name).name).is_file(), f"{name}: {line}"


OWN_FILES = {
    "app/commands/output.py": "the null device",
    "app/services/picture_program.py": "the null device and its standard output",
    "app/services/shortcut.py": "icons of Kickabout",
    "app/start.py": "the null device",
    "app/services/version.py": "Kickabout's own project file",
    "runtime/driving/linux.py": "devices, in small pieces",
    "runtime/processes/records.py": "records of runs in a folder that only the user can write",
    "resources/policy_bot/bot.py": "a program of its own, which reads its policy",
    "runtime/services/kit/kickabout/games.py": "part of a program of its own, which reads and writes its recordings",
    "runtime/services/kit/kickabout/launchers.py": "part of a program of its own, which writes its address",
    "resources/start_hook/kickabout_start.py": "part of a bot's program, which writes a report",
    "runtime/records/results.py": "a log that is written",
    "resources/looks.py": "styles and icons of Kickabout",
    "resources/presets.py": "presets of Kickabout",
    "runtime/arena/stadium/mesh_format.py": "meshes, checked to be regular files of a limited size",
    "runtime/files.py": "the bounded reader and the atomic writer",
    "runtime/library/templates.py": "a copy of an example bot of Kickabout",
    "runtime/packs/archive.py": "members of an archive that is open",
    "runtime/packs/unpack.py": "files that were just unpacked",
    "runtime/locks.py": "a lock of Kickabout",
    "runtime/v4_host/host.py": "a program of its own, in the interpreter of a bot",
    "runtime/processes/logs.py": "a log that is written",
    "runtime/processes/platforms/procfs.py": "the kernel's answers about processes",
    "runtime/training/runs/folder.py": "metrics of a run, which are appended",
    "runtime/training/runs/checkpoints.py": "files of a checkpoint, which are forced to the disk",
    "runtime/processes/source_probe.py": "a program of its own, which reads without waiting",
}
"""Modules that may read or open files directly, with the reason. All others use `runtime.files`."""
READING = {"read_text", "read_bytes", "open", "fdopen"}
READERS = {"builtins", "io", "os", "Path", "gzip", "lzma", "tarfile"}


def reads_directly(node):
    """True if a call reads or opens a file in any other way than `runtime.files`."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id == "open"
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in READING:
        return False
    if node.func.attr != "open":
        return True
    is_module = isinstance(node.func.value, ast.Name) and node.func.value.id in READERS
    return is_module or any(isinstance(value, ast.Constant) and value.value in MODES for value in arguments_of(node))


def arguments_of(call):
    return [*call.args, *(keyword.value for keyword in call.keywords)]


OWN_JSON = {
    "runtime/codec.py": "the codec",
    "runtime/processes/records.py": "part of the supervisor, which starts without other packages",
    "runtime/processes/wire.py": "part of the supervisor, which starts without other packages",
    "runtime/services/kit/kickabout/channel.py": "part of a bot's program",
    "runtime/services/kit/kickabout/games.py": "part of a bot's program",
    "runtime/services/kit/kickabout/launchers.py": "part of a bot's program",
    "runtime/services/kit/kickabout/service.py": "part of a bot's program",
    "runtime/v4_host/connection.py": "part of a bot's program",
    "runtime/v4_host/matchcomms.py": "part of a bot's program",
    "runtime/training/learners/policy.py": "part of exported bots",
}
"""Modules that parse JSON, with the reason. All others use `runtime.codec`."""


def test_json_is_parsed_by_the_codec():
    parsers = {name_of(path) for path in SOURCES if re.search(r"\bjson\.loads?\(", path.read_text(encoding="utf-8"))}
    assert parsers == set(OWN_JSON)


MODES = {f"{way}{kind}" for way in ("r", "w", "x", "a", "r+", "w+", "a+") for kind in ("", "b", "t")}
MODES |= {"a+b", "r+b", "w+b", "ab+", "rb+", "wb+", "utf-8"}


def test_files_of_others_are_read_by_the_bounded_reader():
    direct = {name_of(path) for path in SOURCES if any(map(reads_directly, nodes(path)))}
    assert direct == set(OWN_FILES)


@pytest.mark.parametrize(
    ("line", "is_direct"),
    [
        ("path.read_text()", True),
        ("path.read_bytes()", True),
        ("open(path)", True),
        ("os.open(path, flags)", True),
        ("path.open('rb')", True),
        ("path.open(encoding='utf-8')", True),
        ("dialog.open()", False),
        ("read_file(path, 10)", False),
    ],
)
def test_direct_reading_is_recognised(line, is_direct):
    assert any(map(reads_directly, ast.walk(ast.parse(line)))) == is_direct
