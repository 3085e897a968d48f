import Foundation
import NoteItCore

/// What a path below `/dav/` names.
enum DAVResource: Sendable {
    case root, principals, homes
    case principal(Account.ID)
    case home(Account.ID)
    case calendar(CalendarCollection, of: Account.ID)
    case object(ServedObject, in: CalendarCollection, of: Account.ID)

    var path: DAVPath {
        switch self {
        case .root: .root
        case .principals: .principals
        case .homes: .homes
        case .principal(let account): .principal("\(account)")
        case .home(let account): .home("\(account)")
        case .calendar(let calendar, let account): .calendar(calendar.id, of: "\(account)")
        case .object(let served, let calendar, let account): .object(served.object.name, in: calendar.id, of: "\(account)")
        }
    }
}

extension DAVResource {
    var isCollection: Bool {
        switch self {
        case .root, .principals, .homes, .principal, .home, .calendar: true
        case .object: false
        }
    }
}

/// The properties that a request asks for.
enum DAVRequested: Sendable {
    /// `DAV:prop`
    case these([DAVElement])
    case all(including: [DAVElement])
    case names
}

extension DAVRequested {
    /// - Parameter root: the body of PROPFIND; nil: all properties. Throws `400`.
    init(propfind root: DAVElement?) throws(DAVFailure) {
        guard let root else {
            self = .all(including: [])
            return
        }
        guard root.name == .dav("propfind") else { throw DAVFailure(.badRequest, nil, "The body must be a DAV:propfind.") }
        guard let requested = DAVRequested(in: root) else {
            throw DAVFailure(.badRequest, nil, "A DAV:propfind contains DAV:prop, DAV:allprop or DAV:propname.")
        }
        self = requested
    }

    /// Reads the children of a report or a PROPFIND; nil if none says which properties are asked for.
    init?(in root: DAVElement) {
        if let prop = root[.dav("prop")] {
            self = .these(Self.once(prop.children))
        } else if root[.dav("allprop")] != nil {
            self = .all(including: Self.once(root[.dav("include")]?.children ?? []))
        } else if root[.dav("propname")] != nil {
            self = .names
        } else {
            return nil
        }
    }

    /// The first element of each name.
    static func once(_ elements: [DAVElement]) -> [DAVElement] {
        var seen: Set<DAVName> = []
        return elements.filter { seen.insert($0.name).inserted }
    }

    /// The most properties that a request may name, and the most that one answer holds, with the bytes of their names.
    private static let (mostNames, mostValues, mostBytes) = (200, 500_000, 64 << 20)
    /// The bytes of a name in an answer beside the name: its tag, its namespace's declaration.
    private static let tag = 40

    /// Throws `DAVFailure` if the answer for so many resources would be too long.
    func require(fits resources: Int) throws(DAVFailure) {
        let elements: [DAVElement]
        switch self {
        case .these(let named), .all(including: let named): elements = named
        case .names: return
        }
        guard elements.count <= Self.mostNames else {
            throw DAVFailure(.badRequest, nil, "Ask for at most \(Self.mostNames) properties at once.")
        }
        let bytes = elements.reduce(0) { $0 + $1.name.namespace.utf8.count + $1.name.local.utf8.count + Self.tag }
        guard elements.count * resources <= Self.mostValues, bytes * resources <= Self.mostBytes else {
            throw DAVFailure(
                .forbidden, .dav("number-of-matches-within-limits"),
                "These are too many properties of \(resources) resources. Ask for fewer, or use sync-collection.")
        }
    }
}

/// `Depth` (RFC 4918, section 10.2).
enum DAVDepth: Sendable { case zero, one, infinity }

/// A path below `/dav/`, whose parts are percent-decoded.
enum DAVPath: Hashable, Sendable {
    case root, principals, homes
    case principal(String)
    case home(String)
    case calendar(String, of: String)
    case object(String, in: String, of: String)
    /// Below an object, or elsewhere: nothing can be there.
    case nowhere

    /// - Parameter path: percent-encoded, with or without a slash at the end. Nil if it is not below `/dav/` or not UTF-8.
    init?(_ path: some StringProtocol) {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let text = part.percentDecoded else { return nil }
            parts.append(text)
        }
        guard parts.first == "dav", path.hasPrefix("/") else { return nil }
        switch (parts.count, parts.dropFirst().first) {
        case (1, _): self = .root
        case (2, "principals"): self = .principals
        case (3, "principals"): self = .principal(parts[2])
        case (2, "calendars"): self = .homes
        case (3, "calendars"): self = .home(parts[2])
        case (4, "calendars"): self = .calendar(parts[3], of: parts[2])
        case (5, "calendars"): self = .object(parts[4], in: parts[3], of: parts[2])
        default: self = .nowhere
        }
    }

    /// Reads `DAV:href` of a body, or a `Destination`: a path, or an address of any host. Nil if it is not below `/dav/` or not
    /// UTF-8.
    init?(href: String) {
        let text = href.trimmed
        let start = text.range(of: "://").map { text[$0.upperBound...].firstIndex(of: "/") } ?? text.startIndex
        guard let start else { return nil }
        self.init(text[start...])
    }

    /// Percent-encoded; a collection's ends with a slash.
    var href: String {
        switch self {
        case .root, .nowhere: "/dav/"
        case .principals: "/dav/principals/"
        case .homes: "/dav/calendars/"
        case .principal(let account): "/dav/principals/\(Self.encoded(account))/"
        case .home(let account): "/dav/calendars/\(Self.encoded(account))/"
        case .calendar(let id, let account): "/dav/calendars/\(Self.encoded(account))/\(Self.encoded(id))/"
        case .object(let name, let id, let account):
            "/dav/calendars/\(Self.encoded(account))/\(Self.encoded(id))/\(Self.encoded(name))"
        }
    }

    /// All but the unreserved characters (RFC 3986, section 2.3), and `@`, which programs put into names.
    private static func encoded(_ part: String) -> String {
        part.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "@") }
    }
}
