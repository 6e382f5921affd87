"""The Python that runs a bot, and the packages that the bot requires; nothing here runs a bot.

`choice` selects the interpreter of an agent from files. `provision` finds missing packages and installs them with the
user's consent. `missing` explains error messages, `versions` finds unfit versions, `inventory` lists environments.
"""
