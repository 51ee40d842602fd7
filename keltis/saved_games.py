"""Where the files of finished games lie on a person's own machine."""

import re
from itertools import count
from pathlib import Path

from platformdirs import user_data_path, user_documents_path

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]|^\.+")
"""What a server must not get into the name of a file."""


def games_folder() -> Path:
    """Among the person's documents, if there is such a folder, else with the program's data."""
    documents = user_documents_path()
    return documents / "Keltis" if documents.is_dir() else user_data_path("keltis") / "games"


def save(name: str, text: str) -> str:
    """Write a file and say where it lies; another one of that name is never touched."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    wish = Path(_UNSAFE.sub("", name))
    for number in count(1):
        path = folder / (wish.name if number == 1 else f"{wish.stem}-{number}{wish.suffix}")
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            if path.is_file() and path.read_bytes() == text.encode():
                break  # it was saved before
        else:
            break
    return str(path)
