"""A simulated observer reports paths without symbolic links, as macOS does."""

import pytest
from watchdog.events import DirDeletedEvent, FileModifiedEvent, FileMovedEvent

from runtime.watching.recursive import RecursiveFollower
from tests.runtime.watching.monitors import MonitorBench, agent


class NativeObserver:
    """Keeps its followers; the test reports paths to them."""

    def __init__(self):
        self.handlers = []

    def schedule(self, handler, folder, *, recursive, event_filter):
        self.handlers.append(handler)
        return handler

    def unschedule(self, watch):
        self.handlers.remove(watch)

    def report(self, event):
        for handler in list(self.handlers):
            handler.dispatch(event)


class NativeSource:
    def __init__(self, observer):
        self.observer = observer

    def follower(self, root, on_event, *, is_deep):
        return RecursiveFollower(self.observer, root, on_event, is_deep=is_deep)

    def close(self):
        pass


@pytest.fixture
def observer():
    return NativeObserver()


@pytest.fixture
def monitor(observer):
    monitor = MonitorBench(source=NativeSource(observer))
    yield monitor
    monitor.monitor.close()


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "real" / "bot"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text("1")
    return folder


def test_a_save_behind_a_link_is_reported_by_the_path_of_the_user(monitor, observer, bot, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(bot, target_is_directory=True)
    monitor.watch(agent("ada", link))
    (bot / "bot.py").write_text("22")
    observer.report(FileModifiedEvent(str(bot / "bot.py")))
    monitor.monitor.step()
    monitor.now += 1.0
    monitor.monitor.step()
    (changes,) = monitor.emitted
    assert (changes.key, changes.files) == ("ada", (link / "bot.py",))


def followed(observer, root, reported):
    follower = RecursiveFollower(observer, str(root), lambda path, is_folder: reported.append(path), is_deep=True)
    follower.follow(str(root), (1, 2))
    return follower


def test_links_above_the_bot_are_resolved_too(observer, bot, tmp_path):
    above = tmp_path / "above"
    above.symlink_to(bot.parent, target_is_directory=True)
    reported = []
    followed(observer, above / "bot", reported)
    observer.report(FileMovedEvent(str(bot / "a.py"), str(bot / "b" / "c.py")))
    observer.report(FileModifiedEvent(str(bot) + "2/bot.py"))
    observer.report(FileModifiedEvent(str(above / "bot" / "d.py")))
    paths = [str(above / "bot" / "a.py"), str(above / "bot" / "b" / "c.py"), str(bot) + "2/bot.py"]
    assert reported == [*paths, str(above / "bot" / "d.py")]


def test_the_loss_of_the_folder_behind_a_link_is_noticed(observer, bot, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(bot, target_is_directory=True)
    reported = []
    follower = followed(observer, link, reported)
    observer.report(DirDeletedEvent(str(bot)))
    assert reported == [str(link)]
    assert len(observer.handlers) == 1
    follower.follow(str(link), (1, 2))
    assert observer.handlers == [follower]
    assert follower._is_lost is False


def test_a_link_that_points_elsewhere_is_resolved_anew(observer, bot, tmp_path):
    link, other = tmp_path / "link", tmp_path / "other"
    other.mkdir()
    link.symlink_to(bot, target_is_directory=True)
    reported = []
    follower = followed(observer, link, reported)
    link.unlink()
    link.symlink_to(other, target_is_directory=True)
    follower.follow(str(link), (1, 3))
    observer.report(FileModifiedEvent(str(other / "bot.py")))
    assert reported == [str(link / "bot.py")]
