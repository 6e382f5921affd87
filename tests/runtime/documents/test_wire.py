from dataclasses import fields

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.documents import Car, CarKind, Loadout, Match, Mutators, Paint, Script, from_wire, to_wire
from runtime.documents.choices import (
    EXISTING_MATCH_BEHAVIORS,
    GAME_MODES,
    LAUNCHERS,
    MUTATORS,
    PERFORMANCE_MONITORS,
    RENDERINGS,
    SKILLS,
)
from runtime.protocol import pack_interface, unpack_interface

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NUMBERS = st.integers(0, 2**32 - 1)
IDS = st.integers(-(2**31), 2**31 - 1)
ENVIRONMENTS = st.lists(st.tuples(TEXTS, TEXTS), max_size=2).map(tuple)
PAINTS = st.builds(Paint, **{field.name: NUMBERS for field in fields(Paint)})
LOADOUTS = st.none() | st.builds(
    Loadout, **{field.name: PAINTS if field.name == "paint" else NUMBERS for field in fields(Loadout)}
)
BOTS = st.builds(
    Car,
    team=NUMBERS,
    name=TEXTS,
    agent_id=TEXTS.map(str.strip),
    root_dir=TEXTS,
    run_command=TEXTS,
    hivemind=st.booleans(),
    environment=ENVIRONMENTS,
    loadout=LOADOUTS,
    player_id=IDS,
)
PSYONIX = st.builds(
    Car,
    kind=st.just(CarKind.PSYONIX),
    team=NUMBERS,
    name=TEXTS,
    loadout=LOADOUTS,
    skill=st.sampled_from(SKILLS),
    player_id=IDS,
)
HUMANS = st.builds(Car, kind=st.just(CarKind.HUMAN), team=NUMBERS, player_id=IDS)
SCRIPTS = st.builds(
    Script,
    name=TEXTS,
    agent_id=TEXTS.map(str.strip),
    root_dir=TEXTS,
    run_command=TEXTS,
    environment=ENVIRONMENTS,
    script_id=IDS,
)
MUTATOR_VALUES = st.builds(Mutators, **{key: st.sampled_from(names) for key, names in MUTATORS.items()})
MATCHES = st.builds(
    Match,
    launcher=st.sampled_from(LAUNCHERS),
    launcher_arg=TEXTS,
    auto_start_agents=st.booleans(),
    wait_for_agents=st.booleans(),
    performance_monitor=st.sampled_from(PERFORMANCE_MONITORS),
    game_mode=st.sampled_from(GAME_MODES),
    game_map_upk=TEXTS,
    skip_replays=st.booleans(),
    instant_start=st.booleans(),
    existing_match_behavior=st.sampled_from(EXISTING_MATCH_BEHAVIORS),
    enable_rendering=st.sampled_from(RENDERINGS),
    enable_state_setting=st.booleans(),
    auto_save_replay=st.booleans(),
    freeplay=st.booleans(),
    cars=st.lists(BOTS | PSYONIX | HUMANS, max_size=3).map(tuple),
    scripts=st.lists(SCRIPTS, max_size=2).map(tuple),
    mutators=MUTATOR_VALUES,
)


@settings(max_examples=40, deadline=None)
@given(MATCHES)
def test_there_and_back(match):
    assert from_wire(unpack_interface(pack_interface(to_wire(match)))) == match


def test_the_three_booleans_that_are_true_when_left_out_are_written():
    message = unpack_interface(pack_interface(to_wire(Match(auto_start_agents=False, enable_state_setting=False))))
    assert (message.auto_start_agents, message.wait_for_agents, message.enable_state_setting) == (False, True, False)


def test_every_mutator_has_the_names_and_numbers_of_the_wire():
    settings_of_wire = flat.MutatorSettings()
    assert tuple(MUTATORS) == settings_of_wire.__match_args__
    assert tuple(field.name for field in fields(Mutators)) == tuple(MUTATORS)
    for key, names in MUTATORS.items():
        kind = type(getattr(settings_of_wire, key))
        wire_names = [str(kind(number)).rpartition(".")[2].lower() for number in range(len(names))]
        assert wire_names == [name.lower() for name in names]
        assert getattr(Mutators(), key) == names[0]
        with pytest.raises(ValueError, match="Unknown value"):
            kind(len(names))


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (flat.Launcher, LAUNCHERS),
        (flat.GameMode, GAME_MODES),
        (flat.ExistingMatchBehavior, EXISTING_MATCH_BEHAVIORS),
        (flat.DebugRendering, RENDERINGS),
        (flat.PerformanceMonitor, PERFORMANCE_MONITORS),
        (flat.PsyonixSkill, SKILLS),
    ],
)
def test_other_choices_are_those_of_the_wire(kind, names):
    assert [str(kind(number)).rpartition(".")[2] for number in range(len(names))] == list(names)
    with pytest.raises(ValueError, match="Unknown value"):
        kind(len(names))


def test_an_empty_message_is_a_match():
    match = from_wire(flat.MatchConfiguration())
    assert (match.cars, match.scripts, match.mutators) == ((), (), Mutators())


@pytest.mark.parametrize(
    "match", [Match(launcher="x"), Match(launcher="__class__"), Match(mutators=Mutators(jump="x"))]
)
def test_unknown_names_are_rejected(match):
    with pytest.raises(ValueError, match="has no value"):
        to_wire(match)


def test_text_that_is_no_unicode_never_reaches_the_wire():
    match = Match(
        launcher_arg="\ud800",
        game_map_upk="\ud800",
        cars=(Car(name="a\udc80", root_dir="/\udcff", environment=(("\udcff", "\udcff"),)),),
        scripts=(Script(name="\udcff", agent_id="\udcff"),),
    )
    assert from_wire(unpack_interface(pack_interface(to_wire(match)))).cars[0].name == "a?"


def test_blanks_around_agent_ids_are_left_out():
    bot = flat.PlayerConfiguration(flat.CustomBot(name="A", agent_id=" a "), 0, 0)
    script = flat.ScriptConfiguration(name="S", agent_id="\ts ")
    match = from_wire(flat.MatchConfiguration(player_configurations=[bot], script_configurations=[script]))
    assert (match.cars[0].agent_id, match.scripts[0].agent_id) == ("a", "s")
