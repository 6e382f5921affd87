"""Offers of repositories, by a server that answers like GitHub."""

import pytest

from runtime.packs.model import FetchError, FetchKind, Origin, Source, SourceKind
from runtime.packs.offers import MAX_NOTES_LENGTH, GitHub

SOURCE = Source(kind=SourceKind.GITHUB, place="RLBot/botpack")
BASE = "/repos/RLBot/botpack"


def asset(name, **changes):
    values = {"name": name, "size": 1234, "updated_at": "2026-05-01T10:00:00Z"}
    return {**values, "browser_download_url": f"https://github.com/download/{name}", **changes}


RELEASE = {
    "tag_name": "r-7",
    "published_at": "2026-05-01T10:00:00Z",
    "body": "Seven new bots.",
    "assets": [
        asset("botpack_x86_64-linux.tar.xz", digest="sha256:" + "ab" * 32),
        asset("botpack_x86_64-windows.tar.xz"),
        asset("patch.bobdiff"),
    ],
}


@pytest.fixture
def ask(server, web, progress):
    def run(source=SOURCE, system=("linux", "x64")):
        return GitHub(web, server.address(""), system).offer(source, progress)

    return run


def test_the_build_for_this_system(server, ask):
    server.serve_json(f"{BASE}/releases/latest", RELEASE)
    offer = ask()
    assert (offer.version, offer.origin, offer.size, offer.published) == ("r-7", Origin.BUILD, 1234, "2026-05-01")
    assert offer.address.endswith("botpack_x86_64-linux.tar.xz")
    assert (offer.sha256, offer.notes) == ("ab" * 32, "Seven new bots.")
    assert not offer.is_plain
    windows = ask(system=("windows", "x64"))
    assert windows.address.endswith("botpack_x86_64-windows.tar.xz")
    assert windows.identity != offer.identity
    assert windows.sha256 == ""


def test_a_build_that_was_replaced_is_another_version(server, ask):
    server.serve_json(f"{BASE}/releases/latest", RELEASE)
    before = ask().identity
    assert ask().identity == before
    assets = [asset("botpack_x86_64-linux.tar.xz", updated_at="2026-05-02T10:00:00Z")]
    server.serve_json(f"{BASE}/releases/latest", {**RELEASE, "assets": assets})
    assert ask().identity != before


@pytest.mark.parametrize("assets", [[], None, [asset("bots-windows.zip")], [asset("readme.md")], [{}, 7, {"name": 1}]])
def test_the_source_of_a_release(server, ask, assets):
    server.serve_json(f"{BASE}/releases/latest", {**RELEASE, "tag_name": "v1/ä", "assets": assets})
    offer = ask()
    assert (offer.origin, offer.size) == (Origin.RELEASE, None)
    assert offer.address == server.address(f"{BASE}/tarball/v1%2F%C3%A4")


def test_the_newest_commit_without_a_release(server, ask):
    sha = "0123456789" * 4
    server.serve_json(BASE, {"default_branch": "master"})
    commit = {"sha": sha, "commit": {"message": "Fix it", "committer": {"date": "2026-04-01T00:00:00Z"}}}
    server.serve_json(f"{BASE}/commits/master", commit)
    offer = ask()
    assert (offer.origin, offer.version, offer.published) == (Origin.BRANCH, "0123456", "2026-04-01")
    assert offer.address == server.address(f"{BASE}/tarball/{sha}")
    assert offer.identity == f"commit {sha}"


def test_a_branch_that_was_named(server, ask):
    server.serve_json(f"{BASE}/commits/feature%2Fnew", {"sha": "f" * 40, "commit": None})
    source = Source(kind=SourceKind.GITHUB, place="RLBot/botpack", branch="feature/new")
    assert ask(source).version == "f" * 7
    assert [path for path, _ in server.asked] == [f"{BASE}/commits/feature%2Fnew"]


@pytest.mark.parametrize("has_repository", [True, False])
def test_no_such_repository_or_branch(server, ask, has_repository):
    if has_repository:
        server.serve_json(BASE, {"default_branch": "master"})
    with pytest.raises(FetchError, match="repository or branch RLBot/botpack does not exist") as caught:
        ask()
    assert caught.value.kind is FetchKind.NOT_FOUND


@pytest.mark.parametrize("body", [b"<html>Log in first</html>", b"[]", b"\xff", b"7", b"[" * 100_000])
def test_an_invalid_answer(server, ask, body):
    server.serve(f"{BASE}/releases/latest", body)
    with pytest.raises(FetchError, match="login page"):
        ask()


@pytest.mark.parametrize("release", [{}, {"tag_name": ""}, {"tag_name": 7}])
def test_a_release_without_a_tag(server, ask, release):
    server.serve_json(f"{BASE}/releases/latest", release)
    with pytest.raises(FetchError, match="tag_name"):
        ask()


def test_the_rate_limit(server, ask):
    server.serve(f"{BASE}/releases/latest", b"{}", status=403, X_RateLimit_Remaining="0")
    with pytest.raises(FetchError) as caught:
        ask()
    assert caught.value.kind is FetchKind.RATE_LIMIT


def test_notes_are_cut(server, ask):
    for length in (MAX_NOTES_LENGTH, MAX_NOTES_LENGTH + 1):
        server.serve_json(f"{BASE}/releases/latest", {**RELEASE, "body": "x" * length})
        assert len(ask().notes) == MAX_NOTES_LENGTH
    server.serve_json(f"{BASE}/releases/latest", {**RELEASE, "body": None})
    assert ask().notes == ""
