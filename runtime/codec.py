"""Typed values as JSON and back: the only parser of JSON, except in programs that run in a bot's interpreter.

Types are dataclasses, `msgspec.Struct`, enums, `Literal`, tuples, dicts, paths and messages. Unknown keys are ignored,
and the last of equal keys counts. Text that is not valid Unicode, such as paths of old file systems, survives as
escaped lone surrogates. Readers limit the size of what they pass to `decode`.
"""

import json
from collections.abc import Hashable
from pathlib import Path, PurePath
from typing import Any, NoReturn, TypeVar, overload

import msgspec

from runtime.model.messages import Message
from runtime.model.sizes import Size

_T = TypeVar("_T")


class CodecError(ValueError):
    """The text is not JSON or not of the expected type; says why, in English.

    Attributes:
        line: the line of an error in the syntax; 0 for other errors.
    """

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


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
        parsed = json.loads(data, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise CodecError(f"{error.msg} in line {error.lineno}", error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise CodecError(str(error)) from error
    return convert(parsed, kind)


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


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")


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
