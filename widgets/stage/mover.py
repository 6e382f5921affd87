"""Moves of cars and ball in the arena view, by mouse and by keys, from the first press to the wish."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF

from runtime.model.placements import Placement
from runtime.model.values import ArenaView
from widgets.stage.field_shape import FieldShape
from widgets.stage.grip import Draft, Gesture, Handle, handle_at, handles, kept_inside, placement_of, thing
from widgets.stage.projection import Projection

STEP_UU: Final = 100.0
"""One press of an arrow key."""
SMALL_STEP_UU: Final = 10.0
LEAST_DRAG_PX: Final = 4.0
"""A press that moves less only chooses."""


class Mover:
    """Knows what is held, what is chosen, and where it is to go; belongs to one widget.

    Args:
        wanted: gets the `Placement` that a finished move asks for.
        changed: is called when something is to be painted anew.
    """

    def __init__(self, wanted: Callable[[Placement], None], changed: Callable[[], None]) -> None:
        self._wanted = wanted
        self._changed = changed
        self._is_on = False
        self._is_held = False
        self._pressed_at: QPointF | None = None
        """Where the mouse was pressed, until it has moved from there."""
        self.chosen: Handle | None = None
        """What keys move."""
        self.draft: Draft | None = None
        """The move that is under way."""

    @property
    def is_on(self) -> bool:
        """Whether presses and keys move things."""
        return self._is_on

    @property
    def is_held(self) -> bool:
        """Whether something is being dragged."""
        return self._is_held

    def switch(self, *, is_on: bool) -> None:
        """Begins or ends to take presses and keys."""
        self._is_on = is_on
        self.forget()

    def forget(self) -> None:
        """Gives up whatever is under way or chosen."""
        self.chosen = self.draft = None
        self._is_held = False
        self._changed()

    def follow(self, view: ArenaView) -> None:
        """A newer frame is shown: what is gone from it is let go."""
        if self.chosen is not None and thing(self.chosen, view) is None:
            self.forget()

    def press(self, spot: QPointF, gesture: Gesture, view: ArenaView, projection: Projection) -> bool:
        """Takes what lies there; tells whether there is something."""
        handle = handle_at(spot, view, projection) if self._is_on else None
        body = thing(handle, view) if handle is not None else None
        if handle is None or body is None:
            return False
        self.chosen, self._is_held, self._pressed_at = handle, True, spot
        self.draft = Draft(handle=handle, gesture=gesture, x=body.x, y=body.y)
        self._changed()
        return True

    def drag(self, spot: QPointF, view: ArenaView, projection: Projection, shape: FieldShape) -> None:
        """The mouse moved."""
        body = thing(self.draft.handle, view) if self.draft is not None and self._is_held else None
        if self._pressed_at is not None and (spot - self._pressed_at).manhattanLength() < LEAST_DRAG_PX:
            return
        self._pressed_at = None
        if self.draft is not None and body is not None:
            x, y = projection.ground(spot, body.z)
            self.draft = kept_inside(replace(self.draft, x=x, y=y), view, shape)
            self._changed()

    def release(self, view: ArenaView) -> None:
        """The mouse was let go; without a move of it, nothing is wished for."""
        if self._is_held and self._pressed_at is None:
            self._wish(view)
        self.draft, self._is_held = None, False
        self._changed()

    def cancel(self) -> bool:
        """Gives up a move that is under way; tells whether there was one."""
        was_under_way = self.draft is not None
        self.draft, self._is_held = None, False
        self._changed()
        return was_under_way

    def choose(self, step: int, view: ArenaView) -> bool:
        """Chooses the next thing, or the one before; tells whether there is one."""
        offered = handles(view)
        place = offered.index(self.chosen) + step if self.chosen in offered else (0 if step > 0 else len(offered) - 1)
        if not 0 <= place < len(offered):
            return False
        self.chosen, self.draft = offered[place], None
        self._changed()
        return True

    def nudge(self, dx: float, dy: float, view: ArenaView, shape: FieldShape) -> None:
        """Leads what is chosen so much farther, in uu."""
        body = thing(self.chosen, view) if self.chosen is not None else None
        if self.chosen is None or body is None or self._is_held:
            return
        draft = self.draft or Draft(handle=self.chosen, gesture=Gesture.PUT, x=body.x, y=body.y)
        self.draft = kept_inside(replace(draft, x=draft.x + dx, y=draft.y + dy), view, shape)
        self._changed()

    def settle(self, gesture: Gesture, view: ArenaView) -> None:
        """Carries out what the arrow keys have led to."""
        if self.draft is not None and not self._is_held:
            self.draft = replace(self.draft, gesture=gesture)
            self._wish(view)
            self.draft = None
            self._changed()

    def _wish(self, view: ArenaView) -> None:
        placement = placement_of(self.draft, view) if self.draft is not None else None
        if placement is not None:
            self._wanted(placement)
