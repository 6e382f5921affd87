"""The documents: match, bot, script and loadout files, read, checked, edited and turned into messages."""
