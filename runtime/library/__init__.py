"""The bots, hiveminds and scripts in the user's folders, found and described without running them."""

from runtime.library.pointers import is_pointer, pointers_in
from runtime.library.reading import read_details
from runtime.library.recommendations import Recommendation, RecommendationBook
from runtime.library.relations import RelationBook
from runtime.library.scanner import FolderMemory, LibraryScanner, scan_folder, topmost
from runtime.library.templates import TEMPLATES, NewAgentError, Template, folder_name, make_agent, new_agent
from runtime.library.version import version_of_folder
from runtime.library.walk import is_document

__all__ = [
    "TEMPLATES",
    "FolderMemory",
    "LibraryScanner",
    "NewAgentError",
    "Recommendation",
    "RecommendationBook",
    "RelationBook",
    "Template",
    "folder_name",
    "is_document",
    "is_pointer",
    "make_agent",
    "new_agent",
    "pointers_in",
    "read_details",
    "scan_folder",
    "topmost",
    "version_of_folder",
]
