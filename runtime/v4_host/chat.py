"""Quick chats of RLBot v4 as messages of v5."""

import time
from collections import deque

import flatbuffers
from rlbot.messages.flat import QuickChat, QuickChatMessages
from rlbot.utils.structures.game_status import RLBotCoreStatus

from .connection import QUICK_CHAT, Connection

CHATS_IN_WINDOW = 5
CHAT_WINDOW_S = 2.0
QUICK_CHATS = (
    *("I got it!", "Need boost!", "Take the shot!", "Defending...", "Go for it!", "Centering!", "All yours."),
    *("In position.", "Incoming!", "Nice shot!", "Great pass!", "Thanks!", "What a save!", "Nice one!"),
    *("What a play!", "Great clear!", "Nice block!", "OMG!", "Noooo!", "Wow!", "Close one!", "No way!"),
    *("Holy cow!", "Whew.", "Siiiick!", "Calculated.", "Savage!", "Okay.", "$#@%!", "No problem.", "Whoops..."),
    *("Sorry!", "My bad...", "Oops!", "My fault.", "gg", "Well played.", "That was fun!", "Rematch!"),
    *("One. More. Game.", "What a game!", "Nice moves.", "Everybody dance!", ""),
    *("Waste of CPU cycles", "Git gud*", "De-Allocate Yourself", "404: Your skill not found", "Get a virus"),
    *("Passing!", "Faking!", "Demoing!", "BOOPING", "The chances of that was 47525 to 1*"),
    *("Who upped your skill level?", "Your programmer should be proud", "You're the GC of Bots"),
    *("Are you [Insert Pro]Bot? *", "Lag", "Ghost inputs", "RIGGED", "Mafia plays!", "Yeet!"),
)
"""Texts of the v4 selections 0 to 62; 43 is only a separator between two groups."""


class QuickChats:
    """Quick chats of the agents in this process: at most five in two seconds per player."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sent: dict[int, deque[float]] = {}

    def send(self, data: bytes, _size: int) -> int:
        """Sends the v4 flatbuffer of a chat; returns the status of the native library."""
        chat = QuickChat.QuickChat.GetRootAsQuickChat(data, 0)
        index, selection = chat.PlayerIndex(), chat.QuickChatSelection()
        sent, now = self._sent.setdefault(index, deque(maxlen=CHATS_IN_WINDOW)), time.monotonic()
        if len(sent) == CHATS_IN_WINDOW and now - sent[0] < CHAT_WINDOW_S:
            return int(RLBotCoreStatus.QuickChatRateExceeded)
        sent.append(now)
        text = QUICK_CHATS[selection] if 0 <= selection < len(QUICK_CHATS) else ""
        value = {QUICK_CHAT: selection}
        self._connection.send_comm(index, display=text, value=value, team_only=bool(chat.TeamOnly()))
        return int(RLBotCoreStatus.Success)

    def received(self, index: int, last: int) -> QuickChatMessages.QuickChatMessages:
        """Returns the chats of others after number `last`, in ascending order.

        The server delivers a chat for the team to that team only.
        """
        chats = self._connection.chats
        return _messages([chat for chat in chats if chat[0] > last and chat[1] != index]) if chats else NO_CHATS


def vector_of(builder: flatbuffers.Builder, offsets: "list[int]") -> int:
    """Writes a vector of tables and returns its offset."""
    builder.StartVector(4, len(offsets), 4)
    for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
    return int(builder.EndVector(len(offsets)))


def _messages(chats: "list[tuple[int, int, int, bool]]") -> QuickChatMessages.QuickChatMessages:
    """Returns chats in the form that the bot's manager reads."""
    builder = flatbuffers.Builder(64)
    offsets = []
    for number, sender, selection, is_for_team in chats:
        QuickChat.QuickChatStart(builder)
        QuickChat.QuickChatAddQuickChatSelection(builder, selection)
        QuickChat.QuickChatAddPlayerIndex(builder, sender)
        QuickChat.QuickChatAddTeamOnly(builder, is_for_team)
        QuickChat.QuickChatAddMessageIndex(builder, number)
        offsets.append(QuickChat.QuickChatEnd(builder))
    vector = vector_of(builder, offsets)
    QuickChatMessages.QuickChatMessagesStart(builder)
    QuickChatMessages.QuickChatMessagesAddMessages(builder, vector)
    builder.Finish(QuickChatMessages.QuickChatMessagesEnd(builder))
    return QuickChatMessages.QuickChatMessages.GetRootAsQuickChatMessages(bytes(builder.Output()), 0)


class _NoChats(QuickChatMessages.QuickChatMessages):  # type: ignore[misc] # the base class is untyped
    """The usual answer; it has no flatbuffer that would have to be read."""

    def MessagesLength(self) -> int:  # noqa: N802 - as in the base class
        return 0


NO_CHATS = _NoChats()
