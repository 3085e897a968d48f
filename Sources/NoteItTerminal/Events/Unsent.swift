/// Why the server does not have a post or a reply yet.
public enum Unsent: String, Sendable, Equatable {
    /// The post goes out when the server is reached.
    case waiting
    /// The server refused it; its author decides.
    case refused

    /// Stands in place of the number.
    var word: Styled { Styled(rawValue, self == .waiting ? .warning : .bad) }
}
