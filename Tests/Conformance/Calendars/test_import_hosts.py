"""Hosts that mean no good: what they send is refused."""

import gzip

import pytest

from hostile_web import calendar, event
from importing import HOSTILE, ada, bring, PATH, path, reader, refusal, send, shown, web  # noqa: F401
from processes import cheaply


@pytest.mark.parametrize(
    "status, word", [(401, "sign-in"), (403, "sign-in"), (404, "no calendar"), (410, "no calendar"), (429, "too often"),
                     (500, "failed"), (503, "failed"), (204, "204"), (206, "206"), (304, "304"), (418, "418")])
def test_a_status_other_than_200_is_refused(ada, web, path, status, word):
    if status in (204, 304):
        url = web.at(path, lambda handler: handler.start(status))
    else:
        url = web.serve(path, calendar(event("a")), status)
    refusal(ada, url, word, str(status), "127.0.0.1")


@pytest.mark.parametrize("body, words", [
    (b"<!DOCTYPE html><title>Sign in</title>", ["web page"]), (b"", ["empty"]), (b"\xef\xbb\xbf \r\n", ["empty"]),
    (b"Hello", []), (b"BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n", []), (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", []),
    (b"\x00" * 1_000, []), (b"BEGIN:VCALENDAR\r\nSUMMARY:\xff\xfe\r\nEND:VCALENDAR\r\n", []),
])
def test_what_is_not_a_calendar_is_refused(ada, web, path, body, words):
    refusal(ada, web.serve(path, body), *words)
    problem = send(ada, body or b" ", 422)
    assert problem["errors"][0]["field"] == "(body)"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_compressed_calendars_are_read(ada, web, path, encoding):
    assert bring(ada, web.compressed(path, calendar(event("a")), encoding))["events"] == 1
    assert "gzip" in web.asked(path)[0]["Accept-Encoding"]


def test_wrong_compression_is_refused(ada, web, path):
    packed = gzip.compress(calendar(event("a")))
    plain = calendar(event("a"))
    for body, encoding in ((packed[:-9], "gzip"), (packed + b"more", "gzip"), (plain, "gzip"), (packed[10:], "deflate")):
        refusal(ada, web.serve(path, body, Content_Encoding=encoding), "compression")
    refusal(ada, web.serve(path, gzip.compress(packed), Content_Encoding="gzip, gzip"), "encoding")
    refusal(ada, web.serve(path, calendar(event("a")), Content_Encoding="br"), "encoding")


def test_a_calendar_that_breaks_off_is_refused(ada, web, path):
    refusal(ada, web.cut_off(path, calendar(*(event(str(number)) for number in range(1_000)))), "closed the connection")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_calendar_beyond_the_limits_is_refused(ada, web, path, name):
    url = web.serve(path, HOSTILE[name])
    cheaply(30, ada.server, lambda: refusal(ada, url))


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=MINUTELY;INTERVAL=5", "FREQ=HOURLY;BYHOUR=9"])
def test_nothing_finer_than_daily_is_followed(ada, web, path, rule):
    url = web.serve(path, calendar(event("fine", "20990601T120000Z", f"RRULE:{rule}"), event("plain", title="Plain")))
    answer = ada.call("POST", PATH, json={"name": "Work", "url": url})
    assert answer.status_code in (201, 422), answer.text
    assert [title for title, _ in shown(ada)] == (["Plain"] if answer.status_code == 201 else [])


def test_rules_without_end_are_followed_as_far_as_asked(ada, web, path):
    url = web.serve(path, calendar(
        event("daily", "20260101T120000Z", "RRULE:FREQ=DAILY", title="Daily"),
        event("never", "20260101T120000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", title="Never"),
        event("rare", "20240229T120000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", title="Rare")))
    assert bring(ada, url)["events"] == 3
    assert {title for title, _ in shown(ada)} == {"Daily"} and len(shown(ada)) == 30
