"""Searches that somebody hostile types: no text is an expression, none tells what others hide, none takes long."""

import itertools
import os
import random
import re
import time
import unicodedata
import uuid

import pytest

from people import as_json, register, staff

SECONDS = float(os.environ.get("NOTEIT_FUZZ_SECONDS", "30"))

# What melts into the character before it, so that a quote or a wildcard is no longer the character that a program looks for.
MARKS = {
    "joiner": "\u200d", "non-joiner": "\u200c", "acute": "\u0301", "circle": "\u20dd", "variation selector": "\ufe0f",
    "late selector": "\U000e0100", "skin tone": "\U0001f3fb", "voiced mark": "\uff9e", "grapheme joiner": "\u034f",
    "tag letter": "\U000e0061", "many": "\u0301\u0308\u200d\ufe0f", "keycap": "\ufe0f\u20e3",
}
MARKED = pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
NOWHERE = "qqxyzzy"  # a word that nobody writes
WORDS = ["zorblat", "mivtek", "quompt", "parvok", "hindurb", "galdrin"]  # none is another's other form

# Texts in front of which stands a word that is nowhere; {q} is a quote that is none at first sight, {w} a word that stands somewhere.
ESCAPES = [
    '{q} OR {w}', '{q} OR {w} OR {q}', '"{q} OR {w} OR {q}"', '"x{q} OR {w} OR {q}x"', '" {q} OR {w} {q} "',
    '{q}OR{q}{w}{q}OR{q}', '{q}){q} OR {w}',
    '{q} OR {w}*', '{q} OR ({w})', '{q} OR title:{w}', '{q} OR {{title body}}:{w}', '{q} OR ^{w}', '{q} NOT {q}', '-{q} OR {w}',
    'tag:{q} OR {w}',
    '-"{q} OR {w} OR {q}"', '{q} OR NEAR({w} {w}, 10)', '{q} {q} OR {w} {q}', '{w}{q} OR {w}', '{q}{q}{q} OR {w}',
    '{q} OR {q}{w}', '"{q} OR {w}',
]

# The same with that word, {n}, inside of what is quoted: in a phrase or not, it must hold.
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
    """A phrase that is nowhere, around a text that would be an expression if the phrase could be left."""
    return f'"{NOWHERE}"\u200d OR {text} OR "\u200d{NOWHERE}"'


def pages(person, query, most=4, **options):
    """The first pages of a search as they are answered, with `next`; a refusal is one page. Every later page is to be had."""
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
    """Every event and reply that a person's lists show, by its id: its texts."""
    texts = {}
    for course in courses:
        for event in person.events(course, limit=200):
            texts[event["id"]] = [event["title"], event["body"], *event["tags"]]
            if event["replyCount"]:
                texts |= {reply["id"]: [reply["body"]] for reply in person.items(f"/v1/events/{event['id']}/replies")}
    return texts


def quickly(limit, ask):
    """What `ask` answers; fails if it takes longer than `limit` seconds three times, once might be the machine's doing."""
    took = []
    for _ in range(3):
        start = time.monotonic()
        answer = ask()
        took.append(time.monotonic() - start)
        if took[-1] < limit:
            return answer
    raise AssertionError(f"{took} s each time, and at most {limit} s are allowed")


# -- A phrase cannot be left


@MARKED
def test_a_marked_quote_is_no_way_out_of_a_phrase(mark, course, ada):
    """All of a search must hold: what begins with a word that is nowhere finds nothing, whatever follows."""
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
    """Whatever stands around a marked quote, the answer is a page of what may be seen, or a sentence."""
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
def test_marked_filters_and_exclusions_mean_no_more_than_they_say(mark, course, ada, bob):
    """A filter with a mark in it is unknown or finds nothing: it never widens what is found."""
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


def test_who_is_behind_an_alias_is_in_no_text_that_can_be_searched(course, ada, bob, cleo):
    """Neither an id nor a name nor any part of them finds what was written anonymously."""
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


def test_what_describes_a_text_is_not_among_its_words(course, first, ada, grace):
    """A kind, an audience, an id of a course or of a section is found by a filter, and never as a word."""
    grace.post(course["id"], WORDS[0], sections=[first], kind="question", visibility="public", due="2025-11-20T18:00:00Z")
    assert len(found(ada, WORDS[0])) == 1
    for word in ("public", "question", "note", "private", "staff", course["id"], first, course["subject"], course["number"],
            "2025", "open", "null"):
        for query in (word, f'"{word}"', f"facets:{word}", f'facets:"{word}"', f"kind:{word}x", f"visibility:{word}",
            escaped(word), escaped(f"facets:{word}"),
                      escaped(f'"\u200d{word}"\u200d'), escaped(f"{word}*")):
            # `kind:questionx` and the like are refused.
            assert hits(pages(ada, query)) == [], query.encode("ascii", "backslashreplace")


# -- What others hide changes nothing


def texts_at_random(dice, words):
    """A title, a body and perhaps a tag, of such words."""
    some = lambda most: " ".join(dice.choice(words) for _ in range(dice.randrange(1, most)))
    return {"title": some(5), "body": some(30) if dice.random() < 0.7 else "", "tags": [some(2)] if dice.random() < 0.3 else []}


def query_at_random(dice, words, people):
    """Something of all that has a meaning anywhere."""
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
    """Posts what a reader may not see, at random with a reply; what is anonymous is a student's alone."""
    event = person.post(course, kind=dice.choice(["note", "question"]), **fields, **texts_at_random(dice, words))
    if dice.random() < 0.4:
        person.reply(event, " ".join(dice.choices(words, k=5)))


def test_random_searches_tell_nothing_of_what_others_hide(server, courses, course, first, second, ada, bob, cleo, grace,
        stranger):
    """Each search is asked before and after others hide texts of the same words: the answers are equal, their pages and `next` too."""
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
                # Where nothing is excluded, it may stand anywhere.
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
            # Grace, who is staff, sees these.
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
    """More fits than is ranked at a time. Every page that follows, from every `next`, is the one that followed before."""
    dice = random.Random(limit)
    for number in range(130):
        cleo.post(course["id"], f"{WORDS[0]} {number}", body=" ".join(dice.choices(WORDS, k=dice.randrange(1, 12))))
    queries = [WORDS[0], f'"{WORDS[0]}"', f"{WORDS[0]} {WORDS[1]}", f"{WORDS[0]} -{WORDS[1]}", f"{WORDS[0]} is:unread",
        escaped(WORDS[0]), escaped(f"{WORDS[0]} OR {WORDS[1]}")]
    # With one on a page, the first ten tell as much.
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
            # From a place that was named before they were hidden.
            again = ada.get("/v1/search", params={"q": query, "limit": limit, "after": said[0]["next"]})
            assert as_json(again) == as_json(said[1])
    found_all = found(ada, WORDS[0], limit=limit)
    assert len(found_all) == len(set(found_all)) == 130


# -- A plain scan finds the same


def plain_words(text):
    """The words of a text without regard to case and accents."""
    bare = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return re.findall(r"[a-z0-9]+", bare.lower())


def holds(texts, phrase):
    """Whether the phrase's words stand one behind the other in one of the texts."""
    wanted = plain_words(phrase)
    return any(words[place:place + len(wanted)] == wanted for words in map(plain_words, texts) for place in range(len(words)))


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


# -- Lists: no character is a wildcard


@MARKED
def test_no_marked_character_is_a_wildcard_in_a_list_of_events(mark, course, ada):
    plain = [ada.post(course["id"], title, body=body) for title, body in [("axb", "sure"), ("a", "xyz"),
        ("50 percent", "c:\\temp"), ("100%", "a_b")]]
    for character in "%_\\*?[]^":
        marked = ada.post(course["id"], f"a{character}{mark}b")
        for query in (f"a{character}{mark}b", f"{character}{mark}", f"{character}{mark}b", f"a{character}{mark}"):
            assert [event["id"] for event in ada.events(course["id"], q=query)] == [marked["id"]], (character, query)
        for query in (f"x{character}{mark}z", f"a{character}{mark}{character}{mark}b", f"{character}{mark}%",
                f"%{character}{mark}", f"\\{character}{mark}"):
            assert ada.events(course["id"], q=query) == [], (character, query)
        assert ada.events(course["id"], tag=f"{character}{mark}") == []
        ada.delete(marked)
    assert [event["id"] for event in ada.events(course["id"], q="%")] == [plain[3]["id"]]
    assert [event["id"] for event in ada.events(course["id"], q="_")] == [plain[3]["id"]]
    assert [event["id"] for event in ada.events(course["id"], q="\\")] == [plain[2]["id"]]


@pytest.mark.parametrize("seed", range(4))
def test_text_stands_in_a_list_where_a_plain_scan_finds_it(seed, course, ada):
    """Code point by code point; ASCII letters in any case."""
    dice = random.Random(seed)
    alphabet = "%%__\\\\abABé" + "".join(mark[0] for mark in MARKS.values())
    lower = lambda text: text.translate({code: code + 32 for code in range(65, 91)})
    some = lambda least, most: "".join(dice.choices(alphabet, k=dice.randrange(least, most)))
    texts = {event["id"]: (event["title"], event["body"]) for event in (ada.post(course["id"], "t" + some(2, 8),
        body=some(0, 12)) for _ in range(40))}
    for _ in range(120):
        source = dice.choice(dice.choice(list(texts.values())))
        start = dice.randrange(len(source) + 1)
        query = dice.choice([some(1, 4), source[start:start + dice.randrange(1, 4)],
            lower(source)[start:start + 3].swapcase().replace("É", "é")]) or "a"
        expected = {id for id, both in texts.items() if any(lower(query) in lower(text) for text in both)}
        answer = {event["id"] for event in ada.events(course["id"], q=query, limit=200)}
        show = lambda ids: [[text.encode("ascii", "backslashreplace") for text in texts[id]] for id in ids]
        assert answer == expected, (query.encode("ascii", "backslashreplace"), "extra", show(answer - expected), "missing",
            show(expected - answer))


@MARKED
def test_no_marked_character_is_a_wildcard_in_a_roster(mark, server, course, first, grace):
    tail = uuid.uuid4().hex
    people = {name: register(server, f"{name} {tail}") for name in ("AxB", "A%B", "A_B", "A\\B")}
    for person in people.values():
        person.enroll(first)
    roster = lambda query: {each["id"] for each in grace.items(f"/v1/courses/{course['id']}/roster", q=query)}
    assert roster(tail) == {person.id for person in people.values()}
    for character in "%_\\":
        assert roster(f"A{character}B") == {people[f"A{character}B"].id}
        for query in (f"A{character}{mark}B", f"{character}{mark}", f"A{character}{mark}", f"A{character}{mark}B {tail}",
                f"{tail[:4]}{character}{mark}", f"{mark}{character}"):
            assert roster(query) == set(), (character, query)


@MARKED
def test_no_marked_character_is_a_wildcard_in_the_catalog(mark, course, stranger):
    path = f"/v1/terms/{course['term']}/courses"
    number = course["number"]
    assert [each["id"] for each in stranger.items(path, q=f"Course {number}")] == [course["id"]]
    for character in "%_\\":
        for query in (f"{character}{mark}", f"Cour{character}{mark}e", f"Cour{character}{mark}", f"{character}{mark}ourse",
                f"Course {number[:2]}{character}{mark}", f"TES{character}{mark}"):
            assert stranger.items(path, q=query) == [], (character, query)
        for field, value in (("subject", f"TES{character}{mark}"), ("number", f"10{character}{mark}"),
                ("attribute", f"{character}{mark}"), ("subject", f"{character}{mark}")):
            assert stranger.items(path, **{field: value}) == [], (field, value)


# -- What is long is no work


@pytest.mark.parametrize("letters", [1001, 1999])
@pytest.mark.parametrize("letter", ["a", '"', "a ", '"\u200d', "-", "\u0301", "tag:a "])
def test_a_query_over_the_bound_is_refused_at_once(letter, letters, course, grace):
    query = (letter * letters)[:letters]
    for path in ("/v1/search", f"/v1/courses/{course['id']}/events", f"/v1/courses/{course['id']}/roster",
            f"/v1/terms/{course['term']}/courses"):
        problem = quickly(0.5, lambda: grace.refused("GET", path, 422, params={"q": query}))
        assert problem["errors"][0]["field"] == "q", path


def test_a_line_that_is_too_long_is_no_request(grace):
    grace.refused("GET", "/v1/search", 400, params={"q": "a" * 30000})


@pytest.fixture
def repeated(course, ada):
    """Ten questions of one word that is said over and over; the word."""
    word = "a"
    for number in range(10):
        ada.post(course["id"], f"{word} {word} {number}", kind="question", body=(word + " ") * 10000)
    return word


LONG = {
    "phrase": lambda word: '"' + " ".join([word] * 498) + '"', "open phrase": lambda word: '"' + " ".join([word] * 499),
    "words": lambda word: " ".join([word] * 500),
    "phrase with dots": lambda word: '"' + ".".join([word] * 498) + '"',
    "two phrases": lambda word: " ".join(['"' + " ".join([word] * 248) + '"'] * 2),
    "phrase and its exclusion": lambda word: '"' + " ".join([word] * 247) + '" -"' + " ".join([word] * 248) + '"',
    "phrase without an end": lambda word: '"' + " ".join([word] * 490) + ' zzz"',
    "marked phrase": lambda word: '"' + "\u200d ".join([word] * 330) + '"', "joined phrase": lambda word: ".".join([word] * 500),
    "many phrases": lambda word: " ".join([f'"{word} {word} {word}"'] * 111),
    "twenty words": lambda word: " ".join([word] * 20), "word": lambda word: word,
    "twenty exclusions": lambda word: word + f" -{word}x" * 19,
}


def test_long_phrases_over_long_texts_take_no_time(repeated, course, ada):
    """Each text is 20,000 characters of the same word. Too many words are refused, which is an answer too."""
    slow = {}
    for name, made in LONG.items():
        for limit in (1, 200):
            try:
                quickly(2, lambda: ada.call("GET", "/v1/search", params={"q": made(repeated), "limit": limit}))
            except AssertionError as error:
                slow[name, limit] = str(error)
        for path, field in ((f"/v1/courses/{course['id']}/similar", "title"), (f"/v1/courses/{course['id']}/events", "q")):
            try:
                quickly(2, lambda: ada.call("GET", path, params={field: made(repeated)}))
            except AssertionError as error:
                slow[name, path] = str(error)
    thousand = " ".join([repeated] * 1000)
    for query in (thousand, f'"{thousand}"'):
        quickly(0.5, lambda: ada.refused("GET", "/v1/search", 422, params={"q": query}))
    assert not slow, slow


def test_text_that_nearly_stands_everywhere_takes_no_time(course, ada):
    for number in range(50):
        ada.post(course["id"], f"Long {number}", body="a" * 20000)
    slow = {}
    for name, query in {"at the end": "a" * 99 + "b", "in front": "b" + "a" * 99, "in the middle": "a" * 50 + "b" + "a" * 49,
            "half": "a" * 49 + "b", "signs": "a" * 50 + "%" * 50, "signs between": "a%" * 49 + "b", "upper": "A" * 99 + "b",
            "marked": "a" * 98 + "\u0301b"}.items():
        def ask():
            assert ada.get(f"/v1/courses/{course['id']}/events", params={"q": query})["sections"] == []
        try:
            quickly(2, ask)
        except AssertionError as error:
            slow[name] = str(error)
        try:
            if "%" not in query:  # which ends a word, and a search has at most twenty
                quickly(2, lambda: ada.get("/v1/search", params={"q": query}))
        except AssertionError as error:
            slow[name, "search"] = str(error)
    assert not slow, slow
    assert sum(len(section["events"]) for section in ada.get(f"/v1/courses/{course['id']}/events",
        params={"q": "a" * 100, "limit": 2})["sections"]) == 2
