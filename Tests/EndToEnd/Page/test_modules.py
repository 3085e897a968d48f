"""The tests that are written in JavaScript: each `test('...')` of a `*_test.js` file is one here, in a page of its own."""

import re

import pytest

import web

def names(file):
    """The tests of a file, in which each begins a line."""
    text = file.read_text()
    found = re.findall(r"^test\('(.+)',", text, re.MULTILINE)
    assert len(set(found)) == len(re.findall(r"^test\(", text, re.MULTILINE)), file
    return found


CASES = [
    pytest.param(f"/{file.relative_to(web.ROOT).as_posix()}", name, id=f"{file.stem}: {name}")
    for file in sorted(web.HERE.rglob("*_test.js"))
    for name in names(file)
]

RUN = """async ([file, name]) => {
    await import(file)
    const { tests } = await import('/Tests/EndToEnd/Page/testing.js')
    await tests.get(name)()
}"""


@pytest.mark.parametrize("file, name", CASES)
def test_module(page, file, name):
    page.evaluate(RUN, [file, name])
