"""The running match as a front end sees it."""
