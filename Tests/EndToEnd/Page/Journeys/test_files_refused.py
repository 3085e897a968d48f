"""Files that cannot be sent: a sentence says what to do with each, and the text stays."""

import pytest
from playwright.sync_api import expect

from tabs import COURSE
from visits import sign_in

ROOM = f"/c/{COURSE}"


@pytest.fixture
def page(visit, people):
    page = sign_in(visit(), people["ada"], ROOM)
    page.get_by_role("button", name="Write a post").click()
    page.get_by_label("Title").fill("With files")
    return page


def form(page):
    return page.locator("form.composer")


def choose(page, name, content):
    page.get_by_label("Attach files").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})


def chosen(page, name):
    return page.locator(".chosen li").filter(has_text=name)


def drop(page, path):
    box = page.get_by_label("Text").bounding_box()
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": box["x"] + 20, "y": box["y"] + 20, "data": data})


def post(page):
    form(page).get_by_role("button", name="Post", exact=True).click()


def attached(person):
    return [[(file["name"], file["size"]) for file in event["attachments"]] for event in person.events(COURSE)]


def test_files_that_no_server_takes_are_told_with_what_to_do(page, people):
    choose(page, "empty.txt", b"")
    expect(form(page)).to_contain_text("empty.txt is empty. Choose another file.")
    expect(page.locator(".chosen li")).to_have_count(0)
    choose(page, ".profile", b"abc")
    expect(chosen(page, ".profile")).to_contain_text(
        "Its name must not begin with a dot or a space. Rename it, and choose it again.")
    choose(page, "setup.exe", b"MZ" + bytes(300))
    expect(chosen(page, "setup.exe")).to_contain_text("Its name must not end in .exe, the ending of a program")
    choose(page, "plot.png", b"abc")
    expect(chosen(page, "plot.png")).to_contain_text(
        "plot.png is not really a PNG: its content is text/plain. Send it under another name.")
    post(page)
    expect(form(page)).to_contain_text(".profile was refused. Remove it, or try it again.")
    expect(page.get_by_label("Title")).to_have_value("With files")
    for name in (".profile", "setup.exe", "plot.png"):
        chosen(page, name).get_by_role("button", name="Remove").click()
    # A long name loses letters, not its ending.
    choose(page, "é" * 300 + ".txt", b"abc")
    expect(page.locator(".chosen li")).to_contain_text("é.txt")
    expect(page.locator(".chosen li [data-part=state]")).to_be_empty()
    post(page)
    expect(page.locator("li.event").filter(has_text="With files")).to_contain_text("#1")
    [[(name, _)]] = attached(people["bob"])
    assert name.startswith("é" * 100) and name.endswith(".txt") and len(name.encode()) <= 255


def test_a_folder_is_told_apart_from_files(page, tmp_path):
    folder = tmp_path / "lab"
    folder.mkdir()
    (folder / "a.txt").write_text("a")
    drop(page, folder)
    expect(form(page)).to_contain_text("lab is a folder. Choose its files, or make one archive of it, such as a .zip.")
    expect(page.locator(".chosen li")).to_have_count(0)
    drop(page, folder / "a.txt")
    expect(page.locator(".chosen li")).to_contain_text("a.txt")


def test_a_file_that_is_gone_before_it_is_sent_is_told(page, front, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("a" * 3000)
    front.cut()
    page.get_by_label("Attach files").set_input_files(str(file))
    expect(chosen(page, "notes.txt")).to_contain_text("Is sent with your text.")
    file.unlink()
    front.mend()
    chosen(page, "notes.txt").get_by_role("button", name="Try again").click()
    expect(chosen(page, "notes.txt")).to_contain_text("It cannot be read any more. Remove it, and choose it again.")


@pytest.mark.parametrize("server", [{"NOTEIT_ATTACHMENT_MIB": "1"}], indirect=True)
def test_a_file_over_the_limit_of_this_server_is_told_with_the_limit(page):
    choose(page, "film.mp4", b"x" * 3_000_000)
    expect(chosen(page, "film.mp4")).to_contain_text("The file is over 1 MiB. Share a link to it, or a part of it.")


def test_a_network_that_dies_while_a_file_is_sent_leaves_it_with_its_text(page, people, front):
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    limits = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 100_000}
    session.send("Network.emulateNetworkConditions", limits)
    choose(page, "big.txt", b"x" * 3_000_000)
    expect(page.get_by_role("progressbar", name="Sending big.txt")).to_have_js_property("max", 1)
    front.cut()
    expect(chosen(page, "big.txt")).to_contain_text("Is sent with your text.")
    session.send("Network.emulateNetworkConditions", limits | {"uploadThroughput": -1})
    post(page)
    row = page.locator("li.event").filter(has_text="With files")
    expect(row).to_contain_text("Waits for the network; it is sent by itself")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(row).to_contain_text("#1")
    assert attached(people["bob"]) == [[("big.txt", 3_000_000)]]
