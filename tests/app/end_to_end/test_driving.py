"""A human scores on an empty field with real keys on a real screen; the test reads packets to see where to drive."""

import math
import time

import pytest

from tests.app.end_to_end.display import until
from tests.app.watching import Eyes, arena_port

FIELD = """
[match]
start_without_countdown = true
skip_replays = true
[mutators]
match_length = "Unlimited"
[[cars]]
type = "Human"
team = 0
"""
KEYS = ("w", "a", "d")
GOAL_Y = 5120.0
LATEST_S = 240.0


def target(car, ball):
    """Returns the target in uu: a point behind the ball as seen from orange's goal, then the ball itself."""
    away = math.hypot(ball.x, GOAL_Y - ball.y)
    to_goal = (-ball.x / away, (GOAL_Y - ball.y) / away)
    behind = -((car.x - ball.x) * to_goal[0] + (car.y - ball.y) * to_goal[1])
    side = (car.x - ball.x) * to_goal[1] - (car.y - ball.y) * to_goal[0]
    room = max(60.0, 0.6 * behind) if behind > 250.0 or (behind > 0.0 and abs(side) < 80.0) else 1100.0
    around = math.copysign(700.0, side) if room == 1100.0 else 0.0
    x = ball.x - room * to_goal[0] + around * to_goal[1]
    y = ball.y - room * to_goal[1] - around * to_goal[0]
    return max(-3800.0, min(3800.0, x)), max(-4900.0, min(4900.0, y))


def wanted_keys(packet):
    """The keys that a driver would hold down now."""
    car, ball = packet.players[0].physics, packet.balls[0].physics.location
    x, y = target(car.location, ball)
    angle = math.remainder(math.atan2(y - car.location.y, x - car.location.x) - car.rotation.yaw, math.tau)
    speed = math.hypot(car.velocity.x, car.velocity.y)
    keys = set()
    if abs(angle) < 1.0 or speed < 700.0:
        keys.add("w")
    if abs(angle) > 0.05:
        keys.add("d" if angle > 0.0 else "a")
    return keys


@pytest.mark.timeout(400)  # on a busy machine, keys arrive late and the driver misses the ball
def test_a_goal_is_scored_with_keys(screen, tmp_path, home_of_its_own):
    document = tmp_path / "alone.toml"
    document.write_text(FIELD)
    window = screen.open("watched_program", "window", "--new-window", document)
    window.wait_for("The match can start.")
    screen.focus("Kickabout")
    screen.mouse("key", "ctrl+Return")
    window.find(text="Drive (Ctrl+G)")
    screen.mouse("key", "ctrl+g")
    window.find(text="Stop driving (Esc)")
    eyes = Eyes(until(lambda: arena_port(home_of_its_own), lambda: "the port of the arena"))
    until(lambda: eyes.packet is not None and eyes.packet.balls, lambda: "a packet")
    held, start_s = set(), eyes.packet.match_info.seconds_elapsed
    while not eyes.packet.teams[0].score:
        assert eyes.packet.match_info.seconds_elapsed - start_s < LATEST_S, "no goal"
        wanted = wanted_keys(eyes.packet) if eyes.packet.balls else set()
        for key in KEYS:
            if (key in wanted) != (key in held):
                screen.mouse("keydown" if key in wanted else "keyup", key)
        held = wanted
        time.sleep(1 / 120)  # no packet arrives earlier, and the arena needs the CPU
    for key in held:
        screen.mouse("keyup", key)
    assert eyes.packet.teams[0].score == 1
    until(lambda: window.named("Goals of Blue")["text"] == "1", window.texts)
    screen.mouse("key", "Escape")
    window.find(text="Drive (Ctrl+G)")
    screen.click(window.find(name="Stop the match"))
    window.wait_for("Stopped at")
    eyes.join()
    screen.mouse("key", "ctrl+q")
    assert window.wait_end() == 0
