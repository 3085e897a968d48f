import Foundation
import HTTPTransport
import ICalendar
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Everything that a command works with: the terminal, the profile's files, the server, and the time at which it started.
struct CommandContext: Sendable {
    let console: Console
    let server: ServerChoice
    let now: Date
    private let local: LocalClient
    /// When the copy was last up to date, in words, if the server was not reached: `11:21`.
    private(set) var asOf: String?
    /// Whether a read found no server: then its further requests do not wait for it.
    private var isHurried = false
    /// Whether passwords may go over an unencrypted connection.
    private let isInsecure: Bool
    /// The fields that `--json` writes; nil for all.
    private let fields: [String]?

    init(_ options: SessionOptions) throws {
        try ZoneData.require()
        let profile = try options.openProfile()
        console = options.console
        server = options.serverChoice(profile)
        local = try LocalClient(
            profile: profile, client: APIClient(server: server.address, sessions: SessionFile(profile)), now: { Date() })
        now = Date()
        isInsecure = options.insecure
        fields = options.fields
        if let file = local.damagedFile {
            console.say("The local copy was damaged and is fetched again. The outbox is kept. Old file: \(file)")
        }
        Interruption.respect(lock: profile.sessionLock)
        try learnNames()
    }

    /// For a command that needs an account. Throws as `account()`.
    init(signedIn options: SessionOptions) throws {
        try self.init(options)
        _ = try account()
    }

    /// For a command that needs the present state: brings the local copy up to date. Throws as `getInStep()`.
    init(inStep options: SessionOptions) async throws {
        try self.init(options)
        if try await !getInStep() { asOf = try await copyTime() }
    }

    /// For a command that only reads: brings the local copy up to date, but waits for the server a second at most, and not at
    /// all while it is known not to answer.
    init(reading options: SessionOptions) async throws {
        try self.init(options)
        isHurried = try await !getInStep(hurried: true)
        if isHurried { asOf = try await copyTime() }
    }

    var client: APIClient { isHurried ? local.client.hurried() : local.client }
    var copy: LocalCopy { local.copy }
    var sync: Sync { local.sync }
    var outbox: Outbox { local.outbox }
    var courseFinder: CourseFinder { CourseFinder(copy: copy, client: client) }
    var profile: Profile { local.profile }

    var form: Console.Form { console.form }
    var width: Int? { console.width }
    var canAsk: Bool { console.canAsk }

    func out(_ line: Styled) { console.out(line) }
    func out(_ lines: [Styled]) { console.out(lines) }
    func row(_ fields: [String]) { console.row(fields) }
    func raw(_ text: String) { console.raw(text) }
    func say(_ line: Styled) { console.say(line) }

    /// The account that is signed in, without a request. Throws `ClientError.notSignedIn`, or a complaint if the session is
    /// with another server.
    func account() throws -> Account {
        if let session = try client.session() { return session.account }
        guard let other = try client.sessions.read() else { throw ClientError.notSignedIn }
        throw Complaint(
            "You are signed in to \(other.server.absoluteString), not to \(client.server.absoluteString).",
            advice: [
                "Sign in there with: \(SignInAdvice().command("login"))",
                "Or use one profile for each server: --profile NAME",
            ],
            status: ExitStatus.notSignedIn)
    }

    /// Throws a complaint if a password would go over an unencrypted connection to another machine.
    func requireEncryption() throws {
        guard client.server.scheme == "http", !client.server.isLoopback, !isInsecure else { return }
        throw Complaint(
            "\(client.server.absoluteString) is not encrypted: others could read your password. Nothing was sent.",
            advice: ["Use an https:// address, or, on a network that is yours alone, --insecure"],
            status: ExitStatus.usage)
    }

    /// Whether the reader wrote it, under an alias too.
    func isOwn(_ event: Event) async throws -> Bool {
        event.isOwn(of: try account().id, try await copy.mark(of: event.id))
    }

    /// Asks on a terminal. Elsewhere throws a usage complaint that names `what` is missing.
    func ask(_ question: Styled, else what: String) throws -> String {
        guard console.canAsk else { throw Complaint.usage("Needed: \(what).") }
        let answer = try console.ask(question)
        guard !answer.isEmpty else { throw Cancelled() }
        return answer
    }

    func writeJSON(_ value: some Encodable) throws { try console.writeJSON(value, fields: fields) }

    /// Writes the result of a command: data for programs, what `pretty` writes for people.
    func report(_ value: some Encodable, plain rows: [[String]], pretty: () async throws -> Void) async throws {
        switch form {
        case .json: try writeJSON(value)
        case .plain: for fields in rows { row(fields) }
        case .pretty: try await pretty()
        }
    }

    /// Writes the result of a command: data for programs, a sentence for people.
    func report(_ value: some Encodable, plain rows: [[String]], _ sentence: Styled) throws {
        switch form {
        case .json: try writeJSON(value)
        case .plain: for fields in rows { row(fields) }
        case .pretty: say(sentence)
        }
    }

    /// Writes a list: data for programs, a table for people.
    /// - Parameters: `nothing`: what people read in place of an empty table; `clock`: that of the times in the table.
    func list(
        _ entries: [some TableEntry & Encodable], nothing: String,
        _ clock: (CommandContext) async throws -> DueText = { try await $0.clock() }
    ) async throws {
        try await report(entries, plain: entries.map(\.fields)) {
            guard !entries.isEmpty else { return say(Styled(nothing)) }
            out(entries.table(try await clock(self), width: width))
        }
    }

    /// Writes the account that is signed in now.
    func welcome(_ account: Account, _ greeting: String) throws {
        try report(account, plain: [[account.email, account.displayName, account.role.rawValue]], Styled(greeting, .good))
    }
}

extension CommandContext {
    /// Brings the local copy up to date and sends the outbox. If the server is not reached, says how old the copy is.
    /// Throws `.notSignedIn`, and `.unreachable` if there is no copy.
    /// - Parameters:
    ///   - isHurried: as for `Sync.refresh`.
    ///   - clock: that of the times which the command shows.
    /// - Returns: whether the server was reached.
    @discardableResult
    func getInStep(
        hurried isHurried: Bool = false, _ clock: (CommandContext) async throws -> DueText = { try await $0.clock() }
    ) async throws -> Bool {
        _ = try account()
        switch try await sync.refresh(hurried: isHurried) {
        case .current:
            try learnNames()
            if copy.isKept, try await flushOutbox() { try await refresh() }
            try await sync.tellSeen()
            return true
        case .offline(let time?, let why):
            if case .unwritable(let words) = why { console.say(Styled(words, .warning)) }
            console.say(offline(since: time, try await clock(self)))
            return false
        case .offline(nil, let why): throw why
        }
    }

    /// Says how old the copy is.
    func offline(since time: Date, _ clock: DueText) -> Styled { Styled("offline: as of \(clock.since(time))", .warning) }

    /// When the copy was last up to date: `11:21`, `Fri 27 Nov 11:21`.
    private func copyTime() async throws -> String? {
        let clock = try await clock()
        return try await copy.status().map { clock.since($0.refreshedAt) }
    }

    /// Brings the local copy up to date after a write.
    func refresh() async throws {
        _ = try await sync.refresh()
        try learnNames()
    }

    /// Runs a write and brings the copy up to date. What the server answers is in the copy at once, even if nothing reaches the
    /// server after it.
    /// - Parameter changes: the changes that the answer tells of.
    @discardableResult
    func writing<Answer>(
        _ changes: (Answer) -> [Change], _ write: () async throws -> Answer
    ) async throws -> Answer {
        let cursor = try await copy.status()?.cursor
        let answer = try await write()
        // The write is done, whatever becomes of the copy: the log brings it again.
        try? await copy.applyAnswers(changes(answer), at: cursor)
        try await refresh()
        return answer
    }

    /// From now on, courses that share a code are called by their terms too.
    func learnNames() throws { CourseNames.set(try copy.readableCourses()) }

    /// Sends the outbox and says what happened.
    /// - Returns: whether anything was sent.
    @discardableResult
    func flushOutbox() async throws -> Bool {
        guard try await outbox.entries().contains(where: { $0.state == .waiting }) else { return false }
        let round = try await outbox.send()
        reportOutbox(round)
        return !round.sent.isEmpty
    }

    func reportOutbox(_ round: Outbox.Round) {
        if !round.sent.isEmpty {
            console.say(Styled("Sent \(round.sent.count) that waited in the outbox.", .good))
        }
        for sent in round.sent { sayUnknownMentions(sent.unknownMentions) }
        for entry in round.refused {
            console.say(Styled("The server refused \(entry.summary): \(entry.reason)", .bad))
            console.say("  It stays in the outbox: noteit outbox list")
        }
    }

    /// The reader of a page.
    /// - Parameters: `events`: those on the page that may be new; `others`: people on the page who may not be in the local
    ///   copy.
    func reader(_ clock: DueText, of events: [Event] = [], with others: [Author] = []) async throws -> PageReader {
        PageReader(
            try account().id, marks: try await copy.marksOfWriter(), unread: try await copy.unread(among: events),
            done: try await copy.tickedOff(), names: try await names(with: others), clock: clock, zones: try await zones(),
            unicode: console.unicode)
    }

    /// Everyone in the local copy.
    /// - Parameter others: more people.
    func names(with others: [Author] = []) async throws -> NameBook {
        NameBook(others, known: try await copy.people().map { ($0.account, $0.skeleton) })
    }

    /// The zones of the terms that the copy knows.
    func zones() async throws -> [Term.ID: TimeZone] { try await copy.terms(at: now).zones }

    /// Writes times in the zone of `term`, else of the current term, else of this machine.
    func clock(term: Term.ID? = nil) async throws -> DueText {
        let terms = try await copy.terms(at: now)
        let wanted = terms.first { $0.id == term } ?? terms.first(where: \.current)
        return DueText(now: now, timeZone: wanted?.zone ?? .current)
    }
}
