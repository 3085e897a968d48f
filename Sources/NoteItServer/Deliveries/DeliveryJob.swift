import Foundation
import Logging
import NoteItCore
import ServiceLifecycle

/// Queues what people want by one channel as it follows the log, and sends it; one node for all. A channel on which nothing gets
/// through is tried again after a pause, and nothing counts as tried.
struct DeliveryJob<Channel: DeliveryChannel>: Service {
    let store: any Store
    let nodes: NodeWatch
    let channel: Channel
    let logger: Logger

    /// Deliveries that are looked up at once.
    private var batch: Int { 60 }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await repeatedly("queue \(channel.noun)", channel.queue) }
                group.addTask { [connections = channel.connections()] in
                    await repeatedly("send \(channel.noun)") { try await send(over: connections) }
                }
            }
        }
    }

    /// Does it again at once if there may be more to do, else after a second; after failures, later and later.
    private func repeatedly(_ what: String, _ work: () async throws -> Bool) async {
        var failures = 0
        while await nodes.turn(channel.job) {
            do {
                let more = try await work()
                logger.worked(what, after: failures)
                failures = 0
                if !more { try await Task.sleep(for: .seconds(1)) }
            } catch {
                failures += 1
                logger.failed(to: what, times: failures, error)
                try? await Task.sleep(for: .backOff(after: failures))
            }
        }
    }

    private func send(over connections: [Channel.Connection]) async throws -> Bool {
        let due = try await store.dueDeliveries(by: channel.channel, limit: batch)
        // One that fails does not cut off the others' messages.
        let fault = await withTaskGroup(of: (any Error)?.self) { group in
            for (number, connection) in connections.enumerated() {
                let own = due.enumerated().filter { $0.offset % connections.count == number }.map(\.element)
                group.addTask { await send(own, over: connection) }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
        if let fault { throw fault }
        return due.count == batch
    }

    private func send(_ deliveries: [PersonalDelivery], over connection: Channel.Connection) async -> (any Error)? {
        var fault: (any Error)?
        for delivery in deliveries {
            guard await nodes.turn(channel.job) else { return fault }
            do {
                try await send(delivery, over: connection)
            } catch let error as ChannelUnavailable {
                return error
            } catch {
                fault = fault ?? error
            }
        }
        return fault
    }

    private func send(_ delivery: PersonalDelivery, over connection: Channel.Connection) async throws {
        try await store.end(delivery, try await outcome(of: delivery, over: connection))
    }

    /// A delivery that cannot be judged or written is set aside, so that it holds up no other. If the database itself fails,
    /// that cannot be written either, and nothing counts as tried.
    private func outcome(
        of delivery: PersonalDelivery, over connection: Channel.Connection
    ) async throws -> PersonalDelivery.Outcome {
        do {
            switch try await channel.judge(delivery) {
            case .end(let outcome): return outcome
            case .send(let letter):
                // A process that was frozen goes on here, and another node may have sent it.
                guard nodes.holds(channel.job) else { throw ChannelUnavailable.elsewhere }
                return try await channel.send(letter, over: connection)
            }
        } catch let error where !(error is ChannelUnavailable) && !Task.isCancelled {
            let why = "It could not be made: \(error)".prefix(codePoints: 300)
            if delivery.fault != why { logger.warning("The delivery \(delivery.id) of \(channel.noun) is set aside: \(error)") }
            return channel.pace.postponed(delivery, why, at: channel.now())
        }
    }
}

extension DeliveryPace {
    /// What becomes of a delivery that was not taken, for a reason that may pass.
    /// - Parameter pause: the seconds that the receiver asks for: the next try is as late as that, and no earlier than it would be.
    func postponed(
        _ delivery: PersonalDelivery, _ why: String, pause: TimeInterval? = nil, at now: Date
    ) -> PersonalDelivery.Outcome {
        guard let own = nextTry(after: delivery.tries + 1, at: now, since: delivery.createdAt) else { return .failed(why) }
        let next = max(own, now + (pause ?? 0))
        return next.timeIntervalSince(delivery.createdAt) <= patience ? .later(next, fault: why) : .failed(why)
    }
}
