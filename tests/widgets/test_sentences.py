"""What the runtime says is said in the user's language: every phrase of it, and nothing of what bots print."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.agents.entry import delay_text, new_entry, restart_remark, silence_remark, verdict
from runtime.agents.own_writes import own_writes_text
from runtime.agents.restart_quota import RestartQuota
from runtime.agents.roster import Agent
from runtime.arena.refusals import refusal
from runtime.documents.model import Car, Match, Mutators, RestartPolicy
from runtime.games import ArenaGame, AttachedGame
from runtime.match.ending import Ending, finished, forfeited, with_survivors
from runtime.match.stages import Stages, awaited_words
from runtime.model.states import AgentState, MatchStage, Outcome
from runtime.processes.endings import ending, start_error_text
from widgets.phrases import PHRASES, WHOLE
from widgets.sentences import spoken

ROOT = Path(__file__).resolve().parents[2]
SPEAKING = (
    *("agent_documents", "course", "direction", "ending", "entry", "lineup", "link", "manual_start", "restart_policy"),
    *("stages", "swap", "swapping", "swaps", "vigil", "own_writes", "preparation", "state_setting", "drawing_watch"),
)
"""Modules of `runtime.match` whose sentences a user meets in matches."""
MODULES = (
    *(ROOT / "runtime" / "match" / f"{name}.py" for name in SPEAKING),
    *(ROOT / "runtime" / "games").glob("a*.py"),
    ROOT / "runtime" / "processes" / "endings.py",
    ROOT / "runtime" / "watching" / "survey.py",
    *(ROOT / "runtime" / "arena" / "play" / f"{name}.py" for name in ("idle", "refusal")),
)
PIECES = {
    *("7 needs Python 7 or newer, which has '7'", "7, and ran with 7."),
    *("did not connect", "did not become ready", "7 within 7 s", "7 of 7", "7 of 7 in 7 s", "restart 7", "7 and 7"),
    *("7 of 7 before the match", "Lost its connection and did not come back", "Answered nothing", "the arena"),
    "Used no processor time, printed nothing and changed no input",
    "7 has 7 cars; the arena has room for 7 in a team.",
    *(" and ", "7 writes 7 at each start, so changes to 7 no longer cause a reload.", "7 Reload from source to use 7."),
    *("7 To make this permanent, add the line7 7 to 7.", "Nothing was moved: there is no 7 7 in this match."),
    *("7 for 7 frames, so it was killed.", "Was restarted 7; it 77.", "7 won by forfeit; the score was 7:7. 7"),
}
"""Of which phrases are made; the tests with sentences as the runtime makes them show that those are known."""
LOGGED = {
    "  [lost: there is no game to send it to]",
    "  [not sent: this server has not shown itself to be an arena of Kickabout]",
    "  [not sent: 7]",
    "The folder of --walls has no .cmf file in its sub-folder 7, which 7 is played in.",
}
"""Logs and the command line are in English."""
MADE = re.compile(
    r"Was restarted |\{names\} did not |Did not |.* frames, so it was killed|Restarts in |(?:Blue|Orange) won "
)
"""Phrases of several pieces."""
ENGLISH = re.compile(
    r"\b(?:the|is|were|it|its|not|for|of|within|before|after|and|waiting|killed|ended|exited|could|no|nobody|did"
    r"|by|this|that|what|to|has|have|does|nothing|never|only|left|start|restarts?)\b"
)


def said_by(path):
    """The texts in a module of which sentences are made, with a number where a value stands."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = ""
        if id(node) in documented:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            text = node.value
        if re.search(r"[A-Za-z]{2,}.*\s.*[A-Za-z]|[a-z] ", text) and "\n" not in text:
            yield text


def is_code(text):
    """Whether a text of `endings` is the words for an exit code of Windows, which follow the code."""
    return f"ended by Windows with {{code}}: {text}" in map(str, PHRASES)


def test_every_sentence_that_users_meet_is_known(german):
    found = {(path.stem, text) for path in MODULES for text in said_by(path) if text not in PIECES | LOGGED}
    assert len(found) > 80
    spoken_of = {place: spoken(place[1]).replace("ended by Windows with 0x7: 7", "") for place in found}
    unknown = [place for place, said in spoken_of.items() if ENGLISH.search(said) and not is_code(place[1])]
    assert unknown == [], "add them to widgets/phrases.py and translate them"


def test_the_runtime_says_every_phrase():
    said = "\n".join(
        node.value
        for path in (ROOT / "runtime").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    for phrase in map(str, (*PHRASES, *WHOLE)):
        pieces = [piece.strip(" ().:;,'").split() for piece in re.split(r"\{\w+\}", phrase)]
        longest = max(pieces, key=len)
        runs = {" ".join(longest[place : place + 2]) for place in range(max(1, len(longest) - 1))}
        assert MADE.match(phrase) or any(run in said for run in runs), phrase


def an_entry(*said, **changes):
    agent = Agent(
        key="blue-1",
        name="Ada",
        agent_id="x/ada",
        team=0,
        cars=(0,),
        root_dir="/bots/ada",
        run_command="python bot.py",
        environment={},
        is_manual=False,
    )
    entry = new_entry(agent)
    entry.words.add(said)
    for name, value in changes.items():
        setattr(entry, name, value)
    return entry


def a_status(**changes):
    from dataclasses import replace

    return replace(an_entry().status, **changes)


@pytest.mark.parametrize(
    ("code", "changes", "text"),
    [
        (1, {}, "Endete, bevor er bereit war (beendet mit Code 1). Letzte Ausgabe: KeyError: 'no'."),
        (0, {"has_played": True}, "Ging mitten im Spiel (beendet mit Code 0). Letzte Ausgabe: KeyError: 'no'."),
        (
            -11,
            {"has_played": True},
            "Endete mitten im Spiel (abgebrochen durch Signal 11, SIGSEGV). Letzte Ausgabe: KeyError: 'no'.",
        ),
        (3, {"has_been_ready": True}, "Endete vor dem Anstoß (beendet mit Code 3). Letzte Ausgabe: KeyError: 'no'."),
    ],
)
def test_endings_of_agents(german, code, changes, text):
    how = ending(code, windows=False).text
    assert spoken(verdict(an_entry("KeyError: 'no'", **changes), code, how)[2]) == text


def test_endings_by_windows(german):
    for code in (0x80000003, 0xC0000005, 0xC0000135, 0xC000013A, 0xE06D7363, 0xC0000999, 3):
        said = spoken(ending(code, windows=True).text)
        assert said.startswith(("von Windows beendet mit 0x", "beendet mit Code "))
        assert not ENGLISH.search(said)


def test_why_a_program_could_not_start(german, tmp_path):
    for number in (1, 2, 7, 8, 11, 12, 13, 20, 23, 24):
        said = spoken(start_error_text(OSError(number, "Nope"), "python", str(tmp_path)))
        assert said.startswith("Konnte nicht starten: ")
        assert not ENGLISH.search(said)
    said = spoken(start_error_text(OSError(2, ""), "python", "/not/there"))
    assert said == "Den Arbeitsordner '/not/there' gibt es nicht."


def test_delays_and_remarks(german):
    entry = an_entry("loading a model")
    assert spoken(delay_text(entry, 90.0)).startswith(
        "War 90 s nach seinem Neustart nicht bereit und wurde abgebrochen."
    )
    fault = a_status(state=AgentState.CRASHED, reason="Ended while playing (exited with code 1): bot.py:3: no")
    for count, words in ((1, "einmal"), (2, "zweimal"), (3, "3-mal")):
        entry = an_entry(fault=fault, status=a_status(state=AgentState.PLAYING, restarts=count))
        said = spoken(restart_remark(entry))
        assert said == f"Wurde {words} neu gestartet; endete mitten im Spiel (beendet mit Code 1): bot.py:3: no."
    playing = a_status(state=AgentState.PLAYING, packets=600)
    assert spoken(silence_remark(an_entry(status=playing), 600, is_hurried=False)) == "Antwortete nie."
    late = a_status(state=AgentState.PLAYING, packets=600, answers=100)
    said = spoken(silence_remark(an_entry(status=late), 600, is_hurried=False))
    assert said == "Antwortete nur auf 100 von 600 Frames."


@pytest.mark.parametrize(
    "policy",
    [
        RestartPolicy(),
        RestartPolicy(limit=1),
        RestartPolicy(limit=2, limit_in_window=None),
        RestartPolicy(limit=None, limit_in_window=None),
        RestartPolicy(limit=None, limit_in_window=1),
    ],
)
def test_restarts(german, policy):
    early, later = RestartQuota(policy), RestartQuota(policy)
    for quota in (early, later) * 5:
        decision = quota.ask(1.0, is_early=quota is early)
        said = spoken(getattr(decision, "text", "") or decision.because)
        assert said.startswith(("Startet in ", "Keine Neustarts mehr: "))
        assert not ENGLISH.search(said)


def test_what_a_stage_waits_for(german):
    told, now = [], [0.0]
    stages = Stages(told.append, lambda: now[0])
    stages.begin(MatchStage.READY, within_s=60.0)
    names = ["Ada (blue-1)", "Bob (blue-2)", "Eve (orange-1)"]
    for wanted, failed in ((names[:1], []), (names, []), ([], names[:1]), ([], names[:2]), (names[1:], names[:1])):
        stages.wait(awaited_words(wanted, failed))
    now[0] = 20.0
    stages.wait(awaited_words([], names[:1]))
    stages.wait(awaited_words(names[1:], names[:1]))
    stages.wait(f"waiting for {ArenaGame().title}")
    stages.wait(f"waiting for {AttachedGame(port=7).title}")
    assert [spoken(event.text) for event in told[1:]] == [
        "wartet auf Ada (blue-1)",
        "wartet auf Ada (blue-1), Bob (blue-2) und Eve (orange-1)",
        "Ada (blue-1) ist nicht gestartet. Korrigieren und speichern oder Pakete installieren.",
        "Ada (blue-1) und Bob (blue-2) sind nicht gestartet. Korrigieren und speichern oder Pakete installieren.",
        "Ada (blue-1) ist nicht gestartet. Korrigieren und speichern oder Pakete installieren. "
        "Wartet außerdem auf Bob (blue-2) und Eve (orange-1)",
        "Ada (blue-1) ist nicht gestartet. Korrigieren und speichern oder Pakete installieren. "
        "Verbleibende Zeit: 40 s.",
        "Ada (blue-1) ist nicht gestartet. Korrigieren und speichern oder Pakete installieren. "
        "Wartet außerdem auf Bob (blue-2) und Eve (orange-1), noch 40 s",
        "wartet auf die Arena, noch 40 s",
        "wartet auf den Server an Port 7, noch 40 s",
    ]


def test_results(german):
    fault = a_status(state=AgentState.CRASHED, reason="Ended while playing (exited with code 1): the end is near.")
    remarked = a_status(reason="Never answered.")
    said = spoken(finished(None, (fault,), (remarked,)).reason)
    assert said == (
        "Unentschieden, 0:0. Ada (blue-1) abgestürzt: Endete mitten im Spiel (beendet mit Code 1): the end is near. "
        "Ada (blue-1) antwortete nie."
    )
    assert spoken("Blue won the series 2:1.") == "Blau gewann die Serie mit 2:1."
    assert spoken("Orange won the series 2:0.") == "Orange gewann die Serie mit 2:0."
    assert spoken("The series is drawn, 1:1 games.") == "Die Serie endete unentschieden mit 1:1 Partien."
    assert spoken("The series was broken off at 1:0 games and a score of 2:1.") == (
        "Die Serie wurde bei 1:0 Partien und einem Stand von 2:1 abgebrochen."
    )
    assert spoken(forfeited(None, fault).reason).startswith(
        "Orange gewann, weil die andere Seite aufgab; es stand 0:0."
    )
    left = with_survivors(Ending(outcome=Outcome.INTERRUPTED, reason="The match was stopped."), ("python (pid 7)",))
    assert spoken(left.reason) == "Das Spiel wurde gestoppt. Diese Prozesse ließen sich nicht beenden: python (pid 7)."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Ada and Bob did not connect within 1.5 s. Ada's last output: x.",
            "Keine Verbindung binnen 1,5 s: Ada und Bob.",
        ),
        ("Ada did not become ready within 90 s.", "Nicht bereit binnen 90 s: Ada."),
        ("No agent is left to play. Ada (blue-1) hung: Answered nothing in the last 6 s.", "Kein Bot spielt mehr"),
        (
            "It ended before it was ready (exited with code 1): x. Version 2 keeps running.",
            "Sie endete, bevor sie bereit war",
        ),
        ("bot.py, aim.py, x.py and 4 more", "bot.py, aim.py, x.py und 4 weitere"),
        ("numpy>=2 is not installed (/x/requirements.txt:3)", "numpy>=2 ist nicht installiert (/x/requirements.txt:3)"),
        ("Stopped.", "Gestoppt."),
        (
            "Answered nothing for 1,200 frames, so it was killed. Last output: x.",
            "Antwortete 1.200 Frames lang nicht",
        ),
        (
            "Lost its connection and did not come back for 240 frames, so it was killed.",
            "Verlor die Verbindung, kam 240 ",
        ),
        (
            "Used no processor time, printed nothing and changed no input for 240 frames, so it was killed.",
            "Rechnete, schrieb und steuerte 240 Frames lang nicht und wurde abgebrochen.",
        ),
        ("Nothing was moved: there is no ball 3 in this match.", "Nichts wurde bewegt: In diesem Spiel gibt es keinen"),
        (
            "Nothing was moved: there is no car 3 in this match.",
            "Nichts wurde bewegt: In diesem Spiel gibt es kein Auto",
        ),
        ("Add 'a' and 'b' to /x/y.txt, then Kickabout can install it.", "Füg /x/y.txt 'a' und 'b' hinzu, dann kann"),
    ],
)
def test_other_sentences(german, text, said):
    assert spoken(text).startswith(said)


def test_what_the_arena_does_not_play(german):
    cars = tuple(Car(team=1) for _ in range(40))
    refused = (
        Match(game_mode="Dropshot"),
        Match(game_map_upk="Stadium.upk"),
        Match(game_map_upk="Labs_Octagon_P"),
        Match(game_map_upk="HoopsStadium_P"),
        Match(game_mode="Hoops", game_map_upk="EuroStadium_P"),
        Match(game_mode="Hoops", game_map_upk="HoopsStadium_P", mutators=Mutators(ball_type="Puck")),
        Match(mutators=Mutators(ball_type="Puck", ball_size="Large")),
        Match(mutators=Mutators(rumble="Default rumble")),
        Match(mutators=Mutators(multi_ball="Two")),
        Match(cars=cars),
    )
    for match in refused:
        sentence = str(refusal(match) or "")
        assert sentence
        assert spoken(sentence) != sentence
        assert not ENGLISH.search(spoken(sentence)), sentence


@pytest.mark.parametrize("names", [["log.txt"], ["log.txt", "state.json"]])
def test_files_that_a_bot_writes_itself(german, names):
    home = Path("/bots/ada")
    for folder in (home, Path("/elsewhere")):
        said = spoken(own_writes_text("Ada (blue-1)", [folder / name for name in names], home))
        assert said.startswith("Ada (blue-1) schreibt bei jedem Start ")
        assert ("füg /bots/ada/.gitignore die Zeile" in said) is (folder == home)
        assert not ENGLISH.search(said)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ValueError: the shelf is empty",
        "He Stopped.",
        "rewaiting for Ada",
        "Neverending answers",
        "{n} s left",
        "(green-1) crashed: x",
    ],
)
def test_what_bots_say_stays(german, text):
    assert spoken(text) == text


PARTS = st.one_of(st.sampled_from([str(phrase) for phrase in (*PHRASES, *WHOLE)]), st.text(max_size=12))


@given(st.lists(PARTS, max_size=5), st.sampled_from(["7", "1,200", "0.5", "3:2"]))
def test_in_english_nothing_is_changed(parts, number):
    text = " ".join(parts)
    for value in ("n", "s", "count", "most", "frames", "score"):
        text = text.replace(f"{{{value}}}", number)
    assert spoken(text) == text


@pytest.mark.parametrize("place", range(4))
def test_what_a_bot_printed_is_never_translated(german, place):
    known = [re.sub(r"\{\w+\}", "7", str(form)) for form in (*WHOLE, *PHRASES)]
    for phrase in known[place::4]:
        output = f"KeyError: '{phrase}' {phrase}".rstrip(".")
        reason = f"Ended while playing (exited with code 1): {output}. Restarts in 2 s (1 of 3)."
        said = spoken(reason, output)
        assert said == f"Endete mitten im Spiel (beendet mit Code 1): {output}. Startet in 2 s neu (1 von 3)."
        said = spoken(f"Never answered. Last output: {output}.", "")
        assert said == f"Antwortete nie. Letzte Ausgabe: {output}."
