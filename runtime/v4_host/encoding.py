"""Decoding of text files that others wrote; stays without imports, because the host of v4 agents uses it too."""

import codecs

UTF_8 = "UTF-8"
CODE_PAGE = "Windows-1252"
_MARKS = (
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF32_LE, "UTF-32-LE"),
    (codecs.BOM_UTF32_BE, "UTF-32-BE"),
    (codecs.BOM_UTF16_LE, "UTF-16-LE"),
    (codecs.BOM_UTF16_BE, "UTF-16-BE"),
)
"""UTF-32 comes before UTF-16, because its mark begins with the mark of UTF-16. PowerShell's `>` writes UTF-16."""


def decoded(data: bytes, *, is_cut: bool = False) -> "tuple[str, str]":
    """Returns a text without its byte order mark, and its encoding: that of the mark, UTF-8, or else `CODE_PAGE`.

    In another encoding than UTF-8, letters may be wrong, which the caller reports. `is_cut` ignores half a letter at
    the end.
    """
    mark, encoding = next((pair for pair in _MARKS if data.startswith(pair[0])), (b"", UTF_8))
    body = data[len(mark) :]
    try:
        return codecs.getincrementaldecoder(encoding)().decode(body, not is_cut), encoding
    except UnicodeDecodeError:
        encoding = CODE_PAGE if encoding == UTF_8 else encoding
        return body.decode(encoding, "replace"), encoding
