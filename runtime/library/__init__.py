"""The bots, hiveminds and scripts in the user's folders: found and described without running anything of them."""

from runtime.library.details import read_details
from runtime.library.recommendations import Recommendation, RecommendationBook
from runtime.library.relations import RelationBook
from runtime.library.scanner import LibraryScanner, topmost
from runtime.library.templates import TEMPLATES, NewAgentError, Template, folder_name, make_agent
from runtime.library.version import version_of_folder

__all__ = [
    "TEMPLATES",
    "LibraryScanner",
    "NewAgentError",
    "Recommendation",
    "RecommendationBook",
    "RelationBook",
    "Template",
    "folder_name",
    "make_agent",
    "read_details",
    "topmost",
    "version_of_folder",
]
