"""Usual, damaged and unsafe archives."""

import contextlib
import io
import os
import stat
import struct
import tarfile
import time
import tracemalloc
import unicodedata
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.deletion import delete, discard
from runtime.packs import archive as archive_module
from runtime.packs import unpack as unpack_module
from runtime.packs.archive import MAX_DEPTH, MAX_PART, MAX_PATH, parts_of
from runtime.packs.model import ArchiveError, CancelledError, PackError
from runtime.packs.progress import Progress
from runtime.packs.records import compare
from runtime.packs.unpack import unpack
from tests.runtime.packs.conftest import zipped


@pytest.fixture
def unpacked(tmp_path, progress):
    """Unpacks bytes; returns the folder and the results of `unpack`."""

    def run(content, progress=progress):
        path = tmp_path / "pack.archive"
        path.write_bytes(content)
        folder = tmp_path / "in" / "pack"
        return folder, *unpack(path, folder, progress)

    return run


def refused(unpacked, tmp_path, content, said):
    before = {path for path in tmp_path.rglob("*") if path.name != "in"}
    with pytest.raises(ArchiveError, match=said) as caught:
        unpacked(content)
    after = {path for path in tmp_path.rglob("*") if path.name not in ("in", "pack.archive")}
    assert after <= before
    assert str(caught.value).endswith(".")


FORMS = ["zip", "xz", "gz"]


def packed(archives, form, files, **others):
    return archives.zipped(files, **others) if form == "zip" else archives.tarred(files, form=form, **others)


@pytest.mark.parametrize("form", FORMS)
def test_every_form(unpacked, archives, form, progress):
    files = {**archives.bots("Ada", "Bob"), "Größe/Straße ü.txt": "ß", "run.sh": "#!/bin/sh\n", "empty": ""}
    folder, manifest, left_out = unpacked(packed(archives, form, files, executable=("run.sh",)))
    found = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert found == files
    assert set(manifest) == set(files)
    assert left_out == ()
    assert (folder / "run.sh").stat().st_mode & stat.S_IXUSR
    assert not (folder / "empty").stat().st_mode & stat.S_IXUSR
    assert manifest["run.sh"].is_executable
    assert time.localtime((folder / "run.sh").stat().st_mtime).tm_year == 2026
    assert not compare(folder, manifest, progress, is_thorough=True).own
    assert [path.name for path in folder.parent.iterdir()] == ["pack"]


@pytest.mark.parametrize("form", FORMS)
def test_the_outer_folder_is_removed(unpacked, archives, form):
    folder, manifest, _ = unpacked(packed(archives, form, archives.bots("Ada", "Bob", folder="me-bots-1a2b3c/")))
    assert (folder / "Ada" / "bot.toml").is_file()
    assert "Bob/bot.py" in manifest


def test_two_folders_stay(unpacked, archives):
    assert (unpacked(archives.zipped(archives.bots("Ada", "Bob")))[0] / "Ada" / "bot.toml").is_file()


def test_the_folder_of_a_single_bot_keeps_its_name_unless_the_archive_is_wrapped(tmp_path, archives, progress):
    path = tmp_path / "a.zip"
    path.write_bytes(archives.zipped(archives.bots("Ada")))
    assert set(unpack(path, tmp_path / "named", progress)[0]) == {"Ada/bot.toml", "Ada/bot.py"}
    assert set(unpack(path, tmp_path / "bare", progress, is_wrapped=True)[0]) == {"bot.toml", "bot.py"}
    assert (tmp_path / "bare" / "bot.toml").is_file()


def test_a_bot_alone_in_the_archive(unpacked, archives):
    folder, manifest, _ = unpacked(archives.zipped({"bot.toml": "", "lib/a.py": ""}))
    assert set(manifest) == {"bot.toml", "lib/a.py"}
    assert (folder / "lib" / "a.py").is_file()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["../out", "a/../../out", "/out", "c:out", "a\\..\\..\\out", "\\out", "..", "a/.."])
def test_paths_outside_are_refused(unpacked, tmp_path, archives, form, name):
    refused(unpacked, tmp_path, packed(archives, form, {"a/bot.toml": "", name: "x"}), "outside")


@pytest.mark.parametrize("name", ["a\x00b", "a\nb", "a\x1b[31mb", "a\u202eb"])
def test_names_with_control_characters_are_refused(unpacked, tmp_path, archives, name):
    refused(unpacked, tmp_path, archives.tarred({name: "x"}) if "\x00" not in name else _zip_named(name), "unprintable")


def _zip_named(name):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("a_b", "x")
    return content.getvalue().replace(b"a_b", name.encode())


@pytest.mark.parametrize(
    ("name", "is_fine"),
    [
        ("太郎\u3000花子", True),
        ("نمی\u200cکنم", True),
        ("n" * MAX_PART, True),
        ("n" * (MAX_PART + 1), False),
        ("ü" * (MAX_PART // 2), True),
        ("ü" * (MAX_PART // 2 + 1), False),
        ("/".join("d" * MAX_DEPTH), True),
        ("/".join("d" * (MAX_DEPTH + 1)), False),
        ("/".join(["d" * 99] * (MAX_PATH // 100)), True),
        ("/".join(["d" * 199] * (MAX_PATH // 200)) + "/d", False),
        ("\ud800", False),
    ],
)
def test_the_limits_of_names(name, is_fine):
    if is_fine:
        assert "/".join(parts_of(name)) == name
    else:
        with pytest.raises(ArchiveError):
            parts_of(name)


@pytest.mark.parametrize(
    "name", ["con", "NUL.txt", "com1", "a/aux.", "trailing ", "dot.", "aa:b", "what?", "a|b", 'a"b']
)
def test_names_that_windows_does_not_allow(name):
    assert parts_of(name, is_windows=False)
    with pytest.raises(ArchiveError, match="Windows"):
        parts_of(name, is_windows=True)


def test_names_are_normalized(unpacked, archives):
    _, manifest, _ = unpacked(archives.tarred({unicodedata.normalize("NFD", "Größe.txt"): ""}))
    assert set(manifest) == {unicodedata.normalize("NFC", "Größe.txt")}


def test_utf8_names_without_the_mark_for_them(unpacked):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(zipfile.ZipInfo("Gr__xe.txt"), "x")
        archive.writestr(zipfile.ZipInfo("b.txt"), "x")
    _, manifest, _ = unpacked(content.getvalue().replace(b"Gr__xe", "Größ".encode()))
    assert set(manifest) == {"Größ.txt", "b.txt"}


def _zip_in(code_page, names):
    """A ZIP with names in a code page, as Windows and older programs write it."""
    content, plain = io.BytesIO(), {}
    with zipfile.ZipFile(content, "w") as archive:
        for number, name in enumerate(names):
            data = name.encode(code_page)
            stand_in = "QRST"[number] * len(data)
            plain[stand_in] = data
            info = zipfile.ZipInfo(stand_in)
            archive.writestr(info, "x")
    written = content.getvalue()
    for stand_in, data in plain.items():
        written = written.replace(stand_in.encode(), data)
    return written


@pytest.mark.parametrize(
    ("code_page", "names"),
    [
        ("cp932", ["ボット/bot.toml", "ボット/表示ソ.py", "b/README日本語.txt"]),
        ("cp932", ["さくらBot/設定.cfg", "さくらBot/b.txt"]),
        ("gb2312", ["机器人/bot.toml", "机器人/模型.bin"]),
        ("cp866", ["Бот/бот.toml", "Бот/модель.bin"]),
        ("cp437", ["schön/größe.py", "Müller/Übung.txt", "café/É.md"]),
        ("cp437", ["Öl.py", "España.txt", "ñandú.py"]),
        ("cp437", ["Ål.py"]),
        ("utf-8", ["ボット/größe.py", "Бот/a.toml"]),
    ],
)
def test_names_in_a_code_page_are_read(unpacked, code_page, names):
    _, manifest, left_out = unpacked(_zip_in(code_page, ["0/plain text", *names]))
    assert set(manifest) == {"0/plain text", *names}
    assert left_out == ()


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_no_devices(unpacked, tmp_path, archives, kind):
    device = tarfile.TarInfo("a/device")
    device.type = kind
    refused(unpacked, tmp_path, archives.tarred({"a/bot.toml": ""}, others=(device,)), "device")


def test_no_devices_in_a_zip(unpacked, tmp_path):
    content = io.BytesIO()
    info = zipfile.ZipInfo("pipe")
    info.create_system, info.external_attr = 3, (stat.S_IFIFO | 0o644) << 16
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(info, "")
    refused(unpacked, tmp_path, content.getvalue(), "device")


@pytest.mark.parametrize("target", ["/etc/passwd", "../../../etc/passwd", "nowhere", "..", ".", "self"])
@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_links_without_a_target_in_the_archive_are_left_out_and_reported(unpacked, archives, target, kind):
    name = "self" if target == "self" else "z"
    others = (archives.link(name, target, kind),)
    folder, manifest, left_out = unpacked(archives.tarred({"a/bot.toml": "", "b": ""}, others=others))
    assert set(manifest) == {"a/bot.toml", "b"}
    assert not os.path.lexists(folder / name)
    assert list(map(str, left_out)) == [f"{name}: a link to {target}"]


def test_the_report_of_left_out_links_is_printable(unpacked, archives):
    others = (archives.link("l", "/gr\udcfcn\x1b[31m"),)
    (line,) = unpacked(archives.tarred({"a": ""}, others=others))[2]
    assert str(line) == "l: a link to /gr\ufffdn\ufffd[31m"


def test_nothing_is_written_through_a_link(unpacked, tmp_path, archives):
    link = archives.link("way", str(tmp_path))
    file = tarfile.TarInfo("way/out.txt")
    folder, manifest, _ = unpacked(archives.tarred({"b": ""}, others=(link, file)))
    assert set(manifest) == {"b", "way/out.txt"}
    assert not (tmp_path / "out.txt").exists()
    assert not (folder / "way").is_symlink()


def test_links_become_copies_of_their_targets(unpacked, archives):
    others = (
        archives.link("lib/liba.so", "liba.so.1"),
        archives.link("lib/liba.so.1", "../store/liba.so.1.2"),
        archives.link("hard", "store/liba.so.1.2", tarfile.LNKTYPE),
    )
    files = {"store/liba.so.1.2": "code", "lib/x": ""}
    folder, manifest, left_out = unpacked(archives.tarred(files, executable=("store/liba.so.1.2",), others=others))
    assert left_out == ()
    for name in ("lib/liba.so", "lib/liba.so.1", "hard"):
        assert (folder / name).read_text() == "code"
        assert not (folder / name).is_symlink()
        assert manifest[name].is_executable


def test_links_to_folders_become_copies(unpacked, archives):
    files = {"A/bot.toml": "", "B/bot.toml": "", "shared/util.py": "code", "shared/deep/run.sh": "sh", "shared/x/": ""}
    others = (archives.link("A/shared", "../shared"), archives.link("B/util.py", "../A/shared/util.py"))
    content = archives.tarred(files, executable=("shared/deep/run.sh",), others=others)
    folder, manifest, left_out = unpacked(content)
    assert left_out == ()
    assert (folder / "A" / "shared" / "util.py").read_text() == "code"
    assert (folder / "B" / "util.py").read_text() == "code"
    assert not (folder / "A" / "shared").is_symlink()
    assert manifest["A/shared/deep/run.sh"].is_executable
    assert (folder / "A" / "shared" / "deep" / "run.sh").stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("is_first", [True, False])
def test_a_folder_is_copied_with_the_copies_inside_it(unpacked, archives, is_first):
    links = [
        archives.link("a/lib", "../shared"),
        archives.link("shared/more", "../store"),
        archives.link("shared/lost", "nowhere"),
        archives.link("shared/file.py", "../store/x.py"),
    ]
    others = links if is_first else links[::-1]
    _folder, manifest, left_out = unpacked(
        archives.tarred({"store/x.py": "x", "shared/y.py": "", "b": ""}, others=others)
    )
    assert {name for name in manifest if name.startswith("a/")} == {"a/lib/y.py", "a/lib/more/x.py", "a/lib/file.py"}
    assert list(map(str, left_out)) == ["shared/lost: a link to nowhere"]


@pytest.mark.parametrize(
    ("links", "left"),
    [
        ([("a/self", "../a")], {"a/self"}),
        ([("a/self", ".")], {"a/self"}),
        ([("a/deep/up", "../../a")], {"a/deep/up"}),
        ([("a/x", "../b"), ("b/y", "../a")], {"a/x"}),
        ([("a", "b")], {"a"}),
        ([("a/x.py", "../b")], {"a/x.py"}),
        ([("a/x", "../b"), ("b/y", "../a"), ("c/all", "../a")], {"a/x"}),
    ],
)
def test_links_to_folders_that_lead_in_a_circle_are_left_out(unpacked, archives, links, left):
    others = [archives.link(*link) for link in links]
    _, manifest, left_out = unpacked(archives.tarred({"a/x.py": "x", "b/y.py": "", "c/z.py": ""}, others=others))
    assert {str(line).partition(":")[0] for line in left_out} == left
    assert {"a/x.py", "b/y.py", "c/z.py"} <= set(manifest)


@pytest.mark.parametrize(("limit", "copied"), [(9, "xy"), (8, "xy"), (7, "x"), (4, "x"), (3, "")])
def test_copies_of_folders_have_a_maximum(unpacked, archives, monkeypatch, limit, copied):
    monkeypatch.setattr(unpack_module, "MAX_COPIES", limit)
    files = {"a/1": "", "a/b/2": "", "c": ""}  # a copy of `a` has two files and two folders
    _, manifest, left_out = unpacked(archives.tarred(files, others=[archives.link("x", "a"), archives.link("y", "a")]))
    assert {name.partition("/")[0] for name in manifest} == {"a", "c", *copied}
    assert [str(line)[0] for line in left_out] == [name for name in "xy" if name not in copied]


def test_copies_of_copies_end_at_the_maximum(unpacked, archives, monkeypatch):
    monkeypatch.setattr(unpack_module, "MAX_COPIES", 200)
    files = {f"l{level}/f": "" for level in range(9)}
    others = [archives.link(f"l{level}/{name}", f"../l{level - 1}") for level in range(1, 9) for name in range(9)]
    _, manifest, left_out = unpacked(archives.tarred(files, others=others))
    assert len(files) < len(manifest) < len(files) + 200
    assert left_out


@pytest.mark.parametrize(("depth", "is_fine"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, False)])
def test_a_copy_has_at_most_the_depth_of_other_folders(unpacked, tmp_path, archives, depth, is_fine):
    files = (
        {"/".join(["d"] * depth) + "/f": "", "b": ""}
        if is_fine
        else {"/".join(["d"] * (depth - 1)) + "/f": "", "b": ""}
    )
    link = archives.link("x" if is_fine else "y/x", "d" if is_fine else "../d")
    content = archives.tarred(files, others=[link])
    if is_fine:
        assert len(unpacked(content)[1]) == 3
    else:
        refused(unpacked, tmp_path, content, "nested folders")


@pytest.mark.parametrize("form", FORMS)
def test_pointers_of_git_lfs_are_reported(unpacked, archives, form):
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    files = {**archives.bots("Ada", "Bob"), "Ada/model.pt": pointer, "Ada/notes.txt": f"About LFS:\n{pointer}"}
    _, manifest, left_out = unpacked(packed(archives, form, files))
    assert list(map(str, left_out)) == ["Ada/model.pt: the archive has only its Git LFS pointer"]
    assert set(manifest) == set(files)


def test_links_in_a_zip(unpacked):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("b/bot.py", "code")
        for name, target in (("good", "b/bot.py"), ("bad", "/etc/passwd")):
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, target)
    folder, manifest, left_out = unpacked(content.getvalue())
    assert (folder / "good").read_text() == "code"
    assert set(manifest) == {"b/bot.py", "good"}
    assert list(map(str, left_out)) == ["bad: a link to /etc/passwd"]


def test_copies_of_links_count_towards_the_size(unpacked, tmp_path, archives, monkeypatch):
    monkeypatch.setattr(unpack_module, "FREE_BYTES", 10_000)
    monkeypatch.setattr(unpack_module, "MAX_RATIO", 0)
    others = tuple(archives.link(f"l{number}", "a") for number in range(9))
    assert len(unpacked(archives.tarred({"a": "x" * 1_000, "b": ""}, others=others))[1]) == 11
    others = (*others, archives.link("l9", "a"))
    refused(unpacked, tmp_path, archives.tarred({"a": "x" * 1_000, "b": ""}, others=others), "unpacks to more")


@pytest.mark.parametrize(
    ("links", "is_followed"), [(unpack_module.MAX_LINKS, True), (unpack_module.MAX_LINKS + 1, False)]
)
def test_chains_of_links_have_a_maximum_length(unpacked, archives, links, is_followed):
    chain = [archives.link(f"l{place:02}", f"l{place + 1:02}") for place in range(links - 1)]
    files = {"a": "b"}
    chain.append(archives.link(f"l{links - 1:02}", "a"))
    folder, manifest, left_out = unpacked(archives.tarred(files, others=chain))
    assert ("l00" in manifest) is is_followed
    assert list(map(str, left_out)) == ([] if is_followed else ["l00: a link to l01"])
    assert (folder / "l00").exists() is is_followed


def test_copying_links_can_be_cancelled(unpacked, archives, progress, monkeypatch):
    following = unpack_module._Unpacking._follow

    def follow(*arguments):
        progress.cancel()
        return following(*arguments)

    monkeypatch.setattr(unpack_module._Unpacking, "_follow", follow)
    with pytest.raises(CancelledError):
        unpacked(archives.tarred({"a": "b"}, others=[archives.link(f"l{at}", "nothing") for at in range(9)]))


@pytest.mark.parametrize("form", FORMS)
def test_bombs(unpacked, tmp_path, archives, form, monkeypatch):
    monkeypatch.setattr(unpack_module, "FREE_BYTES", 1 << 20)
    monkeypatch.setattr(unpack_module, "MAX_RATIO", 2)
    assert unpacked(packed(archives, form, {"a": "0" * (1 << 20)}))
    for path in (tmp_path / "in").iterdir():
        delete(path)
    refused(unpacked, tmp_path, packed(archives, form, {"a": "0" * ((1 << 20) + 1)}), "unpacks to more")


def test_the_size_in_a_header_is_not_trusted(unpacked, tmp_path):
    """The length of a name in a tar header would use too much memory."""
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 1 << 40
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        archive.fileobj.write(header.tobuf(tarfile.GNU_FORMAT))
    refused(unpacked, tmp_path, content.getvalue(), "use too much memory")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("count", "is_fine"), [(20, True), (21, False)])
def test_the_maximum_number_of_files(unpacked, tmp_path, archives, monkeypatch, form, count, is_fine):
    monkeypatch.setattr(archive_module, "MAX_MEMBERS", 20)
    content = packed(archives, form, {f"{number}": "" for number in range(count)})
    if is_fine:
        assert len(unpacked(content)[1]) == count
    else:
        refused(unpacked, tmp_path, content, "more than 20 files")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["{}/a/b/c/file", "x/{0}/a/{0}/y"])
@pytest.mark.parametrize(("limit", "is_fine"), [(39, False), (40, True)])
def test_implied_folders_count(unpacked, tmp_path, archives, monkeypatch, form, name, limit, is_fine):
    monkeypatch.setattr(unpack_module, "MAX_FOLDERS", limit)
    files = {name.format(number): "" for number in range(13 if name.startswith("x") else 10)}
    content = packed(archives, form, files)
    if is_fine:
        unpacked(content)
    else:
        refused(unpacked, tmp_path, content, f"more than {limit} folders")


def test_folders_that_are_members_count(unpacked, tmp_path, archives, monkeypatch):
    monkeypatch.setattr(unpack_module, "MAX_FOLDERS", 20)
    folders = [tarfile.TarInfo(f"d{number}") for number in range(21)]
    for folder in folders:
        folder.type = tarfile.DIRTYPE
    refused(unpacked, tmp_path, archives.tarred({"bot.toml": ""}, others=folders), "more than 20 folders")


def _empty_zip(count, *, comment=b"", is_zip64=False, stated=None):
    """Returns a ZIP of empty files; much faster than `zipfile`."""
    names = [b"%07d" % number for number in range(count)]
    locals_ = b"".join(struct.pack("<4s22xHH", b"PK\3\4", 7, 0) + name for name in names)
    directory = b"".join(
        struct.pack("<4s24xHHH8xL", b"PK\1\2", 7, 0, 0, number * 37) + name for number, name in enumerate(names)
    )
    stated = count if stated is None else stated
    end = b""
    if is_zip64:
        end = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, stated, stated, len(directory), len(locals_))
        end += struct.pack("<4sLQL", b"PK\6\7", 0, len(locals_) + len(directory), 1)
    shown = [0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF] if is_zip64 else [stated, stated, len(directory), len(locals_)]
    end += struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, *shown, len(comment)) + comment
    return locals_ + directory + end


ENDS = [
    {},
    {"comment": b"hello"},
    {"is_zip64": True},
    {"is_zip64": True, "comment": b"x"},
    {"stated": 3},
    {"stated": 3, "is_zip64": True},
]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("count", "is_fine"), [(20, True), (21, False)])
def test_the_members_of_a_zip_are_counted_before_it_is_opened(unpacked, tmp_path, monkeypatch, end, count, is_fine):
    monkeypatch.setattr(archive_module, "MAX_MEMBERS", 20)
    content = _empty_zip(count, **end)
    if is_fine:
        assert len(unpacked(content)[1]) == count
        return
    monkeypatch.setattr(zipfile, "ZipFile", None)
    refused(unpacked, tmp_path, content, "more than 20 files")


def test_a_zip_that_states_too_many_members(unpacked, tmp_path):
    refused(unpacked, tmp_path, _empty_zip(3, is_zip64=True, stated=1 << 40), "more than 100000 files")


@pytest.mark.parametrize(("room_left", "is_fine"), [(1, True), (0, True), (-1, False)])
def test_the_maximum_size_of_the_directory_of_a_zip(unpacked, tmp_path, monkeypatch, room_left, is_fine):
    monkeypatch.setattr(archive_module, "MAX_DIRECTORY", 53 * 10 + room_left)
    if is_fine:
        assert len(unpacked(_empty_zip(10))[1]) == 10
    else:
        refused(unpacked, tmp_path, _empty_zip(10), "use too much memory")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        *((content, "is not a .zip, .tar.xz or .tar.gz file") for content in (b"", b"hello, I am no archive")),
        *((start, "is damaged or incomplete") for start in (b"PK", b"PK\x03\x04x", b"\x1f\x8b\x08", b"\xfd7zXZ\x00")),
        *((zipped(files), "empty") for files in ({}, {".DS_Store": "x", "__MACOSX/a": "x"})),
    ],
)
def test_files_without_content_of_an_archive_are_refused(unpacked, tmp_path, content, said):
    refused(unpacked, tmp_path, content, said)


def test_an_archive_with_a_password(unpacked, tmp_path, archives):
    content = bytearray(archives.zipped({"a": "secret"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    refused(unpacked, tmp_path, bytes(content), "needs a password. Unpack it yourself")


@pytest.mark.parametrize(
    "names", [("p/.DS_Store", "p/__MACOSX/._bot", "p/.kickabout/pack.json", "p/.git/config"), ("p/.kickabout",)]
)
def test_files_of_systems_and_records_are_ignored(unpacked, archives, names):
    folder, manifest, _ = unpacked(archives.zipped(dict.fromkeys(("p/q/bot.toml", *names), "")))
    assert set(manifest) == {"q/bot.toml"}
    assert [path.name for path in folder.iterdir()] == ["q"]


def test_the_last_of_two_members_of_one_name_counts_and_a_clash_is_reported(unpacked, tmp_path, archives):
    twice = tarfile.TarInfo("a")
    folder, manifest, _ = unpacked(archives.tarred({"a": "first", "b": ""}, others=(twice,)))
    assert (folder / "a").read_text() == ""
    assert manifest["a"].size == 0
    with pytest.raises(PackError, match="cannot be unpacked"):
        unpacked(archives.tarred({"a": "", "a/b": ""}))


def test_unpacking_can_be_cancelled(tmp_path, unpacked, archives):
    progress = Progress()
    progress.cancel()
    with pytest.raises(CancelledError):
        unpacked(archives.zipped({"a": ""}), progress)
    assert not (tmp_path / "in" / "pack").exists()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damage_anywhere_is_reported_or_harmless(unpacked, archives, tmp_path, data):
    form = data.draw(st.sampled_from(FORMS))
    content = bytearray(packed(archives, form, {"a/bot.toml": "x" * 300, "b": "y"}))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    del content[data.draw(st.integers(1, len(content))) :]
    discard(tmp_path / "in")
    outside = sorted(path for path in tmp_path.iterdir() if path.name not in ("in", "pack.archive"))
    with contextlib.suppress(PackError):
        unpacked(bytes(content))
    assert sorted(path for path in tmp_path.iterdir() if path.name not in ("in", "pack.archive")) == outside


def test_archives_are_recognized_by_their_first_bytes(archives):
    for form in FORMS:
        assert archive_module.is_archive(packed(archives, form, {"a": ""})[:8])
    assert archive_module.is_archive(archives.zipped({})[:8])
    assert not archive_module.is_archive(b"<!DOCTYP")


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("is_link", [False, True])
def test_a_zip_with_a_compression_without_limits_is_refused_before_it_is_unpacked(
    unpacked, tmp_path, compression, is_link
):
    """`zipfile` unpacks a whole block of these at once: 45 bytes of bzip2 are 900 KB."""
    content, info = io.BytesIO(), zipfile.ZipInfo("a")
    info.compress_type = compression
    if is_link:
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(info, bytes(64 << 20))
    tracemalloc.start()
    refused(unpacked, tmp_path, content.getvalue(), "Unpack it yourself")
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("number", [9, 12, 14, 93, 99, 65_535])
def test_a_zip_with_another_compression_is_refused(unpacked, tmp_path, archives, number):
    content = bytearray(archives.zipped({"a": "b"}))
    place = content.index(b"PK\x01\x02") + 10
    content[place : place + 2] = number.to_bytes(2, "little")
    refused(unpacked, tmp_path, bytes(content), "Unpack it yourself")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["", "/", ".", "./", "\0"])
def test_a_member_without_a_name_is_reported_or_ignored(unpacked, archives, form, name):
    content = packed(archives, form, {"a": "b", "NAME": ""})
    if form == "zip":
        content = bytearray(content.replace(b"NAME", name.encode().ljust(4, b"\0")))
        for mark, offset in ((b"PK\x03\x04", 26), (b"PK\x01\x02", 28)):
            place = content.rindex(mark) + offset
            content[place : place + 2] = len(name).to_bytes(2, "little")
    else:
        content = archives.tarred({"a": "b"}, form=form, others=(tarfile.TarInfo(name),))
    with contextlib.suppress(ArchiveError):
        assert unpacked(bytes(content))[1].keys() == {"a"}


@pytest.mark.parametrize("form", FORMS)
def test_many_deep_folders_are_refused_before_any_is_made(unpacked, tmp_path, archives, form, monkeypatch):
    made = []
    monkeypatch.setattr(unpack_module._Unpacking, "_created", lambda _self, path: made.append(path))
    content = packed(archives, form, {f"{number}/{'d/' * 38}f": "" for number in range(4000)})
    refused(unpacked, tmp_path, content, "more than 20000 folders")
    assert made == []


@pytest.mark.parametrize("form", FORMS)
def test_a_stated_size_above_the_limit_is_refused_before_anything_is_written(
    unpacked, tmp_path, archives, form, monkeypatch
):
    made = []
    monkeypatch.setattr(unpack_module._Unpacking, "_created", lambda _self, path: made.append(path))
    monkeypatch.setattr(unpack_module, "FREE_BYTES", 1 << 20)
    refused(unpacked, tmp_path, packed(archives, form, {"a": "", "b": "0" * (4 << 20)}), "unpacks to more")
    assert made == []
