/// Lets concurrent readers share reads: each gets the result of a read that began after it asked.
actor CoalescedRead<Value: Sendable> {
    /// The least time between the beginnings of two reads.
    private let pace: Duration
    private var running: Task<Value, any Error>?
    /// The read after the running one. Nobody has begun it.
    private var next: Task<Value, any Error>?

    init(pace: Duration = .zero) { self.pace = pace }

    /// - Parameter read: the same for all readers.
    func value(_ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
        if let next { return try await next.value }
        let task = Task { [running] in
            _ = await running?.result
            begin()
            return try await read()
        }
        next = task
        return try await task.value
    }

    /// From here on, another reader needs another read.
    private func begin() {
        running = pace == .zero ? next : next.map { paced($0) }
        next = nil
    }

    /// Ends with the read, or when the pace allows the next one.
    private func paced(_ task: Task<Value, any Error>) -> Task<Value, any Error> {
        Task { [pace] in
            try? await Task.sleep(for: pace)
            return try await task.value
        }
    }
}
