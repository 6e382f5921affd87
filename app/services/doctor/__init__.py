"""One list of what this computer has for matches, what is missing, and the fix; free of Qt."""

from app.services.doctor.checks import PACKAGES, package_version, probes
from app.services.doctor.names import shortened
from app.services.doctor.report import can_play, collect, report_json, report_text

__all__ = ["PACKAGES", "can_play", "collect", "package_version", "probes", "report_json", "report_text", "shortened"]
