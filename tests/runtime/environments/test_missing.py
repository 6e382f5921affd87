from pathlib import Path

import pytest

from runtime.environments.missing import broken_modules, missing_modules, newer_name, package_of, provider
from runtime.environments.requirements import Requirement, Requirements


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("ModuleNotFoundError: No module named 'cv2'", ("cv2",)),
        ("ModuleNotFoundError: No module named 'google.protobuf'", ("google.protobuf",)),
        ("ImportError: No module named yaml", ("yaml",)),
        ("Ended before it was ready (exited with code 1): ModuleNotFoundError: No module named 'a'", ("a",)),
        ("ModuleNotFoundError: No module named 'a'\nModuleNotFoundError: No module named 'b'", ("a", "b")),
        ("ImportError: DLL load failed while importing _core: The specified module could not be found.", ("_core",)),
        ("ImportError: /x/_multi.cpython-311-x86_64-linux-gnu.so: undefined symbol: f", ("_multi",)),
        ("ImportError: cannot import name 'Bot' from 'rlbot'", ()),
        ("KeyError: 'No module named'", ()),
        ("", ()),
    ],
)
def test_modules(text, modules):
    assert missing_modules(text) == modules


def test_broken_modules_are_distinguished_from_missing_ones():
    assert broken_modules("ModuleNotFoundError: No module named 'cv2'") == ()
    assert broken_modules("ImportError: DLL load failed while importing cv2: gone") == ("cv2",)


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("cv2", "opencv-python"),
        ("sklearn.linear_model", "scikit-learn"),
        ("PIL.Image", "Pillow"),
        ("yaml", "PyYAML"),
        ("google.protobuf.message", "protobuf"),
        ("numpy.linalg", "numpy"),
        ("virxrlcu", "VirxERLU-CLib"),
        ("unheard_of", "unheard_of"),
    ],
)
def test_packages(module, package):
    assert package_of(module) == package


def requirements(*names):
    file = Path("/bots/requirements.txt")
    lines = (Requirement(text=name, name=name, file=file, line=place) for place, name in enumerate(names, 1))
    return Requirements(file=file, lines=tuple(lines))


@pytest.mark.parametrize(
    ("module", "names", "line"),
    [
        ("cv2", ("numpy", "opencv-python"), 2),
        ("cv2", ("numpy", "opencv-python-headless"), 2),
        ("PIL", ("pillow",), 1),
        ("my_package.sub", ("my-package",), 1),
        ("rlbot", ("rlbot",), 1),
        ("yaml", ("numpy",), None),
    ],
)
def test_the_line_that_provides_a_module(module, names, line):
    found = provider(module, requirements(*names))
    assert (found.line if found else None) == line
    assert provider(module, None) is None


@pytest.mark.parametrize(
    ("text", "version", "expected"),
    [
        ("ImportError: cannot import name 'override' from 'typing'", "3.11.7", ("typing.override", "3.12")),
        ("ImportError: cannot import name 'override' from 'typing'", "3.12.0", None),
        ("ImportError: cannot import name 'override' from 'typing'", "", ("typing.override", "3.12")),
        ("AttributeError: module 'itertools' has no attribute 'batched'", "3.11", ("itertools.batched", "3.12")),
        ("ModuleNotFoundError: No module named 'tomllib'", "3.10.1", ("tomllib", "3.11")),
        ("ModuleNotFoundError: No module named 'torch'", "3.10.1", None),
        ("ImportError: cannot import name 'thing' from 'typing'", "3.10.1", None),
    ],
)
def test_names_of_newer_pythons_in_messages(text, version, expected):
    assert newer_name(text, version) == expected
