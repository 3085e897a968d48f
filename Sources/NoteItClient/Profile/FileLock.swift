import Foundation

/// A lock between processes, and between tasks of one process: `flock(2)` on a file of its own. The kernel releases it
/// when its holder dies.
struct FileLock: Sendable {
    let file: URL

    /// Runs `body` under the lock. Throws `.unexpected` if the lock is not free within `bound`.
    func withLock<Result: Sendable>(within bound: Duration, _ body: () async throws -> Result) async throws -> Result {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ClientError.failed("The lock \(file.path) cannot be opened") }
        defer { close(descriptor) }
        try await acquire(descriptor, within: bound)
        return try await body()
    }

    // Polls: a blocking call would hold one of the few threads that all tasks share.
    private func acquire(_ descriptor: Int32, within bound: Duration) async throws {
        let deadline = ContinuousClock.now + bound
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw ClientError.failed("The lock \(file.path) cannot be taken")
            }
            guard ContinuousClock.now < deadline else {
                throw ClientError.unexpected("Another noteit uses the same files. Try again in a moment.")
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
        }
    }
}
