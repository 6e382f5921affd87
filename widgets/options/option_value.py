"""Values and requests of the panel with match settings."""

from dataclasses import dataclass
from enum import Enum

from runtime.model.messages import Text


class RemarkKind(Enum):
    """Reason why a value has no effect."""

    REFUSED = "refused"
    """The game refuses the match."""
    IDLE = "idle"
    """The game ignores the value."""
    WRONG = "wrong"
    """The document has an invalid value; the shown value is used instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark about a value."""

    kind: RemarkKind
    text: Text
    """A whole sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value that an option can have."""

    name: str
    """The value in documents; flags are "true" and "false"."""
    label: str = ""
    """A proper name; empty if the panel has words for the value."""
    remark: Remark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValue:
    """The state of one option."""

    key: str
    """The dotted key in documents."""
    label: str
    about: str = ""
    """One sentence; empty if the label says it all."""
    value: str
    default: str
    choices: tuple[Choice, ...]
    is_free: bool = False
    """True if any other text is valid too."""
    remark: Remark | None = None
    """Remark about the current value."""

    @property
    def is_flag(self) -> bool:
        """True if the option is a check box."""
        return tuple(choice.name for choice in self.choices) == ("false", "true")

    @property
    def is_changed(self) -> bool:
        """True if the document sets a value other than the default, or an invalid one."""
        return self.value != self.default or self.is_wrong

    @property
    def is_wrong(self) -> bool:
        """True if the document has an invalid value; `value` is used instead."""
        return self.remark is not None and self.remark.kind is RemarkKind.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetEntry:
    """A named set of options."""

    id: str
    """The id of a built-in preset, or the name of one of the user's."""
    is_own: bool
    remark: Remark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptEntry:
    """One script of the document."""

    position: int
    """Index in the document's list of scripts."""
    name: str
    about: str
    is_auto_start: bool
    problem: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsShown:
    """The content of the panel."""

    options: tuple[OptionValue, ...]
    presets: tuple[PresetEntry, ...]
    current_preset: PresetEntry | None
    """The preset with exactly these options; None if there is none."""
    scripts: tuple[ScriptEntry, ...]
    game: str = ""
    """The name of the game in a sentence, such as "the arena"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen:
    """Request: set an option."""

    key: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetRequested:
    """Request: reset options to their defaults."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetRequested:
    """Request: apply or delete a preset."""

    preset: PresetEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRequested:
    """Request: remove a script, or change whether it starts with the match."""

    position: int
    is_auto_start: bool = True
