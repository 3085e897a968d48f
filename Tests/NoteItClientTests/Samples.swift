import Foundation
import HTTPTransport
import NoteItCore

import TestTime

@testable import NoteItClient

/// Neutral values that tests begin with.
enum Samples {
    static let now = Date(timeIntervalSince1970: 1_763_700_000)  // 2025-11-21T04:40:00Z
    static let ada = Account(id: .make(at: now), email: "ada@example.edu", displayName: "Ada", role: .student)
    static let bob = Account(id: .make(at: now), email: "bob@example.edu", displayName: "Bob", role: .student)
    /// Of no server that there is.
    static let server = URL(filePath: "/").appending(path: "unused")
    static let cs225: Course.ID = "202530.CMPT225"
    static let cs120: Course.ID = "202530.CMPT120"
    static let term = Term(
        id: "202530", name: "Fall 2025", startsOn: Day("2025-09-03"), endsOn: Day("2025-12-16"),
        timeZone: "America/Vancouver", current: true)

    static func author(_ account: Account, email: Bool = false) -> Author {
        Author(
            id: account.id, displayName: account.displayName, role: account.role, email: email ? account.email : nil,
            handle: account.displayName.lowercased())
    }

    static func course(_ id: Course.ID, title: String = "Data Structures") -> Course {
        Course(
            id: id, term: id.term, subject: String(id.code.prefix { $0.isLetter }),
            number: String(id.code.drop { $0.isLetter }), title: title, credits: Credits("3"), description: "", attributes: [],
            prerequisites: "", sections: [])
    }

    static func enrollment(_ section: Section.ID?, in course: Course.ID, role: Enrollment.Role = .student) -> Enrollment {
        Enrollment(section: section, course: course, role: role, since: now)
    }

    static func event(
        _ number: Int, in course: Course.ID = cs225, due: Date? = nil, visibility: Event.Visibility = .public,
        sections: [Section.ID] = [], by account: Account = bob, email: Bool = false
    ) -> Event {
        Event(
            id: .make(at: now), course: course, number: number, kind: .note, title: "Event \(number)", body: "", tags: [],
            due: due, visibility: visibility, sections: sections, author: author(account, email: email), createdAt: now,
            editedAt: nil, rev: 1, replyCount: 0, latestText: "Event \(number)", dueHistory: [], activity: 1)
    }

    static func reply(_ body: String, to event: Event.ID, by account: Account = bob, after seconds: Double = 0) -> Reply {
        Reply(
            id: .make(at: now), event: event, number: 1 + Int(seconds), parent: nil, body: body, author: author(account),
            createdAt: now.addingTimeInterval(seconds), editedAt: nil, rev: 1)
    }

    static func snapshot(
        at offset: Int64, of account: Account = ada, enrollments: [Enrollment] = [], courses: [Course] = [],
        notifications: [NoteItCore.InboxNotification] = [], seatWatches: [SeatWatch] = [], events: [Event] = [],
        replies: [Reply] = []
    ) -> Snapshot {
        Snapshot(
            cursor: "e.\(offset)", account: account, enrollments: enrollments, courses: courses, notifications: notifications,
            seatWatches: seatWatches, marks: [], preferences: nil, removals: [], events: events, replies: replies, next: nil)
    }

    static func batch(_ from: Int64, _ to: Int64, _ changes: Change...) throws -> ChangeBatch {
        ChangeBatch(
            from: LogCursor(epoch: "e", offset: from), to: LogCursor(epoch: "e", offset: to),
            changes: try changes.map { try ReceivedChange(json: JSONCoding.string($0)) })
    }
}

/// A profile of its own in a temporary folder, which goes when `body` returns. The body runs on `OwnThreads`.
func withProfile(_ body: (Profile) async throws -> Void) async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let profile = try Profile(environment: ["HOME": home.path])
    try await withTaskExecutorPreference(OwnThreads.shared) { try await body(profile) }
}

/// A local copy of this snapshot, of no server that there is.
func withCopy(_ snapshot: Snapshot, _ body: (LocalCopy) async throws -> Void) async throws {
    try await withProfile { profile in
        let copy = LocalCopy(try LocalDatabase(profile))
        try await copy.replaceTerms([Samples.term], at: Samples.now)
        try await copy.replace(with: [snapshot], from: Samples.server, expecting: nil, at: Samples.now)
        try await body(copy)
    }
}

/// The same with a port, as `withPort` gives it.
func withProfileAndPort(_ body: (Profile, _ port: Int) async throws -> Void) async throws {
    try await withPort { port in try await withProfile { try await body($0, port) } }
}

/// A client that sends each request once, and waits for a busy machine.
func patientClient(
    _ profile: Profile, _ server: String, http: TransportClient = APIClient.standardHTTP
) throws -> APIClient {
    try APIClient(server: server, sessions: SessionFile(profile), http: http, timeout: patience, pauses: [])
}

/// Signs in to `server` without asking it.
func signIn(_ profile: Profile, to server: String, as account: Account = Samples.ada, token: String = "access-1") async throws {
    let address = try APIClient(server: server, sessions: SessionFile(profile)).server
    try await SessionFile(profile).save(
        SavedSession(server: address, account: account, accessToken: token, refreshToken: "refresh-1"))
}

/// A fact that tasks of a test share.
actor Recorder<Item: Sendable> {
    private(set) var items: [Item] = []

    func add(_ item: Item) { items.append(item) }
    var count: Int { items.count }
}

extension Outbox.Outcome {
    var sent: Item? { if case .sent(let item) = self { item } else { nil } }
    var refused: OutboxEntry? { if case .refused(let entry) = self { entry } else { nil } }
    var queued: (entry: OutboxEntry, why: ClientError)? {
        if case .queued(let entry, let why) = self { (entry, why) } else { nil }
    }
}

extension Sync.Freshness {
    var offline: (asOf: Date?, why: ClientError)? { if case .offline(let asOf, let why) = self { (asOf, why) } else { nil } }
}

extension LocalCopy {
    /// As `Sync` does it: page by page.
    @discardableResult
    func replace(with pages: [Snapshot], from server: URL, expecting expected: LogCursor?, at now: Date) async throws
        -> Bool
    {
        let attempt = UUID()
        for page in pages { try await stage(page, of: attempt, at: now) }
        return try await replace(withStaged: attempt, from: server, expecting: expected, at: now)
    }
}
