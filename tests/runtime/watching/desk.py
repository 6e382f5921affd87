"""A survey on a desk: its clock and its events are the test's, the folders are real."""

import errno

from runtime.watching.settling import Settling
from runtime.watching.survey import READ_PAUSE_S, Survey
from runtime.watching.values import ChangeSet, Watched


class FakeFollower:
    def __init__(self, source, root, tell):
        self.source, self.root, self.tell = source, root, tell

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

    def follower(self, root, tell, *, is_deep):
        follower = FakeFollower(self, root, tell)
        self.followers.append(follower)
        return follower

    def close(self):
        self.is_closed = True


class Desk:
    """A survey with its clock, its source and what it told."""

    def __init__(self, *, source, file_system="ext4"):
        self.now = 100.0
        self.source = source
        self.told = []
        self.wakes = 0
        self.survey = Survey(
            source=source,
            tell=self.told.append,
            wake=self.wake,
            settling=Settling(settle_s=0.25, latest_s=1.0),
            clock=lambda: self.now,
            file_system_of=lambda path: file_system,
        )

    def wake(self):
        self.wakes += 1

    def watch(self, *agents):
        self.survey.watch(agents, 2**62)
        self.read_all()

    def read_all(self):
        while self.survey.step() == READ_PAUSE_S:
            pass

    def tell(self, path, *, is_folder=False):
        for follower in list(self.source.followers):
            follower.tell(str(path), is_folder)
        self.survey.step()

    def save(self, path, text):
        path.write_text(text)
        self.tell(path)

    def after(self, seconds):
        """What is told within so many seconds: change sets as (key, names), notices as their texts."""
        end = self.now + seconds
        while True:
            wait_s = self.survey.step()
            if self.now + wait_s > end:
                break
            self.now += max(wait_s, 0.001)
        self.now = end
        self.survey.step()
        told, self.told[:] = self.told[:], []
        return [
            (item.key, [path.name for path in item.files]) if isinstance(item, ChangeSet) else item.text
            for item in told
        ]


def agent(key, *folders, files=()):
    return Watched(key=key, folders=folders, files=files)
