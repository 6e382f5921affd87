"""Rules between the parts of a match, and the changes that make it ready for a server.

No file is opened, so a match from the wire is checked in the same way as one from a document.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

from runtime.documents.choices import (
    CUSTOM_LAUNCHERS,
    MUTATORS,
    RANDOM_MAP,
    SKILLS,
    default_map,
    use_one_of,
)
from runtime.documents.maps import map_of_file, maps_of
from runtime.documents.model import Car, CarKind, Loadout, Match, Place, Reading, Script
from runtime.documents.wire import to_wire
from runtime.model.keys import keys_of
from runtime.model.messages import Message, message
from runtime.model.needs import ENABLES, Need, enabled_by, folded_word, required
from runtime.model.problems import Problem, Repair, Severity
from runtime.protocol import MAX_PAYLOAD, pack_interface

NAMELESS_DOCUMENT = Path("match configuration")
"""The path in problems of a match without a file."""

_CHOICES = {key.path: key.names for key in keys_of(Match) if key.names and key.field != "map_choice"}
_TEAMS = (0, 1)
_SCRIPTS_TEAM = 2
_MAP_ENDINGS = ("_p", ".upk", ".udk")


def validate(match: Match, *, random: Random) -> Reading[Match]:
    """Checks a match and returns it ready for a server.

    The value is None if a server must reject the match. Otherwise the human is last (swapped with the last car),
    unnamed Psyonix bots have unused official names chosen by `random`, duplicate names are numbered, cars and scripts
    have ids, and bots without a loadout have the default items. Psyonix bots without one have none, so the game
    chooses. Validating a validated match changes nothing.
    """
    problems = [*_match_problems(match), *_car_problems(match), *_script_problems(match), *_unmet_needs(match)]
    if any(problem.is_error for problem in problems):
        return Reading.of(None, problems)
    ready = _prepared(match, random)
    problems += _size_problems(ready)
    return Reading.of(ready, problems)


def judged(reading: Reading[Match], remarks: Callable[[Match], Iterable[Problem]]) -> Reading[Match]:
    """Adds the problems of `validate` and `remarks` to those of a document; the value is ready for a server.

    A document with errors is checked too, to report all of its problems at once. Problems that may only be consequences
    of an error are left out.
    """
    match = reading.draft
    if match is None:
        return reading
    ready = validate(match, random=Random(0))
    problems = [*ready.problems, *remarks(match)]
    if reading.value is None:
        wrong = {(error.path, error.line) for error in reading.errors}
        absent = set(_unmet_needs(match))
        problems = [
            problem
            for problem in problems
            if problem.key != "cars" and problem not in absent and (problem.path, problem.line) not in wrong
        ]
    return Reading.of(None if reading.value is None else ready.value, (*reading.problems, *problems))


def _match_problems(match: Match) -> Iterable[Problem]:
    for key, names in _CHOICES.items():
        yield from _unless_in(match, key, getattr(match, key.rpartition(".")[2]), names)
    for key, names in MUTATORS.items():
        yield from _unless_in(match, f"mutators.{key}", getattr(match.mutators, key), names)
    if match.launcher == "Custom" and match.launcher_arg.lower() not in CUSTOM_LAUNCHERS:
        text = message("unknown-launcher", 'Launcher "Custom" cannot be "{written}".', written=match.launcher_arg)
        yield _error(match, "rlbot.launcher_arg", text, fix=use_one_of(CUSTOM_LAUNCHERS))
    if match.step_mode is not None and all(car.run_command or car.kind is CarKind.PSYONIX for car in match.cars):
        text = message("no-car-for-learner", "Step mode is on, but no car is free for a learner.")
        fix = message("free-a-car", "Write auto_start = false for the car that a learner drives.")
        yield _at(_place(match, "kickabout.step_mode"), Severity.WARNING, text, fix=fix)
    if match.game_map_upk and not match.game_map_upk.lower().endswith(_MAP_ENDINGS):
        text = message(
            "odd-map-name",
            'Map "{written}" does not look like a map: map names end in _P, .upk or .udk.',
            written=match.game_map_upk,
        )
        yield _warning(match, "match.game_map_upk", text)
    if known := map_of_file(match.game_map_upk):
        text = message(
            "map-as-file",
            'Map "{written}" is written as a file, but it is one of the game\'s own.',
            written=match.game_map_upk,
        )
        fix = message("write-text", 'Write "{written}".', written=known)
        problem = _warning(match, "match.game_map_upk", text, fix=fix)
        yield replace(problem, repair=Repair(path=("match", "game_map_upk"), value=known, is_certain=True))
    if match.map_choice == RANDOM_MAP and len(maps_of(match.game_mode)) == 1:
        text = message(
            "single-map", "There is one map for {mode} only, so a random map has no effect.", mode=match.game_mode
        )
        yield _warning(match, "kickabout.map", text)
    if not match.cars:
        fix = message("add-bot", "Add a bot to a team ([[cars]]).")
        yield _warning(match, "cars", message("no-cars", "There are no cars in this match."), fix=fix)
    if not match.auto_start_agents and any(_is_agent(car) for car in match.cars):
        text = message("no-auto-start", "auto_start_agents is off, so every bot and script must be started manually.")
        yield _warning(match, "rlbot.auto_start_agents", text)


def _size_problems(ready: Match) -> Iterable[Problem]:
    if fits(ready):
        return
    agent = longest(ready)
    place = (agent.place if agent is not None else None) or _place(ready, "cars")
    text = message(
        "match-too-large",
        "The match is too large to be sent to a game: {bytes} bytes, of at most {most}.",
        bytes=message_bytes(ready),
        most=MAX_PAYLOAD,
    )
    fix = message("shorten-match", "Shorten names, commands and variables, or take agents out of it.")
    yield _at(place, Severity.ERROR, text, fix=fix)


def _unless_in(match: Match, key: str, name: str, names: Sequence[str]) -> Iterable[Problem]:
    if name not in names:
        text = message("unknown-value", '{key} has no value "{written}".', key=key, written=name)
        yield _error(match, key, text, fix=use_one_of(names))


def _car_problems(match: Match) -> Iterable[Problem]:
    starts: dict[str, tuple[str, str]] = {}
    humans = 0
    for position, car in enumerate(match.cars):
        place = car.place or _place(match, f"cars[{position}]")
        if car.team not in _TEAMS:
            text = message("no-such-team", "Team {value} does not exist.", value=str(car.team))
            fix = message("use-team-number", "Use 0 for blue, 1 for orange.")
            yield _at(place, Severity.ERROR, text, fix=fix)
        if car.kind is CarKind.HUMAN:
            humans += 1
            if humans > 1:
                text = message("second-human", "Only one car of a match can be driven by a human.")
                yield _at(place, Severity.ERROR, text)
        elif car.kind is CarKind.PSYONIX:
            if car.skill not in SKILLS:
                text = message("unknown-value", '{key} has no value "{written}".', key="skill", written=car.skill)
                yield _at(place, Severity.ERROR, text, fix=use_one_of(SKILLS))
        else:
            is_started = match.auto_start_agents and match.step_mode is None
            yield from _bot_problems(car, place, starts, is_started=is_started)


def _bot_problems(car: Car, place: Place, starts: dict[str, tuple[str, str]], *, is_started: bool) -> Iterable[Problem]:
    if not car.agent_id.strip():
        yield _at(place, Severity.ERROR, _no_agent_id(_bot_called(car.name)), fix=_id_fix(car.source))
    if not car.run_command:
        if is_started:
            yield _manual(place, _bot_called(car.name))
        return
    if starts.setdefault(car.agent_id, (car.root_dir, car.run_command)) != (car.root_dir, car.run_command):
        text = message(
            "agent-id-ambiguous",
            'Bots with agent_id "{written}" are started in different ways: each may get the other\'s car.',
            written=car.agent_id,
        )
        fix = message("give-bot-own-id", "Give every bot an agent_id of its own.")
        yield _at(place, Severity.WARNING, text, fix=fix)


def _script_problems(match: Match) -> Iterable[Problem]:
    taken = {car.agent_id for car in match.cars if _is_agent(car) and car.run_command}
    for position, script in enumerate(match.scripts):
        place = script.place or _place(match, f"scripts[{position}]")
        if not script.agent_id.strip():
            yield _at(place, Severity.ERROR, _no_agent_id(_script_called(script.name)), fix=_id_fix(script.source))
        elif script.agent_id in taken:
            text = message(
                "agent-id-taken",
                'agent_id "{written}" is already in use by another agent of this match.',
                written=script.agent_id,
            )
            fix = message("give-script-own-id", "Give every script an agent_id of its own.")
            yield _at(place, Severity.ERROR, text, fix=fix)
        taken.add(script.agent_id)
        if not script.run_command and match.auto_start_agents:
            yield _manual(place, _script_called(script.name))


def _unmet_needs(match: Match) -> Iterable[Problem]:
    for need in unmet(match):
        listed_as, agents = ("scripts", match.scripts) if need.is_script else ("cars", match.cars)
        place = agents[need.positions[0]].place or _place(match, f"{listed_as}[{need.positions[0]}]")
        text = message(
            "unmet-need",
            '{who} requires "{written}", and no script of this match provides it.',
            who=_script_called(need.name) if need.is_script else _bot_called(need.name),
            written=need.word,
        )
        fix = message("add-script", 'Add a script that has the tag "{written}".', written=f"{ENABLES}{need.word}")
        yield _at(place, Severity.WARNING, text, fix=fix)


def _prepared(match: Match, random: Random) -> Match:
    cars = _named(_with_human_last(match.cars), random)
    return replace(
        match,
        launcher_arg=match.launcher_arg.lower() if match.launcher == "Custom" else "",
        game_map_upk=match.game_map_upk or default_map(match.game_mode),
        cars=_numbered_cars(cars),
        scripts=_numbered_scripts(match.scripts),
    )


def _with_human_last(cars: Sequence[Car]) -> list[Car]:
    ordered = list(cars)
    for position, car in enumerate(ordered):
        if car.kind is CarKind.HUMAN:
            ordered[position], ordered[-1] = ordered[-1], car
            break
    return ordered


def _named(cars: Sequence[Car], random: Random) -> list[Car]:
    used = {car.name for car in cars}
    drawn: list[Car] = []
    for car in cars:
        if car.kind is CarKind.PSYONIX and not car.name:
            free = [name for name in OFFICIAL_NAMES if name not in used]
            name = random.choice(free or OFFICIAL_NAMES)
            used.add(name)
            drawn.append(replace(car, name=name))
        else:
            drawn.append(car)
    return drawn


def _numbered_cars(cars: Sequence[Car]) -> tuple[Car, ...]:
    names = iter(unique_names(car.name for car in cars if car.kind is not CarKind.HUMAN))
    ids: set[int] = {0}
    ready: list[Car] = []
    for position, car in enumerate(cars):
        if car.kind is CarKind.HUMAN:
            ready.append(replace(car, player_id=0))
            continue
        identity = car.agent_id if _is_agent(car) else f"psyonix/{car.skill}"
        loadout = car.loadout
        if loadout is None and _is_agent(car):
            loadout = Loadout()
        number = agent_number(f"{identity}/{car.team}/{position}", ids)
        ready.append(
            replace(car, name=next(names), given_name=car.given_name or car.name, loadout=loadout, player_id=number)
        )
    return tuple(ready)


def _numbered_scripts(scripts: Sequence[Script]) -> tuple[Script, ...]:
    ids: set[int] = {0}
    return tuple(
        replace(script, name=name, script_id=agent_number(f"{script.agent_id}/{_SCRIPTS_TEAM}/{position}", ids))
        for position, (script, name) in enumerate(
            zip(scripts, unique_names(script.name for script in scripts), strict=True)
        )
    )


def _is_agent(car: Car) -> bool:
    return car.kind is CarKind.BOT


def _bot_called(name: str) -> Message:
    return message("bot", 'Bot "{written}"', written=name) if name else message("bot", "This bot")


def _script_called(name: str) -> Message:
    return message("script", 'Script "{written}"', written=name) if name else message("script", "This script")


def _no_agent_id(who: Message) -> Message:
    return message("agent-id-missing", "{who} has no agent_id, without which no server knows it.", who=who)


def _id_fix(source: Path | None) -> Message:
    if source is None:
        return message("give-agent-id", "Give it an agent_id.")
    return message("write-agent-id", "Write agent_id under [settings] in {file}.", file=source.name)


def _manual(place: Place, who: Message) -> Problem:
    text = message(
        "manual-start", "{who} must be started manually: no command starts it, or auto_start is off.", who=who
    )
    return _at(place, Severity.WARNING, text)


def _place(match: Match, key: str) -> Place:
    return Place(path=match.path or NAMELESS_DOCUMENT, line=match.lines.get(key), key=key)


def _at(place: Place, severity: Severity, text: Message, *, fix: Message | None = None) -> Problem:
    return Problem(severity=severity, path=place.path, line=place.line, key=place.key, message=text, fix=fix)


def _error(match: Match, key: str, text: Message, *, fix: Message | None = None) -> Problem:
    return _at(_place(match, key), Severity.ERROR, text, fix=fix)


def _warning(match: Match, key: str, text: Message, *, fix: Message | None = None) -> Problem:
    return _at(_place(match, key), Severity.WARNING, text, fix=fix)


def unmet(match: Match) -> tuple[Need, ...]:
    """Returns the needs that no script of the match enables: those of bots in the order of their cars, then of scripts.

    Several cars of one bot have one need.
    """
    there = enabled_by(script.tags for script in match.scripts)
    bots = [
        (position, car.name, car.source, car.tags)
        for position, car in enumerate(match.cars)
        if car.kind is CarKind.BOT and car.tags
    ]
    scripts = [(position, script.name, script.source, script.tags) for position, script in enumerate(match.scripts)]
    return (*_of(bots, there, is_script=False), *_of(scripts, there, is_script=True))


_Agent = tuple[int, str, Path | None, tuple[str, ...]]


def _of(agents: list[_Agent], there: frozenset[str], *, is_script: bool) -> tuple[Need, ...]:
    needs: dict[tuple[Path | str, str], Need] = {}
    for position, name, source, tags in agents:
        for word in required(tags):
            key = (source or name, folded_word(word))
            before = needs.get(key)
            if before is not None:
                places = (*before.positions, position)
                needs[key] = Need(word=before.word, name=before.name, positions=places, is_script=is_script)
            elif key[1] not in there:
                needs[key] = Need(word=word, name=name, positions=(position,), is_script=is_script)
    return tuple(needs.values())


_I32_MAX = 0x7FFFFFFF


def agent_number(identity: str, taken: set[int]) -> int:
    """Returns a signed 32-bit number derived from `identity`, or another one if it is taken, and adds it to `taken`.

    A match has the same numbers in every run and on every machine.
    """
    salt = 0
    while True:
        text = identity if salt == 0 else f"{identity}#{salt}"
        number = crc32(text.encode("utf-8", "replace"))
        number -= (number > _I32_MAX) << 32
        if number not in taken:
            taken.add(number)
            return number
        salt += 1


def unique_names(names: Iterable[str]) -> list[str]:
    """Returns the names in their order with duplicates as "X (2)"; skips numbers that other names use."""
    all_names = list(names)
    written = set(all_names)
    seen: set[str] = set()
    unique: list[str] = []
    numbers: dict[str, int] = {}
    for name in all_names:
        number = numbers.get(name, 1)
        candidate = name if number == 1 else f"{name} ({number})"
        while candidate in seen or (number > 1 and candidate in written):
            number += 1
            candidate = f"{name} ({number})"
        numbers[name] = number
        seen.add(candidate)
        unique.append(candidate)
    return unique


_AGENT_BYTES: Final = 400
"""An upper bound of the size of a car or script, without its texts."""
_KEY_BYTES: Final = 36
"""The maximum length that a key adds to an agent id (see `agent_keys`)."""
_VARIABLE_BYTES: Final = 64
"""An upper bound of the size of an environment variable, without its texts."""


def fits(match: Match) -> bool:
    """Returns whether a validated match fits into one message."""
    return _at_most(match) <= MAX_PAYLOAD or message_bytes(match) <= MAX_PAYLOAD


def message_bytes(match: Match) -> int:
    """Returns the size of the message with the keys of all agents."""
    return len(pack_interface(to_wire(match))) + _KEY_BYTES * (len(match.cars) + len(match.scripts))


def longest(match: Match) -> Car | Script | None:
    """Returns the car or script with the longest texts; None if the match has none."""
    agents: Sequence[Car | Script] = (*match.cars, *match.scripts)
    return max(agents, key=_text_bytes, default=None)


def _at_most(match: Match) -> int:
    """Returns an upper bound of the size; ten times faster than packing."""
    agents: Sequence[Car | Script] = (*match.cars, *match.scripts)
    variables = sum(len(agent.environment) for agent in agents)
    texts = len((match.game_map_upk + match.launcher_arg).encode("utf-8", "replace")) + sum(map(_text_bytes, agents))
    return _AGENT_BYTES * (1 + len(agents)) + _VARIABLE_BYTES * variables + texts


def _text_bytes(agent: Car | Script) -> int:
    texts = [agent.name, agent.agent_id, agent.root_dir, agent.run_command]
    texts += [text for pair in agent.environment for text in pair]
    return sum(len(text.encode("utf-8", "replace")) for text in texts)


OFFICIAL_NAMES: Final = (
    *("Armstrong", "Bandit", "Beast", "Boomer", "Buzz", "C-Block", "Casper", "Caveman", "Centice", "Chipper"),
    *("Cougar", "Dude", "Foamer", "Fury", "Gerwin", "Goose", "Heater", "Hollywood", "Hound", "Iceman"),
    *("Imp", "Jester", "Junker", "Khan", "Marley", "Maverick", "Merlin", "Middy", "Mountain", "Myrtle"),
    *("Outlaw", "Poncho", "Rainmaker", "Raja", "Rex", "Roundhouse", "Sabretooth", "Saltie", "Samara", "Scout"),
    *("Shepard", "Slider", "Squall", "Sticks", "Stinger", "Storm", "Sultan", "Sundown", "Swabbie", "Tex"),
    *("Tusk", "Viper", "Wolfman", "Yuri"),
)
