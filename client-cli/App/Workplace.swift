import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// What a command works with: the terminal, the profile's files, the server, and the time at which it started.
struct Workplace: Sendable {
    let console: Console
    let server: ServerChoice
    let space: Workspace
    let now: Date
    /// Whether passwords may go over a connection that is not encrypted.
    private let mayBeHeard: Bool

    init(_ options: SessionOptions) throws {
        let (profile, now) = (try options.openProfile(), Date())
        console = options.console
        server = options.serverChoice(profile)
        space = try Workspace(
            profile: profile, client: APIClient(server: server.address, sessions: SessionFile(profile)), now: { Date() })
        self.now = now
        mayBeHeard = options.insecure
        if let file = space.damagedFile {
            console.say(
                "The local copy was damaged and is fetched again, with what could be read of its outbox. The old one is kept as \(file)."
            )
        }
        Interruption.respect(lock: profile.sessionLock)
    }

    var client: APIClient { space.client }
    var copy: LocalCopy { space.copy }
    var profile: Profile { space.profile }

    /// The sign-in, without asking the server. Throws `ClientError.notSignedIn`, or a complaint if it is to another server.
    func account() throws -> Account {
        if let session = try client.session() { return session.account }
        guard let other = try client.sessions.read() else { throw ClientError.notSignedIn }
        throw Complaint(
            "You are signed in to \(other.server.absoluteString), not to \(client.server.absoluteString).",
            advice: ["Sign in there with: noteit auth login", "Or give each its own: --profile NAME"],
            status: ExitStatus.notSignedIn)
    }

    /// Throws a complaint where a password would go over the network for everybody on the way to read.
    func requireSafeWay() throws {
        guard client.server.scheme == "http", !client.server.isLoopback, !mayBeHeard else { return }
        throw Complaint(
            "\(client.server.absoluteString) is not encrypted: everybody on the way could read your password. Nothing was sent.",
            advice: ["Name the server with https://, or, if the network is yours alone, say --insecure"],
            status: ExitStatus.usage)
    }

    /// Whether the reader wrote it, also where its author is an alias.
    func isOwn(_ event: Event) async throws -> Bool {
        event.isOwn(of: try account().id, try await copy.mark(of: event.id))
    }

    /// Asks on a terminal; elsewhere complains that `what` is needed.
    func ask(_ question: Styled, else what: String) throws -> String {
        guard console.canAsk else { throw Complaint.usage("Needed: \(what).") }
        let answer = try console.ask(question)
        guard !answer.isEmpty else { throw Cancelled() }
        return answer
    }

    func writeJSON(_ value: some Encodable) throws {
        let encoder = JSONCoding.encoder()
        if Console.outputIsTerminal { encoder.outputFormatting.insert(.prettyPrinted) }
        console.raw(String(decoding: try encoder.encode(value), as: UTF8.self).terminalSafeJSON + "\n")
    }

    /// Says who is signed in now: data for programs, talk for people.
    func welcome(_ account: Account, _ greeting: String) throws {
        switch console.form {
        case .json: try writeJSON(account)
        case .plain: console.row([account.email, account.displayName, account.role.rawValue])
        case .pretty: console.say(Styled(greeting, .good))
        }
    }
}

extension Workplace {
    /// Brings the local copy up to date and sends what waits in the outbox. If the server is not reached, the copy is
    /// what there is, and its age is said.
    /// Throws `.unreachable` if there is no copy either, `.notSignedIn`.
    func getInStep() async throws {
        _ = try account()
        switch try await space.sync.refresh() {
        case .current:
            if try await flushOutbox() { _ = try await space.sync.refresh() }
            try await space.sync.tellSeen()
        case .offline(let time?, _): try await sayOffline(since: time)
        case .offline(nil, let why): throw why
        }
    }

    private func sayOffline(since time: Date) async throws {
        let clock = try await clock()
        let isToday = Day(time, in: clock.timeZone) == clock.today
        console.say(Styled("offline: as of \(isToday ? clock.clock(time) : clock.short(time))", .warning))
    }

    /// Sends what waits in the outbox; says what became of it.
    /// - Returns: whether anything was sent.
    @discardableResult
    func flushOutbox() async throws -> Bool {
        guard try await space.outbox.entries().contains(where: { $0.state == .waiting }) else { return false }
        let round = try await space.outbox.send()
        report(round)
        return !round.sent.isEmpty
    }

    func report(_ round: Outbox.Round) {
        if !round.sent.isEmpty {
            console.say(Styled("Sent \(round.sent.count) that waited in the outbox.", .good))
        }
        for entry in round.refused {
            console.say(Styled("The server refused \(entry.summary): \(entry.reason)", .bad))
            console.say("  It stays in the outbox: noteit outbox list")
        }
    }

    /// How times are written: in the zone of `term`, else of the current term, else of this machine.
    func clock(term: Term.ID? = nil) async throws -> DueText {
        let terms = try await copy.terms(at: now)
        let wanted = terms.first { $0.id == term } ?? terms.first(where: \.current)
        return DueText(now: now, timeZone: wanted?.zone ?? .current)
    }
}

extension URL {
    /// Whether it leads to this machine itself.
    fileprivate var isLoopback: Bool {
        let name = (host(percentEncoded: false) ?? "").lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
