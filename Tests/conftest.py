"""The order of the files: those that take longest first, so that no worker is left with one at the end. Those with browsers, which
keep the processor busy, stand among the others, which often wait."""

LONGEST = (
    "test_modules.py", "test_networks.py", "test_slow_clients.py", "test_packages.py", "test_hostile_texts.py", "test_schemathesis.py",
    "test_looks.py", "test_timetables_room.py", "test_settings_looks.py", "test_publication.py", "test_fuzz_requests.py",
    "test_hostile_search.py", "test_long_threads.py", "test_words.py", "test_page_sizes.py",
)


def pytest_collection_modifyitems(items):
    paths = list(dict.fromkeys(item.path for item in items))
    groups = [[path for path in paths if ("Page" in path.parts) is has_browser] for has_browser in (False, True)]
    place = {path: (number + 1) / (len(group) + 1) for group in groups for number, path in enumerate(group)}
    items.sort(key=lambda item: LONGEST.index(item.path.name) - len(LONGEST) if item.path.name in LONGEST else place[item.path])
