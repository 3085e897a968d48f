/// The condition of a request on the object that it replaces or removes (RFC 9110, section 13).
public enum WriteCondition: Equatable, Sendable {
    case none
    /// `If-None-Match: *`: there is no object yet.
    case absent
    /// `If-Match`: the object has one of these tags; empty for any object.
    case tags([String])

    /// - Parameter etag: of what is there; nil: nothing is.
    public func holds(for etag: String?) -> Bool {
        switch self {
        case .none: true
        case .absent: etag == nil
        case .tags(let tags): etag.map { tags.isEmpty || tags.contains($0) } ?? false
        }
    }
}
