"""Reads the arena's report, which match managers receive once a second, with values that no packet carries."""

from typing import Any, Final

from runtime.codec import CodecError, convert, decode
from runtime.protocol.report import REPORT_VERSION, GameReport

MAX_BYTES: Final = 1 << 16


def read_report(content: bytes, manager_key: str = "") -> GameReport | None:
    """Reads the content of a MatchComm; None if it is chat or not a valid report.

    A report without `manager_key` is not from the game that we own, and counts as chat.
    """
    if not content.startswith(b"{") or len(content) > MAX_BYTES:
        return None
    try:
        document = decode(content, dict[str, Any])
        if (document.get("kickabout"), document.get("version")) != ("report", REPORT_VERSION):
            return None
        report = convert(document, GameReport)
    except CodecError:
        return None
    return report if not manager_key or report.key == manager_key else None
