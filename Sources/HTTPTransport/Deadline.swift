/// Runs `body`, and cancels it when `bound` has passed. Then the result is that of `late`, which may throw.
public func within<Value: Sendable>(
    _ bound: Duration, _ body: @escaping @Sendable () async throws -> Value, late: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: bound)
            return try late()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
