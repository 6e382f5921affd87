"""What the runtime says of documents is said in the user's language, and a new sentence of it is not forgotten."""

import ast
import re
import tomllib._parser as toml_parser
from pathlib import Path
from random import Random

import pytest

from runtime.arena.match.handlers import _sentence
from runtime.arena.refusals import refusal
from runtime.documents import MatchDocument, check, read_match, read_match_text, validate
from runtime.documents.agents import _HOMES as AGENT_HOMES
from runtime.documents.match_file import _HOMES as MATCH_HOMES
from runtime.documents.model import Car, CarKind, Match
from runtime.documents.number_range import NumberRange
from runtime.documents.old_words import OLD_KEYS
from runtime.documents.surgery import EditError
from runtime.documents.table import described
from runtime.library import TEMPLATES, NewAgentError, make_agent
from runtime.model.entries import EntryKind
from runtime.model.problems import Problem, Severity
from widgets.forms import Forms
from widgets.sentences import part_forms, sentence_forms, spoken, spoken_problem

ROOT = Path(__file__).resolve().parents[2]
SERVER = ("host", "hub", "traffic", "server", "commands", "game_commands", "session", "reservation")
INTERPRETERS = ROOT / "runtime" / "environments"
INSTALLING = ("building", "checking", "inventory", "provision", "requirements_file", "steps")
MODULES = (
    *(path for path in (ROOT / "runtime" / "documents").glob("*.py") if path.stem != "maps"),
    *(ROOT / "runtime" / "library").glob("*.py"),
    *(ROOT / "runtime" / "arena" / "server" / f"{name}.py" for name in SERVER),
    *(ROOT / "runtime" / "processes").glob("command*.py"),
)
VALUES = ("7", 'Bot "7"', "Session 7", "7[7]", "/7", "killed by signal 7")
"""What may stand in a sentence where it begins; all that follows is a 7."""
PIECES = {
    "source": {
        *("This 7.", "file does not exist", "is a folder, not a document", "is not a regular file"),
        *("file is too large for a document: more than 7", "file cannot be read: 7"),
        "is a link to a file that does not exist",
        *("7, and the document ends before this is complete", "Unterminated string"),
        *("Unclosed array", "Unclosed inline table", "Cannot overwrite a value", "Cannot declare"),
        *("Cannot mutate immutable", "a text is not closed by quotes, and the document ends before this is complete"),
    },
    "table": {'7 is "7", but this 7.', '7 "7" is unknown and has no effect.'},
    "validation": {"This 7"},
    "number_range": {"a 7 from 7 to 7", "whole number", "number of seconds"},
    "old_words": {'Write "7"7.', ", its new name", ' with true, false or "OffByDefault"'},
    "agents": {"7 RLBotServer would run it with wine."},
    "recommendations": {
        *("it names no bots. 7", "a bot is named by a text that is not empty. 7"),
        "There is no list of recommendations in this file. 7",
    },
    "command_lookup": {
        *("The program '7' was not found on PATH.7", " The folder has a file of this name: write './7'."),
        *(" It runs programs for Windows; a run_command_linux would do without it.", "The program '7' 7."),
        *("does not exist in '7'", "was found neither in '7' nor on PATH"),
    },
    "command": {"The working folder '7' does not exist."},
    "hub": {
        *("7 7 and was disconnected.", "sent garbage", "sent a message that could not be handled (7: 7)", "Agent '7'"),
        "uses an rlbot package that is too old (7 or newer is needed)",
    },
    "host": {
        *("The match could not start: 7", "asked to stay between matches, which agents may not,", "Agent '7'"),
        *("connection without introduction", "session without agent id", "agent without a place", "wrong agent id"),
        *("was one of too many sessions without an agent id", "was one of too many agents that came before the match"),
        "was one of too many agents without a place in the match",
        "did not present the agent id that Kickabout gave to the agent",
    },
    "session": {"lost its connection (7)", "did not read what it was sent"},
    "reservation": {
        *("connected but never finished its preparations", "connected but went away again", "never connected"),
        "7 (agent id '7') 7",
    },
}
"""Of which sentences are made; that those are known is shown by sentences as the runtime makes them."""
UNSEEN = {
    "building": {"Nothing is required."},
    "checking": {"Code 7."},
    "editing": {'[match]\ngame_mode = "Soccar"\ngame_map_upk = "Stadium_P"\n'},
    "outline": {"array table", "key = 7"},
    "map_lot": {"There is no map to be drawn."},
    "agents": {"wine 7"},
    "wire": {"7 has no value 7."},
    "restarts": {"no limit"},
    "validation": {"match configuration"},
    "walk": {"_Listed | None"},
    "scanner": {"scan 7"},
    "hub": {
        "%s has ended%s.",
        "The server is awake already.",
        "A message of %s could not be handled.",
        "Woken for nothing.",
    },
    "commands": {"kickabout pause | resume | step N | pace lockstep|realtime|X | drawings on|off"},
    "game_commands": {"Pause | Set WorldInfo TimeDilation X | Set WorldInfo WorldGravityZ X"},
}
"""Words of documents and commands, and what only logs and programmers see."""
ENGLISH = re.compile(
    r"\b(?:the|is|were|it|its|not|for|of|within|before|after|and|killed|could|no|nobody|did|or|be|a|an|there|but"
    r"|by|this|that|what|to|has|have|does|nothing|never|only|left|start|with|from|which|cannot|must|match|file|use)\b"
)


def said_by(path):
    """The texts in a module that are more than a word, each with several values at its beginning; no patterns."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    skipped |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "compile"
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            texts = tuple(with_values(node, value) for value in VALUES)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            texts = (node.value,)
        else:
            continue
        if re.search(r"[A-Za-z]{2,}.*\s.*[A-Za-z]|[a-z] ", texts[0]):
            yield texts


def with_values(node, first):
    values = iter((first,))
    return "".join(str(part.value) if isinstance(part, ast.Constant) else next(values, "7") for part in node.values)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_sentence_of_the_runtime_is_known(path):
    unknown = [
        texts[0]
        for texts in said_by(path)
        if not any(sentence_forms().known(text) or part_forms().known(text) for text in texts)
        and texts[0] not in PIECES.get(path.stem, set()) | UNSEEN.get(path.stem, set())
    ]
    assert unknown == [], "add them to widgets/document_forms.py or server_forms.py, and translate them"


@pytest.mark.parametrize("name", INSTALLING)
def test_what_is_said_of_installations_is_known(name):
    path = INTERPRETERS / f"{name}.py"
    said = [texts for texts in said_by(path) if texts[0].endswith(".") and texts[0] not in UNSEEN.get(name, ())]
    assert said
    assert [texts[0] for texts in said if not any(map(sentence_forms().known, texts))] == []


def test_the_exceptions_are_still_needed():
    rooms = (*MODULES, *(INTERPRETERS / f"{name}.py" for name in INSTALLING))
    said = {path.stem: {texts[0] for texts in said_by(path)} for path in rooms}
    for listed in (PIECES, UNSEEN):
        for module, texts in listed.items():
            assert texts <= said[module], module


def test_the_runtime_says_every_form():
    said = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "runtime").rglob("*.py"))
    said += Path(toml_parser.__file__).read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", said))
    for form in sentence_forms():
        pieces = [piece.split() for piece in re.split(r"\{\w+\}", form)]
        longest = max(pieces, key=len)
        assert {word for word in re.findall(r"\w+", " ".join(longest)) if len(word) > 1} <= words, form
        assert any(" ".join(longest[place : place + 2]) in said for place in range(max(1, len(longest) - 1))), form


def test_what_the_parser_says_is_known():
    source = Path(toml_parser.__file__).read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    arguments = [node.args[-1] for node in calls if getattr(node.func, "id", "") in ("suffixed_err", "TOMLDecodeError")]
    said = [with_values(node, "x") for node in arguments if isinstance(node, ast.JoinedStr)]
    said += [node.value for node in arguments if isinstance(node, ast.Constant)]
    texts = {text for text in said if " " in text and "(at " not in text}
    assert len(texts) > 15
    ours = ("Unclosed", "Cannot overwrite", "Cannot declare", "Cannot mutate immutable", "Unterminated string")
    assert {text for text in texts if part_forms().known(text) is None and not text.startswith(ours)} == set()


@pytest.mark.parametrize("value", ["text", True, 5, 5.5, {}, [], __import__("datetime").date(2026, 1, 1)])
def test_values_are_described(german, value):
    assert not ENGLISH.search(spoken(f"name is {described(value)}, but a text in quotes is expected."))


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("may_be_unlimited", [True, False])
def test_ranges_of_numbers_are_described(german, is_whole, may_be_unlimited):
    numbers = NumberRange(least=0.5, most=100_000, is_whole=is_whole, may_be_unlimited=may_be_unlimited)
    said = spoken(f'limit is the text "7", but {numbers} is expected.')
    assert "von 0.5 bis 100000" in said, "as documents write them"
    assert not ENGLISH.search(said)
    assert not ENGLISH.search(spoken(f"Write {numbers}."))


@pytest.mark.parametrize("home", sorted({*MATCH_HOMES.values(), *AGENT_HOMES.values()}))
def test_homes_of_keys_are_described(german, home):
    assert not ENGLISH.search(spoken(f"It belongs in {home}.").replace("[match]", ""))


@pytest.mark.parametrize("key", sorted(OLD_KEYS))
def test_old_keys_have_their_advice(german, key):
    assert not ENGLISH.search(spoken(OLD_KEYS[key].fix))


MATCH = """[match]
game_mode = "Soccer Ball"
skip_replays = "true"
mutator = 3
team = 1
[mutators]
gravity = 5
[kickabout.restarts]
limit = "many"
window_s = 0
[[cars]]
config_file = "bots/nobody.toml"
loadout = 3
[[cars]]
type = "Human"
skill = "Pro"
[[cars]]
team = 5
skill = "Pro"
[[cars]]
config_file = "."
[[scripts]]
name = "x"
[scipts]
"""
BOT = """[settings]
agent_id = "me/mine "
name = 3
root_dir = "scr"
run_command = "python bot.py"
loadout_file = "looks.toml"
hivemind = 1
working_dir = "x"
[settings.environment]
"A=B" = "c"
[details]
tags = ["1v1s", 7]
developer = ["x"]
"""
LOADOUT = (
    "[blue_loadout]\ncar_id = -3\nhat_id = 3.0\ncar_primary_color_lookup = 3\n[orange_loadout.paint]\ncar_id = 1\n"
)


@pytest.fixture
def problems(tmp_path):
    """The problems in three documents that have most of those that there are."""
    for name, text in (("match.toml", MATCH), ("bot.toml", BOT), ("looks.toml", LOADOUT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "src").mkdir()
    (tmp_path / "bots").mkdir()
    broken = {
        "deep": b"a = " + b"[" * 2000,
        "wide": "[match]".encode("utf-16"),
        "odd": b'\xef\xbb\xbfa = "\xff"',
        "other": b"[x]",
    }
    paths = [tmp_path / f"{name}.toml" for name in broken]
    for path, data in zip(paths, broken.values(), strict=True):
        path.write_bytes(data)
    found = check([tmp_path, *paths, tmp_path / "none.toml", tmp_path / "src"])
    assert len({problem.message for problem in found}) > 30
    return found


def test_problems_of_documents_are_told_in_german(german, problems):
    for problem in problems:
        for text in filter(None, (problem.message, problem.fix)):
            assert spoken(text) != text
            left = re.sub(r"\"[^\"]*\"|\[\[?\w+\]\]?", "", spoken(text))
            assert not ENGLISH.search(left), (text, spoken(text))


def test_problems_are_told_in_english_as_they_are(qapp, problems):
    for problem in problems:
        assert (spoken(problem.message), spoken(problem.fix)) == (problem.message, problem.fix)
        assert spoken_problem(problem) == str(problem)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game_mode = "Hoop"', 'Für game_mode gibt es den Wert "Hoop" nicht. Meintest du "Hoops"?'),
        ("freeplay = 3", "freeplay ist die Zahl 3, erwartet wird aber true oder false."),
        ("freeplay = 1", "freeplay ist die Zahl 1, erwartet wird aber true oder false. Schreib true."),
        (
            "game_mode = Hoops",
            'Das ist kein gültiges TOML: ungültiger Wert. Setz den Text in Anführungszeichen: "Hoops".',
        ),
        (
            'game_mode = "Hoops\n',
            "Das ist kein gültiges TOML: ein Text endet ohne Anführungszeichen. "
            "Am Ende des Textes fehlt ein Anführungszeichen.",
        ),
        (
            "freeplay = [",
            "Das ist kein gültiges TOML: ungültiger Wert, und das Dokument endet, bevor es vollständig ist.",
        ),
        ("a = 1\na = 2", "Das ist kein gültiges TOML: dieser Schlüssel steht zweimal da."),
    ],
)
def test_what_is_said_of_a_match(german, tmp_path, text, said):
    (problem, *_) = read_match_text(f"[match]\n{text}", tmp_path / "match.toml").problems
    path = tmp_path / "match.toml"
    assert spoken_problem(problem) == f"{path}:{problem.line}: Fehler: {said}"


def test_a_warning_is_called_so(german):
    problem = Problem(severity=Severity.WARNING, path=Path("a b.toml"), message="Add run_command_linux.")
    assert spoken_problem(problem) == "a b.toml: Warnung: Füg run_command_linux hinzu."


def test_what_must_hold_between_cars(german):
    human = Car(kind=CarKind.HUMAN)
    cars = (Car(name="Ada", team=7), Car(kind=CarKind.PSYONIX, skill="God"), human, human, Car(agent_id="x"))
    match = Match(cars=cars, launcher="Custom", launcher_arg="x", game_map_upk="Nowhere", auto_start_agents=False)
    for problem in validate(match, random=Random(0)).problems:
        assert not ENGLISH.search(spoken(problem.message)), problem.message
        assert not ENGLISH.search(spoken(problem.fix)), problem.fix


def test_what_the_server_refuses(german):
    reading = validate(Match(cars=(Car(name="Ada"), Car(kind=CarKind.PSYONIX, team=3))), random=Random(0))
    said = spoken(f"The match is not valid. {_sentence(reading)}")
    assert said == (
        "Das Spiel ist nicht gültig. match configuration: Fehler: "
        'Bot "Ada" hat keine agent_id, ohne die kein Server etwas zuordnen kann. Gib ihm eine agent_id. (und 1 weitere)'
    )
    unread = f"The match cannot be read. {_sentence(read_match(Path('/no/where.toml')))}"
    assert spoken(unread).startswith("Das Spiel lässt sich nicht lesen. ")
    assert "Fehler: Diese Datei gibt es nicht." in spoken(unread)
    asked = spoken(f"Session 3 asked for another match, which was refused. {unread}")
    assert asked == f"Sitzung 3 wollte ein anderes Spiel, das abgelehnt wurde. {spoken(unread)}"
    refused = refusal(Match(game_mode="Dropshot"))
    assert refused is not None
    assert not ENGLISH.search(spoken(refused))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The match could not start: Bot 'Ada' (agent id 'x/ada') never connected; Script 'Eve' (agent id 'x/eve') "
            "connected but never finished its preparations.",
            "Das Spiel konnte nicht beginnen: Bot 'Ada' (Agent-ID 'x/ada') hat sich nie verbunden; Script 'Eve' "
            "(Agent-ID 'x/eve') hat sich verbunden, wurde aber nie fertig.",
        ),
        (
            "The match could not start: Bot 'Ada' (agent id 'x/ada') connected but went away again.",
            "Das Spiel konnte nicht beginnen: Bot 'Ada' (Agent-ID 'x/ada') hat sich verbunden, ist aber wieder "
            "gegangen.",
        ),
        (
            "The server ended its connection. Agent 'x/ada' sent garbage and was disconnected.",
            "Der Server hat seine Verbindung beendet. Agent 'x/ada' hat Unsinn gesendet und wurde getrennt.",
        ),
        (
            "The program 'rust' was not found on PATH. The folder has a file of this name: write './rust'.",
            "Das Programm 'rust' gibt es im PATH nicht. Der Ordner hat eine Datei dieses Namens: Schreib './rust'.",
        ),
        (
            "bot.toml:3: team must be 0 or 1. Version 2 keeps running.",
            "bot.toml:3: team muss 0 oder 1 sein. Version 2 spielt weiter.",
        ),
        ("The file cannot be written: Permission denied.", "Die Datei lässt sich nicht schreiben: kein Zugriffsrecht."),
        ("/x/y is in use by python (pid 7).", "/x/y wird benutzt von python (pid 7)."),
        ("Port 7 is in use.", "Port 7 is in use."),
        (
            "/x/needs.txt:3: 'numpy' could not be installed. It took longer than 1.5 s. Ada and Bob: the packages "
            "were not installed. '/x/env' is incomplete and cannot be removed. It was killed by signal 9, SIGKILL.",
            "/x/needs.txt:3: 'numpy' ließ sich nicht installieren. Es dauerte länger als 1,5 s. Ada und Bob: Die "
            "Pakete wurden nicht installiert. '/x/env' ist halb angelegt und lässt sich nicht leeren. Es wurde "
            "abgebrochen durch Signal 9, SIGKILL.",
        ),
        (
            "Ada and Bob: installing numpy, torch (fetching torch-2.1.0, 670.2 MB) (40 %)",
            "Ada and Bob: installiert numpy, torch (lädt torch-2.1.0, 670.2 MB) (40 %)",
        ),
        ("Ada: creating an environment (5 %)", "Ada: legt eine Umgebung an (5 %)"),
        ("installing hooks, the bot said", "installing hooks, the bot said"),
        (
            "The installer found no fault, but it is not installed.",
            "Der Installierer fand keinen Fehler, aber es ist nicht installiert.",
        ),
        ("The file cannot be written: Gremlins.", "Die Datei lässt sich nicht schreiben: Gremlins."),
        (
            "killed above its memory limit: used 2.1 GB, limit 2 GB",
            "abgebrochen über seiner Speichergrenze: benutzt 2,1 GB, Grenze 2 GB",
        ),
        (
            'Recommendation 3 is left out: it names no bots. Write {"recommendations": [{"bots": ["Name", "Name"]}]}.',
            "Empfehlung 3 ist ausgelassen: Sie nennt keine Bots. "
            'Schreib {"recommendations": [{"bots": ["Name", "Name"]}]}.',
        ),
        (
            "This list of recommended teams is not valid JSON: Expecting value in line 3.",
            "Diese Liste empfohlener Teams ist kein gültiges JSON: Expecting value in Zeile 3.",
        ),
        ("x is not known. There is no ball.", "x is not known. There is no ball."),
        (
            "Ended while playing (x): this or that names no file.",
            "Endete mitten im Spiel (x): this or that names no file.",
        ),
    ],
)
def test_sentences_beside_each_other(german, text, said):
    assert spoken(text) == said


def test_edits_that_cannot_be_made(german):
    document = MatchDocument.new()
    for edit in (
        lambda: document.remove_car(3),
        lambda: document.set_team(3, 0),
        lambda: document.set_value(("match", "game_mode", "x"), 1),
        lambda: document.set_value(("match",), 1),
        lambda: document.set_value((), 1),
        lambda: document.set_value(("match", "name"), "\ud800"),
    ):
        with pytest.raises(EditError) as refused:
            edit()
        assert not ENGLISH.search(spoken(str(refused.value)).replace("match", "")), refused.value


def test_agents_that_cannot_be_made(german, tmp_path):
    (tmp_path / "here_bot").mkdir()
    wishes = (
        ("", tmp_path),
        ("A" * 99, tmp_path),
        ("A", tmp_path / "x"),
        ("here bot", tmp_path),
        ("Zed", Path("/proc")),
    )
    for name, folder in wishes:
        with pytest.raises(NewAgentError) as refused:
            make_agent(TEMPLATES[EntryKind.BOT], name, folder, ROOT / "resources" / "bots")
        assert not ENGLISH.search(spoken(str(refused.value)).replace(str(tmp_path), "")), refused.value


def test_the_form_with_the_most_words_is_taken():
    known = Forms(("Write {it}.", "Write {it} without quotes."), {"it": r"\S+"}).known
    assert known("Write 7 without quotes.") == ("Write {it} without quotes.", {"it": "7"})
    assert known("Write 7.") == ("Write {it}.", {"it": "7"})
    assert known("Write a 7.") is None
    assert known("write 7.") is None
