from runtime.agents.launcher import ProcessTable, Role, agent_of


def test_the_first_process_has_the_agents_key_and_no_key_is_used_twice():
    table = ProcessTable()
    keys = [table.add("blue-1", Role.PLAYING), table.add("blue-1", Role.CHECK), table.add("orange-1", Role.PLAYING)]
    table.remove("blue-1~2")
    keys.append(table.add("blue-1", Role.NEXT))
    assert keys == ["blue-1", "blue-1~2", "orange-1", "blue-1~3"]
    assert [agent_of(key) for key in keys] == ["blue-1", "blue-1", "orange-1", "blue-1"]


def test_a_promoted_standby_plays_and_its_predecessor_leaves():
    table = ProcessTable()
    old, new = table.add("blue-1", Role.PLAYING), table.add("blue-1", Role.NEXT)
    assert (table.playing("blue-1"), table.role(new)) == (old, Role.NEXT)
    table.promote(new)
    assert (table.playing("blue-1"), table.role(old)) == (new, Role.LEAVING)
    assert table.of("blue-1") == (old, new)
    table.remove(old)
    assert table.of("blue-1") == (new,)


def test_an_agent_whose_process_is_gone_or_ending_does_not_play():
    table = ProcessTable()
    key = table.add("blue-1", Role.PLAYING)
    table.release(key)
    assert (table.playing("blue-1"), table.role(key)) == (None, Role.LEAVING)
    table.remove(key)
    table.remove(key)
    table.release(key)
    assert (table.of("blue-1"), table.role(key)) == ((), Role.LEAVING)
