"""Messages of the runtime in the user's language."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from runtime.model.messages import MessageFormatter, Text
from runtime.model.problems import Problem
from runtime.model.sizes import Size
from widgets.words import sized

translate = QCoreApplication.translate
CONTEXT: Final = "Runtime"
"""Translation context of the runtime's templates."""


class _LocalFormatter(MessageFormatter):
    """Renders messages in the language of the application."""

    def translated(self, template: str) -> str:
        return translate(CONTEXT, template)

    def number(self, value: float, specification: str) -> str:
        locale = QLocale()
        text = format(value, specification)
        return text.translate(str.maketrans(",.", locale.groupSeparator()[:1] + locale.decimalPoint()[:1]))

    def size(self, size: Size) -> str:
        return sized(size.unit, self.number(size.value, f".{size.decimals}f"))

    def listed(self, parts: Iterable[str], conjunction: str) -> str:
        *others, last = [*parts] or [""]
        if not others:
            return last
        pattern = translate("Runtime", "{0} or {1}") if conjunction == "or" else translate("Runtime", "{0} and {1}")
        return pattern.format(", ".join(others), last)


_FORMATTER: Final = _LocalFormatter()


def rendered(text: Text | None) -> str:
    """Returns a message in the user's language; a plain text as it is, and None as an empty text."""
    return _FORMATTER.render(text) if text is not None else ""


def translated(text: str) -> str:
    """Returns a label or help of a document's key (`runtime.model.keys`) in the user's language."""
    return translate(CONTEXT, text)


def rendered_problem(problem: Problem) -> str:
    """Returns a problem in one line: place, severity, sentence and fix."""
    place = f"{problem.path}:{problem.line}" if problem.line is not None else str(problem.path)
    word = translate("Runtime", "error") if problem.is_error else translate("Runtime", "warning")
    return " ".join(filter(None, (f"{place}: {word}:", rendered(problem.message), rendered(problem.fix))))
