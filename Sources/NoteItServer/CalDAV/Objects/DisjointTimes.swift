import Foundation

/// Times that neither overlap nor touch, ascending.
struct DisjointTimes: Sendable {
    let ranges: [Range<Date>]

    /// Merges times. O(n log n).
    init(_ times: [Range<Date>]) {
        ranges = times.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, time in
            if let last = merged.last, time.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
            } else {
                merged.append(time)
            }
        }
    }

    /// The time from the start of the first to the end of the last; nil without any.
    var hull: Range<Date>? {
        guard let first = ranges.first, let last = ranges.last else { return nil }
        return first.lowerBound..<last.upperBound
    }

    /// O(log n).
    func contains(_ moment: Date) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= moment { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(moment)
    }
}
