"""A match in the arena: physics, rules, scoreboard, packets and prediction, frame by frame; knows no sockets."""
