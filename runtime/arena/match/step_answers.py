"""The newest answers to a learner, by which the arena recognises commands that are sent again."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from runtime.model.messages import message
from runtime.protocol.step_mode import StepCommand, StepFault

REMEMBERED: Final = 8
"""Number of answers that are kept."""


class AnswerLog:
    """The newest answers, and the id of the newest command; the ids of a learner's commands must grow."""

    def __init__(self) -> None:
        self.last_id = 0
        self._answers: deque[tuple[int, Mapping[str, Any]]] = deque(maxlen=REMEMBERED)
        """Each with the id of the first attempt of its command."""

    def add(self, command_id: int, root: int, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the answer to a command with its result, and keeps it; `root` is the id of the first attempt."""
        answer = {"id": command_id, "status": "ok", **result}
        self.last_id = max(self.last_id, command_id)
        self._answers.append((root, answer))
        return answer

    def of(self, command_id: int) -> Mapping[str, Any]:
        """Returns the answer to the newest command.

        Raises:
            StepFault: the id is older.
        """
        if command_id < self.last_id:
            raise StepFault(
                message(
                    "step-old-id",
                    "The id {id} is older than the last one, {last}: ids must grow.",
                    id=command_id,
                    last=self.last_id,
                ),
                command_id,
            )
        return next(answer for _, answer in self._answers if answer["id"] == command_id)

    def of_first_attempt(self, command: StepCommand) -> dict[str, Any] | None:
        """Returns the answer to an earlier attempt, with the id of this one; None if there was none."""
        answers = (answer for root, answer in reversed(self._answers) if root == command.resend_of)
        answer = next(answers, None)
        return None if answer is None else {**answer, "id": command.id}
