"""Options, presets and scripts for the option panel."""

from runtime.documents import OPTIONS
from widgets.options.option_value import (
    Choice,
    OptionsShown,
    OptionValue,
    PresetEntry,
    Remark,
    RemarkKind,
    ScriptEntry,
)

REFUSED = Remark(kind=RemarkKind.REFUSED, text="The arena does not play cubes.")
IDLE = Remark(kind=RemarkKind.IDLE, text="The arena has no sound.")
WRONG = Remark(kind=RemarkKind.WRONG, text='gravity has no value "x".')
BALL = "mutators.ball_type"
FREEPLAY = "match.freeplay"
MAP = "match.game_map_upk"
SOCCAR = PresetEntry(id="soccar", is_own=False)
CUBES = PresetEntry(id="super_cube", is_own=False, remark=REFUSED)
MINE = PresetEntry(id="Evening", is_own=True)
PAINTER = ScriptEntry(position=0, name="painter", about="painter/script.toml", is_auto_start=True)
BROKEN = ScriptEntry(position=1, name="gone", about="gone/script.toml", is_auto_start=False, problem="It is gone.")


def option(key, **fields):
    return OptionValue(key=key, label=OPTIONS[key].label, about=OPTIONS[key].help, **fields)


def values(**changed):
    """One option of each kind; the other options of their sections are left out."""
    ball = (Choice(name="Default"), Choice(name="Cube", remark=REFUSED), Choice(name="Puck"))
    maps = (Choice(name="Stadium_P", label="DFH Stadium"), Choice(name="Park_P", label="Beckwith Park"))
    flags = (Choice(name="false"), Choice(name="true"))
    audio = (Choice(name="Default"), Choice(name="Haunted"))
    made = {
        MAP: option(MAP, value="Stadium_P", default="Stadium_P", choices=maps, is_free=True),
        "match.game_mode": option(
            "match.game_mode",
            value="Soccar",
            default="Soccar",
            choices=(Choice(name="Soccar"), Choice(name="Hoops")),
        ),
        BALL: option(BALL, value="Default", default="Default", choices=ball),
        "mutators.match_length": option(
            "mutators.match_length",
            value="FiveMinutes",
            default="FiveMinutes",
            choices=(Choice(name="FiveMinutes"),),
        ),
        "mutators.boost_amount": option(
            "mutators.boost_amount", value="NoBoost", default="NoBoost", choices=(Choice(name="NoBoost"),)
        ),
        "mutators.gravity": option(
            "mutators.gravity", value="Default", default="Default", choices=(Choice(name="Default"),)
        ),
        "mutators.audio": option("mutators.audio", value="Default", default="Default", choices=audio, remark=IDLE),
        "match.start_without_countdown": option(
            "match.start_without_countdown", value="false", default="false", choices=flags
        ),
        FREEPLAY: option(FREEPLAY, value="false", default="false", choices=flags),
        "rlbot.wait_for_agents": option("rlbot.wait_for_agents", value="true", default="true", choices=flags),
        "rlbot.launcher": option("rlbot.launcher", value="Steam", default="Steam", choices=(Choice(name="Steam"),)),
    }
    return tuple(changed.get(key.partition(".")[2], value) for key, value in made.items())


def shown(*, presets=(SOCCAR, CUBES, MINE), current=SOCCAR, scripts=(), **changed):
    return OptionsShown(
        options=values(**changed), presets=presets, current_preset=current, scripts=scripts, game="the arena"
    )


def ball(value, remark=None):
    choices = (Choice(name="Default"), Choice(name="Cube", remark=REFUSED), Choice(name="Puck"))
    return option(BALL, value=value, default="Default", choices=choices, remark=remark)
