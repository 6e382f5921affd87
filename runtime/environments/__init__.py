"""Which Python runs a bot, and how that Python gets the packages that the bot requires.

For neighbours: `choice` (which interpreter a bot gets, without starting anything), `requirements` and
`requirements_file` (what a bot requires), `packages` (checks and installs it through a supervisor, step by step),
`missing` (which package an error message asks for). Nothing here runs a bot.
"""
