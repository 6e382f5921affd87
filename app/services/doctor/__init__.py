"""One list of what this computer has for matches, what is missing, and the fix; free of Qt."""

from app.services.doctor.checks import PACKAGES, package_version, probes
from app.services.doctor.names import shortened
from app.services.doctor.report import Findings, can_play, collect, report_json, report_text

__all__ = ["PACKAGES", "Findings", "can_play", "collect", "package_version", "probes"]
__all__ += ["report_json", "report_text", "shortened"]
