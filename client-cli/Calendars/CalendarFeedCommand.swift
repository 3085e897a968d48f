import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit calendar feed`.
struct CalendarFeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Make secret addresses for calendar programs to subscribe to.",
        subcommands: [CalendarFeedList.self, CalendarFeedAdd.self, CalendarFeedRemove.self],
        defaultSubcommand: CalendarFeedList.self,
        aliases: ["feeds"])
}

/// `noteit calendar feed list`.
struct CalendarFeedList: SignedInCommand, ChoosesFields {
    static let jsonFields = ["courses", "createdAt", "id", "include", "lastRead", "name"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your feeds, and when programs last read them.",
        discussion: "--plain writes id, name, parts, courses, and when it was made and last read, in UTC.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let nothing = "You have no feed yet. Make one with: noteit calendar feed add"
        try await context.list(context.client.calendarFeeds(), nothing: nothing) { try await $0.studyClock() }
    }
}

/// `noteit calendar feed add`.
struct CalendarFeedAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a feed and show its address, once.",
        discussion: """
            Anyone who has the address can read the feed, so share it with your calendar program alone. The server keeps no copy \
            of it: if you lose it, remove the feed and make another. --plain writes the id, the https and the webcal address. \
            --qr shows the webcal address as a code too: point the camera of your phone at it.

            Examples:
              noteit calendar feed add
              noteit calendar feed add --qr
              noteit calendar feed add --include classes,due
              noteit calendar feed add CMPT225 MATH150 --include due --name "Due dates"
            """)

    @Argument(help: "Only these courses; without any, all.", completion: Completions.courses) var courses: [String] = []
    @Option(help: ArgumentHelp("Any of classes, due, study and tasks; without it all.", valueName: "parts"))
    var include: [String] = []
    @Option(help: "Its name in your calendar program.") var name: String?
    @Flag(help: "Show the address as a QR code for your phone.") var qr = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let parts = try parts()
        let context = try await CommandContext(inStep: session)
        let chosen = try await context.myCourses(courses)
        let title = name ?? (["NoteIt"] + chosen.map(\.code)).joined(separator: " ")
        let made = try await context.client.createFeed(
            NewCalendarFeed(name: title, include: parts, courses: chosen.isEmpty ? nil : chosen.map(\.id)))
        let webcal = Self.webcal(made.url)
        try await context.report(Made(made, webcal), plain: [[made.id.description, made.url, webcal]]) {
            context.out([Styled(made.url), Styled(webcal)])
            if qr { context.out(code(of: webcal, width: context.width)) }
            context.say(Styled("Made the feed '\(title)'. Its address is not shown again.", .good))
            context.say(Styled("Open the webcal address, or give the first one to a calendar program that asks for a URL."))
            context.say(
                Styled("Anyone who has it can read the feed. To end that: noteit calendar feed remove \(made.id.short)", .faint)
            )
        }
    }

    /// The parts that the feed contains, each once, in the order of the wire type.
    private func parts() throws -> [CalendarFeed.Part] {
        let names = include.commaSeparated.map { $0.lowercased().filter { !$0.isWhitespace } }
        let known = CalendarFeed.Part.allCases
        if names.isEmpty { return known }
        return try names.map { name in
            try known.first { $0.rawValue == name || $0.rawValue.dropLast() == name }
                .understood(name, as: "a part of a feed", "Take some of: \(known.map(\.rawValue).joined(separator: ", "))")
        }.uniqued
    }

    /// The address as a QR code, or why there is none. The feed is made already, and its address is not shown again.
    private func code(of address: String, width: Int?) -> [Styled] {
        guard let code = QRCode(address) else { return [Styled("The address is too long for a QR code.", .warning)] }
        if let width, width < code.width {
            let needed = "The QR code needs \(code.width) columns, and this terminal has \(width)"
            return [Styled("\(needed). Make it wider, and another feed with --qr.", .warning)]
        }
        return code.lines
    }

    /// The address with the scheme that opens calendar programs.
    static func webcal(_ url: String) -> String {
        guard let mark = url.range(of: "://") else { return url }
        return "webcal" + url[mark.lowerBound...]
    }

    private struct Made: Encodable {
        var id: CalendarFeed.ID
        var url, webcal: String

        init(_ made: MadeCalendarFeed, _ webcal: String) { (id, url, self.webcal) = (made.id, made.url, webcal) }
    }
}

/// `noteit calendar feed remove`.
struct CalendarFeedRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a feed. Its address stops working.")

    @Argument(help: "Its name, or its id from 'noteit calendar feed list'.") var feed: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.end(feed, among: context.client.calendarFeeds()) { try await context.client.revoke($0) }
    }
}
