import Foundation

/// When something is tried again that was not taken.
public struct DeliveryPace: Sendable {
    /// Seconds after the first failure, the second, and so on; the last one counts for all later failures.
    private let pauses: [TimeInterval]
    /// How long it is tried, in seconds.
    public let patience: TimeInterval

    /// Three days.
    public static let mail = DeliveryPace(pauses: [60, 300, 900, 3_600, 7_200, 14_400], patience: 3 * 86_400)
    /// One day: what is older is in the inbox.
    public static let push = DeliveryPace(pauses: [10, 60, 300, 900, 3_600], patience: 86_400)

    /// Three days, after which a webhook is disabled. A bot that restarts misses no more than seconds.
    public static let webhook = DeliveryPace(pauses: [10, 60, 300, 900, 3_600, 14_400], patience: 3 * 86_400)

    /// The next try after `tries` failures, the last of which was at `date`; nil if it has been tried long enough.
    public func nextTry(after tries: Int, at date: Date, since created: Date) -> Date? {
        let next = date + pauses[min(max(tries, 1), pauses.count) - 1]
        return next.timeIntervalSince(created) > patience ? nil : next
    }
}
