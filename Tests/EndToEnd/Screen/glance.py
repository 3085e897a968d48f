"""What stands on the screen of a class: its lectures of today, posts, tasks and messages."""

from people import staff
from registrar import HEADER
from study_people import EVERY_DAY, add, at, day_in, settle

COURSE, SECTION = "200030.CJK101", "200030.101"


def term(folder, zone):
    """A course whose lectures are today, in the morning and in the afternoon."""
    first, last = day_in(zone, -30), day_in(zone, 90)
    rows = [f"200030,101,CJK,101,Writing,D100,LEC,3,{EVERY_DAY},{times},{first},{last},Main,AQ,{room},,,,In Person,"
            for times, room in (("0930,1020", "3182"), ("1430,1620", "9001"))]
    file = folder / "now.csv"
    file.write_text("\n".join([HEADER, *rows]) + "\n")
    return str(file)


def furnish(server, ada, bob, zone):
    """Something in every section."""
    settle(ada, timeZone=zone, alerts={"start": None, "end": None})
    add(ada, "Lunch 昼食 🍜", start=at(zone, 0, "12:00"), end=at(zone, 0, "13:00"))
    add(ada, "Read chapter 4 第四章", minutes=90, deadline=at(zone, 3, "12:00"), course=COURSE)
    bob.post(COURSE, "Lab 4 実験: heaps 🎉 and everything else that has to be ready before the demonstration",
             due=at(zone, 1, "17:00"), kind="reminder")
    bob.post(COURSE, "Midterm 期中考試", kind="exam", due=at(zone, 1, "18:00"))
    question = ada.post(COURSE, "Is the midterm open book?", kind="question")
    bob.reply(question, "教科書は持ち込み可 📖, I think")
    staff(server, COURSE).post(COURSE, "Room change 교실 변경", kind="notice", body="We meet in **AQ 9001**.")
    return question
