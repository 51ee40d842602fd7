"""Every code a server gives as a reason; the games' own for moves stand in `GAMES.md`."""

from typing import Final

REFUSALS: Final = frozenset(
    {
        *("version", "hello_first", "internal_error", "store_failed", "busy"),
        "account_gone",
        *("name_needed", "name_taken", "name_reserved", "name_characters", "name_mixed_scripts"),
        *("name_too_short", "name_too_long"),
        *(
            "unknown_game",
            "bad_seats",
            "bad_option",
            "bad_setting",
            "at_table",
            "house_full",
            "too_many_tables",
        ),
        *(
            "too_many_tables_here",
            "too_many_games",
            "too_many_kept_games",
            "enough_games",
            "log_full",
            "game_too_long",
        ),
        *("too_many_names", "renamed_often", "too_much_talk_here"),
        *("no_such_table", "too_many_tries", "game_running", "table_full", "no_such_seat"),
        *("seat_taken", "not_at_table", "not_seated", "not_owner", "unknown_bot"),
        *("seats_taken", "asked_to_leave", "own_seat", "no_person"),
        *("not_away", "bad_choice", "away_too_short", "time_up", "no_live_clock"),
        *("word_characters", "word_too_long", "game_not_over", "other_rules"),
        "table_damaged",
        *("rated_needs_key", "no_such_person", "no_page"),
        *("line_empty", "line_characters", "said_already", "too_much_talk", "nothing_said"),
        *("no_watchers", "too_many_watchers", "hand_closed", "rated_table"),
        *("no_game", "game_over", "stale", "not_your_turn", "bad_move", "cannot_take_back"),
        *("no_hints", "bad_message"),
    }
)
"""Why a command was not carried out (`Refused.reason`)."""

CLOSINGS: Final = frozenset(
    {
        *("shutdown", "taken_over", "too_slow", "version", "bad_message", "frame_too_large"),
        *("store_failed", "idle", "account_gone", "too_many_sessions", "restart"),
        *("too_many_here", "too_many_guests_here"),
    }
)
"""Why the server ends a connection (`Closing.reason`)."""

LEAVINGS: Final = frozenset({"", "table_closed", "asked_to_leave", "no_watchers"})
"""Why somebody is no longer at a table (`LeftTable.reason`); empty if they asked for it."""
