"""Tables are looked at when their time has come, in order, and never when it was taken back."""

from keltis_server.tables.deadlines import Deadlines
from tests.attacks.clock import Clock


async def test_each_table_is_looked_at_once_when_its_time_has_come() -> None:
    clock, seen = Clock(), list[str]()
    deadlines = Deadlines(seen.append)
    for table, seconds in (("LATE", 30.0), ("SOON", 10.0), ("GONE", 20.0), ("MOVED", 5.0)):
        deadlines.put(table, seconds)
    deadlines.drop("GONE")
    deadlines.put("MOVED", 25.0)
    await clock.go_on(9.0)
    assert seen == []
    await clock.go_on(11.0)
    assert seen == ["SOON"]
    await clock.go_on(60.0)
    assert seen == ["SOON", "MOVED", "LATE"]
    await clock.go_on(60.0)
    assert len(seen) == 3


async def test_one_that_is_put_while_another_is_looked_at_counts_and_none_after_the_end() -> None:
    clock, seen = Clock(), list[str]()

    def again(table: str) -> None:
        seen.append(table)
        deadlines.put(table, 10.0)

    deadlines = Deadlines(again)
    deadlines.put("A", 10.0)
    await clock.go_on(30.0, steps=3)
    assert seen == ["A", "A", "A"]
    deadlines.close()
    await clock.go_on(30.0, steps=3)
    assert len(seen) == 3


async def test_table_that_changes_without_end_takes_no_room() -> None:
    deadlines = Deadlines(lambda _: None)
    for _ in range(10_000):
        deadlines.put("A", 3600.0)
    assert len(deadlines._queue) < 100
    deadlines.close()
