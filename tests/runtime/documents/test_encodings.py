"""Text files of bots are read in the same way everywhere, whatever their encoding; no letter is replaced silently."""

import codecs

import pytest

from runtime.documents import check, convert_match, examine, find_documents, is_v4_document, read_bot, read_match
from runtime.documents.v4_files import read_cfg
from runtime.environments.requirements import read_requirements
from runtime.library import is_document
from runtime.library.reading import read_details
from runtime.library.scanner import FolderMemory, scan_folder
from runtime.model.entries import EntriesFound
from runtime.v4_host.encoding import CODE_PAGE, UTF_8, decoded

BOT = "[Locations]\nname = Zoë\npython_file = müller.py\nlooks_config = looks.cfg\n"
LOOKS = "# für Zoë\n[Bot Loadout]\ncar_id = 23\n[Bot Loadout Orange]\ncar_id = 23\n"
ENCODINGS = [
    ("utf-8", UTF_8),
    ("utf-8-sig", UTF_8),
    ("cp1252", CODE_PAGE),
    ("utf-16", "UTF-16-LE"),
    ("utf-32", "UTF-32-LE"),
]


def write(folder, encoding, text=BOT):
    (folder / "müller.py").write_text("class Bot:\n    pass\n", encoding="utf-8")
    (folder / "looks.cfg").write_text(LOOKS, encoding=encoding)
    (folder / "bot.cfg").write_text(text, encoding=encoding)
    return folder / "bot.cfg"


@pytest.mark.parametrize(("encoding", "name"), ENCODINGS)
def test_a_document_of_v4_is_found_and_read_in_any_encoding(tmp_path, encoding, name):
    path = write(tmp_path, encoding)
    assert is_document(path)
    assert is_v4_document(path)
    assert {found.path.name for found in find_documents(tmp_path)} == {"bot.cfg", "looks.cfg"}
    bot = read_bot(path)
    assert bot.value.name == "Zoë"
    assert bot.value.loadouts[0].car_id == 23
    assert examine([tmp_path]).documents == 2
    found = [(problem.path.name, problem.message.code) for problem in check([path])]
    assert found == ([] if name == UTF_8 else [("bot.cfg", "file-encoding"), ("looks.cfg", "file-encoding")])


@pytest.mark.parametrize(("encoding", "name"), ENCODINGS)
def test_the_library_lists_it(tmp_path, encoding, name):
    path = write(tmp_path, encoding)
    events = []
    scan_folder(tmp_path, FolderMemory(), events.append, lambda: False)
    (entry,) = [entry for event in events if isinstance(event, EntriesFound) for entry in event.entries]
    assert (entry.path, entry.name, entry.can_play) == (path, "Zoë", True)


def test_a_name_that_was_read_wrongly_is_said_to_be_the_cause(tmp_path):
    path = write(tmp_path, "utf-8")
    path.write_bytes(BOT.replace("Zoë", "Zoe").replace("müller", "мир").encode("cp1251"))
    warning, error = [problem for problem in read_bot(path).problems if problem.key != "Locations.looks_config"]
    assert (warning.message.code, warning.is_error) == ("file-encoding", False)
    assert "Windows-1252" in str(warning.message)
    assert (error.message.code, error.fix.code) == ("program-missing", "save-name-as-utf8")


def test_a_missing_file_with_a_plain_name_has_another_cause(tmp_path):
    path = write(tmp_path, "cp1252", BOT.replace("müller", "gone"))
    (error,) = [problem for problem in read_bot(path).problems if problem.is_error]
    assert error.fix is None


def test_a_letter_that_no_code_page_has_is_reported(tmp_path):
    path = tmp_path / "bot.cfg"
    path.write_bytes(b"[Locations]\nname = \x81\xff\n")
    cfg = read_cfg(path).value
    assert "�" in cfg.values("Locations")["name"]
    assert [problem.message.code for problem in cfg.findings] == ["file-encoding"]


def test_a_match_of_v4_is_converted_with_the_warning(tmp_path):
    (tmp_path / "rlbot.cfg").write_text(
        "[Match Configuration]\nnum_participants = 1\n[Participant Configuration]\nparticipant_config_0 = müller.cfg\n",
        encoding="cp1252",
    )
    write(tmp_path, "utf-8").rename(tmp_path / "müller.cfg")
    reading = convert_match(tmp_path / "rlbot.cfg", tmp_path / "match.toml")
    assert 'config_file = "müller.cfg"' in reading.value
    assert [problem.message.code for problem in reading.problems] == ["file-encoding"]


def test_a_match_shows_the_warning_of_its_bot(tmp_path):
    write(tmp_path, "cp1252")
    (tmp_path / "match.toml").write_text("[[cars]]\nconfig_file = 'bot.cfg'\n", encoding="utf-8")
    reading = read_match(tmp_path / "match.toml")
    assert reading.value.cars[0].name == "Zoë"
    assert {problem.message.code for problem in reading.problems} == {"file-encoding"}


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_a_match_in_another_encoding_is_found_in_a_folder_and_refused_with_the_reason(tmp_path, encoding):
    (tmp_path / "cup.toml").write_text("[match]\n# für alle\n[[cars]]\n", encoding=encoding)
    assert [found.path.name for found in find_documents(tmp_path)] == ["cup.toml"]
    (problem,) = check([tmp_path])
    assert problem.is_error
    assert "UTF" in str(problem.message)


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_the_packages_of_a_project_are_read_with_a_byte_order_mark(tmp_path, mark):
    path = tmp_path / "pyproject.toml"
    path.write_bytes(mark + b'[project]\nname = "x"\nversion = "1"\ndependencies = ["numpy"]\n')
    assert [line.name for line in read_requirements(path).lines] == ["numpy"]


@pytest.mark.parametrize(("encoding", "name"), ENCODINGS)
def test_a_readme_is_shown_in_any_encoding(tmp_path, encoding, name):
    write(tmp_path, "utf-8")
    (tmp_path / "README.md").write_text("Für Zoë", encoding=encoding)
    events = []
    scan_folder(tmp_path, FolderMemory(), events.append, lambda: False)
    (entry,) = [entry for event in events if isinstance(event, EntriesFound) for entry in event.entries]
    assert read_details(entry).readme == "Für Zoë"


def test_a_text_that_is_cut_in_a_letter_stays_utf_8():
    data = "für".encode()[:2]
    assert decoded(data, is_cut=True) == ("f", UTF_8)
    assert decoded(data) == ("fÃ", CODE_PAGE)
