"""Starts the learner process of a run.

Each worker imports the main module again, under another name. This module imports the run only if it is the main
program.
"""

import sys

if __name__ == "__main__":
    from runtime.training.runs.program import main

    sys.exit(main(sys.argv[1:]))
