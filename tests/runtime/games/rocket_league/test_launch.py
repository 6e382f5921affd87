"""starting Rocket League: each way, each failure and each deadline."""

import codecs
import contextlib
import json
import os
import signal
import sys
from dataclasses import replace
from itertools import count
from urllib.parse import parse_qsl, urlsplit

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.games.rocket_league.installations import Installation, Store
from runtime.games.rocket_league.launch import (
    DEADLINES,
    Deadlines,
    LaunchError,
    close_games,
    game_arguments,
    launch,
)
from runtime.games.rocket_league.system import native_system
from tests.clock import until
from tests.runtime.games.rocket_league.fakes import FakeSystem

PORT = 23233
ARGUMENTS = game_arguments(PORT)
STEP_S = 0.25
SECRET = "s3cret-Exchange-Code"
LOGIN = f'-AUTH_LOGIN=unused -AUTH_PASSWORD={SECRET} -epicapp=Sugar -epicusername="Some Name" -EpicPortal'
LOGIN_ARGUMENTS = (
    *("-AUTH_LOGIN=unused", f"-AUTH_PASSWORD={SECRET}", "-epicapp=Sugar", "-epicusername=Some Name", "-EpicPortal"),
)
LOG = "Documents/My Games/Rocket League/TAGame/Logs/Launch.log"
OLD_LOG = (
    "Log: Log file open, 11/26/26 20:15:00\nInit: Command line: -AUTH_PASSWORD=old\nInit: Base directory: C:\\old\\\n"
)
NEW_LOG = f"Log: Log file open, 11/27/26 09:30:00\r\nInit: Command line: {LOGIN}\r\nInit: Base directory: C:\\rl\\\r\n"
STEAM_ENVIRONMENT = {"SteamAppId": "252950", "SteamGameId": "252950"}


@pytest.fixture
def computer(tmp_path):
    return FakeSystem(home=tmp_path)


def way_of(store, computer, root=".local/share/Steam"):
    """Writes an installation and returns it."""
    game = computer.write("games/rocketleague/Binaries/Win64/RocketLeague.exe", "game")
    if store is Store.STEAM and computer.is_windows:
        return Installation(store=store, client=computer.write("Steam/steam.exe"), game=game)
    if store is Store.STEAM:
        computer.write(f"{root}/config/config.vdf", "settings")
        proton = computer.write(f"{root}/steamapps/common/Proton 10.0/proton")
        compat_data = computer.write(f"{root}/steamapps/compatdata/252950/version").parent
        client = computer.home / root
        return Installation(store=store, client=client, game=game, proton=proton, compat_data=compat_data)
    if store is Store.EPIC:
        computer.write(LOG, OLD_LOG)
        return Installation(store=store, game=game)
    if store is Store.LEGENDARY:
        return Installation(store=store, client=computer.write("bin/legendary"))
    return Installation(store=store, command=("wrap", "it", "{arguments}") if store is Store.COMMAND else ())


def run_game(computer, *arguments):
    return computer.run("RocketLeague.exe", "C:\\rl\\RocketLeague.exe", *arguments)


def behave(computer, *, log=NEW_LOG, game=ARGUMENTS):
    """Makes started programs have the effect that they have for users; `game` None if no game appears."""

    def effect(program):
        words = " ".join(program.argv)
        process = computer.processes[-1]
        if "com.epicgames" in words:
            computer.processes.remove(process)
            run_game(computer, *LOGIN_ARGUMENTS)
            computer.write(LOG, log)
        elif "-rlbot" not in words and not words.startswith("wrap"):
            computer.windows.add("Steam")
            computer.run("steam")
            computer.run("steamwebhelper")
        elif process.name == "RocketLeague.exe":
            if game is None:
                computer.processes.remove(process)
        elif game is not None:
            run_game(computer, *game)

    computer.on_start = effect


def drive(steps, computer, events=None, step_s=STEP_S):
    """Runs a generator to its end with the clock; `events` happen at their seconds. Returns its value and its texts."""
    begin, texts, events = computer.clock.now, [], dict(events or {})
    while True:
        for due in [due for due in events if computer.clock.now - begin >= due]:
            events.pop(due)()
        try:
            texts.append(str(next(steps)))
        except StopIteration as end:
            return end.value, texts
        if not texts[-1].startswith("starting"):  # from there on, the first step is at second 0
            computer.clock.now += step_s


def start(computer, *ways, events=None, step_s=STEP_S, **options):
    steps = launch(ways, computer.system, controller_port=PORT, clock=computer.clock, **options)
    return drive(steps, computer, events, step_s)


def failure(computer, *ways, **options):
    with pytest.raises(LaunchError) as caught:
        start(computer, *ways, **options)
    return str(caught.value.text)


def content(computer):
    return {path: path.read_bytes() for path in computer.home.rglob("*") if path.is_file()}


def programs(computer):
    return [program.argv for program in computer.started]


def heroic(*arguments):
    query = "&".join(f"arg={argument.replace('=', '%3D').replace(':', '%3A')}" for argument in arguments)
    return f"heroic://launch?appName=Sugar&runner=legendary&{query}"


EPIC_URL = (
    "com.epicgames.launcher://apps/9773aa1aa54f4f7b80e44bef04986cea%3A530145df28a24424923f5828cc9031a1%3ASugar"
    "?action=launch&silent=true"
)
STEAM, EPIC, LEGENDARY, HEROIC, COMMAND = Store
APPLAUNCH = ("-applaunch", "252950", *ARGUMENTS)
OPENER = ("rundll32", "url.dll,FileProtocolHandler")
GAME = "games/rocketleague/Binaries/Win64/RocketLeague.exe"
ROOT = ".local/share/Steam"
PROTON = f"{ROOT}/steamapps/common/Proton 10.0/proton"


@pytest.mark.parametrize("appears", [True, False], ids=["appears", "fails"])
@pytest.mark.parametrize(
    ("is_windows", "store", "has_anti_cheat", "expected"),
    [
        (True, STEAM, False, [("~Steam/steam.exe",), (f"~{GAME}", *ARGUMENTS)]),
        (True, STEAM, True, [("~Steam/steam.exe",), ("~Steam/steam.exe", *APPLAUNCH)]),
        (True, EPIC, False, [(*OPENER, EPIC_URL), (f"~{GAME}", *ARGUMENTS, *LOGIN_ARGUMENTS)]),
        (True, HEROIC, False, [(*OPENER, heroic(*ARGUMENTS, "-noeac"))]),
        (False, STEAM, False, [("steam",), (f"~{PROTON}", "run", f"~{GAME}", *ARGUMENTS)]),
        (False, STEAM, True, [("steam",), ("steam", *APPLAUNCH)]),
        (False, LEGENDARY, False, [("~bin/legendary", "launch", "Sugar", *ARGUMENTS, "-noeac")]),
        (False, LEGENDARY, True, [("~bin/legendary", "launch", "Sugar", *ARGUMENTS)]),
        (False, HEROIC, False, [("xdg-open", heroic(*ARGUMENTS, "-noeac"))]),
        (False, HEROIC, True, [("xdg-open", heroic(*ARGUMENTS))]),
        (False, COMMAND, False, [("wrap", "it", *ARGUMENTS)]),
    ],
)
def test_each_way_starts_the_game_and_changes_no_file(computer, is_windows, store, has_anti_cheat, expected, appears):
    computer.is_windows = is_windows
    way = way_of(store, computer)
    before = content(computer)
    behave(computer, game=ARGUMENTS if appears else None)
    steps = launch([way], computer.system, controller_port=PORT, has_anti_cheat=has_anti_cheat, clock=computer.clock)
    if appears:
        launched, texts = drive(steps, computer)
        assert (launched.game.controller_port, launched.attempts) == (PORT, ())
        assert launched.game.process in computer.processes
        assert texts
    else:
        with pytest.raises(LaunchError):
            drive(steps, computer)
    home = f"{computer.home}/"
    assert programs(computer) == [tuple(word.replace("~", home) for word in argv) for argv in expected]
    if store is EPIC:  # the game itself writes its log
        before[computer.home / LOG] = NEW_LOG.encode()
    assert content(computer) == before


def test_steam_gets_what_makes_it_log_the_game_in(computer):
    behave(computer)
    way = way_of(STEAM, computer)
    start(computer, way)
    proton = computer.started[-1]
    assert dict(proton.environment) == STEAM_ENVIRONMENT | {
        "STEAM_COMPAT_APP_ID": "252950",
        "STEAM_COMPAT_CLIENT_INSTALL_PATH": str(way.client),
        "STEAM_COMPAT_DATA_PATH": str(way.compat_data),
    }
    computer.processes.clear()
    computer.is_windows = True
    start(computer, way_of(STEAM, computer))
    assert dict(computer.started[-1].environment) == STEAM_ENVIRONMENT
    assert computer.started[-1].cwd == way.game.parent


@pytest.mark.parametrize(
    ("root", "client"),
    [
        (ROOT, ("steam",)),
        (".var/app/com.valvesoftware.Steam/.local/share/Steam", ("flatpak", "run", "com.valvesoftware.Steam")),
        ("snap/steam/common/.local/share/Steam", ("snap", "run", "steam")),
    ],
)
def test_steam_of_each_package_is_started_as_its_package_wants(computer, root, client):
    behave(computer)
    start(computer, way_of(STEAM, computer, root), has_anti_cheat=True)
    assert programs(computer) == [client, (*client, *APPLAUNCH)]


@pytest.mark.parametrize("name", ["steam", "Steam.exe"])
def test_a_running_steam_is_not_started_again(computer, name):
    behave(computer)
    computer.run(name)
    start(computer, way_of(STEAM, computer))
    assert len(computer.started) == 1


@pytest.mark.parametrize(("ready_s", "works"), [(59.75, True), (60.0, True), (60.25, False), (None, False)])
@pytest.mark.parametrize("is_windows", [True, False])
def test_steam_has_a_minute_to_get_ready(computer, is_windows, ready_s, works):
    computer.is_windows = is_windows
    way = way_of(STEAM, computer)

    def ready():
        computer.windows.add("Steam")
        computer.run("steamwebhelper")

    starts = []

    def effect(program):
        starts.append(computer.clock.now - 100)
        if "-rlbot" in program.argv:
            run_game(computer, *ARGUMENTS)
        elif not is_windows:
            computer.processes.clear()  # the program that starts Steam ends

    computer.on_start = effect
    events = {} if ready_s is None else {ready_s: ready}
    if works:
        _, texts = start(computer, way, events=events)
        assert any(text.startswith("waiting for Steam") and "of at most 60 s" in text for text in texts)
        assert starts[0] == 0
        assert ready_s + 0.5 <= starts[1] <= ready_s + 1
    else:
        assert "Steam: It was not ready within 60 s." in failure(computer, way, events=events)
        assert len(computer.started) == 1


def test_steam_of_linux_may_show_nothing(computer):
    """A Steam without its own web view, such as one in a console, still logs the game in."""
    computer.on_start = lambda program: run_game(computer, *ARGUMENTS) if "-rlbot" in program.argv else None
    launched, _ = start(computer, way_of(STEAM, computer))
    assert launched.game.controller_port == PORT


@pytest.mark.parametrize(("appear_s", "works"), [(59.5, True), (60.0, True), (60.5, False), (None, False)])
def test_the_game_has_a_minute_to_appear(computer, appear_s, works):
    events = {} if appear_s is None else {appear_s: lambda: run_game(computer, *ARGUMENTS)}
    way = way_of(COMMAND, computer)
    if works:
        start(computer, way, events=events)
        assert computer.clock.now == pytest.approx(100 + appear_s + DEADLINES.settle_s)
    else:
        assert "Your command: Rocket League did not start within 60 s" in failure(computer, way, events=events)
        assert computer.clock.now == pytest.approx(100 + DEADLINES.appear_s + DEADLINES.settle_s)


@pytest.mark.parametrize(
    ("store", "has_anti_cheat"), [(STEAM, True), (LEGENDARY, False), (HEROIC, True), (COMMAND, False)]
)
def test_a_program_that_passes_the_start_on_may_end_before_the_game_appears(computer, store, has_anti_cheat):
    steam = computer.run("steam")
    computer.on_start = lambda _program: computer.processes.__setitem__(slice(None), [steam])
    events = {30: lambda: run_game(computer, *ARGUMENTS)}
    start(computer, way_of(store, computer), events=events, has_anti_cheat=has_anti_cheat)
    assert computer.clock.now >= 130


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "was started without arguments for bots"),
        (("-nomovie",), "was started without arguments for bots"),
        (("-rlbot", "RLBot_ControllerURL=127.0.0.1:50000"), "was started for another server"),
        (("-rlbot",), "was started for another server"),
    ],
)
def test_a_game_with_other_arguments_is_a_failed_attempt(computer, arguments, reason):
    behave(computer, game=arguments)
    assert reason in failure(computer, way_of(COMMAND, computer), way_of(HEROIC, computer))
    assert len(computer.started) == 1  # no second game beside it
    assert computer.clock.now <= 100 + DEADLINES.settle_s + 1


def test_a_game_may_replace_one_that_starts_it(computer):
    """The program with anti-cheat starts the game proper, and systems may hide its arguments at first."""
    way = way_of(COMMAND, computer)

    def replaced(*arguments):
        def event():
            computer.processes[:] = [process for process in computer.processes if "Rocket" not in process.name]
            run_game(computer, *arguments)

        return event

    hidden = lambda: computer.run("RocketLeague.exe")  # noqa: E731 - no command is shown
    events = {1: hidden, 9: replaced(), 10: replaced(*ARGUMENTS), 11: replaced(*ARGUMENTS)}
    launched, _ = start(computer, way, events=events)
    assert launched.game.process.pid == computer.processes[-1].pid
    assert computer.clock.now >= 100 + 11 + DEADLINES.settle_s


@pytest.mark.parametrize(("lives_s", "works"), [(0, False), (1.5, False), (2.0, False), (2.5, True)])
@pytest.mark.parametrize("store", [STEAM, COMMAND])
def test_a_game_that_ends_at_once_is_a_failed_attempt(computer, store, lives_s, works):
    computer.is_windows = True
    computer.run("steam.exe")

    def effect(_program):
        if store is COMMAND:
            run_game(computer, *ARGUMENTS)

    def die():
        computer.processes[:] = [process for process in computer.processes if "Rocket" not in process.name]

    computer.on_start = effect
    events = {lives_s: die} if lives_s else {STEP_S: die}
    if works:
        start(computer, way_of(store, computer), events=events)
    else:
        assert "Rocket League ended at once" in failure(computer, way_of(store, computer), events=events)
        assert computer.clock.now <= 100 + lives_s + DEADLINES.settle_s + 1


def test_a_game_that_comes_and_goes_is_not_waited_for_without_end(computer):
    def flap():
        computer.processes[:] = [process for process in computer.processes if "Rocket" not in process.name]
        run_game(computer, *ARGUMENTS)

    assert failure(computer, way_of(COMMAND, computer), events=dict.fromkeys(range(1, 200), flap))
    assert computer.clock.now == pytest.approx(100 + DEADLINES.appear_s + DEADLINES.settle_s)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("wrap", "{arguments}", "--fast"), ("wrap", *ARGUMENTS, "--fast")),
        (("sh", "-c", "exec game {arguments}"), ("sh", "-c", f"exec game {' '.join(ARGUMENTS)}")),
    ],
)
def test_the_users_command_says_where_the_arguments_go(computer, words, expected):
    computer.on_start = lambda _program: run_game(computer, *ARGUMENTS)
    start(computer, Installation(store=COMMAND, command=words))
    assert programs(computer) == [expected]


@pytest.mark.parametrize("program", [FileNotFoundError(2, "No such file or directory"), OSError(SECRET)])
def test_a_program_that_cannot_be_started_is_named(computer, program):
    computer.start_error = program
    text = failure(computer, way_of(LEGENDARY, computer))
    assert "Legendary: legendary cannot be started: " in text
    assert SECRET not in text


@pytest.mark.parametrize(
    ("command", "works"),
    [(ARGUMENTS, True), (game_arguments(50000), False), ((), False)],
    ids=["ours", "other", "bare"],
)
def test_a_game_that_runs_already_is_used_or_refused(computer, command, works):
    run_game(computer, *command)
    if works:
        launched, texts = start(computer, way_of(COMMAND, computer))
        assert (launched.attempts, texts) == ((), [])
    else:
        assert "already runs" in failure(computer, way_of(COMMAND, computer))
    assert (computer.started, computer.ended) == ([], [])


class TestEpic:
    @pytest.fixture(autouse=True)
    def windows(self, computer):
        computer.is_windows = True

    def start_of(self, computer, write, events=None):
        """The first start runs the game, which writes its log in its own way."""

        def effect(program):
            if EPIC_URL in program.argv:
                computer.processes.clear()
                run_game(computer, *LOGIN_ARGUMENTS)
                write()

        way = way_of(EPIC, computer)
        computer.on_start = effect
        return start(computer, way, events=events)

    @pytest.mark.parametrize(("login_s", "works"), [(89.75, True), (90.0, True), (90.25, False), (None, False)])
    def test_the_login_has_its_time(self, computer, login_s, works):
        events = {} if login_s is None else {login_s: lambda: computer.write(LOG, NEW_LOG)}
        if works:
            _, texts = self.start_of(computer, lambda: None, events)
            assert any(text.startswith("waiting for Epic Games") for text in texts)
            return
        with pytest.raises(LaunchError, match="Epic Games: The game's log had no login within 90 s"):
            self.start_of(computer, lambda: None, events)
        assert len(computer.started) == 1
        assert computer.ended == []

    @pytest.mark.parametrize(
        "log",
        [
            OLD_LOG,
            OLD_LOG + "Init: Command line: -AUTH_PASSWORD=late\nInit: Base directory: C:\\late\\\n",
            NEW_LOG.replace("Init: Command", "Init: Other"),
            NEW_LOG.partition("\r\nInit: Base")[0],
        ],
        ids=["touched", "grown", "no login", "unfinished line"],
    )
    def test_an_old_or_unfinished_log_has_no_login(self, computer, log):
        def write():
            computer.write(f"{LOG}.new", log).replace(computer.home / LOG)
            os.utime(computer.home / LOG, (2e9, 2e9))

        with pytest.raises(LaunchError, match="no login"):
            self.start_of(computer, write)

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_the_game_starts_again_with_login_and_arguments(self, computer, encoding):
        computer.registry[(r"HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders", "Personal")] = str(
            computer.home / "Dokumente"
        )
        log = NEW_LOG.replace(LOGIN, f"{' '.join(game_arguments(50000))} {LOGIN}").encode(encoding)
        computer.on_start = lambda _program: computer.write(LOG.replace("Documents", "Dokumente"), log)
        way = way_of(EPIC, computer)
        start(computer, way)
        assert programs(computer)[-1] == (str(way.game), *ARGUMENTS, *LOGIN_ARGUMENTS)

    @pytest.mark.parametrize(("close_s", "works"), [(19.75, True), (20.0, True), (20.25, False), (None, False)])
    def test_the_first_game_has_its_time_to_end(self, computer, close_s, works):
        computer.obeys = False
        events = {} if close_s is None else {close_s: computer.processes.clear}
        if works:
            self.start_of(computer, lambda: computer.write(LOG, NEW_LOG), events)
        else:
            with pytest.raises(LaunchError, match=r"RocketLeague.exe \(process \d+\) did not end within 20 s"):
                self.start_of(computer, lambda: computer.write(LOG, NEW_LOG), events)
            assert len(computer.started) == 1
        assert len(computer.ended) == 1

    def test_anti_cheat_is_refused_before_anything_is_started(self, computer):
        assert "Epic Games: It cannot be started with both anti-cheat" in failure(
            computer, way_of(EPIC, computer), has_anti_cheat=True
        )
        assert computer.started == []

    @pytest.mark.parametrize("game", [ARGUMENTS, None, ("-other",)])
    @pytest.mark.parametrize("steps_until_error", [None, 1, 5])
    def test_the_login_is_in_no_text(self, computer, game, steps_until_error, caplog):
        behave(computer, game=game)
        way = way_of(EPIC, computer)
        steps = launch([way], computer.system, controller_port=PORT, clock=computer.clock)
        texts = []
        try:
            for number in count():
                texts.append(repr(next(steps)))
                computer.clock.now += STEP_S
                if number == steps_until_error:
                    computer.start_error = OSError(f"cannot run {LOGIN}")
        except StopIteration as end:
            texts.append(repr(end.value))
        except LaunchError as error:
            texts += [repr(error), repr(error.__cause__), str(error.text)]
        assert texts
        assert SECRET not in "".join([*texts, caplog.text])

    @given(
        junk=st.binary(max_size=200),
        parts=st.lists(st.sampled_from([b"Init: Command line: ", b"Init: Base directory: ", b'"', b"\0", b"\n", b" "])),
        mark=st.sampled_from([b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE]),
    )
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_log_is_a_login_or_none(self, computer, junk, parts, mark):
        computer.processes.clear()
        way = way_of(EPIC, computer)
        computer.write(LOG, b"")
        computer.on_start = lambda program: computer.write(LOG, mark + junk.join(parts))
        steps = launch([way], computer.system, controller_port=PORT, clock=computer.clock)
        with contextlib.suppress(LaunchError):
            launched, _ = drive(steps, computer, step_s=1.0)
            assert launched.game.controller_port == PORT
        assert not any("\0" in word for program in computer.started for word in program.argv)


def test_the_ways_are_tried_in_order_and_each_result_is_kept(computer):
    tried = []

    def effect(program):
        tried.append(program.argv[0])
        computer.processes.clear()  # each program ends without a game, except the last
        if program.argv[0] == "wrap":
            run_game(computer, *ARGUMENTS)

    computer.on_start = effect
    ways = [way_of(store, computer) for store in (HEROIC, LEGENDARY, COMMAND)]
    launched, texts = start(computer, *ways)
    assert [name.rpartition("/")[2] for name in tried] == ["xdg-open", "legendary", "wrap"]
    assert [str(attempt).partition(":")[0] for attempt in launched.attempts] == ["Heroic", "Legendary"]
    begun = [text for text in texts if text.startswith("starting")]
    assert begun == [f"starting Rocket League ({name})" for name in ("Heroic", "Legendary", "Your command")]

    computer.processes.clear()
    text = failure(computer, *ways[:2])
    assert (
        text.index("could not be started") < text.index("Heroic: ") < text.index("Legendary: ") < text.index("-rlbot")
    )


@pytest.mark.parametrize("leftover", ["game", "program"])
def test_no_second_game_is_started_beside_one_that_may_come(computer, leftover):
    def effect(program):
        if leftover == "game":
            computer.processes.clear()
            computer.run("RocketLeague.exe")  # its arguments cannot be seen

    computer.on_start = effect
    text = failure(computer, way_of(COMMAND, computer), way_of(HEROIC, computer))
    assert "No other way was tried" in text
    assert "Heroic" not in text
    assert len(computer.started) == 1


@pytest.mark.parametrize("store", list(Store))
def test_a_closed_launch_starts_and_ends_nothing_more(computer, store):
    computer.is_windows = True
    way = way_of(store, computer)
    total = 0
    for steps_before_close in count():
        computer.processes.clear()
        computer.windows.clear()
        computer.write(LOG, OLD_LOG)
        behave(computer)
        steps = launch([way], computer.system, controller_port=PORT, clock=computer.clock)
        try:
            for _ in range(steps_before_close):
                next(steps)
                computer.clock.now += STEP_S
        except StopIteration:
            break
        before = (len(computer.started), len(computer.ended), tuple(computer.processes))
        steps.close()
        with pytest.raises(StopIteration):
            next(steps)
        assert (len(computer.started), len(computer.ended), tuple(computer.processes)) == before
        total += 1
    assert total > 2


def test_the_processes_are_looked_at_twice_a_second_at_any_rate_of_calls(computer):
    looks = []
    processes = computer.system.processes

    def counted(part):
        looks.append(computer.clock.now)
        return processes(part)

    system = replace(computer.system, processes=counted)
    steps = launch([way_of(COMMAND, computer)], system, controller_port=PORT, clock=computer.clock)
    texts = set()

    def advance():
        while True:
            texts.add(next(steps))
            computer.clock.now += 0.01

    with pytest.raises(LaunchError):
        advance()
    assert 60 <= len(texts) <= 64  # the text changes once a second
    assert 110 <= len(looks) <= 2 * (DEADLINES.appear_s + DEADLINES.settle_s) + 4


@pytest.mark.parametrize(("end_s", "works"), [(0.25, True), (20.0, True), (20.25, False)])
def test_closing_has_its_time_and_asks_each_game_once(computer, end_s, works):
    computer.obeys = False
    games = [run_game(computer), run_game(computer, *ARGUMENTS)]
    computer.run("steam")
    steps = close_games(computer.system, clock=computer.clock)
    events = {end_s: computer.processes.clear}
    if works:
        drive(steps, computer, events)
    else:
        with pytest.raises(LaunchError, match=rf"RocketLeague.exe \(process {games[0].pid}\) did not end within 20 s"):
            drive(steps, computer, events)
    assert computer.ended == games


def test_closing_ends_games_that_appear_meanwhile_and_nothing_else(computer):
    first = run_game(computer)
    other = computer.run("steam")
    begin = computer.clock.now
    later = []

    def restart():
        later.append(run_game(computer, *ARGUMENTS))

    computer.obeys = False
    drive(
        close_games(computer.system, clock=computer.clock),
        computer,
        {2: restart, 4: lambda: computer.processes.__setitem__(slice(None), [other])},
    )
    assert computer.ended == [first, *later]
    assert computer.clock.now - begin < DEADLINES.close_s
    assert drive(close_games(computer.system, clock=computer.clock), computer) == (None, [])


def test_the_address_for_heroic_gives_the_arguments_back():
    query = parse_qsl(urlsplit(heroic(*ARGUMENTS)).query)
    assert [value for key, value in query if key == "arg"] == list(ARGUMENTS)


GAME_PROGRAM = f"""#!{sys.executable}
import json, os, sys, time
from pathlib import Path
facts = {{"words": sys.argv[1:], "cwd": os.getcwd(), "environment": dict(os.environ), "pid": os.getpid()}}
aside = Path(sys.argv[0]).with_name("aside")
aside.write_text(json.dumps(facts))
aside.rename(aside.with_name("facts.json"))
time.sleep(600)
"""
STEAM_PROGRAM = f"""#!{sys.executable}
import subprocess, sys
subprocess.run([sys.argv[0] + "webhelper"])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="starts scripts in the way of Proton")
class TestRealPrograms:
    @pytest.fixture
    def system(self, tmp_path, monkeypatch):
        """This computer, with the processes of this test only."""
        native = native_system()

        def own(part=""):
            return tuple(
                process for process in native.processes(part) if any(str(tmp_path) in word for word in process.command)
            )

        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        yield replace(native, processes=own)
        for process in own():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        until(lambda: not own())

    def install(self, computer, program):
        way = way_of(STEAM, computer)
        way.game.write_text(program)
        way.proton.write_text('#!/bin/sh\nshift\n"$@"\n')
        computer.install("steam").write_text(STEAM_PROGRAM)
        computer.install("steamwebhelper").write_text(f"#!{sys.executable}\nimport time\ntime.sleep(600)\n")
        for path in (way.game, way.proton):
            path.chmod(0o755)
        return way

    def finish(self, steps):
        results = []

        def is_done():
            try:
                next(steps)
            except StopIteration as end:
                results.append(end.value)
            return bool(results)

        until(is_done)
        return results[0]

    def test_the_game_runs_detached_and_is_closed_again(self, computer, system):
        way = self.install(computer, GAME_PROGRAM)
        deadlines = Deadlines(store_s=30, appear_s=30, settle_s=0.5)
        steps = launch([way], system, controller_port=PORT, deadlines=deadlines)
        game = self.finish(steps).game
        report = way.game.parent / "facts.json"
        until(report.exists)
        facts = json.loads(report.read_text())
        assert (facts["words"], facts["cwd"], facts["pid"]) == (list(ARGUMENTS), str(way.game.parent), game.process.pid)
        assert facts["environment"]["STEAM_COMPAT_DATA_PATH"] == str(way.compat_data)
        assert game.process.pid not in {child.pid for child in psutil.Process().children(recursive=True)}

        again = launch([way], system, controller_port=PORT)
        assert self.finish(again).game == game
        self.finish(close_games(system))
        assert not system.is_running(game.process)
        until(lambda: {process.name for process in system.processes("steam")} == {"steam", "steamwebhelper"})

    def test_a_game_that_ends_at_once_is_noticed(self, computer, system):
        way = self.install(computer, "#!/bin/sh\nexit 3\n")
        deadlines = Deadlines(store_s=30, appear_s=600, settle_s=0.5)
        with pytest.raises(LaunchError, match="ended at once"):
            self.finish(launch([way], system, controller_port=PORT, deadlines=deadlines))
