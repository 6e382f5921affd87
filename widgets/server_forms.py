"""What the arena's server refuses and notes, and why programs cannot run or be prepared, as translators find it.

Whole sentences with their values in braces; `widgets.sentences` tells what the values are. A test holds the lists to
what the runtime says.
"""

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

_REFUSALS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "The match is not valid. {problem}"),
    QT_TRANSLATE_NOOP("Runtime", "The match cannot be read. {problem}"),
    QT_TRANSLATE_NOOP("Runtime", "The match cannot be sent to its agents. {said}"),
    QT_TRANSLATE_NOOP("Runtime", "The match could not start: {missing}."),
    QT_TRANSLATE_NOOP("Runtime", "{who} stopped the match."),
    QT_TRANSLATE_NOOP("Runtime", "The message has {n} bytes; the protocol carries at most {most}."),
    QT_TRANSLATE_NOOP("Runtime", "The text {written} cannot be sent: it is not valid Unicode."),
)
_NOTES: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP(
        "Runtime",
        "The agents of this match are not started automatically: start them yourself, or run the arena "
        "with --start-agents.",
    ),
    QT_TRANSLATE_NOOP("Runtime", "{who} is not an agent of this match, or one too many; it drives nothing."),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent a console command; only launchers may."),
    QT_TRANSLATE_NOOP("Runtime", "{who} asked for another match, which was refused. {said}"),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent garbage and was disconnected."),
    QT_TRANSLATE_NOOP(
        "Runtime", "{who} uses an rlbot package that is too old ({version} or newer is needed) and was disconnected."
    ),
    QT_TRANSLATE_NOOP("Runtime", "{who} did not read what it was sent and was disconnected."),
    QT_TRANSLATE_NOOP("Runtime", "{who} lost its connection ({reason}) and was disconnected."),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent a message that could not be handled ({error}) and was disconnected."),
    QT_TRANSLATE_NOOP("Runtime", "{who} asked to stay between matches, which agents may not, and was disconnected."),
    QT_TRANSLATE_NOOP("Runtime", "A connection was turned away: there are {most} already."),
    QT_TRANSLATE_NOOP("Runtime", "A connection was closed: it did not introduce itself within {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "A connection was closed: too many have not introduced themselves."),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent {message}, which only the launcher may."),
    QT_TRANSLATE_NOOP("Runtime", "{who} was one of too many sessions without an agent id and was disconnected."),
    QT_TRANSLATE_NOOP("Runtime", "{who} was one of too many agents that came before the match and was disconnected."),
    QT_TRANSLATE_NOOP("Runtime", "{who} was one of too many agents without a place in the match and was disconnected."),
    QT_TRANSLATE_NOOP(
        "Runtime", "{who} did not present the agent id that Kickabout gave to the agent and was disconnected."
    ),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent match communication in the form of the arena's reports; it was dropped."),
    QT_TRANSLATE_NOOP("Runtime", "No connection can be accepted at the moment ({reason}); new ones wait."),
    QT_TRANSLATE_NOOP("Runtime", "{who} did not answer within a second; the match goes on without its answer."),
    QT_TRANSLATE_NOOP("Runtime", "{who} tried to drive a car that is not its own."),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent match communication before the first packet; it was dropped."),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent match communication in the name of another."),
    QT_TRANSLATE_NOOP("Runtime", "{who} said more than {other} reads; some of it was dropped."),
    QT_TRANSLATE_NOOP("Runtime", "{who} said more than one message holds together with its team; it was dropped."),
    QT_TRANSLATE_NOOP("Runtime", "{who} draws more than {n} groups or {most} things; the rest is left out."),
    QT_TRANSLATE_NOOP("Runtime", "{who} tried to change a loadout that it may not change now."),
    QT_TRANSLATE_NOOP("Runtime", "{who} tried to set the game's state, which the match does not allow."),
    QT_TRANSLATE_NOOP("Runtime", "{who} sent a command to the game, which the match does not allow."),
)
_COMMANDS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "'{written}' is not a pace; use lockstep, realtime or a factor such as 2."),
    QT_TRANSLATE_NOOP("Runtime", "A pace factor must be from {n} to {most}, not {written}."),
    QT_TRANSLATE_NOOP("Runtime", "'{written}' is not a command of the arena; it knows: {choices}."),
    QT_TRANSLATE_NOOP("Runtime", "'{written}' is not a command of the arena's game; it knows: {choices}."),
    QT_TRANSLATE_NOOP("Runtime", "The number of frames must be from 1 to {most}, not '{written}'."),
    QT_TRANSLATE_NOOP("Runtime", "'{written}' is not a number."),
)
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
SERVER_FORMS: Final = (*_REFUSALS, *_NOTES, *_COMMANDS, *_PROGRAMS, *_ENVIRONMENTS, *_INSTALLING)

SERVER_PARTS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "Session {n}"),
    QT_TRANSLATE_NOOP("Runtime", "{title} (agent id '{id}') never connected"),
    QT_TRANSLATE_NOOP("Runtime", "{title} (agent id '{id}') connected but never finished its preparations"),
    QT_TRANSLATE_NOOP("Runtime", "{title} (agent id '{id}') connected but went away again"),
)
"""Parts of such sentences that stand for a value."""
