"""Long queries and long texts: none takes long."""

import pytest

from hostile_texts import quickly


@pytest.mark.parametrize("letters", [1001, 1999])
@pytest.mark.parametrize("letter", ["a", '"', "a ", '"\u200d', "-", "\u0301", "tag:a "])
def test_a_query_over_the_limit_is_refused_at_once(letter, letters, course, grace):
    query = (letter * letters)[:letters]
    for path in ("/v1/search", f"/v1/courses/{course['id']}/events", f"/v1/courses/{course['id']}/roster",
            f"/v1/terms/{course['term']}/courses"):
        problem = quickly(0.5, lambda: grace.refused("GET", path, 422, params={"q": query}))
        assert problem["errors"][0]["field"] == "q", path


def test_a_request_line_that_is_too_long_is_refused(grace):
    grace.refused("GET", "/v1/search", 400, params={"q": "a" * 30000})


@pytest.fixture
def repeated(course, ada):
    """Ten questions of one repeated word; returns the word."""
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
    """Each text is 20,000 characters of the same word. Refusing too many words is a valid answer."""
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


def test_a_text_that_nearly_occurs_everywhere_takes_no_time(course, ada):
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
