"""A leaderboard and somebody's page to show: made up, and told as facts."""

from keltis_protocol.messages import (
    GameRecord,
    Ladder,
    LadderRow,
    Opponent,
    Page,
    PageGame,
    PageSeat,
    RatingChange,
    RatingNow,
    Ratings,
)
from screenshots.played import CODE
from screenshots.staged import NOW

_PEOPLE = (
    ("gábor", 2014, 118, 41), ("ann", 1902, 96, 63), ("Юля", 1811, 104, 22), ("bob", 1777, 131, 18),
    ("cleo", 1650, 140, 12), ("jürgen", 1588, 155, 10), ("dai", 1402, 120, 35),
    ("fia", 1731, 322, 4), ("rhys", 1488, 390, 2), ("sixteen-letters_", 1390, 401, 1),
)  # fmt: skip
_CURVE = (
    1500, 1655, 1762, 1690, 1788, 1851, 1799, 1740, 1811, 1866, 1920, 1871, 1833, 1884, 1925, 1960,
    1938, 1902, 1867, 1829, 1848, 1880, 1911, 1944, 1921, 1885, 1902,
)  # fmt: skip
_GAMES = (
    (21, (("ann", "person", 1, 43, 24), ("bob", "person", 2, 31, -24))),
    (190, (("gábor", "person", 1, 51, 19), ("ann", "person", 2, 40, -4),
        ("Юля", "person", 3, 12, -15))),
    (300, (("ann", "person", 1, 38, None), ("cyd", "guest", 2, 20, None))),
    (1500, (("ann", "person", 1, 47, 11), ("club", "bot", 2, 44, None),
        ("dai", "person", 3, 9, -11))),
    (2900, (("somebody", "", 1, 30, 21), ("ann", "person", 1, 30, -2))),
    (9000, (("ann", "person", 2, 17, -30), ("cleo", "person", 1, 35, 30))),
    (9900, (("ann", "person", 1, 29, 12), ("rhys", "person", 2, -4, -12))),
    (15000, (("ann", "person", 4, 3, -22), ("bob", "person", 1, 33, 9), ("dai", "person", 2, 31, 8),
        ("gábor", "person", 3, 21, 5))),
)  # fmt: skip


def ladder(*, bots: bool = False) -> Ladder:
    """A leaderboard of Keltis."""
    rows = [
        LadderRow(name=name, rating=rating, deviation=sure, games=games, provisional=games < 10)
        for name, rating, sure, games in _PEOPLE
    ]
    club = LadderRow(name="club", rating=2429, deviation=0, bot=True)
    novice = LadderRow(name="novice", rating=1473, deviation=0, bot=True)
    if bots:
        rows = [club, *rows[:4], novice, *rows[6:9]]
    return Ladder(game="keltis", bots=bots, rows=rows)


def page(*, own: bool = False) -> Page:
    """The page of somebody who has played a lot."""
    return Page(
        name="ann",
        own=own,
        game="keltis",
        records=[
            GameRecord(game="keltis", games=118, won=61, best=64),
            GameRecord(game="dice", games=3, won=0, best=38),
        ],
        ratings=[
            RatingNow(
                bots=False, rating=1902, deviation=96, games=63, provisional=False,
                curve=list(_CURVE),
            ),
            RatingNow(
                bots=True, rating=2105, deviation=240, games=7, provisional=True, curve=[1500, 2105]
            ),
        ],
        games=[
            PageGame(
                table=f"T{number}XY",
                at=int((NOW - minutes * 60) * 1000),
                own=next(n for n, seat in enumerate(seats) if seat[0] == "ann"),
                seats=[
                    PageSeat(name=name, kind=kind, place=place, total=total, change=change)
                    for name, kind, place, total, change in seats
                ],
            )
            for number, (minutes, seats) in enumerate(_GAMES)
        ],
        opponents=[
            Opponent(name=name, bot=name == "club", games=games, ahead=ahead, behind=behind)
            for name, games, ahead, behind in (
                ("gábor", 31, 12, 17), ("bob", 28, 19, 9), ("club", 20, 9, 11), ("Юля", 11, 6, 4),
                ("sixteen-letters_", 6, 6, 0), ("dai", 2, 1, 1),
            )
        ],
    )  # fmt: skip


def changes() -> Ratings:
    """What a game of four did to ratings."""
    moved = ((1902, 1926, False), (1500, 1377, True), (1777, 1791, False), (1650, 1612, False))
    return Ratings(
        table=CODE,
        changes=[
            RatingChange(seat=seat, before=before, after=after, provisional=provisional)
            for seat, (before, after, provisional) in enumerate(moved)
        ],
    )
