"""Sentences about finished installations, for the window and the command line."""

from runtime.agents.roster import listed
from runtime.environments.building import BuildState, Verdict
from runtime.environments.provision import Need


def conclusion(need: Need, verdict: Verdict) -> tuple[str, ...]:
    """Returns the result of an installation in sentences: lines that cannot be installed, then the end."""
    names = listed(need.names)
    if verdict.state is BuildState.OFFLINE:
        missing = listed(lack.requirement.title for lack in verdict.lacks)
        ending = f"{names}: a package index could not be reached, so these are still missing: {missing}."
    elif verdict.state is BuildState.FAILED:
        ending = f"{names}: the packages were not installed. {verdict.reason}"
    else:
        ending = f"{names}: {verdict.state.value}."
    return (*map(str, verdict.faults), ending)
