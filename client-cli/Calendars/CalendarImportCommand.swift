import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit calendar import`.
struct CalendarImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring in calendars from Google, Canvas, Moodle or a file.",
        discussion: """
            The server reads an address again every day. If that fails, the last good copy stays.

            Examples:
              noteit calendar import add https://calendar.google.com/calendar/ical/.../basic.ics --name Google
              noteit calendar import
            """,
        subcommands: [CalendarImportList.self, CalendarImportAdd.self, CalendarImportSync.self, CalendarImportRemove.self],
        defaultSubcommand: CalendarImportList.self,
        aliases: ["imports"])
}

/// `noteit calendar import list`.
struct CalendarImportList: ReadingCommand, ChoosesFields {
    static let jsonFields = CalendarImport.fieldNames
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your imported calendars, and how fresh they are.",
        discussion: """
            Works offline. --plain writes id, name, host, number of events, when it was last read in UTC, busy or free, tasks, \
            why the last attempt failed, how many events could not be read, and how many all-day events are free because they \
            do not say that they are busy.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let imports = try await context.copy.calendarImports()
        try await context.report(imports, plain: imports.map(\.fields)) {
            guard !imports.isEmpty else {
                return context.say("You import no calendar yet. Add one with: noteit calendar import add ADDRESS")
            }
            context.out(CalendarImportTable(imports, clock: try await context.studyClock()).lines(width: context.width))
        }
    }
}

/// `noteit calendar import sync`.
struct CalendarImportSync: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Read imported calendars again now.",
        discussion: "Exits with status 1 if one of them could not be read. --plain as for 'noteit calendar import list'.")

    @Argument(help: "Its name or id; without it, all that have an address.") var name: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let all = try await context.client.calendarImports()
        let chosen =
            name.isEmpty
            ? all.filter { $0.host != nil } : [try context.named(name, among: all)]
        var (read, refused) = ([CalendarImport](), [Styled]())
        for source in chosen {
            do {
                read.append(try await context.client.sync(source.id))
            } catch ClientError.problem(let problem) where chosen.count > 1 && problem.status < 500 {
                refused.append(Styled("\(source.name): \(problem.detail)", .warning))
            }
        }
        try await context.refresh()
        try await context.report(read, plain: read.map(\.fields)) {
            if chosen.isEmpty { context.say("You import no calendar that has an address.") }
            for source in read {
                context.say(source.outcome)
                for line in source.leftOutLines(width: context.width) { context.say(line) }
                if let line = source.freeDaysLine { context.say(Styled(line, .faint)) }
            }
        }
        for line in refused { context.say(line) }
        if !refused.isEmpty || read.contains(where: { $0.lastError != nil }) { throw ExitCode(ExitStatus.failed) }
    }
}

/// `noteit calendar import remove`.
struct CalendarImportRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an imported calendar with its events and its tasks.",
        discussion: "Tasks that you edited stay.")

    @Argument(help: "Its name, or its id from 'noteit calendar import list'.") var name: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let gone = try context.named(name, among: try await context.client.calendarImports())
        try await context.client.delete(gone.id)
        try await context.refresh()
        try context.report(gone, plain: [gone.fields], Styled("Removed '\(gone.name)'.", .good))
    }
}

extension CalendarImport {
    /// What a sync found.
    fileprivate var outcome: Styled {
        if let lastError { return Styled("\(name) could not be read: \(lastError)", .bad) }
        return Styled("\(name): \(contents)", leftOut == nil ? .good : .warning)
    }
}
