"""The file on a person's own machine that remembers settings."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from platformdirs import user_config_path

_WORD: Final = re.compile(r"[a-z0-9_]{1,32}")


class SettingsFile:
    """Where `keltis play` and `keltis join` remember what a person has set."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or user_config_path("keltis") / "settings.toml"

    def preferences(self) -> dict[str, str]:
        """What the file says; nothing if it cannot be read."""
        try:
            read = tomllib.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            return {}
        return {name: value for name, value in read.items() if isinstance(value, str)}

    def remember(self, preferences: Mapping[str, str]) -> None:
        """Write the file anew; if that fails the settings last as long as the app."""
        lines = [
            f'{name} = "{value}"\n'
            for name, value in preferences.items()
            if _WORD.fullmatch(name) and _WORD.fullmatch(value)
        ]
        new = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text("".join(lines), encoding="utf-8")
            new.replace(self._path)
        except OSError:
            return
