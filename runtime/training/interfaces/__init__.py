"""The environment with the interfaces of other libraries, one module each; they need the extra `[train]`."""

from runtime.extras import require

require("gymnasium", "train")
