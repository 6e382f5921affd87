"""A change monitor with simulated clock and events, on real folders."""

import errno

from runtime.watching import ChangeSet, Watched
from runtime.watching.debouncer import Debouncer
from runtime.watching.monitor import READ_PAUSE_S, ChangeMonitor


class FakeFollower:
    def __init__(self, source, root, on_event):
        self.source, self.root, self.on_event = source, root, on_event

    def follow(self, folder, identity):
        if self.source.refuses(folder):
            raise OSError(errno.ENOSPC, "inotify watch limit reached")

    def keep(self, folders):
        if not folders:
            self.source.followers.remove(self)


class FakeSource:
    def __init__(self):
        self.followers = []
        self.refuses = lambda folder: False
        self.is_closed = False

    def follower(self, root, on_event, *, is_deep):
        follower = FakeFollower(self, root, on_event)
        self.followers.append(follower)
        return follower

    def close(self):
        self.is_closed = True


class MonitorBench:
    """A change monitor with its clock, its source and its reports."""

    def __init__(self, *, source, file_system="ext4"):
        self.now = 100.0
        self.source = source
        self.emitted = []
        self.wakes = 0
        self.monitor = ChangeMonitor(
            source=source,
            emit=self.emitted.append,
            wake=self.wake,
            debouncer=Debouncer(settle_s=0.25, latest_s=1.0),
            clock=lambda: self.now,
            file_system_of=lambda path: file_system,
        )

    def wake(self):
        self.wakes += 1

    def watch(self, *agents):
        self.monitor.watch(agents, 2**62)
        self.read_all()

    def read_all(self):
        while self.monitor.step() == READ_PAUSE_S:
            pass

    def event(self, path, *, is_folder=False):
        for follower in list(self.source.followers):
            follower.on_event(str(path), is_folder)
        self.monitor.step()

    def save(self, path, text):
        path.write_text(text)
        self.event(path)

    def after(self, seconds):
        """Returns the reports of the next `seconds`: change sets as (key, names), notices as their texts."""
        end = self.now + seconds
        while True:
            wait_s = self.monitor.step()
            if self.now + wait_s > end:
                break
            self.now += max(wait_s, 0.001)
        self.now = end
        self.monitor.step()
        reported, self.emitted[:] = self.emitted[:], []
        return [
            (item.key, [path.name for path in item.files]) if isinstance(item, ChangeSet) else str(item.text)
            for item in reported
        ]


def agent(key, *folders, files=()):
    return Watched(key=key, folders=folders, files=files)
