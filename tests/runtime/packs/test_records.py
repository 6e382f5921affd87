"""The document of a pack, at any length."""

from runtime import codec
from runtime.packs.model import FileMark, Origin, PackRecord, Source, SourceKind
from runtime.packs.records import read_manifest, write_records

RECORD = PackRecord(
    source=Source(kind=SourceKind.FILE, place="/a.zip"),
    version="1",
    identity="1",
    origin=Origin.FILE,
    address="/a.zip",
    archive_size=1,
    archive_sha256="",
    published="",
    installed="2026-11-22 00:30",
)
FILES = 100


def test_other_threads_run_while_a_long_list_of_files_is_read(tmp_path, monkeypatch):
    mark = FileMark(size=1, digest="0" * 32, is_executable=False, changed_ns=1_777_000_000_000_000_000)
    manifest = {f"bot/{number:05}.dat": mark for number in range(FILES)}
    write_records(tmp_path, RECORD, manifest)
    turns = []
    monkeypatch.setattr(codec, "_LONG", 1000)
    monkeypatch.setattr(codec, "_int", lambda digits: turns.append(digits) or int(digits))
    assert read_manifest(tmp_path) == manifest
    assert len(turns) > 2 * FILES, "a parser without Python code blocks every other thread"
