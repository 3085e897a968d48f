import Foundation

/// A lock between processes, and between tasks of one process: `flock(2)` on a file made for the purpose.
/// The kernel frees it when its holder dies.
struct FileLock: Sendable {
    let file: URL

    /// Runs `body` while the lock is held. Throws `.unexpected` if it cannot be had within `bound`.
    func withLock<Result: Sendable>(
        within bound: Duration, _ body: () async throws -> Result
    ) async throws -> Result {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ClientError.unexpected("The lock \(file.path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        try await take(descriptor, within: bound)
        return try await body()
    }

    // Asks again and again rather than block: a blocked thread is one of the few that all tasks share.
    private func take(_ descriptor: Int32, within bound: Duration) async throws {
        let deadline = ContinuousClock.now + bound
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw ClientError.unexpected("The lock \(file.path) cannot be taken: \(String(cString: strerror(errno))).")
            }
            guard ContinuousClock.now < deadline else {
                throw ClientError.unexpected("Another noteit is at work on the same files for long. Try again in a moment.")
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
        }
    }
}
