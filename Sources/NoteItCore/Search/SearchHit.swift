/// A search result: an event, or a reply with its event.
public struct SearchHit: Codable, Equatable, Sendable {
    public var event: Event
    /// Nil if the result is the event itself.
    @Nullable public var reply: Reply?
    /// The event's title.
    public var title: MarkedText
    /// The part of the body that contains the words, or the beginning of the body if it does not contain them.
    public var excerpt: MarkedText

    public init(event: Event, reply: Reply?, title: MarkedText, excerpt: MarkedText) {
        self.event = event
        self.reply = reply
        self.title = title
        self.excerpt = excerpt
    }
}

/// A text, and where the search words are in it.
public struct MarkedText: Codable, Equatable, Sendable {
    /// A half-open range of code points.
    public struct Mark: Codable, Equatable, Sendable {
        public var from, to: Int

        public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
    }

    public var text: String
    /// In ascending order, without overlaps.
    public var marks: [Mark]

    public init(_ text: String, marks: [Mark] = []) { (self.text, self.marks) = (text, marks) }
}

extension SearchHit: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("event", event)
        json.field("excerpt", excerpt)
        json.field("reply", reply)
        json.field("title", title)
    }
}

extension MarkedText: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("marks", marks)
        json.field("text", text)
    }
}

extension MarkedText.Mark: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("from", from)
        json.field("to", to)
    }
}

/// The first results of a search.
public struct SearchResults: Sendable {
    public enum End: Sendable {
        /// There are no others.
        case complete
        /// There are others.
        case more
        /// There may be others, but too many posts have the words.
        case tooMany
        /// There may be others, but the server stopped answering.
        case unanswered
    }

    public var hits: [SearchHit]
    public var end: End

    public init(hits: [SearchHit], end: End) { (self.hits, self.end) = (hits, end) }
}
