"""Which package an error message of Python asks for; pure."""

import re
from collections.abc import Iterable
from typing import Final

from runtime.environments.requirements import Requirement, Requirements, canonical

_NO_MODULE: Final = re.compile(r"(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?")
_BROKEN: Final = re.compile(
    r"ImportError: (?:DLL load failed while importing (\w+)|\S*?(\w+)\.(?:cpython|so|pyd)\S*: )"
)
"""A package is there, but the system cannot load its compiled part."""

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
    "websocket": "websocket-client",
    "win32api": "pywin32",
    "win32con": "pywin32",
    "win32gui": "pywin32",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
"""Modules whose package is called differently; for all others the name of the module is a good guess."""


def missing_modules(text: str) -> tuple[str, ...]:
    """The modules that messages of Python in `text` say are missing or cannot be loaded, each once, in order."""
    found = [match[1] for match in _NO_MODULE.finditer(text)]
    return tuple(dict.fromkeys([*found, *broken_modules(text)]))


def broken_modules(text: str) -> tuple[str, ...]:
    """Of these, the ones that are installed and cannot be loaded."""
    return tuple(dict.fromkeys(match[1] or match[2] for match in _BROKEN.finditer(text)))


def package_of(module: str) -> str:
    """The package that most likely provides a module."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        known = _PACKAGES.get(".".join(parts[:length]))
        if known is not None:
            return known
    return parts[0]


def provider(module: str, requirements: Requirements | None) -> Requirement | None:
    """The line of a bot's requirements that provides a module; None when no line does, as far as names tell."""
    lines: Iterable[Requirement] = () if requirements is None else requirements.lines
    top = canonical(module.split(".", maxsplit=1)[0])
    wanted = (canonical(re.split(r"[<>=]", package_of(module))[0]), top)
    exact = next((line for name in wanted for line in lines if line.name == name), None)
    return exact or next((line for line in lines if line.name.startswith(wanted[0] + "-")), None)
