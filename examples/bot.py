"""A bot of your own, whole: it opens a table against a bot of the server, or joins yours.

    pip install asyncssh msgpack
    python bot.py HOST [--port 2222] [--game keltis] [--join CODE] [--key FILE]

The server lists every move that can be made. `protocol/README.md` says what else a program may
send, `protocol/GAMES.md` what a view holds. Come in by `ssh` first: it learns the server's key.
"""

import argparse
import asyncio
import random
import uuid

import asyncssh
import msgpack


class Line:
    """Messages to and from the server: a length in four bytes, then as much msgpack."""

    def __init__(self, writer, reader):
        self.writer, self.reader = writer, reader

    def send(self, kind, **fields):
        if kind != "Hello":
            fields["id"] = uuid.uuid4().hex
        body = msgpack.packb({"type": kind, **fields})
        self.writer.write(len(body).to_bytes(4, "big") + body)

    async def receive(self):
        length = int.from_bytes(await self.reader.readexactly(4), "big")
        return msgpack.unpackb(await self.reader.readexactly(length), strict_map_key=False)


def choose(moves):
    """A move by chance, but nothing given away while something can be done."""
    last = ("discard", "leave_stone", "decline", "pass_turn")
    return random.choice([move for move in moves if move[0] not in last] or moves)


async def play(line, game, join):
    """Play one game to its end; everybody's points."""
    line.send("Hello", version=1, client="example bot")
    while True:
        match await line.receive():
            case {"type": "Welcome"} if join:
                line.send("JoinTable", table=join)
            case {"type": "Welcome"}:
                line.send("OpenTable", game=game, seats=2)
            case {"type": "TableChanged", "state": "open", "seat": seat} as table:
                if table["owner"] and not join and table["seats"][1]["kind"] == "free":
                    line.send("AddBot", table=table["table"], seat=1)
                elif not table["seats"][seat].get("ready"):
                    line.send("StartGame", table=table["table"])
            case {"type": "GameChanged", "moves": [_, *_] as moves, "table": table, "ply": ply}:
                line.send("PlayMove", table=table, ply=ply, move=choose(moves))
            case {"type": "GameChanged", "view": {"to_act": None, "totals": totals}}:
                return totals
            case {"type": "Refused" | "Closing", "reason": reason} if reason != "stale":
                raise SystemExit(f"the server says: {reason}")


async def main():
    options = argparse.ArgumentParser()
    options.add_argument("host")
    options.add_argument("--port", type=int, default=2222)
    options.add_argument("--game", default="keltis")
    options.add_argument("--join", default="")
    options.add_argument("--name", default="tinman")
    options.add_argument("--key", default=[], help="your account; without one you are a guest")
    args = options.parse_args()
    login = {"username": args.name, "client_keys": args.key, "password": ""}
    async with asyncssh.connect(args.host, args.port, **login) as conn:
        writer, reader, _ = await conn.open_session(subsystem="keltis", encoding=None)
        print(*await play(Line(writer, reader), args.game, args.join))


asyncio.run(main())
