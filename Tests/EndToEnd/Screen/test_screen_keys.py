"""What keys do on the screen of `noteit`: open, reply, search, post, tick off, edit, paste; and the calendar from there."""

from emulator import Emulator
from glance import COURSE, furnish
from noteitd import wait_until
from people import staff
from study_people import WHOLE_DAYS, add, at, day_in, patch, settle
from terminal import Terminal


def test_enter_opens_a_thread_and_what_is_read_is_not_new_any_more(server, ada, bob, zone, opened, desk):
    question = furnish(server, ada, bob, zone)
    emulator = opened().until(["live", "New", "Room change"])
    emulator.press("/open book\r")
    emulator.until("Is the midterm open book?").press("\r")
    emulator.until(["1 reply", "持ち込み可", "r: reply"])
    bob.reply(question, "It is, the syllabus says so")
    emulator.until(["2 replies", "the syllabus says so"])
    emulator.press("qq")
    emulator.until("Today").press("q")
    assert emulator.ended() == 0 and emulator.is_restored()
    wait_until(lambda: "open book" not in desk.noteit("event", "list", "--unread"), "the question to be read")


def test_r_replies_in_a_line_and_in_the_editor(server, ada, bob, zone, opened, desk, tmp_path):
    question = furnish(server, ada, bob, zone)
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho 'Written in the editor' > \"$1\"\n")
    editor.chmod(0o755)
    desk.environment["EDITOR"] = str(editor)
    emulator = opened().until("live")
    emulator.press("/open book\r")
    emulator.until("Enter: open").press("\r")
    emulator.until("r: reply").press("r")
    emulator.until("Reply to CJK101#3:").press("Merci 谢谢 🙏x\x7f")
    emulator.until("Merci 谢谢 🙏").press("\r")
    emulator.until(["Replied to CJK101#3", "2 replies", "Merci 谢谢"])
    emulator.press("R")
    emulator.until(["3 replies", "Written in the editor"])
    bodies = [each["body"] for each in ada.items(f"/v1/events/{question['id']}/replies")]
    assert bodies[1:] == ["Merci 谢谢 🙏", "Written in the editor"]
    emulator.press("\x03")
    assert emulator.ended() == 0 and emulator.is_restored()


def test_a_search_asks_here_while_one_types_and_the_server_after_enter(server, ada, bob, zone, opened):
    furnish(server, ada, bob, zone)
    emulator = opened().until("live")
    emulator.press("/heaps")
    emulator.until(["Search: heaps", "Found here  1", "CJK101#1"])
    emulator.press("\x15think\r")
    emulator.until(["Found  1", "CJK101#3#1"])
    emulator.press("/zzzz\r")
    emulator.until("Nothing found")
    emulator.press("q")
    emulator.until("Today")


def test_arrows_and_letters_move_the_same_mark(server, ada, bob, zone, opened):
    furnish(server, ada, bob, zone)
    emulator = opened().until(["live", "Inbox", "Room change"]).settled()
    marked = lambda: next((number for number, line in enumerate(emulator.lines) if line.startswith("▸")), None)
    places = [marked()]
    for down, up in (("j", "k"), ("\x1b[B", "\x1b[A"), ("\x1bOB", "\x1bOA")):
        emulator.press(down)
        emulator.until(lambda: marked() not in (None, places[0]))
        places.append(marked())
        emulator.press(up)
        emulator.until(lambda: marked() == places[0])
    assert places[1:] == [places[1]] * 3 and places[1] > places[0]


def test_from_the_screen_one_posts_asks_ticks_off_and_edits(server, ada, bob, zone, opened, desk, tmp_path):
    bob.post(COURSE, "Lab 4", kind="reminder", due=at(zone, 1, "17:00"))
    add(ada, "Read chapter 4", minutes=90, deadline=at(zone, 3, "12:00"))
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho 'A better title' > \"$1\"\n")
    editor.chmod(0o755)
    desk.environment["EDITOR"] = str(editor)
    emulator = opened(width=100).until(["live", "Lab 4", "Read chapter 4", "p: post"])
    emulator.press("p")
    emulator.until("Post, course first: CJK101").press("From the screen\r")
    emulator.until("Posted CJK101#2").press("a")
    emulator.until("Ask, course first: CJK101").press("Is it open book?\r")
    emulator.until("Posted CJK101#3")
    assert {("Is it open book?", "question"), ("From the screen", "note")} < {(each["title"], each["kind"]) for each in ada.events(COURSE)}
    emulator.press("gd")
    emulator.until("Done: CJK101#1")
    emulator.until(lambda: "Lab 4" not in emulator.text.partition("Due")[2].partition("Tasks")[0])
    wait_until(lambda: ada.snapshot()["marks"] and any(mark["done"] for mark in ada.snapshot()["marks"]), "the tick on the server")
    emulator.press("/From the\r")
    emulator.until(["Found", "CJK101#2"]).press("e")
    emulator.until("Changed CJK101#2").press("q")
    assert next(each["title"] for each in ada.events(COURSE) if each["number"] == 2) == "A better title"
    emulator.until("Tasks").press("gd")
    emulator.until("Done: Read chapter 4")


def test_a_post_to_no_course_is_kept_and_continued(server, ada, bob, opened):
    emulator = opened(width=100).until("live")
    emulator.press("p\x15NOPE101 Hello\r")
    emulator.until("You are in no course 'NOPE101'. p continues.").press("p")
    emulator.until("Post, course first: NOPE101 Hello").press("\x1b")
    emulator.until("Nothing was posted. p continues.")
    assert ada.events(COURSE) == []


def test_the_calendar_opens_from_the_screen_and_an_event_from_the_calendar(server, ada, bob, zone, opened):
    bob.post(COURSE, "Lab 4", body="Bring your own heap", kind="reminder", due=at(zone, 0, "23:00"))
    emulator = opened(width=90, height=30).until(["live", "Lab 4"])
    emulator.press("c")
    emulator.until(["Mon", "Lab 4", "Enter: open day"]).press("\r")
    emulator.until(["up down: choose", "▸"]).press("jjjj\r")
    emulator.until(["Bring your own heap", "r: reply"]).press("q")
    emulator.until("up down: choose").press("qq")
    emulator.until(["Today", "Due"]).press("q")
    assert emulator.ended() == 0 and emulator.is_restored()


def test_noteit_calendar_opens_an_event_of_a_day(server, ada, bob, zone, opened):
    bob.post(COURSE, "Lab 4", body="Bring your own heap", kind="reminder", due=at(zone, 0, "23:00"))
    emulator = opened(width=90, height=30, arguments=["calendar"]).until(["Mon", "Lab 4", "Enter: open day"])
    emulator.press("\r")
    emulator.until(["up down: choose", "▸"]).press("jjjj\r")
    emulator.until(["Bring your own heap", "q: back"]).press("q")
    emulator.until("up down: choose").press("qq")
    assert emulator.ended() == 0


def test_a_paste_is_text_and_never_a_command(server, ada, bob, zone, opened):
    lab = bob.post(COURSE, "Lab 4", kind="reminder", due=at(zone, 1, "17:00"))
    emulator = opened(width=100).until(["live", "Lab 4"])
    emulator.press("g\x1b[200~d\rq\x1b[201~")
    emulator.until("Nothing was pasted").press("r")
    emulator.until("Reply to CJK101#1:").press("\x1b[200~I did it so:\rdo it twice\r\tq\x1b[201~")
    emulator.until("I did it so: do it twice").press("\r")
    emulator.until("Replied to CJK101#1")
    assert [each["body"] for each in ada.items(f"/v1/events/{lab['id']}/replies")] == ["I did it so:\ndo it twice\n\tq"]
    assert not any(mark["done"] for mark in ada.snapshot()["marks"])
    emulator.press("q")
    assert emulator.ended() == 0 and emulator.is_restored() and b"\x1b[?2004l" in emulator.bytes


def test_a_search_on_the_screen_reads_on_as_the_command_does(server, ada, bob, zone, opened):
    bob.post(COURSE, "The one about heaps", due=at(zone, 3, "17:00"), kind="reminder")
    for number in range(320):
        bob.post(COURSE, f"More heaps {number}")
    emulator = opened(width=100).until("live")
    emulator.press(f"/due:{day_in(zone, 3)} heap\r")
    emulator.until(["Found  1", "The one about"]).press("q")
    emulator.press("/heaps\r")
    emulator.until(", the first ones: noteit search has more")
    server.stop()
    emulator.until("offline")
    emulator.press("q/kind:note heaps\r")
    emulator.until("Filters need the server")


def test_a_question_stays_a_question_and_is_shown_what_was_asked_before(server, ada, bob, opened):
    bob.post(COURSE, "Is the midterm open book?", kind="question")
    emulator = opened(width=120).until(["live", "open book"])
    emulator.press("a")
    emulator.until("Ask, course first: CJK101").press("Is the midterm an open book one?\x1b")
    emulator.until("Nothing was posted. p continues.").press("p")
    emulator.until("Ask, course first: CJK101 Is the midterm").press("\r")
    emulator.until("Asked before: CJK101#1 Is the midterm open book?").press("p")
    emulator.until("Ask, course first: CJK101 Is the midterm").press("\r")
    emulator.until("Posted CJK101#2")
    assert [each["kind"] for each in ada.events(COURSE)] == ["question", "question"]
    emulator.press("p\x15CJK101 Hello @nobody.here\r")
    emulator.until("Posted CJK101#3, but @nobody.here reaches nobody")


def test_f_follows_an_event_and_P_pins_it_for_staff_alone(server, ada, bob, zone, opened, desk, tmp_path):
    bob.post(COURSE, "Lab 4", kind="reminder", due=at(zone, 1, "17:00"))
    emulator = opened(width=120).until(["live", "Lab 4"])
    emulator.press("g\r")
    emulator.until(["Lab 4", "f: follow"]).press("P")
    emulator.until("Only staff of CJK101 can pin.").press("f")
    emulator.until("Following CJK101#1")
    assert [mark["following"] for mark in ada.snapshot()["marks"]] == [True]
    emulator.press("f")
    emulator.until("No longer following CJK101#1")
    assert [mark["following"] for mark in ada.snapshot()["marks"]] == [False]
    server.stop()
    emulator.until("offline")
    emulator.press("f")
    emulator.until("waits in the outbox: follow CJK101#1")
    server.start()
    wait_until(lambda: [mark["following"] for mark in ada.snapshot()["marks"]] == [True], "the event to be followed")
    grace = Terminal(server, tmp_path / "grace", staff(server, COURSE))
    screen = Emulator(grace.environment, width=120)
    try:
        screen.until(["live", "Lab 4"]).press("g\r")
        screen.until("f: follow").press("P")
        screen.until(["Pinned CJK101#1", "pinned"])
        assert [event["pinned"] for event in ada.events(COURSE)] == [True]
        screen.press("P")
        screen.until("Unpinned CJK101#1")
        assert not any(event.get("pinned") for event in ada.events(COURSE))
    finally:
        screen.close()


def test_keys_in_a_row_count_each_and_none_is_lost_when_one_leaves(server, ada, bob, zone, opened, desk):
    bob.post(COURSE, "Lab 4", kind="reminder", due=at(zone, 1, "17:00"))
    emulator = opened(width=120).until(["live", "Lab 4"])
    emulator.press("g\r")
    emulator.until("f: follow").press("ffdddqq")
    assert emulator.ended() == 0
    desk.noteit("outbox", "retry")
    assert [(mark.get("following", False), mark["done"]) for mark in ada.snapshot()["marks"]] == [(False, True)]


def test_n_adds_a_task_in_a_line_without_a_network_too(server, ada, bob, opened):
    emulator = opened(width=100).until("live")
    emulator.press("n")
    emulator.until("New task:").press("Read ch 9 2h !high CJK101\r")
    emulator.until(["Added Read ch 9: 2h", "Tasks"])
    [task] = ada.items("/v1/me/tasks")
    assert (task["title"], task["minutes"], task["priority"], task["course"]) == ("Read ch 9", 120, "high", COURSE)
    # Without a length it is an hour.
    emulator.press("nReturn the books\r")
    emulator.until("Added Return the books: 1h")
    assert sorted(task["minutes"] for task in ada.items("/v1/me/tasks")) == [60, 120]
    server.stop()
    emulator.until("offline")
    emulator.press("nCall the library 30m\r")
    emulator.until(["The task Call the library waits in the outbox.", "Call the library  "])
    server.start()
    wait_until(lambda: len(ada.items("/v1/me/tasks")) == 3, "the task to be sent")
    emulator.until("Sent 1 that waited in the outbox.").press("n\x1b")
    emulator.until("Nothing was added.")


def test_a_study_block_of_today_is_put_off_and_opened_again(server, ada, bob, zone, opened):
    settle(ada, timeZone=zone, hours=WHOLE_DAYS, alerts={"start": None, "end": None})
    add(ada, "Read chapter 4", minutes=60)
    days = {"from": str(day_in(zone, 0)), "to": str(day_in(zone, 1))}
    plan = lambda: [each for each in ada.get("/v1/me/study-timetable", params=days)["blocks"] if each["kind"] == "study"]
    wait_until(lambda: len(plan()) > 0, "the plan")
    patch(ada, plan()[0], start=at(zone, 0, "20:00"), end=at(zone, 0, "21:00"))
    emulator = opened(width=120).until(["live", "20:00-21:00  study: Read chapter 4"])
    emulator.press("g")
    emulator.until(">: half an hour later").press("u")
    emulator.until("Read chapter 4 is not marked as done").press(">")
    emulator.until(["Later: Read chapter 4", "20:30-21:30  study: Read chapter 4"])
    server.stop()
    emulator.until("offline")
    emulator.press(">")
    emulator.until(["Later: Read chapter 4. It waits in the outbox.", "21:00-22:00  study: Read chapter 4"])
    server.start()
    wait_until(lambda: [each["start"] for each in plan()] == [at(zone, 0, "21:00")], "the change to be sent")
    emulator.until(["live", "21:00-22:00  study: Read chapter 4"]).press(">>>")
    emulator.until(["Later: Read chapter 4", "22:30-23:30  study: Read chapter 4"])
    wait_until(lambda: [each["start"] for each in plan()] == [at(zone, 0, "22:30")], "each key to count")
    patch(ada, plan()[0], done=True)
    row = lambda: next((line for line in emulator.lines if "study: Read chapter 4" in line), "")
    emulator.until(["live", "study: Read chapter 4"]).until(lambda: row().endswith("done")).press(">")
    emulator.until("Read chapter 4 is done: there is nothing to put off.").press("u")
    emulator.until("Open again: Read chapter 4")
    assert [each["done"] for each in plan()] == [False]
