"""A connection as the match sees it: what it has asked for, and what it draws."""

import socket
from typing import Final

import rlbot_flatbuffers as flat

from runtime.arena.match.render_groups import RenderGroups
from runtime.arena.net.connection import Connection

MANAGER_TEAM: Final = 3
"""Team of a session without cars, in match communication and drawings."""


class Session(Connection):
    """One session; owned by the server's thread. Its car positions are in `SlotTable`."""

    __slots__ = (
        "agent_id",
        "can_render",
        "closes_between_matches",
        "drives_human",
        "has_joined",
        "is_initialised",
        "is_owner",
        "is_sampled",
        "next_frame_s",
        "render_groups",
        "requires_trials",
        "wants_comms",
        "wants_prediction",
    )

    def __init__(self, link: socket.socket, number: int) -> None:
        super().__init__(link, number)
        self.agent_id: str | None = None
        """None until `ConnectionSettings` has arrived; empty for a match manager."""
        self.is_owner = False
        """True if it belongs to the launcher that owns the arena."""
        self.wants_prediction = False
        self.wants_comms = False
        self.closes_between_matches = True
        self.is_initialised = False
        """True if `InitComplete` has arrived."""
        self.has_joined = False
        """True if it has received the configuration of the current match."""
        self.drives_human = False
        """True if it drives the human's car, so that lockstep waits for its inputs."""
        self.requires_trials = False
        """True if it is a launcher that decides when a standby takes over."""
        self.is_sampled = False
        """True if it asked for samples of the frames instead of all."""
        self.next_frame_s = 0.0
        """Time at which it gets the next frame, if frames are held back from it."""
        self.can_render = False
        self.render_groups = RenderGroups()

    def introduce(self, settings: flat.ConnectionSettings, agent_id: str) -> None:
        """Applies the settings of the session; an empty `agent_id` makes it a match manager."""
        self.is_introduced = True
        self.agent_id = agent_id
        self.wants_prediction = settings.wants_ball_predictions
        self.wants_comms = settings.wants_comms
        self.closes_between_matches = settings.close_between_matches

    @property
    def is_manager(self) -> bool:
        """True if it is not an agent but a launcher, a spectator or a tool."""
        return self.agent_id == ""
