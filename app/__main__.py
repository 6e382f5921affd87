"""Lets `python -m app` be the command `kickabout`."""

import sys

from app.start import main

sys.exit(main())
