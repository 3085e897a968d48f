import Synchronization

extension Sync {
    /// As `follow`, for screens: applies what comes within `interval` as one batch, in one transaction, and then delivers it. The first
    /// change after a pause comes at once. If `deliver` is slow, the batches become larger and rarer, so that it takes a tenth of the
    /// time at most.
    public func follow(
        gathering interval: Duration, _ deliver: @escaping @Sendable (ChangeStream.Element) async throws -> Void
    ) async throws {
        try await inRounds(deliver) { start in
            let gathered = GatheredChanges()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { gathered.finish() }
                    for try await element in ChangeStream(client, from: start, backoff: backoff, page: 500) {
                        gathered.append(element)
                        // While catching up, what waits is bounded.
                        while gathered.isFull { try await Task.sleep(for: interval) }
                    }
                }
                group.addTask {
                    var position = start
                    for await _ in gathered.arrivals {
                        let elapsed = try await ContinuousClock().measure {
                            for element in gathered.removeAll() {
                                try await apply(element, position: &position)
                                try await deliver(element)
                            }
                        }
                        try await Task.sleep(for: max(interval, elapsed * 10))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}

/// Elements of a stream on their way to a slower reader.
private final class GatheredChanges: Sendable {
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let elements = Mutex<[ChangeStream.Element]>([])

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    var isFull: Bool { elements.withLock { $0.count > 5 } }

    /// Changes become part of the batch before them, if nothing else came between.
    func append(_ element: ChangeStream.Element) {
        elements.withLock { elements in
            switch (elements.last, element) {
            case (.changes(var batch)?, .changes(let next)) where batch.changes.count < 500:
                batch.changes += next.changes
                (batch.to, batch.more) = (next.to, next.more)
                elements[elements.count - 1] = .changes(batch)
            case (.changes(var batch)?, .at(let cursor)):
                batch.to = cursor
                elements[elements.count - 1] = .changes(batch)
            default: elements.append(element)
            }
        }
        arrival.yield()
    }

    func removeAll() -> [ChangeStream.Element] {
        elements.withLock { elements in
            defer { elements = [] }
            return elements
        }
    }

    func finish() { arrival.finish() }
}
