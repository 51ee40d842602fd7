"""The guided first games, one for each game."""

from typing import Final

from keltis_tui.help.lesson import Lesson
from keltis_tui.help.lessons_cards import KELTIS, ORACLE
from keltis_tui.help.lessons_stones import DICE, STONES

LESSONS: Final[dict[str, Lesson]] = {
    lesson.game: lesson for lesson in (KELTIS, ORACLE, DICE, STONES)
}
