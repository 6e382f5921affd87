"""The program that removes a half-made environment: `python clearing.py FOLDER`. A large one takes its time."""

import os
import shutil
import stat
import sys


def main(folder: str) -> None:
    """Removes a folder, files in it that may not be written included (repositories hold some, on Windows they stay)."""
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(parent, name)  # noqa: PTH118 - pathlib is slower for thousands of files
            if not os.path.islink(path):  # noqa: PTH114
                os.chmod(path, stat.S_IRWXU)  # noqa: PTH101
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
