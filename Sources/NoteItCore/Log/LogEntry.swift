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
public struct Delivery: Sendable, Equatable, Memberwise {
    public var change: LogChange = .changed
    public var type: ChangeType
    /// The id of the subject.
    public var subject: String
    public var rev: Int? = nil
    public var course: Course.ID? = nil
    public var section: Section.ID? = nil
    /// The subject as JSON; nil if the reader may not see it, or it is gone.
    public var body: String? = nil
}

/// A change for all its readers, with the state of its subject when the log was read.
public struct LogEntry: Sendable, Equatable, Memberwise {
    /// The forms in which a reader gets it.
    public enum View: Sendable, Equatable { case plain, insider, removed }

    /// A subject. Of its entries, a reader gets the newest of those that give them something.
    public struct Key: Sendable, Hashable, Memberwise {
        public var type: ChangeType
        public var subject: String
        /// The owner of the subject, as in `LogEntry`.
        public var owner: Account.ID?
    }

    public var position: LogPosition
    /// Every holder of one of these topics gets the entry, if they also hold one of `rowTopics`.
    public var heard: [Topic]
    /// The topics of the log row. A personal subject may follow from a row about a course that its owner left.
    public var rowTopics: [Topic]
    /// The readers who may see the subject; nil if it is gone.
    public var audience: Audience?
    /// Whether only readers who may see the subject get the entry: no reader lost access to it.
    public var isRefresh: Bool = false
    /// The course to which the subject belongs; nil if it belongs to none.
    public var place: Course.ID? = nil
    /// The forms for most of the audience, and for its insiders; `insider` is nil if they are equal.
    public var plain: Delivery
    public var insider: Delivery? = nil

    public var change: LogChange { plain.change }

    /// A notification that went to many is one subject for all of them, also once one of them has read it and has an entry alone.
    public var key: Key {
        Key(type: plain.type, subject: plain.subject, owner: plain.type == .notification ? nil : owner)
    }

    /// The form for a reader who has neither joined nor left a course since the row; nil if they get nothing.
    public func view(for interest: Interest) -> View? {
        let holds = interest.topics.contains
        guard change == .changed, interest.hears(of: plain.type, in: place), heard.contains(where: holds),
            rowTopics.contains(where: holds)
        else { return nil }
        guard let audience, interest.sees(audience) else { return isRefresh ? nil : .removed }
        return insider != nil && interest.isInsider(of: audience) ? .insider : .plain
    }

    /// The only reader of a personal subject, or the person who joined or left a course; nil if the entry is shared.
    public var owner: Account.ID? {
        (plain.type.isPersonal || change.moves) && heard.count == 1 ? heard[0].account : nil
    }

    /// Whether all who get this entry get `newer`, which has the same key and comes from the same read.
    public func isReplaced(by newer: LogEntry) -> Bool {
        (isRefresh || !newer.isRefresh) && heard.allSatisfy(newer.heard.contains)
            && (rowTopics == newer.rowTopics || Set(rowTopics).isSubset(of: newer.rowTopics))
    }
}

/// A page of the log as one reader may see it.
public struct LogPage: Sendable, Memberwise {
    /// The changes of the batch, by position.
    public var changes: [(position: LogPosition, delivery: Delivery)]
    /// The cursor to continue from, even if the page has no change for the reader.
    public var cursor: LogCursor
    /// Whether the log continues after the page.
    public var more: Bool
    /// The reader's topics, read in the same transaction.
    public var interest: Interest
}

/// A part of the log for all readers, read in one transaction.
public struct LogBatch: Sendable, Memberwise {
    public var entries: [LogEntry]
    public var head: LogHead
    /// The position at which the batch ends.
    public var end: LogPosition
}
