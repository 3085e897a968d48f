/// All errors of the domain. One place in the server turns them into problem responses (RFC 9457).
public enum DomainError: Error, Equatable, Sendable {
    /// Absent, or hidden from the reader. No answer tells the two apart.
    case notFound(_ what: String)
    /// The caller may see it, but may not do this.
    case forbidden(_ why: String)
    /// The write conflicts with stored data.
    case conflict(_ why: String)
    /// An account has the email of somebody whom the campus let in. They link it if it is theirs, or ask for a new one.
    case emailIsHeld(_ why: String)
    /// A fixed task that would overlap other fixed tasks or classes: at least one.
    case overlaps([TaskOverlap])
    /// The caller edits an old revision.
    case stale
    /// Invalid fields, and what each should be.
    case invalid([FieldError])
    /// The caller is not signed in, or was signed out.
    case unauthenticated(_ why: String)
    /// The content has too many bytes.
    case tooLarge(_ why: String)
    /// The body or the file has an unsupported type.
    case unsupported(_ why: String)
    /// Too many requests; `retryAfter` is in seconds.
    case tooMany(_ why: String, retryAfter: Int)
    /// The client cannot resume from this cursor.
    case expired(CursorExpiry)
    /// The poll of a device that waits for its person's approval opens no session.
    case deviceSignIn(DeviceRefusal)
    /// The database cannot be written or read now, as when the disk is full, read-only or locked.
    case unavailable(_ why: String)

    public static func emailTaken(_ email: String) -> Self {
        .conflict("The email \(email) already has an account. Sign in instead.")
    }

    public static let sessionEnded = unauthenticated("This session was signed out. Sign in again.")

    public static func tooManyImports(_ most: Int) -> Self {
        .conflict("You have \(most) imports already. Delete one first.")
    }

    /// - Parameter field: holds the `next` of no page.
    public static func notANext(_ field: String = "after") -> Self {
        .invalid(field, "must be the `next` of the previous page")
    }

    public static let wrongResetCode = unauthenticated(
        "The email or the code is wrong, or the code was used or is too old.")

    public static func invalid(_ field: String, _ detail: String) -> Self {
        .invalid([FieldError(field: field, detail: detail)])
    }
}

/// An invalid field of a request, and what it should be.
public struct FieldError: Codable, Equatable, Sendable, Memberwise {
    public var field, detail: String
}
