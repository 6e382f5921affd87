"""Each store in temporary folders: for Linux as they are, for Windows with a registry and folders of the test."""

import json
import os
from pathlib import Path

import pytest

from runtime.games.rocket_league import installations
from runtime.games.rocket_league.installations import ARGUMENTS, Store, find_installations
from runtime.games.rocket_league.vdf import MAX_BYTES
from tests.runtime.games.rocket_league.fakes import FakeSystem

GAME = "Binaries/Win64/RocketLeague.exe"
STEAM = ".local/share/Steam"
FLATPAK = ".var/app/com.valvesoftware.Steam/.local/share/Steam"
SNAP = "snap/steam/common/.local/share/Steam"
HEROIC = ".config/heroic"
HEROIC_FLATPAK = ".var/app/com.heroicgameslauncher.hgl/config/heroic"
EPIC = "ProgramData/Epic/EpicGamesLauncher/Data/Manifests"
OPEN_EPIC = ("HKCR\\com.epicgames.launcher\\shell\\open\\command", "")
STEAM_EXE = ("HKCU\\Software\\Valve\\Steam", "SteamExe")


@pytest.fixture
def linux(tmp_path):
    return FakeSystem(home=tmp_path)


@pytest.fixture
def windows(tmp_path):
    variables = {
        "ProgramData": str(tmp_path / "ProgramData"),
        "ProgramFiles(x86)": str(tmp_path / "Program Files (x86)"),
        "APPDATA": str(tmp_path / "AppData/Roaming"),
        "PATHEXT": ".exe;.cmd",
    }
    return FakeSystem(home=tmp_path, is_windows=True, environment=variables)


def vdf(value):
    """Returns a text in Valve's format."""
    if isinstance(value, dict):
        return "{\n" + "".join(f'"{key}"\t{vdf(inner)}\n' for key, inner in value.items()) + "}"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def add_library(computer, library, *, has_game=True, has_files=True, folder="rocketleague"):
    """Adds a folder in which Steam installs games."""
    (computer.home / library / "steamapps" / "common").mkdir(parents=True, exist_ok=True)
    if has_game:
        manifest = {"appid": "252950", "installdir": folder}
        computer.write(f"{library}/steamapps/appmanifest_252950.acf", f'"AppState" {vdf(manifest)}')
        (computer.home / library / "steamapps" / "compatdata" / "252950").mkdir(parents=True, exist_ok=True)
    return computer.write(f"{library}/steamapps/common/{folder}/{GAME}") if has_game and has_files else None


def add_proton(computer, name="Proton 9.0 (Beta)", *, library=STEAM, folder="steamapps/common"):
    return computer.write(f"{library}/{folder}/{name}/proton")


def name_libraries(computer, root, *libraries, apps=()):
    """Writes Steam's list of libraries; those in `apps` hold Rocket League according to it."""
    entries = {
        number: {"path": str(computer.home / name), "apps": {"252950": "1"} if name in apps else {"7": "1"}}
        for number, name in enumerate(libraries)
    }
    computer.write(f"{root}/steamapps/libraryfolders.vdf", f'"libraryfolders" {vdf(entries)}')


def configure_proton(computer, tool, *, app="252950"):
    tools = {app: {"name": tool, "config": "", "priority": "250"}}
    sections = {"Software": {"Valve": {"Steam": {"Accounts": {}, "CompatToolMapping": tools}}}}
    computer.write(f"{STEAM}/config/config.vdf", f'"InstallConfigStore" {vdf(sections)}')


def finding(computer, store=Store.STEAM, command=""):
    (result,) = (found for found in find_installations(computer.system, command) if found.store is store)
    return result


def installation(computer, store=Store.STEAM, command=""):
    result = finding(computer, store, command)
    assert result.installation is not None, str(result.text)
    assert result.installation.store is store
    return result.installation


def failure(computer, store=Store.STEAM, command=""):
    """Returns code and sentence of a finding without an installation."""
    result = finding(computer, store, command)
    assert result.installation is None
    return result.text.code, str(result.text)


class TestSteamOnLinux:
    @pytest.mark.parametrize(
        ("root", "variables"),
        [
            (".steam/debian-installation", {}),
            (STEAM, {}),
            ("data/Steam", {"XDG_DATA_HOME": "data"}),
            (FLATPAK, {}),
            (SNAP, {}),
            ("opt/steam", {}),
            ("opt/steam/bin", {}),
        ],
    )
    def test_the_game_is_found_in_each_kind_of_steam(self, linux, root, variables):
        linux.environment |= {name: str(linux.home / value) for name, value in variables.items()}
        if root.startswith(".steam"):
            (linux.home / ".steam").mkdir()
            (linux.home / ".steam" / "steam").symlink_to("debian-installation")
        if root.startswith("opt"):
            program = linux.write(f"{root}/steam")
            program.chmod(0o755)
            (linux.install("other").parent / "steam").symlink_to(program)
            root = "opt/steam"
        game = add_library(linux, root)
        proton = add_proton(linux, library=root)
        found = installation(linux)
        assert (found.client, found.game, found.proton) == (linux.home / root, game, proton)
        assert found.compat_data == linux.home / root / "steamapps/compatdata/252950"

    def test_the_first_steam_with_the_game_counts(self, linux):
        add_library(linux, STEAM, has_game=False)
        for root in (SNAP, FLATPAK):
            game = add_library(linux, root)
            add_proton(linux, library=root)
        assert installation(linux).game == game

    def test_one_steam_under_several_names_is_one(self, linux):
        game = add_library(linux, STEAM)
        add_proton(linux)
        (linux.home / ".steam").mkdir()
        for name in ("steam", "root"):
            (linux.home / ".steam" / name).symlink_to(linux.home / STEAM)
        found = installation(linux)
        assert (found.client, found.game) == (linux.home / STEAM, game)
        (linux.home / ".steam" / "loop").symlink_to("loop")
        (linux.home / ".steam" / "steam").unlink()
        (linux.home / ".steam" / "steam").symlink_to("loop")
        assert installation(linux) == found

    @pytest.mark.parametrize("is_old", [False, True])
    def test_the_game_is_found_in_another_library(self, linux, is_old):
        add_library(linux, STEAM, has_game=False)
        game = add_library(linux, 'disk/my "games"')
        proton = add_proton(linux)
        if is_old:
            entries = {"TimeNextStatsReport": str(linux.home), "1": str(linux.home / 'disk/my "games"')}
            linux.write(f"{STEAM}/steamapps/libraryfolders.vdf", f'"LibraryFolders" {vdf(entries)}')
        else:
            name_libraries(linux, STEAM, STEAM, "disk/none", 'disk/my "games"')
        found = installation(linux)
        assert (found.client, found.game, found.proton) == (linux.home / STEAM, game, proton)
        assert found.compat_data == linux.home / 'disk/my "games"' / "steamapps/compatdata/252950"

    @pytest.mark.parametrize(
        ("tool", "app", "chosen"),
        [
            ("proton_9", "252950", "Proton 9.0 (Beta)"),
            ("proton_9", "0", "Proton 9.0 (Beta)"),
            ("proton_9", "12345", "Proton 10.0"),
            ("proton_10", "252950", "Proton 10.0"),
            ("proton_513", "252950", "Proton 5.13"),
            ("proton_63", "252950", "Proton 6.3"),
            ("Proton-6.3", "252950", "Proton 6.3"),
            ("proton_experimental", "252950", "Proton - Experimental"),
            ("proton_hotfix", "252950", "Proton Hotfix"),
            ("hotfix-beta", "252950", "Proton Hotfix"),
            ("GE-Proton9-20", "252950", "GE-Proton9-20"),
            ("my tool", "252950", "folder of a tool"),
            ("MANIFEST", "252950", "Proton Next"),
            ("Named", "252950", "Proton Next"),
            ("GE-Proton7-1", "252950", "Proton 10.0"),
            ("", "252950", "Proton 10.0"),
        ],
    )
    def test_proton_is_the_one_that_steam_is_set_to(self, linux, tool, app, chosen):
        add_library(linux, STEAM)
        for name in ("Proton 10.0", "Proton 5.13", "Proton 6.3", "Proton 9.0 (Beta)", "Proton Hotfix", "Proton Next"):
            add_proton(linux, name)
        add_proton(linux, "Proton - Experimental", library="second")
        name_libraries(linux, STEAM, STEAM, "second")
        linux.write(
            f"{STEAM}/steamapps/common/Proton Next/toolmanifest.vdf", '"manifest" {"nameid" "manifest" "name" "named"}'
        )
        for name in ("GE-Proton9-20", "folder of a tool"):
            add_proton(linux, name, folder="compatibilitytools.d")
        linux.write(f"{STEAM}/steamapps/common/Proton Empty/version")
        linux.write(
            f"{STEAM}/compatibilitytools.d/folder of a tool/compatibilitytool.vdf",
            '"compatibilitytools" { "compat_tools" { "My Tool" { "install_path" "." } } } // comment',
        )
        linux.write(f"{STEAM}/compatibilitytools.d/GE-Proton9-20/compatibilitytool.vdf", "{{{")
        configure_proton(linux, tool, app=app)
        result = finding(linux)
        assert result.installation.proton.parent.name == chosen
        is_told = tool == "GE-Proton7-1"
        assert ("is set to GE-Proton7-1" in str(result.text)) == is_told

    @pytest.mark.parametrize(
        ("tools", "chosen"),
        [
            (["Proton 9.0", "Proton 10.0", "Proton 5.13"], "Proton 10.0"),
            (["Proton 9.0", "Proton 9.0.4", "Proton - Experimental"], "Proton 9.0.4"),
            (["Proton - Experimental"], "Proton - Experimental"),
            (["Proton 99999999999999999999", "Proton 8.0"], "Proton 99999999999999999999"),
        ],
    )
    def test_without_a_setting_proton_is_the_newest(self, linux, tools, chosen):
        add_library(linux, STEAM)
        for name in tools:
            add_proton(linux, name)
        assert installation(linux).proton.parent.name == chosen

    def test_a_tool_of_the_user_is_the_last_choice(self, linux):
        add_library(linux, STEAM)
        custom = add_proton(linux, "Proton-tkg 99", folder="compatibilitytools.d")
        assert installation(linux).proton == custom
        proton = add_proton(linux, "Proton Next")
        assert installation(linux).proton == proton

    def test_proton_is_chosen_without_unreadable_settings(self, linux):
        add_library(linux, STEAM)
        proton = add_proton(linux)
        linux.write(f"{STEAM}/config/config.vdf", '"InstallConfigStore" {')
        result = finding(linux)
        assert result.installation.proton == proton
        assert "config.vdf' cannot be read: line 1 is not in Valve's format" in str(result.text)

    def test_a_game_without_proton_is_not_usable(self, linux):
        add_library(linux, STEAM)
        linux.write(f"{STEAM}/steamapps/common/Proton 9.0/version")
        code, text = failure(linux)
        assert code == "proton-absent"
        assert "Choose one in the game's properties" in text
        add_proton(linux)
        (linux.home / STEAM / "steamapps/compatdata/252950").rmdir()
        code, text = failure(linux)
        assert code == "proton-unprepared"
        assert "Start it once in Steam" in text


@pytest.fixture(params=["linux", "windows"])
def steam(request):
    """A computer with Steam, but without the game."""
    computer = request.getfixturevalue(request.param)
    if computer.is_windows:
        computer.registry[STEAM_EXE] = str(computer.write(f"{STEAM}/steam.exe"))
    add_library(computer, STEAM, has_game=False)
    add_proton(computer)
    return computer


class TestSteam:
    def test_steam_without_the_game(self, steam):
        assert failure(steam) == ("store-without-game", "Steam has not installed Rocket League. Install it there.")

    def test_the_game_is_found(self, steam):
        game = add_library(steam, STEAM, folder="Rocket League ü")
        assert installation(steam).game == game

    def test_a_game_without_its_files(self, steam):
        add_library(steam, STEAM, has_files=False)
        code, text = failure(steam)
        assert code == "game-files-missing"
        assert f"{STEAM}/steamapps/common/rocketleague/{GAME}' is missing" in text
        assert "repair the game" in text

    @pytest.mark.parametrize("has_game", [False, True])
    def test_a_library_on_a_disk_that_is_not_there(self, steam, has_game):
        name_libraries(steam, STEAM, STEAM, "disk/games", "disk/others", apps=["disk/games"] if has_game else [])
        code, text = failure(steam)
        assert code == ("library-absent" if has_game else "store-without-game")
        assert (f"library '{steam.home}/disk/games' does not exist. Connect its disk." in text) == has_game
        game = add_library(steam, STEAM)
        assert installation(steam).game == game

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            ('"libraryfolders" {', "line 1 is not in Valve's format"),
            ('"a" {' * 1000, "line 1 is not in Valve's format"),
            (b"\x00\xff" * 100, "line 1 is not in Valve's format"),
            (b" " * (MAX_BYTES + 1), "larger than"),
            (None, "it is a folder"),
            ("pipe", "not a regular file"),
        ],
    )
    @pytest.mark.parametrize("name", ["libraryfolders.vdf", "appmanifest_252950.acf"])
    def test_files_that_cannot_be_read(self, steam, name, content, reason):
        path = steam.home / STEAM / "steamapps" / name
        if content is None:
            path.mkdir()
        elif content == "pipe":
            os.mkfifo(path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        code, text = failure(steam)
        assert code == "store-file-unreadable"
        assert f"'{path}' cannot be read: " in text
        assert reason in text
        if name == "libraryfolders.vdf":
            game = add_library(steam, STEAM)
            assert installation(steam).game == game

    @pytest.mark.parametrize("folder", ["", ".", "..", "../common/rocketleague", "/", "a\0b", "x" * 5000])
    def test_a_manifest_cannot_lead_out_of_its_library(self, steam, folder):
        steam.write(f"{STEAM}/steamapps/{GAME}")
        manifest = f'"AppState" {vdf({"installdir": folder})}'
        steam.write(f"{STEAM}/steamapps/appmanifest_252950.acf", manifest)
        assert failure(steam)[0] in {"store-without-game", "game-files-missing"}

    @pytest.mark.parametrize("text", ['"libraryfolders" "x"', '"libraryfolders" {"0" {"path" {}}}', '"x" {}', ""])
    def test_a_list_of_libraries_with_other_content(self, steam, text):
        steam.write(f"{STEAM}/steamapps/libraryfolders.vdf", text)
        assert failure(steam)[0] == "store-without-game"

    @pytest.mark.parametrize("path", ["", "relative", "/\0", "/nowhere"])
    def test_a_list_of_libraries_with_other_paths(self, steam, path):
        entries = {"0": {"path": path}, "1": path, "x": "/"}
        steam.write(f"{STEAM}/steamapps/libraryfolders.vdf", f'"libraryfolders" {vdf(entries)}')
        assert failure(steam)[0] == "store-without-game"

    @pytest.mark.parametrize(("before", "is_found"), [(-2, True), (-1, True), (0, False)])
    def test_libraries_are_read_up_to_a_limit(self, steam, before, is_found):
        others = [f"l{number}" for number in range(installations.MAX_ENTRIES + before)]
        add_library(steam, "disk/games")
        name_libraries(steam, STEAM, *others, "disk/games")
        assert (finding(steam).installation is not None) == is_found


class TestSteamOnWindows:
    def test_steam_is_in_the_registry(self, windows):
        game = add_library(windows, "Steam")
        program = windows.write("Steam/steam.exe")
        assert failure(windows)[0] == "store-absent"
        windows.registry[STEAM_EXE] = str(program)
        found = installation(windows)
        assert (found.client, found.game) == (program, game)
        assert found.proton is found.compat_data is None
        assert str(finding(windows).text) == f"Rocket League is in '{game}'."

    def test_steam_was_removed(self, windows):
        add_library(windows, "Steam")
        windows.registry[STEAM_EXE] = str(windows.home / "Steam/steam.exe")
        assert failure(windows) == ("store-absent", "Steam was not found. Install it, and Rocket League with it.")


class TestEpic:
    @pytest.fixture
    def launcher(self, windows):
        return windows.write("Program Files (x86)/Epic Games/Launcher/Portal/Binaries/Win64/EpicGamesLauncher.exe")

    def add_manifest(self, computer, name="A1.item", **content):
        place = {"InstallLocation": str(computer.home / "epic/rocketleague")}
        computer.write(f"{EPIC}/{name}", json.dumps({"AppName": "Sugar"} | place | content))

    def test_the_game_is_in_a_manifest(self, windows, launcher):
        self.add_manifest(windows, "A0.item", AppName="Fortnite")
        self.add_manifest(windows)
        windows.write(f"{EPIC}/A2.txt", "x")
        game = windows.write(f"epic/rocketleague/{GAME}")
        found = installation(windows, Store.EPIC)
        assert (found.client, found.game) == (launcher, game)

    def test_the_launcher_is_in_the_registry(self, windows):
        self.add_manifest(windows)
        windows.write(f"epic/rocketleague/{GAME}")
        code, text = failure(windows, Store.EPIC)
        assert (code, "Epic Games Launcher was not found" in text) == ("store-without-program", True)
        program = windows.write("other place/EpicGamesLauncher.exe")
        windows.registry[OPEN_EPIC] = f'"{program}" %1'
        assert installation(windows, Store.EPIC).client == program

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (None, "store-without-game"),
            ("", "store-file-unreadable"),
            ("[]", "store-file-unreadable"),
            ('{"AppName": "Sugar"', "store-file-unreadable"),
            ("[" * 100_000, "store-file-unreadable"),
            ('{"AppName": "Sugar"}', "store-without-game"),
            ('{"AppName": "Sugar", "InstallLocation": 7}', "store-without-game"),
            ('{"AppName": ["Sugar"], "InstallLocation": "x"}', "store-without-game"),
            ('{"AppName": "Sugar", "InstallLocation": ""}', "game-files-missing"),
            ('{"AppName": "Sugar", "InstallLocation": "\\u0000"}', "game-files-missing"),
            ('{"AppName": "Sugar", "InstallLocation": "Z:/nowhere"}', "game-files-missing"),
        ],
    )
    def test_a_manifest_with_other_content(self, windows, launcher, content, code):
        if content is not None:
            windows.write(f"{EPIC}/A0.item", content)
        assert failure(windows, Store.EPIC)[0] == code
        self.add_manifest(windows)
        game = windows.write(f"epic/rocketleague/{GAME}")
        assert installation(windows, Store.EPIC).game == game

    @pytest.mark.parametrize(("more", "is_read"), [(-1, True), (0, True), (1, False)])
    def test_a_large_manifest_is_not_read(self, windows, launcher, more, is_read):
        self.add_manifest(windows)
        path = windows.home / EPIC / "A1.item"
        path.write_bytes(path.read_bytes().ljust(installations.MAX_BYTES + more))
        windows.write(f"epic/rocketleague/{GAME}")
        assert (finding(windows, Store.EPIC).installation is not None) == is_read

    def test_epic_is_absent(self, windows, linux):
        assert failure(windows, Store.EPIC)[0] == "store-absent"
        assert Store.EPIC not in [found.store for found in find_installations(linux.system)]


def list_game(computer, folder, place="legendary/rocketleague"):
    entry = {"app_name": "Sugar", "install_path": str(computer.home / place), "executable": "../x.exe"}
    computer.write(f"{folder}/installed.json", json.dumps({"Other": {"install_path": 7}, "Sugar": entry}))
    return computer.write(f"{place}/{GAME}")


@pytest.fixture(params=["linux", "windows"])
def computer(request):
    return request.getfixturevalue(request.param)


class TestLegendary:
    @pytest.mark.parametrize(
        ("folder", "variable"),
        [
            (".config/legendary", None),
            ("settings/legendary", ("XDG_CONFIG_HOME", "settings")),
            ("own place", ("LEGENDARY_CONFIG_PATH", "own place")),
        ],
    )
    def test_the_game_is_in_its_list(self, computer, folder, variable):
        game = list_game(computer, folder)
        if variable is not None:
            computer.environment[variable[0]] = str(computer.home / variable[1])
        code, text = failure(computer, Store.LEGENDARY)
        assert (code, "Legendary was not found" in text) == ("store-without-program", True)
        program = computer.install("legendary.exe" if computer.is_windows else "legendary")
        found = installation(computer, Store.LEGENDARY)
        assert (found.client, found.game) == (program, game)

    def test_on_windows_the_program_may_be_in_the_home_folder(self, windows):
        list_game(windows, ".config/legendary")
        program = windows.write("legendary.exe")
        assert installation(windows, Store.LEGENDARY).client == program

    def test_legendary_without_the_game(self, computer):
        assert failure(computer, Store.LEGENDARY)[0] == "store-absent"
        computer.install("legendary.exe" if computer.is_windows else "legendary")
        assert failure(computer, Store.LEGENDARY)[0] == "store-without-game"
        computer.write(".config/legendary/installed.json", "{}")
        assert failure(computer, Store.LEGENDARY)[0] == "store-without-game"
        list_game(computer, ".config/legendary").unlink()
        assert failure(computer, Store.LEGENDARY)[0] == "game-files-missing"

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            ("", "store-file-unreadable"),
            ("[]", "store-file-unreadable"),
            ("{" * 100_000, "store-file-unreadable"),
            ('{"a":' * 100_000, "store-file-unreadable"),
            (b"\xff", "store-file-unreadable"),
            (b" " * (installations.MAX_BYTES + 1), "store-file-unreadable"),
            ('{"Sugar": []}', "store-without-game"),
            ('{"Sugar": {"install_path": {}}}', "store-without-game"),
            ('{"Sugar": {"install_path": "\\ud800"}}', "game-files-missing"),
        ],
    )
    def test_a_list_with_other_content(self, computer, content, code):
        computer.install("legendary.exe" if computer.is_windows else "legendary")
        computer.write(".config/legendary/installed.json", content)
        assert failure(computer, Store.LEGENDARY)[0] == code


class TestHeroic:
    @pytest.mark.parametrize("folder", [HEROIC, "settings/heroic", HEROIC_FLATPAK])
    def test_the_game_is_in_its_list_on_linux(self, linux, folder):
        if folder.startswith("settings"):
            linux.environment["XDG_CONFIG_HOME"] = str(linux.home / "settings")
        game = list_game(linux, f"{folder}/legendaryConfig/legendary")
        code, text = failure(linux, Store.HEROIC)
        assert (code, "xdg-open was not found" in text) == ("store-without-program", True)
        opener = linux.install("xdg-open")
        found = installation(linux, Store.HEROIC)
        assert (found.client, found.game) == (opener, game)

    @pytest.mark.parametrize("has_variable", [False, True])
    def test_the_game_is_in_its_list_on_windows(self, windows, has_variable):
        game = list_game(windows, "AppData/Roaming/heroic/legendaryConfig/legendary")
        if not has_variable:
            del windows.environment["APPDATA"]
        assert installation(windows, Store.HEROIC).game == game

    def test_one_of_two_has_the_game(self, linux):
        linux.install("xdg-open")
        linux.write(f"{HEROIC}/legendaryConfig/legendary/installed.json", "broken")
        assert failure(linux, Store.HEROIC)[0] == "store-file-unreadable"
        game = list_game(linux, f"{HEROIC_FLATPAK}/legendaryConfig/legendary")
        assert installation(linux, Store.HEROIC).game == game

    def test_heroic_without_the_game(self, computer):
        assert failure(computer, Store.HEROIC)[0] == "store-absent"
        (computer.home / ("AppData/Roaming/heroic" if computer.is_windows else HEROIC)).mkdir(parents=True)
        assert failure(computer, Store.HEROIC)[0] == "store-without-game"


class TestCommand:
    @pytest.mark.parametrize(
        ("command", "words"),
        [
            ("start-game", ("{}", ARGUMENTS)),
            ("  start-game --fast 'a b' ", ("{}", "--fast", "a b", ARGUMENTS)),
            ("start-game {arguments} --fast", ("{}", ARGUMENTS, "--fast")),
            ("start-game --game-arguments='{arguments}'", ("{}", f"--game-arguments={ARGUMENTS}")),
            ("DEBUG=1 start-game | tee log", ("/bin/sh", "-c", f"DEBUG=1 start-game | tee log {ARGUMENTS}")),
            ("DEBUG=1 start-game {arguments} &", ("/bin/sh", "-c", f"DEBUG=1 start-game {ARGUMENTS} &")),
        ],
    )
    def test_words_follow_the_rules_of_linux(self, linux, command, words):
        program = linux.install("start-game")
        program.write_text("#!/bin/sh\n")
        found = installation(linux, Store.COMMAND, command)
        assert found.command == tuple(word.replace("{}", str(program)) for word in words)

    @pytest.mark.parametrize(
        ("command", "words"),
        [
            ('start-game "C:\\a b" x', ("{}", "C:\\a b", "x", ARGUMENTS)),
            ("START-GAME.EXE {arguments} /x", None),
            ("start-game & pause", ("cmd.exe", "/d", "/s", "/c", f"start-game & pause {ARGUMENTS}")),
            ("wrapper -x", ("cmd.exe", "/d", "/s", "/c", f'"[]" -x {ARGUMENTS}')),
        ],
    )
    def test_words_follow_the_rules_of_windows(self, windows, command, words):
        program, wrapper = windows.install("start-game.exe"), windows.install("wrapper.cmd")
        if words is None:
            assert failure(windows, Store.COMMAND, command)[0] == "program-not-found"
            return
        found = installation(windows, Store.COMMAND, command)
        assert found.command == tuple(word.replace("{}", str(program)).replace("[]", str(wrapper)) for word in words)

    @pytest.mark.parametrize(
        ("command", "code"),
        [
            ("nothing-of-this-name -x", "program-not-found"),
            ("./missing", "program-missing"),
            ("'open", "command-quotation-open"),
            ("{arguments}", "program-not-found"),
            ("bin", "program-not-found"),
            ("./bin", "program-is-folder"),
            ("bin/denied", "program-not-executable"),
        ],
    )
    def test_a_command_that_cannot_run(self, linux, command, code):
        linux.install("denied").chmod(0o644)
        assert failure(linux, Store.COMMAND, command)[0] == code

    @pytest.mark.parametrize("command", ["", " ", "\n"])
    def test_no_command(self, computer, command):
        assert Store.COMMAND not in [found.store for found in find_installations(computer.system, command)]


@pytest.mark.parametrize("command", ["", "start-game", "missing"])
def test_the_order_is_command_then_installed_then_others(linux, command):
    linux.install("start-game").write_text("#!/bin/sh\n")
    linux.install("legendary")
    list_game(linux, ".config/legendary")
    stores = [found.store for found in find_installations(linux.system, command)]
    own = [Store.COMMAND] if command else []
    assert stores == [*own, Store.LEGENDARY, Store.STEAM, Store.HEROIC]


def test_a_bare_computer_has_a_finding_for_each_store(windows, linux):
    assert [found.store for found in find_installations(windows.system)] == [
        *(Store.STEAM, Store.EPIC, Store.LEGENDARY, Store.HEROIC),
    ]
    findings = find_installations(linux.system)
    assert [found.store for found in findings] == [Store.STEAM, Store.LEGENDARY, Store.HEROIC]
    assert all(found.installation is None and found.text.code == "store-absent" for found in findings)


def test_folders_that_cannot_be_searched_are_no_error(linux):
    for name in (".steam", ".config", ".local", ".var", "snap"):
        linux.write(name, "a file")
    linux.environment["PATH"] = "\0:/dev/null:relative"
    assert all(found.installation is None for found in find_installations(linux.system))
    assert Path(linux.home, "snap").is_file()
