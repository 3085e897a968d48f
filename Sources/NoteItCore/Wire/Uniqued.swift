extension Sequence where Element: Equatable {
    /// The elements, each once, in the order of their first occurrences.
    public var uniqued: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
