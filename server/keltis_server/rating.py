"""How good somebody is at a game, as far as games tell: Bradley and Terry's model, from openskill.

Everything is counted in whole thousandths of a point, so that the same games come to the same
ratings on every machine.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import BradleyTerryPart

FORM: Final = "1"
"""Raised when the same games come to other ratings: those that are stored are made anew then."""
POINT: Final = 1000
BEGIN: Final = 1500.0
"""Everybody's rating before the first game …"""
UNSURE: Final = 500.0
"""… and how far off it may be (one standard deviation)."""
DRIFT: Final = 5.0
"""How much less sure a rating is with every game, for people change."""
SURE: Final = 0.5
"""The same for a bot, whose rating is measured and never moves."""
SPREAD: Final = 1500.0
"""What luck does in a game for which nothing was fitted."""
BOTS: Final = "+bots"
"""Ends the name of a ladder on which bots stand."""
BOT: Final = "bot:"
"""Begins the id by which a bot is told from a person."""


class Rating(NamedTuple):
    """What is believed of somebody, in thousandths of a point."""

    mu: int = round(BEGIN * POINT)
    sigma: int = round(UNSURE * POINT)


class Fit(NamedTuple):
    """What `python -m benchmarks.rating_fit` found for a game, in points."""

    beta: float
    """How much luck there is in one game."""
    bots: Mapping[str, float]
    """What each bot's strength is."""


FITS: Final[Mapping[str, Fit]] = {
    "keltis": Fit(1250, {"any": -1269, "novice": 1473, "club": 2429, "master": 2870}),
    "oracle": Fit(500, {"any": -727, "novice": 593, "club": 2341, "master": 2341}),
    "dice": Fit(750, {"any": -1237, "novice": 1065, "club": 2096, "master": 1879}),
    "stones": Fit(1000, {"any": -964, "novice": 1163, "club": 2335, "master": 3670}),
}
"""By game; another fit is another `FORM`. `docs/ratings.md` has the figures."""


def ladder_of(game: str, *, bots: bool) -> str:
    """The ladder on which a game counts: people among themselves, or with bots."""
    return game + BOTS if bots else game


def game_of(ladder: str) -> str:
    """The game of a ladder."""
    return ladder.removesuffix(BOTS)


def bot_rating(game: str, bot: str) -> Rating:
    """What a bot's strength is; one that was not measured counts as a beginner."""
    fit = FITS.get(game)
    mu = fit.bots.get(bot, BEGIN) if fit is not None else BEGIN
    return Rating(round(mu * POINT), round(SURE * POINT))


def rated(game: str, before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """What is believed of each after a game that ended so; equal places are a tie."""
    fit = FITS.get(game)
    model = model_with(SPREAD if fit is None else fit.beta)
    teams = [[model.rating(each.mu / POINT, each.sigma / POINT)] for each in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(round(team[0].mu * POINT), round(team[0].sigma * POINT)) for team in after]


@cache
def model_with(beta: float) -> "BradleyTerryPart":
    """The model of a game with so much luck."""
    from openskill.models import BradleyTerryPart  # takes a while, and few need it

    return BradleyTerryPart(mu=BEGIN, sigma=UNSURE, beta=beta, tau=DRIFT)
