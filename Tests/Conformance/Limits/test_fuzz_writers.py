"""Names that are hard to escape are written so that real parsers read them back."""

import csv
import icalendar
import itertools
import os
import re
import subprocess
import unicodedata
import uuid
import xml.etree.ElementTree

from fuzz import NOTEIT, fuzz, fuzzed
from noteitd import PATIENCE
from people import PASSWORD, register
from registrar import HEADER


WRITTEN = [
    "'", '"', "\\", ",", ";", ":", "\\n", "\\,", "\\\\", "]]>", "<", ">", "&", "&amp;", "&#0;", "<!--", "<![CDATA[", "$(id)",
    "`id`", "$HOME", "!x", "*", "~", "#", "|", "-", "--", "-n", "=", "%s", "{a,b}",
    "\u200d", "\u200c", "\u0301", "e\u0301\u0323", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u202e", "\u00a0", "\u2028",
    "\ufeff", "\ufe0f", "\u8a9e", "\U0001f600", "\U0010fffd", "\u00e9", "\U000e0041",
    "BEGIN:VEVENT", "END:VCALENDAR", "a", "b", " ", " ", "word", "x" * 70, "\u8a9e" * 30, "\U0001f600" * 20, "\u0301" * 40,
]
BREAKS = ["\n", "\t", "\n\n", "\nEND:VCALENDAR\n", "\n "]


def hostile(dice, most=150, breaks=False):
    text = "".join(dice.choices(WRITTEN + (BREAKS * 3 if breaks else []), k=dice.choice([1, 2, 3, 5, 12])))[:most]
    return text if text.strip(" \n\t\u00a0\u2028\ufeff\u3000") and re.search(r"\w", text) else f"x{text}"[:most]


def visible(text):
    """Whether a catalog or a name may hold it: it has a visible character."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)


class Writers:
    """A term with hostile names of courses, places and people, new at each import, and a person who saves timetables."""

    TERM = "200110"

    def __init__(self, fuzz):
        self.fuzz, self.dice, self.server = fuzz, fuzz.dice, fuzz.server
        self.person = register(self.server)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(fuzz.folder), "NOTEIT_SERVER": self.server.url,
            "LANG": "C.UTF-8"}
        subprocess.run([NOTEIT, "auth", "login", self.person.email], input=PASSWORD + "\n", text=True, capture_output=True,
            check=True, env=self.environment)

    def catalog(self):
        """Imports 12 courses. Returns title, place and instructors of each section in the file."""
        dice, said, rows = self.dice, {}, []
        for number in range(12):
            title = hostile(dice)
            for section in (1, 2):
                campus, building, teacher = hostile(dice, 60), hostile(dice, 30), hostile(dice, 60).replace(";", "")
                start = 480 + number * 50
                times = [f"{minute // 60:02}{minute % 60:02}" for minute in (start, start + 40)]
                crn, days, code = 10 + number * 10 + section, ("MWF", "TR")[section - 1], dice.choice(["D100", "D'1", 'D"1',
                    "D&1", "D<1", "D;1", "D\\1", "D]]>"])
                rows.append([self.TERM, crn, "TEST", 100 + number, title, code + str(section), "LEC", 3, days, *times,
                    "2001-01-08", "2001-04-06", campus, building, "1", teacher, 30, 2, "In Person", ""])
                said[str(crn)] = title, campus, building, teacher
        file = self.fuzz.folder / "hostile.csv"
        with open(file, "w", newline="", encoding="utf-8") as output:
            csv.writer(output).writerows([HEADER.split(","), *rows])
        done = self.server.admin("catalog", "import", str(file), "--time-zone", "America/Vancouver", check=False)
        if done.returncode:
            self.fuzz.fault("an import", file.read_bytes(), done.stdout + done.stderr)
            return None
        courses = [self.person.get(f"/v1/courses/{each['id']}") for each in self.person.items(f"/v1/terms/{self.TERM}/courses")]
        self.sections = {section["crn"]: (course, section) for course in courses for section in course["sections"]}
        for crn, (title, campus, building, teacher) in said.items():
            course, section = self.sections[crn]
            here = section["meetings"][0]["place"]
            for was, is_now in ((title, course["title"]), (f"{campus} {building} 1", here),
                    (teacher, ", ".join(section["instructors"]))):
                if squeezed(was) != squeezed(is_now):
                    self.fuzz.fault("another text than the registrar's", repr(was).encode(), repr(is_now))
        return self.sections

    def noteit(self, *arguments):
        return subprocess.run([NOTEIT, *arguments], capture_output=True, timeout=PATIENCE, env=self.environment,
            stdin=subprocess.DEVNULL)


def squeezed(text):
    """Without white space, because an import normalizes it."""
    return re.sub(r"\s+", "", text)


def content_lines(content):
    """A calendar file's lines, unfolded, by the rules of RFC 5545: (name, parameters, value)."""
    assert content.endswith(b"\r\n") and b"\n" not in content.replace(b"\r\n", b"") and b"\r" not in content.replace(b"\r\n",
        b""), "a line's end"
    lines = content.split(b"\r\n")[:-1]
    assert all(len(line) <= 75 for line in lines), "a line over 75 octets"
    assert all(line for line in lines), "an empty line"
    for line in lines:
        line.decode()  # folding inside a character is allowed, but readers stumble over it
    for line in re.sub(rb"\r\n[ \t]", b"", content)[:-2].decode().split("\r\n"):
        parameters = r'((?:;[A-Z0-9-]+=(?:"[^"\x00-\x1f]*"|[^";:,\x00-\x1f]*))*)'
        found = re.fullmatch(rf"([A-Z0-9-]+){parameters}:([^\x00-\x08\x0a-\x1f\x7f]*)", line)
        assert found, f"no content line: {line!r}"
        yield found[1], found[2], found[3]


def unescaped(value):
    """The original of a TEXT value; refuses unescaped characters."""
    assert re.fullmatch(r"(?:[^\\,;]|\\[\\,;nN])*", value), f"no text: {value!r}"
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def strict_calendar(content):
    """The calendar's name and its events, by a parser that forgives nothing."""
    stack, name, events = [], None, []
    for field, _, value in content_lines(content):
        if field == "BEGIN":
            stack.append(value)
            if value == "VEVENT":
                events.append({})
        elif field == "END":
            assert stack.pop() == value, "an end of something else"
        elif field == "X-WR-CALNAME" and stack == ["VCALENDAR"]:
            name = unescaped(value)
        elif stack[-1] == "VEVENT":
            assert field not in events[-1], f"{field} twice"
            events[-1][field] = unescaped(value) if field in ("SUMMARY", "LOCATION", "DESCRIPTION", "UID") else value
    assert not stack, "something without an end"
    return name, events


def test_everything_written_can_be_read_back(fuzz):
    """Calendar files, pictures and shell commands with names, titles, places and people full of special characters."""
    writers, dice = Writers(fuzz), fuzz.dice
    sections = None
    for number in fuzz.rounds():
        if number % 10 == 1:
            sections = writers.catalog() or sections
        crns = dice.sample(sorted(sections), dice.choice([1, 2, 4]))
        name = hostile(dice, 200, breaks=dice.random() < 0.3)
        answer = writers.person.call("POST", "/v1/me/schedules", json={"term": writers.TERM, "name": name,
            "sections": [f"{writers.TERM}.{crn}" for crn in crns]})
        if answer.status_code == 429:
            writers.person = register(fuzz.server)
            continue
        if answer.status_code == 409:
            continue
        if answer.status_code != 201:
            if visible(name):
                fuzz.fault(f"{answer.status_code} of a name", name.encode(), answer.text)
            continue
        kept = answer.json()
        assert kept["name"] == name, fuzz.report(f"{name!r} is kept as {kept['name']!r}")
        for what, read in (("calendar", read_calendar), ("picture", read_picture), ("command", read_command)):
            if what != "calendar" and number % 3:
                continue  # a process takes long
            try:
                read(writers, kept, crns)
            except (AssertionError, ValueError, xml.etree.ElementTree.ParseError) as error:
                inner = error.__traceback__.tb_next
                fuzz.fault(f"{what}, {type(error).__name__} at {inner and inner.tb_lineno}", name.encode(), str(error))
        writers.person.call("DELETE", f"/v1/me/schedules/{kept['id']}", 204)


def read_calendar(writers, kept, crns):
    """The strict parser reads it back, and so does the `icalendar` package, which unescapes backslashes twice."""
    answer = writers.person.call("GET", f"/v1/me/schedules/{kept['id']}.ics", 200)
    expected = sorted((f"{course['subject']} {course['number']} {section['kind']} {section['code']}",
        section["meetings"][0]["place"], f"{course['title']}, CRN {crn}")
                      for crn in crns for course, section in [writers.sections[crn]])
    name, events = strict_calendar(answer.content)
    assert name == kept["name"], (name, kept["name"])
    assert sorted((each["SUMMARY"], each["LOCATION"], each["DESCRIPTION"]) for each in events) == expected
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert not calendar.errors and not [error for event in calendar.walk("VEVENT") for error in event.errors]
    if any("\\" in text for text in (kept["name"], *itertools.chain(*expected))):
        return
    assert str(calendar["X-WR-CALNAME"]) == kept["name"]
    assert sorted((str(each["SUMMARY"]), str(each["LOCATION"]), str(each["DESCRIPTION"]))
        for each in calendar.walk("VEVENT")) == expected


def read_picture(writers, kept, crns):
    """The picture is XML; it holds the name, drawn as far as there is room, and each class on each of its days."""
    done = writers.noteit("schedule", "export", kept["id"], "--svg")
    assert done.returncode == 0, done.stderr
    root = xml.etree.ElementTree.fromstring(done.stdout)
    space = "{http://www.w3.org/2000/svg}"
    texts = ["".join(node.itertext()) for node in root.iter(space + "text")]
    assert root.find(space + "title").text == kept["name"]
    drawn, cut = texts[0].removesuffix("…"), texts[0].endswith("…")
    assert texts[0] == kept["name"] or (cut and kept["name"].startswith(drawn)), (texts[0], kept["name"])
    for crn in crns:
        course, section = writers.sections[crn]
        meeting = section["meetings"][0]
        assert texts.count(f"{section['kind']} {section['code']}") >= len(meeting["days"]), (section["code"], texts)
        assert texts.count(course["subject"] + course["number"]) >= len(meeting["days"])


def read_command(writers, kept, crns):
    """A shell reads the command that `noteit` advises as it was meant."""
    name = " ".join(kept["name"].split())  # words of a command line
    if not visible(name):
        return
    done = writers.noteit("schedule", "build", f"TEST{writers.sections[crns[0]][0]['number']}", "--term", writers.TERM, "--limit",
        "1",
                          *([f"--save={name}"] if name.startswith("-") else ["--save", name]))
    assert done.returncode == 0, (name, done.stderr)
    said = (done.stdout + done.stderr).decode()
    found = re.search(r"See it with: noteit schedule view (.*)", said)
    assert found, said
    try:
        shell = subprocess.run(["bash", "-c", f"printf '%s\\0' {found[1]}"], capture_output=True, timeout=PATIENCE,
            env=writers.environment)
        words = shell.stdout.decode().split("\0")[:-1]
        # Or its id, where the name cannot be typed.
        assert words == [name] or len(words) == 1 and uuid.UUID(words[0]), (found[1], words, name)
        path = {"PATH": f"{NOTEIT.parent}:{os.environ['PATH']}"}
        shell = subprocess.run(["bash", "-c", f"noteit schedule view {found[1]} --plain"], capture_output=True, timeout=PATIENCE,
            env=writers.environment | path, stdin=subprocess.DEVNULL)
        assert shell.returncode == 0, (found[1], shell.stderr)
    finally:
        for each in writers.person.items("/v1/me/schedules"):
            if each["id"] != kept["id"]:
                writers.person.call("DELETE", f"/v1/me/schedules/{each['id']}", 204)
