"""Wheels, and bots that require them, instead of a package index."""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from runtime.environments.choice import AgentSource
from runtime.environments.provision import NeedConcluded, NeedsFound, Provision
from tests.clock import Clock

LIMIT_S = 150.0


def make_wheel(folder, name, version, files, requires=()):
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{name}-{version}"
    head = "".join(f"Requires-Dist: {requirement}\n" for requirement in requires)
    contents = {
        **files,
        f"{stem}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{head}",
        f"{stem}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{stem}.dist-info/RECORD,,\n"
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in contents.items():
            archive.writestr(inner, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{inner},sha256={digest},{len(text.encode())}\n"
        archive.writestr(f"{stem}.dist-info/RECORD", record)
    return path


@pytest.fixture
def wheel():
    return make_wheel


@pytest.fixture
def bot_folder(tmp_path):
    folder = tmp_path / "bot ü"
    folder.mkdir()
    return folder


@pytest.fixture
def source(bot_folder):
    def make(key="blue-1", name="Ada", folder=bot_folder, run_command="python bot.py", document=None):
        return AgentSource(key=key, name=name, folder=folder, run_command=run_command, document=document)

    return make


@pytest.fixture
def environments(tmp_path):
    return tmp_path / "environments"


@pytest.fixture
def require(bot_folder, wheel):
    """Writes a requirements file that installs from the folder `wheels` beside it, which has gearbox 1.2."""
    wheel(bot_folder / "wheels", "gearbox", "1.2", {"gearbox.py": "RATIO = 3\n"})

    def write(*lines):
        file = bot_folder / "requirements.txt"
        file.write_text("\n".join(["--no-index", "--find-links ./wheels", *lines, ""]), encoding="utf-8")
        return file

    return write


class Run:
    """A provision that has run to its end, with its events."""

    def __init__(self, provision, *, install):
        self.provision = provision
        self.events = []
        provision.start()
        self.take()
        while not provision.is_over:
            self.take(0.05)
            if install and provision.needs:
                provision.install()
            elif provision.needs:
                provision.skip()
        self.take()
        self.pid = provision._supervisor.pid
        provision.close()

    def take(self, timeout_s=0.0):
        self.events += self.provision.poll(timeout_s)

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def missing(self):
        (found,) = self.of(NeedsFound)
        return [str(unmet.requirement.title) for need in found.needs for unmet in need.unmet]

    @property
    def verdict(self):
        (concluded,) = self.of(NeedConcluded)
        return concluded.verdict


@pytest.fixture
def provision(environments):
    """Makes provisions and closes them after the test."""
    made = []

    def make(*sources, configured=Path(sys.executable), basics=(), **values):
        made.append(Provision(sources, configured=configured, environments=environments, basics=basics, **values))
        return made[-1]

    yield make
    for provision in made:
        provision.close()


@pytest.fixture
def provide(provision):
    """Makes a provision and runs it to its end."""

    def run(*sources, install=True, **values):
        return Run(provision(*sources, **values), install=install)

    return run


@pytest.fixture
def clock():
    return Clock()
