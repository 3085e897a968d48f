"""To-dos of phones that say more than a task can."""

# Lines of each to-do, what of it only its calendar knows, and fields of its task; for people in Vancouver.
REMINDERS = {
    "rent, monthly on a day": (
        ("DUE;VALUE=DATE:20991201", "RRULE:FREQ=MONTHLY"), ["repetition"], {"deadline": "2099-12-02T07:59:00Z"}),
    "weekly on a day, with a start": (
        ("DTSTART;VALUE=DATE:20991201", "DUE;VALUE=DATE:20991201", "RRULE:FREQ=WEEKLY"), ["repetition"],
        {"deadline": "2099-12-02T07:59:00Z"}),
    "weekly in UTC": (("DUE:20991201T090000Z", "RRULE:FREQ=WEEKLY"), ["repetition"], {"deadline": "2099-12-01T09:00:00Z"}),
    "hourly": (("DTSTART:20991201T090000Z", "DUE:20991201T100000Z", "RRULE:FREQ=HOURLY"), ["repetition"],
               {"deadline": "2099-12-01T10:00:00Z", "earliest": "2099-12-01T09:00:00Z"}),
    "two rules": (("DUE:20991201T090000Z", "RRULE:FREQ=WEEKLY", "RRULE:FREQ=MONTHLY"), ["repetition"], {"deadline": "2099-12-01T09:00:00Z"}),
    "on days of its own": (("DUE:20991201T090000Z", "RDATE:20991205T090000Z"), ["repetition"], {"deadline": "2099-12-01T09:00:00Z"}),
    "a start that the rule does not give": (
        ("DTSTART:20991201T170000Z", "DUE:20991201T180000Z", "RRULE:FREQ=WEEKLY;BYDAY=FR"), ["repetition"], {"deadline": "2099-12-01T18:00:00Z"}),
    "over a day long": (
        ("DTSTART:20991201T170000Z", "DUE:20991203T180000Z", "RRULE:FREQ=WEEKLY"), ["repetition"], {"deadline": "2099-12-03T18:00:00Z"}),
    "due before it starts": (
        ("DTSTART:20991210T090000Z", "DUE:20991201T090000Z"), ["start"], {"deadline": "2099-12-01T09:00:00Z", "earliest": None}),
    "due on a day before it starts": (
        ("DTSTART;VALUE=DATE:20991210", "DUE;VALUE=DATE:20991201"), ["start"], {"deadline": "2099-12-02T07:59:00Z", "earliest": None}),
    "waits for one that is not here": (("RELATED-TO;RELTYPE=DEPENDS-ON:nothing",), ["after"], {"after": []}),
    "takes longer than a task can": (("ESTIMATED-DURATION:P10000D",), ["estimate"], {"minutes": 60}),
    "long notes": (("DESCRIPTION:" + "x" * 6_000,), ["notes"], {"notes": "x" * 5_000}),
}
