"""Recurring events of other programs' calendars: their starts are those that the samples list."""

import datetime
import zoneinfo

import icalendar
import icalendar.timezone.windows_to_olson
import pytest

from recurrences import ask, data

WINDOW = [datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc).timestamp() for year in (2000, 2040)]

# Where recurring-ical-events, which made the lists, reads a calendar in another way.
OTHER_READINGS = {
    "own__03-until-edge": "UNTIL=20260905 includes that day; UNTIL without Z is on the series' clock",
    "nodeical__biweekly-exdate-until": "X-WR-TIMEZONE does not change times in UTC",
    "nodeical__mixed-timezone-handling": "X-WR-TIMEZONE does not change times in UTC",
    "nodeical__tv-show-episode": "X-WR-TIMEZONE does not change times in UTC",
    "nodeical__yearly-recurring-unicode": "a day has no TZID",
    "rie__end_before_start_event": "an end before its start does not become the start",
}


class Outside(Exception):
    """A calendar that the module does not read by itself; its text says why."""


def title(path):
    return path.name.removesuffix(".expected.tsv")


def zone_name(value):
    """The IANA name of a TZID; None if it is neither such a name nor one of Windows."""
    name = str(value).strip('"').removeprefix("/")
    name = icalendar.timezone.windows_to_olson.WINDOWS_TO_OLSON.get(name, name)
    return name if name in zoneinfo.available_timezones() else None


def times(component, name):
    """The times of all properties of a name, as `recur` takes them; of a period, its start."""
    found = component.get(name, [])
    for prop in found if isinstance(found, list) else [found]:
        tzid = prop.params.get("TZID")
        for value in prop.to_ical().decode().split(","):
            yield one_time(value.split("/")[0], tzid)


def one_time(value, tzid):
    if tzid is None or value.endswith("Z") or "T" not in value:
        return {"value": value}
    name = zone_name(tzid)
    if name is None:
        raise Outside(f"{tzid} is a zone of the calendar's own")
    return {"value": value, "zone": name}


def series(calendars):
    """The components of each UID: the newest series, and what overrides its occurrences."""
    events = {}
    for event in (event for calendar in calendars for event in calendar.walk("VEVENT")):
        if "DTSTART" not in event:
            continue
        # Without a UID each event stands alone.
        main, overrides = events.setdefault(str(event.get("UID", f"-{len(events)}")), ([], {}))
        sequence = int(event.get("SEQUENCE", 0))
        if "RECURRENCE-ID" not in event:
            main.append((sequence, len(main), event))
            continue
        if "RANGE" in event["RECURRENCE-ID"].params:
            raise Outside("RANGE=THISANDFUTURE is refused")
        key = event["RECURRENCE-ID"].to_ical()
        overrides[key] = max(overrides.get(key, (-1, 0, None)), (sequence, len(overrides), event), key=lambda one: one[:2])
    for uid, (main, overrides) in events.items():
        event = max(main, key=lambda one: one[:2])[2] if main else None
        yield "-" if uid.startswith("-") else uid, event, [override for _, _, override in overrides.values()]


def questions(calendars):
    for uid, event, overrides in series(calendars):
        if event is None:
            for override in overrides:
                yield uid, plain(next(times(override, "DTSTART")))
            continue
        rules = event.get("RRULE", [])
        assert not isinstance(rules, list) or len(rules) < 2
        yield uid, plain(next(times(event, "DTSTART"))) | {
            "rule": rules.to_ical().decode() if rules else None,
            "additions": list(times(event, "RDATE")),
            "exceptions": list(times(event, "EXDATE")),
            "overrides": [
                {"id": next(times(override, "RECURRENCE-ID")), "start": next(times(override, "DTSTART"))} for override in overrides
            ],
        }


def plain(start):
    return {"start": start, "range": WINDOW, "limit": 100_000}


def listed(path):
    """The UIDs and starts that are listed, in seconds as if days and floating times were in UTC."""
    for line in path.read_text().splitlines():
        uid, start = line.split("\t")
        kind = "%Y%m%d" if "T" not in start else "%Y%m%dT%H%M%S"
        when = datetime.datetime.strptime(start.rstrip("Z"), kind).replace(tzinfo=datetime.timezone.utc)
        yield uid, int(when.timestamp())


def sample(path):
    """The questions that a sample asks. Raises `Outside` for those that are left out."""
    if title(path) in OTHER_READINGS:
        raise Outside(OTHER_READINGS[title(path)])
    calendars = icalendar.Calendar.from_ical(path.with_name(f"{title(path)}.ics").read_bytes(), multiple=True)
    return list(questions(calendars))


def is_read(path):
    try:
        sample(path)
    except Outside:
        return False
    return True


SAMPLES = sorted(data("ics").glob("*.expected.tsv"))
READ = [path for path in SAMPLES if is_read(path)]


def test_most_samples_are_read():
    assert len(READ) > len(SAMPLES) * 3 / 4


@pytest.mark.parametrize("path", READ, ids=title)
def test_the_starts_of_a_calendar_are_those_listed(path):
    asked = sample(path)
    found = set()
    for (uid, _), answer in zip(asked, ask([question for _, question in asked])):
        assert "error" not in answer, answer
        assert answer["isComplete"]
        found |= {(uid, start) for start in answer["starts"]}
    assert found == set(listed(path))
