"""No text makes the page busy: what it takes to read one is in proportion to its length. Steps are counted, not seconds."""

import pytest

from steps import Counter

MARKDOWN = "/client-web/text/markdown/markdown.js"
HOSTILE = "/Tests/EndToEnd/Page/Text/hostile.js"
LENGTH = 20_000
MOST = 160  # steps for each character: parentheses in addresses are read up to 32 deep

PIECES = (
    ">", "> ", "- ", "*", "**a", "*a ", "_a_", "a_", "*a **b", "a** b*", "~", "~~", "~a ", "a~~ ", "[", "![", "[]", "[a",
    "[a]", "![[]()", "[a](", "[a](b", "[a](<b", "[a](b 'c", '[a](b "c', "[a](b (c", "[a][b", "![[a](b)", "`", "``a",
    "`a``", "<", "<a", "<a ", "<a b=", '<a b="', "<a b='", "<?", "x <?", "<!--", "<!A", "<![CDATA[", "</a", "&", "&a",
    "&#", "\\", "|", "|a", "a|", "|a\n|-", "a\n|-|-|\n", "|-|-|\n", "a\n-|\n", "1. ", "1.\n", "-\n", "- a\n\n", "# ",
    "#\n", "\n", "a\n", " a\n\n", "```\n", "~~~ \n", "www.", "www.a_", "www.a.b_", "http://", "http://a", "http://a<",
    "http://a)", "http://a.b_c/ ", "a@", "@", "a@b", "a@b.", "a@b.c ", ":", "w", "a:", "***", "_ ", "- - ", "* * *x\n",
    "=\n", "[a]: b\n", "[a]:\n", "[a]: b 'c\n", "[a]: <\n", "<div>\n", "<div>\n\n", "<script>\n", "\t", "\t- ", "\0",
    "\r", "é", "😀*", "$", "$a ", "$$",
)
DOLLARS = (
    "$", "$a ", "$$", "$$a ", "$a`", "$a\n\n", "\\$", "$1", "`", "``", "`a``", "~~~", "~~~~ ", "$a$1", "$ ", "a$", "$$a$ ",
)
CODE = (
    '"', "'", '"a', "'a ", "`", '"""', "'''", "/*", "/* ", "*/", "//", "(/", "(/a\\", "{-", "<!--", "<a ", "<", "</", "#", "@",
    "a", "1", "1e+", "\\", 'r#"', 'R"(', "--", "$a",
)
FORMULAS = (
    "{", "}", "\\frac", "\\frac12", "a^", "a_1^2", "\\left(", "\\text{a}", "\\text{", "\\begin{matrix}", "&", "\\\\", "'", "a'",
    "1", "1.", "\\mathbb{R}", "\\sqrt[", "\\hat", "\\not=",
)


def many(text, count):
    return text * count


# What takes libcmark-gfm a time by the square of the length, or more, and other ways to make a reader look twice.
WHOLE = {
    "emphasis below runs that never match": many("*a ", 3_000) + many("b_ c* ", 1_500),
    "runs of three kinds": many("*a _b ~c ", 1_500) + many("d* e_ f~~ ", 1_500),
    "strikethrough of two lengths": many("~a ", 3_000) + many("b~~ ", 3_000),
    "brackets before bare links": many("[", 9_000) + many("www.a.b ", 1_200),
    "images around links": many("![", 4_000) + many("[a](b)", 2_000),
    "uses of one long definition": "[a]: " + many("b", 9_000) + "\n\n" + many("[a]", 3_300),
    "a wide table of short rows": many("|a", 1_600) + "\n" + many("|-", 1_600) + "\n" + many("a\n", 6_000),
    "rows of hyphens below a long paragraph": many("a\n", 5_000) + many("|b|\n|-|-|\n", 900),
    "deep lists before empty lines": many("- ", 20) + "a\n" + many("- - - - a\n" + many("\n", 8), 400),
    "an endless word of addresses": "http://a.b/" + many(")", 19_000),
    "a word of domains with a long end": many("*www.a_", 1_400) + many("b", 9_000),
    "tags within the values of tags": many("x=\"<a y=' \" z=' \"", 1_200),
    "backticks of all lengths": " ".join(many("`", length) for length in range(1, 200)),
    "long runs around a word": many("*", 10_000) + "a" + many("*", 10_000),
    "a long run that many close": many("*", 6_000) + many("a* ", 4_000),
    "a long run that closes many": many("_a ", 4_000) + many("_", 6_000),
    "tildes in a row": many(many("~", 100) + "a", 190),
    "labels of the greatest length": many("[" + many("a", 998) + "]", 20),
    "definitions without an end": many("[" + many("a", 900) + "]: b c\n", 20),
    "quotes within lists": many("> - ", 8) + many("a\n> - b\n", 2_000),
    "names of characters that do not exist": many("&" + many("a", 31), 600),
}


@pytest.fixture
def costly(page):
    """The texts that take more steps than they should."""

    def costly(module, name, texts, most=MOST):
        counter = Counter(page, module, name)
        counter.steps("")
        steps = {title: round(counter.steps(text) / len(text)) for title, text in texts.items()}
        return {title: count for title, count in steps.items() if count > most}

    return costly


def repeated(pieces, length=LENGTH):
    return {piece: (piece * length)[:length] for piece in pieces}


def test_a_piece_that_is_repeated_is_read_in_linear_time(costly):
    assert costly(MARKDOWN, "parse", repeated(PIECES)) == {}


def test_a_hostile_text_is_read_in_linear_time(costly):
    assert costly(MARKDOWN, "parse", WHOLE) == {}


def test_formulas_are_found_in_linear_time(costly):
    assert costly(MARKDOWN, "read", repeated(DOLLARS)) == {}


def test_code_is_coloured_in_linear_time(costly):
    assert costly(HOSTILE, "colourInAll", repeated(CODE, 5_000), most=14 * 60) == {}


def test_formulas_are_written_in_linear_time(costly):
    assert costly(HOSTILE, "formula", repeated(FORMULAS, 2_000), most=200) == {}
