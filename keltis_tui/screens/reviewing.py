"""What bots say of a finished game that is played back: chances, costly moves and better ones."""

import msgspec

from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.position import PlayerMove
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import CostlyMove, FetchReview, Review
from keltis_tui.client import Client
from keltis_tui.table.board import Board
from keltis_tui.table.decision import Decision
from keltis_tui.table.film import Film, Score
from keltis_tui.table.hints import advice_said, where
from keltis_tui.table.replayed import ReplayedGame
from keltis_words.game_words import GameWords
from keltis_words.hints import better_begins

_REASON = msgspec.msgpack.Decoder(Reason)


class Reviewing:
    """Asks for the review of one game and knows what came."""

    def __init__(self, client: Client, film: Film, table: str, number: int) -> None:
        self._client = client
        self._film = film
        self._table = table
        self._number = number
        self._asked = False
        self._costly: list[CostlyMove] = []
        self.chances: list[Score] = []
        """How often of a hundred times each seat would have won, turn by turn."""

    @property
    def possible(self) -> bool:
        """Whether the game was played at a table of the server."""
        return bool(self._table)

    @property
    def found(self) -> bool:
        """Whether there are turns that cost much."""
        return bool(self._costly)

    def ask(self) -> str:
        """Have bots look at the game, unless they do already; what is said meanwhile."""
        if not self._asked:
            self._asked = True
            self._client.ask(
                lambda command: FetchReview(id=command, table=self._table, number=self._number),
                refused=self._refused,
            )
        return self._client.words._("Bots look at the game again; it takes some seconds.")

    def _refused(self, reason: str) -> None:
        self._asked = False
        self._client.refused(reason)

    def hear(self, fact: Review) -> str:
        """Take in what they found; what is said of it."""
        words = self._client.words
        if fact.table != self._table:
            return ""
        if not fact.chances:
            self._asked = False
            return words._("The game could not be looked at again now.")
        self._costly = fact.costly
        self.chances = [
            Score(each.step, tuple(round(share / 10) for share in each.shares))
            for each in fact.chances
        ]
        if not fact.costly:
            return words._("They would have done much the same. c shows everybody's chances.")
        return words.ngettext(
            "{count} turn cost most: m leads there. c shows everybody's chances.",
            "{count} turns cost most: m leads there. c shows everybody's chances.",
            len(fact.costly),
        )

    def after(self, step: int) -> CostlyMove | None:
        """The next costly move, round and round."""
        later = [costly for costly in self._costly if costly.step > step]
        return next(iter(later or self._costly), None)

    def at(self, step: int) -> CostlyMove | None:
        """The costly move that was made at a step."""
        return next((costly for costly in self._costly if costly.step == step), None)

    def better(self, game: ReplayedGame, board: Board, costly: CostlyMove) -> Decision:
        """The better move, picked on the board."""
        position = self._film.position(costly.step)
        game.moves = list(position.legal_moves())
        decision = Decision(game, board, lambda: "risky")
        decision.show(where(decision, self._better(costly)))
        return decision

    def said(self, costly: CostlyMove, game: GameWords, names: list[str], room: int) -> str:
        """Which move would have been better, by how much, and why."""
        words, glyphs = self._client.words, self._client.glyphs
        reasons = [_REASON.decode(reason) for reason in costly.reasons]
        position, move = self._film.position(costly.step), self._better(costly)
        events = position.events(move, position.play(move), costly.seat)
        name, count = names[costly.seat], max(1, round(costly.cost / 10))
        made = game.word_move(words, glyphs, position.view(costly.seat), move, events)
        beginnings = [better_begins(words, name, count, made), better_begins(words, name, count)]
        return advice_said(words, glyphs, names, beginnings, reasons, room)

    def _better(self, costly: CostlyMove) -> PlayerMove:
        """The move that would have been better."""
        move: PlayerMove = msgspec.msgpack.decode(
            costly.better, type=RULE_SETS[self._film.game].player_moves
        )
        return move
