"""Palettes as data: what each role is coloured in; the themes make styles of them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Tones:
    """One of the five colours of the game, as text and as what text stands on."""

    text: str
    """On the ground."""
    stone: str
    other_stone: str
    """Every other stone, so that neighbours are told apart."""
    goal: str
    """A stone of the goal, and a card that can be played."""
    other_goal: str
    on_stone: str
    on_goal: str
    edge: str = ""
    """A stone's edges, if they are not of its own colour."""
    goal_edge: str = ""


@dataclass(frozen=True)
class Palette:
    """Every colour of a look, by what it is for."""

    ground: str
    text: str
    bright: str
    faint: str
    dim: str
    """What cannot be chosen now."""
    dim_card: str
    """The same, on a card."""
    rule: str
    bar: str
    """The ground of the lines at the edges."""
    bar_text: str
    bar_word: str
    goal: str
    gold: str
    """Whose turn it is and what can be chosen."""
    on_gold: str
    chosen: str
    would: str
    """The ground of what would happen."""
    problem: str
    preview: str
    line: str
    """The ground of the line in focus."""
    mark: str
    """The ground of what just happened."""
    points: str
    clover: str
    wish: str
    mirror: str
    spiral: str
    leprechaun: str
    value: str
    """Tiles of every kind and the value of a stone, on every stone."""
    priestess: str
    on_priestess: str
    oracle: str
    """The line around the oracle area."""
    earth: str
    """The ground of the start stone and of crossed branches."""
    branch: str
    back: str
    other_back: str
    """Stones that lie face down."""
    on_back: str
    gone: str
    """Where a stone lay."""
    seats: tuple[str, str, str, str]
    tones: tuple[Tones, Tones, Tones, Tones, Tones]


PEAT: Final = Palette(
    ground="#14181a", text="#c9c3b4", bright="#f2ebdd", faint="#868d86", dim="#7d837e",
    dim_card="#a39d93", rule="#39423c", bar="#1d2522", bar_text="#9dbb8b", bar_word="#a8aea2",
    goal="#b79a4c", gold="#f0c75e", on_gold="#17150d", chosen="#f0c75e", would="#a6e08c",
    problem="#f0a489", preview="#a9c79a", line="#2f3d34", mark="#31290e",
    points="#ffe08c", clover="#c4f2ae", wish="#cfeaff",
    mirror="#ffc38a", spiral="#e6f2a2", leprechaun="#ffc37e", value="#d8d2c4", priestess="#e3a8f5",
    on_priestess="#2a0d33", oracle="#f0533d", earth="#2b302d", branch="#b49d83", back="#2b332e",
    other_back="#333d36", on_back="#a3b0a5", gone="#4a544f",
    seats=("#ffffff", "#f0b877", "#c9d1d8", "#dcc5ff"),
    tones=(
        Tones("#d8775c", "#4d2a21", "#5f362b", "#7a3e2b", "#7a3e2d", "#e9c3b6", "#f6d9ce"),
        Tones("#e0b93b", "#3c3315", "#594d23", "#5e4d1e", "#5c4d1e", "#efe0ae", "#fbf0c8"),
        Tones("#e08fb0", "#4a2a38", "#5e3848", "#714055", "#6f3f54", "#f0cfdc", "#fbe2ec"),
        Tones("#7fba6a", "#24381e", "#36522d", "#36562b", "#38572e", "#cfe6c4", "#e0f3d7"),
        Tones("#6ea9d8", "#1e354a", "#2b4a64", "#2b5172", "#2b5172", "#c4dcf0", "#d9ebfb"),
    ),
)  # fmt: skip
"""Stone, moss and gold on peat."""

PARCHMENT: Final = Palette(
    ground="#f4efe4", text="#3d3a33", bright="#14120d", faint="#6b675d", dim="#706c62",
    dim_card="#5f5a50", rule="#cdc4b0", bar="#e3dac6", bar_text="#3f5734", bar_word="#565145",
    goal="#7a5c0c", gold="#7d5200", on_gold="#fffaf0", chosen="#7d5200", would="#2f5d22",
    problem="#a2321a", preview="#3a6030", line="#d9d9bd", mark="#f0dc9a",
    points="#633f00", clover="#1f4a12", wish="#173d63",
    mirror="#6e3300", spiral="#42480a", leprechaun="#6b3500", value="#4a453a", priestess="#7a2d92",
    on_priestess="#fff3ff", oracle="#b32510", earth="#e0d8c6", branch="#5f4d38", back="#d3cdbb",
    other_back="#c9c2ae", on_back="#4d493f", gone="#b3ab97",
    seats=("#111111", "#7a3f08", "#4a525a", "#5b2a94"),
    tones=(
        Tones("#a3411f", "#efd3c8", "#eccec1", "#f0cec0", "#efcdc1", "#4a1c0d", "#3a1407"),
        Tones("#735500", "#f0e2b4", "#ead9a2", "#ebd387", "#ead48e", "#3f3000", "#2f2400"),
        Tones("#9c3864", "#f2d5e0", "#edccd9", "#f0cbd9", "#efcbd9", "#4c152d", "#3c0f23"),
        Tones("#37672a", "#d5e6cb", "#c8deba", "#c2ddb1", "#c2dcb3", "#173510", "#0f2909"),
        Tones("#1f5f94", "#cfe0ee", "#c2d7e8", "#bfd8ec", "#c1d8eb", "#0d2f4c", "#08243c"),
    ),
)  # fmt: skip
"""Ink on parchment."""

CONTRAST: Final = Palette(
    ground="#000000", text="#ffffff", bright="#ffffff", faint="#d0d0d0", dim="#b0b0b0",
    dim_card="#c4c4c4", rule="#8a8a8a", bar="#000000", bar_text="#ffffff", bar_word="#ffffff",
    goal="#ffd700", gold="#ffff00", on_gold="#000000", chosen="#ffff00", would="#00ff7f",
    problem="#ffb0a0", preview="#a0ffa0", line="#1c3a8c", mark="#473a00",
    points="#ffff66", clover="#80ff80", wish="#9fe8ff",
    mirror="#ffc080", spiral="#ecff80", leprechaun="#ffc080", value="#ffffff", priestess="#ffa8ff",
    on_priestess="#000000", oracle="#ff5040", earth="#262626", branch="#ffffff", back="#262626",
    other_back="#3a3a3a", on_back="#ffffff", gone="#8a8a8a",
    seats=("#ffffff", "#ffb45e", "#c8d4e0", "#d9b8ff"),
    tones=(
        Tones("#ff8266", "#3a0a00", "#4d1400", "#661a00", "#7a2000", "#ffffff", "#ffffff"),
        Tones("#ffd700", "#2e2600", "#403500", "#524400", "#5d4e00", "#ffffff", "#ffffff"),
        Tones("#ff9ecf", "#380020", "#4d0c30", "#6b0f45", "#7a1a52", "#ffffff", "#ffffff"),
        Tones("#66ff66", "#002e00", "#003d00", "#004f00", "#005c00", "#ffffff", "#ffffff"),
        Tones("#7cc4ff", "#00204a", "#002c61", "#003c82", "#004796", "#ffffff", "#ffffff"),
    ),
)  # fmt: skip
"""As much contrast as a screen gives."""

SAFE: Final = Palette(
    ground="#101416", text="#d6d2c6", bright="#ffffff", faint="#98a09b", dim="#8b918d",
    dim_card="#b4b0a6", rule="#3c4648", bar="#1b2326", bar_text="#cfd8dc", bar_word="#b4bcbe",
    goal="#d8c27a", gold="#ffd84a", on_gold="#101010", chosen="#ffd84a", would="#b8e6ff",
    problem="#ffb59a", preview="#b8d8f0", line="#2b3f4c", mark="#342d09",
    points="#ffe88a", clover="#d6f7e4", wish="#d4e8ff",
    mirror="#ffc890", spiral="#eef7b4", leprechaun="#ffc890", value="#e2ded4", priestess="#ffffff",
    on_priestess="#3b1a6e", oracle="#ff6a3d", earth="#2a3033", branch="#c0b4a6", back="#2b3438",
    other_back="#343f44", on_back="#b0bcc0", gone="#4e595c",
    seats=("#edfff6", "#ee9a10", "#9fca7e", "#f7b4ff"),
    tones=(
        Tones("#f86d48", "#4a160c", "#5a1e12", "#72220f", "#712412", "#f3cfc6", "#ffe6df"),
        Tones("#f9ea10", "#433e0c", "#433f0e", "#433f0a", "#443f0c", "#f3efc4", "#fdfbdc"),
        Tones("#cf7db8", "#4c2240", "#5c2c4e", "#5c2d4e", "#5c2f4f", "#f5d5ea", "#ffe9f8"),
        Tones("#22d2a8", "#07402a", "#0b472f", "#0b462f", "#0d4730", "#c2ecd8", "#dcf8ea"),
        Tones("#8c92f9", "#1d2568", "#262f7c", "#2b3585", "#2c3680", "#cdd3fb", "#e4e8ff"),
    ),
)  # fmt: skip
"""Five colours and four seats that stay apart for eyes that miss one kind of cone."""

BLACK: Final = ("#000000",) * 4
"""Stones that are only framed."""

SIXTEEN: Final = Palette(
    ground="#000000", text="#aaaaaa", bright="#ffffff", faint="#aaaaaa", dim="#aaaaaa",
    dim_card="#aaaaaa", rule="#555555", bar="#000000", bar_text="#55ff55", bar_word="#aaaaaa",
    goal="#ffff55", gold="#ffff55", on_gold="#000000", chosen="#ffff55", would="#55ff55",
    problem="#ff5555", preview="#55ff55", line="#0000aa", mark="#000000",
    points="#ffff55", clover="#55ff55", wish="#55ffff",
    mirror="#ffff55", spiral="#ffffff", leprechaun="#55ff55", value="#aaaaaa", priestess="#ff55ff",
    on_priestess="#000000", oracle="#ff5555", earth="#000000", branch="#aaaaaa", back="#000000",
    other_back="#000000", on_back="#aaaaaa", gone="#555555",
    seats=("#ffffff", "#ffff55", "#aaaaaa", "#ff55ff"),
    tones=(
        Tones("#ff5555", *BLACK, "#ff5555", "#ff5555", "#aa0000", "#ff5555"),
        Tones("#ffff55", *BLACK, "#ffff55", "#ffff55", "#aa5500", "#ffff55"),
        Tones("#ff55ff", *BLACK, "#ff55ff", "#ff55ff", "#aa00aa", "#ff55ff"),
        Tones("#55ff55", *BLACK, "#55ff55", "#55ff55", "#00aa00", "#55ff55"),
        Tones("#55ffff", *BLACK, "#55ffff", "#55ffff", "#00aaaa", "#55ffff"),
    ),
)  # fmt: skip
"""Nothing but the sixteen colours that every colour terminal has."""
