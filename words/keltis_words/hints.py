"""What a bot would do in one's place, and why, in a sentence."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.parts.cards import COLOUR
from keltis_engine.parts.oracle_board import STONE_VALUES
from keltis_words.games.cards import LETTERS, card_name, path_name
from keltis_words.games.oracle import stone_name
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words

REASONS: Final = {
    # the end
    "ends_ahead": N_("it ends the game, and you lead by {count}"),
    "ends_level": N_("it ends the game with the best equal"),
    "ends_behind": N_("it ends the game though you are {count} behind"),
    "could_end": N_("{name} could end it next"),
    "not_yet": N_("else the game ends, and you are {count} behind"),
    "step_ends": N_("a free step can end it with nobody ahead"),
    "may_end": N_("in {count} of 100 rolls you end it ahead"),
    # what lies there
    "points": N_("{count} at once"),
    "wish_stone": N_("a wish stone for {count}"),
    "mirror": N_("a mirror, worth about {count}"),
    "leprechaun": N_("a leprechaun: three of them pay"),
    "bonus_later": N_("on three leprechaun stones it pays {count}"),
    "spiral": N_("a spiral, which can lead to something better"),
    "spiral_to": N_("a spiral, then back to {stone}"),
    "clover": N_("its clover gives another step"),
    "clover_to": N_("its clover leads on to {stone}"),
    "again": N_("another turn at once"),
    "priestess": N_("the priestess meets your figure: {count}"),
    "priestess_near": N_("then the priestess stands near your figure"),
    "priestess_past": N_("then the priestess is past {name}"),
    "priestess_spares": N_("your figures stay where they are"),
    "figure_to": N_("a figure to {stone}"),
    "stone_counts": N_("its stone {count}"),
    "onward": N_("onward by {count}"),
    "back": N_("back by {count}"),
    # paths and rows
    "opens": N_("{path} may come to about {count}"),
    "cannot_finish": N_("{path} cannot be finished: about {count}"),
    "starts": N_("{path} has time: {count} to go in the goal"),
    "higher": N_("{path} gains {count}"),
    "may_follow": N_("up to {count} may follow"),
    "row_longer": N_("row {path} gains {count}"),
    "row_begins": N_("a new row begins with {count}"),
    "row_opens": N_("then row {path} takes {count} more of your hand"),
    "large_here": N_("may come to about 2 × {count}"),
    "large_waits": N_("the large one waits for more than {count}"),
    "spare_step": N_("its figure is at the end: another steps"),
    # cards
    "keeps": N_("keeps room for {count} of its colour"),
    "shuts": N_("shuts out {count} of its colour"),
    "fits_nowhere": N_("it fits your rows no more"),
    "no_row": N_("you have no row {path}"),
    "would_skip": N_("it would skip {count} in row {path}"),
    "least_missed": N_("of all cards you would miss it least"),
    "nobody_wants": N_("no other row takes it"),
    "could_use": N_("but {name} could use it"),
    "cards_needed": N_("you can use every card you have"),
    "fits_row": N_("it fits row {path}"),
    "follows_on": N_("and skips none"),
    "leaves_out": N_("but skips {count} in between"),
    "step_brings": N_("its step brings {count}"),
    "goes_with": N_("{path} has {count} of your hand to go with it"),
    "no_pile_fits": N_("no pile has a card for your rows"),
    "pile_leaves_out": N_("pile {path} would skip {count} in between"),
    "fresh_card": N_("a new card brings more than what lies there"),
    "deck_shorter": N_("the end comes nearer, and you lead by {count}"),
    "deck_lasts": N_("the deck lasts, and you are {count} behind"),
    "deck_stays": N_("the deck stays as it is"),
    # dice
    "roll_stands": N_("another roll would hardly bring more"),
    "kept_gains": N_("{path} gains {count} already"),
    "kept_hopes": N_("{path} can go on with {count} dice"),
    "kept_starts": N_("{path} starts already"),
    "rolls_better": N_("the rest adds about {count}"),
    "rolls_little": N_("the rest may add a little"),
    # stones
    "turn_hopes": N_("an unknown stone brings about {count}"),
    "turn_any": N_("nothing that lies open brings more"),
    "none_fits": N_("no open stone fits your rows"),
    "would_begin": N_("{card} would only begin a row"),
    "would_narrow": N_("{card} would leave its row less room"),
    "would_close": N_("after {card} its row would take no more"),
    "can_wait": N_("{card} can wait: no other row takes it"),
    "would_take": N_("else {name} takes it"),
    "row_closed": N_("row {path} would take no more"),
    "row_narrowed": N_("row {path} would take only {count} more"),
    "instead_of": N_("not {count}"),
    "only_now": N_("for {count} now"),
    "left_for_row": N_("stones of its colour left: {count}"),
    "stone_hurts": N_("it would cost more than it brings"),
    "does_not_fit": N_("it does not fit your row"),
    # what is left unused
    "step_costs": N_("a step would cost at least {count}"),
    "adds_only": N_("the best step would only add {count}"),
    "nothing_gained": N_("nothing there would gain"),
}
"""A part of a sentence for each reason."""

SIGNED: Final = frozenset(
    {
        *("points", "wish_stone", "priestess", "stone_counts", "higher", "row_longer"),
        *("row_begins", "step_brings", "kept_gains", "only_now"),
    }
)
"""Reasons that tell a difference in points."""


def hint_begins(words: Words, bot: str, move: str = "") -> str:
    """Whose advice it is, and which."""
    who = words._("Hint ({bot}):", bot=bot)
    return f"{who} {move}:" if move else who


def other_hint(words: Words, bot: str, move: str) -> str:
    """What another bot would do instead, and the key that leads there; without a move the same."""
    if not move:
        return words._("{bot} too", bot=bot)
    return words._("h: {bot} {move}", bot=bot, move=move)


def better_begins(words: Words, name: str, count: int, move: str = "") -> str:
    """For whom another move would have been better, by how much, and which."""
    who = words._("Better for {name}, {count} in 100 games:", name=name, count=count)
    return f"{who} {move}:" if move else who


def reason_said(words: Words, glyphs: Glyphs, names: Sequence[str], reason: Reason) -> str:
    """A reason as a part of a sentence; empty for one that this program cannot say."""
    code, count, colour, seat = reason
    text = REASONS.get(code, "")
    numbered: tuple[tuple[str, int, Sequence[object]], ...] = (
        ("{stone}", count, STONE_VALUES),
        ("{card}", count, COLOUR),
        ("{path}", colour, LETTERS),
        ("{name}", seat, names),
    )
    if any(used in text and not 0 <= number < len(every) for used, number, every in numbered):
        return ""
    return words._(
        text,
        count=f"{count:+d}" if code in SIGNED else count,
        path=path_name(colour, glyphs) if "{path}" in text else "",
        name=names[seat] if "{name}" in text else "",
        stone=stone_name(words, glyphs, count) if "{stone}" in text else "",
        card=card_name(count) if "{card}" in text else "",
    )
