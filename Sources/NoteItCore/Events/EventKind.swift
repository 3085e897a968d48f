/// What each kind of event demands.
extension Event.Kind {
    /// Whether it is about a moment: without a due date it says nothing.
    public var wantsDue: Bool { self == .reminder || self == .exam }

    /// Why an event of this kind needs a due date, to who left it out.
    public var dueDemand: String { "is needed: \(withArticle) is about a moment. A note may have none" }

    /// As a sentence names one: `an exam`.
    public var withArticle: String { self == .exam ? "an exam" : "a \(rawValue)" }
}
