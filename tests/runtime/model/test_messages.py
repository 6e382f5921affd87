"""Messages: templates with arguments, rendered in English."""

from pathlib import Path

import pytest

from runtime.model.messages import MessageFormatter, literal, message, sentences
from runtime.model.sizes import size_of


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (message("plain", "The match ended."), "The match ended."),
        (message("named", "{name} ended after {seconds:.1f} s.", name="Kim", seconds=2.25), "Kim ended after 2.2 s."),
        (message("path", "{path} is missing.", path=Path("a/b.toml")), f"{Path('a/b.toml')} is missing."),
        (message("size", "More than {size}.", size=size_of(2_500_000)), "More than 2.5 MB."),
        (message("nested", "Ended: {reason}", reason=message("r", "{n} left", n=3)), "Ended: 3 left"),
        (message("brace", "Write {{}} for {key}.", key="{x}"), "Write {} for {x}."),
        (message("list", "Waiting for {names}", names=("A",)), "Waiting for A"),
        (message("list", "Waiting for {names}", names=("A", "B", "C")), "Waiting for A, B and C"),
        (message("list", "Use {names:or}.", names=("A", message("b", "B"))), "Use A or B."),
        (message("list", "{names:,}", names=("A", "B", "C")), "A, B, C"),
        (message("list", "{names:;}", names=("A", "B")), "A; B"),
        (message("list", "[{names}]", names=()), "[]"),
        (literal("{not a field}"), "{not a field}"),
        (sentences("One.", None, message("two", "Two {n}.", n=2), ""), "One. Two 2."),
    ],
)
def test_english(made, text):
    assert str(made) == text


def test_the_code_of_joined_sentences_is_the_first_one():
    first, second = message("first", "A."), message("second", "B.")
    assert sentences("Said.", first, second).code == "first"
    assert sentences(first) is first
    assert sentences("Said.").code == "text"


def test_json_has_code_and_arguments():
    made = message("m", "{n} {name} {reason} {names}", n=2, name="A", reason=message("r", "R{n}", n=1), names=("x", 3))
    assert made.as_json() == {"code": "m", "args": {"n": 2, "name": "A", "reason": "R1", "names": ["x", 3]}}


def test_another_language_translates_templates_and_never_external_text():
    class Shouting(MessageFormatter):
        def translated(self, template):
            return template.upper() if "{" not in template else template.replace("ended", "ENDE")

    made = message("m", "{name} ended: {reason}", name="ended", reason=message("r", "ended"))
    assert Shouting().render(made) == "ended ENDE: ENDED"


def test_messages_are_values():
    assert message("a", "{n}", n=1) == message("a", "{n}", n=1)
    assert len({message("a", "{n}", n=1), message("a", "{n}", n=1), message("a", "{n}", n=2)}) == 2
