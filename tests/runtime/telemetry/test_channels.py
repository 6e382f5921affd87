"""The registry of channels; run as a module, prints its table for docs/telemetry.md."""

from pathlib import Path

from runtime.telemetry import CHANNELS, Kind, Scope, Source, channels_of

DOCUMENT = Path(__file__).parents[3] / "docs" / "telemetry.md"


def table():
    lines = ["| id | title | unit | scope | kind | source | definition |", "|---|---|---|---|---|---|---|"]
    for each in CHANNELS.values():
        cells = each.title, each.unit, each.scope.value, each.kind.value, each.source.value, each.definition
        lines.append(f"| `{each.id}` | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def test_a_channel_says_what_it_is():
    for channel in CHANNELS.values():
        scope, _, name = channel.id.partition(".")
        assert scope == channel.scope.value
        assert name
        assert name == name.lower()
        assert str(channel.definition).endswith(".")
        assert not str(channel.title).endswith(".")
        assert channel.title.code == f"channel-{channel.id}".replace(".", "-").replace("_", "-")
        assert channel.definition.code == f"{channel.title.code}-text"
        assert channel.kind is not Kind.SHARE or (channel.unit, channel.bounds) == ("%", (0, 100))
        assert (channel.source is Source.PACKET) == (channel.scope in (Scope.CAR, Scope.MATCH))


def test_scopes_share_the_registry():
    assert [channel for scope in Scope for channel in channels_of(scope)] == list(CHANNELS.values())
    assert len({str(channel.title) for channel in channels_of(Scope.CAR)}) == len(channels_of(Scope.CAR))
    shares = {channel.scope for channel in CHANNELS.values() if channel.kind is Kind.SHARE}
    assert all(f"{scope.value}.play_time" in CHANNELS for scope in shares)


def test_the_document_lists_every_channel():
    assert table() in DOCUMENT.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(table())
