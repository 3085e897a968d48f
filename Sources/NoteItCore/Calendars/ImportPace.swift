import Foundation

/// When an import is read again.
public struct ImportPace: Sendable, Equatable, Memberwise {
    public static let bounds: ClosedRange<TimeInterval> = 3_600...86_400

    /// Attempts since the last success.
    public private(set) var failures: Int = 0
    /// The interval that the calendar asked for, within the bounds.
    public private(set) var interval: TimeInterval = bounds.upperBound

    /// - Parameter refresh: as the calendar asks; nil: it does not ask.
    public mutating func succeeded(refresh: TimeInterval?) {
        failures = 0
        interval = min(max(refresh ?? Self.bounds.upperBound, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    public mutating func wasUnchanged() { failures = 0 }

    public mutating func failed() { failures += 1 }

    /// Seconds until the next attempt: after a failure 1 h, then 2 h, 4 h, ... up to a day. Spread by a tenth, so that the calendars of
    /// one host are not all read at once.
    /// - Parameter random: from 0 to 1.
    public func pause(_ random: Double) -> TimeInterval {
        let whole =
            failures == 0
            ? interval : min(Self.bounds.lowerBound * pow(2, Double(min(failures, 10) - 1)), Self.bounds.upperBound)
        return whole * (0.95 + random / 10)
    }
}
