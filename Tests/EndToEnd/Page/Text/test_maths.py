"""The page finds formulas where the terminal does: the rules of `MathText`, written down again with no thought of speed."""

import random

LONGEST = 2_000
PIECES = (
    "$", "$", "$$", "\\", "`", "``", "```", "~~~", "~", "\n", "\n\n", " ", "\u00a0", "a", "b", "1", "x_1", "é", "$5", "$x$", "$ ",
)

SOURCES = """async texts => {
    const { Maths } = await import('/client-web/text/markdown/maths.js')
    return texts.map(text => new Maths(text).source)
}"""


def hidden(text):
    """The text with a number instead of each formula."""
    result, formulas, at = "", 0, 0
    while at < len(text):
        end = end_of_piece(text, at)
        if text[at] == "$" and end > at + 1:
            result += f"\ue000{formulas}\ue001"
            formulas += 1
        else:
            result += text[at:end]
        at = end
    return result


def end_of_piece(text, at):
    if text[at] == "\\":
        return min(at + 2, len(text))
    if text[at] in "`~":
        return end_of_code(text, at)
    return (end_of_formula(text, at) or at + 1) if text[at] == "$" else at + 1


def end_of_formula(text, at):
    is_display = text[at + 1 : at + 2] == "$"
    start = at + (2 if is_display else 1)
    if start >= len(text) or (not is_display and text[start].isspace()):
        return None
    for end in range(start, min(len(text), start + LONGEST)):
        if text[end] == "`" or text[end : end + 2] == "\n\n":
            return None
        if text[end] != "$" or text[end - 1] == "\\" or end == start:
            continue
        if is_display:
            if text[end + 1 : end + 2] == "$":
                return end + 2
        elif not text[end - 1].isspace() and text[end + 1 : end + 2] not in tuple("0123456789"):
            return end + 1
    return None


def end_of_code(text, at):
    def run(place):
        return len(text[place:]) - len(text[place:].lstrip(text[at]))

    length = run(at)
    if text[at] == "~" and length < 3:
        return at + length
    place, is_block = at + length, length >= 3
    bound = len(text) if is_block else min(len(text), place + LONGEST)
    while place < bound:
        found = run(place)
        place += max(found, 1)
        if found == length or (is_block and found > length):
            return place
    return len(text) if is_block else at + length


def test_formulas_are_found_where_the_terminal_finds_them(page):
    dice = random.Random(4)
    texts = ["".join(dice.choices(PIECES, k=dice.randrange(1, 25))) for _ in range(10_000)]
    texts += [f"${'a' * length}$ `{'b' * length}` `c" for length in range(LONGEST - 3, LONGEST + 3)]
    found = page.evaluate(SOURCES, texts)
    for text, source in zip(texts, found, strict=True):
        assert source == hidden(text), repr(text)
    assert sum("\ue000" in source for source in found) > 2_000
