"""The cars that a learner in step mode drives."""

from collections.abc import Callable

from runtime.arena.match.effects import SessionEffect
from runtime.arena.match.running_match import RunningMatch
from runtime.arena.match.slots import Slot
from runtime.documents import CarKind
from runtime.model.messages import Message, message
from runtime.protocol import NEUTRAL
from runtime.protocol.step_mode import StepFault


class LearnerCars:
    """The cars that the learner drives in one match, and the slots that it holds for them.

    `next_number` returns the session numbers with which the learner holds its slots.
    """

    def __init__(self, next_number: Callable[[], int]) -> None:
        self._next_number = next_number
        self.forget()

    def forget(self) -> None:
        """Forgets match and cars without giving them back."""
        self.match: RunningMatch | None = None
        """The match that step mode was enabled for."""
        self.indices: tuple[int, ...] = ()
        self.slots: tuple[Slot, ...] = ()
        self._numbers: frozenset[int] = frozenset()

    def lost(self) -> Message | None:
        """Returns a sentence if other sessions, which waited for the learner's cars, drive them; None otherwise."""
        lost = tuple(slot.agent.title for slot in self.slots if not self._holds(slot))
        if not lost:
            return None
        return message(
            "step-car-lost", "Another session drives the car of {agents} instead of the learner.", agents=lost
        )

    def take(self, match: RunningMatch, cars: tuple[int, ...] | None) -> None:
        """Takes cars; by default, those that nobody drives or is going to drive.

        Raises:
            StepFault: there is no such car, or another program drives it.
        """
        if self.match is match and (cars is None or set(cars) == set(self.indices)):
            return
        slots = {car: slot for slot in match.slots.slots for car in slot.cars}
        if cars is None:
            free = [car for car, slot in slots.items() if slot.holder is None and not match.match.cars[car].run_command]
            cars = tuple(free if match.human_car is None else [*free, match.human_car])
        if not cars:
            raise StepFault(
                message("step-no-car", "Every car has a driver; write auto_start = false for the car of the learner.")
            )
        held = set(self.slots) if self.match is match else set()
        for car in cars:
            _check_car(match, car, slots.get(car), held)
        self.release(match)
        self.match = match
        self.slots = tuple(dict.fromkeys(slots[car] for car in cars if car in slots))
        self.indices = tuple(sorted({*cars, *(car for slot in self.slots for car in slot.cars)}))
        numbers = {slot: self._next_number() for slot in self.slots}
        for slot, number in numbers.items():
            match.slots.assign(slot, number)
        self._numbers = frozenset(numbers.values())
        match.update_receivers()

    def release(self, match: RunningMatch | None) -> list[SessionEffect]:
        """Gives the cars back, with neutral controls."""
        effects: list[SessionEffect] = []
        if match is not None and match is self.match:
            self.stop(match)
            for slot in self.slots:
                if self._holds(slot):
                    effects += match.free(slot)
        self.forget()
        return effects

    def stop(self, match: RunningMatch) -> None:
        """Sets neutral controls."""
        for car in self.indices:
            match.game.drive(car, NEUTRAL)

    def drive(self, match: RunningMatch, controls: tuple[bytes, ...]) -> None:
        """Sets the controls of each car.

        Raises:
            StepFault: there are not as many controls as cars.
        """
        if len(controls) != len(self.indices):
            raise StepFault(
                message(
                    "step-controls-count",
                    "controls must have one entry for each of the {count} cars, not {given}.",
                    count=len(self.indices),
                    given=len(controls),
                )
            )
        for car, packed in zip(self.indices, controls, strict=True):
            match.game.drive(car, packed)

    def _holds(self, slot: Slot) -> bool:
        return slot.holder is not None and slot.holder in self._numbers


def no_such_car(car: int) -> StepFault:
    """Returns the error for a car that the match does not have."""
    return StepFault(message("step-no-such-car", "There is no car {car} in this match.", car=car))


def _check_car(match: RunningMatch, car: int, slot: Slot | None, held: set[Slot]) -> None:
    if car >= len(match.match.cars):
        raise no_such_car(car)
    driver = match.match.cars[car]
    if driver.kind is CarKind.PSYONIX:
        raise StepFault(
            message("step-stand-in", "The arena itself drives car {car} ({name}).", car=car, name=driver.name)
        )
    if slot is not None and slot.holder is not None and slot not in held:
        raise StepFault(message("step-driven", "{agent} already drives car {car}.", agent=slot.agent.title, car=car))
