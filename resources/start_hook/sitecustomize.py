"""Python imports this module at the start of every program of an agent; any Python from 3.6 on.

It hides the `sitecustomize` of the system or of another tool, so it imports that one afterwards.
"""

import os
import sys

_folder = os.path.dirname(os.path.abspath(__file__))
try:
    import kickabout_start

    kickabout_start.install(_folder)
except Exception as error:
    if sys.stderr is not None:
        sys.stderr.write("Kickabout's start hook failed: %r\n" % (error,))
sys.path[:] = [place for place in sys.path if os.path.abspath(place) != _folder]
_this = sys.modules.pop(__name__)
try:
    import sitecustomize  # noqa: F401
except ImportError as error:
    if error.name != __name__:
        raise
finally:
    sys.modules.setdefault(__name__, _this)
