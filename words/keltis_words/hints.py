"""What a bot would do in one's place, and why, in a sentence."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.bots.reasons.reason import Reason
from keltis_words.games.cards import path_name
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words

REASONS: Final = {
    # the end
    "ends_ahead": N_("it ends the game, and you lead by {count}"),
    "ends_level": N_("it ends the game with the best equal"),
    "ends_behind": N_("it ends the game though you are {count} behind"),
    # what lies there
    "points": N_("{count} at once"),
    "wish_stone": N_("a wish stone, which adds {count}"),
    "mirror": N_("a mirror, worth about {count}"),
    "leprechaun": N_("a leprechaun: three of them pay"),
    "spiral": N_("a spiral, which can lead to something better"),
    "clover": N_("its clover gives another step"),
    "again": N_("another turn at once"),
    "priestess": N_("the priestess meets your figure: {count}"),
    "priestess_waits": N_("the priestess waits where your figures come by"),
    "onward": N_("onward by {count}"),
    # paths and rows
    "opens": N_("opens {path}, which may come to about {count}"),
    "cannot_finish": N_("opens {path}, which would end at about {count}"),
    "starts": N_("starts {path} while there is time"),
    "higher": N_("{path} gains {count}"),
    "row_longer": N_("your row {path} gains {count}"),
    "row_opens": N_("your row {path} takes more again"),
    "large_here": N_("the large figure counts twice, and {path} leads far"),
    "large_waits": N_("the large figure waits for a better path"),
    "spare_step": N_("its figure is at the end, so another one steps"),
    # cards
    "keeps": N_("keeps room for {count} more of its colour"),
    "shuts": N_("shuts out {count} of its colour"),
    "fits_nowhere": N_("it fits your rows no more"),
    "least_missed": N_("of all cards you would miss it least"),
    "nobody_wants": N_("nobody else has a row for it"),
    "could_use": N_("but {name} could use it"),
    "fits_row": N_("it fits your row"),
    "no_pile_fits": N_("no pile has a card that fits"),
    "fresh_card": N_("a new card brings more than what lies there"),
    # dice and stones
    "roll_stands": N_("this roll is worth about {count}"),
    "rolls_better": N_("the other dice bring about {count} more"),
    "rolls_little": N_("the other dice may bring a little more"),
    "turn_hopes": N_("an unknown stone brings about {count}"),
    "turn_any": N_("nothing that lies open brings more"),
    "would_take": N_("else {name} takes it"),
    "stone_hurts": N_("it would cost more than it brings"),
    "does_not_fit": N_("it does not fit your row"),
    "nothing_gained": N_("nothing there would gain"),
}
"""A part of a sentence for each reason."""


def bot_said(words: Words, bot: str) -> str:
    """Whose advice it is."""
    return words._("Hint ({bot}):", bot=bot)


def reason_said(words: Words, glyphs: Glyphs, names: Sequence[str], reason: Reason) -> str:
    """A reason as a part of a sentence; empty for one this program does not know."""
    code, count, colour, seat = reason
    if code not in REASONS:
        return ""
    return words._(
        REASONS[code],
        count=f"{count:+d}" if code in SIGNED else count,
        path=path_name(colour, glyphs) if colour >= 0 else "",
        name=names[seat] if 0 <= seat < len(names) else "",
    )


SIGNED: Final = frozenset({"points", "wish_stone", "priestess", "higher", "row_longer"})
"""Reasons that tell a difference in points."""
