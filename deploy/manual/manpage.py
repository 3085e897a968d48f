"""A command's configuration as a manual page."""
import dataclasses
import re
import textwrap

import roff

GLOBAL = "Global options"
# Every command has these; only the first page explains them.
EVERYWHERE = {"help", "version"}


@dataclasses.dataclass
class Command:
    """A command of the program, with what its help says."""
    path: list
    abstract: str
    discussion: str
    arguments: list
    commands: list
    aliases: list
    default: str

    @classmethod
    def read(cls, described, above=()):
        path = [*above, described["commandName"]]
        return cls(
            path, described.get("abstract") or "", described.get("discussion") or "",
            [argument for argument in described.get("arguments", []) if argument["shouldDisplay"]],
            [cls.read(command, path) for command in described.get("subcommands", []) if command["shouldDisplay"]],
            described.get("aliases") or [], described.get("defaultSubcommand"))

    @property
    def name(self):
        return self.path[-1]

    @property
    def leaves(self):
        """The commands below it that do something."""
        return [command for command in self.below if not command.commands]

    @property
    def below(self):
        """All commands below it, groups before what is in them."""
        return [each for command in self.commands if command.name != "help" for each in (command, *command.below)]

    @property
    def own(self):
        return [argument for argument in self.arguments
                if argument.get("sectionTitle") != GLOBAL and plain_name(argument) not in EVERYWHERE]

    @property
    def shared(self):
        return [argument for argument in self.arguments if argument.get("sectionTitle") == GLOBAL]


def plain_name(argument):
    return (argument.get("preferredName") or {}).get("name")


def spelled(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def usage(argument):
    """An argument as it stands in the synopsis."""
    value = roff.italic(argument["valueName"])
    if argument["kind"] == "positional":
        text = value
    else:
        text = roff.bold(spelled(argument["preferredName"]))
        if argument["kind"] == "option":
            text += " " + value
    if argument["isOptional"]:
        text = f"[{text}]"
    return text + (" ..." if argument["isRepeating"] else "")


def synopsis(command):
    options = [argument for argument in command.own if argument["kind"] != "positional"]
    words = [argument for argument in command.own if argument["kind"] == "positional"]
    parts = [roff.bold(" ".join(command.path)), *map(usage, options), *map(usage, words)]
    return [".HP 4", *roff.lines(" ".join(parts))]


def option(argument):
    """An argument with its help."""
    value = roff.italic(argument["valueName"])
    if argument["kind"] == "positional":
        head = value
    else:
        head = ", ".join(roff.bold(spelled(name)) for name in argument["names"])
        if argument["kind"] == "option":
            head += " " + value
    text = argument.get("abstract") or ""
    if argument.get("allValues"):
        text += f" One of: {', '.join(argument['allValues'])}."
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return roff.entry(head, text.strip())


def blocks(discussion):
    """The paragraphs of a discussion, and its examples, each with its title."""
    paragraphs, examples = [], []
    for block in re.split(r"\n\s*\n", discussion.strip()):
        title, _, rest = block.partition("\n")
        if title.endswith(":") and rest and all(line.startswith("  ") for line in rest.splitlines()):
            examples.append((title.removesuffix(":"), textwrap.dedent(rest).splitlines()))
        elif block:
            paragraphs.append(" ".join(block.split()))
    return paragraphs, examples


def paragraphs(command):
    texts = [command.abstract, *blocks(command.discussion)[0]]
    if command.default:
        texts.append(f"Without a command, '{' '.join(command.path)} {command.default}' runs.")
    if command.aliases:
        texts.append(f"Also: {', '.join(command.aliases)}.")
    return [line for text in texts for line in [".PP", *roff.prose(text)]][1:]


def section(title, body):
    return [f".SH {title}", *body] if body else []


def subsection(title, body):
    return [f".SS {roff.quoted(roff.escaped(title))}", *body]


def examples(commands):
    found = [example for command in commands for example in blocks(command.discussion)[1]]
    body = []
    for title, lines in found:
        if not title.startswith("Example"):
            body += [".PP", *roff.prose(title + ":")]
        body += roff.example(lines)
    return body[1:]


def entries(facts):
    """Variables, files or codes, each with its meaning."""
    return [line for head, text in facts for line in roff.entry(roff.bold(head), text)]


def listed(command):
    """The program's commands, each with its page."""
    return [line for group in command.commands if group.name != "help"
            for line in roff.entry(f"\\fB{roff.escaped('-'.join(group.path))}\\fR(1)", group.abstract)]


def detailed(command):
    """Each command of a group in its own subsection."""
    body = []
    for each in command.below:
        body += subsection(" ".join(each.path), [*paragraphs(each), *(line for it in each.own for line in option(it))])
    return body


def linked(name):
    head, _, number = name.partition("(")
    return f"\\fB{roff.escaped(head)}\\fR({number}"


def page(command, number, facts, see_also, listing=False):
    """The page of a program or of a group of commands; with `listing`, its commands have pages of their own."""
    title = "-".join(command.path)
    shown = [command, *([] if listing else command.below)]
    runs = [synopsis(leaf) for leaf in (command.leaves if not listing and command.leaves else [command])]
    start = [synopsis_of_program(command)] if listing else runs
    abstract = command.abstract.rstrip(".")
    options = [*command.own, *(shared(shown))]
    parts = [
        f'.TH {roff.quoted(roff.escaped(title.upper()))} {number} @DATE@ "NoteIt @VERSION@" "NoteIt manual"',
        ".ad l", ".nh", ".SH NAME", f"{roff.escaped(title)} \\- {roff.escaped(abstract[:1].lower() + abstract[1:])}",
        *section("SYNOPSIS", [line for lines in start for line in lines]),
        *section("DESCRIPTION", paragraphs(command)),
        *section("COMMANDS", listed(command) if listing else detailed(command)),
        *section("OPTIONS", [line for it in options for line in option(it)]),
        *section("EXAMPLES", examples(shown)),
        *section("ENVIRONMENT", entries(facts.environment)),
        *section("FILES", entries(facts.files)),
        *section("EXIT STATUS", entries(facts.statuses)),
        *section("SEE ALSO", roff.lines(", ".join(map(linked, sorted(see_also))))),
    ]
    return "\n".join(line for line in parts if line != "") + "\n"


def synopsis_of_program(command):
    return [".HP 4", f"{roff.bold(command.name)} {roff.italic('command')} [{roff.italic('argument')} ...] [{roff.italic('option')} ...]"]


def shared(commands):
    """The options that several commands have, and those that all have, once each."""
    found = {}
    for command in commands:
        for argument in command.arguments:
            if argument in command.shared or plain_name(argument) in EVERYWHERE:
                found.setdefault(plain_name(argument), argument)
    return sorted(found.values(), key=lambda argument: plain_name(argument) in EVERYWHERE)
