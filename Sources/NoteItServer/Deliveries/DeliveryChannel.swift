import Foundation
import NoteItCore

/// A way to people outside NoteIt.
protocol DeliveryChannel: Sendable {
    /// Where a letter goes, with all that this channel needs.
    associatedtype Address: Sendable
    /// What sends one letter at a time.
    associatedtype Connection: Sendable

    var channel: PersonalDelivery.Channel { get }
    /// The job of the one node that sends for all.
    var job: SharedJob { get }
    var pace: DeliveryPace { get }
    var now: @Sendable () -> Date { get }
    /// In words that follow "queue" and "send".
    var noun: String { get }
    /// As many as send at the same time.
    func connections() -> [Connection]
    /// Queues what people want. Returns whether there is more.
    func queue() async throws -> Bool
    /// Decides, in one transaction, whether the person may still get it and wants it, and what it says.
    func judge(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<Address>
    /// Sends it. Throws `ChannelUnavailable` if nothing gets through; then it counts as no try.
    func send(_ letter: Letter<Address>, over connection: Connection) async throws -> PersonalDelivery.Outcome
}

/// Nothing gets through on a channel, whoever it is for.
struct ChannelUnavailable: Error, CustomStringConvertible {
    let description: String

    /// This node lost the job.
    static let elsewhere = ChannelUnavailable("another node does this now")

    init(_ why: String) { description = why }
}
