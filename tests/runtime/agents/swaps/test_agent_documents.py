import pytest

from runtime.agents.roster import roster
from runtime.agents.swaps.agent_documents import AgentDocuments
from runtime.documents import Loadout


@pytest.fixture
def documents(workshop):
    """Returns the documents of the only agent of a match; `more` is TOML for the end of the match document."""

    def make(more="", document="bot.toml"):
        workshop.bot(
            "ada", document=document, more="" if document == "script.toml" else 'loadout_file = "loadout.toml"'
        )
        match = workshop.match(scripts=["ada"]) if document == "script.toml" else workshop.match(("ada", 1))
        if more:
            (workshop.root / "own.toml").write_text("[orange_loadout]\ncar_id = 7\n")
            match = workshop.match(("ada", 1), tail=more)
        papers = AgentDocuments(roster(match)[0], match)
        papers.read()
        return papers

    return make


def test_imported_modules_outside_the_folder_are_watched_as_files(documents, workshop):
    papers = documents()
    before, inside, outside = papers.places, workshop.root / "ada" / "x.py", workshop.root / "shared" / "y.py"
    papers.note_imports((inside,))
    assert papers.places is before
    papers.note_imports((inside, outside))
    now = papers.places
    assert (now.folders, now.files) == (before.folders, (outside,))
    papers.note_imports((inside, outside))
    assert papers.places is now
    papers.take(papers.renew())
    assert papers.places is now
    assert outside not in papers.files, "it is no document: its change needs a new process"


def test_an_unchanged_value_is_not_emitted(documents, workshop):
    papers = documents()
    renewal = papers.renew()
    assert (renewal.agent, renewal.loadouts, renewal.remarks, renewal.problems) == (papers.agent, (), (), ())
    assert papers.files == {workshop.root / "ada" / "bot.toml", workshop.root / "ada" / "loadout.toml"}


def test_what_the_process_needs_is_renewed_and_kept_once_taken(documents, workshop):
    papers = documents()
    file = workshop.root / "ada" / "bot.toml"
    file.write_text(file.read_text().replace("bot.py", "late.py") + "[settings.environment]\nMODE = 'x'\n")
    renewal = papers.renew()
    assert (renewal.agent.run_command, renewal.agent.environment) == ("python late.py", (("MODE", "x"),))
    assert papers.agent.run_command == "python bot.py"
    papers.take(renewal)
    assert papers.agent == renewal.agent
    assert papers.renew() == renewal


def test_what_only_the_next_match_takes_up_is_said_once(documents, workshop):
    papers = documents()
    file = workshop.root / "ada" / "bot.toml"
    changed = file.read_text().replace('"tests/ada"', '"tests/eve"').replace('name = "ada"', 'name = "Eve"')
    file.write_text(changed + "hivemind = true\n")
    renewal = papers.renew()
    assert [str(remark) for remark in renewal.remarks] == [
        f"The new {key} takes effect in the next match." for key in ("name", "agent_id", "hivemind")
    ]
    assert renewal.agent == papers.agent
    papers.take(renewal)
    assert papers.renew().remarks == ()


def test_each_car_wears_what_its_team_wears(documents, workshop):
    papers = documents()
    (workshop.root / "ada" / "loadout.toml").write_text("[blue_loadout]\ncar_id = 1\n[orange_loadout]\ncar_id = 2\n")
    renewal = papers.renew()
    assert renewal.loadouts == ((0, Loadout(car_id=2)),)
    papers.take(renewal)
    assert papers.renew().loadouts == ()


def test_a_loadout_of_the_match_wins_over_the_bots(documents, workshop):
    papers = documents(more='loadout_file = "own.toml"\n')
    own = workshop.root / "own.toml"
    assert own in papers.files
    (workshop.root / "ada" / "loadout.toml").write_text("[orange_loadout]\ncar_id = 2\n")
    assert papers.renew().loadouts == ()
    own.write_text("[orange_loadout]\ncar_id = 8\n")
    assert papers.renew().loadouts == ((0, Loadout(car_id=8)),)
    own.write_text("[orange_loadout\n")
    assert [(problem.path, problem.line) for problem in papers.renew().problems] == [(own, 1)]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("[settings]", "[settings", 2, "Expected"),
        ("run_command", "walk_command", None, "There is no run command any more"),
        ('name = "ada"', "name = 3", 4, "name"),
    ],
)
def test_documents_that_cannot_be_used_are_told_and_change_nothing(documents, workshop, old, new, line, words):
    papers = documents()
    file = workshop.root / "ada" / "bot.toml"
    file.write_text(file.read_text().replace(old, new))
    renewal = papers.renew()
    (problem,) = renewal.problems
    assert (problem.path, problem.line) == (file, line)
    assert words in str(problem.message)
    assert renewal.agent == papers.agent


def test_a_document_that_is_gone_is_a_problem(documents, workshop):
    papers = documents()
    (workshop.root / "ada" / "bot.toml").unlink()
    assert papers.renew().problems


def test_scripts_have_documents_too(documents, workshop):
    papers = documents(document="script.toml")
    file = workshop.root / "ada" / "script.toml"
    assert papers.files == {file}
    file.write_text(file.read_text().replace("bot.py", "late.py"))
    assert papers.renew().agent.run_command == "python late.py"


def test_an_agent_without_documents_is_as_it_is(bot, match_of):
    match = match_of(bot("Ada"))
    papers = AgentDocuments(roster(match)[0], match)
    assert papers.files == frozenset()
    assert papers.renew().agent == papers.agent


def test_the_folders_are_watched_and_what_lies_elsewhere(documents, workshop):
    papers = documents(more='loadout_file = "own.toml"\n')
    folder = workshop.root / "ada"
    assert (papers.places.key, papers.places.folders) == ("orange-1", (folder,))
    assert papers.places.files == (workshop.root / "own.toml",)
    before = papers.places
    papers.take(papers.renew())
    assert papers.places is before
    document = folder / "bot.toml"
    (workshop.root / "code").mkdir()
    document.write_text(document.read_text().replace("run_command =", "root_dir = '../code'\nrun_command =", 1))
    papers.take(papers.renew())
    assert set(papers.places.folders) == {folder, workshop.root / "code"}
    document.write_text(document.read_text().replace("'../code'", "'..'"))
    papers.take(papers.renew())
    assert papers.places.folders == (workshop.root,)
    assert papers.places.files == ()
