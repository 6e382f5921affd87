"""Algorithms that learn, and what becomes of a trained policy."""

from runtime.training.learners.learner import POLICY_FILE, Learner, LearnerSetup, Session, load_policy, save_policy
from runtime.training.learners.policy import Policy

__all__ = ["POLICY_FILE", "Learner", "LearnerSetup", "Policy", "Session", "load_policy", "save_policy"]
