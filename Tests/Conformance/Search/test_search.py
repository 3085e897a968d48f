"""Search, similar questions and list filters over HTTP."""

import random

import pytest

from noteitd import Noteitd
from people import PASSWORD, as_json, member, register, staff


def found(person, query, **options):
    """Ids of the events and replies over all pages, in order."""
    return [(hit["reply"] or hit["event"])["id"] for hit in person.items("/v1/search", q=query, **options)]


def test_a_word_is_found_in_titles_bodies_tags_and_replies_with_its_place(course, ada, bob):
    title = ada.post(course["id"], "Zygote theory", body="…")
    tag = bob.post(course["id"], "Tagged", tags=["zygote"])
    event = bob.post(course["id"], "Where?", kind="question", body="Which room?")
    reply = ada.reply(event, "In the zygote, " + "on the ground floor " * 20)
    hits = ada.items("/v1/search", q="ZYGOTES")
    assert [(hit["reply"] or hit["event"])["id"] for hit in hits] == [title["id"], tag["id"], reply["id"]]
    first, _, second = hits
    assert first["event"] == title and first["reply"] is None and first["title"] == {"text": "Zygote theory", "marks": [{"from": 0, "to": 6}]}
    assert second["reply"] == reply and second["event"]["id"] == event["id"] and second["title"]["marks"] == []
    excerpt = second["excerpt"]
    assert [excerpt["text"][mark["from"]:mark["to"]] for mark in excerpt["marks"]] == ["zygote"]
    assert excerpt["text"].endswith("…") and len(excerpt["text"]) <= 201


def test_a_change_is_found_by_the_very_next_search(course, ada):
    event = ada.post(course["id"], "Quasar")
    assert found(ada, "quasar") == [event["id"]]
    ada.edit(event, title="Pulsar")
    assert found(ada, "quasar") == [] and found(ada, "pulsar") == [event["id"]]
    ada.delete(event)
    assert found(ada, "pulsar") == []


def marked(text):
    return [text["text"][mark["from"]:mark["to"]] for mark in text["marks"]]


def test_an_attachment_is_found_by_its_name_and_the_result_shows_it(course, ada, bob):
    names = ["plan.txt", "Heap_Notes (week 3).txt"]
    event = ada.post(course["id"], "Files", kind="question", body="Of the lecture", attachments=[ada.upload(name=name)["id"] for name in names])
    reply = bob.reply(event, "Mine", attachments=[bob.upload(name="my-heaps.txt")["id"]])
    titled = ada.post(course["id"], "Heaps")
    hits = ada.items("/v1/search", q="heap")
    assert hits[0]["event"] == titled, "a title counts more than the name of a file"
    by_id = {(hit["reply"] or hit["event"])["id"]: hit for hit in hits}
    assert by_id.keys() == {event["id"], reply["id"], titled["id"]}
    assert by_id[titled["id"]]["files"] is None
    first, second = by_id[event["id"]], by_id[reply["id"]]
    assert first["files"]["text"] == ", ".join(names) and marked(first["files"]) == ["Heap"] and first["excerpt"]["text"] == "Of the lecture"
    assert second["files"] == {"text": "my-heaps.txt", "marks": [{"from": 3, "to": 8}]} and second["reply"] == reply
    for query in ("heap_notes", "Heap_Notes (week 3).txt", '"notes week"', "notes files", "lecture plan.txt", "heap week has:attachment"):
        assert found(bob, query) == [event["id"]], query
    for query in ("heap -week -title", "heap is:mine"):
        assert event["id"] not in found(bob, query) and reply["id"] in found(bob, query), query
    assert bob.get(f"/v1/courses/{course['id']}/similar", params={"title": "Plan week 3"})["items"] == [], "similar are titles"


def test_the_words_that_a_name_runs_together_are_found_each_and_whole(course, ada, bob):
    names = ["lab4.txt", "hw03.md", "Week2_slides.csv", "CSLecture3NotesÜbung.txt", "第3回.py"]
    event = ada.post(course["id"], "Files", attachments=[ada.upload(name=name)["id"] for name in names])
    reply = bob.reply(event, "Mine", attachments=[bob.upload(name="binaryHeap.java")["id"]])
    finds = {
        "lab 4": ["lab", "4"], "lab4": ["lab4"], '"lab 4 txt"': ["lab4.txt"], "hw 03": ["hw", "03"], "HW03": ["hw03"],
        "week 2 slides": ["Week", "2", "slides"], "week2": ["Week2"], "lecture note": ["Lecture", "Notes"],
        "cs übung": ["CS", "Übung"], "cslecture3notesubung": ["CSLecture3NotesÜbung"], "lab4 lab 4": ["lab4"],
        "第 回 3": ["3", "第", "3", "回"],  # the first is of Lecture3
    }
    for query, words in finds.items():
        (hit,) = ada.items("/v1/search", q=query)
        assert (hit["event"]["id"], hit["reply"], hit["files"]["text"]) == (event["id"], None, ", ".join(names)), query
        assert marked(hit["files"]) == words, query
    for query in ("lab 5", "la b4", "hw0", "lab 4 -csv", '"csv lab"'):
        assert found(ada, query) == [], query
    (hit,) = ada.items("/v1/search", q="heap")
    assert hit["reply"] == reply and marked(hit["files"]) == ["Heap"] and found(bob, "binaryheap") == [reply["id"]]


def test_a_file_that_is_gone_is_found_no_more(course, ada, bob):
    files = [ada.upload(name=name)["id"] for name in ("Krypton.txt", "Xenon.txt")]
    event = ada.post(course["id"], "Gases", attachments=files)
    reply = ada.reply(event, "And more", attachments=[ada.upload(name="Argon.txt")["id"]])
    assert found(bob, "krypton") == [event["id"]] and found(bob, "argon") == [reply["id"]]
    ada.edit(event, attachments=files[1:])
    assert found(bob, "krypton") == found(ada, "krypton") == [] and found(bob, "xenon") == [event["id"]]
    ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": "And more", "attachments": [ada.upload(name="Radon.txt")["id"]]})
    assert found(bob, "argon") == [] and found(bob, "radon") == [reply["id"]]
    ada.edit(event, attachments=[])
    assert found(bob, "xenon") == []
    ada.edit(event, attachments=[ada.upload(name="Neon.txt")["id"]])
    assert found(bob, "neon") == [event["id"]]
    ada.delete(event)
    for person in (ada, bob):
        assert [found(person, word) for word in ("neon", "radon")] == [[], []]


def test_the_name_of_a_file_is_found_by_nobody_who_may_not_see_its_post(server, course, ada, bob, grace, stranger):
    name = f"Nightingale {course['id']}.txt"
    upload = lambda person: [person.upload(name=name)["id"]]
    section = course["sections"][0]["id"]
    hidden = [ada.post(course["id"], "Mine", visibility="private", attachments=upload(ada)),
              ada.post(course["id"], "For staff", visibility="staff", attachments=upload(ada)),
              ada.post(course["id"], "Ours", sections=[section], attachments=upload(ada))]
    replies = [ada.reply(event, "Look", attachments=upload(ada)) for event in hidden]
    ada.upload(name=name)  # belongs to no post
    queries = ("nightingale", "has:attachment", "nightingale has:attachment", f'"{name}"', "-is:mine nightingale")
    everything = {post["id"] for post in hidden + replies}
    assert set(found(ada, "nightingale")) == everything
    assert set(found(grace, "nightingale")) == everything - {hidden[0]["id"], replies[0]["id"]}
    for person in (bob, stranger):
        for query in queries:
            assert found(person, query) == [], query
            assert "Nightingale" not in as_json(person.get("/v1/search", params={"q": query}))
    ada.edit(hidden[0], visibility="public")
    assert set(found(bob, "nightingale")) == {hidden[0]["id"], replies[0]["id"]}
    ada.edit(hidden[0], visibility="private")
    assert found(bob, "nightingale") == []


# Makes the index what it was in version 4 of the database.
OLDER = """
    ALTER TABLE search_text RENAME TO newer;
    CREATE VIRTUAL TABLE search_text USING fts5 (
        title, body, tags, facets, columnsize = 0, tokenize = 'porter unicode61 remove_diacritics 2');
    INSERT INTO search_text (rowid, title, body, tags, facets) SELECT rowid, title, body, tags, facets FROM newer;
    DROP TABLE newer;
    PRAGMA user_version = 4;
"""


def test_names_of_files_are_found_in_a_database_of_an_older_version(tmp_path):
    server = Noteitd(tmp_path, engine="sqlite")
    server.load_sample()
    with server.serving():
        ada, course = member(server)
        upload = lambda: [ada.upload(name="quasar7.txt")["id"]]
        event = ada.post(course, "Files", attachments=upload())
        posts = [event, ada.reply(event, attachments=upload()), ada.post(course, "Quasars 7")]
        assert set(found(ada, "quasar 7")) == {post["id"] for post in posts}
        server.stop()
        server.sql(OLDER)
        server.start()
        assert set(found(ada, "quasar 7")) == {post["id"] for post in posts}
        server.admin("check")


def test_phrases_exclusions_and_filters(course, ada, bob):
    exam = ada.post(course["id"], "Midterm one", kind="exam", due="2025-11-20T18:00:00Z", tags=["rooms"], body="Binary heaps")
    note = bob.post(course["id"], "Midterm two", body="Heaps that are binary")
    for query, wanted in {
        "midterm": [note, exam], '"binary heap"': [exam], "midterm -two": [exam], "kind:exam": [exam], "kind:exam before:2025-11-21 midterm": [exam],
        "kind:exam before:2025-11-20": [], "tag:Rooms": [exam], "is:mine": [exam], f"by:@{bob.account['handle']}": [note], "due:2025-11-20": [exam],
        "due:2025-11-01..2025-11-30": [exam], "due:none": [note], f"in:{course['subject']}{course['number']} midterm": [note, exam],
        "in:NONE100": [], "is:unread": [note], "-is:unread": [exam], "is:open": [], "has:attachment": [], "by:@nobody.here": [],
    }.items():
        # Posts of one second may come in either order.
        assert sorted(found(ada, query)) == sorted(event["id"] for event in wanted), query


@pytest.mark.parametrize("query", [None, "", " ", "+ - *", "kind:x", "is:x", "has:x", "tag:", "before:fri", "before:2025-02-30", "due:x", "-due:any",
                                   "a\x01b", "x" * 1001, " ".join("abcdefghijklmnopqrstu")])
def test_an_invalid_search_is_refused_with_an_explanation(stranger, query):
    problem = stranger.refused("GET", "/v1/search", 422, params={} if query is None else {"q": query})
    assert problem["errors"][0]["field"] == "q" and len(problem["errors"][0]["detail"]) > 10


def test_a_search_text_is_never_run_as_an_expression(course, ada):
    event = ada.post(course["id"], "Lab 4")
    for query in ('lab"', '"lab', "lab)", "(lab", "lab*", "title:lab", "{title}:lab", "NEAR(lab)", "lab AND 4", "lab OR nothing", "^lab", "lab\\", "'lab"):
        assert set(found(ada, query)) <= {event["id"]}, query
    for query in ({"after": "x"}, {"after": "WyIxIiwiMiJd"}, {"limit": 0}):
        ada.refused("GET", "/v1/search", 422, params={"q": "lab"} | query)


def test_nobody_finds_what_they_may_not_see_in_any_way(server, courses, course, ada, bob, grace, stranger):
    """Random posts of all audiences: each person finds exactly the posts in their lists, and pages reveal nothing else."""
    dice, sections = random.Random(4), [section["id"] for section in course["sections"]]
    for number in range(40):
        author, section = dice.choice([(ada, sections[0]), (bob, sections[1]), (grace, dice.choice(sections))])
        event = author.post(course["id"], f"Nebula {number}", visibility=dice.choice(["public", "staff", "private"]),
                            sections=dice.choice([[], [section]]), kind=dice.choice(["note", "question"]))
        if dice.random() < 0.4:
            author.reply(event, f"Nebula {number} indeed")
    for person in (ada, bob, grace, stranger):
        seen = [] if person is stranger else person.events(course["id"])
        replies = [reply["id"] for event in seen for reply in person.items(f"/v1/events/{event['id']}/replies")]
        wanted = {event["id"] for event in seen} | set(replies)
        for limit in (3, 50):
            hits = found(person, "nebula", limit=limit)
            assert len(hits) == len(set(hits)) and set(hits) == wanted
        for query in ("kind:question nebula", "is:open", "is:mine", f"by:@{ada.account['handle']}", "-is:mine nebula", "due:none nebula"):
            assert set(found(person, query)) <= wanted, query
        assert len(person.get("/v1/search", params={"q": "nebula", "limit": 200})["items"]) == len(wanted)


def test_hidden_posts_do_not_change_my_results(course, ada, bob):
    mine = [ada.post(course["id"], f"Aurora {number}", body="aurora " * number)["id"] for number in range(4)]
    before = ada.get("/v1/search", params={"q": "aurora"})
    for number in range(30):
        bob.post(course["id"], "Aurora aurora", visibility="private", body="aurora " * 50)
    assert as_json(ada.get("/v1/search", params={"q": "aurora"})) == as_json(before)
    assert set(found(ada, "aurora")) == set(mine)


def test_posts_are_not_found_after_dropping_or_leaving(server, course, ada, bob):
    public = ada.post(course["id"], "Comet seen")
    ada.post(course["id"], "Comet hidden", visibility="private")
    bob.drop(course["sections"][1]["id"])
    assert found(bob, "comet") == []
    bob.enroll(course["sections"][1]["id"])
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert found(bob, "comet") == [public["id"]]
    assert found(bob, f"by:@{ada.account['handle']}") == []


def test_no_filter_reveals_an_anonymous_author(server, course, ada, bob, grace):
    """Classmates find the words, never the author: not by name, not by a negation, not in the answer."""
    event = ada.post(course["id"], "Nobody may know", kind="question", anonymous=True)
    reply = ada.reply(event, "Nobody indeed", anonymous=True)
    both, by_ada = {event["id"], reply["id"]}, f"by:@{ada.account['handle']}"
    assert set(found(bob, "nobody")) == set(found(bob, f"nobody -{by_ada}")) == both
    assert found(bob, f"nobody {by_ada}") == found(bob, "nobody is:mine") == found(ada, f"nobody {by_ada}") == []
    assert set(found(ada, "nobody is:mine")) == set(found(grace, f"nobody {by_ada}")) == both
    for answer in (bob.get("/v1/search", params={"q": "nobody"}), bob.get(f"/v1/courses/{course['id']}/similar", params={"title": "nobody may know"})):
        assert answer["items"]
        for secret in (ada.id, ada.email, ada.account["handle"], ada.account["displayName"]):
            assert secret not in as_json(answer).replace(course["id"], "")
    assert [hit["event"]["author"]["id"] for hit in grace.items("/v1/search", q="nobody")] == [ada.id] * 2
    assert bob.events(course["id"], author=ada.id) == [] and [each["id"] for each in ada.events(course["id"], mine="true")] == [event["id"]]


def test_similar_questions_are_ones_that_i_may_see(course, ada, bob, stranger):
    path = f"/v1/courses/{course['id']}/similar"
    asked = ada.post(course["id"], "Is the midterm open book?", kind="question")
    ada.post(course["id"], "Midterm: open book or not, my guess", kind="question", visibility="private")
    bob.post(course["id"], "Where is lab 3?", kind="question")
    bob.post(course["id"], "Midterm: open book")
    page = bob.get(path, params={"title": "midterms open-book?"})
    assert [hit["event"]["id"] for hit in page["items"]] == [asked["id"]] and page["next"] is None
    assert page["items"][0]["title"]["marks"][0] == {"from": 7, "to": 14}
    assert bob.get(path, params={"title": "Compilers"})["items"] == []
    assert len(ada.get(path, params={"title": "midterm open book", "limit": 1})["items"]) == 1
    stranger.refused("GET", path, 403, params={"title": "midterm"})
    stranger.refused("GET", "/v1/courses/202530.NONE/similar", 404, params={"title": "midterm"})
    for query in ({}, {"title": ""}, {"title": "x", "limit": 0}, {"title": "x", "limit": 21}):
        bob.refused("GET", path, 422, params=query)


def test_lists_filter_by_open_mine_and_unread(course, ada, bob):
    note = ada.post(course["id"], "Note")
    question = bob.post(course["id"], "Question", kind="question")
    numbers = lambda person, **query: [event["number"] for event in person.events(course["id"], **query)]
    assert numbers(ada, open="true") == [2] and numbers(ada, open="false") == [1]
    assert numbers(ada, mine="true") == [1] and numbers(ada, mine="false") == [2]
    assert numbers(ada, unread="true") == [2] and numbers(bob, unread="true") == [1]
    assert numbers(ada, mine="true", open="true") == []
    ada.reply(question)
    assert numbers(bob, unread="true") == [note["number"], question["number"]]
    for query in ({"open": "x"}, {"mine": "1"}, {"unread": ""}):
        ada.refused("GET", f"/v1/courses/{course['id']}/events", 422, params=query)


def test_reminders_and_exams_need_a_due_date(course, ada):
    due = "2025-11-20T18:00:00Z"
    for kind in ("reminder", "exam", "assignment"):
        problem = ada.post(course["id"], kind=kind, status=422)
        assert problem["errors"] == [{"field": "due", "detail": problem["errors"][0]["detail"]}] and kind in problem["errors"][0]["detail"]
        event = ada.post(course["id"], kind=kind, due=due)
        assert ada.edit(event, due=None, status=422)["errors"][0]["field"] == "due"
        assert ada.event(event) == event
        note = ada.edit(event, kind="note", due=None)
        assert ada.edit(note, kind=kind, status=422)["errors"][0]["field"] == "due"
        assert ada.edit(note, kind=kind, due=due)["kind"] == kind


def test_staff_of_another_course_search_their_own(server, courses, course, ada):
    event = ada.post(course["id"], "Meteor", visibility="staff")
    other = staff(server, next(courses)["id"])
    assert found(other, "meteor") == [] and found(staff(server, course["id"]), "meteor") == [event["id"]]


@pytest.mark.parametrize("name", ["\u202eadA", "A\u200bda", "\u3164", "Ada\u2066", "\ufeffAda", "A" + "\u0301" * 9, "Ada\nLine", "\u2800"])
def test_a_deceiving_name_is_refused(server, anyone, stranger, name):
    body = {"email": "deceiver@example.edu", "password": "a fine long sentence", "displayName": name}
    assert anyone.refused("POST", "/v1/accounts", 422, json=body)["errors"][0]["field"] == "displayName"
    assert stranger.refused("PATCH", "/v1/me", 422, json={"displayName": name})["errors"][0]["field"] == "displayName"


def test_names_of_all_languages_are_accepted(server):
    for name in ("李明", "محمد", "می\u200cخواهم", "Renée d'Ålesund-O'Neil", "Nguyễn Thị Ánh"):
        assert register(server, name=name).account["displayName"] == name
