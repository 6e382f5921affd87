"""Sentences as data: a template with named arguments, rendered where it is displayed.

The runtime produces `Message` values. Logs, the command line and JSON render them in English with `str`; the window
renders them in the language of the user (`widgets.messages`). No code parses a rendered sentence.
"""

import string
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from runtime.model.sizes import Size

if TYPE_CHECKING:
    from pathlib import Path

    Argument: TypeAlias = "str | int | float | Path | Size | Message | tuple[Argument, ...]"
else:
    Argument = Hashable  # the type for which `runtime.codec` reads arguments
"""A value in a message. Texts and paths are external and never translated; messages are. Tuples are lists."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence or part of a sentence.

    `template` is English with replacement fields for `args` in the syntax of `str.format`. Numbers have Python's format
    specifications (`{seconds:.1f}`). The specification of a tuple is `or` for "A, B or C", and `,` or `;` for a plain
    list with this separator; the default is "A, B and C". `code` identifies the message for programs and does not
    change when the wording does.
    """

    code: str
    template: str
    args: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return _ENGLISH.render(self)

    def as_json(self) -> dict[str, Any]:
        """Returns the code and the arguments for JSON documents; all arguments except numbers are English texts."""
        return {"code": self.code, "args": {name: _json_value(value) for name, value in self.args}}


Text: TypeAlias = Message | str
"""A message, or an external text that is displayed unchanged."""


class MessageError(Exception):
    """An error whose `text` is a sentence for the user; a base class."""

    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.text = text


def message(code: str, template: str, /, **args: Argument) -> Message:
    """Returns a message; translators find `template` where this function is called with a literal."""
    return Message(code, template, tuple(args.items()))


def sentences(*parts: Text | None) -> Message:
    """Joins sentences with blanks, without None and empty ones; the code is that of the first message."""
    present = [part for part in parts if part]
    if len(present) == 1 and isinstance(present[0], Message):
        return present[0]
    codes = [part.code for part in present if isinstance(part, Message)]
    names = [f"part{position}" for position, _ in enumerate(present)]
    template = " ".join(f"{{{name}}}" for name in names)
    return Message(codes[0] if codes else "text", template, tuple(zip(names, present, strict=True)))


def literal(text: str) -> Message:
    """Returns a message with an external text, which is never translated."""
    return Message("text", "{text}", (("text", text),))


def arguments(text: Text | None) -> Iterator[Argument]:
    """Yields an external text itself, or all arguments of a message and of its nested messages."""
    waiting: list[Argument | None] = [text]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Message):
            waiting += [argument for _, argument in value.args]
        elif isinstance(value, tuple):
            waiting += value
        elif value is not None:
            yield value


class MessageFormatter(string.Formatter):
    """Renders messages: this class in English, subclasses in other languages."""

    def render(self, text: Text) -> str:
        """Returns the text of a message with all its arguments; returns a plain text unchanged."""
        if isinstance(text, str):
            return text
        return self.vformat(self.translated(text.template), (), dict(text.args))

    def translated(self, template: str) -> str:
        """Returns the template in the formatter's language."""
        return template

    def number(self, value: float, specification: str) -> str:
        """Returns a number in the notation of the formatter's language."""
        return format(value, specification)

    def size(self, size: Size) -> str:
        """Returns a number of bytes with its unit."""
        return str(size)

    def listed(self, parts: Iterable[str], conjunction: str) -> str:
        """Returns "A, B and C"; `conjunction` is `and` or `or`."""
        *others, last = [*parts] or [""]
        return f"{', '.join(others)} {conjunction} {last}" if others else last

    def format_field(self, value: Any, format_spec: str) -> str:
        """Formats one argument; called by `vformat`."""
        if isinstance(value, Message):
            return self.render(value)
        if isinstance(value, tuple):
            parts = [self.format_field(part, "") for part in value]
            if format_spec in _SEPARATORS:
                return f"{format_spec} ".join(parts)
            return self.listed(parts, format_spec or "and")
        if isinstance(value, Size):
            return self.size(value)
        if isinstance(value, int | float):
            return self.number(value, format_spec)
        return str(value)


_SEPARATORS: Final = (",", ";")
_ENGLISH: Final = MessageFormatter()


def _json_value(value: Argument) -> str | int | float | list[Any]:
    if isinstance(value, tuple):
        return [_json_value(part) for part in value]
    return value if isinstance(value, int | float) else str(value)
