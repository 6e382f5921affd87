"""Log lines as RLBotServer prints them."""

import os
import sys
import time

GREY, BLUE, YELLOW, GREEN, RED = (f"\x1b[{code};20m" for code in (38, 94, 33, 32, 31))
RESET = "\x1b[0m"
LEVELS = {
    "debug": ("DEBUG", (GREY, GREY, GREY, BLUE)),
    "info": (" INFO", (GREY, BLUE, GREY, BLUE)),
    "warn": (" WARN", (YELLOW,) * 4),
    "error": ("ERROR", (RED,) * 4),
}
THRESHOLD = (
    list(LEVELS).index(os.environ.get("RLBOT_LOG_LEVEL", "info"))
    if os.environ.get("RLBOT_LOG_LEVEL", "info") in LEVELS
    else 1
)


def log(level, name, text):
    """Prints a line of the logger `name`."""
    if list(LEVELS).index(level) < THRESHOLD:
        return
    label, colours = LEVELS[level]
    sys.stdout.write(
        f"{colours[0]}{time.strftime('%H:%M:%S')}{RESET} {colours[1]}{label}{RESET}{GREEN} RLBotServer{RESET}"
        f"{colours[2]} {name:>18}:{RESET} {colours[3]}{text}{RESET}\n"
    )
    sys.stdout.flush()
