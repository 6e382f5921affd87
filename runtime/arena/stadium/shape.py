"""The soccar arena's shape as a set of numbers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccarShape:
    """The numbers that determine the arena, in uu; the defaults are the standard soccar arena."""

    side_x: float = 4096.0
    """The side wall, a plane of the physics engine."""
    back_y: float = 5120.0
    ceiling_z: float = 2048.0
    """The ceiling, a plane of the physics engine; the floor is z = 0."""
    arc_handle: float = 0.55178
    """Handle length of every quarter arc's Bezier curve, as a share of its radius."""
    arc_facets: int = 8
    """Flat facets per quarter arc and per vertical edge; physically real. A power of two."""
    floor_radius: float = 256.0
    """Of the ramp along side and corner walls."""
    back_radius: float = 160.0
    """Of the floor ramp along the back wall."""
    goal_radius: float = 96.0
    """Of the floor ramp beside and inside the goal, and of the goal's other long edges."""
    ceiling_radius: float = 512.0
    side_edge: tuple[tuple[float, float], tuple[float, float]] = ((4096.0, 3584.0), (3840.47, 4223.53))
    """Where the vertical edge leaves the side wall, and where it meets the corner wall."""
    back_edge: tuple[tuple[float, float], tuple[float, float]] = ((3200.0, 4864.0), (2560.0, 5120.0))
    """Where the vertical edge leaves the corner wall, and where it meets the back wall."""
    edge_handle: float = 245.858
    """Handle length of the vertical edges' Bezier curves."""
    blend_from_x: float = 960.0
    """Towards the goal from here the back ramp has the goal's radius."""
    blend_to_x: float = 1344.0
    """Away from the goal from here it has the back wall's radius."""
    blend_steps: int = 6
    mouth_half_width: float = 896.0
    mouth_height: float = 640.0
    mouth_chamfer: float = 8.0
    """Width and depth of the slanted facet on posts and crossbar."""
    mouth_outer_radius: float = 103.6
    """Of the mouth's upper corner in the plane of the back wall."""
    goal_level_to_y: float = 5354.67
    """The goal's floor is level up to here, then rises."""
    goal_rise_y: float = 5760.0
    """Where the rising floor meets the rear arc."""
    goal_rise_z: float = 16.0
    goal_rear_radius: float = 240.0
    roof_level_to_y: float = 5344.0
    """The goal's roof is level up to here, then falls straight to the rear arc."""
    roof_arc_vertex: int = 6
    """The vertex of the upper rear arc at which the roof ends."""
    roof_bend: float = 0.1073
    """How far in y the roof's bend moves per uu that the rounded edge lowers it."""
    side_columns: int = 8
    """Columns into which the side ramps are cut; without influence on the surface, like the next three."""
    corner_columns: int = 4
    back_columns: int = 5
    crossbar_columns: int = 4

    @property
    def post_x(self) -> float:
        """Where the flat back wall ends at the mouth."""
        return self.mouth_half_width + self.mouth_chamfer

    @property
    def lip_y(self) -> float:
        """Where the goal's box begins behind the chamfer."""
        return self.back_y + self.mouth_chamfer

    @property
    def flat_half_width(self) -> float:
        """Half the width of the goal's flat floor, rear wall and roof."""
        return self.mouth_half_width - self.goal_radius

    @property
    def goal_rear_y(self) -> float:
        """The rear wall of the goal."""
        return self.goal_rise_y + self.goal_rear_radius
