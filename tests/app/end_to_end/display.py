"""A virtual display with mouse and keyboard, and programs on it that report their visible widgets."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
DEADLINE_S: Final = 60.0
STEP_S: Final = 0.05
NEEDED: Final = ("Xvfb", "openbox", "xdotool")
SIZE: Final = (1560, 880)


def until(condition, words):
    """Waits until a condition is true, and returns its value; `words` describes the state in the failure."""
    deadline = time.monotonic() + DEADLINE_S
    while not (value := condition()):
        assert time.monotonic() < deadline, f"timed out: {words()}"
        time.sleep(STEP_S)
    return value


class Program:
    """A program on the screen that reports its visible widgets."""

    def __init__(self, process, file):
        self.process = process
        self._file = file

    def widgets(self):
        """The visible widgets, as `visible_widgets` describes them."""
        try:
            return json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []

    def texts(self):
        """The texts of the visible widgets."""
        return [widget["text"] for widget in self.widgets() if widget["text"]]

    def find(self, *, name=None, text=None):
        """Waits until the widget of this accessible name or text is visible and enabled, and returns it."""

        def found():
            assert self.process.poll() is None, f"the program ended with {self.process.poll()}"
            matching = (each for each in self.widgets() if (each["name"] == name if name else each["text"] == text))
            return next((widget for widget in matching if widget["enabled"]), None)

        return until(found, lambda: (name, text, self.texts()))

    def named(self, name):
        """The widget of this accessible name, enabled or not; None if it is not visible."""
        return next((widget for widget in self.widgets() if widget["name"] == name), None)

    def wait_for(self, words):
        """Waits until a text with these words is visible, and returns the text."""
        return until(
            lambda: next((text for text in self.texts() if words in text), None), lambda: (words, self.texts())
        )

    def wait_end(self):
        """Waits until the program ends, and returns its exit code."""
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
        """Starts a program on the screen. Its output goes to a file: its children would keep a pipe open."""
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
        """Starts a module of this folder that reports its visible widgets."""
        file = self._folder / f"{script}.json"
        module = f"tests.app.end_to_end.{script}"
        return Program(self.run(sys.executable, "-m", module, str(file), *map(str, arguments)), file)

    def mouse(self, *words):
        """Runs xdotool for mouse or keyboard input."""
        subprocess.run(["xdotool", *map(str, words)], env=self._environment, check=True, timeout=20)

    def output_of(self, *words):
        """The output of xdotool; empty if it fails."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self._environment,
            check=False,
            timeout=20,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def focus(self, title):
        """Waits until the window of this title has the keyboard. The window manager may not give it to a new window."""

        def has_focus():
            if title in self.output_of("getactivewindow", "getwindowname"):
                return True
            self.output_of("search", "--onlyvisible", "--name", title, "windowactivate")
            return False

        until(has_focus, lambda: f"the focus of {title}: {self.output_of('getactivewindow', 'getwindowname')!r}")

    def click(self, widget):
        """Clicks the middle of a widget."""
        x, y = middle(widget)
        self.mouse("mousemove", x, y, "sleep", "0.05", "click", "1")

    def drag(self, start, end):
        """Drags from the middle of one widget to the middle of another, in steps, as windows expect."""
        (x, y), (to_x, to_y) = middle(start), middle(end)
        self.mouse("mousemove", x, y, "mousedown", "1", "sleep", "0.15")
        for step in range(1, 9):
            self.mouse("mousemove", x + (to_x - x) * step // 8, y + (to_y - y) * step // 8, "sleep", "0.02")
        self.mouse("sleep", "0.2", "mouseup", "1")

    def end(self):
        """Stops the programs, the last one first."""
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
