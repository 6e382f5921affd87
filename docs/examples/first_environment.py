"""The first environment: one car that has to reach the ball, driven at random."""

import gymnasium
import kickabout  # registers the environments

environment = gymnasium.make("Kickabout/ReachBall-v0")
observation, info = environment.reset(seed=1)
for _ in range(1000):
    observation, reward, terminated, truncated, info = environment.step(environment.action_space.sample())
    if terminated or truncated:
        print(f"{info['seconds']:.1f} s: {info['reasons'][0]}")
        observation, info = environment.reset()
