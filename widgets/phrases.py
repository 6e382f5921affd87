"""The phrases of which the runtime makes its sentences about a match, as translators find them.

Values stand in braces: `{n}` and the like are numbers, `{score}` is two of them, `{key}` the key of an agent, `{names}`
a list of names; any other is whatever stands between the words around it. A test holds the phrases to what the runtime
says.
"""

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

WHOLE: Final[tuple[object, ...]] = (QT_TRANSLATE_NOOP("Runtime", "Stopped."),)
"""Those that are a sentence only where nothing stands beside them."""

_STAGES: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "waiting for {names}"),
    QT_TRANSLATE_NOOP("Runtime", "the server on port {n}"),
    QT_TRANSLATE_NOOP("Runtime", "Also waiting for {names}"),
    QT_TRANSLATE_NOOP("Runtime", "{names} failed to start. Fix and save it, or install packages."),
    QT_TRANSLATE_NOOP("Runtime", "{names} failed to start. Fix and save them, or install packages."),
    QT_TRANSLATE_NOOP("Runtime", "Time left: {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "waiting for the arena"),
    QT_TRANSLATE_NOOP("Runtime", ", {n} s left"),
    QT_TRANSLATE_NOOP("Runtime", "The match does not wait for its agents."),
)
_ENDINGS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "The match was stopped."),
    QT_TRANSLATE_NOOP("Runtime", "The match was ended."),
    QT_TRANSLATE_NOOP("Runtime", "The match ended."),
    QT_TRANSLATE_NOOP("Runtime", "Blue won {score}."),
    QT_TRANSLATE_NOOP("Runtime", "Orange won {score}."),
    QT_TRANSLATE_NOOP("Runtime", "A draw, {score}."),
    QT_TRANSLATE_NOOP("Runtime", "Blue won the series {score}."),
    QT_TRANSLATE_NOOP("Runtime", "Orange won the series {score}."),
    QT_TRANSLATE_NOOP("Runtime", "The series is drawn, {score} games."),
    QT_TRANSLATE_NOOP("Runtime", "The series was broken off at {score} games and a score of {n}."),
    QT_TRANSLATE_NOOP("Runtime", "Blue won by forfeit; the score was {score}."),
    QT_TRANSLATE_NOOP("Runtime", "Orange won by forfeit; the score was {score}."),
    QT_TRANSLATE_NOOP("Runtime", "({key}) exited:"),
    QT_TRANSLATE_NOOP("Runtime", "({key}) crashed:"),
    QT_TRANSLATE_NOOP("Runtime", "({key}) hung:"),
    QT_TRANSLATE_NOOP("Runtime", "({key}) failed:"),
    QT_TRANSLATE_NOOP("Runtime", "Changed from outside:"),
    QT_TRANSLATE_NOOP("Runtime", "Another program started a match on the server, which ended this one."),
    QT_TRANSLATE_NOOP("Runtime", "These processes could not be ended:"),
    QT_TRANSLATE_NOOP("Runtime", "Still alive:"),
    QT_TRANSLATE_NOOP("Runtime", "{names} did not connect within {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "{names} did not become ready within {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "The game did not kick off within {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "The game sent nothing for {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "The match cannot be sent to the game."),
    QT_TRANSLATE_NOOP("Runtime", "The game has sent nothing for {n} s: it may hang."),
    QT_TRANSLATE_NOOP("Runtime", "If it stays silent, the match ends after {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "No agent is left to play."),
    QT_TRANSLATE_NOOP("Runtime", "The supervisor ended unexpectedly (code {n})."),
    QT_TRANSLATE_NOOP("Runtime", "The arena did not listen within {s} s; its log says how far it came."),
    QT_TRANSLATE_NOOP("Runtime", "The arena crashed"),
    QT_TRANSLATE_NOOP("Runtime", "No server answers on {place} ({n} s waited). Start it, or choose the arena."),
    QT_TRANSLATE_NOOP("Runtime", "The server on {place} ended the session:"),
    QT_TRANSLATE_NOOP("Runtime", "The server ended the session."),
)
_AGENTS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "Left while playing"),
    QT_TRANSLATE_NOOP("Runtime", "Ended while playing"),
    QT_TRANSLATE_NOOP("Runtime", "Ended before the kickoff"),
    QT_TRANSLATE_NOOP("Runtime", "Ended before it was ready"),
    QT_TRANSLATE_NOOP("Runtime", "Did not connect within {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "Did not become ready within {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "exited with code"),
    QT_TRANSLATE_NOOP("Runtime", "the shell could not run the command"),
    QT_TRANSLATE_NOOP("Runtime", "the shell did not find the command"),
    QT_TRANSLATE_NOOP("Runtime", "killed by signal"),
    QT_TRANSLATE_NOOP("Runtime", "killed above its memory limit: used {used}, limit {limit}"),
    QT_TRANSLATE_NOOP("Runtime", "Could not start:"),
    QT_TRANSLATE_NOOP("Runtime", "'{program}' does not exist"),
    QT_TRANSLATE_NOOP("Runtime", "'{program}' may not be executed"),
    QT_TRANSLATE_NOOP("Runtime", "The working folder '{folder}' does not exist."),
    QT_TRANSLATE_NOOP("Runtime", "the system does not allow '{program}' to be executed"),
    QT_TRANSLATE_NOOP("Runtime", "a part of the path '{program}' is not a folder"),
    QT_TRANSLATE_NOOP("Runtime", "'{program}' is a folder"),
    QT_TRANSLATE_NOOP("Runtime", "'{program}' is not a program for this system"),
    QT_TRANSLATE_NOOP("Runtime", "the command and its environment are too long"),
    QT_TRANSLATE_NOOP("Runtime", "too many files are open"),
    QT_TRANSLATE_NOOP("Runtime", "the system has too many files open"),
    QT_TRANSLATE_NOOP("Runtime", "the system has no memory left"),
    QT_TRANSLATE_NOOP("Runtime", "the system allows no more processes"),
    QT_TRANSLATE_NOOP("Runtime", "Answered nothing for {n} frames, so it was killed."),
    QT_TRANSLATE_NOOP("Runtime", "Lost its connection and did not come back for {n} frames, so it was killed."),
    QT_TRANSLATE_NOOP(
        "Runtime", "Used no processor time, printed nothing and changed no input for {n} frames, so it was killed."
    ),
    QT_TRANSLATE_NOOP("Runtime", "Was not ready within {n} s of its restart, so it was killed."),
    QT_TRANSLATE_NOOP("Runtime", "Was restarted once; it"),
    QT_TRANSLATE_NOOP("Runtime", "Was restarted twice; it"),
    QT_TRANSLATE_NOOP("Runtime", "Was restarted {n} times; it"),
    QT_TRANSLATE_NOOP("Runtime", "Never answered."),
    QT_TRANSLATE_NOOP("Runtime", "Answered only {n} of {frames} frames."),
    QT_TRANSLATE_NOOP("Runtime", "Answered nothing in the last {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "Last output:"),
    QT_TRANSLATE_NOOP("Runtime", "'s last output:"),
    QT_TRANSLATE_NOOP("Runtime", "The server ended its connection."),
    QT_TRANSLATE_NOOP("Runtime", "Start it yourself, agent id {id}, port {n}:"),
)
_WINDOWS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: debugger terminated it"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: breakpoint"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: access violation"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: in-page error"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: not enough memory"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: illegal instruction"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: access denied"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: integer division by zero"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: stack overflow"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: a DLL was not found"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: an ordinal was not found in a DLL"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: an entry point was not found in a DLL"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: interrupted with Ctrl+C"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: a DLL could not be initialised"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: heap corruption"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: stack buffer overrun or abort"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: invalid argument to a C function"),
    QT_TRANSLATE_NOOP("Runtime", "ended by Windows with {code}: an uncaught C++ exception"),
)
_RESTARTS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "Restarts in {n} s ({count} of {most} in {s} s)"),
    QT_TRANSLATE_NOOP("Runtime", "Restarts in {n} s ({count} of {most} before the match)"),
    QT_TRANSLATE_NOOP("Runtime", "Restarts in {n} s ({count} of {most})"),
    QT_TRANSLATE_NOOP("Runtime", "Restarts in {n} s (restart {count})"),
    QT_TRANSLATE_NOOP("Runtime", "No restarts left: the match allows {n}."),
    QT_TRANSLATE_NOOP("Runtime", "No restarts left: the match allows {n} within {s} s."),
    QT_TRANSLATE_NOOP("Runtime", "No restarts left: only one is allowed before kickoff."),
    QT_TRANSLATE_NOOP("Runtime", "The agent was restarted."),
    QT_TRANSLATE_NOOP("Runtime", "The agent was stopped."),
)
_SWAPS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "It ended before it was ready"),
    QT_TRANSLATE_NOOP("Runtime", "It was not ready within {n} s"),
    QT_TRANSLATE_NOOP("Runtime", "Its check took more than {n} s."),
    QT_TRANSLATE_NOOP("Runtime", "It could not be checked"),
    QT_TRANSLATE_NOOP("Runtime", "Version {n} keeps running."),
    QT_TRANSLATE_NOOP("Runtime", "The new {part} takes effect in the next match."),
    QT_TRANSLATE_NOOP(
        "Runtime", "The new loadout takes effect in the next match, since this one allows no state setting"
    ),
    QT_TRANSLATE_NOOP("Runtime", "You started this agent, so start its new version yourself, beside the old one."),
    QT_TRANSLATE_NOOP("Runtime", "There is no run command any more, so the agent cannot be started."),
    QT_TRANSLATE_NOOP("Runtime", "No change is waiting for an answer."),
    QT_TRANSLATE_NOOP("Runtime", "No bot has changed since it was loaded."),
    QT_TRANSLATE_NOOP("Runtime", "No agent or team is called {names}."),
    QT_TRANSLATE_NOOP("Runtime", "and {n} more"),
)
_NOTES: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "is on a network drive ({kind}),"),
    QT_TRANSLATE_NOOP("Runtime", "which does not report changes, so Kickabout scans it about once a second."),
    QT_TRANSLATE_NOOP("Runtime", "Saves are noticed faster in a folder on this computer."),
    QT_TRANSLATE_NOOP(
        "Runtime", "This computer cannot watch more folders, so Kickabout scans {root} about once a second."
    ),
    QT_TRANSLATE_NOOP("Runtime", "On Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances."),
    QT_TRANSLATE_NOOP("Runtime", "contains too many files to watch, so only the files directly in it are watched."),
    QT_TRANSLATE_NOOP("Runtime", "Give the agent a folder of its own (root_dir in its document)."),
    QT_TRANSLATE_NOOP("Runtime", "cannot be watched:"),
    QT_TRANSLATE_NOOP(
        "Runtime",
        "The agent keeps running; watching resumes when the folder exists again.",
    ),
    QT_TRANSLATE_NOOP("Runtime", "exists again and is watched."),
    QT_TRANSLATE_NOOP(
        "Runtime",
        "changes constantly, as if a program writes it, so its changes are ignored for the rest of this match.",
    ),
    QT_TRANSLATE_NOOP(
        "Runtime", "If a program does write it, name it in a .gitignore beside it; otherwise restart the agent by hand."
    ),
    QT_TRANSLATE_NOOP("Runtime", "writes {names} at each start, so changes to it no longer cause a reload."),
    QT_TRANSLATE_NOOP("Runtime", "writes {names} at each start, so changes to them no longer cause a reload."),
    QT_TRANSLATE_NOOP("Runtime", "Reload from source to use it."),
    QT_TRANSLATE_NOOP("Runtime", "Reload from source to use them."),
    QT_TRANSLATE_NOOP("Runtime", "To make this permanent, add the line {names} to {place}."),
    QT_TRANSLATE_NOOP("Runtime", "To make this permanent, add the lines {names} to {place}."),
    QT_TRANSLATE_NOOP(
        "Runtime", "Nothing was moved: this match does not allow its state to be set (enable_state_setting)."
    ),
    QT_TRANSLATE_NOOP("Runtime", "Nothing was moved: no frame of the match has come yet."),
    QT_TRANSLATE_NOOP("Runtime", "Nothing was moved: there is no ball {n} in this match."),
    QT_TRANSLATE_NOOP("Runtime", "Nothing was moved: there is no car {n} in this match."),
    QT_TRANSLATE_NOOP("Runtime", "Drawing is switched off for the whole match, in its settings."),
    QT_TRANSLATE_NOOP(
        "Runtime", "The folder with the logs of this match was deleted, so the match has no logs any more."
    ),
)
_REFUSALS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "The arena plays {names}; {mode} needs Rocket League."),
    QT_TRANSLATE_NOOP("Runtime", "The arena has its own fields only; the map {map} needs Rocket League."),
    QT_TRANSLATE_NOOP("Runtime", "The arena has no field of the shape of the map {map}; it needs Rocket League."),
    QT_TRANSLATE_NOOP(
        "Runtime", "The arena plays {mode} on the standard field; {again} on the map {map} needs Rocket League."
    ),
    QT_TRANSLATE_NOOP(
        "Runtime", "The arena plays Hoops on the field of hoops; Hoops on the map {map} needs Rocket League."
    ),
    QT_TRANSLATE_NOOP("Runtime", "The arena does not play {mode} with ball_type = {value}; it needs Rocket League."),
    QT_TRANSLATE_NOOP("Runtime", "The arena's puck has one size; {mode} with ball_size = {value} needs Rocket League."),
    QT_TRANSLATE_NOOP("Runtime", "The arena does not play the mutator {name} = {value}; it needs Rocket League."),
    QT_TRANSLATE_NOOP("Runtime", "The arena does not play {name} = {value}; it needs Rocket League."),
    QT_TRANSLATE_NOOP("Runtime", "The arena has loaded the walls of {name} alone; {mode} needs an arena of its own."),
    QT_TRANSLATE_NOOP("Runtime", "What the mutator {name} does is not documented, so only Rocket League can play it."),
    QT_TRANSLATE_NOOP("Runtime", "Blue has {n} cars; the arena has room for {most} in a team."),
    QT_TRANSLATE_NOOP("Runtime", "Orange has {n} cars; the arena has room for {most} in a team."),
    QT_TRANSLATE_NOOP("Runtime", "Humans cannot play in the arena yet: it takes no keyboard or gamepad input."),
    QT_TRANSLATE_NOOP("Runtime", "Kickabout starts the arena itself; no store is involved."),
    QT_TRANSLATE_NOOP("Runtime", "Kickabout starts the arena itself; no launcher is involved."),
    QT_TRANSLATE_NOOP("Runtime", "The arena shows none; the cards of the bots say how they keep up."),
    QT_TRANSLATE_NOOP("Runtime", "The arena writes no replay files."),
    QT_TRANSLATE_NOOP("Runtime", "Each match gets its own arena, so none is ever running."),
    QT_TRANSLATE_NOOP("Runtime", "The arena has no sound."),
    QT_TRANSLATE_NOOP("Runtime", "The arena has no match admin."),
    QT_TRANSLATE_NOOP("Runtime", "It is about the floor of Dropshot, which the arena does not play."),
    QT_TRANSLATE_NOOP("Runtime", "Freeplay has no clock, countdown or score."),
    QT_TRANSLATE_NOOP("Runtime", "Without a clock there is no overtime."),
    QT_TRANSLATE_NOOP("Runtime", "Each start picks a random map and reports it to the bots."),
    QT_TRANSLATE_NOOP("Runtime", "All arena maps look the same: the match is played on a field of that shape."),
)
_PACKAGES: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "is not installed"),
    QT_TRANSLATE_NOOP("Runtime", "is installed as"),
    QT_TRANSLATE_NOOP("Runtime", "could not be installed"),
    QT_TRANSLATE_NOOP("Runtime", "is there, but the system cannot load its compiled part:"),
    QT_TRANSLATE_NOOP("Runtime", "install another version of it, and on Windows Microsoft's Visual C++ runtime."),
    QT_TRANSLATE_NOOP("Runtime", "Install {names} for '{python}', which the run command of {name} names."),
    QT_TRANSLATE_NOOP("Runtime", "Install what {name} requires:"),
    QT_TRANSLATE_NOOP("Runtime", "The last installation of what {name} requires was not completed:"),
    QT_TRANSLATE_NOOP("Runtime", "Install it again."),
    QT_TRANSLATE_NOOP("Runtime", "Add {names} to {place}, then Kickabout can install it."),
    QT_TRANSLATE_NOOP("Runtime", "Write {names} into {place}, then Kickabout can install it."),
)
_PROGRESS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("Runtime", "checking what is installed"),
    QT_TRANSLATE_NOOP("Runtime", "checking rlbot"),
    QT_TRANSLATE_NOOP("Runtime", "creating an environment"),
    QT_TRANSLATE_NOOP("Runtime", "removing an incomplete environment"),
    QT_TRANSLATE_NOOP("Runtime", "another Kickabout is installing the same"),
    QT_TRANSLATE_NOOP("Runtime", "installing {packages}"),
    QT_TRANSLATE_NOOP("Runtime", "(fetching {packages}"),
)
PHRASES: Final = (
    *_STAGES,
    *_ENDINGS,
    *_AGENTS,
    *_WINDOWS,
    *_RESTARTS,
    *_SWAPS,
    *_NOTES,
    *_REFUSALS,
    *_PACKAGES,
    *_PROGRESS,
)
"""Those that are found wherever they stand."""
