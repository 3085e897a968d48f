"""Text as roff: what the manual pages are written in."""
import re
import textwrap

# Options, commands in quotes, environment variables and values that a page sets in bold.
MARKED = re.compile(r"'((?:noteitd?)(?: [^' ]+)*)'|(?<![\w-])(--[a-z][a-z-]*)|\$([A-Z][A-Z_]+)")


def escaped(text):
    """Text that roff prints as it stands. Hyphens and quotes stay ASCII, so that examples can be pasted into a shell."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return text.replace("'", "\\(aq")


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def italic(text):
    return f"\\fI{escaped(text)}\\fR"


def marked(text):
    """A sentence with its options, commands and variables in bold."""
    parts, end = [], 0
    for found in MARKED.finditer(text):
        parts += [escaped(text[end:found.start()]), bold(next(filter(None, found.groups())))]
        end = found.end()
    return "".join(parts) + escaped(text[end:])


def lines(text):
    """Lines of filled text; none begins as a request of roff does."""
    folded = textwrap.wrap(text, 78, break_long_words=False, break_on_hyphens=False)
    return [("\\&" if line.startswith((".", "'")) else "") + line for line in folded]


def prose(text):
    return lines(marked(text))


def example(text):
    """Lines that keep their form."""
    body = [("\\&" if line.startswith((".", "'")) else "") + line for line in map(escaped, text)]
    return [".PP", ".RS 4", ".nf", *body, ".fi", ".RE"]


def entry(head, text):
    """A term, and what it means."""
    return [".TP", head, *(prose(text) or ["\\&"])]


def quoted(text):
    """One argument of a request."""
    return '"' + text.replace('"', '\\(dq') + '"'
