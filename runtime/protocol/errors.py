"""What can go wrong on the wire."""


class ProtocolError(Exception):
    """A message that cannot be sent, or bytes that are no message; the text is a sentence for the user."""


class LinkError(Exception):
    """The server cannot be reached or has gone; the text is a sentence for the user."""
