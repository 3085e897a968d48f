import Foundation

/// The offsets of wall clocks from UTC.
public struct Zone: Hashable, Sendable {
    /// A change of the offset.
    public struct Transition: Hashable, Sendable {
        /// Seconds since 1970-01-01T00:00:00Z.
        public let instant: Int
        /// Seconds east of UTC from then on.
        public let offset: Int

        public init(at instant: Int, offset: Int) {
            (self.instant, self.offset) = (instant, offset)
        }
    }

    private enum Offsets: Hashable {
        case named(TimeZone)
        case listed(first: Int, [Transition])
    }

    private let offsets: Offsets

    /// The name in the IANA database; nil for a zone that a calendar defines.
    public var name: String? {
        if case .named(let zone) = offsets { return zone.identifier }
        return self == .utc ? "UTC" : nil
    }

    public static let utc = Zone(offset: 0, transitions: [])

    /// A zone of the IANA database.
    public init(_ timeZone: TimeZone) {
        offsets = .named(timeZone)
    }

    /// A zone that a calendar defines (VTIMEZONE).
    /// - Parameters:
    ///   - offset: seconds east of UTC before the first transition, less than a day.
    ///   - transitions: in any order.
    public init(offset: Int, transitions: [Transition]) {
        offsets = .listed(first: offset, transitions.sorted { $0.instant < $1.instant })
    }

    /// Seconds east of UTC at an instant, in seconds since 1970-01-01T00:00:00Z.
    func offset(at instant: Int) -> Int {
        switch offsets {
        case .named(let timeZone):
            return timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        case .listed(let first, let transitions):
            var (low, high) = (0, transitions.count)
            while low < high {
                let middle = (low + high) / 2
                if transitions[middle].instant <= instant { low = middle + 1 } else { high = middle }
            }
            return low == 0 ? first : transitions[low - 1].offset
        }
    }

    /// The changes of the offset at the instants of a range, ascending.
    ///
    /// Of a zone of the database each week is looked at: two changes within one, back to the first offset, are not seen.
    func transitions(in range: Range<Int>) -> [Transition] {
        if case .listed(_, let transitions) = offsets { return transitions.filter { range.contains($0.instant) } }
        var found: [Transition] = []
        var (low, before) = (range.lowerBound - 1, offset(at: range.lowerBound - 1))
        while low < range.upperBound - 1 {
            let high = min(low + 7 * 86_400, range.upperBound - 1)
            let after = offset(at: high)
            if after != before { found.append(firstTransition(after: low, notAfter: high, from: before)) }
            (low, before) = (high, after)
        }
        return found
    }

    private func firstTransition(after low: Int, notAfter high: Int, from before: Int) -> Transition {
        var (low, high) = (low, high)
        while high - low > 1 {
            let middle = (low + high) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return Transition(at: high, offset: offset(at: high))
    }

    /// The time that the zone's clocks show at an instant.
    func local(at instant: Int) -> LocalDateTime {
        LocalDateTime(seconds: instant + offset(at: instant))
    }

    /// The instant at which the zone's clocks show `local`: of two, the first. A time that they skip is read with the offset before
    /// the gap (RFC 5545, 3.3.5).
    func instant(of local: LocalDateTime) -> Int {
        // No offset is a day long, so the instant lies between these two.
        let before = offset(at: local.seconds - 86_400)
        let after = offset(at: local.seconds + 86_400)
        let candidates = [local.seconds - before, local.seconds - after]
        return candidates.sorted().first { offset(at: $0) == local.seconds - $0 } ?? candidates[0]
    }
}
