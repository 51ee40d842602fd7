"""Why something is refused or why the line was closed, in words for each code."""

from keltis_words.words import N_, Words

REFUSALS = {
    "not_your_turn": N_("It is not your turn yet."),
    "game_over": N_("The game is over."),
    "row_goes_up": N_("Your row goes up: only the same value or a higher one fits."),
    "row_goes_down": N_("Your row goes down: only the same value or a lower one fits."),
    "card_not_in_hand": N_("You do not hold that card."),
    "no_such_card": N_("There is no such card."),
    "pile_empty": N_("That pile is empty."),
    "piles_closed": N_("The piles are closed until somebody draws from the deck."),
    "just_discarded": N_("You put a card there this turn, so that pile is closed to you."),
    "not_now": N_("That cannot be done now."),
    # what the server may refuse
    "stale": N_("Somebody was quicker; here is how things stand now."),
    "bad_move": N_("The server does not know that move; this program may be too old."),
    "no_hints": N_("At a rated table everybody thinks for themselves."),
    "cannot_take_back": N_("There is nothing that could be taken back."),
    "unknown_game": N_("The server does not offer that game."),
    "unknown_bot": N_("The server does not have that bot."),
    "bad_option": N_("That is not one of the choices."),
    "bad_setting": N_("A table cannot be set up like that."),
    "rated_needs_key": N_("Only people with a key can play at a rated table."),
    "no_such_person": N_("Nobody here has that name."),
    "no_page": N_("Only people with a key have a page."),
    "bad_seats": N_("That number of players cannot play this game."),
    "no_such_table": N_("There is no table with that code."),
    "no_such_seat": N_("There is no such seat at that table."),
    "table_full": N_("Every seat at that table is taken."),
    "seat_taken": N_("That seat is taken."),
    "at_table": N_("You sit at another table already; leave it first."),
    "not_at_table": N_("You do not sit at that table."),
    "not_seated": N_("You do not sit at that table."),
    "line_empty": N_("There is nothing to say yet."),
    "line_characters": N_("There is something in it that cannot be shown."),
    "said_already": N_("You have just said that."),
    "too_much_talk": N_("Let the others say something; wait a moment."),
    "too_much_talk_here": N_("Much was said from your address just now; wait a moment."),
    "nothing_said": N_("That player has said nothing here lately."),
    "not_owner": N_("Only the one whose table it is can do that."),
    "seats_taken": N_("More people and bots than that sit at the table."),
    "asked_to_leave": N_("You were asked to leave that table; sit down at another one."),
    "own_seat": N_("You sit there yourself."),
    "no_person": N_("Only another person at the table can have it."),
    "not_away": N_("They are here, or nobody waits for them now."),
    "bad_choice": N_("That is not one of the choices."),
    "no_live_clock": N_("There is no live clock here that could be turned into one by days."),
    "time_up": N_("Your time is up; a bot plays this turn."),
    "away_too_short": N_("They are away only for a moment yet; give them a little time."),
    "game_running": N_("The game there is running already."),
    "no_game": N_("No game is running there."),
    "too_many_tables": N_("Others are at several tables of yours now; go on at one of them first."),
    "too_many_games": N_("Others are at many tables of yours now; go on at one of them first."),
    "too_many_kept_games": N_(
        "You sit in very many unfinished games; finish or give up one first."
    ),
    "too_many_tables_here": N_("Very many tables were opened from your address; join one of them."),
    "enough_games": N_("Enough was played at this table; open another one."),
    "log_full": N_("Enough was said and taken back in this game; only moves are taken now."),
    "game_too_long": N_("That game is too long to be given out as a file."),
    "too_many_tries": N_("Too many wrong codes from your address; wait a few minutes."),
    "house_full": N_("There are too many tables already; try again later."),
    "busy": N_("That is too much at once; wait a moment."),
    "store_failed": N_("The server could not write that down, so it did not happen. Try again."),
    "account_gone": N_("This account was deleted or joined to another; come in once more."),
    "bad_message": N_("The server did not understand this program; one of the two is too old."),
    "internal_error": N_("Something went wrong in the server; it did not happen."),
    "hello_first": N_("The server did not understand this program."),
    "version": N_("This program and the server speak different versions; update the older one."),
    "game_not_over": N_("That game is not over yet; there is no file of it before."),
    "other_rules": N_("That was played under rules that this server no longer plays."),
    "table_damaged": N_("What was written down of that table is damaged, so it stays closed."),
    "word_characters": N_("Only characters that can be seen, please."),
    "word_too_long": N_("That word is too long: 64 letters at most."),
    "no_watchers": N_("Nobody may look on at that table."),
    "too_many_watchers": N_("As many look on there already as may; try again later."),
    "hand_closed": N_("That player does not let watchers see their cards."),
    "rated_table": N_("At a rated table nobody looks into anybody's cards."),
    # names
    "name_needed": N_("Choose a name first."),
    "too_many_names": N_("Many new names were taken from your address; come as a guest, or later."),
    "renamed_often": N_("You changed your name a few times just now; wait a while."),
    "name_taken": N_("Somebody else has that name, or one that looks the same."),
    "name_too_short": N_("That name is too short: two letters at least."),
    "name_too_long": N_("That name is too long: 16 letters at most."),
    "name_characters": N_("Only letters, digits and . _ - please, a letter or digit first."),
    "name_mixed_scripts": N_("Letters of one alphabet only, please."),
    "name_reserved": N_("That name is kept for the house; choose another."),
}
"""A sentence for each reason the server or the rules of several games give."""

CLOSINGS = {
    "shutdown": N_("The server is closing. Your game is kept; come back later."),
    "restart": N_("The server starts anew. Your game is kept; come back at once."),
    "taken_over": N_("You came in from somewhere else, so this window is closed."),
    "too_slow": N_("Your line was too slow to keep up. Your game is kept; come back."),
    "frame_too_large": N_("This program sent more at once than the server takes."),
    "store_failed": N_("The server cannot write anything down now. Your game is kept; come back."),
    "account_gone": N_("This account was deleted or joined to another. Come in once more."),
    "idle": N_("Nobody was there for a long while. Your game is kept; come back."),
    "too_many_sessions": N_("You are here too often already: please close another window first."),
    "too_many_here": N_(
        "As many windows are open from your address as may be: please come when one is closed."
    ),
    "too_many_guests_here": N_(
        "As many guests are here from your address as may be: come with a key (ssh-keygen makes "
        "one), or when one has gone."
    ),
    "table_closed": N_("That table is gone."),
    "asked_to_leave": N_("Whose table it was asked you to leave it. Here are the others."),
    "no_watchers": N_("Nobody may look on at that table any more."),
    "bad_message": N_("The server did not understand this program; one of the two is too old."),
    "version": N_("This program and the server speak different versions; update the older one."),
}
"""A sentence for each reason a line is closed."""


def refusal(words: Words, code: str) -> str:
    """Why something was refused."""
    known = REFUSALS.get(code)
    if known is not None:
        return words._(known)
    return words._("That was refused ({code}).", code=code)


def closing(words: Words, code: str) -> str:
    """Why the line was closed."""
    return words._(CLOSINGS.get(code, N_("The connection was lost. Your game is kept.")))
