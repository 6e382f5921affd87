import itertools

import pytest

from runtime.model.states import ChildState
from runtime.processes.child import IllegalArrowError, LifeEvent, advance

S, E = ChildState, LifeEvent
LEGAL = {
    (S.STARTING, E.SPAWNED): S.RUNNING,
    (S.STARTING, E.REFUSED): S.FAILED,
    (S.RUNNING, E.STOP_ASKED): S.ASKED,
    (S.RUNNING, E.EMPTIED): S.EXITED,
    (S.ASKED, E.GRACE_OVER): S.TERMINATING,
    (S.ASKED, E.EMPTIED): S.STOPPED,
    (S.TERMINATING, E.PATIENCE_OVER): S.KILLING,
    (S.TERMINATING, E.EMPTIED): S.STOPPED,
    (S.KILLING, E.EMPTIED): S.STOPPED,
}


@pytest.mark.parametrize(("arrow", "target"), LEGAL.items(), ids=lambda value: getattr(value, "name", None))
def test_legal_arrows_lead_where_they_should(arrow, target):
    assert advance(*arrow) is target


@pytest.mark.parametrize("arrow", [arrow for arrow in itertools.product(S, E) if arrow not in LEGAL])
def test_every_other_arrow_raises_and_names_both_ends(arrow):
    with pytest.raises(IllegalArrowError, match=f"{arrow[1].name} .* {arrow[0].name}"):
        advance(*arrow)


def test_final_states_have_no_way_out():
    assert {state for state in S if not any(source is state for source, _ in LEGAL)} == {
        state for state in S if state.is_final
    }
