"""Starts and attaches as VS Code and PyCharm do, from the launch configurations that Kickabout writes."""

import importlib.util
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from runtime.agents import roster, with_own_ids
from runtime.agents.editor_files import editor_files
from runtime.agents.program import LaunchContext, own_start
from runtime.games import LOOPBACK, ServerAddress


def write_files(match, folder, endpoints, *, environments=None, key="blue-1"):
    """Writes the files for an agent into a folder, as the window does."""
    agent = next(agent for agent in roster(with_own_ids(match)) if agent.key == key)
    context = LaunchContext(
        server=ServerAddress(LOOPBACK, endpoints.port()), python=Path(sys.executable), environments=environments
    )
    for file in editor_files(agent.name, folder, own_start(agent, context), endpoints.port(agent.agent_id)):
        assert file.is_safe
        file.path.parent.mkdir(exist_ok=True)
        file.path.write_text(file.text)


def attaching(folder):
    """Returns host and port of the configuration with which VS Code attaches."""
    connect = _configuration(folder, "attach")["connect"]
    return connect["host"], connect["port"]


def vscode_start(folder, port):
    """Starts the program under debugpy as VS Code does; it waits for a client at `port`."""
    wanted = _configuration(folder, "launch")
    target = ["-m", wanted["module"]] if "module" in wanted else [wanted["program"]]
    return _start(wanted["python"], wanted.get("pythonArgs", []), [*target, *wanted["args"]], wanted, port)


def pycharm_start(folder, port):
    """Starts the program of PyCharm's run configuration; debugpy takes the place of PyCharm's own debugger."""
    (file,) = (folder / ".run").glob("*.run.xml")
    root = ET.parse(file).getroot()
    assert (root.tag, root.get("name")) == ("component", "ProjectRunConfigurationManager")
    configuration = root.find("configuration")
    assert (configuration.get("type"), configuration.get("factoryName")) == ("PythonConfigurationType", "Python")
    options = {option.get("name"): option.get("value") for option in configuration.findall("option")}
    variables = {env.get("name"): env.get("value") for env in configuration.find("envs")}
    target = ["-m"] if options["MODULE_MODE"] == "true" else []
    wanted = {"cwd": options["WORKING_DIRECTORY"], "env": variables}
    words = [*target, options["SCRIPT_NAME"], *options["PARAMETERS"].split()]
    return _start(options["SDK_HOME"], options["INTERPRETER_OPTIONS"].split(), words, wanted, port)


def _configuration(folder, request):
    document = json.loads((folder / ".vscode" / "launch.json").read_text())
    (found,) = (each for each in document["configurations"] if each["request"] == request)
    assert found["type"] == "debugpy"
    return found


def _start(python, options, words, wanted, port):
    debugpy = Path(importlib.util.find_spec("debugpy").origin).parent
    command = [python, *options, str(debugpy), "--listen", str(port), "--wait-for-client", *words]
    return subprocess.Popen(
        command,
        cwd=wanted["cwd"],
        env={**os.environ, **wanted["env"], "PYDEVD_DISABLE_FILE_VALIDATION": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
