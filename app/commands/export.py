"""`kickabout export`: the policy of a run's checkpoint as a bot."""

from pathlib import Path

from app.commands.checkpoints import LATEST, RefusedError, chosen_checkpoint, json_text, read_plan, refuse
from app.commands.output import put
from app.exit_codes import ExitCode
from runtime.extras import MissingExtraError
from runtime.library import NewAgentError
from runtime.model.messages import literal
from runtime.texts import printable
from runtime.training.runs import checkpoint_bot


def export_run(
    document: Path, *, checkpoint: str = LATEST, into: Path = Path(), name: str = "", as_json: bool
) -> ExitCode:
    """Exports a checkpoint; the path of the bot's document goes to stdout, problems to stderr.

    Args:
        document: the run.toml.
        checkpoint: `latest`, `best`, or a number of steps.
        into: the folder that gets the bot's folder.
        name: name of the bot; by default made of the run's name and the step.
        as_json: prints one JSON object.
    """
    try:
        plan = read_plan(document)
        found = chosen_checkpoint(plan, checkpoint)
        bot = checkpoint_bot(found.folder, plan.name, document, into.absolute(), name=name)
    except RefusedError as error:
        return refuse(error.text, ExitCode.USAGE, as_json=as_json)
    except NewAgentError as error:
        return refuse(error.message, ExitCode.USAGE, as_json=as_json)
    except MissingExtraError as error:
        return refuse(error.reason, ExitCode.INFRASTRUCTURE, as_json=as_json)
    except (OSError, ValueError) as error:
        return refuse(literal(str(error)), ExitCode.INFRASTRUCTURE, as_json=as_json)
    if as_json:
        about = {"phase": found.phase, "agent": found.agent, "step": found.step, "folder": str(found.folder)}
        put(json_text({"outcome": "finished", "bot": str(bot), "run": plan.name, "checkpoint": about}))
    else:
        put(f"{printable(str(bot))}\n")
    return ExitCode.FINE
