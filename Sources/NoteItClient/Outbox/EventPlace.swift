import NoteItCore

/// An event, or a reply to it, that is known by its number alone: it came after the last time that the copy was up to date.
public struct EventPlace: Sendable, Hashable, Memberwise {
    public var course: Course.ID
    public var number: Int
    /// Nil means the event itself.
    public var reply: Int? = nil

    /// `CMPT225#42`, `CMPT225#42#3`
    public var name: String { "\(course.name)#\(number)" + suffix }

    private var suffix: String { reply.map { "#\($0)" } ?? "" }

    /// The problem with which the server answers for an event that does not exist.
    var isUnknown: ClientError {
        .problem(Problem(title: "Not Found", status: 404, detail: "There is no \(name), or you may not see it."))
    }
}

extension EventPlace {
    /// `202530.CMPT225#42#3`
    var text: String { "\(course)#\(number)" + suffix }

    init?(_ text: String) {
        let parts = text.split(separator: "#", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), !parts[0].isEmpty, let number = Int(parts[1]) else { return nil }
        let reply = parts.count == 3 ? Int(parts[2]) : nil
        guard parts.count == 2 || reply != nil else { return nil }
        self.init(course: Course.ID(parts[0]), number: number, reply: reply)
    }
}
