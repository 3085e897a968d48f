"""A small CalDAV client for tests: it reads multistatus answers, and fails on every answer that the standards forbid."""

import datetime
import re
import urllib.parse
import uuid
import xml.etree.ElementTree as ElementTree
import zoneinfo
from typing import NamedTuple

import requests

from noteitd import PATIENCE
from people import PASSWORD

SPACES = {
    "d": "DAV:", "c": "urn:ietf:params:xml:ns:caldav", "cs": "http://calendarserver.org/ns/", "a": "http://apple.com/ns/ical/",
    "card": "urn:ietf:params:xml:ns:carddav", "x": "http://example.org/ns/",
}
DECLARED = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in SPACES.items())
DERIVED = ("classes", "due", "study", "tasks")
STANDARD = (*DERIVED, "personal")
CALENDAR = "text/calendar; charset=utf-8"
XML = "application/xml; charset=utf-8"


def clark(name):
    """`d:href` as `{DAV:}href`."""
    prefix, local = name.split(":")
    return f"{{{SPACES[prefix]}}}{local}"


class Part(NamedTuple):
    """A response of a multistatus: its own status, the properties that were found, the status of each other one."""

    status: int | None
    found: dict
    other: dict
    error: ElementTree.Element | None

    def __getitem__(self, name):
        return self.found[clark(name)]

    def __contains__(self, name):
        return clark(name) in self.found

    def text(self, name):
        return self[name].text or ""

    def names(self, name):
        """The elements in a property."""
        return [each.tag for each in self[name]]

    def href(self, name):
        """The address in a property."""
        return local(self[name].find(clark("d:href")).text)


class Many(dict):
    """A multistatus: parts by decoded path, with the token of a sync."""

    token = None

    @property
    def tags(self):
        """Entity tags of the objects in it, by name."""
        return {name_of(path): part.text("d:getetag") for path, part in self.items() if "d:getetag" in part}

    @property
    def gone(self):
        """The names of the objects that were removed."""
        return sorted(name_of(path) for path, part in self.items() if part.status == 404)

    @property
    def data(self):
        """Calendar data by name, lines ending in LF as XML parsers leave them."""
        return {name_of(path): part.text("c:calendar-data").replace("\r\n", "\n") for path, part in self.items()
                if "c:calendar-data" in part}


def name_of(path):
    return path.rstrip("/").rsplit("/", 1)[1]


def local(href):
    """The decoded path of an address."""
    return urllib.parse.unquote(urllib.parse.urlsplit(href.strip()).path)


def parsed(answer):
    """The parts of a multistatus, each path once."""
    root = ElementTree.fromstring(answer.content)
    assert root.tag == clark("d:multistatus"), answer.text[:500]
    many = Many()
    for response in root.findall(clark("d:response")):
        hrefs = [local(each.text or "") for each in response.findall(clark("d:href"))]
        whole = response.find(clark("d:status"))
        groups = response.findall(clark("d:propstat"))
        assert hrefs and (whole is None) == bool(groups), f"a response has a status or properties: {answer.text[:500]}"
        found, other = {}, {}
        for group in groups:
            status = code(group.find(clark("d:status")))
            for each in group.find(clark("d:prop")):
                assert each.tag not in found and each.tag not in other, f"{each.tag} twice: {answer.text[:500]}"
                if status == 200:
                    found[each.tag] = each
                else:
                    other[each.tag] = status
        part = Part(None if whole is None else code(whole), found, other, response.find(clark("d:error")))
        for href in hrefs:
            assert href not in many, f"{href} twice"
            many[href] = part
    token = root.find(clark("d:sync-token"))
    many.token = None if token is None else token.text
    return many


def code(status):
    return int(re.fullmatch(r"HTTP/1\.1 (\d{3})( .*)?", status.text)[1])


class Dav:
    """A calendar program with an app password, or with credentials of its own."""

    def __init__(self, person, name="phone", auth=None):
        self.person, self.server = person, person.server
        self.made = None if auth else app_password(person, name)
        self.auth = auth or (person.email, self.made["password"])
        self.http = requests.Session()
        self.http.trust_env = False
        self.principal = f"/dav/principals/{person.id}/"
        self.home = f"/dav/calendars/{person.id}/"

    def path(self, calendar, name=""):
        return f"{self.home}{calendar}/{urllib.parse.quote(name)}"

    def call(self, method, path, *allowed, body=None, headers=None, depth=None, auth=True, **options):
        """Sends a request; fails unless the answer has an allowed status, if any is named, or if it is a 5xx or not XML."""
        headers = {key: value for key, value in (headers or {}).items() if value is not None}
        if depth is not None:
            headers["Depth"] = str(depth)
        if body is not None and "Content-Type" not in headers:
            headers["Content-Type"] = CALENDAR if method == "PUT" else XML
        if isinstance(body, str):
            body = body.encode()
        answer = self.http.request(
            method, self.server.url + path, data=body, headers=headers, timeout=PATIENCE, allow_redirects=False,
            auth=self.auth if auth is True else auth or NoAuth(), **options)
        said = f"{method} {path}: {answer.status_code} {answer.text[:800]}"
        assert answer.status_code < 500 or answer.status_code in (501, 507), said
        assert not allowed or answer.status_code in allowed, said
        if answer.status_code == 207:
            assert answer.headers["Content-Type"].split(";")[0] in ("application/xml", "text/xml"), said
        if answer.content and "xml" in answer.headers.get("Content-Type", ""):
            ElementTree.fromstring(answer.content)
        return answer

    def propfind(self, path, *names, depth=0, body=None):
        """The named properties; all of them without a name."""
        if body is None:
            wanted = f"<d:prop>{''.join(f'<{name}/>' for name in names)}</d:prop>" if names else "<d:allprop/>"
            body = xml("d:propfind", wanted)
        return parsed(self.call("PROPFIND", path, 207, body=body, depth=depth))

    def one(self, path, *names):
        """The properties of one resource."""
        [(href, part)] = self.propfind(path, *names).items()
        assert href.rstrip("/") == urllib.parse.unquote(path).rstrip("/")
        return part

    def proppatch(self, path, body):
        [part] = parsed(self.call("PROPPATCH", path, 207, body=xml("d:propertyupdate", body))).values()
        return part

    def set(self, path, **texts):
        """Sets properties, such as `d_displayname="Own"`."""
        inner = "".join(f"<{name.replace('_', ':', 1).replace('_', '-')}>{text}</{name.replace('_', ':', 1).replace('_', '-')}>"
                        for name, text in texts.items())
        return self.proppatch(path, f"<d:set><d:prop>{inner}</d:prop></d:set>")

    def report(self, path, body, depth=1, *allowed):
        return parsed(self.call("REPORT", path, *(allowed or (207,)), body=body, depth=depth))

    def get(self, calendar, name, *allowed, **headers):
        return self.call("GET", self.path(calendar, name), *(allowed or (200,)), headers=dashed(headers))

    def put(self, calendar, name, body, *allowed, **headers):
        """Stores an object; its entity tag if the server tells it."""
        return self.call("PUT", self.path(calendar, name), *(allowed or (201, 204)), body=body, headers=dashed(headers))

    def delete(self, calendar, name, *allowed, **headers):
        return self.call("DELETE", self.path(calendar, name), *(allowed or (204,)), headers=dashed(headers))

    def make(self, calendar, *allowed, inner=""):
        body = xml("c:mkcalendar", f"<d:set><d:prop>{inner}</d:prop></d:set>") if inner else None
        return self.call("MKCALENDAR", self.path(calendar), *(allowed or (201,)), body=body)

    def objects(self, calendar):
        """The calendar's objects, with their entity tags."""
        return self.query(calendar)

    def query(self, calendar, component=None, start=None, end=None, data="", inner="", **options):
        component = component or ("VTODO" if calendar == "tasks" else "VEVENT")
        limits = "".join(f' {name}="{value}"' for name, value in (("start", start), ("end", end)) if value)
        span = f"<c:time-range{limits}/>" if limits else ""
        return self.report(self.path(calendar), query(component, span + inner, data), **options)

    def texts(self, calendar):
        """The text of each object by name."""
        return self.query(calendar, data="<c:calendar-data/>").data

    def multiget(self, calendar, names, data="<c:calendar-data/>"):
        hrefs = "".join(f"<d:href>{self.path(calendar, name)}</d:href>" for name in names)
        body = xml("c:calendar-multiget", f"<d:prop><d:getetag/>{data}</d:prop>{hrefs}")
        return self.report(self.path(calendar), body)

    def sync(self, calendar, token="", limit=None, names="<d:getetag/>"):
        return self.report(self.path(calendar), sync_body(token, limit, names), 0)

    def sync_all(self, calendar, token=""):
        """All pages of a sync as one."""
        whole = Many()
        for _ in range(1_000):
            page = self.sync(calendar, token)
            token = page.token
            cut = page.pop(local(self.path(calendar)), None)
            whole.update(page)
            whole.token = token
            if cut is None:
                return whole
            assert cut.status == 507
        raise AssertionError("a sync without end")

    def ctag(self, calendar):
        return self.one(self.path(calendar), "cs:getctag").text("cs:getctag")

    def calendars(self):
        """The properties of each calendar by id."""
        names = ("d:resourcetype", "d:displayname", "c:supported-calendar-component-set", "d:current-user-privilege-set",
                 "cs:getctag", "d:sync-token")
        found = self.propfind(self.home, *names, depth=1)
        return {name_of(path): part for path, part in found.items() if clark("c:calendar") in part.names("d:resourcetype")}


class NoAuth(requests.auth.AuthBase):
    """Keeps `requests` from adding credentials."""

    def __call__(self, request):
        return request


def dashed(headers):
    """Keyword arguments as header names: `if_match` is `If-Match`."""
    return {name.replace("_", "-").title(): value for name, value in headers.items()}


def app_password(person, name="phone"):
    body = {"name": name, "currentPassword": PASSWORD}
    return person.call("POST", "/v1/me/app-passwords", 201, json=body).json()


def xml(root, inner):
    return f'<?xml version="1.0" encoding="utf-8"?><{root} {DECLARED}>{inner}</{root}>'


def query(component, inner="", data=""):
    """A calendar-query for components of a kind."""
    inside = f'<c:comp-filter name="{component}">{inner}</c:comp-filter>'
    return xml("c:calendar-query", f'<d:prop><d:getetag/>{data}</d:prop><c:filter><c:comp-filter name="VCALENDAR">{inside}'
                                   "</c:comp-filter></c:filter>")


def sync_body(token="", limit=None, names="<d:getetag/>", level="1"):
    most = f"<d:limit><d:nresults>{limit}</d:nresults></d:limit>" if limit else ""
    return xml("d:sync-collection", f"<d:sync-token>{token}</d:sync-token><d:sync-level>{level}</d:sync-level>{most}<d:prop>{names}</d:prop>")


def precondition(answer):
    """The names in the error element of an answer; a sentence for people may follow them."""
    root = ElementTree.fromstring(answer.content)
    error = root if root.tag == clark("d:error") else root.find(f".//{clark('d:error')}")
    return [each.tag for each in error if each.tag != clark("d:responsedescription")]


def calendar(*components, method=""):
    """A calendar file of components, each a list of lines."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//NoteIt//Tests//EN", *method.splitlines()]
    for component in components:
        lines += component
    return "".join(line + "\r\n" for line in [*lines, "END:VCALENDAR"])


def vevent(uid, start="20270301T090000Z", end="20270301T100000Z", summary="Dentist", *more):
    return ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", line("DTSTART", start), *([line("DTEND", end)] if end else []),
            f"SUMMARY:{summary}", *more, "END:VEVENT"]


def vtodo(uid, summary="Read", *more):
    return ["BEGIN:VTODO", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{summary}", *more, "END:VTODO"]


def line(name, value):
    """A date or a time as a property."""
    return f"{name};VALUE=DATE:{value}" if re.fullmatch(r"\d{8}", value) else f"{name}:{value}"


def event(uid=None, *arguments):
    """A calendar file of one event."""
    return calendar(vevent(uid or new_uid(), *arguments))


def todo(uid=None, *arguments):
    return calendar(vtodo(uid or new_uid(), *arguments))


def new_uid():
    return f"{uuid.uuid4()}@example.org"


def unfolded(text):
    """The lines of a calendar file, unfolded."""
    return re.sub(r"\r?\n[ \t]", "", text).replace("\r\n", "\n").strip("\n").split("\n")


def values(text, name):
    """The values of all properties of a name, without parameters."""
    return [each.split(":", 1)[1] for each in unfolded(text) if re.match(rf"{name}[;:]", each)]


def value(text, name):
    """The value of the one property of a name; those of alarms do not count."""
    found = values(re.sub(r"BEGIN:VALARM.*?END:VALARM\r?\n?", "", component_of(text), flags=re.S), name)
    assert len(found) == 1, f"{name}: {found} in {text}"
    return found[0]


def component_of(text):
    """The first VEVENT or VTODO of a file, without its time zones."""
    return re.search(r"BEGIN:(VEVENT|VTODO)\r?\n.*?END:\1", text, re.S)[0]


def moment(text, name):
    """The UTC time of a property in UTC or in a zone that is an IANA name."""
    [found] = [each for each in unfolded(component_of(text)) if re.match(rf"{name}[;:]", each)]
    stamp, zone = found.rsplit(":", 1)[1], re.search(r'TZID="?([^;:"]+)', found)
    if stamp.endswith("Z"):
        return datetime.datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    local_time = datetime.datetime.strptime(stamp, "%Y%m%dT%H%M%S")
    return local_time.replace(tzinfo=zoneinfo.ZoneInfo(zone[1])).astimezone(datetime.timezone.utc)


def utc(text):
    """`2026-11-23T12:30:00Z` as a time."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def basic(when):
    """A time as `20261123T123000Z`; RFC 3339 text too."""
    when = utc(when) if isinstance(when, str) else when
    return when.astimezone(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def replaced(text, name, new):
    """The file with another value of a property in its VEVENT or VTODO; the property's parameters go."""
    inside = component_of(text)
    lines = [f"{name}{new}" if re.match(rf"{name}[;:]", each) else each for each in unfolded(inside)]
    whole = text.replace(inside, "\n".join(lines))
    return "".join(each + "\r\n" for each in unfolded(whole))


def added(text, *lines):
    """The file with further lines at the end of its VEVENT or VTODO."""
    inside = unfolded(component_of(text))
    whole = text.replace(component_of(text), "\n".join([*inside[:-1], *lines, inside[-1]]))
    return "".join(each + "\r\n" for each in unfolded(whole))


def feed(person, *include, **fields):
    """The address of a new feed."""
    made = person.call("POST", "/v1/me/calendar-feeds", 201, json={"name": "Feed", "include": list(include)} | fields).json()
    return made


def read(person, url, *allowed, **headers):
    """Reads a feed as a calendar program does, without credentials."""
    http = requests.Session()
    http.trust_env = False
    path = urllib.parse.urlsplit(url).path
    answer = http.get(person.server.url + path, headers=dashed(headers), timeout=PATIENCE, allow_redirects=False)
    assert answer.status_code in (allowed or (200,)), f"{answer.status_code} {answer.text[:400]}"
    return answer


def components(text, kind="VEVENT"):
    """The components of a kind, each as text, by UID."""
    found = re.findall(rf"BEGIN:{kind}\n.*?END:{kind}", text.replace("\r\n", "\n"), re.S)
    return {values(each, "UID")[0]: each for each in found}
