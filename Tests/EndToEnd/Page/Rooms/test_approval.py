"""`noteit auth login --browser` in a terminal beside the page in a browser: the address that it opens, the answer, both ends."""

import os
import re

import pytest
from playwright.sync_api import expect

from devices import Device
from emulator import Emulator
from noteitd import wait_until
from people import PASSWORD, register
from visits import flaws, sign_in

CODE = r"[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}"


@pytest.fixture
def desk(tmp_path, front):
    """A machine without a session. Its desktop notes what it is asked to open."""
    (tmp_path / "bin").mkdir()
    opener = tmp_path / "bin/xdg-open"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > "{tmp_path}/opening" && mv "{tmp_path}/opening" "{tmp_path}/opened"\n')
    opener.chmod(0o755)
    return {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "HOME": str(tmp_path), "NOTEIT_SERVER": front.address, "LANG": "C.UTF-8",
        "DISPLAY": ":77"}


@pytest.fixture
def run():
    made = []

    def start(environment, *arguments, **options):
        made.append(Emulator(environment, arguments=arguments, **options))
        return made[-1]

    yield start
    for each in made:
        each.close()


def test_a_terminal_opens_the_page_and_is_signed_in_by_it(server, profile, tmp_path, desk, run):
    ada = register(server, "Ada")
    terminal = run(desk, "auth", "login", "--browser", width=90, height=60)
    terminal.until(["Your browser opens this page", "Approve it there if the page shows this code", "██", "Ctrl-C ends it"])
    opened = tmp_path / "opened"
    wait_until(opened.exists, "the page to be opened")
    address = opened.read_text()
    assert address in terminal.text and re.search(f"/device#{CODE}$", address)

    asked, page = [], profile.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    # First the sign-in, then back to the question.
    page.get_by_label("Email").fill(ada.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    code = address.split("#")[1]
    heading = page.get_by_role("heading", name=f"Does the device show {code}?")
    expect(heading).to_be_focused()
    main = page.get_by_role("main")
    expect(main).to_contain_text(re.compile(r"noteit on .+, from 127\.0\.0\.1, asked .*\s+to be\s+signed in as\s+" + re.escape(ada.email)))
    expect(main).to_contain_text(re.compile(r"Only approve if you started this yourself, on noteit on .+ from 127\.0\.0\.1\."))
    assert not [url for url in asked if code in url.split("#")[0]], "the code is in no address that a server sees"
    page.get_by_role("button", name="Approve").press("Enter")
    expect(main).to_contain_text("Approved: ")
    terminal.until("Signed in as Ada")
    assert terminal.ended() == 0
    sessions = run(desk, "auth", "sessions").until("this one")
    assert re.search(r"noteit on .*this one", sessions.text)
    page.get_by_role("link", name="Your devices").click()
    expect(page.get_by_role("button", name=re.compile("Sign out noteit on"))).to_be_visible()


def test_what_is_refused_and_what_is_interrupted_signs_nobody_in(server, profile, desk, run):
    bob = register(server, "Bob")
    page = sign_in(profile.new_page(), bob, "/settings#devices")
    page.get_by_role("link", name="Sign in a device").click()
    del desk["DISPLAY"]
    terminal = run(desk, "auth", "login", "--browser", width=30).until(["here or on your phone", "Ctrl-C"])
    assert "██" not in terminal.text, "no room for the picture"
    code = re.search(f"code:\\s+({CODE})", terminal.text)[1]
    field = page.get_by_label("Code that the device shows")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Type the code that the device shows.")
    field.fill("bbbb bbbb")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("There is no sign-in that waits with this code")
    field.fill(code.lower().replace("-", " "))
    field.press("Enter")
    page.get_by_role("button", name="Refuse").click()
    expect(page.get_by_role("main")).to_contain_text("Refused: noteit on")
    terminal.until("was refused")
    assert terminal.ended() == 1
    other = run(desk, "auth", "login", "--browser").until("Ctrl-C")
    other.press("\x03")
    assert other.ended() == 2
    assert "not signed in" in run(desk, "auth", "status").until("not signed in").text


def test_the_question_is_for_everyone_on_a_phone_and_at_a_desk(server, profile):
    page = sign_in(profile.new_page(), register(server, "Ada"), "/")
    name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk \u202e<b>moc.live</b>"
    seen = []
    for width, height in ((320, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/device#{Device(server, name).code}")
        expect(page.get_by_role("button", name="Approve")).to_be_visible()
        expect(page.locator("main b")).to_have_count(0)
        seen += flaws(page, "device question")
    page.goto("/device")
    expect(page.get_by_label("Code that the device shows")).to_be_visible()
    assert seen + flaws(page, "device") == []


def test_an_approval_too_late_says_so(server, profile):
    page = sign_in(profile.new_page(), register(server, "Ada"), "/")
    device = Device(server)
    page.goto(f"/device#{device.code}")
    approve = page.get_by_role("button", name="Approve")
    expect(approve).to_be_visible()
    server.sql("UPDATE device_sign_in SET expires_at = created_at")
    approve.click()
    expect(page.get_by_role("alert")).to_contain_text("There is no sign-in that waits with this code")
    assert device.poll() == "expired_token"
