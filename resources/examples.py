"""The example bots, the example matches and the templates of training runs."""

from pathlib import Path

_ROOM = Path(__file__).resolve().parent


def example_match(name: str) -> Path:
    """Returns the document of one example match, such as `1v1`, `3v3`, `hoops` or `stand_ins`.

    Raises:
        LookupError: there is no example match of that name; the message lists those there are.
    """
    for path in example_matches():
        if path.stem == name:
            return path
    known = ", ".join(path.stem for path in example_matches())
    raise LookupError(f"There is no example match {name!r}, only {known}.")


def example_matches() -> tuple[Path, ...]:
    """Returns the documents of all example matches: first Soccar by size, then the other modes by name."""
    return tuple(sorted((_ROOM / "matches").glob("*.toml")))


def run_template(name: str) -> Path:
    """Returns the document that a new training run begins with: `reach` or `self-play`."""
    return _ROOM / "runs" / f"{name}.toml"


def example_bots() -> Path:
    """Returns the folder whose sub-folders are the example bots and the example script."""
    return _ROOM / "bots"


def policy_bot() -> Path:
    """Returns the folder with the files of a bot that plays by a trained policy, without the policy and its modules."""
    return _ROOM / "policy_bot"
