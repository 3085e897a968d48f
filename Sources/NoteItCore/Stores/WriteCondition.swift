/// What a request demands of the object or file that it replaces or removes (RFC 9110, section 13).
public enum WriteCondition: Equatable, Sendable {
    case none
    /// If-None-Match: *
    case absent
    /// If-Match, with one of these tags; empty: any object.
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
