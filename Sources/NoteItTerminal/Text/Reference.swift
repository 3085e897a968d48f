import NoteItCore

/// A course as people type it: `CMPT225`, `cmpt 225`, `CMPT-225`, or with its term, `202530.CMPT225`.
public struct CourseReference: Sendable, Hashable {
    /// The term as it was typed: an id, a name, or another spelling (`Term.isNamed`). Nil means that the code alone was given.
    public var term: String?
    /// Letters in upper case, at least one, without separators: `CMPT225`.
    public var code: String

    /// Nil if `text` cannot be a course code.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isQualified = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(where: \.isLetter)
        let code = (isQualified ? parts[1] : text).uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
        guard (1...20).contains(code.count), code.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
        // 42#3 is a reply to event 42, not an event of a course 42.
        guard code.contains(where: \.isLetter) else { return nil }
        term = isQualified ? parts[0] : nil
        self.code = code
    }

    /// The course's id in its term, if that is named by its id, or in `current`.
    public func id(in current: Term.ID) -> Course.ID { Course.ID("\(term ?? current.text).\(code)") }

    /// The course as it was typed, for `CourseFinder`.
    public var text: String { term.map { "\($0).\(code)" } ?? code }
}

/// An event as people type it: `CMPT225#42`, `202530.CMPT225#42`, `cmpt 225 #42`, `#42` or `42` if only one course has it, or
/// its UUID.
public enum EventReference: Sendable, Hashable {
    case number(Int, course: CourseReference?)
    case id(Event.ID)

    public static let form = "an event such as CMPT225#42"

    public init?(_ text: String) {
        if let id = Event.ID(text) {
            self = .id(id)
            return
        }
        let parts = text.split(separator: "#", omittingEmptySubsequences: false).map {
            $0.trimmingPrefix { $0.isWhitespace }
        }
        guard let last = parts.last, let number = Int(last), number > 0, last.allSatisfy(\.isNumber) else { return nil }
        switch parts.count {
        case 1: self = .number(number, course: nil)
        case 2 where parts[0].isEmpty: self = .number(number, course: nil)
        case 2:
            guard let course = CourseReference(String(parts[0])) else { return nil }
            self = .number(number, course: course)
        default: return nil
        }
    }
}

extension EventReference {
    /// Whether `text` can only be an event: `CMPT225#42` and `#42`. `42` and `Lab #4` may be titles too.
    public static func isUnmistakable(_ text: String) -> Bool {
        switch EventReference(text) {
        case nil: false
        case .id: true
        case .number(_, let course?): course.code.contains(where: \.isNumber)
        case .number(_, nil): text.hasPrefix("#")
        }
    }
}

/// A reply as people type it: `CMPT225#42#3`, the third reply to `CMPT225#42`; or the event alone.
public struct ReplyReference: Sendable, Hashable {
    public var event: EventReference
    /// The number of the reply in its thread; nil means the event itself.
    public var number: Int?

    public static let form = "a reply such as CMPT225#42#3"

    public init(_ event: EventReference, number: Int? = nil) { (self.event, self.number) = (event, number) }

    public init?(_ text: String) {
        if let event = EventReference(text) {
            self.init(event)
            return
        }
        guard let mark = text.lastIndex(of: "#"), let event = EventReference(String(text[..<mark])) else { return nil }
        let digits = text[text.index(after: mark)...]
        guard let number = Int(digits), number > 0, digits.allSatisfy(\.isNumber) else { return nil }
        self.init(event, number: number)
    }
}

extension Event {
    /// `CMPT225#42`; with the term where the reader has the course in two: `202530.CMPT225#42`.
    public var reference: String { name(ofEvent: number, in: course) }

    /// The name of a reply to it: `CMPT225#42#3`.
    public func reference(_ reply: Reply) -> String { name(ofEvent: number, reply: reply.number, in: course) }
}

extension Removal {
    /// The removed event or reply: `CMPT225#42`, `CMPT225#42#3`.
    public var reference: String { name(ofEvent: number, reply: replyNumber, in: course) }
}

extension Report {
    /// The reported event or reply: `CMPT225#42`, `CMPT225#42#3`.
    public var reference: String { name(ofEvent: number, reply: replyNumber, in: course) }
}

private func name(ofEvent number: Int, reply: Int? = nil, in course: Course.ID) -> String {
    "\(course.name)#\(number)" + (reply.map { "#\($0)" } ?? "")
}
