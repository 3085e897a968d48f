"""The templates of rooms. Each folder has its own in `templates.html`; browsers get them in one file, `index.html`.
`templates.py` copies them there. A test compares."""

import pathlib
import textwrap

PAGE = pathlib.Path(__file__).resolve().parents[3] / "client-web"
SHELL = PAGE / "index.html"
BEGIN = "<!-- The templates of rooms: copied from their folders by Tests/EndToEnd/Page/templates.py. -->\n"
END = "        <!-- The end of the templates of rooms. -->\n"


def templates():
    """All templates, as they stand in the folders."""
    return "".join(file.read_text() for file in sorted(PAGE.glob("*/templates.html")))


def written():
    """The shell with the templates as they are now."""
    before, rest = SHELL.read_text().split(BEGIN)
    return before + BEGIN + textwrap.indent(templates(), " " * 8) + END + rest.split(END)[1]


if __name__ == "__main__":
    SHELL.write_text(written())
