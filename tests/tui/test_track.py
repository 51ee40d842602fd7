"""The scoring track: where a marker stands, and that everything on it is seen."""

import pytest

from keltis_engine.position import View
from keltis_engine.rules import keltis, oracle
from keltis_tui.table.track import CELLS, Scale, field_of, gains_beside, places, scale_for
from keltis_words.glyphs import DRAWN
from screenshots.played import Played
from tests.tui.at_table import from_turn, screen_of
from tests.tui.conftest import Told

TRACKS = {"keltis": keltis.TRACK, "oracle": oracle.TRACK}
SCALES = [
    pytest.param(fields, scale_for(fields, room, "."), id=f"{fields}-{room}")
    for fields in TRACKS.values()
    for room in (200, 130, 60, 0)
]


def tracked(view: View) -> keltis.KeltisView | oracle.OracleView:
    """A view of a game with a track."""
    assert isinstance(view, keltis.KeltisView | oracle.OracleView)
    return view


def test_a_marker_starts_again_above_50_and_80_not_on_them() -> None:
    """K9, O12"""
    assert (keltis.TRACK, oracle.TRACK) == (50, 80)
    for fields in TRACKS.values():
        assert field_of(0, fields) == 0
        assert field_of(fields - 1, fields) == fields - 1
        assert field_of(fields, fields) == fields
        assert field_of(fields + 1, fields) == 1
        assert field_of(2 * fields, fields) == fields


@pytest.mark.parametrize(("fields", "scale"), SCALES)
def test_exactly_50_or_80_stands_before_the_last_number_and_one_more_at_the_start(
    fields: int, scale: Scale
) -> None:
    """K9, O12"""
    full, again = places([fields, fields + 1], fields, scale)
    assert full == scale.text.rindex(str(fields)) - 1
    assert [again] == places([1], fields, scale)


@pytest.mark.parametrize(("fields", "scale"), SCALES)
def test_no_marker_covers_a_digit_and_each_has_its_own_cell_in_order(
    fields: int, scale: Scale
) -> None:
    """K9, O12"""
    for point in range(fields + 1):
        for others in (point, min(point + 1, fields)):
            points = [point, others, point, others]
            cells = places(points, fields, scale)
            assert len(set(cells)) == len(cells)
            assert all(scale.text[cell] in ". " for cell in cells)
            in_order = sorted(range(4), key=cells.__getitem__)
            assert [points[seat] for seat in in_order] == sorted(points)


def test_every_field_of_a_wide_track_has_its_own_cell() -> None:
    wide = scale_for(50, 200, ".")
    assert wide.cells == CELLS[0]
    assert len({places([point], 50, wide)[0] for point in range(51)}) == 51


def test_what_was_just_scored_does_not_read_as_still_to_be_added() -> None:
    """`36(+4)`: the four are in the 36. Where four players leave no room for it, `36+4`."""
    assert gains_beside([27, 36], {1: 4}, "+", 14) == ["", "(+4)"]
    four = [31, 68, 12, 40]
    assert gains_beside(four, {1: 10, 2: 1, 3: 3}, "+", 23) == ["", "+10", "+1", "+3"]


@pytest.mark.law
@pytest.mark.parametrize("size", [(80, 24), (140, 45), (200, 60)], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", TRACKS)
def test_every_number_and_every_marker_of_the_track_is_seen(
    told: Told, game: str, seats: int, size: tuple[int, int]
) -> None:
    """K9, O12: also if all have the same points."""
    for enough in (1, 30):
        played = Played(game, seats, "a track").until(from_turn(enough))
        session = told(played.table(), played.changed())
        canvas = session.paint(*size)
        line = "".join(canvas.texts[screen_of(session).board.layout(*size).track])
        points = tracked(played.position.view(0)).points
        for number in range(0, TRACKS[game] + 1, 10):
            assert str(number) in line
        for seat, point in enumerate(points):
            assert line.count(DRAWN.large[seat]) == 2, line
            assert f"{DRAWN.large[seat]}{point}" in line
