"""Lets `python -m app` be the command `kickabout`."""

import sys

from app.cli import main

sys.exit(main())
