"""The page reads Markdown as the terminal does: the same trees as libcmark-gfm, for the examples of both specifications and for
random texts."""

import html.entities
import json
import os
import random

import cmark
import pytest
import web

EXAMPLES = [json.loads(line) for line in (web.ROOT / "Tests/Data/markdown/examples.jsonl").read_text().splitlines()]
FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", 1))
SEEDS = range(FIRST, FIRST + int(os.environ.get("NOTEIT_SEEDS", 10)))
TEXTS = 2_000  # of each seed

READ = """async ({ module, name, texts }) => {
    const { loadAll } = await import('/client-web/text/markdown/entities.js')
    await loadAll()
    const read = (await import(module))[name]
    return JSON.stringify(texts.map((text) => read(text)))
}"""

EMPHASIS = ("*", "**", "***", "****", "_", "__", "___", "~", "~~", "a", "b ", " ", ".", "(", "[", "]", "](u)", "![")
BLOCKS = (
    "a", "b ", " ", " ", " ", "\n", "\n", "\n\n", "\t", "> ", "- ", "+ ", "* ", "1. ", "2) ", "10. ", "- [ ] ", "- [x] ",
    "* [X] ", "# ", "## ", " #", "===", "---", "***\n", "- - -\n", "|", "| ", "|-|-|\n", "|a|b|\n", ":-:", "|:-|-:|\n",
    "\\|", "```\n", "~~~", "<div>\n", "</div>", "<script>", "</script>", "[a]: /u\n", "[a]",
)
ANY = (
    *BLOCKS, *EMPHASIS, "~~~", "`", "``", "```", "[^", "[a]: <b> 't'\n", ")", "<", ">", "\\", "\\*", "\\\n", "&amp;", "&",
    "&#35;", "&copy;", ";", "<b>", "</b>", "<a href='x'>", "<!-- ", "-->", "<?", "?>", "<!X ", "<![CDATA[", "]]>",
    "http://", "https://a.b/c", "www.", "www.a.b", "@", "a@b.c", "mailto:a@b.c", "ftp://a.b", "<http://a.b>", "<a@b.c>",
    ",", "?", "!", ":", "'", '"', "é", "–", "“", "日本", "\u00a0", "\r\n", "w", "/", "$", "^", "{", "=", "+", "-", "0", "😀",
)


def random_text(dice):
    pieces = dice.choice((EMPHASIS, BLOCKS, ANY, dice.sample(ANY, dice.randrange(2, 9))))
    return "".join(dice.choice(pieces) for _ in range(dice.randrange(1, 30)))


def read(page, texts):
    """The page's trees. A row that is too short lacks cells; one that is empty at its end has them."""
    found = page.evaluate(READ, {"module": "/client-web/text/markdown/markdown.js", "name": "parse", "texts": texts})
    return json.loads(found, object_hook=normal)


def normal(value):
    if value.get("type") == "table":
        value["rows"] = [cmark.without_empty_end(row) for row in value["rows"]]
    return value


def compare(page, texts):
    for text, found in zip(texts, read(page, texts), strict=True):
        assert found == cmark.tree(text), repr(text)


def test_the_examples_of_both_specifications_give_the_terminals_trees(page):
    assert len(EXAMPLES) > 700
    compare(page, EXAMPLES)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_texts_give_the_terminals_trees(page, seed):
    dice = random.Random(seed)
    compare(page, [random_text(dice) for _ in range(TEXTS)])


def nested():
    for depth in range(20, 28):
        yield from (">" * depth + "a", "- " * depth + "a", "1. " * depth + "a", "![" * depth + "a" + "](u)" * depth)
        yield "\n".join("  " * level + "- a" for level in range(depth))
        yield "> " * 5 + "*a " * (depth - 6) + "b* " * (depth - 6)


def test_a_text_that_is_nested_too_deep_is_source_where_it_is_in_the_terminal(page):
    texts = list(nested())
    compare(page, texts)
    assert {tree[0]["type"] for tree in read(page, texts)} == {"quote", "list", "paragraph", "verbatim"}


def test_every_named_character_of_html_is_known(page):
    names = {f"&{name}": text for name, text in html.entities.html5.items() if name.endswith(";")}
    trees = read(page, [f"a{name}b" for name in names])
    wanted = [[{"type": "paragraph", "inlines": [{"type": "text", "text": f"a{text}b"}]}] for text in names.values()]
    assert trees == wanted
