"""Sentences about finished installations, for the window and the command line."""

from runtime.environments import BuildState, Need, Verdict
from runtime.model.messages import Message, message, sentences


def conclusion(need: Need, verdict: Verdict) -> tuple[Message, ...]:
    """Returns how an installation ended, in sentences: lines that cannot be installed, then the end itself."""
    names = need.names
    if verdict.state is BuildState.OFFLINE:
        missing = tuple(unmet.requirement.title for unmet in verdict.unmet)
        ending = message(
            "packages-offline",
            "{agents}: a package index could not be reached, so these are still missing: {packages}.",
            agents=names,
            packages=missing,
        )
    elif verdict.state is BuildState.FAILED:
        ending = message("packages-not-installed", "{agents}: the packages were not installed.", agents=names)
        ending = sentences(ending, verdict.reason)
    elif verdict.state is BuildState.PARTIAL:
        ending = message("packages-partly-installed", "{agents}: installed, except for some lines.", agents=names)
    else:
        ending = message("packages-installed", "{agents}: installed.", agents=names)
    return (*(fault.message for fault in verdict.faults), ending)
