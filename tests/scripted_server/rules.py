"""The rules by which RLBotServer refuses, changes and names the parts of a match."""

import random

import rlbot_flatbuffers as flat

SCRIPTS_TEAM = 2
OTHER_TEAM = 3
PSYONIX_NAMES = ("Armstrong", "Bandit", "Beast", "Boomer", "Buzz", "Cougar", "Dude", "Foamer", "Fury", "Gerwin")
STORES = ("legendary", "heroic")


def number_of(text):
    """Returns a player id: any 32-bit number, negative ones too, that stays the same during a run."""
    return (hash(text) & 0xFFFFFFFF) - (1 << 31)


def validate(match):
    """Prepares a match as RLBotServer does; returns the errors, for which it refuses it."""
    errors = []
    match.launcher_arg = match.launcher_arg.lower() if match.launcher == flat.Launcher.Custom else ""
    if match.launcher == flat.Launcher.Custom and match.launcher_arg not in STORES:
        errors.append(
            f'Invalid rlbot.launcher_arg value "{match.launcher_arg}". '
            '"legendary" and "heroic" are the only Custom launchers supported currently.'
        )
    match.mutators = match.mutators or flat.MutatorSettings()
    taken = set()
    match.player_configurations = [
        _player(number, player, errors, taken) for number, player in enumerate(match.player_configurations)
    ]
    _place_human(match, errors)
    for number, script in enumerate(match.script_configurations):
        script.agent_id = script.agent_id.strip()
        where = f"scripts[{number}].agent_id"
        if not script.agent_id:
            errors.append(f"{where} is empty. Scripts must have an agent ID. We recommend the format ...")
        if script.agent_id in taken:
            errors.append(f'{where} "{script.agent_id}" is already in use. Each script must have a unique agent ID.')
        taken.add(script.agent_id)
        script.script_id = number_of(f"{script.agent_id}/{SCRIPTS_TEAM}/{number}")
    return errors


def _player(number, player, errors, taken):
    variety, team = player.variety, player.team
    if team not in (0, 1):
        errors.append(f"Invalid cars[{number}].team of '{team}'. Must be 0 (blue) or 1 (orange).")
    player_id = 0
    if isinstance(variety, flat.CustomBot):
        variety.agent_id = variety.agent_id.strip()
        if not variety.agent_id:
            errors.append(
                f'cars[{number}].type is "rlbot" but cars[{number}].agent_id is empty. '
                'RLBot bots must have an agent ID. We recommend the format "<developer>/<botname>/<version>".'
            )
        variety.loadout = variety.loadout or flat.PlayerLoadout()
        player_id = number_of(f"{variety.agent_id}/{team}/{number}")
        if variety.run_command:
            taken.add(variety.agent_id)
    elif isinstance(variety, flat.PsyonixBot):
        variety.name = variety.name or random.choice(PSYONIX_NAMES)
        variety.loadout = variety.loadout or flat.PlayerLoadout()
        player_id = number_of(f"psyonix/{int(variety.bot_skill)}/{team}/{number}")
    return flat.PlayerConfiguration(variety, team, player_id)


def _place_human(match, errors):
    """Swaps the human with the last player."""
    players = match.player_configurations
    humans = [number for number, player in enumerate(players) if isinstance(player.variety, flat.Human)]
    if len(humans) > 1:
        errors.append('Only one player can be of type "Human".')
    if humans:
        players[humans[-1]], players[-1] = players[-1], players[humans[-1]]
        match.player_configurations = players


def number_names(match):
    """Numbers equal names: "X", "X (2)", "X (3)"; scripts have a count of their own."""
    cars = [player.variety for player in match.player_configurations if not isinstance(player.variety, flat.Human)]
    for group in (cars, match.script_configurations):
        counts = {}
        for item in group:
            count = counts[item.name] = counts.get(item.name, 0) + 1
            if count > 1:
                item.name += f" ({count})"


class Agent:
    def __init__(self, index, team, agent_id, player_id):
        self.index, self.team, self.agent_id, self.player_id = index, team, agent_id, player_id
        self.session = None
        self.is_ready = False


class AgentTable:
    """The agents of a match, and the sessions that have reserved them."""

    def __init__(self):
        self.agents = []

    def set(self, match):
        self.agents, humans = [], 0
        for position, player in enumerate(match.player_configurations):
            if isinstance(player.variety, flat.Human):
                humans += 1
            elif isinstance(player.variety, flat.CustomBot):
                agent_id = player.variety.agent_id
                self.agents.append(Agent(position - humans, player.team, agent_id, player.player_id))
        for position, script in enumerate(match.script_configurations):
            self.agents.append(Agent(position, SCRIPTS_TEAM, script.agent_id, script.script_id))

    def reserve(self, session_id, agent_id, *, is_hivemind):
        """Returns the agents that the session has now; empty if there is none left for it."""
        mine = []
        for agent in self.agents:
            is_free = agent.session is None and agent.agent_id == agent_id
            if is_free and (not mine or (is_hivemind and agent.team == mine[0].team)):
                agent.session = session_id
                mine.append(agent)
        return mine

    def release(self, session_id):
        for agent in self.agents:
            if agent.session == session_id:
                agent.session, agent.is_ready = None, False

    def mark_ready(self, session_id):
        for agent in self.agents:
            agent.is_ready |= agent.session == session_id

    @property
    def ready(self):
        return sum(agent.is_ready for agent in self.agents)


def is_different(old, new):
    """Returns whether RestartIfDifferent needs a restart."""
    if old is None or len(old.player_configurations) != len(new.player_configurations):
        return True
    kinds = [
        [(type(p.variety), p.team, player_kind(p.variety)) for p in match.player_configurations] for match in (old, new)
    ]
    settings = [[match.freeplay, int(match.game_mode), match.game_map_upk, match.instant_start] for match in (old, new)]
    names = ("match_length", "max_score", "multi_ball", "overtime", "series_length", "ball_max_speed", "ball_type")
    names += ("ball_weight", "ball_size", "ball_bounciness", "boost_amount", "rumble", "boost_strength", "demolish")
    mutators = [[int(getattr(match.mutators, name)) for name in (*names, "respawn_time")] for match in (old, new)]
    return any(one != other for one, other in (kinds, settings, mutators))


def player_kind(variety):
    """Returns the agent id by which players of two matches are compared."""
    if isinstance(variety, flat.CustomBot):
        return variety.agent_id
    return f"psyonix/{int(variety.bot_skill)}" if isinstance(variety, flat.PsyonixBot) else "human"
