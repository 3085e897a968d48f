"""For each costly route: the hardest requests of one account, and the smallest of another account for the same route."""
import base64
from typing import Callable, NamedTuple

import test_caldav_work as reports
import test_degree_budgets as degrees
from attacks import request, search_path
from dav import XML, Dav, calendar, query, vevent
from degree_asking import AUDIT, PATH, item, programme, requirement
from people import register
from planners import HARD, HARD_TERM
from study_problem import PREVIEW
from test_long_plans import HARD as LONG_PLAN


class Kind(NamedTuple):
    #: Whole requests by their names, as they go over the wire.
    hard: dict[str, bytes]
    #: Sends one small request of another person; the status.
    small: Callable[[], int]


def posting(person, questions):
    return {name: request("POST", route, body, person=person) for name, (route, body) in questions.items()}


def status_of(person, method, path, **options):
    """A small request that is not judged by the contract: judging takes longer than the answer."""
    answer = person.http.request(method, person.server.url + path, headers=person.headers, timeout=120, **options)
    answer.content
    return answer.status_code


def study(server, presser, other):
    light = LONG_PLAN | {"tasks": [{"id": "t", "kind": "flexible", "minutes": 60}]}
    return Kind(posting(presser, {"nine tasks of 500 minutes over a clock change": (PREVIEW, LONG_PLAN)}),
                lambda: status_of(other, "POST", PREVIEW, json=light))


def of_degrees(route):
    def kind(server, presser, other):
        asked = {each.__name__.replace("_", " "): each() for each in degrees.QUESTIONS}
        hard = {name: question for name, question in asked.items() if question[0] == route}
        whole = programme(requirement("r", "C 1"))
        _, light = degrees.audit(whole, [item("C 1", "A")]) if route == AUDIT else degrees.path(whole)
        return Kind(posting(presser, hard), lambda: status_of(other, "POST", route, json=light))
    return kind


def timetables(server, presser, other):
    return Kind(posting(presser, {"sixteen courses of forty sections": (search_path(HARD_TERM), HARD | {"limit": 100})}),
                lambda: status_of(other, "POST", search_path("202530"), json={"courses": ["CMPT225", "MATH150"]}))


def search(server, presser, other):
    queries = {"a phrase of 498 words": "%22" + "a%20" * 497 + "a%22", "a phrase with full stops": "%22" + ".".join(["a"] * 498) + "%22",
               "twenty words": "a%20" * 19 + "a", "a phrase that nearly occurs": "%22" + "a%20" * 490 + "zzz%22"}
    hard = {name: request("GET", f"/v1/search?limit=200&q={query}", None, person=presser) for name, query in queries.items()}
    return Kind(hard, lambda: status_of(other, "GET", "/v1/search?q=lab"))


def calendars(server, presser, other):
    phone, theirs, hard = Dav(presser), Dav(other), {}
    credentials = base64.b64encode(":".join(phone.auth).encode()).decode()
    for name, make in reports.HEAVY.items():
        body, report = make()
        path = reports.put(phone, body.replace("a@example.org", f"{name}@example.org"), f"{name}.ics")
        head = [f"REPORT {path} HTTP/1.1", "Host: x", f"Authorization: Basic {credentials}", "Depth: 0", f"Content-Type: {XML}",
                f"Content-Length: {len(report)}", "", ""]
        hard[name] = "\r\n".join(head).encode() + (report if isinstance(report, bytes) else report.encode())
    reports.put(theirs, calendar(vevent("b@example.org")))
    light = query("VEVENT", '<c:time-range start="20270301T000000Z" end="20270302T000000Z"/>')
    headers = {"Depth": "1", "Content-Type": XML}

    def small():
        answer = other.http.request("REPORT", server.url + theirs.path("personal"), data=light, headers=headers, auth=theirs.auth, timeout=120)
        return answer.status_code
    return Kind(hard, small)


def exports(server, presser, other):
    """Exports have a limit of a few in an hour; so many others export three times each."""
    for number in range(400):
        presser.post("202530.CMPT225", f"Long {number}", body="a " * 10_000)
    others = [other] + [register(server) for _ in range(150)]
    turns = iter([each for _ in range(3) for each in others])
    return Kind({"400 long posts": request("GET", "/v1/me/export", None, person=presser)},
                lambda: status_of(next(turns), "GET", "/v1/me/export"))


KINDS = {"study": study, "audit": of_degrees(AUDIT), "path": of_degrees(PATH), "timetables": timetables, "search": search,
         "calendars": calendars, "exports": exports}
