"""Names and roles: the rosters of linked sections come from their platform."""

from noteitd import wait_until
from people import register, scopes, staff
from platforms import COURSE, NAMES, ROLE, Browser, known


def member(person, role="Learner", **more):
    return {"user_id": person, "roles": [ROLE + role], "status": "Active", "name": person.title(), "email": f"{person}@example.edu"} | more


def sync(server, *options, status=0):
    done = server.admin("lti", "sync", *(options or ("--all",)), check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_list_of_many_pages_is_told_then_imported_and_takes_no_more_than_a_tenth(own_server, moodle):
    section = register(own_server).get(f"/v1/courses/{COURSE}")["sections"][0]
    moodle.register("--make-staff").linked(COURSE, section["code"])
    ada = moodle.opened("ada")[1]
    crowd = [[member(f"s{page}-{index}") for index in range(10)] for page in range(3)]
    moodle.members = [[member("ada"), member("tom", "Instructor"), member("gone", status="Inactive"), member("watcher", "Mentor")], *crowd]
    said = sync(own_server)
    assert "31 new, 0 changed, 0 removed, 1 as before" in said and "31 people expected" in said and "add --yes" in said
    sync(own_server, "CMPT225", "--yes")
    assert "0 new" in sync(own_server)
    # Those who are expected have their places when they come.
    tom = moodle.opened("tom", "Instructor")[1]
    assert scopes(tom) == [(section["id"], "staff")] and scopes(moodle.opened("s1-3")[1]) == [(section["id"], "student")]
    moodle.members = [[member("ada"), member("tom", "Instructor")]]
    assert "more than a tenth" in sync(own_server, "--all", "--yes", status=1)
    assert scopes(ada) == [(section["id"], "student")]
    moodle.members = [[member("tom", "Instructor")], *crowd]
    sync(own_server, "--all", "--yes")
    assert scopes(ada) == [] and scopes(tom) == [(section["id"], "staff")]
    assert "is sound" in own_server.admin("check")


def test_trusted_emails_give_places_to_accounts_that_never_came(own_server, moodle):
    section = register(own_server).get(f"/v1/courses/{COURSE}")["sections"][0]
    ada, ben = known(own_server, "ada"), register(own_server, "Ben", "ben@example.edu")
    moodle.register("--trust-emails").linked(COURSE, section["code"])
    moodle.members = [[member("ada"), member("ben"), member("grace", "Instructor")]]
    sync(own_server, "--all", "--yes")
    assert scopes(ada) == [(section["id"], "student")] and scopes(ben) == []
    own_server.admin("account", "verify", ben.email)
    assert scopes(ben) == [(section["id"], "student")]
    assert "2 entries" in sync(own_server), "the operator lets no platform make staff"


def test_a_hostile_list_is_refused_with_a_sentence_that_the_operator_reads(own_server, moodle):
    section = register(own_server).get(f"/v1/courses/{COURSE}")["sections"][0]
    moodle.register().linked(COURSE, section["code"])
    moodle.members = [[member("ada")]]
    sync(own_server, "--all", "--yes")
    grace = staff(own_server, COURSE)
    before = grace.items(f"/v1/courses/{COURSE}/roster")

    def refused(sentence, url=None):
        if url:
            moodle.launch(Browser(own_server), "someone", 303, "Instructor", **{NAMES: {"context_memberships_url": url}})
        said = sync(own_server, "--all", "--yes", status=1)
        assert sentence in said, said
        assert sentence in own_server.admin("lti", "courses")
        assert grace.items(f"/v1/courses/{COURSE}/roster") == before

    moodle.is_endless = True
    refused("has no end")
    moodle.is_endless, moodle.next_host = False, "http://127.0.0.2:1"
    moodle.members.append([])
    refused("another host")
    moodle.next_host = moodle.url
    asked = len(moodle.asked)
    refused("private network", "https://10.0.0.1/members")
    refused("private network", "https://localhost/members")
    refused("private network", "https://[fd00::1]/members")
    # What is no address keeps the last one.
    refused("private network", "http://10.0.0.1/members")
    refused("private network", "file:///etc/passwd")
    assert "/token" not in moodle.asked[asked:], "no token is asked for before the address is known to be good"
    refused("401", f"{moodle.url}/elsewhere")


def test_the_server_reads_the_lists_by_itself(own_server, moodle):
    section = register(own_server).get(f"/v1/courses/{COURSE}")["sections"][0]
    ada = known(own_server, "ada")
    moodle.register("--trust-emails").linked(COURSE, section["code"])
    moodle.members = [[member("ada")]]
    own_server.stop()
    own_server.start()
    wait_until(lambda: scopes(ada) == [(section["id"], "student")], "the daily list to be read")
