"""Long queries and long texts: none takes long."""

import pytest

from processes import cheaply


@pytest.mark.parametrize("letters", [1001, 1999])
@pytest.mark.parametrize("letter", ["a", '"', "a ", '"\u200d', "-", "\u0301", "tag:a "])
def test_a_query_over_the_limit_is_refused_without_work(letter, letters, course, grace):
    query = (letter * letters)[:letters]
    for path in ("/v1/search", f"/v1/courses/{course['id']}/events", f"/v1/courses/{course['id']}/roster",
            f"/v1/terms/{course['term']}/courses"):
        problem = cheaply(0.5, grace.server, lambda: grace.refused("GET", path, 422, params={"q": query}))
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


def test_long_phrases_over_long_texts_take_little_work(repeated, course, ada):
    """Each text is 20,000 characters of the same word. Refusing too many words is a valid answer."""
    for name, made in LONG.items():
        for path, query in (
            ("/v1/search", {"q": made(repeated), "limit": 1}), ("/v1/search", {"q": made(repeated), "limit": 200}),
            (f"/v1/courses/{course['id']}/similar", {"title": made(repeated)}),
            (f"/v1/courses/{course['id']}/events", {"q": made(repeated)}),
        ):
            cheaply(4, ada.server, lambda: ada.call("GET", path, params=query), f"{name} in {path}")
    thousand = " ".join([repeated] * 1000)
    for query in (thousand, f'"{thousand}"'):
        cheaply(0.5, ada.server, lambda: ada.refused("GET", "/v1/search", 422, params={"q": query}))


def test_a_text_that_nearly_occurs_everywhere_takes_little_work(course, ada):
    path = f"/v1/courses/{course['id']}/events"
    for number in range(50):
        ada.post(course["id"], f"Long {number}", body="a" * 20000)
    for name, query in {"at the end": "a" * 99 + "b", "in front": "b" + "a" * 99, "in the middle": "a" * 50 + "b" + "a" * 49,
            "half": "a" * 49 + "b", "signs": "a" * 50 + "%" * 50, "signs between": "a%" * 49 + "b", "upper": "A" * 99 + "b",
            "marked": "a" * 98 + "\u0301b"}.items():
        assert cheaply(2, ada.server, lambda: ada.get(path, params={"q": query}), name)["sections"] == []
        if "%" not in query:  # which ends a word, and a search has at most twenty
            cheaply(2, ada.server, lambda: ada.get("/v1/search", params={"q": query}), f"{name}, searched")
    assert sum(len(section["events"]) for section in ada.get(path, params={"q": "a" * 100, "limit": 2})["sections"]) == 2
