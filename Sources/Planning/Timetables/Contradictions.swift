/// Finds all inclusion-minimal sets of items that contradict each other, and all inclusion-minimal sets whose removal resolves
/// every contradiction.
///
/// Dualize and advance (Gunopulos, Khardon, Mannila, Toivonen: Data mining, hypergraph transversals, and machine learning,
/// 1997): the sets to remove are the minimal transversals of the contradictions. Each transversal of the known contradictions is
/// tried. If the remaining items still contradict each other, they are shrunk to a new contradiction.
/// Complexity: at most items + transversals calls of the oracle for each contradiction.
struct Contradictions {
    /// Sets as bits of items, sorted by size, then by items.
    private(set) var minimal: [UInt64] = []
    private(set) var corrections: [UInt64] = []
    /// False if the oracle gave up before all were found.
    private(set) var isComplete = true

    /// - Parameters: `count`: the number of items, at most 64; `holds`: whether a set of items is consistent, nil to give up.
    ///   Every subset of a consistent set must be consistent.
    init(count: Int, holds: (UInt64) -> Bool?) {
        let all: UInt64 = count == 64 ? .max : (1 << UInt64(count)) - 1
        isComplete = search(all, holds)
        minimal.sort(by: Self.precedes)
        corrections.sort(by: Self.precedes)
    }

    /// False if the oracle gave up.
    private mutating func search(_ all: UInt64, _ holds: (UInt64) -> Bool?) -> Bool {
        var (transversals, helping): ([UInt64], Set<UInt64>) = ([0], [])
        defer { corrections = transversals.filter(helping.contains) }
        while let next = transversals.first(where: { !helping.contains($0) }) {
            guard let helps = holds(all & ~next) else { return false }
            if helps {
                helping.insert(next)
                continue
            }
            var core = all & ~next
            for item in core.ones.reversed() {
                guard let stillHolds = holds(core & ~(1 << UInt64(item))) else { return false }
                if !stillHolds { core &= ~(1 << UInt64(item)) }
            }
            minimal.append(core)
            transversals = Self.meeting(core, transversals)
        }
        return true
    }

    /// The minimal transversals, given those without `edge` (Berge's step).
    private static func meeting(_ edge: UInt64, _ transversals: [UInt64]) -> [UInt64] {
        var kept = transversals.filter { $0 & edge != 0 }
        let old = kept
        for set in transversals where set & edge == 0 {
            for item in edge.ones {
                let larger = set | 1 << UInt64(item)
                if !old.contains(where: { $0 & larger == $0 }) { kept.append(larger) }
            }
        }
        return kept
    }

    static func precedes(_ left: UInt64, _ right: UInt64) -> Bool {
        let (size, other) = (left.nonzeroBitCount, right.nonzeroBitCount)
        guard size == other else { return size < other }
        let difference = left ^ right
        return difference != 0 && left & (difference & (~difference &+ 1)) != 0
    }
}
