import Foundation
import Logging
import NoteItCore
import ServiceLifecycle

/// Sends what webhooks are to get, as the log grows; one node for all. A receiver that dawdles holds up its own webhook: to one
/// host four messages at most are on their way, and of one person two.
struct WebhookJob: Service {
    let store: any Store
    let nodes: NodeWatch
    let sender: WebhookSender
    let logger: Logger

    private let turns = WebhookTurns()
    private let hosts = Quota<String>(each: 4)
    private let people = Quota<Account.ID>(each: 2)

    init(store: any Store, nodes: NodeWatch, sender: WebhookSender, logger: Logger) {
        (self.store, self.nodes, self.sender, self.logger) = (store, nodes, sender, logger)
    }

    /// Messages on their way at the same time.
    private static let together = 32
    /// Between two looks at the log.
    private static let pause = Duration.milliseconds(500)
    /// Between two looks at all webhooks, which move those that stay behind on, before rows are pruned.
    private static let round = Duration.seconds(3_600)
    /// For so long one webhook is served before others have their turn.
    private static let slice = Duration.seconds(5)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                var (seen, round, fails) = (Int64?.none, ContinuousClock.now, false)
                while await nodes.turn(.webhooks) {
                    let isRound = ContinuousClock.now >= round
                    do {
                        let (found, head) = try await store.webhooks(after: isRound ? nil : seen)
                        turns.add(found + (try await store.webhooksToRetry()))
                        seen = head
                        if isRound { round = .now + Self.round }
                        fails = false
                    } catch {
                        if !fails { logger.failed(to: "look for messages of webhooks", again: "every \(Self.pause)", error) }
                        fails = true
                    }
                    for _ in 0..<turns.room(within: Self.together) { group.addTask { await serve() } }
                    try? await Task.sleep(for: Self.pause)
                }
            }
        }
    }

    /// Serves webhooks until none waits. One that cannot be served, as when the database is busy, is set aside for a while.
    private func serve() async {
        while !Task.isCancelled, let id = turns.take() {
            let job = "serve the webhook \(id)"
            do {
                let end = try await serve(id)
                logger.worked(job, after: turns.end(id, isBusy: end == .busy, hasMore: end == .more))
            } catch {
                logger.failed(to: job, times: turns.fail(id), error)
            }
        }
    }

    private enum End { case done, busy, more }

    private func serve(_ id: Webhook.ID) async throws -> End {
        let end = ContinuousClock.now + Self.slice
        while nodes.holds(.webhooks), !Task.isCancelled {
            switch try await store.work(for: id) {
            case .none: return .done
            case .ended(let why):
                try await store.disable(id, because: why)
                return .done
            case .nothing(let from, let to, let isFar, let more):
                if isFar { try await store.skip(id, from: from, to: to) }
                if !more { return .done }
            case .send(let message):
                // A process that was frozen goes on here, and another node may have sent it.
                guard nodes.holds(.webhooks), let permits = permits(for: message.target) else { return .busy }
                let outcome = try await sender.send(message)
                permits.forEach { $0.release() }
                // A stop of the server says nothing about the receiver.
                guard !Task.isCancelled else { return .done }
                _ = try await store.settle(message, outcome)
                guard outcome.next.isTaken else { return .done }
            }
            if ContinuousClock.now > end { return .more }
        }
        // Another node's turn may come, or this one's again.
        return .busy
    }

    /// Nil if the host or the person is busy.
    private func permits(for target: WebhookTarget) -> [Permit]? {
        let busy = DomainError.tooMany("", retryAfter: 1)
        guard let person = try? people.permit(for: target.account, refusal: { _ in busy }),
            let host = try? hosts.permit(for: target.host, refusal: { _ in busy })
        else { return nil }
        return [person, host]
    }
}
