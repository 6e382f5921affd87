"""The names that the game gives its own drivers."""

from typing import Final

OFFICIAL_NAMES: Final = (
    *("Armstrong", "Bandit", "Beast", "Boomer", "Buzz", "C-Block", "Casper", "Caveman", "Centice", "Chipper"),
    *("Cougar", "Dude", "Foamer", "Fury", "Gerwin", "Goose", "Heater", "Hollywood", "Hound", "Iceman"),
    *("Imp", "Jester", "Junker", "Khan", "Marley", "Maverick", "Merlin", "Middy", "Mountain", "Myrtle"),
    *("Outlaw", "Poncho", "Rainmaker", "Raja", "Rex", "Roundhouse", "Sabretooth", "Saltie", "Samara", "Scout"),
    *("Shepard", "Slider", "Squall", "Sticks", "Stinger", "Storm", "Sultan", "Sundown", "Swabbie", "Tex"),
    *("Tusk", "Viper", "Wolfman", "Yuri"),
)
