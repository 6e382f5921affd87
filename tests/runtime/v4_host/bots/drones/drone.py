import os

from rlbot.agents.hivemind.drone_agent import DroneAgent


class Drone(DroneAgent):
    hive_path = os.path.join(os.path.dirname(__file__), "hive.py")
    hive_key = "tests"
    hive_name = "Tests"
