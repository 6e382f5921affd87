"""A display without a monitor, programs on it that tell what they show, and a mouse that can drag."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
DEADLINE_S: Final = 30.0
STEP_S: Final = 0.05
NEEDED: Final = ("Xvfb", "openbox", "xdotool")
SIZE: Final = (1560, 880)


def until(condition, words):
    """Waits for a condition; returns what it is when it is true."""
    deadline = time.monotonic() + DEADLINE_S
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited in vain: {words()}"
        time.sleep(STEP_S)
    return value


class Program:
    """A program on the screen that tells what it shows."""

    def __init__(self, process, file):
        self.process = process
        self._file = file

    def widgets(self):
        """Everything visible."""
        try:
            return json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []

    def texts(self):
        """Every text to be read."""
        return [widget["text"] for widget in self.widgets() if widget["text"]]

    def find(self, *, name=None, text=None):
        """The widget of this accessible name, or this text, once it is visible and enabled."""

        def found():
            assert self.process.poll() is None, f"the program ended with {self.process.poll()}"
            for widget in self.widgets():
                is_it = widget["name"] == name if name else widget["text"] == text
                if is_it and widget["enabled"]:
                    return widget
            return None

        return until(found, lambda: (name, text, self.texts()))

    def wait_for(self, words):
        """Waits until a text with these words is visible; returns it."""
        return until(
            lambda: next((text for text in self.texts() if words in text), None), lambda: (words, self.texts())
        )

    def wait_end(self):
        """Waits for the end of the program; returns its exit code."""
        return self.process.wait(DEADLINE_S)


class Screen:
    """A display with a window manager, and a mouse on it."""

    def __init__(self, display, folder, home):
        self._environment = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "HOME": str(home),
            "KICKABOUT_HOME": str(home),
            "PYTHONPATH": str(ROOT),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            self._environment.pop(name, None)
        self._folder = folder
        self._processes = []

    def run(self, *command, **environment):
        """Starts a program on the screen; what it prints goes into a file, since a pipe outlives it in its children."""
        with (self._folder / f"output_{len(self._processes)}.txt").open("wb") as file:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**self._environment, **environment},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        self._processes.append(process)
        return process

    def open(self, script, *arguments):
        """Starts a script of this folder that tells what it shows."""
        file = self._folder / f"{script}.json"
        module = f"tests.app.end_to_end.{script}"
        return Program(self.run(sys.executable, "-m", module, str(file), *map(str, arguments)), file)

    def mouse(self, *words):
        """Has the mouse or the keyboard do something."""
        subprocess.run(["xdotool", *map(str, words)], env=self._environment, check=True, timeout=20)

    def output_of(self, *words):
        """What the desktop's own tool answers."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self._environment,
            check=False,
            timeout=20,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def click(self, widget):
        """Clicks the middle of a widget."""
        x, y = middle(widget)
        self.mouse("mousemove", x, y, "sleep", "0.05", "click", "1")

    def drag(self, start, end):
        """Drags from the middle of one widget to that of another; windows want to see the way."""
        (x, y), (to_x, to_y) = middle(start), middle(end)
        self.mouse("mousemove", x, y, "mousedown", "1", "sleep", "0.15")
        for step in range(1, 9):
            self.mouse("mousemove", x + (to_x - x) * step // 8, y + (to_y - y) * step // 8, "sleep", "0.02")
        self.mouse("sleep", "0.2", "mouseup", "1")

    def end(self):
        """Ends what was started, the last first."""
        for process in reversed(self._processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait(5)


def middle(widget):
    x, y, width, height = widget["place"]
    return x + width // 2, y + height // 2
