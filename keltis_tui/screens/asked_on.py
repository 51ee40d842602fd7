"""What is asked below a score sheet: whether one plays on, and whom everybody waits for."""

from keltis_tui.canvas.fitting import without_keys
from keltis_tui.client import Client
from keltis_tui.table.client_game import ClientGame
from keltis_words.absence import left


def is_ready(client: Client) -> bool:
    """Whether this person has said so."""
    table = client.table
    return table is not None and table.seat is not None and table.seats[table.seat].ready


def rated(client: Client, game: ClientGame) -> bool:
    """Whether a game counted for ratings."""
    table = client.table
    return table is not None and game.over and table.settings.get("rated") == "yes"


def asked(client: Client, game: ClientGame, absent: str, room: int) -> str:
    """What can be done now, or whom everybody waits for; `absent` asks about one who is away."""
    words, view, table = client.words, game.view, client.table
    if not game.ended:
        return ""
    if is_ready(client) and absent:
        return without_keys(absent, room)
    if is_ready(client):
        seats = table.seats if table is not None else []
        late = [seat.name for seat in seats if seat.kind == "person" and not seat.ready]
        if not late:
            return words._("You are ready; there are free seats yet.")
        names, most = ", ".join(late), _at_most(client)
        said = words._("You are ready; waiting for {names}{most}.", names=names, most=most)
        return without_keys(said, room)
    if game.between_games and view.match is not None:
        return words._(
            "Enter begins game {number} of {games}{most}.",
            number=len(view.match.scores) + 2,
            games=view.match.games,
            most=_at_most(client),
        )
    if rated(client, game):
        return words._("Once more? n plays again. r shows who stands where.")
    return words._("Once more? n plays again.")


def _at_most(client: Client) -> str:
    """How long the next game of a match waits for those who are not ready, in brackets."""
    seconds = client.clocks.until_next_game
    if seconds is None:
        return ""
    return client.words._(" ({time} at most)", time=left(client.words, seconds))
