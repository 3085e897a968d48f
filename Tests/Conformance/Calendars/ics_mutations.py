"""Random calendars: samples of other programs, changed a little or a lot."""

import random

from ics import SAMPLES

# What readers and expanders stumble over.
PIECES = [
    *(b"\0 \r \n \r\n \r\n\x20 \t ; : , = \" \\ ^ ^n ^' \xff \xc3\xa9 \xe2\x80 \xf0\x9f\x98\x80 \xef\xbb\xbf \x7f - + 0 Z T".split(b" ")),
    b"BEGIN:VCALENDAR\r\n",
    b"END:VCALENDAR\r\n",
    b"BEGIN:VEVENT\r\nUID:new\r\nDTSTART:20260101T000000Z\r\n",
    b"END:VEVENT\r\n",
    b"BEGIN:VTODO\r\nUID:new\r\nDUE;VALUE=DATE:20260101\r\n",
    b"END:VTODO\r\n",
    b"BEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\n"
    b"RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
    b"RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n",
    b"RRULE:FREQ=DAILY\r\n",
    b"RRULE:FREQ=DAILY;COUNT=1000000000\r\n",
    b"RRULE:FREQ=DAILY;INTERVAL=1000000000\r\n",
    b"RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366\r\n",
    b"RRULE:FREQ=SECONDLY\r\n",
    b"RDATE;VALUE=PERIOD:20260101T000000Z/PT1H,20260102T000000Z/20250101T000000Z\r\n",
    b"RDATE:99991231T235959Z\r\n",
    b"EXDATE;VALUE=DATE:20260101,20260230\r\n",
    b"EXDATE;TZID=Nowhere/Else:20260101T000000\r\n",
    b"RECURRENCE-ID;RANGE=THISANDFUTURE:20260101T000000Z\r\n",
    b"RECURRENCE-ID:20260108T000000Z\r\n",
    b"DTSTART;TZID=Europe/Berlin:20260329T023000\r\n",
    b"DTSTART:00010101T000000\r\n",
    b"DTSTART;VALUE=DATE:99991231\r\n",
    b"DTEND:19700101\r\n",
    b"DURATION:P99999999999999999999W\r\n",
    b"DURATION:-P1D\r\n",
    b"DURATION:P100000D\r\n",
    b"TZOFFSETTO:+2400\r\n",
    b"TZOFFSETFROM:-999999\r\n",
    b"SEQUENCE:99999999999999999999\r\n",
    b"STATUS:CANCELLED\r\n",
    b"X-WR-TIMEZONE:W. Europe Standard Time\r\n",
    b"99999999999999999999",
    b"FREQ=",
    b"COUNT=",
    b"19000101T000000",
]


class Mutations:
    """Endless: `next` gives the bytes of a calendar."""

    def __init__(self, seed, most=60_000):
        self.dice = random.Random(seed)
        self.samples = [path.read_bytes() for path in SAMPLES if path.stat().st_size <= most]

    def next(self):
        text = bytearray(self.dice.choice(self.samples))
        for _ in range(self.dice.choice([0, 1, 1, 2, 3, 5, 10, 50])):
            self.change(text)
        return bytes(text[:200_000])

    def change(self, text):
        dice = self.dice
        place = dice.randrange(len(text) + 1)
        end = min(len(text), place + dice.choice([1, 1, 2, 10, 100, 2_000]))
        match dice.randrange(8):
            case 0:
                del text[place:end]
            case 1:
                text[place:place] = dice.choice(PIECES)
            case 2:
                text[place:end] = dice.choice(PIECES)
            case 3:
                # At the start of a line.
                place = text.rfind(b"\n", 0, place) + 1
                text[place:place] = dice.choice(PIECES)
            case 4:
                text[place:place] = text[place:end] * dice.choice([1, 2, 10, 100])
            case 5:
                other = dice.choice(self.samples)
                start = dice.randrange(len(other))
                text[place:place] = other[start : start + dice.choice([10, 100, 2_000])]
            case 6:
                for index in range(place, end):
                    text[index] = dice.randrange(256)
            case 7:
                self.change_number(text, place)

    def change_number(self, text, place):
        """Another digit in the number after a place."""
        for index in range(place, min(len(text), place + 200)):
            if text[index : index + 1].isdigit():
                text[index] = self.dice.choice(b"0123456789")
                return
