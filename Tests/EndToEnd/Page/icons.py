#!/usr/bin/env python3
"""Writes the icons of home screens, which take no SVG, from `client-web/icon.svg`: PNGs of the letter on its colour, to the edges, as phones cut
their own corners. `--check` only says whether they show what the SVG has."""

import math
import pathlib
import re
import struct
import sys
import zlib

PAGE = pathlib.Path(__file__).resolve().parents[3] / "client-web"
SIZES = (180, 512)
SHADES = 16  # of the colour to white, so that a pixel takes four bits


def drawing():
    """Of the SVG: the length of its side, its colour, the corners of the letter, and half of the width of its line."""
    svg = (PAGE / "icon.svg").read_text()
    [side], [color] = re.findall(r'viewBox="0 0 (\d+) \1"', svg), re.findall(r'<rect [^>]*fill="#(\w{6})"', svg)
    [[path, width]] = re.findall(r'<path d="([^"]+)" [^>]*stroke="#fff" stroke-width="([\d.]+)" stroke-linecap="round"', svg)
    corners = []
    for command, numbers in re.findall(r"([MVl])([\d. ]+)", path):
        x, *y = map(float, numbers.split())
        before = corners[-1] if corners else (0, 0)
        corners.append((before[0], x) if command == "V" else (before[0] + x, before[1] + y[0]) if command == "l" else (x, y[0]))
    return int(side), bytes.fromhex(color), corners, float(width) / 2


def distance(x, y, one, other):
    """From a point to a line between two others."""
    (x1, y1), (x2, y2) = one, other
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    along = min(1, max(0, along))
    return math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))


def rows(size, side, corners, half):
    """The shades of the pixels, two in a byte; each row begins with a byte that says that nothing filters it."""
    scale = size / side
    for row in range(size):
        shades = []
        for column in range(size):
            x, y = (column + 0.5) / scale, (row + 0.5) / scale
            away = min(distance(x, y, one, other) for one, other in zip(corners, corners[1:]))
            shades.append(round(min(1, max(0, 0.5 + (half - away) * scale)) * (SHADES - 1)))
        yield bytes([0, *(16 * left + right for left, right in zip(shades[::2], shades[1::2]))])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(png):
    at, found = 8, []
    while at < len(png):
        [length] = struct.unpack_from(">I", png, at)
        found.append((png[at + 4:at + 8], png[at + 8:at + 8 + length]))
        at += length + 12
    return found


def made(size):
    """The parts of a PNG (ISO/IEC 15948), its pixels as they are."""
    side, color, corners, half = drawing()
    palette = bytes(round(part + (255 - part) * shade / (SHADES - 1)) for shade in range(SHADES) for part in color)
    return [(b"IHDR", struct.pack(">IIBBBBB", size, size, 4, 3, 0, 0, 0)), (b"PLTE", palette),
            (b"IDAT", b"".join(rows(size, side, corners, half))), (b"IEND", b"")]


def main():
    for size in SIZES:
        path, parts = PAGE / f"icon-{size}.png", made(size)
        # Another zlib may write other bytes for the same pixels.
        there = [(kind, zlib.decompress(data) if kind == b"IDAT" else data) for kind, data in chunks(path.read_bytes())] if path.exists() else []
        if there == parts:
            continue
        if sys.argv[1:] == ["--check"]:
            sys.exit(f"{path.name} does not show icon.svg: Tests/EndToEnd/Page/icons.py")
        packed = [chunk(kind, zlib.compress(data, 9) if kind == b"IDAT" else data) for kind, data in parts]
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(packed))


if __name__ == "__main__":
    main()
