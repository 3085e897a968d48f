"""The academic record: `GET` and `PUT /v1/me/record`."""

import json

import pytest

from copies import Copy
from degree_asking import item, names_one_of
from degree_people import RECORD, record, refused_fields
from noteitd import Noteitd
from people import PASSWORD, Anyone, register
from study_people import hear
from test_leaving import exported, tables_with

FULL = [
    item("COMP 100", "B+", "202430", credits=3), item("COMP 200", None, "202510", inProgress=True),
    item("MATH 999", "TR", None, kind="transfer", credits=4.5), item("HIST 101", None, None, kind="waiver", reason="Wrote the book"),
    item("PHYS 999", "72%", "202410", kind="exam"), item("COMP 100", "F", "202410"),
]


def plain(items):
    """Items without absent reasons, in an order of their own."""
    kept = [{name: value for name, value in each.items() if name != "reason" or value is not None} for each in items]
    return sorted(kept, key=lambda each: json.dumps(each, sort_keys=True))


def test_a_record_is_empty_before_the_first_item(student):
    answer = student.call("GET", RECORD, 200)
    assert answer.json() == {"items": [], "rev": 0} and answer.headers["ETag"] == '"0"'


def test_a_record_is_kept_whole_and_replaced_whole(student):
    said = record(student, *FULL)
    assert plain(said["items"]) == plain(FULL) and said["rev"] == 1
    assert student.get(RECORD) == said
    said = record(student, FULL[0])
    assert plain(said["items"]) == plain(FULL[:1]) and said["rev"] == 2
    assert record(student)["items"] == [] and student.get(RECORD)["items"] == []


def test_codes_are_kept_in_one_form_and_absent_fields_are_filled_in(student):
    [kept] = record(student, {"course": "comp-100"})["items"]
    assert kept["course"] == "COMP 100" and (kept["kind"], kept["inProgress"]) == ("taken", False)
    assert (kept["term"], kept["credits"], kept["grade"]) == (None, None, None)


def test_if_match_guards_a_record(student):
    record(student, FULL[0], headers={"If-Match": '"0"'})
    record(student, FULL[1], headers={"If-Match": '"0"'}, status=412)
    answer = student.call("PUT", RECORD, 200, json={"items": [FULL[1]]}, headers={"If-Match": '"1"'})
    assert answer.headers["ETag"] == '"2"' and student.get(RECORD)["rev"] == 2
    record(student, headers={"If-Match": "*"})
    for tag in ('W/"3"', "3", '"x"', '""'):
        record(student, FULL[0], headers={"If-Match": tag}, status=412)


def test_an_unknown_course_gets_suggestions_and_nothing_is_stored(student):
    fields, said = refused_fields(record(student, FULL[0], item("COMP 101", "A"), item("CMOP 200", "A"), status=422))
    assert names_one_of(fields, "items.1.course") and names_one_of(fields, "items.2.course") and "COMP 100" in said, said
    assert student.get(RECORD)["items"] == []
    assert record(student, item("COMP 101", "A"), query={"unknown": "allow"})["items"][0]["course"] == "COMP 101"
    # It has it now.
    record(student, item("COMP 101", "B"))
    for kind in ("transfer", "exam", "waiver"):
        record(student, item("ELSE 101", kind=kind))


def test_where_the_catalog_is_empty_every_course_may_stand(tmp_path):
    server = Noteitd(tmp_path)
    server.start()
    try:
        record(register(server), item("COMP 101", "A"))
    finally:
        server.stop()


@pytest.mark.parametrize("wrong, field", [
    (item("COMP 100", "Q"), "grade"), (item("COMP 100", "E"), "grade"), (item("COMP 100", "101"), "grade"),
    (item("COMP 100", credits=-1), "credits"), (item("COMP 100", credits="1-6"), "credits"), (item("COMP 100", credits=0.25), "credits"),
    (item("COMP 100", term="202640"), "term"), (item("COMP 100", term="20261"), "term"), (item("nothing"), "course"),
    (item("COMP 100", kind="bought"), "kind"), (item("COMP 100", kind="waiver", reason="x" * 5000), "reason"),
    (item("COMP 100", kind="waiver", reason="a\0b"), "reason"), (item("COMP 100", inProgress="yes"), "inProgress"),
])
def test_what_is_wrong_is_named_and_nothing_is_stored(wrong, field, student):
    record(student, FULL[0])
    fields, _ = refused_fields(record(student, FULL[1], wrong, status=422))
    assert names_one_of(fields, f"items.1.{field}"), fields
    assert student.get(RECORD)["rev"] == 1


def test_all_wrong_fields_are_named_at_once(student):
    fields, _ = refused_fields(record(student, item("COMP 100", "Q"), item("COMP 100", credits=-1), status=422))
    assert names_one_of(fields, "items.0.grade") and names_one_of(fields, "items.1.credits"), fields


def test_a_record_has_at_most_500_items(student):
    many = [item(f"T {number}", "A", kind="transfer") for number in range(501)]
    assert len(record(student, *many[:500])["items"]) == 500
    fields, _ = refused_fields(record(student, *many, status=422))
    assert names_one_of(fields, "items"), fields


def test_reasons_are_kept_byte_for_byte(student):
    reason = "Cafe\u0301 🦉\nnext\tline \u202e"
    assert record(student, item("HIST 101", kind="waiver", reason=reason))["items"][0]["reason"] == reason


def test_a_record_is_its_owners_alone(faculty, student, outsider):
    record(student, item("COMP 100", "D+", credits=7.5))
    assert outsider.get(RECORD)["items"] == []
    Anyone(faculty).refused("GET", RECORD, 401)
    Anyone(faculty).refused("PUT", RECORD, 401, json={"items": []})


def test_a_record_is_in_the_log_and_the_snapshot_of_its_owner_alone(student, outsider):
    phone, cursor, others = student.sign_in_again("phone"), student.head(), outsider.head()
    copy = Copy(phone)
    said = record(student, *FULL)
    change = hear(phone, cursor, "record")
    assert (change["op"], change["id"], change["body"]) == ("upsert", student.id, said)
    assert student.snapshot()["record"] == said
    copy.expect_fresh()
    record(student, FULL[0])
    copy.expect_fresh()
    assert not [each for each in outsider.changes(others) if each.get("type") == "record"]
    assert outsider.snapshot()["record"] is None


def test_an_export_holds_the_record_and_leaving_deletes_it(own_server):
    person = register(own_server)
    record(person, item("OWLS 777", "TR", kind="transfer"), item("CMPT 225", kind="waiver", reason="A quiet waiver"))
    text = b"".join(exported(person).values())
    assert b"OWLS 777" in text and b"A quiet waiver" in text
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert own_server.admin("check", check=False).returncode == 0
    assert not tables_with(own_server, "quiet waiver")
