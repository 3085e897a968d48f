import Foundation

/// A problem document (RFC 9457, `application/problem+json`).
public struct Problem: Codable, Equatable, Sendable, Error, Memberwise {
    public var type: String = "about:blank"
    public var title: String
    public var status: Int
    public var detail: String
    public var errors: [FieldError]? = nil
    /// For a `410`: why the client cannot resume from its cursor.
    public var reason: CursorExpiry? = nil
    /// For a `409`: what a fixed task would overlap.
    public var overlaps: [TaskOverlap]? = nil
    /// For the poll of a device: why there is no session yet, or why there will be none (RFC 8628, section 3.5).
    public var error: DeviceRefusal? = nil
}

/// Why a poll opens no session (RFC 8628, section 3.5). The values are those of the RFC.
public enum DeviceRefusal: String, Codable, Sendable, CaseIterable {
    /// Nobody has answered yet.
    case pending = "authorization_pending"
    /// As `pending`, and the polls come too fast: wait five seconds longer between them from now on.
    case tooFast = "slow_down"
    /// A person refused, or the session in which they approved has ended.
    case refused = "access_denied"
    /// The code is too old, was used, or never existed.
    case expired = "expired_token"

    public var sentence: String {
        switch self {
        case .pending: "Nobody has approved this sign-in yet. Ask again in a few seconds."
        case .tooFast: "You ask too often. Wait five seconds longer between two requests."
        case .refused: "This sign-in was refused."
        case .expired: "The code of this sign-in is too old, or was used. Begin anew."
        }
    }
}

/// A fixed task, a class, or busy time of a calendar that another fixed task would overlap.
public struct TaskOverlap: Codable, Equatable, Sendable, Memberwise {
    /// `busy`: an event of a personal calendar or of an import.
    public enum Kind: String, Codable, Sendable, CaseIterable { case task, `class`, busy }

    public var kind: Kind
    /// The id of the task, of the section, or of the event.
    public var id: String
    public var title: String
    /// The first occurrence that overlaps.
    public var start, end: Date

    /// The most that one answer names.
    public static let most = 20

    public static func sentence(_ overlaps: [TaskOverlap]) -> String {
        let first = overlaps.prefix(3).map { overlap in
            "\(overlap.title) (\(RFC3339.string(overlap.start)) to \(RFC3339.string(overlap.end)))"
        }
        let more = overlaps.count > 3 ? " and \(overlaps.count - 3) more" : ""
        return "It overlaps \(first.joined(separator: ", "))\(more). Move it, or send it again with overlap=allow."
    }
}
