"""Hostile list filters: no character is a wildcard."""

import random
import uuid

import pytest

from hostile_texts import MARKED, MARKS
from people import register


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
def test_a_list_finds_a_text_where_a_plain_scan_does(seed, course, ada):
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
    title, subject, number = course["title"], course["subject"], course["number"]
    assert [each["id"] for each in stranger.items(path, q=title)] == [course["id"]]
    for character in "%_\\":
        for query in (f"{character}{mark}", f"Cour{character}{mark}e", f"Cour{character}{mark}", f"{character}{mark}ourse",
                f"Course {subject} {number[:2]}{character}{mark}", f"{subject[:3]}{character}{mark}"):
            assert stranger.items(path, q=query) == [], (character, query)
        for field, value in (("subject", f"{subject[:3]}{character}{mark}"), ("number", f"10{character}{mark}"),
                ("attribute", f"{character}{mark}"), ("subject", f"{character}{mark}")):
            assert stranger.items(path, **{field: value}) == [], (field, value)
