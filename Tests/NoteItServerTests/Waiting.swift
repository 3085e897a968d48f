/// How long a test waits for something that must happen. It is the last resort against a hang: a machine may be slow, and busy.
let patience = Duration.seconds(240)

/// What was waited for did not happen.
struct NeverHappened: Error {}

/// Waits until `condition` holds. Throws `NeverHappened` after `patience`.
func eventually(_ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + patience
    while try await !condition() {
        guard ContinuousClock.now < end else { throw NeverHappened() }
        try await Task.sleep(for: .milliseconds(20))
    }
}
