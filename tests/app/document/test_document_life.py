"""After any sequence of events the dirty mark of a document is right, and undo restores the first text exactly."""

import shutil

import pytest
import shiboken6
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.document.disk_watch import DiskAnswer, DiskWatch
from app.document.edits import Edits
from app.document.open_document import DocumentController
from app.services.notifications import Notifications
from resources.examples import example_bots, example_match

KEEPER = example_bots() / "keeper" / "bot.toml"
PLACE = st.integers(0, 3)
EDITS = st.one_of(
    st.tuples(st.just("add_bot"), st.just(KEEPER), st.integers(0, 1)),
    st.tuples(st.just("add_human"), st.integers(0, 1)),
    st.tuples(st.sampled_from(["remove_car", "duplicate_car", "replace_by_human"]), PLACE),
    st.tuples(st.just("move_car"), PLACE, st.integers(0, 1), PLACE),
    st.tuples(st.just("set_name"), PLACE, st.sampled_from(["Ada", None])),
    st.tuples(st.sampled_from(["swap_sides", "shuffle"])),
)
OTHERS = st.sampled_from([("undo",), ("redo",), ("save",), ("mine",), ("theirs",)])


class Life:
    """A document in a folder in which another program writes too."""

    def __init__(self, folder):
        shutil.copytree(example_bots(), folder / "bots")
        (folder / "matches").mkdir()
        self.path = folder / "matches" / "match.toml"
        shutil.copy(example_match("2v2"), self.path)
        self.document = DocumentController()
        self.edits = Edits(self.document)
        self.watch = DiskWatch(self.document, Notifications(self.document), self.document)
        self.writes = 0
        assert self.document.open(self.path)

    def do(self, name, *arguments):
        if name in ("undo", "redo", "save"):
            getattr(self.document, name)()
        elif name in ("mine", "theirs"):
            self.writes += 1
            self.path.write_text(self.document.document.text + f"# {self.writes}\n", encoding="utf-8")
            was_dirty = self.document.is_dirty
            self.watch.check()
            if was_dirty:
                self.watch.answer(DiskAnswer(f"{'keep' if name == 'mine' else 'take'} {name}"))
        else:
            getattr(self.edits, name)(*arguments)

    def end(self):
        for part in (self.watch, self.edits, self.document):
            shiboken6.delete(part)


@pytest.fixture
def new_life(qapp, tmp_path_factory):
    return lambda: Life(tmp_path_factory.mktemp("life"))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(EDITS, OTHERS), max_size=10))
def test_any_course_of_events_can_be_undone(new_life, events):
    life = new_life()
    try:
        first = life.document.document.text
        for event in events:
            life.do(*event)
            on_disk = life.path.read_text(encoding="utf-8")
            assert life.document.is_dirty == (life.document.document.text != on_disk)
        while life.document.steps.undo is not None:
            life.document.undo()
        assert life.document.document.text == first
        while life.document.steps.redo is not None:
            life.document.redo()
        life.document.save()
        assert life.path.read_text(encoding="utf-8") == life.document.document.text
        assert not life.document.is_dirty
    finally:
        life.end()
