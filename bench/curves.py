"""Draws curves side by side, for the docs."""
import math
from pathlib import Path
from typing import NamedTuple

COLOURS = "#1565c0", "#c62828", "#2e7d32"


class Panel(NamedTuple):
    title: str
    across: str  # what the horizontal axis counts
    sizes: tuple
    curves: dict  # name: values
    logarithmic: bool = False  # the vertical axis
    colours: tuple = COLOURS

    def scale(self):
        """Height of a value in the picture, and the values that the axis names."""
        values = [value for curve in self.curves.values() for value in curve]
        if not self.logarithmic:
            most = max(1, max(values))
            return (lambda value: 230 - value / most * 180), {value: f"{value:.1f}" for value in (0, most / 2, most)}
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        marks = {10 ** power: f"{10 ** power:g}" for power in range(low, high + 1)}
        return (lambda value: 230 - (math.log10(value) - low) / max(1, high - low) * 180), marks


def draw(panels, picture):
    """Two panels, as an SVG picture."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 280" font-family="sans-serif" font-size="12">',
             '<rect width="720" height="280" fill="white"/>']
    for left, panel in zip((40, 390), panels):
        x = lambda size: left + 30 + (size - panel.sizes[0]) / (panel.sizes[-1] - panel.sizes[0]) * 230
        y, marks = panel.scale()
        parts.append(f'<text x="{left}" y="30" font-weight="bold">{panel.title}</text>')
        parts.append(f'<path d="M{left} 40V230H{left + 290}" fill="none" stroke="black"/>')
        parts += [f'<text x="{x(size):g}" y="248" text-anchor="middle">{size}</text>' for size in panel.sizes]
        parts.append(f'<text x="{left + 145}" y="268" text-anchor="middle">{panel.across}</text>')
        parts += [f'<text x="{left - 4}" y="{y(value) + 4:.1f}" text-anchor="end">{text}</text>' for value, text in marks.items()]
        for (name, values), colour in zip(panel.curves.items(), panel.colours):
            points = [(x(size), y(value)) for size, value in zip(panel.sizes, values)]
            parts.append(f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" fill="none" stroke="{colour}"/>')
            parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points]
            parts.append(f'<text x="{points[-1][0] + 8:.1f}" y="{points[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    Path(picture).write_text("\n".join(parts + ["</svg>", ""]))
