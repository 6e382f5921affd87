"""The sub-commands of `kickabout`, one module each; none of them needs Qt."""
