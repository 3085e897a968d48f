"""Pages that the browser stops for a while."""

from tabs import COURSE, Tab, has_title

QUICK = 100  # milliseconds between the questions to the leading tab


def test_a_page_that_slept_catches_up(people, profile):
    old = people["bob"].post(COURSE, "Old")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("Old"))
    tab.sleep()
    people["bob"].post(COURSE, "Meanwhile")
    people["bob"].delete(old)
    tab.wake().ready().until(has_title("Meanwhile"))
    tab.until(f"copy.event('{old['id']}').value === null")
    assert "Old" not in tab.everything()


def test_a_tab_takes_the_place_of_one_that_sleeps(people, profile, front):
    first = Tab(profile).enter(people["ada"])
    second = Tab(profile).reenter(pause=QUICK).ready()
    first.sleep()
    event = people["bob"].post(COURSE, "For the one that is awake")
    second.until(has_title(event["title"]))
    edited = people["bob"].edit(event, title="Edited")
    second.until(has_title("Edited"))
    # The first one heard the old title over its own connection, and writes it nowhere.
    first.wake().until(has_title("Edited"))
    first.run("await h.until(() => !h.engine.leads.value)")
    first.ready()
    assert second.run("return h.engine.leads.value") is True
    assert edited["title"] in first.everything() and event["title"] not in first.everything()
    second.page.close()
    people["bob"].post(COURSE, "Later")
    first.until(has_title("Later"))
