from runtime.model.driving import DEFAULT_KEYS, conflicts, keys_from, texts_of
from runtime.model.driving import DriveAction as Do


def test_the_defaults_have_no_conflict_although_power_slide_and_air_roll_share_a_key():
    assert conflicts(DEFAULT_KEYS) == {}


def test_two_actions_with_one_key_are_a_conflict_of_both():
    keys = {**DEFAULT_KEYS, Do.JUMP: "Q"}
    assert conflicts(keys) == {Do.JUMP: (Do.ROLL_LEFT,), Do.ROLL_LEFT: (Do.JUMP,)}
    assert conflicts({Do.AIR_ROLL: "Q", Do.ROLL_LEFT: "Q"}), "both work in the air"


def test_settings_keep_changes_of_the_defaults_only():
    keys = {**DEFAULT_KEYS, Do.JUMP: "J"}
    del keys[Do.BALL_CAM]
    assert texts_of(keys) == ("jump=J", "ball_cam=")
    assert keys_from(texts_of(keys)) == keys
    assert texts_of(DEFAULT_KEYS) == ()
    assert keys_from(("nonsense", "fly=F", "")) == DEFAULT_KEYS
