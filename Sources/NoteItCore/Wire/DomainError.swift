/// Everything that can go wrong in the domain. One place in the server turns it into a problem response (RFC 9457).
public enum DomainError: Error, Equatable, Sendable {
    /// Not there, or not the reader's to see: the two are never told apart.
    case notFound(_ what: String)
    /// The reader may see it, but may not do this.
    case forbidden(_ why: String)
    /// It clashes with what is stored.
    case conflict(_ why: String)
    /// The caller edits a revision that is no longer the newest.
    case stale
    /// Fields that cannot be taken, each with what it should be.
    case invalid([FieldError])
    /// The caller is not signed in, or no longer.
    case unauthenticated(_ why: String)
    /// More bytes than are taken.
    case tooLarge(_ why: String)
    /// A body, or a file, of a kind that is not taken.
    case unsupported(_ why: String)
    /// Too many tries; `retryAfter` in seconds.
    case tooMany(_ why: String, retryAfter: Int)
    /// A cursor that can no longer, or not yet, be resumed from.
    case expired(CursorExpiry)
    /// The database cannot take the write now (disk full, read-only, locked); reads go on.
    case unavailable(_ why: String)

    public static func emailTaken(_ email: String) -> Self {
        .conflict("The email \(email) already has an account. Sign in instead.")
    }

    public static let wrongResetCode = unauthenticated(
        "The email or the code is wrong, or the code was used or is too old.")

    public static func invalid(_ field: String, _ detail: String) -> Self {
        .invalid([FieldError(field: field, detail: detail)])
    }
}

/// A field of a request that cannot be taken, and what it should be.
public struct FieldError: Codable, Equatable, Sendable {
    public var field: String
    public var detail: String

    public init(field: String, detail: String) {
        self.field = field
        self.detail = detail
    }
}

/// A problem document as it goes over the wire (RFC 9457, `application/problem+json`).
public struct Problem: Codable, Equatable, Sendable, Error {
    public var type: String
    public var title: String
    public var status: Int
    public var detail: String
    public var errors: [FieldError]?
    /// Of a `410` for a cursor: why it cannot be resumed from.
    public var reason: CursorExpiry?

    public init(
        type: String = "about:blank", title: String, status: Int, detail: String,
        errors: [FieldError]? = nil, reason: CursorExpiry? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.errors = errors
        self.reason = reason
    }
}
