"""The needs of a match before it can start: the interpreter of each agent, and the packages that agents require.

`agent_sources` returns the agents whose packages `runtime.environments.provision.Provision` checks and installs.
`interpreter_of` returns the interpreter for a start. `printed_errors` and `missing_packages` find the fix for an agent
that ended because a package is missing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from runtime.agents.roster import Agent, roster
from runtime.documents.model import Match
from runtime.documents.v4_files import v4_requirements
from runtime.environments.choice import AgentSource, Choice, InterpreterKind, choose, own_environment
from runtime.environments.interpreter import Layout, layout_of, version_of
from runtime.environments.missing import (
    broken_modules,
    is_well_known,
    missing_modules,
    newer_name,
    package_of,
    provider,
)
from runtime.environments.own_modules import explain, hidden_module, importer, lost_file
from runtime.environments.records import note_imported, note_use
from runtime.environments.requirements import FILE_NAME, Requirement, canonical
from runtime.environments.versions import foreign_text, how_to_get, remarks
from runtime.model.messages import Message, arguments, message, sentences
from runtime.model.problems import Problem
from runtime.model.states import AgentState, SwapState
from runtime.model.values import AgentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPackages:
    """The modules that an agent could not import, so that it ended, and the fix."""

    key: str
    """Key of the agent."""
    modules: tuple[str, ...]
    fix: Message
    """A sentence that says what to do."""
    packages: tuple[str, ...] = ()
    """The packages that most likely provide the modules; empty if no package would help."""
    requirements: Path | None = None
    """The file to correct: the agent's requirements, or the one that imports one of the agent's own modules."""
    can_install: bool = False
    """True if the requirements name what is missing, so that installing them helps."""


def agent_sources(match: Match) -> tuple[AgentSource, ...]:
    """Returns the agents of a validated match that Kickabout starts."""
    return tuple(agent_source(agent) for agent in roster(match) if not agent.is_manual)


def agent_source(agent: Agent) -> AgentSource:
    """Returns the place and the run command of an agent's program."""
    return AgentSource(
        key=agent.key,
        name=agent.name,
        folder=Path(agent.root_dir),
        run_command=agent.run_command,
        document=agent.source,
    )


def interpreter_of(agent: Agent, configured: Path, environments: Path | None) -> Path:
    """Returns the Python that runs an agent, and that its shell scripts find first; reads a few files at most.

    If it belongs to an environment that Kickabout made, this use is recorded in the environment.
    """
    source = agent_source(agent)
    choice = choose(source, configured, environments)
    if choice is None or choice.kind is InterpreterKind.NAMED:
        return own_environment(source) or configured
    if choice.kind is InterpreterKind.MADE and choice.requirements is not None:
        place = choice.python.parent.parent
        note_use(place, choice.requirements.file, choice.base or configured, agent=source.path)
    return choice.python


def python_problems(match: Match, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns warnings about the versions of Python that would run the agents of a match, each once."""
    problems = [
        problem
        for source in agent_sources(match)
        for problem in remarks(source, configured=configured, environments=environments)
    ]
    return tuple(dict.fromkeys(problems))


def printed_errors(agent: AgentStatus) -> str:
    """Returns the errors that an agent or its rejected new version printed, one per line; empty if there are none."""
    quoted = [agent.last_error, agent.traceback.error] if agent.traceback is not None else []
    if agent.state.is_fault or agent.state is AgentState.RESTARTING:
        quoted += [text for text in arguments(agent.reason) if isinstance(text, str)]
    if agent.swap_state is SwapState.REFUSED:
        quoted += [text for text in arguments(agent.swap_text) if isinstance(text, str)]
    return "\n".join(quoted)


def missing_packages(agent: Agent, text: str, *, configured: Path, environments: Path | None) -> MissingPackages | None:
    """Returns the packages that an agent lacks if it ended with the message `text`; None if none are missing.

    Modules that have been installed or written since are ignored. A module that neither the agent's requirements name
    nor everyone knows is explained as one of the agent's own. Well-known packages that they do not name are recorded in
    `environments`, so that they count as required from now on.
    """
    folder, source = Path(agent.root_dir), agent_source(agent)
    choice = choose(source, configured, environments)
    if choice is None:
        return None
    other_cause = _other_cause(agent, choice, text)
    if other_cause is not None:
        return other_cause
    modules = tuple(module for module in missing_modules(text) if not _is_own(module, folder))
    layout, broken = layout_of(choice.python), broken_modules(text)
    if layout is not None:
        foreign = {module: file for module in modules if (file := layout.foreign_file(module)) is not None}
        if foreign:
            return _needs_other_system(agent, foreign)
        modules = tuple(name for name in modules if name in broken or _is_missing_in(layout, name))
    other_version = _needs_other_version(agent, choice, modules)
    if other_version is not None:
        return other_version
    provided = {module: provider(module, choice.requirements) for module in modules}
    modules = tuple(
        module
        for module, line in provided.items()
        if line is not None or module in broken or (is_well_known(module) and lost_file(source, module, text) is None)
    )
    if not modules:
        return _lacks_own_module(agent, choice, text)
    unnamed = [module for module in modules if provided[module] is None and module not in broken]
    if unnamed and environments is not None:
        note_imported(environments, source.path, [_import_of(source, module, text) for module in unnamed])
        choice = choose(source, configured, environments) or choice
        provided = {module: provider(module, choice.requirements) for module in modules}
    lines = {module: line for module, line in provided.items() if line is not None and module in modules}
    return _missing(agent, choice, modules, lines, is_broken=bool(broken), is_new=bool(unnamed))


def _other_cause(agent: Agent, choice: Choice, text: str) -> MissingPackages | None:
    """Returns the fix if an import failed although nothing is missing; None for another failure."""
    hidden = hidden_module(agent_source(agent), text, choice.requirements)
    if hidden is not None:
        module, file, fix = hidden
        return MissingPackages(key=agent.key, modules=(module,), requirements=file, fix=fix)
    newer = newer_name(text, version_of(choice.python))
    if newer is not None and not _is_own(newer[0], Path(agent.root_dir)):
        return _needs_newer_python(agent, choice, *newer)
    return None


def _missing(
    agent: Agent,
    choice: Choice,
    modules: tuple[str, ...],
    lines: Mapping[str, Requirement],
    *,
    is_broken: bool,
    is_new: bool,
) -> MissingPackages:
    """Returns the fix for missing modules; `lines` require them, and `is_new` means that the agent's files do not."""
    failed = _failed(choice, list(lines.values()))
    file = _requirements_file(agent, choice)
    can_install = len(lines) == len(modules) and choice.can_install and not is_broken and not failed
    packages = tuple(dict.fromkeys(package_of(module) for module in modules))
    if is_new and can_install:
        fix = message(
            "install-imported",
            "Install {packages}, which {agent} imports but does not require.",
            packages=tuple(f"'{package}'" for package in packages),
            agent=agent.name,
        )
    else:
        fix = failed or _fix(agent, choice, modules, list(lines.values()), file, is_broken=is_broken)
    return MissingPackages(
        key=agent.key,
        modules=modules,
        packages=packages,
        requirements=file if file.is_file() else None,
        can_install=can_install,
        fix=fix,
    )


def _import_of(source: AgentSource, module: str, text: str) -> Requirement:
    """Returns the package that provides a module as a requirement at the place of its import."""
    package = package_of(module)
    file, place = importer(source, module, text)
    name = canonical(re.split(r"[<>=]", package)[0])
    if file is None:
        return Requirement(text=package, file=source.path, line=0, name=name)
    return Requirement(text=package, file=source.folder / file, line=int(place.rpartition(":")[2]), name=name)


def _lacks_own_module(agent: Agent, choice: Choice, text: str) -> MissingPackages | None:
    """Returns what is wrong with an import of a module that is not a known package; no package is named."""
    explanation = explain(agent_source(agent), text, _requirements_file(agent, choice), layout_of(choice.python))
    if explanation is None:
        return None
    module, file, fix = explanation
    return MissingPackages(key=agent.key, modules=(module,), requirements=file, fix=fix)


def _needs_newer_python(agent: Agent, choice: Choice, name: str, since: str) -> MissingPackages:
    version = version_of(choice.python)
    if version:
        need = message(
            "needs-newer-python",
            "{agent} needs Python {since} or newer, which has '{name}', and ran with {version}.",
            agent=agent.name,
            since=since,
            name=name,
            version=version,
        )
    else:
        need = message(
            "needs-newer-python",
            "{agent} needs Python {since} or newer, which has '{name}'.",
            agent=agent.name,
            since=since,
            name=name,
        )
    home = agent.source.parent if agent.source is not None else Path(agent.root_dir)
    return MissingPackages(key=agent.key, modules=(name,), fix=sentences(need, how_to_get(since, home)))


def _needs_other_system(agent: Agent, files: Mapping[str, Path]) -> MissingPackages:
    fix = sentences(*(foreign_text(agent.name, file) for file in files.values()))
    return MissingPackages(key=agent.key, modules=tuple(files), fix=fix)


def _needs_other_version(agent: Agent, choice: Choice, modules: tuple[str, ...]) -> MissingPackages | None:
    """Returns the fix if a package is installed in a version that lacks one of these modules; None otherwise."""
    layout = layout_of(choice.python)
    if layout is None:
        return None
    for module in modules:
        package = package_of(module)
        version = layout.version_of(canonical(package)) if "." in module else ""
        if not version:
            continue
        file = _requirements_file(agent, choice)
        fix = message(
            "package-lacks-module",
            "{package} {version} is installed, but it has no module '{module}': name a version that has it in {file}.",
            package=package,
            version=version,
            module=module,
            file=file,
        )
        return MissingPackages(
            key=agent.key,
            modules=(module,),
            packages=(package,),
            requirements=file if file.is_file() else None,
            fix=fix,
        )
    return None


def _failed(choice: Choice, lines: list[Requirement]) -> Message | None:
    """Returns which of these lines failed in the environment that runs the agent; None if none did."""
    if choice.kind is not InterpreterKind.MADE or choice.stamp is None:
        return None
    places = {(line.file, line.line) for line in lines}
    faults = [fault.message for fault in choice.stamp.faults if (fault.file, fault.line) in places]
    return sentences(*faults) if faults else None


def _fix(
    agent: Agent, choice: Choice, modules: tuple[str, ...], named: list[Requirement], file: Path, *, is_broken: bool
) -> Message:
    packages = tuple(f"'{package}'" for package in dict.fromkeys(package_of(module) for module in modules))
    lines = tuple(f"'{line.title}' ({line.location})" for line in named)
    if is_broken:
        return message(
            "package-not-loadable",
            "{packages} is there, but the system cannot load its compiled part: install another version of it, and on "
            "Windows Microsoft's Visual C++ runtime.",
            packages=packages,
        )
    if not choice.can_install and choice.kind is InterpreterKind.NAMED:
        return message(
            "install-for-python",
            "Install {packages} for '{python}', which the run command of {agent} names.",
            packages=packages,
            python=choice.python,
            agent=agent.name,
        )
    if len(named) == len(modules) and choice.stamp is not None and not choice.stamp.is_usable:
        return message(
            "install-again",
            "The last installation of what {agent} requires was not completed: {lines}. Install it again.",
            agent=agent.name,
            lines=lines,
        )
    if len(named) == len(modules):
        return message("install-required", "Install what {agent} requires: {lines}.", agent=agent.name, lines=lines)
    if file.is_file():
        return message(
            "add-requirement", "Add {packages} to {file}, then Kickabout can install it.", packages=packages, file=file
        )
    return message(
        "write-requirements",
        "Write {packages} into {file}, then Kickabout can install it.",
        packages=packages,
        file=file,
    )


def _requirements_file(agent: Agent, choice: Choice) -> Path:
    """Returns the file in which an agent names its packages, whether or not it exists."""
    if choice.is_v4 and agent.source is not None:
        return v4_requirements(agent.source) or agent.source.with_name(FILE_NAME)
    if choice.requirements is not None:
        return choice.requirements.file
    return (agent.source.parent if agent.source is not None else Path(agent.root_dir)) / FILE_NAME


def _is_missing_in(layout: Layout, module: str) -> bool:
    """Returns whether an environment lacks a module that Python did not find.

    Python reports `package.module` only if it found the package. If the environment does not have that package, the
    package is the agent's own.
    """
    package, dot, _ = module.partition(".")
    return not layout.has_module(module) and (not dot or layout.has_module(package))


def _is_own(module: str, folder: Path) -> bool:
    top = folder / module.split(".", maxsplit=1)[0]
    return top.is_dir() or top.with_suffix(".py").is_file()
