"""A script that draws every kind of render message with every alignment and anchor; also imported by tests.

Its groups are `lines`, `texts`, `rectangles` and `anchors`. After `STEP_S` of game time it removes the group `lines`;
after another `STEP_S` it removes all groups.
"""

from rlbot import flat
from rlbot.managers import Script

H_ALIGNS = (flat.TextHAlign.Left, flat.TextHAlign.Center, flat.TextHAlign.Right)
V_ALIGNS = (flat.TextVAlign.Top, flat.TextVAlign.Center, flat.TextVAlign.Bottom)
ALIGNS = [(h_align, v_align) for v_align in V_ALIGNS for h_align in H_ALIGNS]
STEP_S = 0.5
CARS = 4
"""Cars that have drawings of their own, whether they exist or not."""
DIM = flat.Color(90, 40, 130, 170)
RED = flat.Color(230, 60, 60, 255)


class EveryDrawing(Script):
    def initialize(self):
        self.began_s = None
        self.is_cleared = [False, False]
        for group in ("lines", "texts", "rectangles", "anchors"):
            with self.renderer.context(group):
                getattr(self, f"draw_{group}")()

    def handle_packet(self, packet):
        now = packet.match_info.seconds_elapsed
        self.began_s = now if self.began_s is None else self.began_s
        if now >= self.began_s + STEP_S and not self.is_cleared[0]:
            self.is_cleared[0] = True
            self.renderer.clear_render_group("lines")
        if now >= self.began_s + 2 * STEP_S and not self.is_cleared[1]:
            self.is_cleared[1] = True
            self.renderer.clear_all_render_groups()

    def draw_lines(self):
        draw = self.renderer
        draw.draw_line_3d(flat.Vector3(-3000, -4000, 20), flat.Vector3(3000, -4000, 20), draw.white)
        draw.draw_line_3d(flat.CarAnchor(0), flat.BallAnchor(0), draw.yellow)
        for car in range(CARS):
            for axis in (flat.Vector3(600, 0, 0), flat.Vector3(0, 600, 0), flat.Vector3(0, 0, 600)):
                colour = flat.Color(*(255 if part else 40 for part in (axis.x, axis.y, axis.z)), 255)
                draw.draw_line_3d(flat.CarAnchor(car), flat.CarAnchor(car, axis), colour)
        corners = [(-1500, -1500), (1500, -1500), (1500, 1500), (-1500, 1500), (-1500, -1500)]
        draw.draw_polyline_3d([flat.Vector3(x, y, 300) for x, y in corners], draw.cyan)

    def draw_texts(self):
        """Nine aligned texts with a dot at their positions, four scales, and two rows on a translucent ground."""
        draw = self.renderer
        for place, (h_align, v_align) in enumerate(ALIGNS):
            x, y = 0.72 + 0.11 * (place % 3), 0.74 + 0.09 * (place // 3)
            draw.draw_string_2d(word(h_align, v_align), x, y, 1.2, draw.white, DIM, h_align, v_align)
            draw.draw_rect_2d(x, y, 0.006, 0.01, RED, flat.TextHAlign.Center, flat.TextVAlign.Center)
        for place, scale in enumerate((0.5, 1.0, 2.0, 3.0)):
            draw.draw_string_2d(f"scale {scale}", 0.02, 0.74 + 0.05 * place, scale, draw.lime)
        draw.draw_string_2d("two rows\nof text", 0.98, 0.03, 2.0, draw.black, flat.Color(255, 255, 0, 128), H_ALIGNS[2])

    def draw_rectangles(self):
        """Nine aligned rectangles with a dot at their positions, and one with negative size."""
        draw = self.renderer
        for place, (h_align, v_align) in enumerate(ALIGNS):
            x, y = 0.06 + 0.1 * (place % 3), 0.06 + 0.1 * (place // 3)
            draw.draw_rect_2d(x, y, 0.06, 0.05, flat.Color(60, 160, 255, 130), h_align, v_align)
            draw.draw_rect_2d(x, y, 0.006, 0.01, RED, flat.TextHAlign.Center, flat.TextVAlign.Center)
        draw.draw_rect_2d(0.5, 0.08, -0.08, -0.05, flat.Color(255, 128, 0, 200))

    def draw_anchors(self):
        """Text and rectangles at the world, the ball and the cars, with both kinds of offsets."""
        draw = self.renderer
        middle, bottom = flat.TextHAlign.Center, flat.TextVAlign.Bottom
        for place, (h_align, v_align) in enumerate(ALIGNS):
            at = flat.Vector3(-2400 + 800 * (place // 3), -800 + 800 * (place % 3), 10)
            draw.draw_string_3d(word(h_align, v_align), at, 1.0, draw.white, DIM, h_align, v_align)
            draw.draw_rect_3d(at, 0.008, 0.012, RED, middle, flat.TextVAlign.Center)
            beside = flat.Vector3(at.x + 3200, at.y, at.z)
            draw.draw_rect_3d(beside, 0.03, 0.04, flat.Color(60, 160, 255, 130), h_align, v_align)
            draw.draw_rect_3d(beside, 0.008, 0.012, RED, middle, flat.TextVAlign.Center)
        above = flat.RenderAnchor(flat.Vector3(0, 0, 250), flat.BallAnchor(0))
        draw.draw_string_3d("ball", above, 1.5, draw.black, draw.white, middle, bottom)
        draw.draw_rect_3d(flat.BallAnchor(0, flat.Vector3(0, 200, 0)), 0.02, 0.02, draw.pink, middle, bottom)
        for car in range(CARS):
            above = flat.RenderAnchor(flat.Vector3(0, 0, 300), flat.CarAnchor(car))
            draw.draw_string_3d(f"car {car}", above, 1.5, draw.white, draw.purple, middle, bottom)
            draw.draw_rect_3d(flat.CarAnchor(car, flat.Vector3(500, 0, 0)), 0.02, 0.02, draw.orange, middle, bottom)


def word(h_align, v_align):
    """Returns the initials of both alignments, such as `LT`."""
    return "".join(str(align).rpartition(".")[2][0] for align in (h_align, v_align))


if __name__ == "__main__":
    EveryDrawing("tests/every").run(wants_match_communications=False, wants_ball_predictions=False)
