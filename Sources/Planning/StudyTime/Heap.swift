/// A binary heap: the first by an order comes out first.
struct Heap<Element> {
    private var elements: [Element] = []
    private let precedes: (Element, Element) -> Bool

    init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

    mutating func push(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, precedes(elements[child], elements[(child - 1) / 2]) {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while 2 * parent + 1 < elements.count {
            var child = 2 * parent + 1
            if child + 1 < elements.count, precedes(elements[child + 1], elements[child]) { child += 1 }
            guard precedes(elements[child], elements[parent]) else { break }
            elements.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
