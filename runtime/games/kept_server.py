"""A server that Kickabout has started and that several matches use."""


class KeptServer:
    """Runs one server program until it is stopped, or until Kickabout ends; may be used from any thread."""
