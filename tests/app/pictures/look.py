"""Shows every scene in a program of its own: at a scale, in a theme, in a language.

Called with a folder for pictures, a theme, width and height of the window, and which scenes (all where none
is named); prints, as JSON, what is wrong.
"""

import json
import os
import sys
from pathlib import Path

from tests.offscreen import OFFSCREEN

os.environ.setdefault("QT_QPA_PLATFORM", OFFSCREEN)

from PySide6.QtWidgets import QApplication

from app.services.translation import set_language
from tests.app.pictures.contrast import pale_texts
from tests.app.pictures.layout import lasting_faults
from tests.app.pictures.scenes import SCENES, close_desktop, many_bots, open_desktop


def main(arguments: list[str]) -> int:
    folder, theme, size = Path(arguments[0]), arguments[1], (int(arguments[2]), int(arguments[3]))
    application = QApplication(sys.argv[:1])
    set_language(application, arguments[4])
    home = Path(os.environ["KICKABOUT_HOME"])
    desktop = open_desktop(application, home, theme, size, folders=[many_bots(home / "many")])
    told = {}
    for name in arguments[5:] or SCENES:
        shown = SCENES[name](desktop)
        picture = shown.grab()
        picture.save(str(folder / f"{name}.png"))
        told[name] = {
            "faults": [*lasting_faults(shown), *pale_texts(shown)],
            "size": [picture.width(), picture.height()],
        }
        if shown is not desktop.window:
            shown.close()
    close_desktop(desktop)
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
