/// An event that a search found, or a reply with its event.
public struct SearchHit: Codable, Equatable, Sendable {
    public var event: Event
    /// Nil if the event itself was found.
    @Nullable public var reply: Reply?
    /// The event's title.
    public var title: MarkedText
    /// The part of the event's or the reply's body where the words stand; of a body without them, its beginning.
    public var excerpt: MarkedText

    public init(event: Event, reply: Reply?, title: MarkedText, excerpt: MarkedText) {
        self.event = event
        self.reply = reply
        self.title = title
        self.excerpt = excerpt
    }
}

/// A text with the places of what was looked for.
public struct MarkedText: Codable, Equatable, Sendable {
    /// A place in code points: from the first to the one behind the last.
    public struct Mark: Codable, Equatable, Sendable {
        public var from: Int
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    public var text: String
    /// From the first on; no two meet.
    public var marks: [Mark]

    public init(_ text: String, marks: [Mark] = []) {
        self.text = text
        self.marks = marks
    }
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
