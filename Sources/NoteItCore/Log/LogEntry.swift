/// The kinds of log rows.
public enum LogChange: String, Sendable {
    /// A subject changed. A reader gets the subject's state at the time of reading.
    case changed
    case scopeGranted, scopeRevoked
    /// A session ended, and its streams close. No reader gets this row.
    case signedOut

    /// Whether a person joined or left a course.
    public var moves: Bool { self == .scopeGranted || self == .scopeRevoked }
}

/// A change as it is sent to one reader.
public struct Delivery: Sendable, Equatable {
    public var change: LogChange
    public var type: ChangeType
    /// The id of the subject.
    public var subject: String
    public var rev: Int?
    public var course: Course.ID?
    public var section: Section.ID?
    /// The subject as JSON; nil if the reader may not see it, or it is gone.
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

/// A change for all its readers, with the state of its subject when the log was read.
public struct LogEntry: Sendable, Equatable {
    /// The forms in which a reader gets it.
    public enum View: Sendable, Equatable { case plain, insider, removed }

    /// Of two entries with equal keys, the later replaces the earlier.
    public struct Key: Sendable, Hashable {
        public var type: ChangeType
        public var subject: String
        /// As `LogEntry.owner`.
        public var owner: Account.ID?
        public var isForInsiders: Bool

        public init(type: ChangeType, subject: String, owner: Account.ID?, isForInsiders: Bool = false) {
            (self.type, self.subject, self.owner, self.isForInsiders) = (type, subject, owner, isForInsiders)
        }
    }

    public var position: LogPosition
    /// Every holder of one of these topics gets the entry.
    public var heard: [Topic]
    /// The topics of the log row, by which a direct reader of the log gets the entry.
    public var rowTopics: [Topic]
    /// The readers who may see the subject; nil if it is gone.
    public var audience: Audience?
    /// Whether only readers who may see the subject get the entry: no reader lost access to it.
    public var isRefresh: Bool
    /// Whether the entry is only for insiders. Then it does not replace another entry of the subject.
    public var isForInsiders: Bool
    /// Readers with a later entry of their own for the same subject, such as a notification that went to many and that they read.
    public private(set) var departed: Set<Account.ID> = []
    /// Whether a later entry carries the subject. Then this one goes only to readers who lost access to it.
    public var isSuperseded = false
    /// The forms for most of the audience, and for its insiders; `insider` is nil if they are equal.
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

    public var key: Key { Key(type: plain.type, subject: plain.subject, owner: owner, isForInsiders: isForInsiders) }

    /// The form for a reader who has all earlier rows; nil if they get nothing.
    public func view(for interest: Interest) -> View? {
        guard heard.contains(where: interest.topics.contains), !departed.contains(interest.account) else { return nil }
        guard change == .changed else { return change.moves ? .plain : nil }
        guard let audience, interest.sees(audience) else { return isRefresh ? nil : .removed }
        if isSuperseded { return nil }
        return insider != nil && interest.isInsider(of: audience) ? .insider : .plain
    }

    /// Whether a reader of the log gets the entry from there. A personal subject that follows from a row about a course may be
    /// news for its owner who left.
    public func isInLog(of interest: Interest) -> Bool { rowTopics.contains(where: interest.topics.contains) }

    /// The only reader of a personal subject, or the person who joined or left a course; nil if the entry is shared.
    public var owner: Account.ID? {
        (plain.type.isPersonal || change.moves) && heard.count == 1 ? heard[0].account : nil
    }

    /// The entry without one reader, who has a later entry of their own.
    public func without(_ account: Account.ID) -> LogEntry {
        var entry = self
        entry.departed.insert(account)
        return entry
    }

    /// The rest of the entry once its subject has a newer one: news for readers who do not get the newer entry and lost access to
    /// the subject. Nil if nothing is left.
    public func superseded(by newer: LogEntry) -> LogEntry? {
        var entry = self
        if newer.isForInsiders, !isForInsiders {
            // All other readers get the subject from this entry.
            entry.insider = newer.insider
            return entry
        }
        guard !isForInsiders, newer.isRefresh || !Set(rowTopics).isSubset(of: newer.rowTopics) else { return nil }
        if owner != nil {
            // Its reader may not get the newer row, so a personal subject stays at both.
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
    /// The cursor to continue from, even if the page has no change for the reader.
    public var cursor: Cursor
    /// Whether the log continues after the page.
    public var more: Bool
    /// The reader's topics, read in the same transaction.
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

/// A part of the log for all readers, read in one transaction.
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
