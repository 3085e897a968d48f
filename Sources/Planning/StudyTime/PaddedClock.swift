/// Counts the slots that blocks, each with the distance to the next one, can take.
struct PaddedClock {
    /// Disjoint and ascending, and how many slots all before hold.
    private var spans: [(slots: Range<Int>, before: Int)] = []
    /// The first slots with so many before them, of short clocks.
    private var slots: [Int] = []
    private static let mostSlots = 20_000

    /// O(segments), and O(slots) if they are few.
    init(_ grid: WeeksGrid) {
        for segment in grid.segments {
            let slots = segment.slots.lowerBound..<segment.slots.upperBound + grid.gap
            if let last = spans.last, slots.lowerBound < last.slots.upperBound {
                spans[spans.count - 1].slots = last.slots.lowerBound..<slots.upperBound
            } else {
                spans.append((slots, spans.last.map { $0.before + $0.slots.count } ?? 0))
            }
        }
        guard let first = spans.first, let last = spans.last, last.before + last.slots.count <= Self.mostSlots else { return }
        slots.append(first.slots.lowerBound)
        for span in spans { slots += span.slots.lowerBound + 1...span.slots.upperBound }
    }

    /// How many there are before a slot. O(log spans).
    func count(before slot: Int) -> Int {
        let index = spans.partition { $0.slots.upperBound > slot }
        guard index < spans.count else { return spans.last.map { $0.before + $0.slots.count } ?? 0 }
        return spans[index].before + max(0, slot - spans[index].slots.lowerBound)
    }

    /// The first slot with so many before it; the last of all if there are fewer. O(log spans) or O(1).
    func slot(after count: Int) -> Int {
        if !slots.isEmpty { return slots[min(count, slots.count - 1)] }
        let index = spans.partition { $0.before + $0.slots.count >= count }
        guard index < spans.count else { return spans.last?.slots.upperBound ?? 0 }
        return spans[index].slots.lowerBound + max(0, count - spans[index].before)
    }
}
