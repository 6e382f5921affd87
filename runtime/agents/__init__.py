"""The agents of a match: which programs run, how they are started, watched, restarted and swapped."""
