"""A course of a learning platform opens the page in a browser, signed in, also where another person was before."""

import re

import pytest
from playwright.sync_api import expect

from noteitd import Noteitd
from people import register
from platforms import COURSE, running
from visits import sign_in


@pytest.fixture(scope="module")
def campus(tmp_path_factory):
    server = Noteitd(tmp_path_factory.mktemp("launched"))
    server.load_sample()
    server.start()
    with running(server) as moodle:
        code = register(server).get(f"/v1/courses/{COURSE}")["sections"][0]["code"]
        yield server, moodle.register().linked(COURSE, code)
    server.stop()


@pytest.fixture
def server(campus):
    return campus[0]


@pytest.fixture
def moodle(campus, front):
    campus[1].place = front.address
    yield campus[1]
    campus[1].place = campus[0].url


def is_in_course(page, name):
    expect(page).to_have_url(re.compile(f"/c/{re.escape(COURSE)}$"))
    expect(page.get_by_role("heading", name=re.compile("CMPT ?225"))).to_be_visible()
    assert page.evaluate("localStorage.getItem('noteit-here')")
    page.goto("/settings")
    expect(page.get_by_label("Name, as your classes see it")).to_have_value(name)


def test_a_link_of_the_platform_opens_the_course_signed_in(profile, moodle):
    course = profile.new_page()
    course.goto(f"{moodle.url}/course")
    with profile.expect_page() as opened:
        course.get_by_role("link", name="NoteIt").click()
    is_in_course(opened.value, "Ada")


def test_a_frame_leads_to_a_window_of_its_own(profile, moodle):
    course = profile.new_page()
    course.goto(f"{moodle.url}/frame")
    with profile.expect_page() as opened:
        course.frame_locator("iframe").get_by_role("button", name="Open NoteIt in a new window").click()
    is_in_course(opened.value, "Ada")


def test_a_launch_takes_the_place_of_whoever_was_signed_in(profile, moodle, server):
    ben = register(server, "Ben")
    sign_in(profile.new_page(), ben, "/settings")
    page = profile.new_page()
    page.goto(moodle.login())
    is_in_course(page, "Ada")


def test_the_answer_of_deep_linking_goes_back_to_the_frame_of_the_platform(profile, moodle):
    moodle.visitor, moodle.wishes = ("grace", "Instructor"), moodle.link_wish(deep_link_return_url=f"{moodle.url}/return")
    course = profile.new_page()
    course.goto(f"{moodle.url}/frame")
    with profile.expect_page() as opened:
        course.frame_locator("iframe").get_by_role("button", name="Open NoteIt in a new window").click()
    opened.value.get_by_role("button", name="Choose").click()
    opened.value.get_by_role("button", name="Add “NoteIt: CMPT").click()
    expect(course).to_have_title("returned")
    assert len(moodle.returned) == 1 and len(profile.pages) == 2
    moodle.visitor, moodle.wishes = ("ada", "Learner"), {}
