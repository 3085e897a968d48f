"""The tests that are written in JavaScript: each `test('...')` of a `*_test.js` file is one here, in a page of its own."""

import re

import pytest

import web

CASES = [
    pytest.param(f"/{file.relative_to(web.ROOT).as_posix()}", name, id=f"{file.stem}: {name}")
    for file in sorted(web.HERE.rglob("*_test.js"))
    for name in re.findall(r"^test\('(.+)',", file.read_text(), re.MULTILINE)
]

RUN = """async ([file, name]) => {
    await import(file)
    const { tests } = await import('/Tests/EndToEnd/Page/testing.js')
    await tests.get(name)()
}"""


@pytest.mark.parametrize("file, name", CASES)
def test_module(page, file, name):
    page.evaluate(RUN, [file, name])
