import Foundation

/// The queue that all channels share.
public protocol DeliveryStore: Sendable {
    /// Reads a part of the log and queues what people want at once by this channel. Returns whether there is more.
    /// - Parameter domain: of the `Message-ID`; nil for a channel without one.
    func queueNotifications(by channel: PersonalDelivery.Channel, domain: String?) async throws -> Bool
    /// What is to be tried now, the longest waiting first.
    func dueDeliveries(by channel: PersonalDelivery.Channel, limit: Int) async throws -> [PersonalDelivery]
    func end(_ delivery: PersonalDelivery, _ outcome: PersonalDelivery.Outcome) async throws
    /// Deletes what ended before `date`. Returns the number.
    func pruneDeliveries(by channel: PersonalDelivery.Channel, before date: Date) async throws -> Int
}
