from runtime.agents.launcher import ProcessTable, Role, agent_of


def test_the_first_process_has_the_agents_key_and_no_key_is_used_twice():
    crew = ProcessTable()
    keys = [crew.join("blue-1", Role.PLAYING), crew.join("blue-1", Role.PROBE), crew.join("orange-1", Role.PLAYING)]
    crew.forget("blue-1~2")
    keys.append(crew.join("blue-1", Role.NEXT))
    assert keys == ["blue-1", "blue-1~2", "orange-1", "blue-1~3"]
    assert [agent_of(key) for key in keys] == ["blue-1", "blue-1", "orange-1", "blue-1"]


def test_who_is_promoted_plays_and_who_played_leaves():
    crew = ProcessTable()
    old, new = crew.join("blue-1", Role.PLAYING), crew.join("blue-1", Role.NEXT)
    assert (crew.playing("blue-1"), crew.role(new)) == (old, Role.NEXT)
    crew.promote(new)
    assert (crew.playing("blue-1"), crew.role(old)) == (new, Role.LEAVING)
    assert crew.of("blue-1") == (old, new)
    crew.forget(old)
    assert crew.of("blue-1") == (new,)


def test_nobody_plays_for_an_agent_whose_process_is_gone_or_on_its_way_out():
    crew = ProcessTable()
    key = crew.join("blue-1", Role.PLAYING)
    crew.release(key)
    assert (crew.playing("blue-1"), crew.role(key)) == (None, Role.LEAVING)
    crew.forget(key)
    crew.forget(key)
    crew.release(key)
    assert (crew.of("blue-1"), crew.role(key)) == ((), Role.LEAVING)


def test_the_processes_of_a_role():
    crew = ProcessTable()
    crew.join("blue-1", Role.PLAYING)
    probes = (crew.join("blue-1", Role.PROBE), crew.join("blue-2", Role.PROBE))
    assert crew.all_of(Role.PROBE) == probes
    assert crew.all_of(Role.NEXT) == ()
