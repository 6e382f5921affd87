"""Python imports this module at the start of every agent."""

import os

if "KICKABOUT_DEBUG" in os.environ:
    import kickabout_debug  # noqa: F401 - starts the debugger
