"""The edits of cars and scripts that the window offers, each a step with a name."""

from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from PySide6.QtCore import QObject, Slot

from app.document.open_document import DocumentController
from runtime.documents import MatchDocument, TextEdit, Value, cars, duplicate_table, remove_table
from runtime.model.game_facts import BLUE, ORANGE

SEEDS = 1 << 32


class Edits(QObject):
    """Edits cars and scripts of a `DocumentController`; GUI thread.

    Cars and scripts are named by their positions in the document. Every method returns whether the edit was made; the
    document's `refused` says why not.
    """

    def __init__(self, document: DocumentController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document

    def add_bot(self, bot_toml: Path, team: int) -> bool:
        """Adds a car for a bot or a hivemind, at the end of a team."""
        name = self.tr("Add {car}").format(car=bot_toml.parent.name or bot_toml.stem)
        return self._document.edit(name, lambda document: document.add_bot(bot_toml, team))

    def fill_teams(self, names: str, *, blue: Sequence[Path], orange: Sequence[Path]) -> bool:
        """Replaces all cars by these bots; a team without bots gets a human player."""
        count = len(self._document.car_teams())

        def fill(document: MatchDocument) -> None:
            for position in reversed(range(count)):
                document.remove_car(position)
            for team, bots in ((BLUE, blue), (ORANGE, orange)):
                if not bots:
                    document.add_human(team)
                for bot in bots:
                    document.add_bot(bot, team)

        return self._document.edit(self.tr("Recommended teams: {names}").format(names=names), fill)

    def add_psyonix(self, team: int, skill: str) -> bool:
        """Adds a Psyonix bot."""
        name = self.tr("Add a Psyonix bot")
        return self._document.edit(name, lambda document: document.add_psyonix(team, skill))

    def add_human(self, team: int) -> bool:
        """Adds a human player."""
        name = self.tr("Add a human player")
        return self._document.edit(name, lambda document: document.add_human(team))

    def add_script(self, script_toml: Path) -> bool:
        """Adds a script."""
        name = self.tr("Add {script}").format(script=script_toml.parent.name or script_toml.stem)
        return self._document.edit(name, lambda document: document.add_script(script_toml))

    def remove_car(self, position: int) -> bool:
        """Removes a car."""
        name = self.tr("Remove {car}").format(car=self._document.car_name(position))
        return self._edit(name, lambda text: remove_table(text, "cars", position))

    def clear_team(self, team: int) -> bool:
        """Removes all cars of a team."""
        places = [place for place, of in enumerate(self._document.car_teams()) if of == team]

        def clear(text: str) -> str:
            for place in reversed(places):
                text = remove_table(text, "cars", place)
            return text

        name = self.tr("Remove all of blue") if team == BLUE else self.tr("Remove all of orange")
        return bool(places) and self._edit(name, clear)

    def duplicate_car(self, position: int) -> bool:
        """Inserts a copy of a car, with all its settings, after it."""
        name = self.tr("Duplicate {car}").format(car=self._document.car_name(position))
        return self._edit(name, lambda text: duplicate_table(text, "cars", position))

    def replace_car(self, position: int, bot_toml: Path) -> bool:
        """Replaces a car by a bot, in the same place and team."""
        other = bot_toml.parent.name or bot_toml.stem
        name = self.tr("Replace {car} with {other}").format(car=self._document.car_name(position), other=other)

        def replace(document: MatchDocument) -> None:
            link = document.link(bot_toml)
            document.edit(lambda text: cars.replace_car(text, position, {"config_file": link}))

        return self._document.edit(name, replace)

    def replace_by_psyonix(self, position: int, skill: str) -> bool:
        """Replaces a car by a Psyonix bot."""
        name = self.tr("Make {car} a Psyonix bot").format(car=self._document.car_name(position))
        return self._edit(name, lambda text: cars.replace_car(text, position, {"type": "Psyonix", "skill": skill}))

    def replace_by_human(self, position: int) -> bool:
        """Replaces a car by a human player."""
        name = self.tr("Make {car} a human player").format(car=self._document.car_name(position))
        return self._edit(name, lambda text: cars.replace_car(text, position, {"type": "Human"}))

    def move_car(self, position: int, team: int, place: int) -> bool:
        """Moves a car to a place of a team; 0 is the top, and a place beyond the end means the end."""
        car = self._document.car_name(position)
        name = self.tr("Move {car} to blue") if team == BLUE else self.tr("Move {car} to orange")
        return self._edit(name.format(car=car), lambda text: cars.move_car(text, position, team, place))

    @Slot()
    def swap_sides(self) -> bool:
        """Swaps the cars of the two teams."""
        return self._edit(self.tr("Swap sides"), cars.swap_sides)

    @Slot()
    def shuffle(self) -> bool:
        """Distributes the cars at random; team sizes stay the same."""
        seed = SystemRandom().randrange(SEEDS)
        return self._edit(self.tr("Shuffle the teams"), lambda text: cars.shuffle(text, seed))

    def set_name(self, position: int, name: str | None) -> bool:
        """Sets the name of a car; None restores the bot's own name."""
        step = self.tr("Rename {car}").format(car=self._document.car_name(position))
        return self._set("cars", position, "name", name, step)

    def set_loadout(self, position: int, loadout: Path | None) -> bool:
        """Sets the loadout of a car; None restores the bot's own loadout."""
        step = self.tr("Change the loadout of {car}").format(car=self._document.car_name(position))
        link = None if loadout is None else self._document.document.link(loadout)
        return self._set("cars", position, "loadout_file", link, step)

    def set_auto_start(self, position: int, *, is_auto_start: bool) -> bool:
        """Sets whether Kickabout starts the bot of a car, or the user does."""
        step = self.tr("Change how {car} starts").format(car=self._document.car_name(position))
        return self._set("cars", position, "auto_start", None if is_auto_start else False, step)

    def set_skill(self, position: int, skill: str) -> bool:
        """Sets the skill of a Psyonix bot: `Beginner`, `Rookie`, `Pro` or `AllStar`."""
        step = self.tr("Change the skill of {car}").format(car=self._document.car_name(position))
        return self._set("cars", position, "skill", skill, step)

    def remove_script(self, position: int) -> bool:
        """Removes a script."""
        return self._edit(self.tr("Remove script"), lambda text: remove_table(text, "scripts", position))

    def set_script_auto_start(self, position: int, *, is_auto_start: bool) -> bool:
        """Sets whether Kickabout starts a script, or the user does."""
        step = self.tr("Change how a script starts")
        return self._set("scripts", position, "auto_start", None if is_auto_start else False, step)

    def _set(self, array: str, position: int, key: str, value: Value | None, step: str) -> bool:
        return self._edit(step, lambda text: cars.set_key(text, array, position, key, value))

    def _edit(self, name: str, change: TextEdit) -> bool:
        return self._document.edit(name, lambda document: document.edit(change))
