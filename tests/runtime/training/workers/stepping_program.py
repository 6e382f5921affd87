"""Steps two workers until it is killed or its input ends; prints its process id and restarts."""

import sys

import numpy as np

from runtime.quota import UNLIMITED, RestartQuota
from runtime.training.workers import WorkerPool
from tests.runtime.training.workers.stand_in import StandIn


def say(_):
    print("workers print to standard error", flush=True)


def main():
    quota = RestartQuota(lifetime=UNLIMITED, per_period=UNLIMITED)
    with WorkerPool(StandIn, workers=2, arenas=2, quota=quota) as pool:
        pool.reset()
        pool.call(0, say)
        print("stepping", flush=True)
        restarts = 0
        while True:
            pool.step(np.ones((4, 2, 2)))
            if len(pool.statistics().restarts) > restarts:
                restarts = len(pool.statistics().restarts)
                print("restarted", flush=True)


if __name__ == "__main__":
    sys.exit(main())
