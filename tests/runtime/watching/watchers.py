"""Functions that wait for the reports of watchers, and the ways in which editors save a file."""

import time

from runtime.watching import ChangeSet

QUICK_SETTLE_S = 0.08
QUICK_LATEST_S = 0.5
QUIET_S = 0.15
"""Longer than the quick settle time: what has not been reported by then is never reported."""


def poll_until(watcher, count, timeout_s=5.0):
    """Waits for at least `count` reports; returns all that have come."""
    news = []
    deadline = time.monotonic() + timeout_s
    while len(news) < count and time.monotonic() < deadline:
        news += watcher.poll()
        time.sleep(0.002)
    assert len(news) >= count, news
    return news


def quiet(watcher):
    time.sleep(QUIET_S)
    return watcher.poll()


def is_ready(watcher, root):
    """Waits until a folder is followed: saves a file in it until that is reported."""
    deadline = time.monotonic() + 5
    next_save = 0.0
    probe = root / "probe.py"
    while not watcher.poll():
        assert time.monotonic() < deadline, "nothing is reported"
        if time.monotonic() >= next_save:
            next_save = time.monotonic() + 0.5
            probe.write_text(str(next_save))
        time.sleep(0.002)


def names(news):
    return [[path.name for path in item.files] for item in news if isinstance(item, ChangeSet)]


def save_in_place(path, text):
    path.write_text(text)


def save_aside_and_rename(path, text):
    aside = path.with_name(f".{path.name}.tmp123")
    aside.write_text(text)
    aside.replace(path)


def save_like_vim(path, text):
    probe = path.with_name("4913")
    probe.write_text("")
    probe.unlink()
    backup = path.with_name(path.name + "~")
    path.rename(backup)
    path.write_text(text)
    backup.unlink()


def save_like_jetbrains(path, text):
    aside, old = path.with_name(path.name + "___jb_tmp___"), path.with_name(path.name + "___jb_old___")
    aside.write_text(text)
    path.rename(old)
    aside.rename(path)
    old.unlink()


def save_after_a_moment_without(path, text):
    path.unlink()
    time.sleep(0.15)
    path.write_text(text)


SAVERS = [save_in_place, save_aside_and_rename, save_like_vim, save_like_jetbrains, save_after_a_moment_without]
