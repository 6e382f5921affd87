import pytest

from runtime.watching.kinds import Kind, is_ignored_folder, is_made_by_tools, kind_of


@pytest.mark.parametrize(
    "name",
    [
        *(
            "bot.py",
            "BOT.PY",
            "bot.toml",
            "match.cfg",
            "bot.exe",
            "libbot.so",
            "bot.jar",
            "main.rs",
            "index.js",
            "a.b.py",
        ),
        *(
            "requirements.txt",
            "requirements-dev.txt",
            "dev_requirements.txt",
            "Pipfile",
            ".env",
            "settings.yaml",
            "go.mod",
        ),
        *("4913.py", "sedation.py", "temp.py", "backup.py", "bot_old.py"),
    ],
)
def test_what_people_write_is_source(name):
    assert kind_of(name) is Kind.SOURCE


@pytest.mark.parametrize("name", ["weights.pt", "model.onnx", "state.json", "policy.zip", "params.npz", "x.PKL"])
def test_what_people_and_programs_write_is_data(name):
    assert kind_of(name) is Kind.DATA


@pytest.mark.parametrize(
    "name",
    [
        *(
            "bot.log",
            "bot.log.1",
            "game.csv",
            "notes.txt",
            "README.md",
            "picture.png",
            "core",
            "bot",
            "x.db",
            "out.jsonl",
        ),
        *(
            "bot.pyc",
            "bot.py~",
            ".bot.py.swp",
            ".bot.py.swx",
            "4913",
            "#bot.py#",
            ".#bot.py",
            "._bot.py",
            "bot.py.orig",
        ),
        *("bot.py___jb_tmp___", "bot.py___jb_old___", ".goutputstream-9XK2S1", "~$table.xml"),
        *(
            "bot.py.3f9a21.tmp",
            "flycheck_bot.py",
            "bot_flymake.py",
            "bot.tmp.json",
            "bot.py.bak",
            ".~lock.bot.xml#",
            "",
        ),
        *("bot.py.kate-swp", ".gitignore", ".coverage", "requirements.md", "py", "toml"),
    ],
)
def test_nothing_else_counts(name):
    assert kind_of(name) is Kind.OTHER


@pytest.mark.parametrize(
    ("name", "is_ignored"),
    [
        *(
            (name, True)
            for name in (".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", "x.egg-info")
        ),
        *((name, True) for name in ("x.egg-info", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".idea", ".vscode")),
        *((name, False) for name in ("src", "env", "target", "build", "dist", "bin", "git", "venv2", "lib", ".config")),
    ],
)
def test_folders_are_ignored_by_name_only_where_nobody_writes_in_them(name, is_ignored):
    assert is_ignored_folder(name) is is_ignored


@pytest.mark.parametrize(
    ("names", "is_made"),
    [
        ({"pyvenv.cfg", "bin", "lib"}, True),
        ({"conda-meta", "bin"}, True),
        ({"CACHEDIR.TAG", "release"}, True),
        ({"__init__.py", "car_env.py"}, False),
        (set(), False),
    ],
)
def test_environments_and_caches_are_known_by_what_lies_in_them(names, is_made):
    assert is_made_by_tools(names) is is_made
