"""Documents of situations, `*.situation.toml`: reading, with problems, and writing.

Keys: `version` (1), `name`, `about`, `gravity_z`, `game_speed`, a table `[ball]` and any number of `[[cars]]`. Lengths
are uu, speeds uu/s, angles rad; `rotation` is pitch, yaw and roll. A missing key keeps the value of the match.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from runtime.documents.cars import TEAMS
from runtime.documents.model import Reading
from runtime.documents.table import Table, read_file, wrong_type
from runtime.model.keys import number
from runtime.model.messages import message
from runtime.model.placements import Body, Placement, Vector
from runtime.model.situations import Situation, SituationCar

SITUATION_SUFFIX: Final = ".situation.toml"
VERSION: Final = 1
TOP_KEYS: Final = ("version", "name", "about", "gravity_z", "game_speed", "ball", "cars")
BALL_KEYS: Final = ("location", "velocity", "angular_velocity")
CAR_KEYS: Final = ("team", "location", "rotation", "velocity", "angular_velocity", "boost")
RANGES: Final = {
    "location": number(-10_000.0, 10_000.0),
    "rotation": number(-2.0 * math.pi, 2.0 * math.pi),
    "velocity": number(-10_000.0, 10_000.0),
    "angular_velocity": number(-20.0, 20.0),
    "boost": number(0.0, 100.0),
    "gravity_z": number(-20_000.0, 20_000.0),
    "game_speed": number(0.01, 100.0),
}
MAX_CARS: Final = 128
_PARTS: Final = {"rotation": "pitch, yaw, roll"}
"""Names of the three numbers in an array, if they are not x, y, z."""


def read_situation(path: Path) -> Reading[Situation]:
    """Reads the document of a situation; the value is None if it has an error."""
    return read_file(path, _situation)


def _situation(top: Table) -> Situation | None:
    if not _has_version(top):
        return None
    top.check_keys(TOP_KEYS)
    cars = top.tables("cars")
    if len(cars) > MAX_CARS:
        top.error("cars", message("too-many-cars", "A situation has at most {most} cars.", most=str(MAX_CARS)))
    return Situation(
        name=top.text("name") or top.source.path.name.removesuffix(SITUATION_SUFFIX),
        about=top.text("about"),
        ball=_ball(top.table("ball")) if top.has("ball") else None,
        cars=tuple(map(_car, cars)),
        gravity_z=top.number("gravity_z", RANGES["gravity_z"], None),
        game_speed=top.number("game_speed", RANGES["game_speed"], None),
    )


def situation_text(situation: Situation) -> str:
    """Returns the document of a situation, in the form that `read_situation` reads."""
    lines = [
        "# A moment of a match for Kickabout's sandbox. Units: uu, uu/s, rad; rotation is pitch, yaw, roll.",
        f"version = {VERSION}",
        f"name = {_quoted(situation.name)}",
    ]
    lines += [f"about = {_quoted(situation.about)}"] if situation.about else []
    lines += _written({"gravity_z": situation.gravity_z, "game_speed": situation.game_speed})
    if situation.ball is not None:
        ball = situation.ball
        values = {"location": ball.location, "velocity": ball.velocity, "angular_velocity": ball.spin}
        lines += ["", "[ball]", *_written(values)]
    for car in situation.cars:
        values = {key: getattr(car, key) for key in CAR_KEYS[1:]}
        lines += ["", "[[cars]]", f'team = "{TEAMS[car.team]}"', *_written(values)]
    return "\n".join(lines) + "\n"


def _has_version(top: Table) -> bool:
    version = top.values.get("version")
    fix = message("write-version", "Write version = {version}.", version=str(VERSION))
    if version == VERSION and not isinstance(version, bool):
        return True
    if isinstance(version, int) and version > VERSION:
        said = message("situation-too-new", "This situation is of a newer version of Kickabout ({n}).", n=str(version))
        top.error("version", said)
    elif version is None:
        top.error("", message("no-situation", "This is not a situation: it has no version."), fix=fix)
    else:
        top.error("version", wrong_type("version", version, message("kind-version", "1")), fix=fix)
    return False


def _ball(table: Table) -> Placement:
    table.check_keys(BALL_KEYS)
    location, velocity, spin = (_vector(table, key) for key in BALL_KEYS)
    return Placement(body=Body.BALL, index=0, location=location, velocity=velocity, spin=spin)


def _car(table: Table) -> SituationCar:
    table.check_keys(CAR_KEYS)
    return SituationCar(
        team=_team(table),
        location=_vector(table, "location"),
        rotation=_vector(table, "rotation"),
        velocity=_vector(table, "velocity"),
        angular_velocity=_vector(table, "angular_velocity"),
        boost=table.number("boost", RANGES["boost"], None),
    )


def _team(table: Table) -> int:
    """Returns a team, written in the document as a word, or as 0 or 1."""
    value = table.values.get("team")
    if value in (0, 1) and not isinstance(value, bool):
        return int(value)
    if value is None:
        fix = message("write-team", 'Write team = "blue" or team = "orange".')
        table.error("", message("car-without-team", "This car has no team."), fix=fix)
        return 0
    return TEAMS.index(table.choice("team", TEAMS, TEAMS[0]))


def _vector(table: Table, key: str) -> Vector | None:
    if not table.has(key):
        return None
    value = table.values[key]
    if not isinstance(value, list) or len(value) != len(("x", "y", "z")):
        parts = _PARTS.get(key, "x, y, z")
        fix = message("write-three", "Write {key} = [{parts}].", key=key, parts=parts)
        table.error(key, wrong_type(key, value, message("kind-three", "an array of three numbers")), fix=fix)
        return None
    numbers = [table.checked(key, item, RANGES[key], None) for item in value]
    x, y, z = (0.0 if item is None else item for item in numbers)
    return None if None in numbers else (x, y, z)


def _written(values: Mapping[str, object]) -> list[str]:
    return [f"{key} = {_literal(value)}" for key, value in values.items() if value is not None]


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    assert isinstance(value, float | int)
    return repr(round(float(value), 4) + 0.0)


def _quoted(text: str) -> str:
    """Returns a basic TOML string, which has the same escapes as JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
