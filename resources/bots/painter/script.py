"""Painter: a script without a car that draws the predicted path of the ball and the state of the boost pads."""

from rlbot import flat
from rlbot.managers import Script

DRAW_EVERY_S = 0.1
"""Interval between two drawings; each replaces the one before."""
PATH_STEP = 24
"""Step between the slices of the prediction that become points of the path: five per second."""
GROUND_Z = 30.0
PADS_PER_GROUP = 17
"""One group is one message, and messages have to stay small."""


class Painter(Script):
    """Draws in groups: a group that is drawn again replaces its older picture.

    The game shows drawings only while drawing is allowed; check `renderer.can_render` before expensive ones.
    """

    def initialize(self) -> None:
        """Called once, when the field is known."""
        self.pads = list(self.field_info.boost_pads)
        self.drawn_at = -1.0

    def handle_packet(self, packet: flat.GamePacket) -> None:
        """Called for every packet."""
        now = packet.match_info.seconds_elapsed
        if 0.0 <= now - self.drawn_at < DRAW_EVERY_S:
            return
        self.drawn_at = now
        self.draw_path(packet)
        for first in range(0, len(self.pads), PADS_PER_GROUP):
            self.draw_pads(packet, first)

    def draw_path(self, packet: flat.GamePacket) -> None:
        """Draws the predicted path of the ball, and marks where it would cross a goal line."""
        slices = self.ball_prediction.slices
        with self.renderer.context("ball path"):
            if not packet.balls or not slices:
                return
            points = [packet.balls[0].physics.location]
            for position in range(PATH_STEP - 1, len(slices), PATH_STEP):
                points.append(slices[position].physics.location)
                if abs(points[-1].y) > 5200.0:
                    self.renderer.draw_string_3d("goal", points[-1], 1.0, self.renderer.yellow)
                    break
            self.renderer.draw_polyline_3d(points, self.renderer.cyan)

    def draw_pads(self, packet: flat.GamePacket, first: int) -> None:
        """Draws a post on each pad: yellow if it is active, else grey with the seconds since it was taken."""
        with self.renderer.context(f"pads {first}"):
            for index in range(first, min(first + PADS_PER_GROUP, len(self.pads), len(packet.boost_pads))):
                pad, state = self.pads[index], packet.boost_pads[index]
                foot = flat.Vector3(pad.location.x, pad.location.y, GROUND_Z)
                top = flat.Vector3(foot.x, foot.y, 250.0 if pad.is_full_boost else 120.0)
                color = self.renderer.yellow if state.is_active else self.renderer.grey
                self.renderer.draw_line_3d(foot, top, color)
                if not state.is_active:
                    self.renderer.draw_string_3d(f"{state.timer:.0f}", top, 0.6, self.renderer.grey)


if __name__ == "__main__":
    Painter("kickabout/painter").run(wants_match_communications=False)
