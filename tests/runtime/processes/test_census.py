import pytest

from runtime.processes.census import ProcessId, ProcessRow, ProcessTable

ROOT = 100


def row(pid, parent, *, started=1.0, session=0, group=0, cpu_s=0.0):
    return ProcessRow(
        pid=pid,
        started=started,
        parent=parent,
        group=group,
        session=session,
        name=f"p{pid}",
        cpu_s=cpu_s,
        rss_bytes=10,
        threads=2,
    )


class Marks:
    def __init__(self, **marks):
        self.marks = {int(pid.removeprefix("p")): serial for pid, serial in marks.items()}
        self.asked = []

    def __call__(self, pid):
        self.asked.append(pid)
        return self.marks.get(pid)


@pytest.fixture
def make_table():
    def make(*, adopters=(ROOT,), **marks):
        reader = Marks(**marks)
        table = ProcessTable(root=ROOT, adopters=adopters, mark=reader)
        table.add_leader(ProcessId(200, 1.0), 1)
        table.add_leader(ProcessId(300, 1.0), 2)
        return table, reader

    return make


def pids(census):
    return {serial: {row.pid for row in rows} for serial, rows in census.members.items()}


def test_descendants_belong_to_their_leader(make_table):
    table, _ = make_table()
    census = table.take([row(100, 1), row(200, 100), row(300, 100), row(201, 200), row(202, 201), row(301, 300)])
    assert pids(census) == {1: {200, 201, 202}, 2: {300, 301}}
    assert census.unclaimed == ()


def test_other_processes_belong_to_no_child(make_table):
    table, marks = make_table()
    census = table.take([row(100, 1), row(5, 1), row(6, 5), row(99, 98)])
    assert pids(census) == {}
    assert census.unclaimed == ()
    assert marks.asked == []


@pytest.mark.parametrize("trace", [{"session": 200}, {"group": 200}])
def test_orphans_are_known_by_what_their_leader_founded(make_table, trace):
    table, _ = make_table()
    assert pids(table.take([row(201, ROOT, **trace), row(202, 201)])) == {1: {201, 202}}


def test_orphans_are_known_by_having_been_seen(make_table):
    table, _ = make_table()
    table.take([row(200, ROOT), row(201, 200)])
    assert pids(table.take([row(201, ROOT)])) == {1: {201}}
    assert pids(table.take([row(201, ROOT), row(203, 201)])) == {1: {201, 203}}


def test_orphans_are_known_by_their_mark(make_table):
    table, marks = make_table(p201=2)
    for _ in range(3):
        assert pids(table.take([row(201, ROOT), row(202, 201)])) == {2: {201, 202}}
    assert marks.asked == [201]


def test_an_orphan_without_any_trace_is_unclaimed_and_asked_once(make_table):
    table, marks = make_table()
    for _ in range(3):
        census = table.take([row(100, 1), row(201, ROOT), row(202, 201)])
        assert pids(census) == {}
        assert {row.pid for row in census.unclaimed} == {201, 202}
    assert marks.asked == [201]


def test_a_reused_number_is_another_process(make_table):
    table, _ = make_table()
    table.take([row(200, ROOT), row(201, 200)])
    assert pids(table.take([row(201, 1, started=2.0)])) == {}


def test_a_forgotten_child_has_no_processes(make_table):
    table, _ = make_table()
    table.forget(1)
    assert pids(table.take([row(201, ROOT, session=200)])) == {}


def test_process_one_adopts_where_there_is_no_subreaper(make_table):
    table, marks = make_table(adopters=(ROOT, 1), p201=1)
    assert pids(table.take([row(201, 1), row(5, 1)])) == {1: {201}}
    assert marks.asked == [201, 5]


def test_parents_in_a_circle_end_the_search(make_table):
    table, _ = make_table()
    census = table.take([row(10, 11), row(11, 10)])
    assert census.everything == ()
