/// What a row of the log says.
public enum LogChange: String, Sendable {
    /// Something about a subject is different. What, a reader learns from the subject as it is when they read.
    case changed
    case scopeGranted, scopeRevoked
    /// A session ended: its streams are closed. Nobody is told.
    case signedOut

    /// Whether somebody joined or left a course.
    public var moves: Bool { self == .scopeGranted || self == .scopeRevoked }
}

/// A change as it goes over the wire to one reader.
public struct Delivery: Sendable, Equatable {
    public var change: LogChange
    public var type: ChangeType
    /// Identity of what changed.
    public var subject: String
    public var rev: Int?
    public var course: Course.ID?
    public var section: Section.ID?
    /// JSON of the subject; nil: the reader may not see it, or it is gone.
    public var body: String?

    public init(
        change: LogChange = .changed, type: ChangeType, subject: String, rev: Int? = nil, course: Course.ID? = nil,
        section: Section.ID? = nil, body: String? = nil
    ) {
        self.change = change
        self.type = type
        self.subject = subject
        self.rev = rev
        self.course = course
        self.section = section
        self.body = body
    }
}

/// A change for everyone whom it concerns, with its subject as it stood when the log was read.
public struct LogEntry: Sendable, Equatable {
    /// What a reader gets of it.
    public enum View: Sendable, Equatable { case plain, insider, removed }

    public var position: LogPosition
    /// Whoever holds one of these topics hears of it.
    public var heard: [Topic]
    /// The topics of its row: somebody who reads the log itself hears of it by one of these.
    public var rowTopics: [Topic]
    /// Who may see the subject; nil if it is gone.
    public var audience: Audience?
    /// Whether it tells only those who may see the subject: nobody lost sight of it.
    public var isRefresh: Bool
    /// Whether it is news for insiders alone, and stands for no other entry of the subject.
    public var isForInsiders: Bool
    /// Who has a later entry of their own of the subject: what many were told is different for each once it was read.
    public private(set) var departed: Set<Account.ID> = []
    /// Whether a later entry has the subject: this one tells only those who may not see it any more.
    public var isSuperseded = false
    /// As most of the audience sees it, and as its insiders do; nil if that is the same.
    public var plain: Delivery
    public var insider: Delivery?

    public init(
        position: LogPosition, heard: [Topic], rowTopics: [Topic], audience: Audience?, isRefresh: Bool = false,
        isForInsiders: Bool = false, plain: Delivery, insider: Delivery? = nil
    ) {
        self.position = position
        self.heard = heard
        self.rowTopics = rowTopics
        self.audience = audience
        self.isRefresh = isRefresh
        self.isForInsiders = isForInsiders
        self.plain = plain
        self.insider = insider
    }

    public var change: LogChange { plain.change }

    /// What a reader gets who has all rows before it; nil: nothing.
    public func view(for interest: Interest) -> View? {
        guard heard.contains(where: interest.topics.contains), !departed.contains(interest.account) else { return nil }
        guard change == .changed else { return change.moves ? .plain : nil }
        guard let audience, interest.sees(audience) else { return isRefresh ? nil : .removed }
        if isSuperseded { return nil }
        return insider != nil && interest.isInsider(of: audience) ? .insider : .plain
    }

    /// The one reader who has the subject for themselves; nil if it is shared.
    public var owner: Account.ID? { plain.type.isPersonal && heard.count == 1 ? heard[0].account : nil }

    /// The entry, for everyone but a reader who has a later one of their own.
    public func without(_ account: Account.ID) -> LogEntry {
        var entry = self
        entry.departed.insert(account)
        return entry
    }

    /// What is left of the entry once there is a newer one of its subject: news for those who do not hear of that and may not see
    /// the subject any more. Nil: nothing.
    public func superseded(by newer: LogEntry) -> LogEntry? {
        var entry = self
        if newer.isForInsiders, !isForInsiders {
            // Everyone else knows the subject by what stands here.
            entry.insider = newer.insider
            return entry
        }
        guard !isForInsiders, newer.isRefresh || !Set(rowTopics).isSubset(of: newer.rowTopics) else { return nil }
        if owner != nil {
            // Its reader may not hear of the newer row, so what is one person's stands at both.
            (entry.audience, entry.plain) = (newer.audience, newer.plain)
            return entry
        }
        (entry.audience, entry.isSuperseded, entry.plain.body, entry.insider) = (newer.audience, true, nil, nil)
        return entry
    }
}

/// A page of the log as one reader may see it.
public struct LogPage: Sendable {
    /// Ascending.
    public var changes: [(position: LogPosition, delivery: Delivery)]
    /// Where the page ends: the cursor to go on from, also when nothing on it was for the reader.
    public var cursor: Cursor
    /// Whether the log goes on after it.
    public var more: Bool
    /// What the reader may see, read in the same transaction.
    public var interest: Interest

    public init(
        changes: [(position: LogPosition, delivery: Delivery)], cursor: Cursor, more: Bool, interest: Interest
    ) {
        self.changes = changes
        self.cursor = cursor
        self.more = more
        self.interest = interest
    }
}

/// A part of the log in one read transaction, for everyone.
public struct LogBatch: Sendable {
    public var entries: [LogEntry]
    public var head: LogHead
    /// Where the batch ends.
    public var end: LogPosition

    public init(entries: [LogEntry], head: LogHead, end: LogPosition) {
        self.entries = entries
        self.head = head
        self.end = end
    }
}
