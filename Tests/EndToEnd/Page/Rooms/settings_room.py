"""The settings as somebody sees them, and a calendar that they import."""

CALENDAR = b"""BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//test//EN\r
BEGIN:VEVENT\r
UID:one\r
DTSTAMP:20260901T000000Z\r
DTSTART:20260902T100000Z\r
DTEND:20260902T110000Z\r
SUMMARY:Rowing\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:two\r
DTSTAMP:20260901T000000Z\r
DTSTART:20260902T100000Z\r
RRULE:FREQ=SOMETIMES\r
SUMMARY:Odd\r
END:VEVENT\r
END:VCALENDAR\r
"""


def section(page):
    return page.locator(".pane > section:visible")


def done(page):
    return section(page).locator("[data-part=done]")
