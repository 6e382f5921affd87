"""Starts the learner process of a run.

Each worker loads the main module again, under another name. This one loads the run only where it is the program.
"""

import sys

if __name__ == "__main__":
    from runtime.training.runs.program import main

    sys.exit(main(sys.argv[1:]))
