/// How long a test waits for something that must happen. It is the last resort against a hang: a machine may be slow, and busy.
let patience = Duration.seconds(240)

/// What was waited for did not happen.
struct NeverHappened: Error {}

/// Waits until `value` is not nil. Throws `NeverHappened` after `patience`.
func eventually<Value>(_ value: () async throws -> Value?) async throws -> Value {
    let end = ContinuousClock.now + patience
    while true {
        if let value = try await value() { return value }
        guard ContinuousClock.now < end else { throw NeverHappened() }
        try await Task.sleep(for: .milliseconds(10))
    }
}
