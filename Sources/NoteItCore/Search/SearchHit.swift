/// A search result: an event, or a reply with its event.
public struct SearchHit: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var event: Event
    /// The reply that was found; nil if the result is the event itself.
    @Nullable public var reply: Reply?
    /// The event's title.
    public var title: MarkedText
    /// The part of the body that contains the words, or the beginning of the body if it does not contain them.
    public var excerpt: MarkedText
    /// The part of the names of its attachments that contains the words; nil if it does not contain them.
    @Nullable public var files: MarkedText? = nil
}

/// A text, and where the search words are in it.
public struct MarkedText: Codable, Equatable, Sendable, JSONObject {
    /// A half-open range of code points.
    public struct Mark: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var from, to: Int
    }

    public var text: String
    /// The places of the words in the text, ascending, without overlaps.
    public var marks: [Mark]

    public init(_ text: String, marks: [Mark] = []) { (self.text, self.marks) = (text, marks) }
}

/// The first results of a search.
public struct SearchResults: Sendable, Memberwise {
    public enum End: Sendable {
        /// The results that are shown are all.
        case complete
        /// There are more results.
        case more
        /// There may be more results, but too many posts have the words.
        case tooMany
        /// There may be more results, but the server stopped answering.
        case unanswered
    }

    public var hits: [SearchHit]
    public var end: End
}
