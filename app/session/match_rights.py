"""What a match allows from outside: the open document tells for the next one, its own words for a running one."""

from dataclasses import dataclass

from runtime.documents import Match
from runtime.model.drawings import DrawingRights
from runtime.model.values import MatchOverview


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRights:
    """Whether cars and ball may be moved, and who may draw; as long as nothing is known, everything."""

    can_set_state: bool = True
    drawing: DrawingRights = DrawingRights.OFF_BY_DEFAULT

    @classmethod
    def of_match(cls, match: Match) -> "MatchRights":
        """What a match allows that was sent to a game."""
        return cls(can_set_state=match.enable_state_setting, drawing=DrawingRights.of(match.enable_rendering))

    @classmethod
    def of_document(cls, overview: MatchOverview) -> "MatchRights":
        """What the next match would allow."""
        return cls(can_set_state=overview.can_set_state, drawing=overview.drawing)

    @property
    def can_draw(self) -> bool:
        """Whether anybody may be let draw."""
        return self.drawing is not DrawingRights.ALWAYS_OFF
