"""Programs that learn: the arena as an environment, workers, learners and training runs.

Specifications are exported here. The subpackages load numpy and RocketSim; import them where they are used.
"""

from runtime.training.specification import Component, EnvironmentSpec, RewardTerm, SpecificationError

__all__ = ["Component", "EnvironmentSpec", "RewardTerm", "SpecificationError"]
