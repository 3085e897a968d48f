"""Questions whose cost is not bounded by their bytes: each takes bounded processor time and memory."""

import concurrent.futures
import http.client
import json
import select

import pytest

from degree_asking import AUDIT, PATH, asked, item, programme, requirement
from noteitd import PATIENCE, Noteitd, wait_until
from people import Anyone, register
from processes import MB, memory, work

SECONDS = 8  # of a processor, for the largest body; the searches stop after counted steps
MOST_MEMORY = 384 * MB


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A server that answers these questions alone, so that its memory tells what they took."""
    server = Noteitd(tmp_path_factory.mktemp("alone"))
    server.start()
    yield server
    server.stop()


def course(code, **more):
    return {"course": code} | more


def codes(count, letter="C"):
    return [f"{letter} {number}" for number in range(count)]


def path(whole, limit=15, **fields):
    return PATH, {"programme": whole, "from": "202610", "creditsPerTerm": limit} | fields


def audit(whole, items=(), **fields):
    return AUDIT, {"programme": whole, "record": {"items": list(items)}} | fields


def ring(names):
    """Each needs the next one, and the last the first."""
    return {name: course(after) for name, after in zip(names, names[1:] + names[:1])}


def many_requirements(names, each, **fields):
    return programme(*[
        requirement(f"r{number}", *names[number * each:(number + 1) * each], courses=each, **fields)
        for number in range(len(names) // each)])


def a_circle_of_9000():
    names = codes(9_000)
    return path(many_requirements(names, 45), prerequisites=ring(names))


def a_circle_of_10000():
    names = codes(10_000)
    return path(programme(requirement("r", names[0])), prerequisites=ring(names))


def a_chain_of_one_term():
    """Each may be taken with the one before; the first never."""
    names = codes(9_000)
    trees = {name: course(before, concurrent=True) for name, before in zip(names[1:], names)}
    return path(programme(requirement("r", names[-1])), prerequisites=trees, offered={names[0]: []})


def a_chain_that_only_a_chain_names():
    """Nobody can take the last one; so nobody needs those before it."""
    names = codes(9_000)
    trees = {name: {"all": [course(after), course("N 1")]} for name, after in zip(names, names[1:])}
    return path(programme(requirement("r", "N 2")), prerequisites=trees | {"N 2": {"any": [course(names[0]), course("N 3")]}}, offered={"N 1": []})


def shared_requirements():
    """Every course stands in every requirement, and all share."""
    ids = [f"r{number}" for number in range(60)]
    names = codes(90)
    return path(programme(*[
        {"id": id, "name": id, "credits": 40 + place, "from": [course(name) for name in names],
         "mayShareWith": [each for each in ids if each != id]} for place, id in enumerate(ids)]),
        courses={name: {"credits": 1 + place % 7 + 0.5 * (place % 2)} for place, name in enumerate(names)})


def shared_patterns():
    """199 requirements that share, and attributes that let every course into each."""
    ids = [f"r{number}" for number in range(199)]
    names = codes(400)
    return path(programme(*[
        {"id": id, "name": id, "credits": 300 + place, "from": [{"attribute": "W"}], "mayShareWith": ids[max(0, place - 30):place]}
        for place, id in enumerate(ids)], requirement("named", *names, courses=400)),
        courses={name: {"credits": 1 + place % 5, "attributes": ["W"]} for place, name in enumerate(names)})


def seasons():
    names = codes(5_000)
    trees = {name: {"any": [course(each) for each in names[max(0, place - 3):place]]} for place, name in enumerate(names) if place > 50}
    return path(many_requirements(names, 25), limit={"fall": 10_000, "spring": 10_000, "summer": 3},
                offered={name: [["fall"], ["spring"], ["summer"], []][place % 4] for place, name in enumerate(names)}, prerequisites=trees)


def exceptions():
    """50,000 patterns that are exceptions, judged for each course of 500."""
    whole = programme(*[
        {"id": f"r{place}", "name": "R", "courses": 1, "from": [{"any": True, "except": [{"to": -number} for number in range(400)]}]}
        for place in range(125)], requirement("named", *codes(500), courses=500))
    return path(whole)


def many_attributes():
    """200 requirements of 100 attributes each that no course has; courses with many others."""
    whole = programme(*[
        {"id": f"r{place}", "name": "R", "courses": 1, "from": [{"attribute": f"N{place}.{number}"} for number in range(100)]}
        for place in range(200)])
    facts = {name: {"attributes": [f"A{number}" for number in range(100)]} for name in codes(300)}
    return audit(whole, [item(name, "A") for name in codes(300)], courses=facts)


def numbers_of_courses():
    """60,000 ranges of numbers, in which no course of the record lies."""
    whole = programme(*[
        {"id": f"r{place}", "name": "R", "courses": 1, "from": [{"to": -number} for number in range(300)]} for place in range(200)])
    return audit(whole, [item(name, "A") for name in codes(500)])


def shared_audit():
    ids = [f"r{number}" for number in range(200)]
    whole = programme(*[
        {"id": id, "name": id, "credits": 10 + place / 2, "from": [{"any": True}], "mayShareWith": ids[max(0, place - 20):place]}
        for place, id in enumerate(ids)])
    return audit(whole, [item(name, "A", credits=1 + place % 7 + 0.5 * (place % 2)) for place, name in enumerate(codes(500))])


def weightless_courses():
    """All in one term: 0 credits each. Each names the two before it."""
    names = codes(3_000)
    trees = {name: {"all": [course(each, concurrent=True) for each in names[max(0, place - 2):place]]} for place, name in enumerate(names)}
    return path(many_requirements(names, 15), prerequisites=trees, courses={name: {"credits": 0} for name in names})


def credits_of_subjects():
    names = codes(4_000)
    trees = {name: {"credits": 10_000, "subject": "C", "from": place} for place, name in enumerate(names)}
    return path(many_requirements(names, 20), prerequisites=trees)


def a_large_tree():
    """One tree of 20,000 leaves, each a course of its own circle."""
    names = codes(20_000)
    tree = {"any": [{"all": [{"any": [course(each, concurrent=True) for each in names[start + step:start + step + 100]]}
                             for step in range(0, 200, 100)]} for start in range(0, 20_000, 200)]}
    return path(programme(requirement("r", "N 1")), prerequisites={"N 1": tree})


QUESTIONS = [
    a_circle_of_9000, a_circle_of_10000, a_chain_of_one_term, a_chain_that_only_a_chain_names, shared_requirements, shared_patterns,
    seasons, exceptions, many_attributes, numbers_of_courses, shared_audit, weightless_courses, credits_of_subjects, a_large_tree,
]


@pytest.mark.parametrize("question", QUESTIONS, ids=[each.__name__ for each in QUESTIONS])
def test_the_largest_questions_take_bounded_time_and_memory(question, alone):
    route, body = question()
    text = json.dumps(body, separators=(",", ":"))
    assert len(text) <= MB, len(text)
    asker = register(alone)
    answer, seconds = work(lambda: asker.call("POST", route, data=text, headers={"Content-Type": "application/json"}), alone.process)
    assert answer.status_code in (200, 422), answer.text[:500]
    print(f"{question.__name__}: {len(text)} bytes, {answer.status_code}, {seconds:.2f} s of a processor, {memory(alone.process) >> 20} MiB")
    assert seconds < SECONDS, f"{question.__name__} took {seconds:.2f} s of a processor"
    assert memory(alone.process, "VmHWM") < MOST_MEMORY, f"{question.__name__}: {memory(alone.process, 'VmHWM') >> 20} MiB"


def test_a_circle_is_told_whole_whatever_its_size(alone):
    answer = asked(register(alone), *a_circle_of_10000())
    [because] = answer["because"]
    assert because["kind"] == "cycle" and len(because["courses"]) == 10_000
    assert len(because["detail"]) < 1_000


def test_attributes_of_a_course_have_a_bound(alone):
    facts = {"C 1": {"attributes": [f"A{number}" for number in range(1_400)]}}
    problem = asked(register(alone), *audit(programme(requirement("r", "C 1")), courses=facts), 422)
    assert [each["field"] for each in problem["errors"]] == ["courses.C 1.attributes"]


def searches(server):
    """Those that run or wait."""
    return server.metrics()["noteit_degrees_searches"]


class Asked:
    """A question that was sent and is not read yet."""

    def __init__(self, person, route, body):
        self.connection = http.client.HTTPConnection("127.0.0.1", person.server.port, timeout=PATIENCE)
        self.connection.request("POST", route, json.dumps(body), person.headers | {"Content-Type": "application/json"})

    @property
    def is_answered(self):
        return bool(select.select([self.connection.sock], [], [], 0)[0])

    def leave(self):
        self.connection.close()


def test_another_persons_audit_does_not_wait_for_one_persons_paths(alone):
    """The order of the answers is the proof: the audits are asked last, and answered while nearly all of the paths still wait."""
    busy, other = register(alone), register(alone)
    route, body = shared_requirements()
    small = audit(programme(requirement("r", "C 1")), [item("C 1", "A")])
    paths = []
    try:
        # As many as one person may have; each takes some seconds of one of two threads.
        paths = [Asked(busy, route, body) for _ in range(16)]
        wait_until(lambda: searches(alone) + sum(each.is_answered for each in paths) >= 16, "sixteen paths")
        for _ in range(5):
            before = sum(each.is_answered for each in paths)
            assert asked(other, *small)["satisfied"]
            # Behind them, an audit would see at least 14 of the paths answered; in its turn, those that were ending anyway.
            assert sum(each.is_answered for each in paths) - before <= 4
        assert not all(each.is_answered for each in paths)
    finally:
        for each in paths:
            each.leave()
    # Those who left are waited for no more.
    wait_until(lambda: searches(alone) == 0, "the paths to end with their client")


def test_a_question_has_one_answer_however_busy_the_server_is(alone):
    """Steps end a search, not a clock: beside other searches the best plan found is the same one."""
    asker, busy = register(alone), register(alone)
    route, body = shared_requirements()
    first = asked(asker, route, body)
    paths = [Asked(busy, route, body) for _ in range(4)]
    try:
        wait_until(lambda: searches(alone) + sum(each.is_answered for each in paths) >= 4, "four paths")
        assert asked(asker, route, body) == first
    finally:
        for each in paths:
            each.leave()


def a_long_record():
    """Bytes up to the limit, in more items than a record has."""
    items = [item(f"C {number}", "A", "202410") for number in range(9_000)]
    return "PUT", "/v1/me/record", {"items": items}


def a_long_plan():
    terms = [{"term": "202610", "courses": [f"C {number}" for number in range(75_000)]}]
    return "POST", "/v1/me/plans", {"name": "Plan", "terms": terms}


@pytest.mark.parametrize("body", [a_long_record, a_long_plan], ids=lambda each: each.__name__)
def test_a_long_body_is_decoded_beside_other_requests(body, alone):
    method, route, value = body()
    text = json.dumps(value, separators=(",", ":"))
    assert MB // 2 < len(text) <= MB, len(text)
    person, other = register(alone), register(alone)
    headers = {"Content-Type": "application/json"}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        # Decoding takes some milliseconds: in one of many turns it is seen.
        for _ in range(100):
            requests, seen = [pool.submit(person.call, method, route, data=text, headers=headers) for _ in range(4)], False
            while not all(each.done() for each in requests):
                seen = seen or alone.metrics()["noteit_degrees_searches"] > 0
                other.get("/v1/me")
                Anyone(alone).get("/healthz")
            assert {each.result().status_code for each in requests} <= {422, 429}
            if seen:
                return
    raise AssertionError("they were decoded where the requests run")
