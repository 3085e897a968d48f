"""Hostile search texts, and what they find."""

import os
import re
import unicodedata

import pytest


SECONDS = float(os.environ.get("NOTEIT_FUZZ_SECONDS", "10"))

# Marks that join the character before them, so that a quote or a wildcard no longer equals the character sought.
MARKS = {
    "joiner": "\u200d", "non-joiner": "\u200c", "acute": "\u0301", "circle": "\u20dd", "variation selector": "\ufe0f",
    "late selector": "\U000e0100", "skin tone": "\U0001f3fb", "voiced mark": "\uff9e", "grapheme joiner": "\u034f",
    "tag letter": "\U000e0061", "many": "\u0301\u0308\u200d\ufe0f", "keycap": "\ufe0f\u20e3",
}
MARKED = pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
NOWHERE = "qqxyzzy"  # a word in no text
WORDS = ["zorblat", "mivtek", "quompt", "parvok", "hindurb", "galdrin"]  # no word is a form of another

# Texts after a word that occurs nowhere; {q} is a disguised quote, {w} a word that occurs somewhere.
ESCAPES = [
    '{q} OR {w}', '{q} OR {w} OR {q}', '"{q} OR {w} OR {q}"', '"x{q} OR {w} OR {q}x"', '" {q} OR {w} {q} "',
    '{q}OR{q}{w}{q}OR{q}', '{q}){q} OR {w}',
    '{q} OR {w}*', '{q} OR ({w})', '{q} OR title:{w}', '{q} OR {{title body}}:{w}', '{q} OR ^{w}', '{q} NOT {q}', '-{q} OR {w}',
    'tag:{q} OR {w}',
    '-"{q} OR {w} OR {q}"', '{q} OR NEAR({w} {w}, 10)', '{q} {q} OR {w} {q}', '{w}{q} OR {w}', '{q}{q}{q} OR {w}',
    '{q} OR {q}{w}', '"{q} OR {w}',
]

# The same with that word, {n}, inside the quotes: in a phrase or not, it must match.
INSIDE = [
    '"{n}{q} OR {w} OR {q}{n}"', '"{n} {q} OR {w} OR {q} {n}"', '{n}{q} OR {w} OR {q}{n}', '{n}{q}OR {w} OR{q}{n}',
    '{n}{q} OR {w}', '"{n}{q} OR {w}"', '"{n}{q}OR{q}{w}"',
    '"{n}{q}OR{w}OR{q}{n}"', '{n}{q}OR{w}OR{q}{n}', '"{n}{q}OR({w})OR{q}{n}"', '"{n}{q}\tOR\t{w}\tOR\t{q}{n}"',
    '"{n}{q}\nOR\n{w}\nOR\n{q}{n}"', '"{n}{q}) OR ({w}) OR ({q}{n}"',
    '"{n}{q})OR({q}{w}"', '{n}{q})OR({q}{w}', '"{n}{q})\nOR\n({q}{w}"', '"{n}{q} NOT {q}{n}" {w}', '{w} "{q}OR{q}{n}"',
    '"{w}{q}OR{q}{n}"', '{w}{q}OR{q}{n}', '"{w}{q} OR {q}{n}"',
    '"{w}{q})OR({q}{n}"', '"{w}{q} NOT {q}{n}"', '"{w}{q}NOT{q}{n}"', '{w}{q}NOT{q}{n}', '"{w}{q}NOT\n{q}{n}"',
    'tag:"{n}{q} OR {w} OR {q}{n}"', 'tag:{n}{q}OR{w}OR{q}{n}', '"{n}{q}*OR{q}{w}"',
]


def escaped(text):
    """A phrase that occurs nowhere, around a text that would be an expression outside of the phrase."""
    return f'"{NOWHERE}"\u200d OR {text} OR "\u200d{NOWHERE}"'


def pages(person, query, most=4, **options):
    """The first pages of a search, with `next`; a refusal is one page. Fetches every later page."""
    said, after = [], None
    while len(said) < most:
        answer = person.call("GET", "/v1/search", params={"q": query} | options | ({"after": after} if after else {}))
        assert answer.status_code in ((200,) if said else (200, 422)), (query, answer.status_code, answer.text[:600])
        said.append(answer.json())
        after = said[-1].get("next")
        if after is None:
            break
    return said


def hits(said):
    return [(hit["reply"] or hit["event"])["id"] for page in said for hit in page.get("items", [])]


def found(person, query, **options):
    return hits(pages(person, query, most=1000, **options))


def seen(person, *courses):
    """The texts of every event and reply in a person's lists, by id."""
    texts = {}
    for course in courses:
        for event in person.events(course, limit=200):
            texts[event["id"]] = [event["title"], event["body"], *event["tags"]]
            if event["replyCount"]:
                texts |= {reply["id"]: [reply["body"]] for reply in person.items(f"/v1/events/{event['id']}/replies")}
    return texts


def plain_words(text):
    """The words of a text, without case and accents."""
    bare = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return re.findall(r"[a-z0-9]+", bare.lower())


def holds(texts, phrase):
    """Whether the phrase's words follow one another in one of the texts."""
    wanted = plain_words(phrase)
    return any(words[place:place + len(wanted)] == wanted for words in map(plain_words, texts) for place in range(len(words)))
