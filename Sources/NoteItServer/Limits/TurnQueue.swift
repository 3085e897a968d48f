/// What people wait for: the entries of each in the order in which they came, people in turn. Whoever has many waits for those of
/// the others.
struct TurnQueue<Person: Hashable & Sendable, Element> {
    private var elements: [Person: [Element]] = [:]
    /// Whose turn is next. Each who waits for something once.
    private var turns: [Person] = []

    init() {}

    mutating func add(_ element: Element, for person: Person) {
        if elements[person] == nil { turns.append(person) }
        elements[person, default: []].append(element)
    }

    /// Nil if nobody waits.
    mutating func next() -> Element? {
        guard !turns.isEmpty else { return nil }
        let person = turns.removeFirst()
        let element = elements[person]?.removeFirst()
        if elements[person]?.isEmpty == false { turns.append(person) } else { elements[person] = nil }
        return element
    }
}
