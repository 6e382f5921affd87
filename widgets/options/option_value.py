"""What the panel of options shows, and what its user asks for."""

from dataclasses import dataclass
from enum import Enum

from runtime.model.messages import Text


class RemarkKind(Enum):
    """Why a value does not do what it says."""

    REFUSED = "refused"
    """The game does not play the match with it."""
    IDLE = "idle"
    """The game plays the match, and it changes nothing."""
    WRONG = "wrong"
    """The document says something that nobody understands; what is shown holds instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What must be known before a value is chosen."""

    kind: RemarkKind
    text: Text
    """A whole sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value that an option can have."""

    name: str
    """As documents write it; flags are "true" and "false"."""
    label: str = ""
    """A proper name; empty where the panel's own words say it."""
    remark: Remark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValue:
    """One option as it stands."""

    key: str
    """Dotted, as documents write it."""
    value: str
    default: str
    choices: tuple[Choice, ...]
    is_free: bool = False
    """Whether any other text is a value too."""
    remark: Remark | None = None
    """About the value that it has."""

    @property
    def is_flag(self) -> bool:
        """Whether it is on or off."""
        return tuple(choice.name for choice in self.choices) == ("false", "true")

    @property
    def is_changed(self) -> bool:
        """Whether the document sets it to another value than its default, or to a wrong one."""
        return self.value != self.default or self.is_wrong

    @property
    def is_wrong(self) -> bool:
        """Whether the document has a value that is not understood; `value` holds instead."""
        return self.remark is not None and self.remark.kind is RemarkKind.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetEntry:
    """A named set of options on offer."""

    id: str
    """Of a well-known one; the name of one of the user's own."""
    is_own: bool
    remark: Remark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptEntry:
    """One script of the document."""

    position: int
    """Place in the document's list of scripts."""
    name: str
    about: str
    is_auto_start: bool
    problem: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsShown:
    """Everything that the panel shows."""

    options: tuple[OptionValue, ...]
    presets: tuple[PresetEntry, ...]
    current_preset: PresetEntry | None
    """The one whose options these are; None for a mix of the user's."""
    scripts: tuple[ScriptEntry, ...]
    game: str = ""
    """The game that plays the match, as sentences call it, such as "the arena"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen:
    """The user wants an option to have a value."""

    key: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetRequested:
    """The user wants options back at their defaults."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetRequested:
    """The user wants the options of a preset, or a preset of their own gone."""

    preset: PresetEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRequested:
    """The user wants a script removed, or started by Kickabout or by hand."""

    position: int
    is_auto_start: bool = True
