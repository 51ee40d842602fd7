"""How colours are seen: contrast, how far apart two are, and eyes that miss one kind of cone."""

from rich.color import Color
from rich.style import Style

Linear = tuple[float, float, float]

EYES = {
    "all three cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear RGB (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(colour: Color) -> Linear:
    """Red, green and blue as amounts of light."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour.get_truecolor())
    )
    return red, green, blue


def luminance(colour: Color) -> float:
    """How bright a colour is, 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: Style) -> float:
    """The contrast of text in a style, 1 to 21 (WCAG)."""
    assert style.color is not None
    assert style.bgcolor is not None
    dark, light = sorted((luminance(style.color), luminance(style.bgcolor)))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: Color, eyes: str) -> Linear:
    """The colour as these eyes see it, in CIE L*a*b*."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * amount for part, amount in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Color, other: Color, eyes: str) -> float:
    """How far apart two colours are for these eyes: ΔE after CIE 1976."""
    pairs = zip(seen(one, eyes), seen(other, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)
