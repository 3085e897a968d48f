"""Hostile clients cannot take names or the emails of others, nor change accounts without their passwords."""

import unicodedata

import pytest

from hostile_accounts import WRONG, new_account, numbers, refused_fields, sign_in
from noteitd import PATIENCE, Noteitd
from people import PASSWORD, Anyone, expect_like_unknown, register


def test_names_that_end_in_digits_leave_room_for_others(own_server):
    people = [register(own_server, name) for name in ["X", "X999999999", "X"] + ["X"] * 10]
    assert len({person.account["handle"] for person in people}) == len(people)


IMPOSTORS = [
    "Anonymous", "Former member", "Staff", "anonymous", "FORMER MEMBER", "sTAFF", "Anonymöus", "Stáff", "Sta\u0301ff",
    "Förmer Mémber", "\u0410nonymous", "St\u0430ff", "\u0405taff", "F\u043erm\u0435r member", "S t a f f", " Staff ",
    "Former  member", "Formermember", "Former\u00a0member", "Anony mous", "St\u200baff", "Anonymous\u200d", "Former\u2060member",
    "\uff33\uff54\uff41\uff46\uff46",
]
ORDINARY = [
    "Stafford", "Anna Staff-Jones", "Ørsted", "王小明", "محمد علي", "Anna", "Renée", "Дмитрий Стафеев", "Nguyễn Văn An", "O'Brien",
    "Anonymous Rex", "Member", "Falstaff", "Ada Former",
]


@pytest.mark.parametrize("name", IMPOSTORS, ids=ascii)
def test_nobody_can_take_a_name_that_the_server_gives(anyone, stranger, name):
    assert refused_fields(anyone, "POST", "/v1/accounts", new_account(name=name)) == {"displayName"}
    assert refused_fields(stranger, "PATCH", "/v1/me", {"displayName": name}) == {"displayName"}
    assert stranger.get("/v1/me") == stranger.account


@pytest.mark.parametrize("name", ORDINARY, ids=ascii)
def test_ordinary_names_are_accepted(server, stranger, name):
    assert register(server, name).account["displayName"] == name
    assert stranger.call("PATCH", "/v1/me", 200, json={"displayName": name}).json()["displayName"] == name


# Emails

def full_width(text):
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isascii() and letter.isalnum() else letter for letter in text)


SPELLINGS = {
    "full-width name": lambda name: full_width(name) + "@example.edu",
    "full-width host": lambda name: f"{name}@{full_width('example')}.edu",
    "composed": lambda name: unicodedata.normalize("NFC", name) + "@example.edu",
    "decomposed": lambda name: unicodedata.normalize("NFD", name) + "@example.edu",
    "another case": lambda name: name.upper() + "@EXAMPLE.EDU",
}


@pytest.mark.parametrize("registered", ["composed", "decomposed"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_an_email_has_one_account_however_it_is_spelled(server, anyone, stranger, registered, spelling):
    name = f"ren\u00e9e{next(numbers)}"
    person = register(server, email=SPELLINGS[registered](name))
    email = SPELLINGS[spelling](name)
    anyone.refused("POST", "/v1/accounts", 409, json=new_account(email))
    stranger.refused("PATCH", "/v1/me", 409, json={"email": email, "currentPassword": PASSWORD})
    assert sign_in(anyone, email, status=201).json()["account"] == person.account


# One of each kind of what is drawn as nothing: Default_Ignorable_Code_Point, formats, and a note without a head.
UNSEEN = [
    "\u200b", "\u202e", "\u00ad", "\u2066", "\ufe00", "\ufe0e", "\ufe0f", "\U000e0100", "\U000e01ef", "\U0001d159", "\u034f",
    "\u3164", "\U000e0041",
]
EMOJI = ["Ada \u2764\ufe0f", "\u845b\U000e0100\u57ce", "Ada \U0001f469\u200d\U0001f4bb"]


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
def test_a_name_with_what_nobody_sees_is_refused(anyone, stranger, mark):
    for name in (f"Ada{mark}", f"A{mark}da", f"{mark}Ada", mark):
        assert refused_fields(anyone, "POST", "/v1/accounts", new_account(name=name)) == {"displayName"}
        assert refused_fields(stranger, "PATCH", "/v1/me", {"displayName": name}) == {"displayName"}


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
def test_what_chooses_the_form_of_a_sign_is_part_of_a_name(server, name):
    assert register(server, name).account["displayName"] == name


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
@pytest.mark.parametrize("place", ["{}{{}}ada@example.edu", "a{}{{}}da@example.edu", "ada{}@exam{{}}ple.edu"])
def test_an_email_with_invisible_characters_is_refused(anyone, stranger, mark, place):
    email = place.format(next(numbers)).format(mark)
    assert refused_fields(anyone, "POST", "/v1/accounts", new_account(email)) == {"email"}
    assert refused_fields(stranger, "PATCH", "/v1/me", {"email": email, "currentPassword": PASSWORD}) == {"email"}
    assert stranger.get("/v1/me") == stranger.account


# Stolen devices

@pytest.mark.parametrize("said", [{}, {"currentPassword": None}, {"currentPassword": ""}, {"currentPassword": WRONG}],
                         ids=["missing", "null", "empty", "wrong"])
def test_a_new_email_needs_the_password(server, stranger, said):
    email = f"new{next(numbers)}.{stranger.email}"
    assert refused_fields(stranger, "PATCH", "/v1/me", {"email": email, "displayName": "Another"} | said) == {"currentPassword"}
    assert stranger.get("/v1/me") == stranger.account
    sign_in(Anyone(server), email, status=401)
    body = {"email": email, "currentPassword": PASSWORD}
    assert stranger.call("PATCH", "/v1/me", 200, json=body).json() == stranger.account | {"email": email}
    sign_in(Anyone(server), email, status=201)


def test_a_new_name_needs_no_password(stranger):
    assert stranger.call("PATCH", "/v1/me", 200, json={"displayName": "Another"}).json()["displayName"] == "Another"


@pytest.mark.parametrize("said", [{}, {"currentPassword": None}, {"currentPassword": ""}, {"currentPassword": WRONG}],
                         ids=["missing", "null", "empty", "wrong"])
def test_leaving_needs_the_password(server, stranger, said):
    assert refused_fields(stranger, "DELETE", "/v1/me", said) == {"currentPassword"}
    assert stranger.get("/v1/me") == stranger.account
    stranger.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    stranger.refused("GET", "/v1/me", 401)
    sign_in(Anyone(server), stranger.email, status=401)


def test_leaving_without_a_body_is_refused(stranger):
    assert stranger.call("DELETE", "/v1/me").status_code in (400, 415, 422)
    assert stranger.get("/v1/me") == stranger.account


# Grants by email

def test_a_grant_to_an_unverified_email_finds_nobody(server, course, grace, stranger):
    """Otherwise the first to register an instructor's email would get the instructor's role."""
    path = f"/v1/courses/{course['id']}/staff/"
    expect_like_unknown(grace, "PUT", path + "{}", stranger.email, "nobody.at.all@example.edu", stranger.id, json={})
    assert stranger.items("/v1/me/enrollments") == [] and stranger.items("/v1/me/notifications") == []
    server.admin("account", "verify", stranger.email)
    assert grace.call("PUT", path + stranger.email, 201, json={}).json()["id"] == stranger.id


def test_a_grant_by_email_to_a_person_in_the_course_needs_no_verification(course, ada, grace):
    path = f"/v1/courses/{course['id']}/staff/{ada.email}"
    assert grace.call("PUT", path, 201, json={}).json()["id"] == ada.id
    grace.call("PUT", path, 200, json={})


# Exports

def test_a_head_request_for_an_export_counts_as_an_export(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_POSTS_PER_MINUTE="6", NOTEIT_REPLIES_PER_MINUTE="4", NOTEIT_UPLOADS_PER_MINUTE="3")
    server.load_sample()
    server.start()
    try:
        person = register(server)
        before = len(server.admin("audit").splitlines())
        answers = [person.http.head(server.url + "/v1/me/export", headers=person.headers, timeout=PATIENCE) for _ in range(60)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429 and int(answers[-1].headers["Retry-After"]) > 0
        person.call("GET", "/v1/me/export", 429)
        assert len(server.admin("audit").splitlines()) - before <= 6
    finally:
        server.stop()
