import NoteItCore

/// What a launch opens: the course that its context means, or one event.
enum LaunchTarget: Codable, Sendable, Equatable {
    case course
    case event(Course.ID, Int)

    /// Nil for an address that is not one of this server's, or leads to something else.
    /// - Parameter base: the address of this server, without a slash at the end.
    init?(_ address: String, below base: String) {
        guard address.hasPrefix(base) else { return nil }
        let rest = address.dropFirst(base.count).prefix { $0 != "#" && $0 != "?" }
        let parts = rest.split(separator: "/")
        guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
        switch parts.count {
        case 0: self = .course
        case 2 where parts == ["lti", "launch"] || parts[0] == "c": self = .course
        case 3 where parts[0] == "c":
            guard let course = parts[1].percentDecoded, let number = Int(parts[2]), number > 0 else { return nil }
            self = .event(Course.ID(course), number)
        default: return nil
        }
    }

    /// The path of the page's room for it.
    func path(in course: Course.ID) -> String {
        switch self {
        case .course: "/c/\(course.text.urlSegment)"
        case .event(let home, let number): "/c/\(home.text.urlSegment)/\(number)"
        }
    }
}

extension String {
    /// Percent-encoded for one segment of a path, or for a value of a query or a form.
    var urlSegment: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
