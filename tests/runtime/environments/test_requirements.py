import codecs
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.environments.requirements import (
    MAX_BYTES,
    MAX_FILES,
    find_requirements,
    read_requirements,
)


@pytest.fixture
def file(bot_folder):
    return bot_folder / "requirements.txt"


def read(file, *lines):
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_requirements(file)


def titles(requirements):
    return [line.title for line in requirements.lines]


def test_comments_blank_lines_and_continued_lines(file):
    found = read(
        file, "# all of it", "", "numpy>=1.26 # fast", "  ", "torch \\", "  >=2 ; python_version < '3.13'", "a#b"
    )
    assert titles(found) == ["numpy>=1.26", "torch >=2 ; python_version < '3.13'", "a#b"]
    assert [(line.name, line.line) for line in found.lines] == [("numpy", 3), ("torch", 5), ("a", 7)]
    assert found.faults == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Scikit_Learn.Extra", "scikit-learn-extra"),
        ("rlbot==2.*", "rlbot"),
        ("pkg[a,b]>=1,<2", "pkg"),
        ("pkg @ https://host/pkg.zip", "pkg"),
        ("git+https://host/a/b.git@v1#egg=Some_Pkg", "some-pkg"),
        ("git+https://host/a/b.git", ""),
        ("!!!", ""),
    ],
)
def test_names(file, text, name):
    (line,) = read(file, text).lines
    assert (line.text, line.name) == (text, name)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (b"", "utf-8"),
        (b"", "cp1252"),
    ],
)
def test_encodings_of_editors_and_shells(file, mark, encoding):
    file.write_bytes(mark + "numpy # grüße\r\nrequests\r\n".encode(encoding))
    assert titles(read_requirements(file)) == ["numpy", "requests"]


def test_other_files_are_read_where_they_are_named_and_once(file):
    sub = file.parent / "more"
    sub.mkdir()
    (sub / "extra.txt").write_text("numpy\n-r ../requirements.txt\n-rdeep.txt\n")
    (sub / "deep.txt").write_text("scipy\n")
    found = read(file, "-r more/extra.txt", "--requirement=more/extra.txt", "torch")
    assert [(line.name, line.file.name, line.line) for line in found.lines] == [
        ("numpy", "extra.txt", 1),
        ("scipy", "deep.txt", 1),
        ("torch", "requirements.txt", 3),
    ]


def test_a_file_that_is_missing_is_named_with_its_line_and_the_rest_counts(file):
    found = read(file, "numpy", "-r gone.txt", "-c also_gone.txt", "torch")
    assert [line.name for line in found.lines] == ["numpy", "torch"]
    assert [(fault.line, fault.text) for fault in found.faults] == [
        (2, "--requirement gone.txt"),
        (3, "--constraint also_gone.txt"),
    ]
    assert str(found.faults[0]).startswith(f"{file}:2: '--requirement gone.txt' could not be installed. ")
    assert "gone.txt' cannot be read: " in str(found.faults[0].reason)


def test_options_for_installers_keep_their_order_and_get_absolute_paths(file):
    (file.parent / "wheels").mkdir()
    (file.parent / "limits.txt").write_text("numpy<2\n")
    found = read(file, "--pre", "-f wheels", "-c limits.txt", "-i https://h/s", "--extra-index-url=https://i/s", "-f x")
    folder = file.parent.as_posix()
    assert found.options == (
        "--pre",
        f'--find-links "{folder}/wheels"',
        f'--constraint "{folder}/limits.txt"',
        "--index-url https://h/s",
        "--extra-index-url https://i/s",
        "--find-links x",
    )


@pytest.mark.parametrize("text", ["--target /etc", "--user", "-q", "--index-url", "--no-index now", "-r"])
def test_an_option_that_does_not_belong_here_is_a_fault(file, text):
    found = read(file, text, "numpy")
    assert [line.name for line in found.lines] == ["numpy"]
    assert [fault.line for fault in found.faults] == [1]


def test_paths_start_at_the_folder_of_the_first_file(file):
    found = read(file, "-e .", "./lib[extra] ; python_version > '3'", "dist/pkg-1.0.whl", "--editable=../other")
    folder = file.parent.as_posix()
    assert [line.text for line in found.lines] == [
        f'--editable "{folder}"',
        f"{folder}/lib[extra] ; python_version > '3'",
        f"{folder}/dist/pkg-1.0.whl",
        f"--editable {file.parent.parent.as_posix()}/other",
    ]
    assert found.lines[0].url == Path(folder).as_uri()


def test_hashes_go_with_their_line(file):
    found = read(file, "numpy==1.26.0 \\", "    --hash=sha256:aa \\", "    --hash=sha256:bb")
    (line,) = found.lines
    assert (line.title, line.has_hashes, line.line) == ("numpy==1.26.0", True, 1)
    assert line.text.split() == ["numpy==1.26.0", "--hash=sha256:aa", "--hash=sha256:bb"]
    assert found.are_hashed
    assert not read(file, "numpy").are_hashed
    assert read(file, "--require-hashes", "numpy").are_hashed


def test_the_digest_depends_on_what_is_installed(file):
    first = read(file, "numpy", "torch>=2").digest
    assert read(file, "# comment", "torch>=2", "numpy  # why").digest == first
    assert read(file, "numpy", "torch>=2.1").digest != first
    assert read(file, "numpy", "torch>=2", "--pre").digest != first


def test_the_same_content_shares_a_digest_unless_it_means_the_folder(tmp_path):
    def digest(name, text):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "requirements.txt").write_text(text)
        return read_requirements(folder / "requirements.txt").digest

    assert digest("a", "numpy\n") == digest("b", "numpy\n")
    assert digest("a", "-e .\n") != digest("b", "-e .\n")


def test_a_changed_constraint_changes_the_digest(file):
    limits = file.parent / "limits.txt"
    limits.write_text("numpy<2\n")
    first = read(file, "numpy", "-c limits.txt").digest
    limits.write_text("numpy<3\n")
    assert read_requirements(file).digest != first


def test_dependencies_of_a_project(bot_folder):
    project = bot_folder / "pyproject.toml"
    project.write_text('[project]\nname = "x"\ndependencies = [\n  "numpy>=1",\n  "torch ; os_name == \'nt\'",\n]\n')
    assert find_requirements([bot_folder]) == project
    found = read_requirements(project)
    assert [(line.name, line.line) for line in found.lines] == [("numpy", 4), ("torch", 5)]
    (bot_folder / "requirements.txt").write_text("rlbot\n")
    assert find_requirements([bot_folder]) == bot_folder / "requirements.txt"


@pytest.mark.parametrize(
    "text", ["", "[project]\n", "[project]\ndependencies = []\n", "[project]\ndependencies = 3\n", "["]
)
def test_a_project_without_dependencies_requires_nothing(bot_folder, text):
    (bot_folder / "pyproject.toml").write_text(text)
    assert find_requirements([bot_folder]) is None


def test_the_nearest_folder_wins(tmp_path):
    for name in ("near", "far"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "requirements.txt").write_text("")
    assert (
        find_requirements([tmp_path / "none", tmp_path / "near", tmp_path / "far"])
        == tmp_path / "near/requirements.txt"
    )


@pytest.mark.parametrize(("size", "faults"), [(MAX_BYTES - 1, 0), (MAX_BYTES, 0), (MAX_BYTES + 1, 1)])
def test_a_huge_file_is_not_read(file, size, faults):
    file.write_bytes(b"#" * size)
    assert len(read_requirements(file).faults) == faults


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is unreadable here")
def test_a_file_that_may_not_be_read(file):
    file.write_text("numpy\n")
    file.chmod(0)
    assert len(read_requirements(file).faults) == 1


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_without_an_exception(data, tmp_path_factory):
    file = tmp_path_factory.mktemp("any") / "requirements.txt"
    file.write_bytes(data)
    found = read_requirements(file)
    assert all(line.text and line.line >= 1 for line in found.lines)


@settings(max_examples=60, deadline=None)
@given(lines=st.lists(st.text("-rcefi .=/\\\"'#;@[]<>=numpy~1", max_size=20), max_size=5))
def test_any_lines_are_read_without_an_exception(lines, tmp_path_factory):
    file = tmp_path_factory.mktemp("any") / "requirements.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    found = read_requirements(file)
    assert all(str(fault.reason).endswith(".") for fault in found.faults)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes in folders here")
@pytest.mark.parametrize("option", ["-r", "-c"])
@pytest.mark.parametrize("named", ["pipe", "/dev/zero", ".", "loop", "lost", "large"])
def test_pipes_and_large_files_are_not_read(file, option, named):
    os.mkfifo(file.parent / "pipe")
    (file.parent / "loop").symlink_to("loop")
    (file.parent / "lost").symlink_to("nowhere")
    (file.parent / "large").write_bytes(b"#" * (MAX_BYTES + 1))
    found = read(file, "numpy", f"{option} {named}")
    assert titles(found) == ["numpy"]
    (fault,) = found.faults
    assert (fault.line, fault.reason.code == "requirements-unreadable") == (2, True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes in folders here")
@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_a_list_that_is_a_pipe_or_too_large_is_not_waited_for(bot_folder, name):
    os.mkfifo(bot_folder / name)
    assert find_requirements([bot_folder]) is None
    assert len(read_requirements(bot_folder / name).faults) == 1
    (bot_folder / name).unlink()
    (bot_folder / name).write_bytes(b'[project]\ndependencies = ["a"]\n' + b"#" * MAX_BYTES)
    assert len(read_requirements(bot_folder / name).faults) == 1


@pytest.mark.parametrize(("files", "faults"), [(MAX_FILES - 1, 0), (MAX_FILES, 0), (MAX_FILES + 1, 1)])
@pytest.mark.parametrize("is_chain", [True, False])
def test_at_most_this_many_files_are_read(file, files, faults, is_chain):
    if is_chain:
        for number in range(1, files):
            following = f"-r {number + 1}.txt\n" if number + 1 < files else ""
            (file.parent / f"{number}.txt").write_text(following)
        found = read(file, "-r 1.txt", "numpy")
    else:
        for number in range(1, files):
            (file.parent / f"{number}.txt").write_text("")
        found = read(file, *(f"-c {number}.txt" for number in range(1, files)), "numpy")
    assert len(found.faults) == faults
    assert titles(found) == ["numpy"]
