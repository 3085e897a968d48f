"""Hostile searches: no text is run as an expression, and none reveals hidden texts."""

import itertools
import random
import time

import pytest

from hostile_texts import ESCAPES, INSIDE, MARKED, MARKS, NOWHERE, SECONDS, WORDS, escaped, found, hits, holds, pages, seen
from people import as_json, register, staff


@MARKED
def test_a_marked_quote_does_not_end_a_phrase(mark, course, ada):
    """All of a search must match: with a word that occurs nowhere it finds nothing, whatever follows."""
    for word in WORDS[:2]:
        ada.post(course["id"], word, body=f"{WORDS[0]} {WORDS[1]}", tags=[word])
    assert len(found(ada, WORDS[0])) == 2
    for quote in ('"' + mark, mark + '"', mark + '"' + mark, '""' + mark, "'" + mark, "\u201d" + mark):
        for escape in ESCAPES:
            query = f"{NOWHERE} " + escape.format(q=quote, w=WORDS[0])
            assert hits(pages(ada, query)) == [], query.encode("ascii", "backslashreplace")
        for inside in INSIDE:
            query = inside.format(q=quote, w=WORDS[0], n=NOWHERE)
            assert hits(pages(ada, query)) == [], query.encode("ascii", "backslashreplace")


@MARKED
def test_no_phrase_breaks_the_search(mark, course, ada, bob):
    """The answer to any text around a marked quote is a page of visible posts, or a refusal."""
    mine, hidden = ada.post(course["id"], WORDS[0]), bob.post(course["id"], WORDS[0], visibility="private")
    for quote, escape in itertools.product(('"' + mark, mark + '"'), ESCAPES):
        query = escape.format(q=quote, w=WORDS[0])
        assert set(hits(pages(ada, query))) <= {mine["id"]}, query.encode("ascii", "backslashreplace")
        assert hidden["id"] not in hits(pages(ada, query))
    for quotes in range(1, 6):
        for gap in ("", " ", "x", "(", ")", "*", "^", ":", "-", "+", "{", "}", ",", "\\", "\t", "\n", "OR", "NEAR("):
            pages(ada, gap.join(['"' + mark] * quotes))
            pages(ada, WORDS[0] + gap + gap.join([mark + '"'] * quotes) + gap)


@MARKED
def test_marked_filters_and_exclusions_never_widen_a_search(mark, course, ada, bob):
    """A filter with a mark in it is unknown or finds nothing."""
    bob.post(course["id"], WORDS[0], tags=["rooms"], kind="question")
    handle = bob.account["handle"]
    for query in (f"tag:{NOWHERE}{mark}", f'tag:"{NOWHERE}"{mark} OR {WORDS[0]}', f'tag:"{NOWHERE}{mark}" OR "{WORDS[0]}',
        f"in:NONE100{mark}",
                  f'in:"NONE100"{mark}', f"is:mine{mark}", f"is{mark}:mine", f'by:@nobody.here{mark} {WORDS[0]}',
                  f"by:@nobody.here OR {WORDS[0]}{mark}",
                  f'by:"@nobody.here"{mark} OR "{WORDS[0]}', f"tag:%{mark}", f"tag:_{mark}oms", f"tag:room%{mark}",
                  f"by:@%{mark}", f"by:@{handle[:-1]}_{mark}"):
        assert hits(pages(ada, query)) == [], query.encode("ascii", "backslashreplace")


@pytest.mark.parametrize("character", [chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))], ids=ascii)
def test_control_characters_are_refused(character, stranger):
    for query in (character, f"lab{character}", f'"lab{character}" OR lab', f'"{character}" OR lab'):
        assert stranger.refused("GET", "/v1/search", 422, params={"q": query})["errors"][0]["field"] == "q"


def test_no_searchable_text_names_the_author_of_an_anonymous_post(course, ada, bob, cleo):
    """No id, no name and no part of them finds an anonymous post."""
    event = bob.post(course["id"], WORDS[0], kind="question", anonymous=True, tags=["rooms"])
    reply = bob.reply(event, WORDS[1], anonymous=True)
    assert set(found(ada, WORDS[0]) + found(ada, WORDS[1])) == {event["id"], reply["id"]}
    secrets = [bob.id, bob.id.replace("-", ""), *bob.id.split("-"), bob.email, bob.account["handle"], f"@{bob.account['handle']}",
        bob.account["displayName"]]
    columns = ["", "author:", "by:", "by:@", "from:", "facets:", "facet:", "account:", "a:", "is:", "u", "a", "author", "by", '"',
        '"by ', '"author ']
    for secret, column in itertools.product(secrets, columns):
        for query in (column + secret, f'{column}"{secret}"', escaped(column + secret),
                escaped(f'{column}"\u200d{secret}"\u200d'), escaped(f"{column}{secret}*")):
            assert hits(pages(ada, query)) == [], query.encode("ascii", "backslashreplace")
    for by in (f"by:@{bob.account['handle']}", f"by:@{bob.account['handle'].upper()}"):
        for rest in ("", WORDS[0], f'"{WORDS[0]}"', f"OR {WORDS[0]}", f'"\u200d OR {WORDS[0]} OR "\u200d', escaped(WORDS[0]),
                f"-{NOWHERE}", "kind:question", "tag:rooms", "is:open"):
            assert hits(pages(ada, f"{by} {rest}")) == hits(pages(cleo, f"{rest} {by}")) == [], (by, rest)


def test_metadata_of_a_text_cannot_be_found_as_a_word(course, first, ada, grace):
    """Kinds, audiences and ids of courses and sections are found by filters, never as words."""
    grace.post(course["id"], WORDS[0], sections=[first], kind="question", visibility="public", due="2025-11-20T18:00:00Z")
    assert len(found(ada, WORDS[0])) == 1
    for word in ("public", "question", "note", "private", "staff", course["id"], first, course["subject"], course["number"],
            "2025", "open", "null"):
        for query in (word, f'"{word}"', f"facets:{word}", f'facets:"{word}"', f"kind:{word}x", f"visibility:{word}",
            escaped(word), escaped(f"facets:{word}"),
                      escaped(f'"\u200d{word}"\u200d'), escaped(f"{word}*")):
            # `kind:questionx` and the like are refused.
            assert hits(pages(ada, query)) == [], query.encode("ascii", "backslashreplace")


def texts_at_random(dice, words):
    """A title, a body and perhaps a tag, of such words."""
    some = lambda most: " ".join(dice.choice(words) for _ in range(dice.randrange(1, most)))
    return {"title": some(5), "body": some(30) if dice.random() < 0.7 else "", "tags": [some(2)] if dice.random() < 0.3 else []}


def query_at_random(dice, words, people):
    """A random query from everything with a meaning."""
    mark = lambda: dice.choice(["", "", *MARKS.values()])
    pieces = [
        lambda: dice.choice(words), lambda: dice.choice(words), lambda: dice.choice(words) + mark(), lambda: '"' + mark(),
        lambda: mark() + '"',
        lambda: f'"{dice.choice(words)} {dice.choice(words)}"', lambda: '"' + mark() + dice.choice(words) + mark() + '"' + mark(),
        lambda: dice.choice(["AND", "OR", "NOT", "NEAR", "NEAR(", "or", "not"]),
        lambda: dice.choice("()*^:-+{},.\\'%_=<>;/|&!~`@#$?[]") + mark(),
        lambda: dice.choice(["title:", "body:", "facets:", "tags:", "rowid:", "rank:", "{title body}:", "- {title}:", "-title:",
            "by:", "in:", "kind:"]),
        lambda: dice.choice(["is:open", "is:mine", "is:unread", "-is:unread", "has:attachment", "kind:note", "-kind:note",
            "due:none", "due:any", "tag:" + dice.choice(words)]),
        lambda: f"by:@{dice.choice(people).account['handle']}", lambda: f"-{dice.choice(words)}",
        lambda: escaped(dice.choice(words)).replace("\u200d", dice.choice(list(MARKS.values()))).replace(NOWHERE,
            dice.choice([NOWHERE, *words])), lambda: dice.choice(words)[:-1] + "*",
        lambda: dice.choice(["\u00e9", "\u4e2d", "\U0001f989", "\u202e", "\ufeff", "\u00ad", "\u2028", "\n", "\t", "\uffff",
            "\ufffd", "\u00bd"]),
    ]
    return "".join(dice.choice(pieces)() + dice.choice(["", " ", " "]) for _ in range(dice.randrange(1, 9)))[:900]


def hide(dice, words, person, course, **fields):
    """Posts a text that a reader may not see, sometimes with a reply; only students post anonymously."""
    event = person.post(course, kind=dice.choice(["note", "question"]), **fields, **texts_at_random(dice, words))
    if dice.random() < 0.4:
        person.reply(event, " ".join(dice.choices(words, k=5)))


def test_random_searches_reveal_nothing_about_hidden_texts(server, courses, course, first, second, ada, bob, cleo, grace,
        stranger):
    """Each search runs before and after others post hidden texts with the same words: answers, pages and `next` are equal."""
    other = next(courses)["id"]
    outsider = staff(server, other)
    outsider_student = register(server)
    outsider_student.enroll(server_section(outsider_student, other))
    dice = random.Random(1)
    for number in range(30):
        event = dice.choice([ada, cleo, grace]).post(course["id"], kind=dice.choice(["note", "question"]),
            **texts_at_random(dice, WORDS))
        if dice.random() < 0.5:
            dice.choice([ada, cleo]).reply(event, " ".join(dice.choices(WORDS, k=4)), anonymous=dice.random() < 0.3)
    ada.post(course["id"], "Mine " + WORDS[0], visibility="private")
    gone = register(server)
    gone.enroll(second)
    gone.drop(second)
    readers = {"ada": ada, "grace": grace, "stranger": stranger, "gone": gone}
    visible = {name: set(seen(person, course["id"])) if name in ("ada", "grace") else set() for name, person in readers.items()}
    end = time.monotonic() + SECONDS
    for seed in itertools.count(1):
        if time.monotonic() > end:
            break
        dice = random.Random(seed)
        asked = [(query_at_random(dice, WORDS, [ada, bob, cleo, grace]), dice.choice([1, 2, 5])) for _ in range(40)]
        asked += [(word, limit) for word in WORDS[:2] for limit in (2, 7)]

        def answers(names):
            said = {}
            for name, (query, limit) in itertools.product(names, asked):
                where = (seed, name, query.encode("ascii", "backslashreplace"), limit)
                said[name, query, limit] = pages(readers[name], query, most=3, limit=limit)
                assert set(hits(said[name, query, limit])) <= visible[name], where
                assert hits(pages(readers[name], f"{NOWHERE} {query}", most=2)) == [], where
                # Without exclusions, it may occur anywhere.
                kept = query.replace("-", "")
                place = dice.randrange(len(kept) + 1)
                put = kept[:place] + dice.choice(["", " "]) + NOWHERE + dice.choice(["", " "]) + kept[place:]
                assert hits(pages(readers[name], put, most=2)) == [], (seed, name, put.encode("ascii", "backslashreplace"))
            return said

        before = answers(readers)
        for _ in range(6):
            hide(dice, WORDS, bob, course["id"], visibility="private")
            hide(dice, WORDS, cleo, course["id"], visibility="private", sections=[first])
            hide(dice, WORDS, outsider, other, visibility=dice.choice(["public", "staff", "private"]))
            hide(dice, WORDS, outsider_student, other, anonymous=dice.random() < 0.5)
        expect_equal(before, answers(readers), seed)
        for _ in range(6):
            # Grace is staff and sees these.
            hide(dice, WORDS, bob, course["id"], visibility="staff", anonymous=dice.random() < 0.5)
            hide(dice, WORDS, bob, course["id"], sections=[second], anonymous=dice.random() < 0.5)
        students = [name for name in readers if name != "grace"]
        expect_equal({key: said for key, said in before.items() if key[0] in students}, answers(students), seed)
        visible["grace"] = set(seen(grace, course["id"]))
    assert set(seen(ada, course["id"])) == visible["ada"], "nothing of it was ever for her"


def server_section(person, course):
    return person.get(f"/v1/courses/{course}")["sections"][0]["id"]


def expect_equal(before, after, seed):
    for key, said in before.items():
        assert as_json(after[key]) == as_json(said), (seed, key[0], key[1].encode("ascii", "backslashreplace"), key[2])


@pytest.mark.parametrize("limit", [1, 7, 200])
def test_pages_stay_as_they_are_while_hundreds_of_texts_are_hidden(limit, courses, server, course, second, ada, bob, cleo):
    """More texts match than are ranked at a time. Every page after every `next` is the same as before."""
    dice = random.Random(limit)
    for number in range(130):
        cleo.post(course["id"], f"{WORDS[0]} {number}", body=" ".join(dice.choices(WORDS, k=dice.randrange(1, 12))))
    queries = [WORDS[0], f'"{WORDS[0]}"', f"{WORDS[0]} {WORDS[1]}", f"{WORDS[0]} -{WORDS[1]}", f"{WORDS[0]} is:unread",
        escaped(WORDS[0]), escaped(f"{WORDS[0]} OR {WORDS[1]}")]
    # With one match on a page, the first ten pages suffice.
    most = 10 if limit == 1 else 100
    before = {query: pages(ada, query, most=most, limit=limit) for query in queries}
    other = next(courses)["id"]
    outsider = staff(server, other)
    for number in range(150):
        hide(dice, WORDS[:3], bob, course["id"], visibility=dice.choice(["private", "staff"]))
        hide(dice, WORDS[:3], bob, course["id"], sections=[second], anonymous=number % 2 == 0)
        hide(dice, WORDS[:3], outsider, other)
    for query, said in before.items():
        assert as_json(pages(ada, query, most=most, limit=limit)) == as_json(said), query
        if said[0].get("next"):
            # From a `next` that was issued before they were hidden.
            again = ada.get("/v1/search", params={"q": query, "limit": limit, "after": said[0]["next"]})
            assert as_json(again) == as_json(said[1])
    found_all = found(ada, WORDS[0], limit=limit)
    assert len(found_all) == len(set(found_all)) == 130


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_words_and_phrases_find_what_a_plain_scan_finds(seed, course, first, second, ada, bob, cleo, grace, stranger):
    """Random texts of all audiences, in any case and with accents; words, phrases and exclusions, for each reader."""
    dice = random.Random(seed)
    styles = [str, str.upper, str.title, lambda word: word.replace("o", "\u00f3").replace("i", "i\u0301"),
        lambda word: f"({word}),"]
    words = [style(word) for style in styles for word in WORDS]
    for _ in range(40):
        author, section = dice.choice([(ada, first), (bob, second), (cleo, first), (grace, dice.choice([first, second]))])
        event = author.post(course["id"], **texts_at_random(dice, words),
            visibility=dice.choice(["public", "public", "staff", "private"]),
                            sections=dice.choice([[], [section]]))
        if dice.random() < 0.4:
            author.reply(event, " ".join(dice.choices(words, k=dice.randrange(1, 8))))
    for person in (ada, bob, grace, stranger):
        texts = {} if person is stranger else seen(person, course["id"])
        for _ in range(25):
            wanted = [" ".join(dice.choices(WORDS, k=dice.choice([1, 1, 2, 3]))) for _ in range(dice.choice([1, 1, 2]))]
            unwanted = [dice.choice(WORDS)] if dice.random() < 0.3 else []
            typed = [dice.choice([str, str.upper])(each) for each in wanted]
            query = " ".join([f'"{each}"' if " " in each or dice.random() < 0.5 else each for each in typed] + [f"-{each}"
                for each in unwanted])
            expected = {id for id, text in texts.items() if all(holds(text, each) for each in wanted)
                and not any(holds(text, each) for each in unwanted)}
            answer = found(person, query, limit=dice.choice([3, 200]))
            assert len(answer) == len(set(answer))
            missing, extra = expected - set(answer), set(answer) - expected
            assert not missing and not extra, (query, [texts[id] for id in missing],
                [texts.get(id, "not to be seen") for id in extra])
