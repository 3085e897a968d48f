"""Launches from a learning platform: the right person in the right section, links, and what they open."""

import json
import re
import time

import pytest

from base64url import decoded
from noteitd import SAMPLE, Noteitd, wait_until
from people import PASSWORD, register, scopes, staff
from platforms import ABSENT, COURSE, DEEP, LTI, NAMES, ROLE, Browser, known, page, running
from second_factor import App, add_factor
from sign_on import campus_server


@pytest.fixture
def sections(own_server):
    return {each["code"]: each["id"] for each in register(own_server).get(f"/v1/courses/{COURSE}")["sections"]}


def test_people_come_to_the_section_that_their_course_is_linked_to(own_server, moodle, sections):
    code, section = next(iter(sections.items()))
    moodle.register("--make-staff")
    assert "not linked" in page(moodle.launch(Browser(own_server), "ada", 403))
    moodle.linked(COURSE, code)
    path, ada = moodle.opened("ada")
    assert path == f"/c/{COURSE}" and ada.account["displayName"] == "Ada" and scopes(ada) == [(section, "student")]
    _, again = moodle.opened("ada", name="Ada Anew")
    assert again.id == ada.id
    _, teacher = moodle.opened("grace", "Instructor")
    assert scopes(teacher) == [(section, "staff")]
    _, helper = moodle.opened("tom", **{LTI + "roles": [ROLE.replace("#", "/Instructor#") + "TeachingAssistant"]})
    assert scopes(helper) == [(section, "staff")]
    # Roles of the institution and of the system, and those who build courses, take no place.
    others = ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor", ROLE + "ContentDeveloper", ROLE + "Administrator",
              "http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator", ROLE + "Mentor"]
    _, guest = moodle.opened("guest", **{LTI + "roles": others})
    assert scopes(guest) == []
    # A student who leaves is not brought back, and neither is one whom the staff removed.
    ada = again
    ada.drop(section)
    assert scopes(moodle.opened("ada")[1]) == []
    ben = moodle.opened("ben")[1]
    staff(own_server, COURSE).call("DELETE", f"/v1/courses/{COURSE}/members/{ben.id}", 204)
    assert "removed you" in page(moodle.launch(Browser(own_server), "ben", 403))
    # Rosters of the registrar know this person by the same row.
    export = json.dumps(again.call("GET", "/v1/me/export", 200).content.decode("latin-1"))
    assert "lti-" in export and moodle.issuer in export
    own_server.admin("account", "suspend", ada.email)
    assert "suspended" in page(moodle.launch(Browser(own_server), "ada", 403))
    assert "is sound" in own_server.admin("check")


def test_a_person_of_a_platform_sets_an_address_and_a_password_after_a_launch(own_server, moodle, sections):
    moodle.register().linked(COURSE, next(iter(sections)))
    ada = moodle.opened("ada")[1]
    ada.call("PATCH", "/v1/me", 200, json={"email": "ada@example.edu", "currentPassword": ""})
    ada.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
    ada.refused("PUT", "/v1/me/password", 422, json={"currentPassword": "", "newPassword": PASSWORD + "!"})
    again = ada.call("POST", "/v1/sessions", 201, json={"email": "ada@example.edu", "password": PASSWORD}).json()
    assert again["account"]["id"] == ada.id == moodle.opened("ada")[1].id


def test_a_platform_that_found_the_account_of_another_one_sets_no_password(own_server, moodle, sections):
    one, two = list(sections)[:2]
    moodle.register("--trust-emails").linked(COURSE, one)
    ada, made = moodle.opened("ada")[1], int(time.time())
    with running(own_server, name="canvas") as canvas:
        canvas.register("--trust-emails").linked(COURSE, two)
        wait_until(lambda: int(time.time()) > made, "the next second, by which the server tells who came first")
        guest = canvas.opened("ada")[1]
        assert guest.id == ada.id
        change = {"currentPassword": "", "newPassword": PASSWORD}
        assert "has none" in str(guest.refused("PUT", "/v1/me/password", 422, json=change))
        # A code of the person's own app makes it as good as the first.
        app, _ = add_factor(ada, password="")
        browser = Browser(own_server)
        shown = canvas.launch(browser, "ada", 200)
        assert app.key not in shown.text
        browser.prove(shown, app.code(), 303)
        browser.person().call("PUT", "/v1/me/password", 204, json=change)


def test_a_lower_role_takes_back_the_staff_place_that_launches_gave_and_no_other(own_server, moodle, sections):
    code, section = next(iter(sections.items()))
    moodle.register("--make-staff").linked(COURSE, code)
    # Who is both counts as staff.
    student, teacher = [(section, "student")], [(section, "staff")]
    assert scopes(moodle.opened("grace", "Instructor")[1]) == [(section, "staff")]
    assert scopes(moodle.opened("grace")[1]) == student
    # As after a look at the course as a student sees it.
    assert scopes(moodle.opened("grace", "Instructor")[1]) == teacher
    assert scopes(moodle.opened("grace", **{LTI + "roles": [ROLE + "Mentor"]})[1]) == student
    # What a person gave or took stays so.
    grace = moodle.opened("grace", "Instructor")[1]
    own_server.admin("staff", "grant", grace.email, COURSE, "--section", code)
    assert scopes(moodle.opened("grace")[1]) == teacher
    own_server.admin("staff", "revoke", grace.email, COURSE, "--section", code)
    assert scopes(moodle.opened("grace")[1]) == student and scopes(moodle.opened("grace", "Instructor")[1]) == student
    # So does what a list gave, or told since.
    moodle.opened("tom", "Instructor")
    moodle.members = [[{"user_id": name, "roles": [ROLE + "Instructor"], "name": name} for name in ("tom", "ann")]]
    own_server.admin("lti", "sync", "--all", "--yes", "--allow-removals")
    moodle.opened("ann", "Instructor")
    assert scopes(moodle.opened("tom")[1]) == scopes(moodle.opened("ann")[1]) == teacher
    # A platform that no longer makes staff keeps none that it made.
    moodle.opened("eve", "Instructor")
    moodle.register()
    assert scopes(moodle.opened("eve", "Instructor")[1]) == []
    assert "is sound" in own_server.admin("check")


def test_a_lower_role_leaves_the_place_that_a_list_has_by_an_address_too(own_server, moodle, sections, tmp_path):
    code, section = next(iter(sections.items()))
    moodle.register("--make-staff").linked(COURSE, code)

    def lists(name):
        (tmp_path / "list.csv").write_text(f"Email,Course,Section,Role\n{name}@example.edu,CMPT 225,{code},Instructor\n")
        own_server.admin("roster", "import", str(tmp_path / "list.csv"), "--yes", "--allow-removals")

    lists("grace")
    grace = moodle.opened("grace", "Instructor")[1]
    grace.call("PATCH", "/v1/me", 200, json={"email": "grace@example.edu", "currentPassword": ""})
    own_server.admin("account", "verify", "grace@example.edu")
    assert (section, "staff") in scopes(moodle.opened("grace")[1])
    # From now on the list alone keeps it.
    lists("ann")
    assert (section, "staff") not in scopes(moodle.opened("grace")[1])
    assert "is sound" in own_server.admin("check")


def test_a_course_that_is_linked_to_another_section_leaves_no_staff_in_the_old_one(own_server, moodle, sections):
    (code, section), (second, other) = list(sections.items())[:2]
    moodle.register("--make-staff").linked(COURSE, code)
    tom = moodle.opened("tom", "Instructor")[1]
    own_server.admin("staff", "grant", tom.email, COURSE, "--section", code)
    moodle.members = [[{"user_id": "ann", "roles": [ROLE + "Instructor"], "name": "ann"}]]
    own_server.admin("lti", "sync", "--all", "--yes", "--allow-removals")
    ann, eve, ada = moodle.opened("ann", "Instructor")[1], moodle.opened("eve", "Instructor")[1], moodle.opened("ada")[1]
    context = own_server.admin("lti", "courses").split("\t")[0]
    own_server.admin("lti", "link", context, COURSE, code)
    assert scopes(ann) == scopes(eve) == [(section, "staff")], "it is the same section"
    own_server.admin("lti", "link", context, COURSE, second)
    # What a person gave stays, and so do students.
    assert scopes(ann) == scopes(eve) == [] and scopes(tom) == [(section, "staff")] and scopes(ada) == [(section, "student")]
    assert scopes(moodle.opened("eve", "Instructor")[1]) == [(other, "staff")]
    assert "is sound" in own_server.admin("check")


def test_whoever_is_expected_in_the_old_section_comes_to_the_new_one(own_server, moodle, sections):
    (code, _), (second, other) = list(sections.items())[:2]
    moodle.register("--make-staff", "--trust-emails").linked(COURSE, code)
    moodle.opened("grace", "Instructor")
    moodle.members = [[{"user_id": "ivy", "roles": [ROLE + "Instructor"], "name": "Ivy", "email": "ivy@example.edu"}]]
    own_server.admin("lti", "sync", "--all", "--yes", "--allow-removals")
    own_server.admin("lti", "link", own_server.admin("lti", "courses").split("\t")[0], COURSE, second)
    assert scopes(moodle.opened("ivy", "Instructor")[1]) == [(other, "staff")]
    assert "is sound" in own_server.admin("check")


def test_a_launch_that_does_not_name_the_list_of_people_keeps_the_known_one(own_server, moodle, sections):
    moodle.register().linked(COURSE, next(iter(sections)))
    moodle.opened("grace", "Instructor", **{NAMES: ABSENT})
    assert "0 new" in own_server.admin("lti", "sync", "--all") and any(path.startswith("/members") for path in moodle.asked)


def test_staff_who_come_by_launches_alone_set_a_second_factor_and_are_asked_for_it(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_SECOND_FACTOR="staff")
    server.load_sample()
    server.start()
    try:
        with running(server) as moodle:
            first = register(server).get(f"/v1/courses/{COURSE}")["sections"][0]
            moodle.register("--make-staff").linked(COURSE, first["code"])
            browser, other = Browser(server), Browser(server)
            shown = moodle.launch(browser, "grace", 200, "Instructor", target=f"/c/{COURSE}/3")
            assert "need a second factor" in page(shown) and not browser.is_signed_in()
            app = App(re.search(r"<code>([A-Z2-7]+)</code>", shown.text).group(1))
            late = moodle.launch(browser, "grace", 200, "Instructor")
            shown = browser.prove(shown, app.wrong(), 401)
            assert "code is wrong" in page(shown) and app.key in shown.text and not browser.is_signed_in()
            assert "another browser" in page(other.prove(shown, app.code(), 403))
            done = browser.prove(shown, app.at(app.last), 200)
            codes = re.findall(r"<li><code>([^<]*)</code>", done.text)
            assert len(codes) == 10 and f'href="{server.url}/c/{COURSE}/3#launched"' in done.text
            grace = browser.person()
            assert scopes(grace) == [(first["id"], "staff")] and len(grace.get("/v1/me/factors")["factors"]) == 1
            # The page of another window would set a second key.
            spent = browser.prove(late, App(re.search(r"<code>([A-Z2-7]+)</code>", late.text).group(1)).code(), 401)
            assert "open NoteIt again" in page(spent) and "<form" not in spent.text
            # From now on a launch asks for a code, and sets no other key.
            shown = moodle.launch(other, "grace", 200, "Instructor")
            assert "<code>" not in shown.text and not other.is_signed_in()
            assert other.prove(shown, codes[0], 303).headers["Location"] == f"{server.url}/c/{COURSE}#launched"
            assert other.person().id == grace.id
            shown = moodle.launch(other, "grace", 200, "Instructor")
            assert "wrong" in page(other.prove(shown, codes[0], 401)), "a recovery code is good once"
            # Whoever has a password signs in with it.
            grace.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
            assert f"Sign in at {server.url}" in page(moodle.launch(Browser(server), "grace", 403, "Instructor"))
    finally:
        server.stop()


def test_a_password_that_opens_nothing_leaves_the_launch_as_the_way_in(tmp_path):
    campus = {"NOTEIT_SIGN_ON": "https://campus.example.edu", "NOTEIT_REGISTRATION": "sign-on"}
    with campus_server(tmp_path, None, SAMPLE, **campus) as server, running(server) as moodle:
        moodle.register().linked(COURSE)
        ada = moodle.opened("ada")[1]
        ada.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
        app, _ = add_factor(ada)
        browser = Browser(server)
        browser.prove(moodle.launch(browser, "ada", 200), app.code(), 303)
        assert browser.person().id == ada.id


def test_an_instructor_links_a_course_to_one_that_they_staff_and_nothing_else(own_server, moodle, sections):
    (code, section), (_, other) = list(sections.items())[:2]
    grace = known(own_server, "grace", ["--section", code])
    moodle.register("--trust-emails")
    browser = Browser(own_server)
    shown = moodle.launch(browser, "grace", 200, "Instructor", target=f"/c/{COURSE}/3")
    values = re.findall(r'name="choice" value="([^"]*)"', shown.text)
    assert values == [f"{COURSE} {section}"] and not browser.is_signed_in()
    assert "staff of" in page(browser.submit(shown, f"{COURSE} {other}"))
    assert browser.submit(shown, COURSE).status_code == 403 and browser.submit(shown, "202530.NONE").status_code == 404
    # The form is good in this browser alone.
    assert "another browser" in page(Browser(own_server).submit(shown, values[0]))
    # Nor does it work for somebody who was suspended since.
    own_server.admin("account", "suspend", grace.email)
    assert "suspended" in page(browser.submit(shown, values[0]))
    own_server.admin("account", "readmit", grace.email)
    done = browser.submit(shown, values[0])
    assert done.status_code == 303 and done.headers["Location"] == f"{own_server.url}/c/{COURSE}/3#launched" and browser.person().id == grace.id
    assert browser.submit(shown, values[0]).status_code == 409, "it is linked"
    assert scopes(moodle.opened("ben")[1]) == [(section, "student")]
    # Its roster comes from one course only.
    moodle.context = "course-2"
    again = Browser(own_server)
    shown = moodle.launch(again, "grace", 200, "Instructor")
    assert "linked to this section" in page(again.submit(shown, values[0]))
    # With the whole course, students choose their section.
    own_server.admin("staff", "grant", grace.email, COURSE)
    whole = moodle.launch(again, "grace", 200, "Instructor")
    assert again.submit(whole, COURSE).status_code == 303
    path, cleo = moodle.opened("cleo")
    assert path == f"/c/{COURSE}" and scopes(cleo) == []


def test_a_deep_link_opens_the_course_or_the_event_that_was_chosen(own_server, moodle, sections):
    code = next(iter(sections))
    grace = known(own_server, "grace", [])
    event = grace.post(COURSE, "Midterm <b>& more", visibility="public")
    moodle.register("--trust-emails").linked(COURSE, code)
    browser = Browser(own_server)
    shown = moodle.ask_for_a_link(browser)
    assert "Midterm &lt;b&gt;&amp; more" in shown.text and not browser.is_signed_in()
    answer = browser.submit(shown, str(event["number"]))
    policy = answer.headers["Content-Security-Policy"]
    assert "form-action 'self' https://moodle.example.edu;" in policy and "frame-ancestors 'none'" in policy
    assert 'action="https://moodle.example.edu/return?x=1"' in answer.text
    token = re.search(r'name="JWT" value="([^"]*)"', answer.text).group(1)
    claims = decoded(token.split(".")[1])
    assert (claims["iss"], claims["aud"], claims[LTI + "deployment_id"], claims[DEEP + "data"]) == (moodle.client, [moodle.issuer], "7", "note 1")
    item = claims[DEEP + "content_items"][0]
    assert item["type"] == "ltiResourceLink" and item["title"] == "Midterm <b>& more"
    path, ada = moodle.opened("ada", target=item["url"].removeprefix(own_server.url))
    assert path == f"/c/{COURSE}/{event['number']}" and ada.event(event)["title"] == event["title"]
    course = browser.submit(shown, "course")
    token = re.search(r'name="JWT" value="([^"]*)"', course.text).group(1)
    item = decoded(token.split(".")[1])[DEEP + "content_items"][0]
    assert moodle.opened("ada", target=item["url"].removeprefix(own_server.url))[0] == f"/c/{COURSE}"
    assert browser.submit(shown, "999").status_code == 404


def test_a_platform_that_was_removed_and_registered_again_lets_its_people_into_their_accounts(own_server, moodle, sections):
    code = next(iter(sections))
    moodle.register("--trust-emails").linked(COURSE, code)
    ada, made = moodle.opened("ada")[1], int(time.time())
    own_server.admin("lti", "remove", "moodle")
    assert "did not register" in page(moodle.begin(Browser(own_server), status=403))
    wait_until(lambda: int(time.time()) > made, "the next second, by which the server tells who came first")
    moodle.register().linked(COURSE, code)
    again = moodle.opened("ada")[1]
    assert again.account == ada.account
    # The launch is still her way in, so it confirms changes.
    again.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
    # A platform that was set up anew gives its ids to others.
    own_server.admin("lti", "remove", "moodle", "--forget-people")
    moodle.register().linked(COURSE, code)
    other = moodle.opened("ada")[1]
    assert other.id != ada.id and other.account["email"].endswith("@moodle.invalid")
    assert "is sound" in own_server.admin("check")


def test_another_issuer_under_the_same_name_is_another_platform(own_server, moodle, sections):
    code = next(iter(sections))
    moodle.register().linked(COURSE, code)
    ada = moodle.opened("ada")[1]
    moodle.register()
    assert moodle.opened("ada")[1].id == ada.id, "it is the same one"
    moodle.issuer = "https://new.example.edu"
    moodle.register()
    assert "not linked" in page(moodle.launch(Browser(own_server), "ada", 403))
    assert moodle.linked(COURSE, code).opened("ada")[1].id != ada.id


def test_a_launch_does_not_replace_a_second_factor(own_server, moodle, sections):
    grace = known(own_server, "grace", [])
    event = grace.post(COURSE, "Draft of the midterm", visibility="private")
    add_factor(grace)
    moodle.register("--trust-emails")
    refused = page(moodle.launch(Browser(own_server), "grace", 403, "Instructor"))
    assert "second factor" in refused and "noteitd lti link" in refused
    moodle.linked(COURSE, next(iter(sections)))
    browser = Browser(own_server)
    assert "second factor" in page(moodle.launch(browser, "grace", 403, "Instructor"))
    shown = moodle.ask_for_a_link(browser)
    assert "Draft" not in shown.text and browser.submit(shown, str(event["number"])).status_code == 404
    assert browser.submit(shown, "course").status_code == 200 and not browser.is_signed_in()


def test_a_frame_gets_a_link_to_a_new_window_and_no_other_page_may_be_framed(own_server, moodle):
    moodle.register()
    framed = {"Sec-Fetch-Dest": "iframe"}
    form = {"iss": moodle.issuer, "login_hint": "a&b", "target_link_uri": own_server.url + "/lti/launch"}
    browser = Browser(own_server)
    for answer in (browser.call("POST", "/lti/login", 200, data=form, headers=framed), browser.call("GET", "/lti/login", 200, params=form, headers=framed)):
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"] and "Set-Cookie" not in answer.headers
        link = re.search(r'href="([^"]*)" target="_blank"', answer.text).group(1).replace("&amp;", "&")
        assert browser.call("GET", "/lti/" + link, 303).headers["Location"].startswith(moodle.url)
    asked = moodle.begin(browser)
    token = moodle.sign(moodle.claims(asked["nonce"], "ada"))
    answer = browser.call("POST", "/lti/launch", 403, data={"id_token": token, "state": asked["state"]}, headers=framed)
    for page_ in (answer, browser.call("GET", "/lti/login", 403), browser.http.get(own_server.url)):
        assert "frame-ancestors 'none'" in page_.headers["Content-Security-Policy"]


def test_two_platforms_of_one_issuer_are_told_apart_by_their_client_id(own_server, sections):
    code = next(iter(sections))
    with running(own_server, name="one", issuer="https://canvas.example.com") as one, \
            running(own_server, name="two", issuer="https://canvas.example.com", client="tool-2") as two:
        one.register()
        two.register()
        one.register(status=0)
        two.client = "tool-1"
        two.register(status=1)
        two.client = "tool-2"
        one.linked(COURSE, code)
        ada = one.opened("ada")[1]
        assert len(own_server.admin("lti", "list").splitlines()) == 2
        # A course of the other has the same name there, and is not linked.
        assert "not linked" in page(two.launch(Browser(own_server), "ada", 403))
        own_server.admin("lti", "remove", "one")
        assert "did not register" in page(one.begin(Browser(own_server), status=403))
        assert scopes(ada) != []
