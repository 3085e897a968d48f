/// A row of the log, with what its delivery needs.
public struct LogEntry: Sendable, Equatable {
    public enum Change: String, Sendable {
        case upsert, remove, scopeGranted, scopeRevoked
        /// A session ended: its streams are closed. Nobody is told.
        case signedOut

        /// Whether somebody joined or left a course.
        public var moves: Bool { self == .scopeGranted || self == .scopeRevoked }
    }

    /// What a reader gets of a row.
    public enum View: Sendable, Equatable { case whole, removed }

    public var offset: Int64
    public var change: Change
    public var type: ChangeType
    /// Identity of what changed.
    public var subject: String
    public var rev: Int?
    public var course: Course.ID?
    public var section: Section.ID?
    /// No news for who saw the subject before and still does.
    public var audienceOnly: Bool
    /// Who may see the subject after the change, and who could before it.
    public var after: [Topic]
    public var before: [Topic]
    /// Who may see the event, or the reply's event, at the time of reading; nil once it is deleted.
    public var audienceNow: [Topic]?
    /// JSON of an upsert, as it goes over the wire to everyone but staff.
    public var body: String?
    /// JSON of the author as staff see them: by name and with the email.
    public var staffAuthor: String?
    /// Whether the row itself holds no body: it has the one that stood when it was read.
    public var isReference: Bool

    public init(
        offset: Int64, change: Change, type: ChangeType, subject: String, rev: Int?, course: Course.ID?, section: Section.ID?,
        audienceOnly: Bool, after: [Topic], before: [Topic], audienceNow: [Topic]?, body: String?, staffAuthor: String?,
        isReference: Bool
    ) {
        self.offset = offset
        self.change = change
        self.type = type
        self.subject = subject
        self.rev = rev
        self.course = course
        self.section = section
        self.audienceOnly = audienceOnly
        self.after = after
        self.before = before
        self.audienceNow = audienceNow
        self.body = body
        self.staffAuthor = staffAuthor
        self.isReference = isReference
    }

    /// Whether its body is only for who may see the subject at the time of reading.
    public var isGuarded: Bool { type == .event || type == .reply }

    /// The body as staff see it: with its author as `staffAuthor` has it.
    public var staffBody: String? {
        guard let body, let staffAuthor, let author = Self.author(in: body) else { return body }
        return body[..<author.lowerBound] + staffAuthor + body[author.upperBound...]
    }

    /// Where the author's object stands in an event's or a reply's JSON, which `JSONCoding` wrote: a quote within a text is
    /// escaped, so the first such key is the object's own.
    private static func author(in body: String) -> Range<String.Index>? {
        guard let key = body.range(of: #""author":"#) else { return nil }
        var (isText, isEscaped) = (false, false)
        for index in body.utf8[key.upperBound...].indices {
            switch body.utf8[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isText: isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "}") where !isText: return key.upperBound..<body.utf8.index(after: index)
            default: break
            }
        }
        return nil
    }
}

/// A page of the log as one reader may see it.
public struct LogPage: Sendable {
    public var changes: [Delivery]
    /// Where the page ends: the cursor to go on from, also when nothing on it was for the reader.
    public var cursor: Cursor
    /// Whether the log goes on behind it.
    public var more: Bool
    /// What the reader may see, read in the same transaction.
    public var interest: Interest

    /// One row for one reader.
    public struct Delivery: Sendable {
        public var entry: LogEntry
        public var view: LogEntry.View
        /// Whether the reader is staff of the row's course.
        public var toStaff: Bool

        public init(entry: LogEntry, view: LogEntry.View, toStaff: Bool) {
            self.entry = entry
            self.view = view
            self.toStaff = toStaff
        }
    }

    public init(changes: [Delivery], cursor: Cursor, more: Bool, interest: Interest) {
        self.changes = changes
        self.cursor = cursor
        self.more = more
        self.interest = interest
    }
}
