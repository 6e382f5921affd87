"""One match on the server: loop, slots, lockstep, message handlers, life cycle."""
