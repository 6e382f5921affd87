"""Finds missing packages and newer versions of Python in Python's error messages; reads no files."""

import re
from collections.abc import Iterable
from typing import Final

from runtime.environments.requirements import Requirement, Requirements, canonical

MAX_NAME: Final = 200
"""Maximum length of a module's name in an error message, in bytes."""
_NO_MODULE: Final = re.compile(r"(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?")
_BROKEN: Final = re.compile(
    r"ImportError: (?:DLL load failed while importing (\w+)|\S*?(\w+)\.(?:cpython|so|pyd)\S*: )"
)
"""An installed package with a compiled part that cannot be loaded."""

_PACKAGES: Final = {
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "Crypto": "pycryptodome",
    "dateutil": "python-dateutil",
    "docopt": "docopt",
    "dotenv": "python-dotenv",
    "flatbuffers": "flatbuffers",
    "git": "GitPython",
    "google.protobuf": "protobuf",
    "gi": "PyGObject",
    "jwt": "PyJWT",
    "keyboard": "keyboard",
    "mpl_toolkits": "matplotlib",
    "OpenGL": "PyOpenGL",
    "PIL": "Pillow",
    "pkg_resources": "setuptools",
    "psycopg2": "psycopg2-binary",
    "pygame_gui": "pygame-gui",
    "pywintypes": "pywin32",
    "RocketSim": "rocketsim",
    "rlbot": "rlbot>=2.0.0b1",
    "rlbot_flatbuffers": "rlbot-flatbuffers",
    "rlgym_compat": "rlgym-compat",
    "rlgym_ppo": "rlgym-ppo",
    "rlgym_sim": "rlgym-sim",
    "rlgym_tools": "rlgym-tools",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "stable_baselines3": "stable-baselines3",
    "torch_directml": "torch-directml",
    "usb": "pyusb",
    "virxrlcu": "VirxERLU-CLib",
    "websocket": "websocket-client",
    "win32api": "pywin32",
    "win32con": "pywin32",
    "win32gui": "pywin32",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
"""Packages by the modules that they provide, if their names differ."""
_SAME_NAMES: Final = (
    *("aiohttp", "colorama", "gymnasium", "imgui", "jax", "keras", "loguru", "matplotlib", "mouse", "msgpack", "numba"),
    *("numpy", "orjson", "pandas", "psutil", "pydantic", "pygame", "pyglet", "pynput", "requests", "rich", "rlgym"),
    *("rlviser", "scipy", "seaborn", "shapely", "sympy", "tensorflow", "toml", "torch", "torchvision", "tqdm"),
    *("trueskill", "wandb", "watchdog", "websockets"),
)
"""Well-known packages that have the names of their modules."""
_MISSING_NAMES: Final = (
    re.compile(r"ImportError: cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'"),
    re.compile(r"AttributeError: module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'"),
    re.compile(r"ModuleNotFoundError: No module named '(?P<module>[\w.]+)'(?P<name>)"),
)
_SINCE: Final = {
    "3.10": ("typing.Concatenate typing.ParamSpec typing.TypeAlias typing.TypeGuard typing.is_typeddict "
             "itertools.pairwise inspect.get_annotations types.NoneType types.EllipsisType types.UnionType"),
    "3.11": ("tomllib wsgiref.types enum.StrEnum enum.EnumType enum.ReprEnum enum.verify datetime.UTC "
             "asyncio.TaskGroup asyncio.Runner asyncio.timeout asyncio.Barrier contextlib.chdir math.cbrt math.exp2 "
             "operator.call typing.Self typing.Never typing.LiteralString typing.NotRequired typing.Required "
             "typing.Unpack typing.TypeVarTuple typing.assert_never typing.assert_type typing.reveal_type "
             "typing.dataclass_transform typing.get_overloads typing.clear_overloads hashlib.file_digest "
             "sys.exception"),
    "3.12": ("typing.override typing.TypeAliasType itertools.batched math.sumprod collections.abc.Buffer "
             "inspect.BufferFlags inspect.markcoroutinefunction calendar.Month calendar.Day types.get_original_bases "
             "sys.monitoring"),
    "3.13": ("warnings.deprecated typing.TypeIs typing.ReadOnly typing.NoDefault typing.get_protocol_members "
             "typing.is_protocol copy.replace queue.ShutDown asyncio.QueueShutDown math.fma os.process_cpu_count "
             "pathlib.UnsupportedOperation types.CapsuleType base64.z85encode dbm.sqlite3"),
    "3.14": ("annotationlib compression compression.zstd concurrent.interpreters string.templatelib "
             "functools.Placeholder operator.is_none operator.is_not_none"),
}  # fmt: skip
"""Names of the standard library by the version of Python in which they appeared ("What's New in Python")."""
_SINCE_BY_NAME: Final = {name: version for version, names in _SINCE.items() for name in names.split()}


def missing_modules(text: str) -> tuple[str, ...]:
    """Returns the modules that error messages in `text` name as missing or not loadable, each once, in order."""
    modules = [match[1] for match in _NO_MODULE.finditer(text) if is_module_name(match[1])]
    return tuple(dict.fromkeys([*modules, *broken_modules(text)]))


def is_module_name(name: str) -> bool:
    """Returns whether a module can have this name, and a file its parts."""
    return all(map(str.isidentifier, name.split("."))) and len(name.encode()) <= MAX_NAME


def broken_modules(text: str) -> tuple[str, ...]:
    """Returns the modules that `text` names as installed but not loadable."""
    return tuple(dict.fromkeys(match[1] or match[2] for match in _BROKEN.finditer(text)))


def package_of(module: str) -> str:
    """Returns the package that most likely provides a module."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        known = _PACKAGES.get(".".join(parts[:length]))
        if known is not None:
            return known
    return parts[0]


def is_well_known(module: str) -> bool:
    """Returns whether the package that provides a module is known for certain."""
    top = module.partition(".")[0]
    return top in _SAME_NAMES or package_of(module) != top or module in _PACKAGES


def provider(module: str, requirements: Requirements | None) -> Requirement | None:
    """Returns the line of a bot's requirements that seems to provide a module, by its name; None if there is none."""
    lines: Iterable[Requirement] = () if requirements is None else requirements.lines
    top = canonical(module.split(".", maxsplit=1)[0])
    names = (canonical(re.split(r"[<>=]", package_of(module))[0]), top)
    exact = next((line for name in names for line in lines if line.name == name), None)
    return exact or next((line for line in lines if line.name.startswith(names[0] + "-")), None)


def newer_name(text: str, version: str) -> tuple[str, str] | None:
    """Returns the name that is missing in the standard library, and the Python version that introduced it.

    None if the message is about something else, or if `version`, which raised it, should have the name.
    """
    for pattern in _MISSING_NAMES:
        for match in pattern.finditer(text):
            name = ".".join(filter(None, (match["module"], match["name"])))
            since = _SINCE_BY_NAME.get(name)
            if since is not None and not (version and _is_at_least(version, since)):
                return name, since
    return None


def _is_at_least(version: str, minimum: str) -> bool:
    return tuple(map(int, re.findall(r"\d+", version)[:2])) >= tuple(map(int, minimum.split(".")))
