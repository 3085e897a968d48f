import Dispatch
import NoteItCore
import Synchronization

/// Runs Argon2id on few threads of its own, so that a storm of sign-ins leaves other requests' latency alone.
final class PasswordHasher: Sendable {
    /// Serial queues: each hashes one password at a time.
    private let lanes: [DispatchQueue]
    /// How many may wait or run; more are turned away.
    private let capacity: Int
    private let load = Mutex((jobs: 0, turn: 0))
    /// Of a password that nobody has: an unknown email is checked against it, so that it takes the same time.
    private let nobodys: String

    /// Hashes once. Throws if the memory cannot be had.
    init(lanes: Int = 2, capacity: Int = 128) throws {
        self.lanes = (1...lanes).map { DispatchQueue(label: "noteit.password.\($0)") }
        self.capacity = capacity
        nobodys = try Argon2id.hash(Secret.make())
    }

    /// Throws `.unavailable` if too many wait.
    func hash(_ password: String) async throws -> String {
        try await run { try Argon2id.hash(password) }
    }

    /// - Parameter hash: nil if there is no such account: false, after the same time.
    /// Throws `.unavailable` if too many wait.
    func verify(_ password: String, against hash: String?) async throws -> Bool {
        let against = hash ?? nobodys
        return try await run { Argon2id.verify(password, against: against) } && hash != nil
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let lane = try enter()
        defer { load.withLock { $0.jobs -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            lane.async { continuation.resume(with: Result(catching: work)) }
        }
    }

    private func enter() throws -> DispatchQueue {
        try load.withLock { load in
            guard load.jobs < capacity else {
                throw DomainError.unavailable("Too many people sign in at this moment. Try again in a few seconds.")
            }
            load.jobs += 1
            load.turn = (load.turn + 1) % lanes.count
            return lanes[load.turn]
        }
    }
}
