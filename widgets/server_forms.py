"""Why programs cannot run or be prepared, as translators find it.

Whole sentences with their values in braces; `widgets.sentences` tells what the values are. A test holds the lists to
what the runtime says.
"""

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

_PROGRAMS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "The run command is empty."),
    QT_TRANSLATE_NOOP("Runtime", "The run command contains a null character."),
    QT_TRANSLATE_NOOP("Runtime", "The run command `{written}` has a quotation that does not end."),
    QT_TRANSLATE_NOOP("Runtime", "The run command `{written}` names no program."),
    QT_TRANSLATE_NOOP("Runtime", "The program '{program}' does not exist in '{folder}'."),
    QT_TRANSLATE_NOOP("Runtime", "The program '{program}' was found neither in '{folder}' nor on PATH."),
    QT_TRANSLATE_NOOP("Runtime", "The program '{program}' was not found on PATH."),
    QT_TRANSLATE_NOOP("Runtime", "The folder has a file of this name: write '{written}'."),
    QT_TRANSLATE_NOOP("Runtime", "It runs programs for Windows; a run_command_linux would do without it."),
    QT_TRANSLATE_NOOP("Runtime", "The program '{program}' is not executable. Run `chmod +x` on it."),
    QT_TRANSLATE_NOOP("Runtime", "'{program}' is a folder, not a program."),
    QT_TRANSLATE_NOOP(
        "Runtime", "The first line of '{program}' ends the Windows way (CR LF), which this system cannot run."
    ),
    QT_TRANSLATE_NOOP("Runtime", "The first line of '{program}' names '{written}', which does not exist."),
)
_ENVIRONMENTS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "{path} is in use."),
    QT_TRANSLATE_NOOP("Runtime", "{path} is in use by {running}."),
    QT_TRANSLATE_NOOP("Runtime", "{path} is being made by another Kickabout."),
    QT_TRANSLATE_NOOP("Runtime", "{path} cannot be removed: {reason}."),
)
_INSTALLING: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "{names}: the packages were not installed."),
    QT_TRANSLATE_NOOP(
        "Runtime", "{names}: a package index could not be reached, so these are still missing: {packages}."
    ),
    QT_TRANSLATE_NOOP("Runtime", "{names}: installed, except for some lines."),
    QT_TRANSLATE_NOOP("Runtime", "{spot}: '{written}' could not be installed."),
    QT_TRANSLATE_NOOP("Runtime", "The installer found no fault, but it {said}."),
    QT_TRANSLATE_NOOP("Runtime", "'{written}' is not an option of a requirements file."),
    QT_TRANSLATE_NOOP("Runtime", "'{written}' needs a value."),
    QT_TRANSLATE_NOOP("Runtime", "'{folder}' cannot be read: {reason}."),
    QT_TRANSLATE_NOOP("Runtime", "'{path}' is not read: these are more than {n} files."),
    QT_TRANSLATE_NOOP("Runtime", "It contains a null character."),
    QT_TRANSLATE_NOOP("Runtime", "'{folder}' is incomplete and cannot be removed."),
    QT_TRANSLATE_NOOP("Runtime", "An environment could not be made with '{program}'."),
    QT_TRANSLATE_NOOP("Runtime", "It is not known what '{program}' has installed: its folder does not say."),
    QT_TRANSLATE_NOOP("Runtime", "It cannot be found out what '{program}' has installed."),
    QT_TRANSLATE_NOOP("Runtime", "The answer about the packages of '{program}' is invalid: {error}."),
    QT_TRANSLATE_NOOP("Runtime", "Its environment cannot import 'rlbot'."),
    QT_TRANSLATE_NOOP("Runtime", "{name} requires Python {written}, but Python {version} runs it."),
    QT_TRANSLATE_NOOP("Runtime", "{name} needs Python {version} or newer, which has '{written}'."),
    QT_TRANSLATE_NOOP(
        "Runtime", "{name} needs Python {version} or newer, which has '{written}', and ran with {other}."
    ),
    QT_TRANSLATE_NOOP("Runtime", "Install Python {version} or newer, and run `{command}` in {folder}."),
    QT_TRANSLATE_NOOP(
        "Runtime", "Install a Python that fits, and make an environment named 'venv' with it in {folder}."
    ),
    QT_TRANSLATE_NOOP("Runtime", "set_game_state raises TypeError in rlbot {version}, which '{program}' has."),
    QT_TRANSLATE_NOOP("Runtime", "Install rlbot 2.0.0b54 there, the newest version in which it works."),
    QT_TRANSLATE_NOOP("Runtime", "A package index could not be reached."),
    QT_TRANSLATE_NOOP("Runtime", "A file could not be written: {reason}."),
    QT_TRANSLATE_NOOP("Runtime", "The supervisor process was lost."),
    QT_TRANSLATE_NOOP("Runtime", "Still running: {processes}."),
    QT_TRANSLATE_NOOP("Runtime", "It took longer than {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "It was {ended}."),
    QT_TRANSLATE_NOOP("Runtime", "It printed nothing."),
)
SERVER_FORMS: Final = (*_PROGRAMS, *_ENVIRONMENTS, *_INSTALLING)

SERVER_PARTS: Final[tuple[object, ...]] = ()
