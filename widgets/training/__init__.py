"""Training runs: their document, state, curves, workers, checkpoints and a live view."""
