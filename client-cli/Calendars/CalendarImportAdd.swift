import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit calendar import add`.
struct CalendarImportAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Import a calendar from an address or a file.",
        discussion: """
            Its events are busy time, which the study plan avoids, unless --no-busy is given. All-day events that do not say \
            whether they are busy, as most birthdays and holidays, are free, unless --all-day-busy is given. With --tasks, its to-dos and what is \
            due in it become tasks. An address is itself a secret: give - and paste it, to keep it out of the shell's history.

            Examples:
              noteit calendar import add https://canvas.example.edu/feeds/user.ics --name Canvas --tasks
              noteit calendar import add holidays.ics --no-busy
              curl -s https://example.org/team.ics | noteit calendar import add - --name Team
            """)

    @Argument(help: "An address (https or webcal), a file, or - for standard input.", completion: .file(extensions: ["ics"]))
    var source: String
    @Option(help: "Its name; without it the name of the host or file, and a number if that is taken.") var name: String?
    @Flag(inversion: .prefixedNo, help: "Whether its events are busy time.") var busy = true
    @Flag(help: "Whether all-day events are busy too that do not say so.") var allDayBusy = false
    @Flag(help: "Make tasks of its to-dos and of what is due.") var tasks = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    private enum Source {
        case address(String)
        case file(Data, name: String)
    }

    func run() async throws {
        let source = try read()
        let context = try CommandContext(signedIn: session)
        let added: CalendarImport
        switch source {
        case .address(let url):
            let title = try await unusedName(URL(string: url)?.host() ?? "calendar", context)
            context.say(Styled("Reading it ...", .faint))
            added = try await clearly("url", "The address") {
                try await context.client.createImport(
                    NewCalendarImport(name: title, url: url, busy: busy, allDayBusy: allDayBusy, tasks: tasks))
            }
        case .file(let data, let title):
            let title = try await unusedName(title, context)
            added = try await clearly("(body)", "The calendar") {
                try await context.client.createImport(
                    file: data, named: title, busy: busy, allDayBusy: allDayBusy, tasks: tasks)
            }
        }
        try await context.refresh()
        let again = added.host == nil ? "" : " The server reads it again every day."
        try await context.report(added, plain: [added.fields]) {
            context.say(
                added.events == 0 && added.leftOut == nil
                    ? Styled("Imported '\(added.name)'. It has no events.\(again)", .warning)
                    : Styled("Imported '\(added.name)': \(added.contents).\(again)", added.leftOut == nil ? .good : .warning))
            for line in added.leftOutLines(width: context.width) { context.say(line) }
            if let line = added.freeDaysLine { context.say(Styled(line, .faint)) }
        }
    }

    /// The name that was asked for, else `title`, with a number if it is taken, so that people can tell calendars apart.
    private func unusedName(_ title: String, _ context: CommandContext) async throws -> String {
        if let name { return name }
        let key = CalendarCollection.nameKey
        let taken = Set((try await context.client.calendarImports().map(\.name) + CalendarCollection.standardNames).map(key))
        let isFree = { (name: String) in !taken.contains(key(name)) }
        return isFree(title) ? title : (2...).lazy.map { "\(title) \($0)" }.first(where: isFree) ?? title
    }

    /// Names what could not be imported in a person's words rather than as a field.
    private func clearly<Value>(_ field: String, _ words: String, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch ClientError.problem(var problem) where problem.detail.hasPrefix("\(field) ") {
            problem.detail = words + problem.detail.dropFirst(field.count)
            throw ClientError.problem(problem)
        }
    }

    private func read() throws -> Source {
        if source.contains("://") { return .address(source) }
        if source == "-" {
            if Console.inputIsTerminal { session.console.say("Paste the address, then Enter and Ctrl-D:") }
            return try Self.content(FileHandle.standardInput.readDataToEndOfFile(), name: "calendar")
        }
        let file = URL(filePath: source)
        guard let data = try? Data(contentsOf: file) else {
            throw Complaint.usage("The file \(source) cannot be read.", "An address begins with https:// or webcal://.")
        }
        return try Self.content(data, name: file.deletingPathExtension().lastPathComponent)
    }

    /// One line with an address, or a calendar.
    private static func content(_ data: Data, name: String) throws -> Source {
        guard !data.isEmpty else { throw Complaint.usage("It is empty.") }
        if data.count <= 2_500, let text = String(bytes: data, encoding: .utf8) {
            let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if line.contains("://"), !line.contains(where: \.isWhitespace) { return .address(line) }
        }
        return .file(data, name: name)
    }
}
