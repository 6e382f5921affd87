"""Typed values as JSON and back: the only parser of JSON, except in programs that run in a bot's interpreter.

Types are dataclasses, `msgspec.Struct`, enums, `Literal`, tuples, dicts, paths and messages. Unknown keys are ignored,
and the last of equal keys counts. Text that is not valid Unicode, such as paths of old file systems, survives as
escaped lone surrogates. Readers limit the size of what they pass to `decode`.
"""

import json
from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path, PurePath
from typing import Any, Final, NoReturn, TypeVar, get_args, get_origin, overload

import msgspec

from runtime.model.messages import Message
from runtime.model.sizes import Size

_T = TypeVar("_T")


class CodecError(ValueError):
    """The text is not JSON or not of the expected type.

    Attributes:
        reason: why, in English, without the line.
        line: the line of a mistake in the syntax; 0 for other mistakes.
    """

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"{reason} in line {line}" if line else reason)
        self.reason = reason
        self.line = line


_LONG: Final = 1 << 20
"""Number of bytes or characters from which other threads should run while a text is parsed."""


def encode(value: Any, *, indent: int | None = None, is_ascii: bool = True) -> bytes:
    """Returns a value as JSON, without spaces unless `indent` is given.

    Args:
        value: The value.
        indent: Spaces for each level; None for a single line.
        is_ascii: False to escape only what is not valid Unicode.
    """
    separators = (",", ":") if indent is None else None
    text = json.dumps(plain(value), indent=indent, ensure_ascii=is_ascii, separators=separators)
    return text.encode("utf-8", "backslashreplace")


def plain(value: Any) -> Any:
    """Returns a value as dicts, lists, texts and numbers."""
    return msgspec.to_builtins(value, enc_hook=_encoded)


@overload
def decode(data: bytes | str, kind: type[_T]) -> _T: ...
@overload
def decode(data: bytes | str, kind: Any = Any) -> Any: ...
def decode(data: bytes | str, kind: Any = Any) -> Any:
    """Returns the value of the type `kind` in a JSON text.

    Raises:
        CodecError: The text is not JSON, or not of this type.
    """
    try:
        value = json.loads(data, parse_constant=_refuse, parse_int=_int if len(data) > _LONG else None)
    except json.JSONDecodeError as error:
        raise CodecError(error.msg, error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise CodecError(str(error)) from error
    return convert(value, kind)


@overload
def convert(value: Any, kind: type[_T]) -> _T: ...
@overload
def convert(value: Any, kind: Any) -> Any: ...
def convert(value: Any, kind: Any) -> Any:
    """Returns the value of the type `kind` in the result of `plain`.

    Raises:
        CodecError: It is not of this type.
    """
    try:
        return msgspec.convert(value, kind, dec_hook=_decoded)
    except (ValueError, RecursionError) as error:
        raise CodecError(str(error)) from error


def salvage(value: Any, kind: Any) -> Any:
    """Same as `convert`, but fields with a default get it where they are wrong, and lists lose their wrong items."""
    if is_dataclass(kind) and isinstance(value, dict):
        known = [field for field in fields(kind) if field.name in value]
        value = {field.name: part for field in known for part in _salvaged([value[field.name]], field.type)}
    elif get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis and isinstance(value, list):
        value = _salvaged(value, get_args(kind)[0])
    return convert(value, kind)


def _salvaged(values: Iterable[Any], kind: Any) -> list[Any]:
    parts = []
    for value in values:
        with suppress(CodecError):
            parts.append(salvage(value, kind))
    return parts


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")


def _int(digits: str) -> int:
    """Same as `int`, but written in Python so that other threads can run while a long text is parsed."""
    return int(digits)


def _encoded(value: Any) -> str | float:
    if isinstance(value, float):  # numpy's is a subclass
        return float(value)
    if isinstance(value, PurePath):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _decoded(kind: Any, value: Any) -> Any:
    """Returns a value of a type that msgspec does not know."""
    if kind is Path and isinstance(value, str):
        return Path(value)
    if kind is Hashable:
        return _argument(value)
    raise TypeError(f"{value!r:.200} is not a {kind.__name__}")


def _argument(value: Any) -> Any:
    """Returns an argument of a message."""
    if isinstance(value, list):
        return tuple(map(_argument, value))
    if isinstance(value, dict):
        return msgspec.convert(value, Message if "code" in value else Size, dec_hook=_decoded)
    return value
