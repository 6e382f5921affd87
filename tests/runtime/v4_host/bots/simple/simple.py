from rlbot.agents.base_agent import BaseAgent, SimpleControllerState

THROTTLE = 1.0


class Simple(BaseAgent):
    def get_output(self, packet):
        return SimpleControllerState(throttle=THROTTLE)
