"""Learning in the arena: environments, workers, learners and runs; no Qt."""
